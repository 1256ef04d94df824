"""A step as a path: to the pick, grip, up, across, down, release.

The way across leads at the height that it needs as a whole, and no higher: the clearance over whatever disks,
poles and board lie below it at that moment. Plain corners leave a peg's axis only there; arches (see arch)
leave it as soon as the clearance over that peg is reached. Below, the tool keeps to the axis, leaning or not;
after a grip and after a release the first millimetres may be slower. It presses on by as much to let go as it
did to grip: a cup that has stayed short sets its disk down without a drop, and one that has not gives way.
Nothing is planned to stop between a grip and a release; the retract after a release is the first travel of
what comes next.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from controller.errors import UsageError
from controller.model import Point, State, Step
from controller.motion.actions import Action, Grip, Lift, Release, Travel
from controller.motion.arch import Flight, arch_lines, headroom, plan_arches
from controller.motion.axes import CARTESIAN, Axes
from controller.motion.geometry import Geometry, GripperTimes, MotionLimits
from controller.motion.kinematics.arm import OutOfReach
from controller.motion.passage import Passage, Stop, Table
from controller.motion.timing import each_seconds, seconds_of


class Hop(NamedTuple):
    """Up from `start`, across over all `demands` (see Table), and down to `end`.

    The tip may rise up to `ceiling` where it is quicker so.
    """

    passage: Passage
    start: Point
    end: Point
    demands: Mapping[int, float]
    carried: int
    ceiling: float

    @property
    def height(self) -> float:
        """What the tip must have risen to; over one and the same place, no higher than it must go."""
        ends = self.start.z, self.end.z
        return max(ends) if self.passage.start == self.passage.end else max(*ends, *self.demands.values())


class PathPlanner:
    """Turns steps into actions for one exhibit. Proof first: it trusts that everything is within reach."""

    def __init__(
        self, geometry: Geometry, limits: MotionLimits, gripper: GripperTimes, axes: Axes = CARTESIAN
    ) -> None:
        self.geometry = geometry
        self.limits = limits
        self.gripper = gripper
        self.axes = axes
        self._axis_limits = axes.limits(limits, geometry.park)
        self._arch_limits = axes.eased(limits)
        self.headroom = headroom(self._arch_limits)
        self.table = Table(geometry)
        self.passage = cache(self._find_passage)

    def in_millimetres(self) -> "PathPlanner":
        """The same as if the firmware took mm."""
        return PathPlanner(self.geometry, self.limits, self.gripper)

    def after_home(self, at: Point | None) -> list[Action]:
        """From where homing left the tool to the park position, Z before X and Y; `at` None: not known.

        Nobody has said yet how the disks stand, so every peg is taken to hold all of them; and from a place
        that is not known the way is straight.
        """
        park, limits = self.geometry.park, self.limits
        if at is None:
            height = self._height_after_home(self.table.everywhere())
            over = self.table.arrival(self.table.stop(park), height)
            across = [Travel(corner, limits.travel_speed) for corner in over]
            return [Lift(height, limits.lift_speed), *across, *self._upright(over[-1], park)]
        passage = self.passage((at.x, at.y), self.table.stop(park))
        return [*self._cornered(passage, at, self._height_after_home(passage), park)]

    def set_out(self, at: Point) -> list[Action]:
        """From where the arm has been placed, or was left, to the park position: straight up first.

        It rises by the clearance at least, where the workspace allows it, so that people see which way is up.
        """
        park, ceiling = self.geometry.park, self.geometry.workspace.z[1]
        passage = self.passage((at.x, at.y), self.table.stop(park))
        wanted = max(self._height_after_home(passage), at.z + self.geometry.clearance)
        return [*self._cornered(passage, at, max(at.z, min(wanted, ceiling)), park)]

    def lie_down(self) -> list[Action]:
        """From the park position to where the arm lies by its own weight, however the disks stand."""
        park, rest = self.geometry.park, self.geometry.rest
        if rest is None:
            return []
        passage = self.passage((park.x, park.y), (rest.x, rest.y))
        return [*self._cornered(passage, park, max(rest.z, self._height_after_home(passage)), rest)]

    def withdraw(self, at: Point) -> list[Action]:
        """From a grip or a release at `at` to the park position, however the disks may stand."""
        park = self.geometry.park
        passage = self.passage(self.table.stop(at), self.table.stop(park))
        return [*self._cornered(passage, at, max(at.z, self._height_after_home(passage)), park)]

    def carry(self, step: Step, at: Point) -> list[Action]:
        """From `at`, parked or over the last disk let go, to the disk of `step` and with it to its peg."""
        disk, source, target = step.move
        pick, place = self.resting(step.state, disk, source), self.resting(step.state, disk, target)
        return [
            *self.approach(step.state, at, pick),
            Grip(disk, source, self.gripper.grip_settle),
            *self.approach(step.state, pick, place, disk),
            Release(disk, target, self.gripper.release_settle),
        ]

    def park(self, state: State, at: Point) -> list[Action]:
        """From `at` to the park position."""
        return [*self.approach(state, at, self.geometry.park)]

    def seconds(self, actions: Sequence[Action], at: Point) -> float:
        """How long `actions` take from rest at `at`; see timing.

        What joints cannot reach, with more disks than there are, is reckoned as if they were not.
        """
        try:
            return seconds_of(actions, at, self._axis_limits, self.axes)
        except OutOfReach:
            return seconds_of(actions, at, self.limits)

    def each_seconds(self, ways: Sequence[Lift | Travel], at: Point) -> list[float]:
        """How long each of `ways` takes, streamed from rest at `at` to rest; raises OutOfReach."""
        return each_seconds(ways, at, self._axis_limits, self.axes)

    def resting(self, state: State, disk: int, peg: int) -> Point:
        """Where the tip grips or lets go `disk` on the larger disks of `peg`."""
        below = self.table.pile_of(state)(peg, disk + 1)
        return self.geometry.axis(peg, self.table.tip_height(peg, below, disk))

    def approach(self, state: State, start: Point, end: Point, carried: int = 0) -> list[Travel]:
        """Up, across and down from `start` to `end`, with the bare tool (0) or the disk `carried`."""
        passage = self.passage(self.table.stop(start), self.table.stop(end))
        demands = dict(self.table.demands(passage, self.table.pile_of(state, carried), carried))
        return self.hop(Hop(passage, start, end, demands, carried, self.geometry.workspace.z[1]))

    def hop(self, hop: Hop) -> list[Travel]:
        """In arches where they are quicker and joints allow them, else by plain corners."""
        passage, height, limits = hop.passage, hop.height, self._arch_limits
        gently = self._gently(passage.start, hop.start, height)
        begin = gently[-1].to if gently else hop.start
        if flights := self._flights_from(begin, hop):
            arches = [*arch_lines(flights, self.table.columns(passage, height), limits)]
            if all(self.axes.reaches(travel.to) for travel in arches):
                return [*gently, *arches]
        return [*gently, *self._cornered(passage, begin, height, hop.end)]

    def flights(self, hop: Hop) -> list[Flight]:
        """The flights of a hop in arches; none where the firmware has plain corners, or it leads nowhere."""
        gently = self._gently(hop.passage.start, hop.start, hop.height)
        return self._flights_from(gently[-1].to if gently else hop.start, hop)

    def _flights_from(self, begin: Point, hop: Hop) -> list[Flight]:
        """Those of a hop from where its gentle part, if any, has led."""
        passage, height = hop.passage, hop.height
        if not self.limits.arches or passage.start == passage.end:
            return []
        columns = self.table.columns(passage, height)
        zones = self.table.zones(passage, hop.demands, hop.carried)
        return plan_arches(columns, (begin.z, hop.end.z), height, zones, self._arch_limits, hop.ceiling)

    def _cornered(self, passage: Passage, start: Point, height: float, end: Point) -> list[Travel]:
        """Straight up to `height`, across on it, straight down."""
        first, *across = self.table.corners(passage, height)
        return [
            *self._upright(start, first),
            *_travels([first, *across], self.limits.travel_speed),
            *self._upright(across[-1], end),
        ]

    def _height_after_home(self, passage: Passage) -> float:
        needed = self.table.height_over(passage, self.table.largest_pile)
        return max(self.geometry.park.z, min(needed, self.geometry.workspace.z[1]))

    def _find_passage(self, start: Stop, end: Stop) -> Passage:
        passage = self.table.passage(start, end)
        if passage is None:
            raise UsageError(
                f"The arm finds no way from {self._name(start)} to {self._name(end)} round its base within"
                " the workspace; move the pegs or the park position."
            )
        return passage

    def _name(self, stop: Stop) -> str:
        return (
            f"peg {self.geometry.names[stop]}" if isinstance(stop, int) else f"x {stop[0]:g}, y {stop[1]:g}"
        )

    def _gently(self, stop: Stop, start: Point, height: float) -> list[Travel]:
        """The first of the way up over `stop`, where a disk may stick."""
        slow = self.limits.breakaway
        if slow is None or not isinstance(stop, int):
            return []
        # What the cup gives way before it pulls, or before it leaves the disk, does not count.
        loose = self.table.above(stop, min(start.z + self.geometry.press + slow.height, height))
        return _travels([start, loose], min(slow.speed, self.limits.lift_speed))

    def _upright(self, start: Point, end: Point) -> list[Travel]:
        return _travels([start, end], self.limits.lift_speed)


def _travels(points: Sequence[Point], speed: float) -> list[Travel]:
    """Travels from the first of `points` through the others, those of no length left out."""
    return [Travel(b, speed) for a, b in pairwise(points) if a != b]
