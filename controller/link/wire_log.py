"""The wire log: `<seconds> > <text>` for a line sent, `<seconds> < <text>` for one received."""

import logging
from pathlib import Path

from controller.errors import UsageError
from controller.events import Event, LineReceived, LineSent

_log = logging.getLogger(__name__)


class WireLog:
    """A listener that appends every line on the wire to `path`; raises UsageError where it cannot be written.

    Each line is in the file at once, so that a crash leaves it behind. A disk that fills up later does not
    stop the arm: it is told once, and the log ends there.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._file = path.open("ab", buffering=0)
        except OSError as error:
            raise UsageError(
                f"{path}: the wire log cannot be written ({error.strerror}); choose another file."
            ) from error

    def __call__(self, event: Event) -> None:
        """Write the event down if it is a line on the wire."""
        if isinstance(event, LineSent):
            self._write(f"{event.at:.3f} > {event.text}")
        elif isinstance(event, LineReceived):
            self._write(f"{event.at:.3f} < {event.text}")

    def close(self) -> None:
        """End the log; may be called twice."""
        self._file.close()

    def _write(self, line: str) -> None:
        if self._file.closed:
            return
        # One message is one line, whatever bytes a device may say.
        escaped = "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in line)
        try:
            self._file.write(escaped.encode("utf-8", "backslashreplace") + b"\n")
        except OSError as error:
            _log.warning("%s: the wire log ends here (%s).", self._path, error.strerror)
            self._file.close()
