"""Runs measured on the emulated firmware's own clock, and how quick any arm with such limits could be."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from math import inf, sqrt
from pathlib import Path

from controller.app.arms import arm_lines, axes_of, firmware_of, path_planner
from controller.app.emulation import board_of
from controller.config import Config, load
from controller.drivers.arm import ArmDriver
from controller.events import Publisher
from controller.gcode.program import end_of, program
from controller.link.client import LinkClient
from controller.link.emulated import EmulatedTransport
from controller.model import Point, State, Step
from controller.motion.actions import Action, Grip, Release, Travel
from controller.motion.path import PathPlanner
from controller.planner import solve_between
from controller.testing import FakeClock
from firmware_proto.device import Board
from firmware_proto.live_motion import LivePlanner
from firmware_proto.motion import MotionPlanner, MotionSettings
from firmware_proto.points import Point as Place

TICK = 0.001
WINDOW = 20  # ticks, over which an acceleration is taken

REFERENCE = """
exhibit: Reference
tower: {{disks: {disks}, pegs: [A, B, C], start: A, goal: C}}
arm:
  firmware: grbl
  port: emulated
  pegs: {{A: {{x: 130, y: 115, z: 4}}, B: {{x: 190, y: 0, z: 4}}, C: {{x: 130, y: -115, z: 4}}}}
  disks: {{thickness: 9, diameters: {diameters}, pole_height: {pole}}}
  workspace: {{radius: [80, 320], z: [0, 200]}}
  park: {{x: 120, y: 0, z: 150}}
  motion: {{travel_speed: 200, lift_speed: 80, acceleration: 1200, clearance: 5}}
  gripper: {{grip_settle: 0.3, release_settle: 0.3, grip_depth: {depth}}}
"""


def reference(folder: Path, disks: int = 4, pole: float = 0) -> Config:
    """The job that cycle times are compared on; with poles it has fingers, 4 mm deep."""
    diameters = [30, 38, 46, 54] if disks == 4 else [22 + 4 * disk for disk in range(disks)]
    path = folder / f"reference-{disks}-{pole}.yaml"
    text = REFERENCE.format(disks=disks, diameters=diameters, pole=pole, depth=4 if pole else 0)
    path.write_text(text, encoding="utf-8")
    return load(str(path))


def planner_of(config: Config, arches: bool = True) -> PathPlanner:
    """Its paths as they are carried out, or with plain corners."""
    planner = path_planner(config)
    assert planner is not None
    if arches:
        return planner
    limits = replace(planner.limits, arches=False)
    return PathPlanner(planner.geometry, limits, planner.gripper, planner.axes)


def steps_of(config: Config) -> Iterator[Step]:
    """The run from start to goal."""
    state = config.tower.start_state()
    for number, move in enumerate(solve_between(state, config.tower.goal_state()), 1):
        yield Step(number, move, state)
        state = state.apply(move)


def actions_of(config: Config, planner: PathPlanner) -> list[Action]:
    """All that the arm is asked to do, from the park position to the park position."""
    at, actions = planner.geometry.park, list[Action]()
    for step in steps_of(config):
        actions += planner.carry(step, at)
        at = end_of(actions, at)
    return [*actions, *planner.park(config.tower.goal_state(), at)]


def at_a_safe_height(config: Config, planner: PathPlanner) -> list[Action]:
    """The same picks and places, each way by the height of the park position."""
    at, actions = planner.geometry.park, list[Action]()
    safe, limits, way = at.z, planner.limits, list[Travel]()
    for action in actions_of(config, planner):
        if isinstance(action, Travel):
            way.append(action)
            continue
        goal = way[-1].to
        up, over = (
            Travel(at._replace(z=safe), limits.lift_speed),
            Travel(goal._replace(z=safe), limits.travel_speed),
        )
        actions += [up, over, Travel(goal, limits.lift_speed), action]
        at, way = goal, []
    over = Travel(planner.geometry.park, limits.travel_speed)
    return [*actions, Travel(at._replace(z=safe), limits.lift_speed), over]


def emulated_seconds(config: Config, actions: list[Action], stops: bool = False) -> float:
    """What the emulated firmware's planner takes for `actions`; with `stops` it stands at each corner."""
    arm = config.arm
    assert arm is not None
    axes, at, machine = axes_of(arm), planner_of(config).geometry.park, _machine(config, stops)
    now = 0.0
    for action in actions:
        if isinstance(action, Travel):
            for to, speed, _ in axes.moves(at, action.to, action.speed):
                now = _until(machine, now, lambda: machine.has_room)
                machine.add(Place(*to), speed, now)
            at = action.to
        else:
            now = _until(machine, now, lambda: machine.idle) + action.settle
    return _until(machine, now, lambda: machine.idle)


def _machine(config: Config, stops: bool) -> MotionPlanner:
    """The planner of the config's emulator, at its park position."""
    at = Place(*axes_of(config.arm).reported(planner_of(config).geometry.park))
    grbl = config.arm.firmware == "grbl"
    machine = LivePlanner(at, 15) if grbl else MotionPlanner(at, 16, start_delay=0.0)
    machine.settings = _settings(config)
    if stops:
        machine.settings = replace(machine.settings, junction_deviation=0.0)
    return machine


def _settings(config: Config) -> MotionSettings:
    """How the config's emulator moves, in its own axes."""
    board = board_of(config)
    board.connect(0.0)
    board.transmit(1.0)
    return board.machine.motion.settings


def _until(machine: MotionPlanner, now: float, ready: Callable[[], bool]) -> float:
    """Let time pass until the machine is ready."""
    while not ready():
        if isinstance(machine, LivePlanner):
            machine.start(now)
        change = machine.next_change()
        assert change is not None
        now = change
        list(machine.advance(now))
    return now


class Watched:
    """A device between whose events no more than a tick passes; `places` of its machine at each tick."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self.places: list[Place] = []

    def connect(self, now: float) -> None:
        self._board.connect(now)

    def receive(self, data: bytes, now: float) -> None:
        self._board.receive(data, now)

    def transmit(self, now: float) -> bytes:
        said = self._board.transmit(now)
        if now >= self._due - 1e-9:
            self.places.append(self._board.machine.motion.position(now))
        return said

    def next_event(self) -> float:
        event = self._board.next_event()
        return self._due if event is None else min(event, self._due)

    @property
    def _due(self) -> float:
        return len(self.places) * TICK


@dataclass(frozen=True)
class Ride:
    """Where the machine's axes were at each tick of a whole run; `settles` are all its waits at grips."""

    places: list[Place]
    settles: float

    @property
    def seconds(self) -> float:
        """In motion and settling; what stopping and starting cost beyond that is left out."""
        return TICK * sum(a != b for a, b in pairwise(self.places)) + self.settles

    @property
    def stopping(self) -> float:
        """What all stops and starts have cost beyond that."""
        return TICK * (len(self.places) - 1) - self.seconds

    @property
    def pulls(self) -> tuple[float, ...]:
        """The highest acceleration of each axis over any 20 ms."""
        return tuple(max(map(abs, self._accelerations(axis))) for axis in range(3))

    def _accelerations(self, axis: int) -> Iterator[float]:
        speeds = [(b[axis] - a[axis]) / TICK for a, b in pairwise(self.places)]
        return ((b - a) / (WINDOW * TICK) for a, b in zip(speeds, speeds[WINDOW:], strict=False))


def ride(config: Config, arches: bool = True) -> Ride:
    """The whole run by the real driver, over the wire, on the emulated arm."""
    arm, planner, clock = config.arm, planner_of(config, arches), FakeClock()
    board = board_of(config, config.tower.start_state())
    device, publisher = Watched(board), Publisher()
    client = LinkClient(EmulatedTransport(device, clock), firmware_of(arm), clock, publisher)
    driver = ArmDriver(client, planner, arm_lines(arm), publisher, axes=axes_of(arm))
    driver.connect()
    begun, steps = len(device.places), list(steps_of(config))
    for step in steps:
        driver.execute(step)
    driver.rest()
    done, words = board.bench.verdict(config.tower.goal)
    assert done, words
    settles = len(steps) * (planner.gripper.grip_settle + planner.gripper.release_settle)
    return Ride(device.places[begun:], settles)


def sent(config: Config) -> list[Action]:
    """What the written program has the tip do, read back from its G1 lines, from the park position on."""
    arm, planner = config.arm, planner_of(config)
    gripping = iter([a for a in actions_of(config, planner) if isinstance(a, Grip | Release)])
    lines = list(program(firmware_of(arm), planner, arm_lines(arm), steps_of(config), axes_of(arm)))
    park = planner.geometry.park
    actions = list[Action]()
    for line in lines:
        words = {word[0]: word[1:] for word in line.split()}
        if words.get("G") == "1":
            place = Point(*(float(words.get(axis, at)) for axis, at in zip("XYZ", park, strict=True)))
            actions.append(Travel(place, float(words["F"]) / 60))
        elif words.get("M") in ("3", "5"):
            actions.append(next(gripping))
    at_park = next(i for i, action in enumerate(actions) if isinstance(action, Travel) and action.to == park)
    return actions[at_park + 1 :]


def bound(config: Config) -> float:
    """Seconds that no arm with these speeds and accelerations can beat, its legs one after the other.

    A leg takes the longer of the way across, of the slower axis from rest to rest, with the rise that frees
    it at each end; and of the way up and down again. To and from the park position it is height alone.
    """
    state, at, seconds = config.tower.start_state(), None, 0.0
    for step in steps_of(config):
        disk, source, target = step.move
        pick, place = _tip(config, state, disk, source), _tip(config, state, disk, target)
        seconds += _leg(config, at, pick, 0) + _leg(config, pick, place, disk)
        seconds += config.arm.gripper.grip_settle + config.arm.gripper.release_settle
        state, at = state.apply(step.move), place
    return seconds + _leg(config, at, None, 0)


def _tip(config: Config, state: State, disk: int, peg: int) -> Point:
    arm = config.arm
    foot = arm.pegs[config.tower.pegs[peg]]
    stack = sum(
        arm.disks.thicknesses()[d - 1]
        for d in range(disk, state.disks + 1)
        if d == disk or state.peg_of[d - 1] == peg
    )
    return Point(foot.x, foot.y, foot.z + stack - arm.gripper.grip_depth)


def _leg(config: Config, start: Point | None, end: Point | None, carried: int) -> float:
    arm, motion = config.arm, config.arm.motion
    park = arm.park.point()
    over_pole = -inf
    if start and end and arm.disks.pole_height:
        hanging = arm.disks.thicknesses()[carried - 1] - arm.gripper.grip_depth if carried else 0.0
        over_pole = arm.pegs[config.tower.pegs[0]].z + arm.disks.pole_height + motion.clearance + hanging
    ends = (start or park, end or park)
    top = max(over_pole, max(place.z for place in ends) + (motion.clearance if start and end else 0.0))
    up_and_down = sum(_rest_to_rest(top - place.z, motion.lift_speed, motion.acceleration) for place in ends)
    if not (start and end):
        return up_and_down
    across = max(
        _rest_to_rest(abs(a - b), motion.travel_speed, motion.acceleration)
        for a, b in zip(start[:2], end[:2], strict=True)
    )
    frees = sum(_rise(config, max(motion.clearance, over_pole - place.z)) for place in ends)
    return max(across + frees, up_and_down, *_joints(config, start, end))


def _rest_to_rest(way: float, speed: float, acceleration: float) -> float:
    if way <= speed**2 / acceleration:
        return 2 * sqrt(way / acceleration)
    return way / speed + speed / acceleration


def _rise(config: Config, way: float) -> float:
    """From rest through a height: within the clearance, as if no speed were too high."""
    motion = config.arm.motion
    freely = sqrt(2 * way / motion.acceleration)
    if way <= motion.clearance:
        return freely
    return max(freely, way / motion.lift_speed + motion.lift_speed / motion.acceleration / 2)


def _joints(config: Config, start: Point, end: Point) -> list[float]:
    """Each joint from rest to rest, where joints lead the tool."""
    if config.arm.joints() is None:
        return [0.0]
    axes, settings = axes_of(config.arm), _settings(config)
    turns = zip(axes.reported(start), axes.reported(end), settings.max_speed, strict=True)
    return [_rest_to_rest(abs(a - b), speed, settings.acceleration) for a, b, speed in turns]
