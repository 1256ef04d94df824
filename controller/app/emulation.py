"""The far end of a dry run: an emulated board with the config's table, disks and gripper on its bench."""

import math
from collections.abc import Callable, Iterable
from dataclasses import asdict
from functools import partial
from typing import Any

from controller.app.imperfect import imperfect_bench
from controller.app.limp import limp_gripper_lines
from controller.config import Arm, Config, Tower
from controller.config.document import shown
from controller.config.kinematics import Kinematics
from controller.errors import UsageError
from controller.gcode.grip_check import GripQuestion
from controller.gcode.program import own_commands
from controller.model import Point as Tip
from controller.model import State
from firmware_proto.bench import Bench
from firmware_proto.described_arm import DescribedArmEmulator, Description
from firmware_proto.described_arm.samples import samples
from firmware_proto.emulators import EMULATORS
from firmware_proto.faults import Fault, parse_fault
from firmware_proto.forward_kinematics import JointedArm
from firmware_proto.gripped import Jaw
from firmware_proto.limits import DEFAULT_LIMITS, Limits
from firmware_proto.motion import MotionSettings
from firmware_proto.part_sensor import PartSensor
from firmware_proto.points import Point
from firmware_proto.wired_board import WiredBoard

LATENCY = 0.001  # seconds that each word of a board is on its way

# Who describes an arm that greets so describes the community robot arm, which has an emulator of its own.
_COMMUNITY_GREETING = "ROBOT ONLINE"


def bare_board(
    firmware: str, faults: Iterable[str] = (), latency: float = LATENCY, at: Tip | None = None
) -> WiredBoard:
    """A board with the usual reach and grip lines, and no disks to judge."""
    return EMULATORS[firmware].make(
        limits=DEFAULT_LIMITS, faults=_parsed(faults), latency=latency, stands_at=at
    )


def board_of(
    config: Config,
    state: State | None = None,
    faults: Iterable[str] = (),
    latency: float = LATENCY,
    at: Tip | None = None,
    imperfect: int | None = None,
) -> WiredBoard:
    """The board of the config's arm with the disks on its bench as in `state`; None: no disks on the table.

    `at`: where the tip stands, mm, whenever the port is opened, if not where it should; `imperfect`: the seed
    of the luck that the config's tolerances leave, None: all is exact. Raises UsageError where the config has
    no arm, it cannot stand there, a fault is not known, or nothing can play what the config describes.
    """
    arm = config.arm
    if arm is None:
        raise UsageError(f"{config.exhibit} has no arm; only an arm has a firmware to emulate.")
    return _board(arm, _bench(arm, config.tower, state, imperfect), faults, latency, at)


def empty_board(arm: Arm) -> WiredBoard:
    """The board of an arm at a table whose pegs nobody knows yet."""
    return _board(arm, None)


def why_not_emulated(arm: Arm) -> str | None:
    """Why there is no dry run of the firmware that the config describes, a sentence; None where there is."""
    try:
        empty_board(arm)
    except UsageError as error:
        return str(error)
    return None


def _board(
    arm: Arm,
    bench: Bench | None,
    faults: Iterable[str] = (),
    latency: float = LATENCY,
    at: Tip | None = None,
) -> WiredBoard:
    expected = _expected_place(arm)
    stands_at = _in_its_axes(arm, expected if at is None else _inside(arm, at))
    board = _maker(arm, _in_its_axes(arm, expected))(
        bench=bench,
        **_machine(arm),
        **_gripper(arm),
        faults=_parsed(faults),
        latency=latency,
        stands_at=stands_at,
    )
    board.machine.part_sensor = _part_sensor(arm.gripper.question())
    if arm.home.kind == "pose":
        board.placed_at = stands_at
    return board


def _part_sensor(question: GripQuestion | None) -> PartSensor | None:
    """A sensor in the gripper whose answers the question understands."""
    if question is None:
        return None
    held, empty = _answer(question, question.held, True), _answer(question, question.empty, False)
    return PartSensor(question.query, held, empty)


def _answer(question: GripQuestion, pattern: str, holding: bool) -> str:
    for text in samples(pattern):
        if question.holding(text) is holding:
            return text
    raise UsageError(
        f"arm.gripper.check cannot be emulated: no answer is found that only {shown(pattern)} fits; write it "
        "plainer, or try it on the arm in the air."
    )


def _maker(arm: Arm, expected: Point | None) -> Callable[..., WiredBoard]:
    """Makes the board of the config's firmware, built without end switches where a person homes it."""
    if arm.custom is None:
        emulated = EMULATORS[arm.firmware]
        return partial(emulated.make, **({} if arm.home.kind == "firmware" else emulated.without_endstops))
    if _COMMUNITY_GREETING in (arm.custom.ready or ""):
        return partial(EMULATORS["custom"].make, initial=expected)
    return partial(_described_board, _description(arm), initial=expected)


def _described_board(arm: Description, **build: Any) -> WiredBoard:
    try:
        return DescribedArmEmulator(arm, **build)
    except ValueError as error:
        raise UsageError(
            f"arm.custom cannot be emulated: {error}; write that plainer, or try it on the arm in the air."
        ) from error


def _description(arm: Arm) -> Description:
    """What the config's `custom:` says, as the emulator takes it: with all the lines that are ever sent."""
    assert arm.custom is not None
    said = asdict(arm.custom.description())
    del said["name"]
    own = [command.text for command in own_commands((*arm.startup, *arm.shutdown))]
    said["others"] = (*said.pop("startup"), *own)
    said["limp"] = [command.text for command in own_commands(limp_gripper_lines(arm))]
    if arm.home.kind == "none":
        said["home"] = ()
    return Description(**said)


def _gripper(arm: Arm) -> dict[str, object]:
    """The lines that work the gripper, as they are sent; those left out are the firmware's usual ones."""
    lines = {"grip": arm.gripper.grip, "release": arm.gripper.release}
    return {
        name: [command.text for command in own_commands(own)]
        for name, own in lines.items()
        if own is not None
    }


def _expected_place(arm: Arm) -> Tip | None:
    """Where the tip should stand as the port is opened; None: anywhere, for homing leads it home."""
    if arm.home.kind == "firmware":
        return None
    return arm.placed_at() or (arm.rest or arm.park).point()


def _inside(arm: Arm, at: Tip) -> Tip:
    if not _space(arm).holds(Point(*at)):
        raise UsageError(
            f"--at {at.x:g} {at.y:g} {at.z:g} is outside the arm's workspace; name a place inside it."
        )
    return at


def _in_its_axes(arm: Arm, tip: Tip | None) -> Point | None:
    joints = arm.joints()
    if tip is None:
        return None
    return Point(*(joints.inverse(tip) if joints else tip))


def _machine(arm: Arm) -> dict[str, object]:
    """How the machine moves, in its own coordinates: millimetres, or the degrees of its joints."""
    space = _space(arm)
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


def _space(arm: Arm) -> Limits:
    """Where the tip may be, mm."""
    return Limits(**arm.workspace.model_dump())


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


def _bench(arm: Arm, tower: Tower, state: State | None, imperfect: int | None) -> Bench:
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
        press=2 * arm.gripper.press,  # pressed on, a cup is in the middle of how far it gives way
        jaw=Jaw(jaw.open, jaw.finger) if jaw else None,
        **({} if imperfect is None else imperfect_bench(arm, imperfect)),
    )


def _parsed(faults: Iterable[str]) -> list[Fault]:
    try:
        return [parse_fault(text) for text in faults]
    except ValueError as error:
        raise UsageError(f"--fault: {error}") from error


def whereabouts(bench: Bench) -> str:
    """Where the disks are, as the bench sees them: no sentence yet."""
    stacks = {peg: stack for peg, stack in bench.stacks.items() if stack}
    words = " ".join(f"{peg}:{','.join(map(str, stack))}" for peg, stack in stacks.items())
    held = f", disk {bench.held} is in the gripper" if bench.held else ""
    return f"the disks stand {words or 'on no peg'}{held}"
