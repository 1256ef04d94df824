"""An emulated device at the far end of a wire in memory, on the run's own clock."""

from queue import Empty, SimpleQueue
from typing import Protocol

from controller.errors import PortError
from controller.link.clock import Clock

EMULATED = "emulated"
"""What a config calls a port that exists in memory alone."""


class Device(Protocol):
    """The far end: no I/O, no threads, no clock of its own; time comes in as an argument."""

    def connect(self, now: float) -> None:
        """The port has been opened: the board resets and says its banner."""

    def receive(self, data: bytes, now: float) -> None:
        """Bytes arrive at the device."""

    def transmit(self, now: float) -> bytes:
        """What the device has said up to `now` and not yet handed out; raises OSError once it has hung up."""

    def next_event(self) -> float | None:
        """When something will next happen by itself (a reply, the end of a motion); None: never."""


class EmulatedTransport:
    """A Transport whose far end is a Device; waiting for bytes is what lets its time pass."""

    def __init__(self, device: Device, clock: Clock, name: str = "emulated") -> None:
        self.name = name
        self._device = device
        self._clock = clock
        self._urgent: SimpleQueue[bytes] = SimpleQueue()  # write_now comes from other threads
        self._open = False

    def open(self) -> None:
        """Plug in: the device resets, as a real board does."""
        self._urgent = SimpleQueue()
        self._open = True
        self._device.connect(self._clock.now())

    def write(self, data: bytes) -> None:
        """Hand bytes to the device now."""
        if not self._open:
            raise PortError(f"{self.name} is not open.")
        self._deliver_urgent()
        self._device.receive(data, self._clock.now())

    def write_now(self, data: bytes) -> None:
        """Queue bytes that the device gets before anything else; lost while nothing is plugged in."""
        if self._open:
            self._urgent.put(data)

    def read(self, timeout: float) -> bytes:
        """Let time pass up to the device's next event, or `timeout`, and return what it says."""
        if not self._open:
            raise PortError(f"{self.name} is not open.")
        deadline = self._clock.now() + timeout
        while True:
            self._deliver_urgent()
            try:
                data = self._device.transmit(self._clock.now())
            except OSError as gone:
                raise PortError(f"{self.name} has hung up: {gone}; connect and home it again.") from gone
            now = self._clock.now()
            if data or now >= deadline:
                return data
            event = self._device.next_event()
            until = deadline if event is None else min(event, deadline)
            # Never less than a microsecond: late in a long day a smaller step would be lost in rounding.
            self._clock.sleep(max(until - now, 1e-6))

    def close(self) -> None:
        """Unplug."""
        self._open = False

    def _deliver_urgent(self) -> None:
        while True:
            try:
                data = self._urgent.get_nowait()
            except Empty:
                return
            self._device.receive(data, self._clock.now())
