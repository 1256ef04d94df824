"""The arm: steps become motion, and are done once the firmware has proven that motion has ended."""

import logging
import math
from collections.abc import Iterable, Iterator, Sequence

from controller.errors import DeviceFault, HanoiError, NothingGripped, PersonNeeded, UnsafeSettings
from controller.events import ArmTravelling, DiskGripped, DiskReleased, Noted, Publisher
from controller.gcode.firmware import Command
from controller.gcode.program import (
    ArmLines,
    check_lines,
    end_of,
    gripper_commands,
    leaving_commands,
    motion_commands,
    opening_commands,
    own_commands,
)
from controller.link.client import LinkClient
from controller.model import Point, State, Step
from controller.motion.actions import Action, Grip, Lift, Release, Travel
from controller.motion.axes import CARTESIAN, Axes
from controller.motion.path import PathPlanner

# Farther than this from where it was sent, in mm, the arm has left a move out or cut it short.
_TOLERANCE = 0.5

_log = logging.getLogger(__name__)


class ArmDriver:
    """Carries disks with an arm behind `client`. With `air` it travels the same ways and grips nothing.

    Nothing moves while the position is in doubt: before `connect`, after a fault, after a halt.
    """

    def __init__(
        self,
        client: LinkClient,
        planner: PathPlanner,
        lines: ArmLines,
        publisher: Publisher,
        air: bool = False,
        axes: Axes = CARTESIAN,
    ) -> None:
        self._client = client
        self._firmware = client.firmware
        self._planner = planner
        self._lines = lines
        self._publisher = publisher
        self._air = air
        self._axes = axes
        self._at: Point | None = None  # None: in doubt
        self._state: State | None = None  # None: parked since homing

    def connect(self) -> None:
        """Open, identify, home, and go to the park position; UsageError for lines that cannot be sent."""
        self._at = self._state = None
        check_lines(self._firmware, self._lines)
        self._client.connect()
        self._review_firmware()
        self._client.run(opening_commands(self._firmware, self._lines))
        self._leave_home(self._where())

    def execute(self, step: Step) -> None:
        """Carry the disk over; returns when it has been let go and has settled."""
        at = self._leave_known_place()
        self._perform(self._planner.carry(step, at), at)
        self._state = step.state.apply(step.move)

    def rest(self) -> None:
        """Go to the park position."""
        at = self._leave_known_place()
        self._perform([] if self._state is None else self._planner.park(self._state, at), at)

    def halt(self) -> None:
        """Stop motion now and keep holding; from any thread."""
        self._client.halt()

    def close(self) -> None:
        """Say the exhibit's last lines if all is well, and let the port go."""
        if self._at is not None and self._lines.shutdown:
            self._say_last_lines()
        self._at = self._state = None
        self._client.close()

    def _say_last_lines(self) -> None:
        try:
            self._client.run(own_commands(self._lines.shutdown))
        except HanoiError as error:
            _log.warning("The shutdown lines were not all sent: %s", error)

    def _leave_known_place(self) -> Point:
        """Where the arm is; from here until it has arrived the position is in doubt."""
        self._client.check()
        at, self._at = self._at, None
        if at is None:
            raise PersonNeeded(
                f"Where the arm on {self._client.name} stands is in doubt after what went before; "
                "look where the disks are, then connect and home it again."
            )
        return at

    def _where(self) -> Point | None:
        """Where the tip is once motion has provably ended; None: the firmware never says."""
        reported = self._client.drain()
        return self._axes.home if reported is None else self._axes.tip(reported)

    def _leave_home(self, at: Point | None) -> None:
        actions = self._planner.after_home(at)
        if at is not None:
            self._perform(actions, at)
            return
        self._client.run(leaving_commands(self._firmware, self._axes, actions, at))
        self._client.drain()
        self._at = self._planner.geometry.park

    def _perform(self, actions: Iterable[Action], at: Point) -> None:
        ways: list[Lift | Travel] = []
        for action in actions:
            if isinstance(action, Grip | Release):
                at = self._travel(ways, at)
                ways = []
                self._use_gripper(action, at)
            else:
                ways.append(action)
        self._at = self._travel(ways, at)

    def _travel(self, ways: Sequence[Lift | Travel], at: Point) -> Point:
        """Stream the ways without a stop between them; returns where they end, once the arm is there."""
        if not ways:
            return at
        self._client.run(self._announced(ways, at))
        goal = end_of(ways, at)
        reported = self._client.drain()
        if reported is not None:
            self._verify(goal, self._axes.tip(reported))
        return goal

    def _announced(self, ways: Iterable[Lift | Travel], at: Point) -> Iterator[Command]:
        for way in ways:
            goal = end_of([way], at)
            self._publisher.publish(ArmTravelling(at, goal, self._planner.seconds([way], at)))
            yield from motion_commands(self._firmware, self._axes, way, at)
            at = goal

    def _use_gripper(self, action: Grip | Release, at: Point) -> None:
        if self._air:
            return
        if isinstance(action, Release):
            self._require_held(action)
        self._client.run(gripper_commands(self._firmware, self._lines, action, at))
        self._client.drain()
        if isinstance(action, Grip):
            self._require_held(action)
        fact = DiskGripped if isinstance(action, Grip) else DiskReleased
        self._publisher.publish(fact(action.disk, action.peg))

    def _require_held(self, action: Grip | Release) -> None:
        question = self._firmware.holds(self._lines.grip or self._firmware.grip)
        if question and not self._client.holds(question):
            raise NothingGripped(
                f"{self._client.name}: the gripper says that it holds nothing, and it should hold disk "
                f"{action.disk}; look where the disk is, check gripper and heights, then home again."
            )

    def _verify(self, goal: Point, found: Point) -> None:
        if math.dist(goal, found) > _TOLERANCE:
            raise DeviceFault(
                f"{self._client.name}: the arm says it is at {_spoken(found)}, not at {_spoken(goal)} "
                "where it was sent; compare the workspace in the config with the firmware's limits, "
                "then home again."
            )

    def _review_firmware(self) -> None:
        asked = self._axes.asked(self._planner.limits, self._planner.geometry.workspace)
        for finding in self._firmware.review(self._client.told, *asked):
            sentence = f"The firmware on {self._client.name} {finding.text}."
            if finding.grave:
                raise UnsafeSettings(sentence)
            self._publisher.publish(Noted(sentence))


def _spoken(point: Point) -> str:
    return f"x {point.x:.1f}, y {point.y:.1f}, z {point.z:.1f}"
