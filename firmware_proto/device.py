"""What every emulated device owes to whoever carries its bytes."""

from typing import Protocol


class Device(Protocol):
    """The far end of a wire: no I/O, no threads, no clock of its own; time comes in, in seconds."""

    def connect(self, now: float) -> None:
        """The port has been opened: most boards reset and say their banner."""

    def receive(self, data: bytes, now: float) -> None:
        """Bytes arrive at the device."""

    def transmit(self, now: float) -> bytes:
        """What the device has said up to `now` and not yet handed out; raises OSError once it has hung up."""

    def next_event(self) -> float | None:
        """When something will next happen by itself (a reply, the end of a motion); None: never."""
