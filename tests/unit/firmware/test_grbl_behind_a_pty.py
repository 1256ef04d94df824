"""An emulated GRBL behind a real pseudo-terminal, driven by a plain sender that counts characters."""

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import serial

from firmware_proto.bench import Bench
from firmware_proto.grbl import GrblEmulator
from firmware_proto.pty_server import PtyServer
from firmware_proto.table import Place

PEGS: dict[str, Place] = {"A": (-100.0, 0.0, 0.0), "B": (0.0, 50.0, 0.0), "C": (100.0, 0.0, 0.0)}
LONGEST = 20.0  # seconds until a test that hangs fails


@contextmanager
def served(device: GrblEmulator, speed: float) -> Iterator[serial.Serial]:
    """A server at work in a thread, and its port opened."""
    done = threading.Event()
    with PtyServer(device, speed) as server:
        thread = threading.Thread(target=server.serve, args=(done.is_set,))
        thread.start()
        try:
            with serial.Serial(server.path, 115200, timeout=LONGEST, write_timeout=LONGEST) as port:
                yield port
        finally:
            done.set()
            thread.join(LONGEST)


def stream(port: serial.Serial, lines: list[str]) -> list[str]:
    """Send lines, never more on their way than the device can hold; their answers."""
    answers, flight, waiting = [], deque[int](), deque(line.encode() + b"\n" for line in lines)
    while waiting or flight:
        while waiting and sum(flight) + len(waiting[0]) <= 128:
            port.write(waiting[0])
            flight.append(len(waiting.popleft()))
        answer = port.readline().decode().strip()
        assert answer, f"no answer after {len(answers)} of {len(lines)}"
        answers.append(answer)
        flight.popleft()
    return answers


def carry(source: str, lower: float, target: str, upper: float) -> list[str]:
    """Grip at height `lower` on one peg, let go at height `upper` on another."""
    (x, y, _), (u, v, _) = PEGS[source], PEGS[target]
    return [
        f"G1 X{x} Y{y} F20000", f"G1 Z{lower}", "M3 S1000", "G4 P0.3", "G1 Z60",
        f"G1 X{u} Y{v}", f"G1 Z{upper}", "M5", "G4 P0.3", "G1 Z60",
    ]  # fmt: skip


TWO_DISKS = [
    "G21",
    "G90",
    "G1 Z60 F20000",
    *carry("A", 20, "B", 10),
    *carry("A", 10, "C", 10),
    *carry("B", 10, "C", 20),
    "G4 P0",
]


@pytest.mark.parametrize("speed", [0.0, 200.0])
def test_a_plain_sender_solves_a_tower_over_a_real_serial_port(speed: float) -> None:
    bench = Bench(PEGS, [10, 10], [30, 40], {"A": [2, 1]}, grip_settle=0.3, release_settle=0.3)
    with served(GrblEmulator(bench=bench), speed) as port:
        assert [port.readline() for _ in range(3)][1].startswith(b"Grbl 1.1h")
        assert stream(port, ["$H"]) == ["ok"]
        assert stream(port, TWO_DISKS) == ["ok"] * len(TWO_DISKS)
        port.write(b"?")
        assert port.readline().startswith(b"<Idle|MPos:100.000,0.000,60.000|")
    assert bench.verdict("C") == (True, "all 2 disks stand on C")
