"""A museum day: there and back again, with a rest between, until a person stops it."""

import itertools
from collections.abc import Iterable

from controller.runner import Job, Runner


def jobs_of_the_day(there: Job, back: Job, cycles: int | None) -> Iterable[Job]:
    """The jobs in turn; `cycles` counts journeys there and back, None means all day."""
    day = itertools.cycle((there, back))
    return day if cycles is None else itertools.islice(day, 2 * cycles)


def run_day(runner: Runner, there: Job, back: Job, rest: float, cycles: int | None = None) -> None:
    """Carry out `there` and `back` in turn, `rest` seconds apart; raises what Runner.run raises."""
    for number, job in enumerate(jobs_of_the_day(there, back, cycles)):
        if number:
            runner.wait(rest)
        runner.run(job)
