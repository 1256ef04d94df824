"""A bare host with a clock of its own, at the near end of a wire in memory."""

from collections.abc import Callable
from functools import reduce
from operator import xor

from firmware_proto.device import Device


class Wire:
    """A host without any protocol: it sends what it is told and hears what comes, on a clock of its own."""

    def __init__(self, device: Device) -> None:
        self.device = device
        self.now = 0.0
        self.heard: list[str] = []
        self._tail = b""

    def open(self) -> list[str]:
        self.device.connect(self.now)
        return self.settle()

    def put(self, data: bytes) -> None:
        self.device.receive(data, self.now)

    def send(self, *lines: str) -> None:
        self.put("".join(line + "\n" for line in lines).encode("latin-1"))

    def wait(self, seconds: float) -> list[str]:
        """Let time pass; what has been said meanwhile."""
        return self._until(self.now + seconds)

    def settle(self, patience: float = 3600.0) -> list[str]:
        """Let time pass until nothing more will happen by itself."""
        lines = self._listen()
        end = self.now + patience
        while (event := self.device.next_event()) is not None and event <= end:
            lines += self._until(max(event, self.now))
        return lines

    def say(self, *lines: str) -> list[str]:
        """Send lines and hear everything that follows."""
        self.send(*lines)
        return self.settle()

    def until_ok(self, line: str) -> list[str]:
        """Send a line and let time pass up to its ok."""
        self.send(line)
        lines = self._listen()
        while "ok" not in lines:
            event = self.device.next_event()
            assert event is not None, f"{line} gets no ok after {lines}"
            lines += self._until(max(event, self.now))
        return lines

    def _until(self, end: float) -> list[str]:
        """Stop at each event on the way, as a host that listens does."""
        lines = []
        while (event := self.device.next_event()) is not None and event < end:
            self.now = max(event, self.now + 1e-9)
            lines += self._listen()
        self.now = max(end, self.now)
        return lines + self._listen()

    def _listen(self) -> list[str]:
        *whole, self._tail = (self._tail + self.device.transmit(self.now)).split(b"\n")
        lines = [line.decode("latin-1").removesuffix("\r") for line in whole]
        self.heard += lines
        return lines


def numbered(number: int, command: str) -> str:
    body = f"N{number} {command}"
    return f"{body}*{reduce(xor, body.encode('latin-1'))}"


MakeWire = Callable[..., Wire]
