"""Benches that are as imperfect as the config says the exhibit is."""

import random
from typing import Any

from controller.app.limp import limp
from controller.config import Arm
from controller.config.tolerances import Tolerances
from firmware_proto.bench import LANDING_TOLERANCE
from firmware_proto.imperfection import Chance, Imperfections
from firmware_proto.quick_bench import Pieces, QuickBench
from firmware_proto.seats import Seat


def seat_of(arm: Arm) -> Seat:
    """What centres the disks of the arm."""
    seat = arm.disks.seated()
    return Seat(seat.kind, seat.capture, seat.play)


def imperfections_of(tolerances: Tolerances) -> Imperfections:
    """The tolerances as the bench takes them, all disks being too thick: errors of one sign add up."""
    return Imperfections(
        picking=tolerances.picking,
        placing=tolerances.placing,
        thickness=tolerances.thickness,
        double_pick=tolerances.double_pick,
        late_release=tolerances.late_release,
        leak=tolerances.leak,
        sag=tolerances.sag,
    )


def is_cup(arm: Arm) -> bool:
    """Whether a suction cup carries, which keeps a disk as it was; fingers draw it to their middle."""
    return arm.gripper.grip_depth == 0 and arm.gripper.jaw is None


def bearable(arm: Arm) -> float:
    """How much too low or too high, mm, the gripper may come to a disk: a cup that presses on gives way."""
    return LANDING_TOLERANCE + arm.gripper.press


def pieces_of(arm: Arm) -> Pieces:
    """What is handled on the arm's table."""
    disks, off_axis = arm.disks, arm.tolerances.off_axis
    return Pieces(
        thickness=disks.thicknesses(),
        diameters=disks.diameters,
        off_axis=[min(off_axis, diameter / 2) for diameter in disks.diameters],
        seat=seat_of(arm),
        pole_height=disks.pole_height,
        centring=not is_cup(arm),
        press=bearable(arm),
    )


def imperfect_bench(arm: Arm, seed: int) -> dict[str, Any]:
    """What makes a Bench as imperfect as the arm is; the same seed is the same luck."""
    return {
        "seat": seat_of(arm),
        "axis_tolerance": arm.tolerances.off_axis,
        "imperfections": imperfections_of(arm.tolerances),
        "chance": random.Random(seed),
    }


def quick_bench(arm: Arm, stacks: tuple[tuple[int, ...], ...], chance: Chance) -> QuickBench:
    """The arm's table at the level of picks and places, the disks standing as in `stacks`."""
    return QuickBench(pieces_of(arm), stacks, imperfections_of(arm.tolerances), chance, limp(arm))
