"""Plan: a lazy sequence of moves that behaves as `range` does, and its slices."""

import operator
import sys
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Literal, overload

from controller.errors import InvalidPlan, NotAnInteger
from controller.model import Move, State
from controller.planner.checks import whole

Optimality = Literal["proven", "presumed", "not optimal"]


class Plan(Sequence[Move]):
    """A sequence of moves, worked out when asked for: nothing is ever materialised.

    `len(plan)` raises OverflowError past sys.maxsize; `plan.length` is right for any size. `optimality` tells
    whether there is a shorter way: "proven" that there is none, "presumed", or "not optimal" where nothing is
    claimed.
    """

    __slots__ = ()

    length: int
    optimality: Optimality

    @abstractmethod
    def move_at(self, index: int) -> Move:
        """The move at `index`, from 0; the index must be within the plan."""

    @abstractmethod
    def moves_from(self, index: int) -> Iterator[Move]:
        """All moves from `index` on, in bulk; `index` may be `length`."""

    @abstractmethod
    def state_at(self, moves: int) -> State:
        """The state after the first `moves` moves, 0 to `length`; raises IndexError beyond, NotAnInteger."""

    @abstractmethod
    def index_of(self, state: State) -> int | None:
        """After how many moves `state` is reached, or None where the plan never passes it."""

    def __len__(self) -> int:
        return len(range(self.length))

    def __bool__(self) -> bool:
        return self.length > 0

    def __iter__(self) -> Iterator[Move]:
        return self.moves_from(0)

    def __reversed__(self) -> Iterator[Move]:
        return iter(self[::-1])

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> "Plan": ...
    def __getitem__(self, index: int | slice) -> "Move | Plan":
        if isinstance(index, slice):
            return self._sliced(index)
        try:
            at = operator.index(index)
        except TypeError:
            raise NotAnInteger(f"A plan is indexed by whole numbers and slices, not {index!r}.") from None
        if at < 0:
            at += self.length
        if not 0 <= at < self.length:
            raise IndexError("There is no such move: the index is outside the plan.")
        return self.move_at(at)

    def _sliced(self, index: slice) -> "Plan":
        everything = range(self.length)
        numbers = everything[index]
        return self if numbers == everything else PlanSlice(self, numbers)

    def _moves_done(self, moves: object) -> int:
        """`moves` as a number of moves done, checked against the length."""
        done = whole(moves, "The number of moves done")
        if not 0 <= done <= self.length:
            raise IndexError("There is no such state: the number of moves done is outside the plan.")
        return done


class PlanSlice(Plan):
    """The moves of `plan` with these `numbers`, as plan[a:b:c] gives them.

    Only a slice without gaps (step 1) is itself a way from one state to another: states of others raise
    InvalidPlan.
    """

    __slots__ = ("length", "numbers", "optimality", "plan")

    def __init__(self, plan: Plan, numbers: range) -> None:
        self.plan = plan
        self.numbers = numbers
        self.length = _size(numbers)
        # Every part of a shortest way is a shortest way itself.
        self.optimality = plan.optimality if numbers.step == 1 else "not optimal"

    def move_at(self, index: int) -> Move:
        """See Plan."""
        return self.plan.move_at(self.numbers[index])

    def moves_from(self, index: int) -> Iterator[Move]:
        """See Plan."""
        numbers = self.numbers[index:]
        if not numbers or numbers.step != 1:
            return map(self.plan.move_at, numbers)
        moves = self.plan.moves_from(numbers.start)
        if numbers.stop == self.plan.length:
            return moves
        if _size(numbers) <= sys.maxsize:
            return islice(moves, _size(numbers))
        return chain(islice(moves, sys.maxsize), map(self.plan.move_at, numbers[sys.maxsize :]))

    def state_at(self, moves: int) -> State:
        """See Plan; raises InvalidPlan for a slice with gaps."""
        return self.plan.state_at(self._first() + self._moves_done(moves))

    def index_of(self, state: State) -> int | None:
        """See Plan; raises InvalidPlan for a slice with gaps."""
        first = self._first()
        found = self.plan.index_of(state)
        return found - first if found is not None and first <= found <= first + self.length else None

    def _sliced(self, index: slice) -> Plan:
        numbers = self.numbers[index]
        return self if numbers == self.numbers else PlanSlice(self.plan, numbers)

    def _first(self) -> int:
        if self.numbers.step != 1:
            raise InvalidPlan(
                "A plan with moves left out, or turned round, does not lead from state to state."
            )
        return self.numbers.start

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PlanSlice):
            return NotImplemented
        return (self.plan, self.numbers) == (other.plan, other.numbers)

    def __hash__(self) -> int:
        return hash((self.plan, self.numbers))

    def __repr__(self) -> str:
        numbers = self.numbers
        return f"<moves {numbers.start}:{numbers.stop}:{numbers.step} of {self.plan!r}>"


def _size(numbers: range) -> int:
    """len(numbers), also past sys.maxsize."""
    return max(0, -((numbers.start - numbers.stop) // numbers.step))
