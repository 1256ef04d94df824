"""Actions become commands, a run becomes a program: the live arm and the written file say the same lines."""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from controller.gcode.firmware import Command, Firmware
from controller.gcode.numbers import number
from controller.model import Point, Step
from controller.motion.actions import Action, Grip, Lift, Release, Travel
from controller.motion.path import PathPlanner

# What a firmware may rightly need beyond the bare arithmetic of distance and speed: it may cap the speed.
_PATIENCE = 2.0
_HOMING_SECONDS = 60.0
_OWN_LINE_SECONDS = 10.0

# The longest that a line can become: its number late on a long day, its angle with sign and all decimals.
_LATE_LINE = 9_999_999
_LONGEST_ANGLE = Point(-300.0, -1.0, 0.0)


@dataclass(frozen=True, slots=True)
class ArmLines:
    """The lines an exhibit says for itself; `home`, `grip` and `release` None: the firmware's usual ones.

    In grip and release lines `{disk}`, `{diameter}` (mm) and `{angle}` (of the base, degrees) are filled in.
    """

    diameters: tuple[float, ...]
    startup: tuple[str, ...] = ()
    shutdown: tuple[str, ...] = ()
    home: tuple[str, ...] | None = None
    grip: tuple[str, ...] | None = None
    release: tuple[str, ...] | None = None


def opening_commands(firmware: Firmware, lines: ArmLines) -> Iterator[Command]:
    """From the open port to an arm that knows where it is."""
    yield from own_commands(lines.startup)
    yield from (Command(text) for text in firmware.prelude)
    home = firmware.home if lines.home is None else lines.home
    yield from (Command(text, _HOMING_SECONDS) for text in home)


def own_commands(texts: Iterable[str]) -> Iterator[Command]:
    """Lines out of a config, without their comments; empty ones are left out."""
    for text in texts:
        bare = text.partition(";")[0].strip()
        if bare:
            yield Command(bare, _OWN_LINE_SECONDS)


def check_lines(firmware: Firmware, lines: ArmLines) -> None:
    """Raise UsageError for a line of the exhibit's own that the firmware could not read once filled in."""
    commands = [*opening_commands(firmware, lines), *own_commands(lines.shutdown)]
    for disk in range(1, len(lines.diameters) + 1):
        for action in (Grip(disk, 0, 0.0), Release(disk, 0, 0.0)):
            commands += gripper_commands(firmware, lines, action, _LONGEST_ANGLE)
    for command in commands:
        firmware.frame(_LATE_LINE, command.text)


def motion_command(firmware: Firmware, action: Lift | Travel, at: Point | None) -> Command:
    """One straight line; it takes its time from the distance, which is unknown where `at` is None."""
    if isinstance(action, Lift):
        text = firmware.lift(action.z, action.speed)
        distance = None if at is None else abs(action.z - at.z)
    else:
        text = firmware.travel(action.to, action.speed)
        distance = None if at is None else math.dist(at, action.to)
    seconds = _HOMING_SECONDS if distance is None else _PATIENCE * distance / action.speed
    return Command(text, seconds)


def gripper_commands(
    firmware: Firmware, lines: ArmLines, action: Grip | Release, at: Point
) -> Iterator[Command]:
    """The lines that close or open the gripper at rest in `at`, and the wait until it has settled."""
    if isinstance(action, Grip):
        texts = firmware.grip if lines.grip is None else lines.grip
    else:
        texts = firmware.release if lines.release is None else lines.release
    # Not str.format: a firmware's own braces must come through as they stand.
    filled = {
        "{disk}": str(action.disk),
        "{diameter}": number(lines.diameters[action.disk - 1]),
        "{angle}": number(math.degrees(math.atan2(at.y, at.x))),
    }
    yield from own_commands(_replaced(text, filled) for text in texts)
    if action.settle > 0:
        yield Command(firmware.dwell(action.settle), _PATIENCE * action.settle)


def _replaced(text: str, values: Mapping[str, str]) -> str:
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
    firmware: Firmware, planner: PathPlanner, lines: ArmLines, steps: Iterable[Step]
) -> Iterator[str]:
    """The whole run for any sender, line by line: homes, carries every step, parks; lazy, however long."""
    for command in opening_commands(firmware, lines):
        yield command.text
    for action in planner.after_home(None):
        if isinstance(action, Lift | Travel):
            yield motion_command(firmware, action, None).text
    at = planner.geometry.park
    for step in steps:
        actions = planner.carry(step, at)
        yield from _written(firmware, lines, actions, at)
        at = end_of(actions, at)
        state = step.state.apply(step.move)
    if at != planner.geometry.park:
        yield from _written(firmware, lines, planner.park(state, at), at)
    yield firmware.drain
    for command in own_commands(lines.shutdown):
        yield command.text


def _written(firmware: Firmware, lines: ArmLines, actions: Iterable[Action], at: Point) -> Iterator[str]:
    for action in actions:
        if isinstance(action, Grip | Release):
            yield firmware.drain
            for command in gripper_commands(firmware, lines, action, at):
                yield command.text
        else:
            yield motion_command(firmware, action, at).text
        at = end_of([action], at)
