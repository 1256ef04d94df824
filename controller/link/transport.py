"""Bytes out, bytes in: what the link needs of a wire."""

from typing import Protocol


class Transport(Protocol):
    """A wire with a device at its far end. Only `write_now` may be called from another thread."""

    name: str

    def open(self) -> None:
        """Take the wire for this process alone; raises PortError."""

    def write(self, data: bytes) -> None:
        """Send; raises PortError where the wire has gone or does not take the bytes in time."""

    def write_now(self, data: bytes) -> None:
        """Send at once from any thread, past whatever `write` is doing; takes no lock, never raises."""

    def read(self, timeout: float) -> bytes:
        """What has arrived, waiting at most `timeout` seconds on the run's clock; raises PortError.

        b"" if nothing has.
        """

    def close(self) -> None:
        """Let the wire go; may be called twice."""
