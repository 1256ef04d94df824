"""Emulated arms with tags, or with lines that end with a carriage return, on wires in memory."""

from typing import Any

from emulator_wire import Wire

from firmware_proto.bench import Bench
from firmware_proto.community_arm import CommunityArmEmulator
from firmware_proto.device import Device
from firmware_proto.table import Place
from firmware_proto.uarm import UarmEmulator

PEGS: dict[str, Place] = {"A": (100.0, 100.0, 0.0), "B": (200.0, 0.0, 0.0), "C": (100.0, -100.0, 0.0)}


class ArmWire(Wire):
    """A host that ends its lines with both bytes, and takes what it hears without them."""

    def send(self, *lines: str) -> None:
        self.put("".join(line + "\r\n" for line in lines).encode("latin-1"))

    def _listen(self) -> list[str]:
        lines = [line.rstrip("\r") for line in super()._listen()]
        self.heard[len(self.heard) - len(lines) :] = lines
        return lines


def opened(device: Device) -> ArmWire:
    wire = ArmWire(device)
    wire.open()
    return wire


def uarm(**options: object) -> ArmWire:
    """A freshly opened uArm; keywords are the emulator's."""
    return opened(UarmEmulator(**options))


def community(**options: object) -> ArmWire:
    """A freshly opened community arm, placed in its first pose; keywords are the emulator's."""
    options.setdefault("initial", options.get("stands_at"))
    return opened(CommunityArmEmulator(**options))


def homed(**options: object) -> ArmWire:
    """A community arm that has been homed."""
    wire = community(**options)
    assert wire.say("G28")[-1] == "ok"
    return wire


def two_disks(**options: Any) -> Bench:
    """Disks 1 and 2 on A, 10 mm thick each; the gripper settles in 0.3 s."""
    return Bench(PEGS, [10, 10], [30, 40], {"A": [2, 1]}, grip_settle=0.3, release_settle=0.3, **options)
