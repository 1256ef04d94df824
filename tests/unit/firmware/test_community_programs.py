"""The right program solves a tower on a community arm, over a serial port too; wrong ones are told."""

import pytest
import serial
from arm_wires import PEGS, homed, two_disks
from test_emulator_behind_a_pty import opened, served

from firmware_proto.community_arm import CommunityArmEmulator

PLACED = (100.0, 0.0, 60.0)


def carry(source: str, lower: float, target: str, upper: float) -> list[str]:
    """Grip at height `lower` on one peg, let go at height `upper` on another."""
    (x, y, _), (u, v, _) = PEGS[source], PEGS[target]
    return [
        f"G1 X{x} Y{y} F200", f"G1 Z{lower} F80", "M1", "G4 S0.3", "G1 Z60 F80",
        f"G1 X{u} Y{v} F200", f"G1 Z{upper} F80", "M2", "G4 S0.3", "G1 Z60 F80",
    ]  # fmt: skip


PROGRAM = [
    "G28",
    "G90",
    *carry("A", 20, "B", 10),
    *carry("A", 10, "C", 10),
    *carry("B", 10, "C", 20),
    "M114",
]


def verdict(program: list[str]) -> tuple[bool, str]:
    bench = two_disks()
    wire = homed(bench=bench, stands_at=PLACED)
    for line in program:
        wire.say(line)
    return bench.verdict("C")


def test_the_right_program_solves_the_tower_on_a_community_arm() -> None:
    assert verdict(PROGRAM) == (True, "all 2 disks stand on C")


@pytest.mark.parametrize(
    ("line", "instead", "told"),
    [
        (3, "G1 Z30 F80", "closes on nothing"),
        (4, "M106 S255", "not all disks stand on C"),
        (5, "G4 P300", "too early after gripping"),
        (7, "G1 X900 Y0 F200", "leads out of reach"),
        (8, "G1 Z14 F80", "dropped from 4.0 mm"),
        (6, "G28", "homes with disk 1 in the gripper"),
        (6, "M18", "motors go off with disk 1"),
    ],
)
def test_a_wrong_line_is_told_on_a_community_arm(line: int, instead: str, told: str) -> None:
    done, words = verdict([*PROGRAM[:line], instead, *PROGRAM[line + 1 :]])
    assert not done
    assert told in words


def send(port: serial.Serial, *lines: str) -> None:
    """Send lines, each after the ok of the one before."""
    for line in lines:
        port.write(f"{line}\r\n".encode())
        while (reply := port.readline().decode().strip()) != "ok":
            assert reply, f"no answer to {line}"


def test_a_plain_sender_solves_a_tower_on_a_community_arm_over_a_real_serial_port() -> None:
    bench = two_disks()
    device = CommunityArmEmulator(bench=bench, initial=PLACED)
    with served(device, 0.0) as path, opened(path) as port:
        port.read_until(b"CALIBRATE\r\n")
        send(port, *PROGRAM)
    assert bench.verdict("C") == (True, "all 2 disks stand on C")
