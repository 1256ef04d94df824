"""What can ever stand where in a whole run, without walking it.

For a tower carried from one peg to another on three pegs these are exact, from three laws of the shortest
plan. The largest disk moves once, from start to goal, while all others stand on the spare peg. Every other
disk comes to every peg. On the board of a peg only every second disk ever stands: on start and goal those
as even or odd as the largest, on the spare peg the others; so the largest beside it on the other of start
and goal is the third largest. With more pegs, or from and to any other state, the same figures are bounds
that no plan exceeds.
"""

from dataclasses import dataclass
from itertools import combinations

from controller.model import State

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Occupancy:
    """Bounds on all states of a run.

    `standing[peg]`: disks 1 to this one may stand there, and all at once; 0 for none.
    `lowest[peg]`: the disks that may stand on the board there.
    `carried[p, q]`: disks 1 to this one may be carried between two pegs; no entry for a pair that none takes.
    `beside[p, q]`: the largest disks that may be at two pegs at the same time; likewise.
    """

    standing: tuple[int, ...]
    lowest: tuple[range, ...]
    carried: dict[Pair, int]
    beside: dict[Pair, Pair]


def occupancy(start: State, goal: State) -> Occupancy:
    """The occupancy of every shortest run from `start` to `goal`, and back."""
    ends = {*start.peg_of, *goal.peg_of}
    towers = len(set(start.peg_of)) == len(set(goal.peg_of)) == 1 and len(ends) == 2
    if not towers:
        return _of_any(start.disks, start.pegs)
    return _of_tower(start.disks, start.pegs, ends)


def _of_any(disks: int, pegs: int) -> Occupancy:
    pairs = tuple(combinations(range(pegs), 2))
    return Occupancy(
        standing=(disks,) * pegs,
        lowest=(range(1, disks + 1),) * pegs,
        carried=dict.fromkeys(pairs, disks) if disks else {},
        beside=dict.fromkeys(pairs, (disks, disks - 1)) if disks > 1 else {},
    )


def _of_tower(disks: int, pegs: int, ends: set[int]) -> Occupancy:
    """With two `ends`, start and goal, that alone are visited by the largest disk."""
    standing = tuple(disks if peg in ends else disks - 1 for peg in range(pegs))
    every = 2 if pegs == 3 else 1
    pairs = {pair: len(ends.intersection(pair)) for pair in combinations(range(pegs), 2)}
    carried = {pair: disks if at_ends == 2 else disks - 1 for pair, at_ends in pairs.items()}
    beside = {pair: _beside(disks, pegs, at_ends) for pair, at_ends in pairs.items()}
    return Occupancy(
        standing=standing,
        lowest=tuple(range(top, 0, -every) for top in standing),
        carried={pair: disk for pair, disk in carried.items() if disk},
        beside={pair: both for pair, both in beside.items() if both[1] > 0},
    )


def _beside(disks: int, pegs: int, at_ends: int) -> Pair:
    """The largest two at a pair of pegs of which `at_ends` are start or goal."""
    if at_ends == 0:
        return disks - 1, disks - 2
    return disks, disks - (2 if at_ends == 2 and pegs == 3 else 1)
