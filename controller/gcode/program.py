"""Actions become commands, a run becomes a program: the live arm and the written file say the same lines."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from controller.errors import UsageError
from controller.gcode.firmware import Command, Firmware
from controller.gcode.homing import OWN_HOMING, Homing, Known, OwnHoming, Placed, home_lines
from controller.gcode.numbers import number
from controller.model import Point, Step
from controller.motion.actions import Action, Grip, Lift, Release, Travel
from controller.motion.axes import CARTESIAN, Axes
from controller.motion.path import PathPlanner

# What a firmware may rightly need beyond the bare arithmetic of distance and speed: it may cap the speed.
_PATIENCE = 2.0
_HOMING_SECONDS = 60.0
_OWN_LINE_SECONDS = 10.0

# The longest that a line can become: its number late on a long day, its angle with sign and all decimals.
LATE_LINE = 9_999_999
LONGEST_ANGLE = Point(-300.0, -1.0, 0.0)


@dataclass(frozen=True, slots=True)
class ArmLines:
    """The lines an exhibit says for itself; `grip` and `release` None: the firmware's usual ones.

    In grip and release lines `{disk}`, `{diameter}` (mm) and `{angle}` (of the base, degrees) are filled in.
    """

    diameters: tuple[float, ...]
    startup: tuple[str, ...] = ()
    shutdown: tuple[str, ...] = ()
    homing: Homing = OWN_HOMING
    grip: tuple[str, ...] | None = None
    release: tuple[str, ...] | None = None


def opening_commands(firmware: Firmware, lines: ArmLines, axes: Axes = CARTESIAN) -> Iterator[Command]:
    """From the open port to an arm that knows where it is; lines that are locked out before that wait."""
    startup = list(own_commands(lines.startup))
    yield from (command for command in startup if firmware.unlocked(command.text))
    yield from (Command(text) for text in firmware.prelude)
    yield from (Command(text, _HOMING_SECONDS) for text in home_lines(firmware, lines.homing, axes))
    yield from (Command(text) for text in firmware.modes)
    yield from (command for command in startup if not firmware.unlocked(command.text))


def own_commands(texts: Iterable[str]) -> Iterator[Command]:
    """Lines out of a config, without their comments; empty ones are left out."""
    for text in texts:
        bare = text.partition(";")[0].strip()
        if bare:
            yield Command(bare, _OWN_LINE_SECONDS)


def check_lines(firmware: Firmware, lines: ArmLines, axes: Axes = CARTESIAN) -> None:
    """Raise UsageError for a line of the exhibit's own that the firmware could not read once filled in."""
    commands = [*opening_commands(firmware, lines, axes), *own_commands(lines.shutdown)]
    for disk in range(1, len(lines.diameters) + 1):
        for action in (Grip(disk, 0, 0.0), Release(disk, 0, 0.0)):
            commands += gripper_commands(firmware, lines, action, LONGEST_ANGLE)
    if question := firmware.holds(lines.grip or firmware.grip):
        commands.append(Command(question))
    for command in commands:
        firmware.frame(LATE_LINE, command.text)


def motion_commands(
    firmware: Firmware, axes: Axes, action: Lift | Travel, at: Point | None
) -> Iterator[Command]:
    """A straight line in as many commands as `axes` need for it; `at` None: how far it is, nobody knows."""
    if at is not None:
        for to, speed, seconds in axes.moves(at, end_of([action], at), action.speed):
            yield Command(firmware.travel(to, speed), _PATIENCE * seconds, queued=True)
    elif isinstance(action, Lift):
        yield Command(firmware.lift(action.z, action.speed), _HOMING_SECONDS, queued=True)
    else:
        yield Command(firmware.travel(action.to, action.speed), _HOMING_SECONDS, queued=True)


def gripper_commands(
    firmware: Firmware, lines: ArmLines, action: Grip | Release, at: Point
) -> Iterator[Command]:
    """The lines that close or open the gripper at rest in `at`, and the wait until it has settled."""
    if isinstance(action, Grip):
        texts = firmware.grip if lines.grip is None else lines.grip
    else:
        texts = firmware.release if lines.release is None else lines.release
    diameter = lines.diameters[action.disk - 1]
    yield from own_commands(filled(text, action.disk, diameter, at) for text in texts)
    if action.settle > 0:
        yield _wait(firmware, action.settle)


def _wait(firmware: Firmware, seconds: float) -> Command:
    if firmware.dwell is None:
        return Command("", seconds)
    return Command(firmware.dwell(seconds), _PATIENCE * seconds)


def filled(text: str, disk: int, diameter: float, at: Point) -> str:
    """A gripper's line for a disk, its diameter in mm, with the tip at a place."""
    # Not str.format: a firmware's own braces must come through as they stand.
    values = {
        "{disk}": str(disk),
        "{diameter}": number(diameter),
        "{angle}": number(math.degrees(math.atan2(at.y, at.x))),
    }
    for word, value in values.items():
        text = text.replace(word, value)
    return text


def end_of(actions: Iterable[Action], at: Point) -> Point:
    """Where the tool is once `actions`, begun at `at`, are done."""
    for action in actions:
        if isinstance(action, Travel):
            at = action.to
        elif isinstance(action, Lift):
            at = at._replace(z=action.z)
    return at


def program(
    firmware: Firmware,
    planner: PathPlanner,
    lines: ArmLines,
    steps: Iterable[Step],
    axes: Axes = CARTESIAN,
) -> Iterator[str]:
    """The whole run for any sender, line by line: homes, carries every step, parks; lazy, however long."""
    here = _place_after_opening(lines.homing, axes)
    for command in opening_commands(firmware, lines, axes):
        yield command.text
    for command in leaving_commands(firmware, axes, first_ways(planner, lines.homing, here), here):
        yield command.text
    at = planner.geometry.park
    for step in steps:
        actions = planner.carry(step, at)
        yield from _written(firmware, axes, lines, actions, at)
        at = end_of(actions, at)
        state = step.state.apply(step.move)
    if at != planner.geometry.park:
        yield from _written(firmware, axes, lines, planner.park(state, at), at)
    yield from _written(firmware, axes, lines, planner.lie_down(), planner.geometry.park)
    yield from firmware.drain
    for command in own_commands(lines.shutdown):
        yield command.text


def first_ways(planner: PathPlanner, homing: Homing, at: Point | None) -> list[Action]:
    """To the park position from `at`, where the opening lines leave the arm; None: not known."""
    if isinstance(homing, OwnHoming) or at is None:
        return planner.after_home(at)
    return planner.set_out(at)


def _place_after_opening(homing: Homing, axes: Axes) -> Point | None:
    match homing:
        case Placed(at):
            return at
        case Known() if axes.home is not None:
            raise UsageError(
                "Where the joints of this arm stand (home: none) only the arm can say, and no file can ask "
                "it; run it with `hanoi run`."
            )
        case Known():
            return None
    return axes.home


def leaving_commands(
    firmware: Firmware, axes: Axes, actions: Iterable[Action], at: Point | None
) -> Iterator[Command]:
    """The ways of `actions`, begun at `at`; None: where the arm stands after homing nobody knows."""
    for action in actions:
        if isinstance(action, Lift | Travel):
            yield from motion_commands(firmware, axes, action, at)
            at = at and end_of([action], at)


def _written(
    firmware: Firmware, axes: Axes, lines: ArmLines, actions: Iterable[Action], at: Point
) -> Iterator[str]:
    for action in actions:
        if isinstance(action, Grip | Release):
            yield from firmware.drain
            for command in gripper_commands(firmware, lines, action, at):
                if command.text:
                    yield command.text
        else:
            for command in motion_commands(firmware, axes, action, at):
                yield command.text
        at = end_of([action], at)
