"""`hanoi forecast`: thousands of days on the bench, pick by pick, place by place, and what they come to."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, cycle, islice, pairwise, repeat

from controller.app.arms import path_planner
from controller.app.imperfect import quick_bench
from controller.app.limp import reckoned
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

# What fails so often, one carry in so many of a trial, hides all that is rarer: it is judged by itself.
HIDING = 50
TRIAL = 2000

_TOLERANCES_OF: dict[str, frozenset[str]] = {
    **dict.fromkeys(("walk", "seat", "tipping"), frozenset({"placing", "picking"})),
    **dict.fromkeys(("thickness", "sag"), frozenset({"thickness", "sag"})),
    **{cause: frozenset({cause.replace(" ", "_")}) for cause in ("double pick", "late release", "leak")},
}

Carry = tuple[int, int, int, float]  # disk, source, target, seconds for which it is held
Stacks = tuple[tuple[int, ...], ...]


_IMPERFECT = frozenset(name for names in _TOLERANCES_OF.values() for name in names)


@dataclass(frozen=True, slots=True)
class Forecast:
    """What `days` days of `hours` hours have come to; after each mishap a person has put all disks straight.

    `mishaps`: how often each has come. `bad_days`: the days with at least one. `told`: the tolerances that it
    was reckoned with, by their names in the config. `hiding`: the causes that come so often that all others
    are counted as if those were put right.
    """

    exhibit: str
    days: int
    hours: float
    moves: int
    mishaps: Mapping[Mishap, int]
    bad_days: int
    told: Mapping[str, float]
    hiding: tuple[str, ...] = ()

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


Journeys = tuple[Journey, Journey]


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
    tower = config.tower.start_state().stacks
    moves = [int(day * hours * 3600 * pace) for day in range(days + 1)]
    mishaps: list[Counter[Mishap]] = []
    bad_days: set[int] = set()
    for one in _parted(arm, tower, journeys):
        found, bad = _run(quick_bench(one, tower, random.Random(seed)), _without_end(journeys), moves)
        mishaps.append(found)
        bad_days |= bad
    return Forecast(
        config.exhibit,
        days,
        hours,
        moves[-1],
        sum(mishaps, Counter()),
        len(bad_days),
        reckoned(arm).model_dump(),
        tuple(dict.fromkeys(mishap.cause for one in mishaps[:-1] for mishap in one)),
    )


def _parted(arm: Arm, tower: Stacks, journeys: Journeys) -> list[Arm]:
    """One arm for each kind of tolerance that hides all others, with that alone; the last has the rest."""
    alone = []
    while names := _hiding(arm, tower, journeys):
        alone.append(_without(_IMPERFECT - names, arm))
        arm = _without(names, arm)
    return [*alone, arm]


def _hiding(arm: Arm, tower: Stacks, journeys: Journeys) -> frozenset[str]:
    """The tolerances that the most frequent mishap of a trial comes from, if it hides all others."""
    bench = quick_bench(arm, tower, random.Random(0))
    found, _ = _run(bench, _without_end(journeys), [0, TRIAL])
    causes = Counter(mishap.cause for mishap in found.elements())
    cause, times = max(causes.items(), key=lambda item: item[1], default=("", 0))
    return _TOLERANCES_OF[cause] if times * HIDING >= TRIAL else frozenset()


def _without(names: frozenset[str], arm: Arm) -> Arm:
    """The arm as if these tolerances were nothing."""
    nothing = arm.tolerances.model_copy(update=dict.fromkeys(names, 0.0))
    return arm.model_copy(update={"tolerances": nothing})


def journeys_of(config: Config) -> Journeys:
    """There and back, for a config with an arm."""
    planner = path_planner(config)
    assert planner is not None
    start, goal, rest = config.tower.start_state(), config.tower.goal_state(), config.kiosk.rest
    return Journey(planner, start, goal, rest), Journey(planner, goal, start, rest)


def moves_a_second(journeys: Journeys) -> float:
    """How many moves are done on average, rests included."""
    return sum(journey.plan.length for journey in journeys) / sum(journey.seconds for journey in journeys)


def _without_end(journeys: Journeys) -> Iterator[Carry]:
    if sum(journey.plan.length for journey in journeys) <= KEPT_MOVES:
        return cycle(chain(*journeys))
    return chain.from_iterable(chain(*journeys) for _ in repeat(None))


def _run(bench: QuickBench, carries: Iterator[Carry], moves: list[int]) -> tuple[Counter[Mishap], set[int]]:
    """Days that end after so many moves in all: how often each mishap came, and on which days any."""
    mishaps: Counter[Mishap] = Counter()
    bad_days = set()
    for day, (begun, ended) in enumerate(pairwise(moves)):
        before = mishaps.total()
        for carry in islice(carries, ended - begun):
            if mishap := bench.carry(*carry):
                mishaps[mishap] += 1
                bench.straighten()
        if mishaps.total() > before:
            bad_days.add(day)
    return mishaps, bad_days
