"""The puzzle searched exhaustively, written apart from the planner: the truth its tests compare with.

A state is a tuple: the peg of disk 1, of disk 2, and so on.
"""

from collections import deque
from collections.abc import Iterator

Pegs = tuple[int, ...]


def neighbours(state: Pegs, pegs: int) -> Iterator[Pegs]:
    """All states one legal move away: only a top disk moves, and only onto a larger one or an empty peg."""
    tops = {peg: disk for disk, peg in reversed(list(enumerate(state)))}
    for source, disk in tops.items():
        for target in range(pegs):
            if tops.get(target, len(state)) > disk and target != source:
                yield (*state[:disk], target, *state[disk + 1 :])


def distances(start: Pegs, pegs: int) -> dict[Pegs, int]:
    """How many moves each state is away from `start`."""
    away = {start: 0}
    waiting = deque([start])
    while waiting:
        state = waiting.popleft()
        for new in neighbours(state, pegs):
            if new not in away:
                away[new] = away[state] + 1
                waiting.append(new)
    return away


def fewest_moves_of_a_tower(disks: int, pegs: int) -> int:
    """The moves a tower needs to another peg: twice those that set the largest disk free, and one more.

    Pegs other than the source are alike, so states that differ only in the names of those are searched once.
    """
    smaller = disks - 1
    rim = {(0,) * smaller}
    seen = set(rim)
    moves = 0
    while not any(0 not in state and len(set(state)) <= pegs - 2 for state in rim):
        rim = {_renamed(new) for state in rim for new in neighbours(state, pegs)} - seen
        seen |= rim
        moves += 1
    return 2 * moves + 1


def _renamed(state: Pegs) -> Pegs:
    names = {0: 0}
    return tuple(names.setdefault(peg, len(names)) for peg in state)
