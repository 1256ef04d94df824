"""A perfect tower moved on four or more pegs, after Frame and Stewart (American Mathematical Monthly, 1941).

Park the smaller disks on a spare peg with the help of all pegs, move the larger ones on the pegs that are
left, fetch the smaller ones. How many to park is known in closed form, so that nothing is tabulated and
nothing recurses.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import comb

from controller.model import Move
from controller.planner.three_pegs import ThreePegTransfer


class FrameStewartTransfer:
    """The tower of `disks` disks, `first` the smallest, goes from `source` to `target`, using all `pegs`."""

    __slots__ = ("disks", "first", "length", "pegs", "source", "target")

    def __init__(self, first: int, disks: int, source: int, target: int, pegs: tuple[int, ...]) -> None:
        self.first = first
        self.disks = disks
        self.source = source
        self.target = target
        self.pegs = pegs
        self.length = frame_stewart_moves(disks, len(pegs))

    def parts(self) -> "tuple[Transfer, Transfer, Transfer]":
        """The smaller disks out of the way, the larger ones across, the smaller ones onto them."""
        parked = parked_disks(self.disks, len(self.pegs))
        spare = next(peg for peg in self.pegs if peg not in (self.source, self.target))
        fewer = tuple(peg for peg in self.pegs if peg != spare)
        return (
            transfer(self.first, parked, self.source, spare, self.pegs),
            transfer(self.first + parked, self.disks - parked, self.source, self.target, fewer),
            transfer(self.first, parked, spare, self.target, self.pegs),
        )

    def move_at(self, index: int) -> Move:
        """The move at `index`, from 0."""
        part: Transfer = self
        number = index + 1
        while isinstance(part, FrameStewartTransfer):
            parts = part.parts()
            at, number = _part_of(parts, number)
            part = parts[at]
        return part.move_at(number - 1)

    def blocks(self, index: int) -> Iterator[tuple[Move, ...]]:
        """All moves from `index` on, in ready-made blocks."""
        waiting: list[Transfer] = [self]
        while waiting:
            part = waiting.pop()
            if index >= part.length:
                index -= part.length
            elif isinstance(part, FrameStewartTransfer):
                waiting.extend(reversed(part.parts()))
            else:
                yield from part.blocks(index)
                index = 0

    def pegs_after(self, moves: int) -> list[int]:
        """The pegs of the tower's disks after `moves` moves, smallest disk first."""
        pegs = [self.source] * self.disks
        part: Transfer = self
        while isinstance(part, FrameStewartTransfer):
            parts = part.parts()
            at, moves = _part_of(parts, moves)
            for done in parts[:at]:
                self._stand(pegs, done, [done.target] * done.disks)
            part = parts[at]
        self._stand(pegs, part, part.pegs_after(moves))
        return pegs

    def index_of(self, pegs: Sequence[int]) -> int | None:
        """After how many moves the tower's disks stand on `pegs`, smallest first; None for never."""
        done = 0
        part: Transfer = self
        while isinstance(part, FrameStewartTransfer):
            away, across, back = part.parts()
            parked, larger = pegs[: away.disks], pegs[away.disks : part.disks]
            if _all_on(part.source, larger):
                part, pegs = away, parked
            elif _all_on(part.target, larger):
                done += away.length + across.length
                part, pegs = back, parked
            elif _all_on(away.target, parked):
                done += away.length
                part, pegs = across, larger
            else:
                return None
        found = part.index_of(pegs)
        return None if found is None else done + found

    def _stand(self, pegs: list[int], part: "Transfer", places: list[int]) -> None:
        below = part.first - self.first
        pegs[below : below + part.disks] = places


Transfer = ThreePegTransfer | FrameStewartTransfer


def transfer(first: int, disks: int, source: int, target: int, pegs: tuple[int, ...]) -> Transfer:
    """The way of a tower from `source` to `target` by the best method known for so many pegs."""
    if len(pegs) > 3 and disks > 1:
        return FrameStewartTransfer(first, disks, source, target, pegs)
    spare = next(peg for peg in pegs if peg not in (source, target))
    return ThreePegTransfer(first, disks, source, spare, target)


def frame_stewart_moves(disks: int, pegs: int) -> int:
    """How many moves Frame and Stewart need: min over r of 2 F(disks - r, pegs) + F(r, pegs - 1)."""
    return (1 << disks) - 1 if pegs == 3 else _sum_of_costs(disks, pegs)


@lru_cache(maxsize=4096)
def _sum_of_costs(disks: int, pegs: int) -> int:
    """Each further disk costs a power of two: 1 once, 2 (pegs - 2) times, 2^k comb(pegs - 3 + k, k) times."""
    level = _level(disks, pegs)
    full = sum(comb(pegs - 3 + k, k) << k for k in range(level))
    return full + ((disks - _disks_below(level, pegs)) << level)


@lru_cache(maxsize=4096)
def parked_disks(disks: int, pegs: int) -> int:
    """How many of two or more `disks` are best parked while the larger ones cross, on four or more `pegs`.

    Every split is a best one that leaves the parked disks one level lower, and the larger ones, with a peg
    less, on the same level; this one parks as many as that allows.
    """
    level = _level(disks, pegs)
    return min(_disks_below(level, pegs), disks - _disks_below(level, pegs - 1))


def _level(disks: int, pegs: int) -> int:
    """The power of two that disk number `disks` + 1 would cost."""
    level = 0
    while _disks_below(level + 1, pegs) <= disks:
        level += 1
    return level


def _disks_below(level: int, pegs: int) -> int:
    """How many disks cost less than 2^level moves each."""
    return comb(pegs - 3 + level, pegs - 2)


def _part_of(parts: "tuple[Transfer, ...]", number: int) -> tuple[int, int]:
    """Which of the parts makes move `number` (from 1) of the whole, and the number it has there."""
    at = 0
    while number > parts[at].length:
        number -= parts[at].length
        at += 1
    return at, number


def _all_on(peg: int, pegs: Sequence[int]) -> bool:
    return all(each == peg for each in pegs)
