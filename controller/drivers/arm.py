"""The arm: steps become motion, and are done once the firmware has proven that motion has ended."""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice

from controller.drivers import trouble
from controller.drivers.gripper import LEAST_SETTLE, NO_SENSING, Gripper, Sensing
from controller.drivers.opening import Confirm, Opening, await_arrival
from controller.errors import (
    DiskLost,
    HanoiError,
    NothingGripped,
    PegsDisagree,
    PersonNeeded,
    StoppedByPerson,
)
from controller.events import ArmTravelling, DiskGripped, DiskReleased, Noted, Publisher
from controller.gcode.firmware import Command
from controller.gcode.program import (
    ArmLines,
    end_of,
    first_ways,
    leaving_commands,
    motion_commands,
    own_commands,
)
from controller.link.client import LinkClient, Watch
from controller.model import Point, State, Step
from controller.motion.actions import Action, Grip, Lift, Release, Travel
from controller.motion.axes import CARTESIAN, Axes
from controller.motion.path import PathPlanner

PRESS_ON = 0.4
"""How far, mm, a suction cup that took hold of nothing goes on down before it tries again."""

_log = logging.getLogger(__name__)


class ArmDriver:
    """Carries disks with an arm behind `client`. With `air` it travels the same ways and grips nothing.

    Nothing moves while the position is in doubt: before `connect`, after a fault on the wire, after a halt.
    An arm that a person has to place is asked for through `confirm`. `before_grip` is called with the arm at
    rest on a disk, before the gripper's lines: an error from it leaves the position known, and the arm can
    `rest`.
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
        sensing: Sensing = NO_SENSING,
        before_grip: Callable[[], None] = lambda: None,
    ) -> None:
        self._client = client
        self._firmware = client.firmware
        self._planner = planner
        self._lines = lines
        self._publisher = publisher
        self._air = air
        self._axes = axes
        self._opening = Opening(client, lines, axes, publisher, confirm)
        self._gripper = Gripper(client, lines, sensing)
        self._sensing = sensing
        self._before_grip = before_grip
        self._forget()

    def _forget(self) -> None:
        self._at: Point | None = None  # None: in doubt
        self._state: State | None = None  # None: parked, and nothing has been said yet
        self._held: Grip | None = None  # how the disk was taken that is in the gripper, or may be

    def connect(self) -> None:
        """Open, identify, home, and go to the park position; UsageError for lines that cannot be sent.

        Where a person places the arm, nothing that could move it or power it is sent before a yes.
        """
        self._forget()
        table = self._planner.geometry
        places = [*table.pegs, table.park, *([table.rest] if table.rest else ())]
        self._set_out(self._opening.home(self._planner.limits, table.workspace, places))

    def execute(self, step: Step) -> None:
        """Carry the disk over; returns when it has been let go and has settled.

        Raises NothingGripped with the arm parked and the disk where it was; DiskLost, DiskStuck or
        PegsDisagree where a person must look.
        """
        self._known_place()
        if self._held is not None:
            raise trouble.still_held(self._client.name, self._held.disk)
        self._state = step.state
        self._require_pegs()
        self._perform(self._planner.carry(step, self._known_place()))
        self._state = step.state.apply(step.move)
        self._require_pegs()

    def rest(self) -> None:
        """Go to the park position; with a disk in the gripper stay over its peg, where it cannot fall."""
        at = self._known_place()
        if self._held is not None:
            self._publisher.publish(Noted(f"The arm stays where it is, with disk {self._held.disk}."))
        elif self._state is not None:
            self._perform(self._planner.park(self._state, at))

    def halt(self) -> None:
        """Stop motion now and keep holding; from any thread."""
        self._client.halt()

    def kill(self) -> None:
        """Stop motion now, whatever that lets go; from any thread."""
        self._client.kill()

    def close(self) -> None:
        """Lay the arm down and say the exhibit's last lines, if all is well, and let the port go."""
        if self._at is not None and self._held is None and not self._client.at_fault:
            self._shut_down()
        self._forget()
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
            self._perform(self._planner.lie_down())

    def _known_place(self) -> Point:
        self._client.check()
        if self._at is None:
            raise PersonNeeded(
                f"Where the arm on {self._client.name} stands is in doubt after what went before; "
                "look where the disks are, then connect and home it again."
            )
        return self._at

    def _set_out(self, at: Point | None) -> None:
        """From where the opening lines have left the arm to the park position."""
        actions = first_ways(self._planner, self._lines.homing, at)
        if at is not None:
            self._at = at
            self._perform(actions)
            return
        self._client.run(leaving_commands(self._firmware, self._axes, actions, at))
        self._client.drain()
        self._at = self._planner.geometry.park

    def _withdraw(self) -> None:
        """To the park position, above whatever may stand anywhere."""
        if self._known_place() != self._planner.geometry.park:
            self._perform(self._planner.withdraw(self._known_place()))

    def _perform(self, actions: Iterable[Action]) -> None:
        ways: list[Lift | Travel] = []
        for action in actions:
            if isinstance(action, Grip | Release):
                self._travel(ways)
                ways = self._use_gripper(action)
            else:
                ways.append(action)
        self._travel(ways)

    def _travel(self, ways: Sequence[Lift | Travel]) -> None:
        """Stream the ways without a stop between them; returns once the arm is there."""
        if not ways:
            return
        at, self._at = self._known_place(), None  # in doubt until it has arrived
        goal = end_of(ways, at)
        with self._client.watching(self._watch()):
            commands = self._announced(ways, at)
            if self._firmware.fills_up_first:
                self._client.run(islice(commands, 1))  # alone, it is begun at once
            self._client.run(commands)
            await_arrival(self._client, self._axes, goal)
        self._at = goal

    def _watch(self) -> Watch | None:
        held = self._held
        return None if held is None else self._gripper.watch(partial(self._lost, held))

    def _announced(self, ways: Sequence[Lift | Travel], at: Point) -> Iterator[Command]:
        for way, seconds in zip(ways, self._planner.each_seconds(ways, at), strict=True):
            goal = end_of([way], at)
            self._publisher.publish(ArmTravelling(at, goal, seconds))
            yield from motion_commands(self._firmware, self._axes, way, at)
            at = goal

    def _use_gripper(self, action: Grip | Release) -> list[Lift | Travel]:
        """Take the disk or let it go; returns the way back to where the arm stood, if it has pressed on."""
        if self._air:
            return []
        if isinstance(action, Grip):
            return self._take(action)
        self._let_go(action)
        return []

    def _take(self, grip: Grip) -> list[Lift | Travel]:
        """Close on the disk, as often as it may take; returns the way back up if it was pressed on."""
        contact = self._known_place()
        pressed_on = self._pressed_on(grip.peg, contact)
        self._before_grip()
        for place in (contact, *[pressed_on] * (self._sensing.tries - 1)):
            self._travel(self._upright(place))
            self._held = grip
            self._gripper.work(grip, place)
            if self._gripper.agrees(True, grip.settle):
                self._publisher.publish(DiskGripped(grip.disk, grip.peg))
                return self._upright(contact)
            self._gripper.work(Release(grip.disk, grip.peg, self._planner.gripper.release_settle), place)
            self._held = None
        raise self._given_up(grip)

    def _upright(self, place: Point) -> list[Lift | Travel]:
        """The way from a grip to `place`, above or below it."""
        return [Travel(place, self._planner.limits.lift_speed)] if place != self._at else []

    def _pressed_on(self, peg: int, contact: Point) -> Point:
        """Where a suction cup tries again; fingers do so in the same place."""
        geometry = self._planner.geometry
        if geometry.grip_depth > 0:
            return contact
        return geometry.axis(peg, max(contact.z - PRESS_ON, geometry.workspace.z[0]))

    def _given_up(self, grip: Grip) -> NothingGripped:
        self._withdraw()
        self._require_pegs()
        return trouble.nothing_gripped(*self._named(grip), self._sensing.tries)

    def _let_go(self, release: Release) -> None:
        if not self._gripper.agrees(True, 0.0):
            raise trouble.lost_before_release(*self._named(release))
        self._gripper.work(release, self._known_place())
        if not self._gripper.agrees(False, release.settle):
            raise trouble.stuck(*self._named(release))
        self._held = None
        self._publisher.publish(DiskReleased(release.disk, release.peg))

    def _lost(self, grip: Grip) -> DiskLost:
        return trouble.lost_on_its_way(*self._named(grip))

    def _named(self, action: Grip | Release) -> tuple[str, int, str]:
        """The arm, the disk and the peg, as errors name them."""
        return self._client.name, action.disk, self._planner.geometry.names[action.peg]

    def _require_pegs(self) -> None:
        """Raise PegsDisagree, with the arm parked, where sensors twice say something else than the plan."""
        if self._air or self._disagreement() is None:
            return
        self._client.run([Command("", LEAST_SETTLE)])
        if (wrong := self._disagreement()) is not None:
            self._withdraw()
            raise wrong

    def _disagreement(self) -> PegsDisagree | None:
        state, occupied = self._state, self._sensing.occupied
        if state is None or occupied is None:
            return None
        return trouble.disagreement(self._client.name, self._planner.geometry.names, state, occupied())
