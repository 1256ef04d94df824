"""The arm's millimetres turned into spots of the picture. Pure.

Views are told where the pegs are but not how thick the disks are: the first grip shows it, and until then a
tool that goes down is taken to go down to the disks.
"""

from dataclasses import dataclass, replace

from controller.model import Point, State
from controller.views.glide import Spot

_NEAR = 0.75  # levels: closer than this to the disks below, the tool is drawn as touching


@dataclass(frozen=True, slots=True)
class Table:
    """The arm's pegs (none: no arm), the end of its last leg, and the height of a disk once known."""

    pegs: tuple[Point, ...] = ()
    disks: int = 0
    tip: Point | None = None
    disk_mm: float | None = None
    learned_from: int = 0

    @property
    def top(self) -> float:
        """The highest level drawn: a disk just above a pole that carries all disks."""
        return self.disks + 2.0

    def contact(self, state: State, peg: int, held: int | None = None) -> float:
        """The level at which the tool touches the top disk of `peg`, or puts the held one down there."""
        standing = sum(where == peg and disk != held for disk, where in enumerate(state.peg_of, 1))
        return float(standing + (held is not None))

    def spot(self, to: Point, state: State, held: int | None) -> Spot:
        """Where the end of a leg from the present tip is drawn."""
        near = min(range(len(self.pegs)), key=lambda peg: _squared_distance(self.pegs[peg], to))
        contact = self.contact(state, near, held)
        level = self._level(to, near, contact)
        return Spot(self._across(to), contact if level < contact + _NEAR else min(level, self.top))

    def moved(self, to: Point) -> "Table":
        """With the tip at `to`."""
        return replace(self, tip=to)

    def touched(self, peg: int, level: float) -> "Table":
        """With a disk's height learned from touching a stack of `level` disks; high stacks teach best."""
        if self.tip is None or level < max(1, self.learned_from):
            return self
        height = self.tip.z - self.pegs[peg].z
        return replace(self, disk_mm=height / level, learned_from=int(level)) if height > 0 else self

    def _level(self, to: Point, near: int, contact: float) -> float:
        if self.disk_mm is not None:
            return (to.z - self.pegs[near].z) / self.disk_mm
        return contact if self.tip is not None and to.z < self.tip.z else self.top

    def _across(self, to: Point) -> float:
        """Exact over each peg, smooth between: the pegs' mean, weighted by inverse squared distance."""
        squares = [_squared_distance(peg, to) for peg in self.pegs]
        if min(squares) < 1e-6:
            return float(squares.index(min(squares)))
        weights = [1 / square for square in squares]
        return sum(peg * weight for peg, weight in enumerate(weights)) / sum(weights)


def _squared_distance(a: Point, b: Point) -> float:
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2
