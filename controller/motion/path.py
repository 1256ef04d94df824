"""A step as a path: to the pick, grip, up, across, down, release.

The tool leaves a peg's axis only at the height that the whole way across needs, and no higher: the
clearance over whatever disks, poles and board lie below it at that moment. Nothing is planned to stop
between a grip and a release; the retract after a release is the first travel of what comes next.
"""

from collections.abc import Iterable
from functools import cache

from controller.errors import UsageError
from controller.model import Point, State, Step
from controller.motion.actions import Action, Grip, Lift, Release, Travel
from controller.motion.geometry import Geometry, GripperTimes, MotionLimits
from controller.motion.passage import Passage, Table
from controller.motion.timing import seconds_of
from controller.motion.ways import Spot, find_way


class PathPlanner:
    """Turns steps into actions for one exhibit. Proof first: it trusts that everything is within reach."""

    def __init__(self, geometry: Geometry, limits: MotionLimits, gripper: GripperTimes) -> None:
        self.geometry = geometry
        self.limits = limits
        self.gripper = gripper
        self.table = Table(geometry)
        self.passage = cache(self._find_passage)

    def after_home(self, at: Point | None) -> list[Action]:
        """From where homing left the tool to the park position, Z before X and Y; `at` None: not known.

        Nobody has said yet how the disks stand, so every peg is taken to hold all of them; and from a place
        that is not known the way is straight.
        """
        park, limits = self.geometry.park, self.limits
        if at is None:
            height = self._height_after_home(Passage((), (0.0,) * len(self.geometry.pegs)))
            over = Travel(park._replace(z=height), limits.travel_speed)
            return [Lift(height, limits.lift_speed), over, *self._travels(over.to, park)]
        passage = self.passage((at.x, at.y), (park.x, park.y))
        height = self._height_after_home(passage)
        up = at._replace(z=height)
        return [Travel(up, limits.lift_speed), *self._travels(up, *self._across(passage, height), park)]

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

    def seconds(self, actions: Iterable[Action], at: Point) -> float:
        """How long `actions` take from rest at `at`; see timing."""
        return seconds_of(actions, at, self.limits)

    def resting(self, state: State, disk: int, peg: int) -> Point:
        """Where the tip is when `disk` rests on the larger disks of `peg`, held."""
        axis = self.geometry.pegs[peg]
        below = self.table.pile_of(state)(peg, disk + 1)
        return Point(axis.x, axis.y, self.table.tip_height(peg, below, disk))

    def approach(self, state: State, start: Point, end: Point, carried: int = 0) -> list[Travel]:
        """Up, across and down from `start` to `end`, with the bare tool (0) or the disk `carried`."""
        passage = self.passage((start.x, start.y), (end.x, end.y))
        needed = self.table.height_over(passage, self.table.pile_of(state, carried), carried)
        return self.hop(passage, start, end, needed)

    def hop(self, passage: Passage, start: Point, end: Point, needed: float) -> list[Travel]:
        """Up from `start`, across at `needed` mm or at the higher end's height, and down to `end`."""
        if (start.x, start.y) == (end.x, end.y):
            return self._travels(start, end)
        height = max(needed, start.z, end.z)
        return self._travels(start, start._replace(z=height), *self._across(passage, height), end)

    def _height_after_home(self, passage: Passage) -> float:
        needed = self.table.height_over(passage, self.table.largest_pile)
        return max(self.geometry.park.z, min(needed, self.geometry.workspace.z[1]))

    def _find_passage(self, start: Spot, end: Spot) -> Passage:
        way = find_way(self.geometry.workspace, start, end)
        if way is None:
            raise UsageError(
                f"The arm finds no way from {start} to {end} round its base within the workspace;"
                " move the pegs or the park position."
            )
        return self.table.passage(way)

    def _across(self, passage: Passage, height: float) -> list[Point]:
        return [Point(x, y, height) for x, y in passage.way[1:]]

    def _travels(self, start: Point, *points: Point) -> list[Travel]:
        """Travels through `points`, those of no length left out; straight up or down at the lift speed."""
        travels: list[Travel] = []
        for point in points:
            if point != start:
                upright = (point.x, point.y) == (start.x, start.y)
                travels.append(Travel(point, self.limits.lift_speed if upright else self.limits.travel_speed))
            start = point
        return travels
