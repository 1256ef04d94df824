"""The right program solves a tower on the emulated uArm, over a serial port too; wrong ones are told."""

import pytest
import serial
from arm_wires import PEGS, two_disks, uarm
from test_emulator_behind_a_pty import opened, served

from firmware_proto.bench import Bench
from firmware_proto.uarm import UarmEmulator


def carry(source: str, lower: float, target: str, upper: float) -> list[str]:
    """Grip at height `lower` on one peg, let go at height `upper` on another."""
    (x, y, _), (u, v, _) = PEGS[source], PEGS[target]
    return [
        f"G1 X{x} Y{y} F20000", f"G1 Z{lower}", "M2231 V1", "G2004 P300", "G1 Z60",
        f"G1 X{u} Y{v}", f"G1 Z{upper}", "M2231 V0", "G2004 P300", "G1 Z60",
    ]  # fmt: skip


PROGRAM = [
    "M2400 S0",
    "G1 Z60 F20000",
    *carry("A", 20, "B", 10),
    *carry("A", 10, "C", 10),
    *carry("B", 10, "C", 20),
]


def verdict(program: list[str]) -> tuple[bool, str]:
    bench = two_disks()
    wire = uarm(bench=bench)
    for number, line in enumerate(program):
        wire.say(f"#{number} {line}")
    return bench.verdict("C")


def test_the_right_program_solves_the_tower_on_uarm() -> None:
    assert verdict(PROGRAM) == (True, "all 2 disks stand on C")


@pytest.mark.parametrize(
    ("line", "instead", "told"),
    [
        (3, "G1 Z30", "closes on nothing"),
        (5, "G2004 P100", "too early after gripping"),
        (7, "G1 X900 Y0", "leads where the arm cannot reach"),
        (8, "G1 Z14", "dropped from 4.0 mm"),
        (4, "M2231 V0", "not all disks stand on C"),
    ],
)
def test_a_wrong_line_is_told_on_uarm(line: int, instead: str, told: str) -> None:
    done, words = verdict([*PROGRAM[:line], instead, *PROGRAM[line + 1 :]])
    assert not done
    assert told in words


def test_a_program_that_awaits_nothing_is_told() -> None:
    bench = two_disks()
    wire = uarm(bench=bench)
    for number, line in enumerate(PROGRAM[:5]):
        wire.send(f"#{number} {line}")
    wire.settle()
    assert "before motion has ended" in bench.faults[0]


def send(port: serial.Serial, *lines: str) -> list[str]:
    """Send lines, each after the answer to the one before; the answers without their tags."""
    answers = []
    for number, line in enumerate(lines):
        port.write(f"#{number} {line}\n".encode())
        while not (reply := port.readline().decode().strip()).startswith(f"${number}"):
            assert reply, f"no answer to {line}"
        answers.append(reply.removeprefix(f"${number} "))
    return answers


def solve(bench: Bench, speed: float) -> None:
    with served(UarmEmulator(bench=bench), speed) as path, opened(path) as port:
        port.read_until(b"@1\n")
        assert send(port, *PROGRAM) == ["ok"] * len(PROGRAM)


def test_a_plain_sender_solves_a_tower_on_uarm_over_a_real_serial_port() -> None:
    bench = two_disks()
    solve(bench, speed=0.0)
    assert bench.verdict("C") == (True, "all 2 disks stand on C")
