"""What the tests hold a Marlin to be: numbers, checksums, one `ok` a line; written from PROTOCOL.md alone."""

from collections import deque
from collections.abc import Callable
from functools import reduce


def checksum(body: str) -> int:
    return reduce(lambda left, right: left ^ right, body.encode())


class ModelMarlin:
    """Carries lines out in order and remembers them; the wires to and from it may lose what they like.

    `inbound` and `outbound` map a line to the lines that arrive in its place. A line takes `seconds`.
    """

    def __init__(
        self,
        inbound: Callable[[str], list[str]] = lambda line: [line],
        outbound: Callable[[str], list[str]] = lambda line: [line],
        resend_ok: bool = True,
        seconds: float = 0.0,
    ) -> None:
        self.executed: list[str] = []
        self.most_in_flight = 0
        self._inbound, self._outbound = inbound, outbound
        self._resend_ok = resend_ok
        self._seconds = seconds
        self._last = 0
        self._partial = b""
        self._said = ""
        self._working: deque[tuple[float, str]] = deque()  # (done at, command)

    def connect(self, now: float) -> None:
        self._last = 0
        self._say("start", now)

    def receive(self, data: bytes, now: float) -> None:
        *lines, self._partial = (self._partial + data).split(b"\n")
        for line in lines:
            for arrived in self._inbound(line.decode("latin-1")):
                self._take(arrived, now)

    def transmit(self, now: float) -> bytes:
        while self._working and self._working[0][0] <= now:
            self._finish(self._working.popleft()[1], now)
        said, self._said = self._said, ""
        return said.encode("latin-1")

    def next_event(self) -> float | None:
        return self._working[0][0] if self._working else None

    def _take(self, line: str, now: float) -> None:
        if not line:
            return
        body, star, given = line.rpartition("*")
        number, _, command = body.removeprefix("N").partition(" ")
        if not (star and number.isdigit() and given == str(checksum(body))):
            self._want("checksum mismatch", now)
        elif command == "M110 N0":
            self._last = 0
            self._start(command, now)
        elif int(number) != self._last + 1:
            self._want("Line Number is not Last Line Number+1", now)
        else:
            self._last += 1
            self._start(command, now)

    def _start(self, command: str, now: float) -> None:
        start = max(now, self._working[-1][0]) if self._working else now
        self._working.append((start + self._seconds, command))
        self.most_in_flight = max(self.most_in_flight, len(self._working))

    def _want(self, error: str, now: float) -> None:
        self._say(f"Error:{error}, Last Line: {self._last}", now)
        self._say(f"Resend: {self._last + 1}", now)
        if self._resend_ok:
            self._say("ok", now)

    def _finish(self, command: str, now: float) -> None:
        self.executed.append(command)
        if command == "M114":
            self._say("X:1.00 Y:2.00 Z:3.00 E:0.00 Count X:80 Y:160 Z:1200", now)
        if command == "M115":
            self._say("FIRMWARE_NAME:Marlin 2.1.2 (Jan  1 2025) SOURCE_CODE_URL:example.org", now)
        self._say("ok", now)

    def _say(self, text: str, now: float) -> None:
        self._said += "".join(f"{line}\n" for line in self._outbound(text))
