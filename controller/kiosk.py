"""A museum day: there and back again, with a rest between, until a person stops it."""

import itertools

from controller.runner import Job, Runner


def run_day(runner: Runner, there: Job, back: Job, rest: float, cycles: int | None = None) -> None:
    """Carry out `there` and `back` in turn, `rest` seconds apart; raises what Runner.run raises.

    `cycles` counts journeys there and back; None means until a person stops it.
    """
    runs = itertools.count() if cycles is None else range(2 * cycles)
    for number in runs:
        if number:
            runner.wait(rest)
        runner.run(back if number % 2 else there)
