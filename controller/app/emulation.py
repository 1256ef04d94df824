"""The far end of a dry run: an emulated board with the config's table, disks and gripper on its bench."""

import math
from collections.abc import Callable, Iterable

from controller.config import Arm, Config, Tower
from controller.config.kinematics import Kinematics
from controller.errors import UsageError
from controller.model import State
from firmware_proto.bench import Bench
from firmware_proto.community_arm import CommunityArmEmulator
from firmware_proto.device import Board
from firmware_proto.faults import Fault, parse_fault
from firmware_proto.forward_kinematics import JointedArm
from firmware_proto.grbl import GrblEmulator
from firmware_proto.grbl.session import GrblBuild
from firmware_proto.limits import DEFAULT_LIMITS, Limits
from firmware_proto.marlin import MarlinEmulator
from firmware_proto.marlin.session import MarlinBuild
from firmware_proto.motion import MotionSettings
from firmware_proto.points import Point
from firmware_proto.uarm import UarmEmulator

EMULATORS: dict[str, Callable[..., Board]] = {
    "marlin": MarlinEmulator,
    "grbl": GrblEmulator,
    "uarm": UarmEmulator,
    "custom": CommunityArmEmulator,
}

LATENCY = 0.001  # seconds that each word of a board is on its way

# An arm that is homed by hand or not at all has no end switches, and its firmware is built and set so.
_UNHOMED: dict[str, dict[str, object]] = {
    "marlin": {"build": MarlinBuild(needs_homing=False)},
    "grbl": {"build": GrblBuild(settings={20: 0, 22: 0})},
}


def bare_board(firmware: str, faults: Iterable[str] = (), latency: float = LATENCY) -> Board:
    """A board with the usual reach and grip lines, and no disks to judge."""
    return EMULATORS[firmware](limits=DEFAULT_LIMITS, faults=_parsed(faults), latency=latency)


def board_of(
    config: Config, state: State | None = None, faults: Iterable[str] = (), latency: float = LATENCY
) -> Board:
    """The board of the config's arm with the disks on its bench as in `state`; None: no disks on the table.

    Raises UsageError where the config has no arm or a fault is not known.
    """
    arm = config.arm
    if arm is None:
        raise UsageError(f"{config.exhibit} has no arm; only an arm has a firmware to emulate.")
    return _board(arm, _bench(arm, config.tower, state), faults, latency)


def empty_board(arm: Arm) -> Board:
    """The board of an arm at a table whose pegs nobody knows yet."""
    return _board(arm, None)


def _board(arm: Arm, bench: Bench | None, faults: Iterable[str] = (), latency: float = LATENCY) -> Board:
    lines = {name: value for name in ("grip", "release") if (value := getattr(arm.gripper, name)) is not None}
    return EMULATORS[arm.firmware](
        bench=bench,
        **_machine(arm),
        **_power_on(arm),
        faults=_parsed(faults),
        latency=latency,
        **lines,
    )


def _power_on(arm: Arm) -> dict[str, object]:
    """Where the arm stands as its port is opened, and a build that moves from there without homing."""
    if arm.home.kind == "firmware":
        return {}
    place = arm.placed_at() or (arm.rest or arm.park).point()
    joints = arm.joints()
    return {"stands_at": joints.inverse(place) if joints else place, **_UNHOMED.get(arm.firmware, {})}


def _machine(arm: Arm) -> dict[str, object]:
    """How the machine moves, in its own coordinates: millimetres, or the degrees of its joints."""
    space = Limits(**arm.workspace.model_dump())
    if arm.kinematics is None:
        return {"limits": space, "settings": MotionSettings(acceleration=arm.motion.acceleration)}
    limits, speeds = arm.kinematics.limits, arm.kinematics.max_speed
    home = Point(*arm.kinematics.home.joints())
    reach = math.hypot(arm.park.x, arm.park.y)  # where the arm works, more or less
    return {
        "limits": Limits(x=limits.base, y=limits.shoulder, z=limits.elbow, at_home=home),
        "settings": MotionSettings(
            max_speed=Point(speeds.base, speeds.shoulder, speeds.elbow),
            acceleration=math.degrees(arm.motion.acceleration / reach),
        ),
        "linkage": linkage_of(arm.kinematics),
        "workspace": space,
    }


def linkage_of(arm: Kinematics) -> JointedArm:
    """The config's joints as the emulated machine has them."""
    zero, direction = arm.zero, arm.direction
    return JointedArm(
        level_forearm=arm.kind == "parallel",
        column=arm.base_height,
        ahead=arm.shoulder_offset,
        upper_arm=arm.upper_arm,
        forearm=arm.forearm,
        tool_out=arm.tool.reach,
        tool_down=arm.tool.drop,
        zero=(zero.base, zero.shoulder, zero.elbow),
        direction=(direction.base, direction.shoulder, direction.elbow),
        opening=arm.limits.between,
    )


def _bench(arm: Arm, tower: Tower, state: State | None) -> Bench:
    stacks = state.stacks if state is not None else ((),) * len(tower.pegs)
    pegs = {name: arm.pegs[name] for name in tower.pegs}
    jaw = arm.gripper.jaw
    return Bench(
        {name: peg.point() for name, peg in pegs.items()},
        arm.disks.thicknesses(),
        arm.disks.diameters,
        dict(zip(tower.pegs, stacks, strict=True)),
        pole_height=arm.disks.pole_height,
        grip_depth=arm.gripper.grip_depth,
        grip_settle=arm.gripper.grip_settle,
        release_settle=arm.gripper.release_settle,
        tops={name: peg.top.point() for name, peg in pegs.items() if peg.top},
        press=arm.gripper.press,
        jaw=jaw.open + 2 * jaw.finger if jaw else 0.0,
    )


def _parsed(faults: Iterable[str]) -> list[Fault]:
    try:
        return [parse_fault(text) for text in faults]
    except ValueError as error:
        raise UsageError(f"--fault: {error}") from error
