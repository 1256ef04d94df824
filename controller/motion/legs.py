"""Kinds of legs: what a leg's time depends on, and nothing else.

A leg is the bare tool's way from the disk just let go to the next one, or a disk's way to its new peg. Two
legs between the same pegs with the same (or an equal) disk take equally long when everything they pass over
is equally high; so the time of a kind is worked out once, however often it comes.
"""

from collections.abc import Callable
from functools import cache
from itertools import permutations
from typing import NamedTuple

from controller.model import State
from controller.motion.axes import CARTESIAN
from controller.motion.path import Hop, PathPlanner

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
        table = self.planner.table
        passage = self.planner.passage(source, target)
        smallest = [table.first_within(near, carried) for near in passage.distances]
        return tuple((peg, disk) for peg, disk in enumerate(smallest) if disk <= len(self.grains))

    def _seconds(self, leg: Leg) -> float:
        """The time of `leg` with the settle at its end, be it of a grip or of a release."""
        source, target, carried, heights = leg
        planner, table = self.planner, self.planner.table
        near = self.near(source, target, carried)
        piles = {peg: height / _GRAINS for (peg, _), height in zip(near, heights, strict=True)}
        demands = dict(table.demands(planner.passage(source, target), lambda peg, _: piles[peg], carried))
        ends = [table.tip_height(peg, piles[peg], carried) for peg in (source, target)]
        settle = planner.gripper.release_settle if carried else planner.gripper.grip_settle
        highest = max(demands.values())
        ceiling = max(highest, min(planner.geometry.workspace.z[1], highest + planner.headroom))
        level = highest if self._level else 0.0
        measures = tuple(round(z - level, 6) for z in (*ends, ceiling, *demands.values()))
        return self.hop_seconds(source, target, carried, tuple(demands), measures) + settle

    def _hop_seconds(
        self, source: int, target: int, carried: int, pegs: tuple[int, ...], measures: tuple[float, ...]
    ) -> float:
        """The time from the axis of `source` to that of `target`; many legs share it.

        `measures`: the heights at both ends, the ceiling's, and those that `pegs` demand.
        """
        planner, axis = self.planner, self.planner.geometry.axis
        start_z, end_z, ceiling, *heights = measures
        passage, demands = planner.passage(source, target), dict(zip(pegs, heights, strict=True))
        hop = Hop(passage, axis(source, start_z), axis(target, end_z), demands, carried, ceiling)
        flights = planner.flights(hop) if self._level else []
        if not flights:
            return planner.seconds(planner.hop(hop), hop.start)
        up, down = flights[0].run_up, flights[-1].run_down
        shape = (source, target, *(flight.shape for flight in flights))
        if shape not in self._shapes:
            short = hop._replace(start=axis(source, start_z + up), end=axis(target, end_z + down))
            self._shapes[shape] = planner.seconds(planner.hop(short), short.start)
        return self._shapes[shape] + (up + down) / planner.limits.lift_speed
