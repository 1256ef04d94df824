"""Hosts at an emulated board behind a real pseudo-terminal, each killed at a byte of its talk, or not."""

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

from firmware_proto.pty_server import PtyServer
from firmware_proto.wired_board import WiredBoard

SPEED = 200.0
"""How many times as fast as real time the board's time passes."""

LATER = 120.0
"""Seconds after which nothing stirs any more that a dead host has set going."""

PATIENCE = 240.0
"""Real seconds after which a host can only be stuck."""


class Wire:
    """A Device: `board`, and a count of the bytes that go by; `burn` is called once `fuse` of them have.

    What goes behind the last one does not arrive. `leap` lets time pass for the board alone.
    """

    def __init__(self, board: WiredBoard, burn: Callable[[], None]) -> None:
        self._board = board
        self._burn = burn
        self._fuse: int | None = None
        self.bytes = self.deliveries = 0
        self._leapt = self._now = 0.0

    def lay_fuse(self, fuse: int | None) -> None:
        """Count anew; None: all may pass."""
        self._fuse, self.bytes = fuse, 0

    def connect(self, now: float) -> None:
        self._board.connect(self._later(now))

    def receive(self, data: bytes, now: float) -> None:
        self.deliveries += 1
        self._board.receive(self._passing(data), self._later(now))

    def transmit(self, now: float) -> bytes:
        return self._passing(self._board.transmit(self._later(now)))

    def next_event(self) -> float | None:
        event = self._board.next_event()
        return None if event is None else event - self._leapt

    def leap(self, seconds: float) -> None:
        self._leapt += seconds
        self._board.receive(b"", self._now + seconds)

    def _later(self, now: float) -> float:
        self._now = now + self._leapt
        return self._now

    def _passing(self, data: bytes) -> bytes:
        left = None if self._fuse is None else max(0, self._fuse - self.bytes)
        self.bytes += len(data)
        if self._fuse is not None and self.bytes >= self._fuse:
            self._burn()
        return data[:left]


@dataclass(frozen=True, slots=True)
class Ended:
    """How a host has ended; `code` is negative where it was killed."""

    code: int
    said: str


class Desk:
    """One board, and one host after another, whose questions `answer` answers if `is_asked` says so."""

    def __init__(
        self, board: WiredBoard, is_asked: Callable[[str], bool], answer: Callable[[str], str]
    ) -> None:
        self.wire = Wire(board, self._kill)
        self.server = PtyServer(self.wire, SPEED)
        self._is_asked, self._answer = is_asked, answer
        self._host: subprocess.Popen[bytes] | None = None

    def run(self, arguments: list[str], fuse: int | None = None, last_question: int = 0) -> Ended:
        """Run a host to its end, which comes with the byte `fuse`, or before the answer to a question."""
        self.wire.lay_fuse(fuse)
        self._said, self._read, self._asked, self._last_question = b"", 0, 0, last_question
        self._stuck_at, self._quiet_at = time.monotonic() + PATIENCE, -1
        with subprocess.Popen(
            [sys.executable, "-m", "controller", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        ) as self._host:
            try:
                os.set_blocking(self._host.stdout.fileno(), False)
                self.server.serve(self._is_over)
            finally:
                self._host.kill()
        self.wire.leap(LATER)
        return Ended(self._host.returncode, self._said.decode())

    def close(self) -> None:
        self.server.close()

    def _kill(self) -> None:
        self._host.kill()

    def _is_over(self) -> bool:
        """Whether the host has ended, and all it has sent has been taken."""
        assert time.monotonic() < self._stuck_at, f"the host is stuck:\n{self._said.decode()}"
        self._listen()
        if self._host.poll() is None:
            return False
        before, self._quiet_at = self._quiet_at, self.wire.deliveries
        return before == self._quiet_at

    def _listen(self) -> None:
        while heard := self._host.stdout.read(4096):
            self._said += heard
        *lines, _ = self._said[self._read :].split(b"\n")
        for line in lines:
            self._read += len(line) + 1
            if self._is_asked(line.decode()):
                self._reply(line.decode())

    def _reply(self, question: str) -> None:
        answer = self._answer(question)
        self._asked += 1
        if self._asked == self._last_question:
            self._kill()
            return
        with contextlib.suppress(BrokenPipeError):  # it may have been killed meanwhile
            self._host.stdin.write(f"{answer}\n".encode())
            self._host.stdin.flush()
