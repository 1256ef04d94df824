"""Kinds of legs: what a leg's time depends on, and nothing else.

A leg is the bare tool's way from the disk just let go to the next one, or a disk's way to its new peg. Two
legs between the same pegs with the same (or an equal) disk take equally long when everything they pass over
is equally high; so the time of a kind is worked out once, however often it comes.
"""

from collections.abc import Callable
from functools import cache
from itertools import permutations
from math import ceil, inf
from typing import NamedTuple

from controller.model import State
from controller.motion.arch import rise_across
from controller.motion.axes import CARTESIAN
from controller.motion.passage import Below, Passage
from controller.motion.path import Hop, PathPlanner
from controller.motion.ways import length

BARE = 0
_GRAINS = 1_000_000  # heights are counted in whole nanometres: sums come out alike in whatever order

# (peg, disk) -> nm: how much of the peg's stack is made of `disk` and larger ones.
GrainPile = Callable[[int, int], int]


class Leg(NamedTuple):
    """From the axis of one peg to that of another; `heights` of what lies below in nm, as `near` lists it."""

    source: int
    target: int
    carried: int
    heights: tuple[int, ...]


class _Course(NamedTuple):
    """What all legs have in common that lead from one peg to another with the same disk, or none.

    `ends`: where in `below` its two pegs are; `empty`: the tip's heights there over no other disk. What is
    more than `deep` mm below the highest demand makes the ways straight up or down longer, and no more.
    """

    passage: Passage
    below: tuple[Below, ...]
    pegs: tuple[int, ...]
    ends: tuple[int, int]
    empty: tuple[float, float]
    deep: float
    settle: float


class LegTimes:
    """The seconds of every kind of leg of one exhibit.

    Where an axis leans, or joints turn, heights matter and not just their differences; with `level` they are
    taken not to.
    """

    def __init__(self, planner: PathPlanner, level: bool = False) -> None:
        self.planner = planner
        geometry = planner.geometry
        self.grains = tuple(round(thickness * _GRAINS) for thickness in geometry.thickness)
        measures = list(zip(self.grains, geometry.diameters, strict=True))
        first_such = {measure: disk for disk, measure in reversed(list(enumerate(measures, 1)))}
        self._alike = (BARE, *(first_such[measure] for measure in measures))
        self._level = level or (planner.axes is CARTESIAN and not planner.geometry.leans)
        self.quick = self._level or not planner.limits.arches
        """Whether the times of many thousands of kinds are reckoned in a moment."""
        self._shapes: dict[tuple[object, ...], float] = {}
        slow = planner.limits.breakaway
        self._run = ceil(2 * planner.headroom + geometry.press + (slow.height if slow else 0.0))
        self._course = cache(self._find_course)
        self.near = cache(self._near)
        self.seconds = cache(self._seconds)
        self.hop_seconds = cache(self._hop_seconds)

    def alike(self, disk: int) -> int:
        """The smallest disk that is as large and as thick as `disk`; BARE for the bare tool."""
        return self._alike[disk]

    def leg(self, source: int, target: int, carried: int, pile: GrainPile) -> Leg:
        """The kind of the leg from `source` to `target` over `pile`, in which `carried` is not counted."""
        kind = self.alike(carried)
        heights = tuple(pile(peg, disk) for peg, disk in self.near(source, target, kind))
        return Leg(source, target, kind, heights)

    def pile_of(self, state: State, carried: int = BARE) -> GrainPile:
        """The piles of `state`, without the disk that is carried."""

        def pile(peg: int, smallest: int) -> int:
            places = enumerate(state.peg_of[smallest - 1 :], smallest)
            return sum(self.grains[disk - 1] for disk, at in places if at == peg and disk != carried)

        return pile

    def probes(self, carried: int) -> set[tuple[int, int]]:
        """All (peg, smallest disk) whose piles any leg of `carried` asks for."""
        pairs = permutations(range(len(self.planner.geometry.pegs)), 2)
        return {probe for source, target in pairs for probe in self.near(source, target, self.alike(carried))}

    def _near(self, source: int, target: int, carried: int) -> tuple[tuple[int, int], ...]:
        """The pegs that the leg comes over, each with its smallest disk that counts."""
        return tuple((below.peg, below.smallest) for below in self._course(source, target, carried).below)

    def _find_course(self, source: int, target: int, carried: int) -> _Course:
        planner, table = self.planner, self.planner.table
        passage, gripper = planner.passage(source, target), planner.gripper
        below = table.below(passage, carried)
        pegs = tuple(peg for peg, *_ in below)
        return _Course(
            passage,
            below,
            pegs,
            (pegs.index(source), pegs.index(target)),
            (table.tip_height(source, 0.0, carried), table.tip_height(target, 0.0, carried)),
            self._deep(passage),
            gripper.release_settle if carried else gripper.grip_settle,
        )

    def _deep(self, passage: Passage) -> float:
        if not self._level:
            return inf
        limits = self.planner.limits
        return ceil(rise_across(length(passage.way), limits)) if limits.arches else 0.0

    def _seconds(self, leg: Leg) -> float:
        """The time of `leg` with the settle at its end, be it of a grip or of a release."""
        planner, course = self.planner, self._course(*leg[:3])
        piles = [height / _GRAINS for height in leg.heights]
        demands = [below.demand(pile) for below, pile in zip(course.below, piles, strict=True)]
        ends = [empty + piles[place] for empty, place in zip(course.empty, course.ends, strict=True)]
        highest = max(demands)
        ceiling = max(highest, min(planner.geometry.workspace.z[1], highest + planner.headroom))
        level, least = highest if self._level else 0.0, highest - course.deep
        low = [max(end, least - self._run) for end in ends]
        measures = (*low, ceiling, *(max(demand, least) for demand in demands))
        seconds = self.hop_seconds(*leg[:3], tuple(round(z - level, 6) for z in measures))
        return seconds + (sum(low) - sum(ends)) / planner.limits.lift_speed + course.settle

    def _hop_seconds(self, source: int, target: int, carried: int, measures: tuple[float, ...]) -> float:
        """The time from the axis of `source` to that of `target`; many legs share it.

        `measures`: the heights at both ends, the ceiling's, and those that the pegs below demand.
        """
        planner, course, axis = (
            self.planner,
            self._course(source, target, carried),
            self.planner.geometry.axis,
        )
        start_z, end_z, ceiling, *heights = measures
        demands = dict(zip(course.pegs, heights, strict=True))
        start, end = axis(source, start_z), axis(target, end_z)
        hop = Hop(course.passage, start, end, demands, carried, ceiling)
        flights = planner.flights(hop) if self._level else []
        if not flights:
            return planner.seconds(planner.hop(hop), hop.start)
        up, down = flights[0].run_up, flights[-1].run_down
        shape = (source, target, *(flight.shape for flight in flights))
        if shape not in self._shapes:
            short = hop._replace(start=axis(source, start_z + up), end=axis(target, end_z + down))
            self._shapes[shape] = planner.seconds(planner.hop(short), short.start)
        return self._shapes[shape] + (up + down) / planner.limits.lift_speed
