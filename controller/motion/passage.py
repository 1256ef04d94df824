"""What lies below a way over the table, and how high the tool must be to pass over it.

A stack is a cone of disks: those that a passing body of radius R comes over are the ones from some size
up, so the height that counts is the top of the smallest disk within reach. A pole has no diameter of its
own; it goes through every disk, so it is thinner than the smallest. The board under a peg counts as far
as the largest disk would reach, at the peg's own level, or no higher than the plane of all pegs is below
the way.

A leaning peg is left and reached at different places for different heights, and so is its stack. What is
asked here holds for all of them: ways are found between the middles of the axes, outside an inner radius that
is larger, and pegs are taken to be nearer, by how far the axes sway from their middles. A body is as wide as
the open jaw, or as a disk with the fingers that hold it.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import accumulate, pairwise
from math import cos, dist, hypot, inf, radians, sin
from statistics import fmean
from typing import NamedTuple

from controller.model import Point, State
from controller.motion.arch import Column, Zone
from controller.motion.board import board_under
from controller.motion.geometry import Geometry, Workspace
from controller.motion.ways import TOLERANCE, Spot, Way, distance, find_way, span_within

Span = tuple[float, float]
# (peg, disk) -> mm: how much of the peg's stack is made of `disk` and larger ones.
Pile = Callable[[int, int], float]

# Where a way begins or ends: over a peg of this number, or at a place of its own.
Stop = int | Spot


@dataclass(frozen=True, slots=True)
class Passage:
    """A way over the table, how near it comes to each peg's axis, and the highest that the board is below it.

    `way` is the one between the middles of leaning axes. `arrives`: its last corner but one is where the last
    sideways motion to its end begins.
    """

    start: Stop
    end: Stop
    way: Way
    arrives: bool
    distances: tuple[float, ...]
    board: float = inf


class Below(NamedTuple):
    """A peg that a passage comes over: its smallest disk that counts, and what it demands, mm."""

    peg: int
    smallest: int
    foot: float
    pole: float
    board: float
    margin: float

    def demand(self, stack: float) -> float:
        """The least height of the tip over `stack` mm of disks that count."""
        standing = self.foot + max(stack, self.pole) if stack or self.pole else -inf
        return max(standing, self.board) + self.margin


class Table:
    """The exhibit's measures, asked for heights. Heights are of the tool tip unless said otherwise, in mm."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self.radii = tuple(diameter / 2 for diameter in geometry.diameters)
        self.board = board_under(geometry.pegs)
        self._largest_piles = (*reversed(tuple(accumulate(reversed(geometry.thickness)))), 0.0)
        self.highest = max(geometry.park.z, self._highest_demand())
        middles = [geometry.axis(peg, (foot.z + self.highest) / 2) for peg, foot in enumerate(geometry.pegs)]
        self.middles = [(middle.x, middle.y) for middle in middles]
        self._front = (fmean(x for x, _ in self.middles), fmean(y for _, y in self.middles))
        self._spans = cache(self._find_spans)
        self.below = cache(self._find_below)
        self.sways = [dist(a, b[:2]) for a, b in zip(self.middles, geometry.pegs, strict=True)]

    def stop(self, point: Point) -> Stop:
        """The peg on whose axis `point` is, or else its place seen from above."""
        for peg in range(len(self.geometry.pegs)):
            if dist(self.geometry.axis(peg, point.z), point) <= TOLERANCE:
                return peg
        return (point.x, point.y)

    def above(self, stop: Stop, height: float) -> Point:
        """The place of `stop` at `height`, on the axis of a peg."""
        return self.geometry.axis(stop, height) if isinstance(stop, int) else Point(*stop, height)

    def passage(self, start: Stop, end: Stop) -> Passage | None:
        """The way from `start` to `end`; None where the workspace leaves none."""
        sway = max(self._sway(start), self._sway(end))
        arrives = isinstance(end, int) and start != end and self.geometry.one_sided
        last = self._middle(end)
        goal = self.aside(last) if arrives else last
        way = find_way(_narrowed(self.geometry.workspace, sway), self._middle(start), goal, self._front)
        if way is None:
            return None
        whole = (*way, last) if arrives else way
        distances = tuple(
            max(0.0, distance(whole, middle) - sway - own)
            for middle, own in zip(self.middles, self.sways, strict=True)
        )
        board = max(map(self.board.height, whole)) if self.board else inf
        return Passage(start, end, whole, arrives, distances, board)

    def everywhere(self) -> Passage:
        """A way that is not known and may come over everything; it has no ends."""
        nowhere = (0.0, 0.0)
        return Passage(nowhere, nowhere, (), False, (0.0,) * len(self.geometry.pegs))

    def corners(self, passage: Passage, height: float) -> list[Point]:
        """All corners of a passage taken at `height`, both its ends included."""
        bends = [Point(x, y, height) for x, y in passage.way[1 : -2 if passage.arrives else -1]]
        last = self.arrival(passage.end, height) if passage.arrives else [self.above(passage.end, height)]
        return [self.above(passage.start, height), *bends, *last]

    def arrival(self, end: Stop, height: float) -> list[Point]:
        """The last corners of a way to `end`: over a peg, from the side that all are arrived at from."""
        last = self.above(end, height)
        if not (isinstance(end, int) and self.geometry.one_sided):
            return [last]
        return [Point(*self.aside((last.x, last.y)), height), last]

    def columns(self, passage: Passage, height: float) -> list[Column]:
        """The same corners at any height; those between the ends do not lean."""
        bends = ((x, y) for x, y, _ in self.corners(passage, height)[1:-1])
        return [partial(self.above, stop) for stop in (passage.start, *bends, passage.end)]

    def gap(self, first: int, second: int) -> float:
        """The least distance between the axes of two pegs, as far up as disks stand on them."""
        feet = [self.geometry.pegs[peg].z for peg in (first, second)]
        top = max(feet) + self._largest_piles[0]
        ends = (self._apart(first, second, min(feet)), self._apart(first, second, top))
        lean = max(hypot(*self.geometry.lean(peg)) for peg in (first, second))
        # Two disks side by side are held at heights that differ by less than the thickest of them.
        return max(0.0, distance(ends, (0.0, 0.0)) - lean * max(self.geometry.thickness, default=0.0))

    def tip_height(self, peg: int, stack: float, disk: int = 0) -> float:
        """The tip's height to grip or let go the top disk of `stack` mm on `peg`, or `disk` put on them."""
        top = self.geometry.pegs[peg].z + stack + self.thickness(disk)
        return top - self.geometry.grip_depth - self.geometry.press

    def thickness(self, disk: int) -> float:
        """The thickness of `disk`; 0 for none."""
        return self.geometry.thickness[disk - 1] if disk else 0.0

    def radius(self, carried: int = 0) -> float:
        """Half the width of the bare tool with its jaw open (0), or of `carried` and the fingers round it."""
        jaw = self.geometry.jaw
        finger = jaw.finger if jaw else 0.0
        if carried:
            return self.radii[carried - 1] + finger
        return jaw.open / 2 + finger if jaw else 0.0

    def pile_of(self, state: State, carried: int = 0) -> Pile:
        """The piles of `state`, without the disk that is carried."""
        thickness = self.geometry.thickness

        def pile(peg: int, smallest: int) -> float:
            places = enumerate(state.peg_of[smallest - 1 :], smallest)
            return sum(thickness[disk - 1] for disk, at in places if at == peg and disk != carried)

        return pile

    def largest_pile(self, _peg: int, smallest: int) -> float:
        """A Pile that no state exceeds: all disks on every peg at once."""
        return self._largest_piles[smallest - 1]

    def first_within(self, near: float, carried: int = 0) -> int:
        """The smallest disk on a peg at distance `near` that the bare tool, or `carried`, comes over.

        One more than there are disks where it comes over none; contact counts.
        """
        return self.first_reached(near, self.radius(carried))

    def first_reached(self, near: float, radius: float) -> int:
        """The smallest disk on a peg at distance `near` that a circle of `radius` touches or covers."""
        return bisect_left(self.radii, near - radius - TOLERANCE) + 1

    def height_over(self, passage: Passage, pile: Pile, carried: int = 0) -> float:
        """The least height at which the bare tool (0) or `carried` passes with its clearance kept."""
        return max((height for _, height in self.demands(passage, pile, carried)), default=-inf)

    def demands(self, passage: Passage, pile: Pile, carried: int = 0) -> Iterator[tuple[int, float]]:
        """The pegs that the tool or `carried` comes over, each with the least height that it demands."""
        for below in self.below(passage, carried):
            yield below.peg, below.demand(pile(below.peg, below.smallest))

    def zones(self, passage: Passage, demands: Mapping[int, float], carried: int) -> list[list[Zone]]:
        """Where the tool, or `carried`, is over what `demands` tells, for each straight part of `passage`."""
        return [
            [Zone(*span, demands[peg]) for peg, span in spans if peg in demands]
            for spans in self._spans(passage, carried)
        ]

    def _find_spans(self, passage: Passage, carried: int) -> list[list[tuple[int, Span]]]:
        """For each straight part of `passage` the shares of it that are near enough to each peg to matter."""
        sway = max(self._sway(passage.start), self._sway(passage.end))
        widest = self.radius(carried) + self.radii[-1] + sway
        return [
            [
                (peg, span)
                for peg, middle in enumerate(self.middles)
                if (span := span_within(a, b, middle, widest + self.sways[peg]))
            ]
            for a, b in pairwise(passage.way)
        ]

    def _find_below(self, passage: Passage, carried: int) -> tuple[Below, ...]:
        """The pegs that the tool or `carried` comes over."""
        return tuple(
            self._seen(peg, smallest, passage, carried)
            for peg, near in enumerate(passage.distances)
            if (smallest := self.first_within(near, carried)) <= len(self.radii)
        )

    def _seen(self, peg: int, smallest: int, passage: Passage, carried: int) -> Below:
        near, foot = passage.distances[peg], self.geometry.pegs[peg].z
        over_pole = near <= self.radius(carried) + self.radii[0] + TOLERANCE
        pole = self.geometry.pole_height if over_pole else 0.0
        board = min(foot, passage.board) + self._tilt(carried)
        return Below(peg, smallest, foot, pole, board, self.geometry.clearance + self._hanging(carried))

    def _tilt(self, carried: int) -> float:
        """How much higher than under its middle a tilted board can be below the tool or a disk."""
        return self.board.slope * self.radius(carried) if self.board else 0.0

    def _hanging(self, carried: int) -> float:
        """How far a carried disk hangs below the tip, a cup no longer pressed."""
        return self.thickness(carried) - self.geometry.grip_depth if carried else 0.0

    def _highest_demand(self) -> float:
        """No way asks for more than this."""
        tallest = max(self._largest_piles[0], self.geometry.pole_height)
        level = max(foot.z for foot in self.geometry.pegs)
        tilt = max(self._tilt(0), self._tilt(len(self.radii)))
        return level + tilt + tallest + self.geometry.clearance + max(self.geometry.thickness, default=0.0)

    def _middle(self, stop: Stop) -> Spot:
        return self.middles[stop] if isinstance(stop, int) else stop

    def _sway(self, stop: Stop) -> float:
        return self.sways[stop] if isinstance(stop, int) else 0.0

    def aside(self, spot: Spot) -> Spot:
        """Where the last sideways motion to `spot` begins."""
        (x, y), turned = self.geometry.arrive_from, radians(self.geometry.arrive_turned)
        return (
            spot[0] * cos(turned) - spot[1] * sin(turned) + x,
            spot[0] * sin(turned) + spot[1] * cos(turned) + y,
        )

    def _apart(self, first: int, second: int, z: float) -> Spot:
        a, b = self.geometry.axis(first, z), self.geometry.axis(second, z)
        return (a.x - b.x, a.y - b.y)


def _narrowed(workspace: Workspace, sway: float) -> Workspace:
    """The workspace with an inner radius larger by `sway`."""
    if not sway or workspace.radius is None:
        return workspace
    return replace(workspace, radius=(workspace.radius[0] + sway, workspace.radius[1]))
