"""How many moves a plan has and how long they take, whatever its length.

Short plans are walked, and so is the end of long ones, so that the time left is known. Long ones are counted
by kinds of legs; where each kind takes long to reckon (curves through joints, or between leaning axes), as on
a level table, and in proportion to the kinds that come most. Where even the kinds are too many, a sample of
moves spread evenly over the plan is scaled up, and the estimate says that it is not exact.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import fsum
from operator import itemgetter
from typing import Protocol, runtime_checkable

from controller.errors import UsageError
from controller.model import Move, State
from controller.motion.census import TooManyKinds, count_legs
from controller.motion.legs import BARE, Leg, LegTimes
from controller.motion.path import PathPlanner
from controller.motion.transfers import Transfer, moves_of_disks

WALKED_MOVES = 1 << 13
LAST_MOVES = 1 << 11  # of a counted plan; towards the end, with the stacks high, moves take longer
_WATCHED_MOVES = 1 << 20  # nobody waits for the end of a longer run
SAMPLED_MOVES = 4_000
COMPARED_KINDS = 40
_GOLDEN = (618_033_988_749_895, 10**15)  # multiples of this, modulo one, are spread as evenly as can be


class PlanLike(Protocol):
    """A plan as this module needs it, such as the planner's; one not made of transfers is walked."""

    @property
    def length(self) -> int:
        """The number of moves."""

    def __iter__(self) -> Iterator[Move]: ...

    def __getitem__(self, index: int, /) -> Move: ...

    def state_at(self, moves: int, /) -> State:
        """The state after so many moves."""


@runtime_checkable
class MadeOfTransfers(Protocol):
    """A plan that says which tower transfers it is made of."""

    @property
    def legs(self) -> Sequence[Transfer]:
        """The transfers in order."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """From the park position to the park position; `per_disk[d - 1]` is how often disk d moves.

    `left[m]`: the seconds to the end when m moves are left; as far as they have been walked.
    """

    moves: int
    seconds: float
    per_disk: tuple[int, ...]
    exact: bool = True
    left: tuple[float, ...] = field(default=(0.0,), repr=False)

    def seconds_left(self, moves_done: int) -> float:
        """The time from after so many moves to the end; in proportion where the plan was not walked."""
        left, walked = self.moves - moves_done, len(self.left) - 1
        if not moves_done:
            return self.seconds
        if left <= walked:
            return self.left[left]
        share = (left - walked) / (self.moves - walked)
        return self.left[-1] + (self.seconds - self.left[-1]) * share


def estimate(planner: PathPlanner, plan: PlanLike, start: State, watched: bool = True) -> Estimate:
    """The time that `planner` needs for `plan` from `start`; raises UsageError past what a float can hold.

    `watched`: somebody will ask for the time left.
    """
    try:
        return _Estimator(planner, plan, start, watched).estimate()
    except OverflowError:
        raise UsageError(
            f"So many moves with {start.disks} disks take longer than can be reckoned."
        ) from None


class _Estimator:
    def __init__(self, planner: PathPlanner, plan: PlanLike, start: State, watched: bool) -> None:
        self._planner = planner
        self._plan = plan
        self._start = start
        self._watched = watched and plan.length < _WATCHED_MOVES
        self._times = LegTimes(planner)

    def estimate(self) -> Estimate:
        plan = self._plan
        if plan.length > WALKED_MOVES and isinstance(plan, MadeOfTransfers):
            return self._counted([transfer for transfer in plan.legs if transfer.disks])
        return self._walked() if plan.length else Estimate(0, 0.0, (0,) * self._start.disks)

    def _walked(self) -> Estimate:
        per_disk = [0] * self._start.disks
        for move in self._plan:
            per_disk[move.disk - 1] += 1
        left = self._left_of_last(self._plan.length)
        return Estimate(self._plan.length, left[-1], tuple(per_disk), left=left)

    def _left_of_last(self, moves: int) -> tuple[float, ...]:
        """The seconds left when 0, 1, 2 .. `moves` moves are."""
        plan, first = self._plan, self._plan.length - moves
        state, before = plan.state_at(first), plan[first - 1] if first else None
        times = []
        for index in range(first, plan.length):
            move = plan[index]
            times.append(self._seconds(state, before, move))
            state, before = state.apply(move), move
        return tuple(accumulate(reversed(times), initial=self._parking()))

    def _counted(self, transfers: Sequence[Transfer]) -> Estimate:
        per_disk = moves_of_disks(transfers, self._start.disks)
        try:
            legs = count_legs(self._times, self._start, transfers)
        except TooManyKinds:
            return Estimate(self._plan.length, self._sampled_seconds(), per_disk, exact=False)
        moves, first = self._plan.length, self._setting_out(self._start, self._plan[0])
        left = self._left_of_last(min(LAST_MOVES, moves) if self._watched else 0)
        return Estimate(moves, first + self._between(legs) + left[0], per_disk, left=left)

    def _between(self, legs: Iterable[tuple[Leg, int]]) -> float:
        """The seconds of all `legs`, each as often as it comes."""
        exact = self._times
        if exact.quick:
            return _total(exact, legs)
        level = LegTimes(self._planner.in_millimetres(), level=True)
        most = sorted(legs := list(legs), key=itemgetter(1), reverse=True)[:COMPARED_KINDS]
        slower = _total(exact, most) / _total(level, most)
        return slower * _total(level, legs)

    def _sampled_seconds(self) -> float:
        plan, gaps = self._plan, self._plan.length - 1
        stride = gaps * _GOLDEN[0] // _GOLDEN[1] | 1
        sample = (sample * stride % gaps for sample in range(SAMPLED_MOVES))
        return plan.length * fsum(
            self._seconds(plan.state_at(before + 1), plan[before], plan[before + 1]) / SAMPLED_MOVES
            for before in sample
        )

    def _seconds(self, state: State, before: Move | None, move: Move) -> float:
        """The time of `move` in `state`, from where `before` ended, or from the park position."""
        disk, source, target = move
        carry = self._times.leg(source, target, disk, self._times.pile_of(state, disk))
        if before is None:
            return self._setting_out(state, move) + self._times.seconds(carry)
        approach = self._times.leg(before.target, source, BARE, self._times.pile_of(state))
        return self._times.seconds(approach) + self._times.seconds(carry)

    def _setting_out(self, state: State, move: Move) -> float:
        """From the park position to the first grip."""
        planner, park = self._planner, self._planner.geometry.park
        pick = planner.resting(state, move.disk, move.source)
        return planner.seconds(planner.approach(state, park, pick), park) + planner.gripper.grip_settle

    def _parking(self) -> float:
        """From the last release to the park position."""
        planner, length = self._planner, self._plan.length
        disk, _, target = self._plan[length - 1]
        goal = self._plan.state_at(length)
        at = planner.resting(goal, disk, target)
        return planner.seconds(planner.park(goal, at), at)


def _total(times: LegTimes, legs: Iterable[tuple[Leg, int]]) -> float:
    return fsum(count * times.seconds(leg) for leg, count in legs)
