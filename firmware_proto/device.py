"""What every emulated device owes to whoever carries its bytes."""

from typing import Protocol

from firmware_proto.bench import Bench
from firmware_proto.supply import Supply


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


class Board(Device, Protocol):
    """A device with a machine behind it."""

    @property
    def bench(self) -> Bench | None:
        """The bench that the machine works on; None: no disks are judged."""

    @property
    def supply(self) -> Supply:
        """Whether moves have reached its planner in time."""

    @property
    def faults(self) -> tuple[str, ...]:
        """All that has gone wrong so far, on the bench and in the machine, a sentence each."""
