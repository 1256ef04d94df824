"""Everything geometric that is wrong with an exhibit, found before the first command.

Why no move need be walked. The tip's height on any way is the clearance above the highest thing below it,
plus what hangs below the tip. So the highest it ever rises over a peg is found by letting that peg hold the
most that it ever holds; the lowest it ever sinks is the thinnest disk on the board. Both, and the largest
neighbours, follow from the occupancy of the run. The ways seen from above are the same whatever stands on
the pegs, and are few. Where the occupancy is exact (a tower on three pegs) so is the verdict: each demand
found here is met in the run. The most on start and goal is the whole tower, over which the bare tool passes;
on the spare peg it is all but the largest, likewise; a disk carried over a stack that it has stood on demands
no more than that, since it is missing there; the largest passes the spare peg while the rest stands there;
and what a disk demands over a pole it demands where it is put on that pole. Arches lead along the same
lines seen from above, over each peg no lower than it demands, and no higher than the workspace; where joints
would not reach one, the corners are plain.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from controller.model import Point, State
from controller.motion.arrival import ARRIVE_FROM, arrival_problems
from controller.motion.geometry import Geometry, GeometryProblem
from controller.motion.gripping import gripper_problems
from controller.motion.kinematics.arm import JointArm
from controller.motion.kinematics.proof import Column, Flight, joint_problems
from controller.motion.neighbours import Neighbours
from controller.motion.occupancy import Occupancy, occupancy
from controller.motion.passage import Passage, Pile, Stop, Table
from controller.motion.ways import TOLERANCE, Spot, distance, inside

_PARK = ("arm", "park")


def problems(
    geometry: Geometry, start: State, goal: State, arm: JointArm | None = None
) -> list[GeometryProblem]:
    """What cannot be built or reached in a run from `start` to `goal` or back; empty if all is well.

    `arm`: the joints that lead the tool, where the firmware wants joints.
    """
    return list(_Proof(geometry, occupancy(start, goal), arm).problems())


@dataclass(frozen=True, slots=True)
class _Leg:
    """A way between two places and the largest disk carried along it; `name` is reached from peg `other`."""

    where: tuple[str, ...]
    name: str
    other: str
    passage: Passage | None
    carried: int


class _Proof:
    def __init__(self, geometry: Geometry, run: Occupancy, arm: JointArm | None) -> None:
        self._geometry = geometry
        self._run = run
        self._arm = arm
        self._table = Table(geometry)
        self._sums = (0.0, *accumulate(geometry.thickness))
        self._reachable = [self._out_of_reach(peg) is None for peg in range(len(geometry.pegs))]

    def problems(self) -> Iterator[GeometryProblem]:
        yield from gripper_problems(self._geometry)
        yield from self._pegs_out_of_reach()
        used = [peg for peg, top in enumerate(self._run.standing) if top]
        yield from arrival_problems(self._geometry, used, self._table.highest, self._arm)
        yield from self._arrivals_out_of_reach()
        yield from Neighbours(self._table, self._run, self._tallest).problems()
        yield from self._too_low()
        yield from self._park()
        legs = list(self._legs())
        yield from self._blocked(legs)
        yield from self._too_high(legs)
        if self._arm is not None:
            flights = [self._flight(leg, leg.passage) for leg in legs if leg.passage]
            yield from joint_problems(self._arm, self._columns(flights), flights)

    def _pegs_out_of_reach(self) -> Iterator[GeometryProblem]:
        for peg, foot in enumerate(self._geometry.pegs):
            out = self._out_of_reach(peg)
            if out is not None:
                leans = f"leans and at z {out.z:g} is" if out != foot else "is"
                text = f"at {_place((foot.x, foot.y))} {leans} outside {self._table_limits()}"
                yield self._geometry.problem_at(peg, text)

    def _out_of_reach(self, peg: int) -> Point | None:
        """A point on the axis that is outside the workspace as seen from above, or None."""
        ends = self._ends(peg)
        return next((end for end in ends if not inside(self._geometry.workspace, (end.x, end.y))), None)

    def _ends(self, peg: int) -> tuple[Point, Point]:
        """The foot of the axis, and how far up the tool may follow it."""
        return self._geometry.pegs[peg], self._geometry.axis(peg, self._table.highest)

    def _arrivals_out_of_reach(self) -> Iterator[GeometryProblem]:
        if not self._geometry.one_sided:
            return
        for peg, top in enumerate(self._run.standing):
            if top and self._reachable[peg] and not all(map(self._is_free_arrival, self._ends(peg))):
                text = f"coming to peg {self._geometry.names[peg]} from there leaves {self._table_limits()}"
                yield GeometryProblem(ARRIVE_FROM, text)

    def _is_free_arrival(self, end: Point) -> bool:
        """Whether the last sideways motion to `end` keeps within the workspace."""
        space, spot = self._geometry.workspace, (end.x, end.y)
        begin = self._table.aside(spot)
        inner = space.radius[0] if space.radius else 0.0
        return inside(space, begin) and distance((begin, spot), (0.0, 0.0)) >= inner - TOLERANCE

    def _table_limits(self) -> str:
        space = self._geometry.workspace
        bounds = (("x", space.x), ("y", space.y), ("radius", space.radius))
        return "the workspace: " + ", ".join(f"{name} {b[0]:g} to {b[1]:g}" for name, b in bounds if b)

    def _too_low(self) -> Iterator[GeometryProblem]:
        floor = self._geometry.workspace.z[0]
        for peg, disks in enumerate(self._run.lowest):
            tip = min((self._table.tip_height(peg, 0.0, disk) for disk in disks), default=floor)
            if tip < floor - TOLERANCE:
                yield self._geometry.problem_at(
                    peg,
                    f"takes the tool down to z {tip:g} for a disk on the board, but the workspace begins at"
                    f" z {floor:g}: raise the peg's z or lower the workspace's",
                )

    def _park(self) -> Iterator[GeometryProblem]:
        park, (low, high) = self._geometry.park, self._geometry.workspace.z
        spot = (park.x, park.y)
        if not inside(self._geometry.workspace, spot):
            text = f"the park position at {_place(spot)} is outside {self._table_limits()}"
            yield GeometryProblem(_PARK, text)
        if not low - TOLERANCE <= park.z <= high + TOLERANCE:
            text = f"the park height z {park.z:g} is outside the workspace: z {low:g} to {high:g}"
            yield GeometryProblem(_PARK, text)
        stop = self._table.stop(park)
        below = self._table.passage(stop, stop)
        needed = self._table.height_over(below, self._tallest()) if below else park.z
        if park.z < needed - TOLERANCE:
            text = f"the park height z {park.z:g} is too near to what stands below: use z {needed:g} or more"
            yield GeometryProblem(_PARK, text)

    def _blocked(self, legs: list[_Leg]) -> Iterator[GeometryProblem]:
        for where, name, other in dict.fromkeys((x.where, x.name, x.other) for x in legs if not x.passage):
            yield GeometryProblem(
                where,
                f"{name} cannot be reached from peg {other}: the straight line passes inside the"
                " inner radius, and the workspace leaves no way round the base",
            )

    def _too_high(self, legs: list[_Leg]) -> Iterator[GeometryProblem]:
        ceiling = self._geometry.workspace.z[1]
        for peg, height in sorted(self._highest(legs).items()):
            if height > ceiling + TOLERANCE:
                yield self._geometry.problem_at(
                    peg,
                    f"makes the tool rise to z {height:g} to pass over it, but the workspace ends at"
                    f" z {ceiling:g}: lower the peg's z, use fewer or thinner disks, or raise the workspace",
                )

    def _highest(self, legs: list[_Leg]) -> dict[int, float]:
        """The greatest height that each peg ever demands of the tip."""
        highest: dict[int, float] = defaultdict(lambda: float("-inf"))
        passed = [(leg.passage, disk) for leg in legs if leg.passage for disk in range(leg.carried + 1)]
        for passage, disk in passed:
            for peg, height in self._table.demands(passage, self._tallest(disk), disk):
                highest[peg] = max(highest[peg], height)
        return highest

    def _flight(self, leg: _Leg, passage: Passage) -> Flight:
        """The heights of a leg, from the lowest that any state allows to over the most that can stand."""
        least = self._geometry.park.z if leg.where == _PARK else float("-inf")
        disks = range(leg.carried + 1)
        high = max(least, *(self._table.height_over(passage, self._tallest(disk), disk) for disk in disks))
        low = max(least, min(self._lowest_with(disk, passage) for disk in disks))
        corners = zip(self._table.corners(passage, low), self._table.corners(passage, high), strict=True)
        name = f"the way between peg {leg.other} and {leg.name}"
        return Flight(leg.where, name, (leg.where, _at_peg(leg.other)), tuple(corners))

    def _lowest_with(self, carried: int, passage: Passage) -> float:
        """Over an empty table with a disk; the bare tool goes from one disk to another."""
        ends = () if carried else (passage.start, passage.end)
        thinnest = min(self._geometry.thickness)
        return self._table.height_over(passage, lambda peg, _: thinnest if peg in ends else 0.0, carried)

    def _columns(self, flights: list[Flight]) -> Iterator[Column]:
        """The ways up and down, over each peg and at the park position, as high as any flight begins."""
        highest: dict[tuple[str, ...], float] = defaultdict(lambda: float("-inf"))
        for flight in flights:
            for where in flight.ends:
                highest[where] = max(highest[where], flight.corners[0][1].z)
        for peg, disks in enumerate(self._run.lowest):
            name = self._geometry.names[peg]
            if (where := _at_peg(name)) in highest:
                low = min(self._table.tip_height(peg, 0.0, disk) for disk in disks)
                ends = (self._table.above(peg, low), self._table.above(peg, highest[where]))
                yield Column(where, f"peg {name}", ends)
        if _PARK in highest:
            park = self._geometry.park
            yield Column(_PARK, "the park position", (park, park._replace(z=highest[_PARK])))

    def _legs(self) -> Iterator[_Leg]:
        """The ways that the tool takes: between pegs, and between those in use and the park position."""
        names, park = self._geometry.names, self._geometry.park
        for (first, second), disk in self._run.carried.items():
            if self._reachable[first] and self._reachable[second]:
                for passage in self._both_ways(first, second):
                    yield _Leg(_at_peg(names[second]), f"peg {names[second]}", names[first], passage, disk)
        for peg, top in enumerate(self._run.standing):
            if top and self._reachable[peg] and inside(self._geometry.workspace, (park.x, park.y)):
                for passage in self._both_ways(peg, self._table.stop(park)):
                    yield _Leg(_PARK, "the park position", names[peg], passage, 0)

    def _both_ways(self, one: Stop, other: Stop) -> list[Passage | None]:
        """There and back; one way where they differ in nothing but the direction."""
        there = self._table.passage(one, other)
        return [there, self._table.passage(other, one)] if self._geometry.one_sided else [there]

    def _tallest(self, carried: int = 0) -> Pile:
        """The most that can stand on each peg while `carried` is in the air."""

        def pile(peg: int, smallest: int) -> float:
            top = self._run.standing[peg]
            missing = self._table.thickness(carried) if smallest <= carried <= top else 0.0
            return max(0.0, self._sums[top] - self._sums[smallest - 1]) - missing

        return pile


def _at_peg(name: str) -> tuple[str, ...]:
    return ("arm", "pegs", name)


def _place(spot: Spot) -> str:
    return f"x {spot[0]:g}, y {spot[1]:g}"
