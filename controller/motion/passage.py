"""What lies below a way over the table, and how high the tool must be to pass over it.

A stack is a cone of disks: those that a passing body of radius R comes over are the ones from some size
up, so the height that counts is the top of the smallest disk within reach. A pole has no diameter of its
own; it goes through every disk, so it is thinner than the smallest. The board under a peg counts as far
as the largest disk would reach, at the peg's own level.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate

from controller.model import State
from controller.motion.geometry import Geometry
from controller.motion.ways import TOLERANCE, Way, distance

# (peg, disk) -> mm: how much of the peg's stack is made of `disk` and larger ones.
Pile = Callable[[int, int], float]


@dataclass(frozen=True, slots=True)
class Passage:
    """A way, and how near it comes to each peg's axis in mm."""

    way: Way
    distances: tuple[float, ...]


class Table:
    """The exhibit's measures, asked for heights. Heights are of the tool tip unless said otherwise, in mm."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self.radii = tuple(diameter / 2 for diameter in geometry.diameters)
        self._largest_piles = (*reversed(tuple(accumulate(reversed(geometry.thickness)))), 0.0)

    def passage(self, way: Way) -> Passage:
        """`way` with its distances to the pegs."""
        return Passage(way, tuple(distance(way, (peg.x, peg.y)) for peg in self.geometry.pegs))

    def tip_height(self, peg: int, stack: float, disk: int = 0) -> float:
        """The tip's height where it holds the top disk of `stack` mm on `peg`, or `disk` put on them."""
        return self.geometry.pegs[peg].z + stack + self.thickness(disk) - self.geometry.grip_depth

    def thickness(self, disk: int) -> float:
        """The thickness of `disk`; 0 for none."""
        return self.geometry.thickness[disk - 1] if disk else 0.0

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
        return bisect_left(self.radii, near - self._radius(carried) - TOLERANCE) + 1

    def height_over(self, passage: Passage, pile: Pile, carried: int = 0) -> float:
        """The least height at which the bare tool (0) or `carried` passes with its clearance kept."""
        return max((height for _, height in self.demands(passage, pile, carried)), default=float("-inf"))

    def demands(self, passage: Passage, pile: Pile, carried: int = 0) -> Iterator[tuple[int, float]]:
        """The pegs that the tool or `carried` comes over, each with the least height that it demands."""
        margin = self.geometry.clearance + self._hanging(carried)
        for peg, near in enumerate(passage.distances):
            if self.first_within(near, carried) <= len(self.radii):
                yield peg, self._top(peg, near, pile, carried) + margin

    def _top(self, peg: int, near: float, pile: Pile, carried: int) -> float:
        stack = pile(peg, self.first_within(near, carried))
        over_pole = near <= self._radius(carried) + self.radii[0] + TOLERANCE
        return self.geometry.pegs[peg].z + max(stack, self.geometry.pole_height if over_pole else 0.0)

    def _radius(self, carried: int) -> float:
        return self.radii[carried - 1] if carried else 0.0

    def _hanging(self, carried: int) -> float:
        """How far a carried disk hangs below the tip."""
        return self.thickness(carried) - self.geometry.grip_depth if carried else 0.0
