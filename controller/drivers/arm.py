"""The arm: steps become motion, and are done once the firmware has proven that motion has ended."""

import logging
from collections.abc import Iterable, Iterator, Sequence

from controller.drivers.opening import Confirm, Opening, await_arrival
from controller.errors import HanoiError, NothingGripped, PersonNeeded, StoppedByPerson
from controller.events import ArmTravelling, DiskGripped, DiskReleased, Publisher
from controller.gcode.firmware import Command
from controller.gcode.program import (
    ArmLines,
    end_of,
    first_ways,
    gripper_commands,
    leaving_commands,
    motion_commands,
    own_commands,
)
from controller.link.client import LinkClient
from controller.model import Point, State, Step
from controller.motion.actions import Action, Grip, Lift, Release, Travel
from controller.motion.axes import CARTESIAN, Axes
from controller.motion.path import PathPlanner

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
        self._opening = Opening(client, lines, axes, publisher, confirm)
        self._at: Point | None = None  # None: in doubt
        self._state: State | None = None  # None: parked since homing

    def connect(self) -> None:
        """Open, identify, home, and go to the park position; UsageError for lines that cannot be sent.

        Where a person places the arm, nothing that could move it or power it is sent before a yes.
        """
        self._at = self._state = None
        self._set_out(self._opening.home(self._planner.limits, self._planner.geometry.workspace))

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

    def _set_out(self, at: Point | None) -> None:
        """From where the opening lines have left the arm to the park position."""
        actions = first_ways(self._planner, self._lines.homing, at)
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
        await_arrival(self._client, self._axes, goal)
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
