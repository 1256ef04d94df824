"""The way from any legal state to any other: gather the smaller disks, move the largest, spread them again.

Every such way is a chain of single moves and perfect tower transfers, so it is as lazy as a tower's own plan.
On three pegs it is the shortest once both ways of the largest disk have been weighed: one move, or two round
the third peg.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile
from typing import NamedTuple

from controller.errors import InvalidPlan
from controller.model import State
from controller.planner.frame_stewart import Transfer, frame_stewart_moves, transfer
from controller.planner.route import Route
from controller.planner.search import shortest_way
from controller.planner.solve import tower_optimality


def solve_between(start: State, goal: State) -> Route:
    """A plan from `start` to `goal`: a shortest one on three pegs, and on more where a short search finds it.

    Otherwise the plan is legal and says "not optimal"; a tower's way to another peg is that of `solve`.
    Raises InvalidPlan where the two states do not have the same disks and pegs.
    """
    if start.pegs != goal.pegs:
        raise InvalidPlan(f"{start.pegs} pegs cannot become {goal.pegs}: both states need the same pegs.")
    if start.disks != goal.disks:
        raise InvalidPlan(f"{start.disks} disks cannot become {goal.disks}: both states need the same disks.")
    disks, pegs = _differing(start, goal), tuple(range(start.pegs))
    here, there = start.peg_of[:disks], goal.peg_of[:disks]
    if not disks:
        return Route(start, [], "proven")
    if _is_tower(here) and _is_tower(there):
        whole_tower = transfer(1, disks, here[0], there[0], pegs)
        return Route(start, [whole_tower], tower_optimality(disks, len(pegs)))
    if len(pegs) == 3:
        return Route(start, _chain(here, there, pegs), "proven")
    moves = shortest_way(State(here, len(pegs)), State(there, len(pegs)))
    if moves is None:
        return Route(start, _chain(here, there, pegs), "not optimal")
    return Route(start, [transfer(disk, 1, source, target, pegs) for disk, source, target in moves], "proven")


def _differing(start: State, goal: State) -> int:
    """How many disks are left when the largest, as far as they already stand on their goals, are dropped.

    Those need never move: taking their moves out of a legal way leaves a legal way.
    """
    disks = start.disks
    while disks and start.peg_of[disks - 1] == goal.peg_of[disks - 1]:
        disks -= 1
    return disks


def _is_tower(pegs: Sequence[int]) -> bool:
    return len(set(pegs)) == 1


def _chain(here: Sequence[int], there: Sequence[int], pegs: tuple[int, ...]) -> list[Transfer]:
    """The legs between two states that differ in their largest disk."""
    largest, smaller = len(here), len(here) - 1
    gathering, spreading = _Gathering(here[:-1], pegs), _Gathering(there[:-1], pegs)
    tower = frame_stewart_moves(smaller, len(pegs))

    def cost(way: _Way) -> int:
        hops = len(way.rests)
        return gathering.cost(way.rests[0]) + hops + (hops - 1) * tower + spreading.cost(way.rests[-1])

    stops, rests = min(_ways(here[-1], there[-1], pegs), key=cost)
    legs = [*gathering.legs(rests[0]), transfer(largest, 1, stops[0], stops[1], pegs)]
    for (rest, next_rest), (stop, next_stop) in zip(pairwise(rests), pairwise(stops[1:]), strict=True):
        legs.append(transfer(1, smaller, rest, next_rest, pegs))
        legs.append(transfer(largest, 1, stop, next_stop, pegs))
    for leg in reversed(spreading.legs(rests[-1])):
        legs.append(transfer(leg.first, leg.disks, leg.target, leg.source, pegs))
    return legs


class _Way(NamedTuple):
    """How the largest disk goes: where it stops, and where all smaller ones rest at each of its moves."""

    stops: tuple[int, ...]
    rests: tuple[int, ...]


def _ways(start: int, goal: int, pegs: Sequence[int]) -> Iterator[_Way]:
    others = [peg for peg in pegs if peg not in (start, goal)]
    for rest in others:
        yield _Way((start, goal), (rest,))
    if len(others) == 1:  # with more pegs nothing is claimed, and there is hardly ever anything to gain
        yield _Way((start, others[0], goal), (goal, start))


class _Gathering:
    """The cheapest chains that gather disks, standing anyhow on `peg_of`, as a tower on any one peg."""

    def __init__(self, peg_of: Sequence[int], pegs: tuple[int, ...]) -> None:
        self._peg_of = peg_of
        self._pegs = pegs
        self._tower = sum(1 for _ in takewhile(lambda peg: peg == peg_of[0], peg_of))
        # _costs[k][peg]: how many moves gather the k smallest disks on that peg.
        self._costs = [dict.fromkeys(pegs, 0)]
        for disk in range(1, len(peg_of) + 1):
            self._costs.append({peg: self._cost(disk, peg) for peg in pegs})

    def cost(self, target: int) -> int:
        """How many moves gather all disks on `target`."""
        return self._costs[-1][target]

    def legs(self, target: int) -> list[Transfer]:
        """The chain that gathers all disks on `target`, built from its end."""
        legs: list[Transfer] = []
        for disk in range(len(self._peg_of), self._tower, -1):
            here = self._peg_of[disk - 1]
            if here != target:
                rest = self._rest(disk, target)
                legs.append(transfer(1, disk - 1, rest, target, self._pegs))
                legs.append(transfer(disk, 1, here, target, self._pegs))
                target = rest
        if self._tower and self._peg_of[0] != target:
            legs.append(transfer(1, self._tower, self._peg_of[0], target, self._pegs))
        return legs[::-1]

    def _cost(self, disk: int, target: int) -> int:
        if self._peg_of[disk - 1] == target:
            return self._costs[disk - 1][target]
        if disk <= self._tower:
            return frame_stewart_moves(disk, len(self._pegs))
        onto_it = frame_stewart_moves(disk - 1, len(self._pegs))
        return self._costs[disk - 1][self._rest(disk, target)] + 1 + onto_it

    def _rest(self, disk: int, target: int) -> int:
        """Where the disks smaller than `disk` are gathered best while it moves to `target`."""
        others = [peg for peg in self._pegs if peg not in (self._peg_of[disk - 1], target)]
        return min(others, key=self._costs[disk - 1].__getitem__)
