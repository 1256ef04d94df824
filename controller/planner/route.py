"""Route: a plan made of tower transfers, one after the other; a single move is the transfer of one disk."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate, chain

from controller.model import Move, State
from controller.planner.frame_stewart import Transfer
from controller.planner.sequence import Optimality, Plan


class Route(Plan):
    """The way that leads from the state `start` through all `legs`; routes are equal when start and legs are.

    Every disk smaller than those of a leg must stand where it is not in the way: whoever builds a route sees
    to that.
    """

    __slots__ = ("_begins", "goal", "legs", "length", "optimality", "start")

    def __init__(self, start: State, legs: Sequence[Transfer], optimality: Optimality) -> None:
        self.start = start
        self.legs = tuple(legs)
        self.optimality = optimality
        self._begins = list(accumulate((leg.length for leg in self.legs), initial=0))
        self.length = self._begins[-1]
        self.goal = State(tuple(self._pegs_before(len(self.legs))), start.pegs)

    @property
    def disks(self) -> int:
        """How many disks there are; some of them may never move."""
        return self.start.disks

    @property
    def pegs(self) -> int:
        """How many pegs there are."""
        return self.start.pegs

    def move_at(self, index: int) -> Move:
        """See Plan."""
        at = self._leg_at(index)
        return self.legs[at].move_at(index - self._begins[at])

    def moves_from(self, index: int) -> Iterator[Move]:
        """See Plan."""
        return chain.from_iterable(self._blocks(index))

    def state_at(self, moves: int) -> State:
        """See Plan."""
        done = self._moves_done(moves)
        if done == self.length:
            return self.goal
        at = self._leg_at(done)
        leg = self.legs[at]
        pegs = self._pegs_before(at)
        pegs[_disks_of(leg)] = leg.pegs_after(done - self._begins[at])
        return State(tuple(pegs), self.pegs)

    def index_of(self, state: State) -> int | None:
        """See Plan."""
        if (state.disks, state.pegs) != (self.disks, self.pegs):
            return None
        pegs, wanted = list(self.start.peg_of), list(state.peg_of)
        for leg, begin in zip(self.legs, self._begins, strict=False):
            disks = _disks_of(leg)
            pegs[disks] = wanted[disks]
            found = leg.index_of(wanted[disks]) if pegs == wanted else None
            if found is not None:
                return begin + found
            pegs[disks] = [leg.target] * leg.disks
        return self.length if pegs == wanted else None

    def _leg_at(self, index: int) -> int:
        return bisect_right(self._begins, index) - 1

    def _blocks(self, index: int) -> Iterator[tuple[Move, ...]]:
        first = self._leg_at(index)
        for at in range(first, len(self.legs)):
            yield from self.legs[at].blocks(max(0, index - self._begins[at]))

    def _pegs_before(self, at: int) -> list[int]:
        pegs = list(self.start.peg_of)
        for leg in self.legs[:at]:
            pegs[_disks_of(leg)] = [leg.target] * leg.disks
        return pegs

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Route):
            return NotImplemented
        return self.start == other.start and [*map(_key, self.legs)] == [*map(_key, other.legs)]

    def __hash__(self) -> int:
        return hash((self.start, self.length))

    def __repr__(self) -> str:
        legs = f"{len(self.legs)} leg" + "s" * (len(self.legs) != 1)
        return f"<plan in {legs}, {self.optimality}, from {self.start.stacks} to {self.goal.stacks}>"


def _disks_of(leg: Transfer) -> slice:
    return slice(leg.first - 1, leg.first - 1 + leg.disks)


def _key(leg: Transfer) -> tuple[int, int, int, int]:
    return leg.first, leg.disks, leg.source, leg.target
