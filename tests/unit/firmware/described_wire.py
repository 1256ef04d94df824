"""An arm of its own words on a wire in memory."""

from dataclasses import replace
from typing import Any

from emulator_wire import Wire

from firmware_proto.bench import Bench
from firmware_proto.described_arm import DescribedArmEmulator, Description
from firmware_proto.table import Place

TOWER_BOT = Description(
    ready="READY",
    identify="WHO",
    identity=r"TowerBot v\d+",
    home=("HOME Z", "HOME XY"),
    move="GO {x} {y} {z} AT {feed}",
    lift="UP {z} AT {feed}",
    dwell="SLEEP {milliseconds}",
    finished="SYNC",
    position="POS {x}/{y}/{z}",
    halt="STOP",
    ok=r"^DONE\b",
    error="^(FAIL|NO)",
    others=("MODE ABS",),
)
HOME = ("HOME Z", "HOME XY")
PEGS: dict[str, Place] = {"A": (100.0, 100.0, 0.0), "B": (200.0, 0.0, 0.0), "C": (100.0, -100.0, 0.0)}


def described(*, says: dict[str, Any] | None = None, **options: Any) -> Wire:
    """A freshly opened arm; `says`: what it says otherwise; the other keywords are the emulator's."""
    arm = replace(TOWER_BOT, **(says or {}))
    device = DescribedArmEmulator(arm, **{"grip": ["PUMP 1"], "release": ["PUMP 0"], **options})
    wire = Wire(device)
    wire.open()
    return wire


def homed(**options: Any) -> Wire:
    """An arm that has been homed."""
    wire = described(**options)
    for line in HOME:
        assert wire.say(line) == ["DONE"]
    return wire


def two_disks(**options: Any) -> Bench:
    """Disks 1 and 2 on A, 10 mm thick each; the gripper settles in 0.3 s."""
    return Bench(PEGS, [10, 10], [30, 40], {"A": [2, 1]}, grip_settle=0.3, release_settle=0.3, **options)
