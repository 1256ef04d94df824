"""An emulator behind a real pseudo-terminal, driven by a plain sender: a line, then its ok."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
import serial

from firmware_proto.bench import Bench
from firmware_proto.faults import Fault
from firmware_proto.marlin import MarlinEmulator
from firmware_proto.pty_server import PtyServer
from firmware_proto.table import Place

PEGS: dict[str, Place] = {"A": (-100.0, 0.0, 0.0), "B": (0.0, 50.0, 0.0), "C": (100.0, 0.0, 0.0)}
LONGEST = 20.0  # seconds until a test that hangs fails


@contextmanager
def served(
    device: MarlinEmulator, speed: float = 0.0, hook: Callable[[], None] = lambda: None
) -> Iterator[str]:
    """A server at work in a thread; its port."""
    done = threading.Event()
    with PtyServer(device, speed, hook) as server:
        thread = threading.Thread(target=server.serve, args=(done.is_set,))
        thread.start()
        try:
            yield server.path
        finally:
            done.set()
            thread.join(LONGEST)
    assert not thread.is_alive()


@contextmanager
def opened(path: str) -> Iterator[serial.Serial]:
    with serial.Serial(path, 115200, timeout=LONGEST, write_timeout=LONGEST, exclusive=True) as port:
        yield port


def send(port: serial.Serial, *lines: str) -> list[str]:
    """Send lines, each after the ok of the one before; what came besides the oks."""
    heard = []
    for line in lines:
        port.write(line.encode() + b"\n")
        while (reply := port.readline().decode().strip()) != "ok":
            assert reply, f"no answer to {line}"
            heard.append(reply)
    return heard


def carry(source: str, lower: float, target: str, upper: float) -> list[str]:
    """Grip at height `lower` on one peg, let go at height `upper` on another."""
    (x, y, _), (u, v, _) = PEGS[source], PEGS[target]
    return [
        f"G1 X{x} Y{y} F20000", f"G1 Z{lower} F20000", "M400", "M106 S255", "G4 P300", "G1 Z60",
        f"G1 X{u} Y{v}", f"G1 Z{upper}", "M400", "M107", "G4 P300", "G1 Z60",
    ]  # fmt: skip


TWO_DISKS = [
    "G28",
    "G1 Z60 F20000",
    *carry("A", 20, "B", 10),
    *carry("A", 10, "C", 10),
    *carry("B", 10, "C", 20),
    "M400",
]


def bench() -> Bench:
    return Bench(PEGS, [10, 10], [30, 40], {"A": [2, 1]}, grip_settle=0.3, release_settle=0.3)


@pytest.mark.parametrize("speed", [0.0, 200.0])
def test_a_plain_sender_solves_a_tower_over_a_real_serial_port(speed: float) -> None:
    made = bench()
    with served(MarlinEmulator(bench=made), speed) as path, opened(path) as port:
        assert port.readline() == b"start\n"
        send(port, *TWO_DISKS)
    assert made.verdict("C") == (True, "all 2 disks stand on C")


def test_the_hook_sees_what_happens_while_it_happens() -> None:
    made, seen = bench(), set()
    with (
        served(MarlinEmulator(bench=made), hook=lambda: seen.add(made.stacks["C"])) as path,
        opened(path) as port,
    ):
        send(port, *TWO_DISKS)
    assert seen == {(), (2,), (2, 1)}


def test_opening_the_port_again_resets_the_board() -> None:
    with served(MarlinEmulator()) as path:
        with opened(path) as port:
            send(port, "G28")
            assert send(port, "G1 X10 F6000") == []
        said = b""
        while not said:  # a server that has not yet noticed the closing cannot notice the opening
            with opened(path) as port:
                port.timeout = 0.5
                said = port.readline()
                heard = send(port, "G1 X10 F6000")
        assert said == b"start\n"
        assert "echo:Home XYZ First" in heard


def test_a_sender_that_does_not_await_the_banner_is_heard_too() -> None:
    with served(MarlinEmulator()) as path, opened(path) as port:
        assert send(port, "M118 hello")[-1] == "hello"


def test_a_hang_up_takes_the_port_away() -> None:
    with served(MarlinEmulator(faults=[Fault("hangup", 1)])) as path, opened(path) as port:
        port.write(b"G21\n")
        with pytest.raises(OSError, match=r"readiness|Input/output|disconnected"):
            port.read_until(b"what never comes")


def test_much_talk_reaches_a_reader_that_comes_late() -> None:
    with served(MarlinEmulator()) as path, opened(path) as port:
        port.read_until(b"Loaded\n")
        port.write(b"M115\n" * 60 + b"M118 the end\n")
        heard = port.read_until(b"the end\n")
        assert heard.count(b"FIRMWARE_NAME") == 60


def test_closing_twice_is_no_harm() -> None:
    server = PtyServer(MarlinEmulator())
    server.close()
    server.close()
    server.serve(lambda: pytest.fail("a closed server asks nobody"))
