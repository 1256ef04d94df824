"""The arm: steps become motion, and are done once the firmware has proven that motion has ended."""

import logging
import math
from collections.abc import Callable, Iterable, Iterator, Sequence

from controller.errors import (
    DeviceFault,
    HanoiError,
    NothingGripped,
    PersonNeeded,
    StoppedByPerson,
    UnsafeSettings,
)
from controller.events import ArmTravelling, DiskGripped, DiskReleased, Noted, Publisher
from controller.gcode.firmware import Command, Part
from controller.gcode.homing import Known, Placed
from controller.gcode.program import (
    ArmLines,
    check_lines,
    end_of,
    first_ways,
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
from controller.motion.standing import reaches

# Puts a question to a person and returns at a yes, calling its second argument again and again meanwhile;
# raises StoppedByPerson at a no.
Confirm = Callable[[str, Callable[[], None]], None]

# Farther than this from where it was sent, in mm, the arm has left a move out or cut it short.
_TOLERANCE = 0.5

# How long to listen to the arm between two looks whether a person has answered, seconds.
_LISTEN = 0.1
_LET_GO = {
    Part.MOTORS: "the motors (the arm may sink)",
    Part.GRIPPER: "the gripper (a disk in it falls)",
    Part.POSITION: "the position",
}

_log = logging.getLogger(__name__)


class ArmDriver:
    """Carries disks with an arm behind `client`. With `air` it travels the same ways and grips nothing.

    Nothing moves while the position is in doubt: before `connect`, after a fault, after a halt. An arm that a
    person has to place is asked for through `confirm`.
    """

    def __init__(
        self,
        client: LinkClient,
        planner: PathPlanner,
        lines: ArmLines,
        publisher: Publisher,
        air: bool = False,
        axes: Axes = CARTESIAN,
        confirm: Confirm | None = None,
    ) -> None:
        self._client = client
        self._firmware = client.firmware
        self._planner = planner
        self._lines = lines
        self._publisher = publisher
        self._air = air
        self._axes = axes
        self._confirm = confirm
        self._at: Point | None = None  # None: in doubt
        self._state: State | None = None  # None: parked since homing

    def connect(self) -> None:
        """Open, identify, home, and go to the park position; UsageError for lines that cannot be sent.

        Where a person places the arm, nothing that could move it or power it is sent before a yes.
        """
        self._at = self._state = None
        check_lines(self._firmware, self._lines, self._axes)
        self._announce_opening()
        self._client.connect()
        self._review_firmware()
        if isinstance(self._lines.homing, Placed):
            self._have_it_placed(self._lines.homing.at)
        self._client.run(opening_commands(self._firmware, self._lines, self._axes))
        self._set_out(self._where())

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
        """Lay the arm down and say the exhibit's last lines, if all is well, and let the port go."""
        if self._at is not None:
            self._shut_down()
        self._at = self._state = None
        self._client.close()

    def _shut_down(self) -> None:
        try:
            self._lie_down()
            self._client.run(own_commands(self._lines.shutdown))
        except StoppedByPerson:
            _log.info("Halted: the arm stays where it is, and its last lines unsaid.")
        except HanoiError as error:
            _log.warning("The arm was not laid down, or the shutdown lines were not all sent: %s", error)

    def _lie_down(self) -> None:
        if self._planner.geometry.rest is not None:
            self.rest()
            self._perform(self._planner.lie_down(), self._leave_known_place())

    def _announce_opening(self) -> None:
        lost = [words for part, words in _LET_GO.items() if part in self._firmware.opening]
        if lost:
            board = f"Opening {self._client.name} may reset the board: {self._firmware.name}"
            self._publisher.publish(Noted(f"{board} then lets go of {' and '.join(lost)}."))

    def _have_it_placed(self, at: Point) -> None:
        if self._confirm is None:
            raise PersonNeeded(
                f"{self._client.name}: the arm must be placed by a person; nobody can be asked."
            )
        self._confirm(
            f"Place the arm by hand with its tip at {_spoken(at)}, its gripper empty, and keep clear of it; "
            "then press Enter (s: stop)",
            lambda: self._client.run([Command("", _LISTEN)]),
        )

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
        return None if reported is None else self._axes.tip(reported)

    def _set_out(self, reported: Point | None) -> None:
        """From where the opening lines have left the arm to the park position."""
        at = self._believed(reported)
        actions = first_ways(self._planner, self._lines.homing, at)
        if at is not None:
            self._perform(actions, at)
            return
        self._client.run(leaving_commands(self._firmware, self._axes, actions, at))
        self._client.drain()
        self._at = self._planner.geometry.park

    def _believed(self, at: Point | None) -> Point | None:
        """Where the arm is, if what it says of itself agrees with what is known otherwise."""
        match self._lines.homing:
            case Placed(place):
                if at is not None and math.dist(place, at) > _TOLERANCE:
                    raise DeviceFault(
                        f"{self._client.name}: the firmware takes the arm to stand at {_spoken(at)}, not "
                        f"where it was placed, {_spoken(place)}; correct arm.home.at or its homing lines."
                    )
                return place
            case Known() if at is not None and not reaches(self._planner.geometry.workspace, at, _TOLERANCE):
                raise PersonNeeded(
                    f"{self._client.name}: the arm says it stands at {_spoken(at)}, outside the workspace; "
                    "see whether it does, and move it inside by hand, or correct the workspace."
                )
        return self._axes.home if at is None else at

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
