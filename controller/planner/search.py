"""The shortest way on any number of pegs, by breadth-first search from both ends at once."""

from collections.abc import Iterator
from itertools import pairwise

from controller.model import Move, State

MOST_STATES = 300_000  # within a second of a laptop's time, and 40 MB

_Origins = dict[int, int]  # a state's code to the code it was reached from; the first one to itself


def shortest_way(start: State, goal: State, most_states: int = MOST_STATES) -> list[Move] | None:
    """The moves of a shortest way, or None where more than `most_states` would have to be looked at.

    Both states have the same disks and pegs.
    """
    packing = _Packing(start.disks, start.pegs)
    here, there = packing.code(start), packing.code(goal)
    ahead: _Origins = {here: here}
    behind: _Origins = {there: there}
    met = _meet(packing, ahead, behind, most_states)
    if met is None:
        return None
    codes = [*reversed(_trail(ahead, met)), *_trail(behind, met)[1:]]
    return [packing.move(before, after) for before, after in pairwise(codes)]


class _Packing:
    """A state as one number, its code: a few bits for the peg of each disk, the smallest disk lowest."""

    def __init__(self, disks: int, pegs: int) -> None:
        self.pegs = pegs
        self.bits = (pegs - 1).bit_length()
        self.mask = (1 << self.bits) - 1
        self.shifts = range(0, disks * self.bits, self.bits)

    def code(self, state: State) -> int:
        return sum(peg << shift for peg, shift in zip(state.peg_of, self.shifts, strict=True))

    def neighbours(self, code: int) -> Iterator[int]:
        """All states one move away: a disk goes from a peg without smaller disks to another such peg."""
        free = list(range(self.pegs))
        for shift in self.shifts:
            peg = code >> shift & self.mask
            if peg in free:
                free.remove(peg)
                for target in free:
                    yield code + (target - peg << shift)
                if not free:
                    return

    def move(self, before: int, after: int) -> Move:
        """The move between two neighbours."""
        changed = before ^ after
        disk = ((changed & -changed).bit_length() - 1) // self.bits
        shift = disk * self.bits
        return Move(disk + 1, before >> shift & self.mask, after >> shift & self.mask)


def _meet(packing: _Packing, ahead: _Origins, behind: _Origins, most_states: int) -> int | None:
    """Widen the smaller rim, one whole move deep, until a state is reached from both ends: its code."""
    rims = [(list(ahead), ahead, behind), (list(behind), behind, ahead)]
    while len(ahead) + len(behind) <= most_states:
        rims.sort(key=lambda side: len(side[0]))
        rim, reached, other = rims[0]
        wider: list[int] = []
        for code in rim:
            for neighbour in packing.neighbours(code):
                if neighbour not in reached:
                    reached[neighbour] = code
                    wider.append(neighbour)
                    if neighbour in other:
                        return neighbour
        rims[0] = (wider, reached, other)
    return None


def _trail(origins: _Origins, code: int) -> list[int]:
    """The codes from `code` back to where its side began."""
    trail = [code]
    while origins[trail[-1]] != trail[-1]:
        trail.append(origins[trail[-1]])
    return trail
