"""How many moves a plan has and how long they take, whatever its length.

Short plans are walked, so that the time left is known after every move. Long ones are counted by kinds of
legs; where each kind takes long to reckon (curves through joints, or between leaning axes), as on a level
table, and in proportion to the kinds that come most. Where even the kinds are too many, a sample of moves
spread evenly over the plan is scaled up, and the estimate says that it is not exact.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
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
SAMPLED_MOVES = 500
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
    """From the park position to the park position; `per_disk[d - 1]` is how often disk d moves."""

    moves: int
    seconds: float
    per_disk: tuple[int, ...]
    exact: bool = True
    parking: float = 0.0  # seconds from the last release
    elapsed: tuple[float, ...] = field(default=(), repr=False)  # after each move; empty for long plans

    def seconds_left(self, moves_done: int) -> float:
        """The time from after so many moves to the end; in proportion where the plan was not walked."""
        if not moves_done:
            return self.seconds
        if self.elapsed:
            return self.seconds - self.elapsed[moves_done - 1]
        share = (self.moves - moves_done) / self.moves
        return self.parking + (self.seconds - self.parking) * share


def estimate(planner: PathPlanner, plan: PlanLike, start: State) -> Estimate:
    """The time that `planner` needs for `plan` from `start`; raises UsageError past what a float can hold."""
    try:
        return _Estimator(planner, plan, start).estimate()
    except OverflowError:
        raise UsageError(
            f"So many moves with {start.disks} disks take longer than can be reckoned."
        ) from None


class _Estimator:
    def __init__(self, planner: PathPlanner, plan: PlanLike, start: State) -> None:
        self._planner = planner
        self._plan = plan
        self._start = start
        self._times = LegTimes(planner)

    def estimate(self) -> Estimate:
        plan = self._plan
        if plan.length > WALKED_MOVES and isinstance(plan, MadeOfTransfers):
            return self._counted([transfer for transfer in plan.legs if transfer.disks])
        return self._walked() if plan.length else Estimate(0, 0.0, (0,) * self._start.disks)

    def _walked(self) -> Estimate:
        per_disk = [0] * self._start.disks
        elapsed: list[float] = []
        state, before, seconds = self._start, None, 0.0
        for move in self._plan:
            seconds += self._seconds(state, before, move)
            elapsed.append(seconds)
            per_disk[move.disk - 1] += 1
            state, before = state.apply(move), move
        seconds += self._parking()
        return Estimate(len(elapsed), seconds, tuple(per_disk), elapsed=tuple(elapsed))

    def _counted(self, transfers: Sequence[Transfer]) -> Estimate:
        per_disk = moves_of_disks(transfers, self._start.disks)
        try:
            legs = count_legs(self._times, self._start, transfers)
        except TooManyKinds:
            return Estimate(self._plan.length, self._sampled_seconds(), per_disk, exact=False)
        parking = self._parking()
        seconds = self._setting_out(self._start, self._plan[0]) + self._between(legs) + parking
        return Estimate(self._plan.length, seconds, per_disk, parking=parking)

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
