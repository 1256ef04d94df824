"""`hanoi forecast`: thousands of days on the bench, pick by pick, place by place, and what they come to."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, cycle, islice, pairwise, repeat

from controller.app.assembly import path_planner
from controller.app.imperfect import quick_bench
from controller.config import Arm, Config, load
from controller.config.document import printable
from controller.errors import UsageError
from controller.model import State
from controller.motion.estimate import estimate
from controller.motion.legs import LegTimes
from controller.motion.path import PathPlanner
from controller.planner import solve_between
from firmware_proto.quick_bench import Mishap, QuickBench

HOURS = 8.0
KEPT_MOVES = 1 << 16  # the moves of longer journeys are worked out anew each time

Carry = tuple[int, int, int, float]  # disk, source, target, seconds for which it is held


@dataclass(frozen=True, slots=True)
class Forecast:
    """What `days` days of `hours` hours have come to; after each mishap a person has put all disks straight.

    `mishaps`: how often each has come. `bad_days`: the days with at least one. `told`: the tolerances that it
    was reckoned with, by their names in the config.
    """

    exhibit: str
    days: int
    hours: float
    moves: int
    mishaps: Mapping[Mishap, int]
    bad_days: int
    told: Mapping[str, float]

    def count(self, outcome: str, cause: str | None = None) -> int:
        """How often a disk came to `outcome`, from `cause` or from any."""
        return sum(
            times
            for mishap, times in self.mishaps.items()
            if mishap.outcome == outcome and cause in (None, mishap.cause)
        )

    def causes(self, outcome: str) -> list[str]:
        """What a disk came to `outcome` from, the most frequent first."""
        causes = dict.fromkeys(mishap.cause for mishap in self.mishaps if mishap.outcome == outcome)
        return sorted(causes, key=lambda cause: -self.count(outcome, cause))

    def disks(self, outcome: str, cause: str) -> list[int]:
        """The disks it has happened to, the most frequent first."""
        times = {
            mishap.disk: count
            for mishap, count in self.mishaps.items()
            if (mishap.outcome, mishap.cause) == (outcome, cause)
        }
        return sorted(times, key=lambda disk: -times[disk])

    def hours_to_first(self, count: int | None = None) -> float | None:
        """The mean hours of running to the first mishap, or to the first of what came `count` times."""
        times = self.mishaps.values() if count is None else (count,)
        return self.days * self.hours / sum(times) if sum(times) else None


class Journey:
    """One run of the exhibit: its carries, and how long it takes with the rest after it."""

    def __init__(self, planner: PathPlanner, start: State, goal: State, rest: float) -> None:
        self._start, self._times = start, LegTimes(planner)
        self.plan = solve_between(start, goal)
        self.seconds = estimate(planner, self.plan, start).seconds + rest

    def __iter__(self) -> Iterator[Carry]:
        """Each carry with the seconds of the way and the settling."""
        state, times = self._start, self._times
        for move in self.plan:
            disk, source, target = move
            leg = times.leg(source, target, disk, times.pile_of(state, disk))
            yield disk, source, target, times.seconds(leg)
            state = state.apply(move)


def forecast(name: str, days: int, hours: float = HOURS, seed: int = 0) -> Forecast:
    """Days of the config's exhibit on the bench; the same seed is the same days.

    Raises UsageError for a config without an arm.
    """
    config = load(name)
    arm = config.arm
    if arm is None:
        raise UsageError(f"{printable(name)}: there is no arm in it, and lamps lose no disks.")
    journeys = journeys_of(config)
    pace = moves_a_second(journeys)
    bench = quick_bench(arm, config.tower.start_state().stacks, random.Random(seed))
    moves = [int(day * hours * 3600 * pace) for day in range(days + 1)]
    mishaps, bad_days = _run(bench, _without_end(journeys), moves)
    return Forecast(config.exhibit, days, hours, moves[-1], mishaps, bad_days, _told(arm))


def journeys_of(config: Config) -> tuple[Journey, Journey]:
    """There and back, for a config with an arm."""
    planner = path_planner(config)
    assert planner is not None
    start, goal, rest = config.tower.start_state(), config.tower.goal_state(), config.kiosk.rest
    return Journey(planner, start, goal, rest), Journey(planner, goal, start, rest)


def moves_a_second(journeys: tuple[Journey, ...]) -> float:
    """How many moves are done on average, rests included."""
    return sum(journey.plan.length for journey in journeys) / sum(journey.seconds for journey in journeys)


def _without_end(journeys: tuple[Journey, ...]) -> Iterator[Carry]:
    if sum(journey.plan.length for journey in journeys) <= KEPT_MOVES:
        return cycle(chain(*journeys))
    return chain.from_iterable(chain(*journeys) for _ in repeat(None))


def _run(bench: QuickBench, carries: Iterator[Carry], moves: list[int]) -> tuple[Counter[Mishap], int]:
    """Days that end after so many moves in all; how often each mishap came, and on how many days any."""
    mishaps: Counter[Mishap] = Counter()
    bad_days = 0
    for begun, ended in pairwise(moves):
        before = mishaps.total()
        for carry in islice(carries, ended - begun):
            if mishap := bench.carry(*carry):
                mishaps[mishap] += 1
                bench.straighten()
        bad_days += mishaps.total() > before
    return mishaps, bad_days


def _told(arm: Arm) -> dict[str, float]:
    return arm.tolerances.model_dump()
