"""The wire log: `<seconds> > <text>` for a line sent, `<seconds> < <text>` for one received."""

import logging
import os
import select
from collections.abc import Iterable
from pathlib import Path

from controller.errors import UsageError
from controller.events import Event, LineReceived, LineSent

_log = logging.getLogger(__name__)
_PATIENCE = 0.2  # seconds: how long a pipe or a terminal may take nothing


class WireLog:
    """A listener that appends every line on the wire to `path`; raises UsageError where it cannot be written.

    `spared`: files that are no place for it. Each line is in the file at once, so that a crash leaves it
    behind. A disk that fills up later, or a pipe that nobody reads, does not stop the arm: it is told once,
    and the log ends there.
    """

    def __init__(self, path: Path, spared: Iterable[Path] = ()) -> None:
        self._path = path
        if any(_is_same(path, other) for other in spared):
            raise UsageError(
                f"{path}: the config and the journal are no place for the wire log; choose another file."
            )
        try:
            self._file = open(path, "ab", buffering=0, opener=_open_without_waiting)  # noqa: SIM115
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
            self._write_all(escaped.encode("utf-8", "backslashreplace") + b"\n")
        except OSError as error:
            _log.warning("%s: the wire log ends here (%s).", self._path, error.strerror or error)
            self._file.close()

    def _write_all(self, data: bytes) -> None:
        while data := data[self._file.write(data) or 0 :]:  # None: whoever reads it is behind
            if not select.select([], [self._file], [], _PATIENCE)[1]:
                raise TimeoutError("nobody reads it")


def _open_without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o666)


def _is_same(path: Path, other: Path) -> bool:
    try:
        return path.samefile(other)
    except OSError:  # one of the two is not there yet
        return os.path.realpath(path) == os.path.realpath(other)
