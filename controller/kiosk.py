"""A museum day: there and back again, with a rest between, until a person stops it."""

from collections.abc import Iterator
from itertools import chain, cycle, islice

from controller.runner import Job, Runner


def day(first: Job, back: Job, there: Job, cycles: int | None = None) -> Iterator[Job]:
    """The jobs of a day: `first`, then `back` and `there`; `cycles` journeys in all, None: no end."""
    jobs = chain([first], cycle((back, there)))
    return jobs if cycles is None else islice(jobs, 2 * cycles)


def run_day(runner: Runner, jobs: Iterator[Job], rest: float) -> None:
    """Carry out the jobs `rest` seconds apart; raises what Runner.run raises."""
    for job in islice(jobs, 1):
        runner.run(job)
    for job in jobs:
        runner.wait(rest)
        runner.run(job)
