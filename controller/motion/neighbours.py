"""Pegs that stand too near to one another: for their disks, for a pole, for the open jaw.

Two disks side by side must not touch. The open jaw is held further away: where it goes down to a disk, or
opens to let one go, it keeps the clearance sideways from all that reaches higher than the clearance below
it. The jaw turns with the base, so it is a circle here.
"""

from collections.abc import Callable, Iterator
from itertools import combinations, permutations

from controller.motion.geometry import Geometry, GeometryProblem
from controller.motion.occupancy import Occupancy
from controller.motion.passage import Pile, Table
from controller.motion.ways import TOLERANCE


class Neighbours:
    """The pegs of one exhibit; `tallest(disk)`: the most that ever stands on each peg without `disk`."""

    def __init__(self, table: Table, run: Occupancy, tallest: Callable[[int], Pile]) -> None:
        self._geometry: Geometry = table.geometry
        self._table = table
        self._run = run
        self._tallest = tallest

    def problems(self) -> Iterator[GeometryProblem]:
        """Every pair of pegs too near to each other, told at its second peg."""
        for first, second in combinations(range(len(self._geometry.pegs)), 2):
            gap = self._table.gap(first, second)
            other = self._geometry.names[first]
            if gap <= TOLERANCE:
                yield self._geometry.problem_at(second, f"is in the same place as peg {other}")
            elif text := self._touching(first, second, gap) or self._swept(first, second, gap):
                yield self._geometry.problem_at(
                    second, f"is {gap:.4g} mm from peg {other}: {text}; set them further apart"
                )

    def _touching(self, first: int, second: int, gap: float) -> str | None:
        """What touches between two pegs that stand `gap` mm apart; contact counts as touching."""
        radii = self._table.radii
        a, b = self._run.beside.get((first, second), (0, 0))
        if a and radii[a - 1] + radii[b - 1] >= gap - TOLERANCE:
            return f"disks {a} and {b} side by side need more than {radii[a - 1] + radii[b - 1]:g} mm"
        largest = max(self._run.standing[first], self._run.standing[second])
        if self._geometry.pole_height > 0 and largest and radii[largest - 1] >= gap - TOLERANCE:
            return f"disk {largest} touches the neighbour's pole"
        return None

    def _swept(self, first: int, second: int, gap: float) -> str | None:
        """What the open jaw comes too near to at either peg beside the other."""
        if self._geometry.jaw is None:
            return None
        for here, there in permutations((first, second)):
            disks = range(1, self._run.standing[here] + 1)
            if any(self._sweeps(here, there, gap, disk) for disk in disks):
                return (
                    f"the open jaw, {2 * self._table.radius():g} mm across its fingers, comes nearer than the"
                    f" clearance to what stands on peg {self._geometry.names[there]}; open it less"
                )
        return None

    def _sweeps(self, here: int, there: int, gap: float, disk: int) -> bool:
        """Whether the jaw, round `disk` on the board at `here`, may come too near to what is on `there`."""
        table, geometry = self._table, self._geometry
        reach = table.radius() + geometry.clearance - 2 * TOLERANCE  # the clearance and no more is enough
        stack = self._tallest(disk)(there, table.first_reached(gap, reach))
        standing = max(stack, geometry.pole_height if gap < reach else 0.0)
        top, fingers = geometry.pegs[there].z + standing, table.tip_height(here, 0.0, disk)
        return standing > 0 and top > fingers - geometry.clearance + TOLERANCE
