"""`make soak`: ten thousand runs on a bad wire and a million inputs.

    python tests/soak/soak.py [--runs N] [--inputs N]

The same numbers bring the same runs and inputs. Exits with 1 where a law was broken.
"""

import argparse
import faulthandler
import math
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from campaign import Violation, carry_out, cases, trials
from fuzz import SUBJECTS, Surprise, feed
from tally import INPUT, RUN, summary

RUNS = 10_000
INPUTS = 1_000_000
SHARES = {"reports": 0.25, "config": 0.15}
"""Of all inputs; the firmwares' answers share the rest."""
PORTION = 10_000
"""Inputs fed in a go."""
HANG = 600
"""Seconds after which a portion can only be stuck: where, is told, and all ends."""


@dataclass(slots=True)
class Result:
    """What a piece of work came to: facts for the summary, and what was wrong."""

    facts: list[tuple[str, object]] = field(default_factory=list)
    wrongs: list[str] = field(default_factory=list)


def run_case(number: int, count: int) -> Result:
    """All runs with one kind of fault and one firmware."""
    family, kind = cases()[number]
    result, outcomes = Result(), Counter[str]()
    for trial in trials(family, kind, count, arches=True):
        try:
            outcomes[carry_out(trial)] += 1
        except Violation as broken:
            result.wrongs.append(str(broken))
    result.facts = [(RUN, (family, kind.name, outcome, times)) for outcome, times in outcomes.items()]
    return result


def feed_portion(subject: str, inputs: int, seed: int) -> Result:
    """One portion of inputs."""
    faulthandler.dump_traceback_later(HANG, exit=True)
    with tempfile.TemporaryDirectory() as folder:
        try:
            feed(subject, inputs, Random(f"{subject} {seed}"), Path(folder) / "any.yaml")
        except Surprise as surprise:
            return Result(wrongs=[str(surprise)])
        finally:
            faulthandler.cancel_dump_traceback_later()
    return Result([(INPUT, (subject, inputs))])


def portions(inputs: int) -> Iterator[tuple[str, int, int]]:
    """Subject, number of inputs and seed of each portion."""
    rest = (1 - sum(SHARES.values())) / (len(SUBJECTS) - len(SHARES))
    for subject in SUBJECTS:
        left, seed = round(inputs * SHARES.get(subject, rest)), 0
        while left > 0:
            yield subject, min(left, PORTION), seed
            left, seed = left - PORTION, seed + 1


def main() -> int:
    """All cores at work; what has been done is told as it goes."""
    options = _options()
    facts: list[tuple[str, object]] = []
    wrongs = 0
    with ProcessPoolExecutor() as pool:
        work = [*_submitted(pool, options.runs, options.inputs)]
        for number, done in enumerate(as_completed(work), 1):
            result = done.result()
            facts += result.facts
            wrongs += len(result.wrongs)
            print(*result.wrongs, sep="\n", end="\n" if result.wrongs else "")
            print(f"\r{number} of {len(work)} pieces of work done", end="", file=sys.stderr)
    print(file=sys.stderr)
    print(*summary(facts), sep="\n")
    print(f"{wrongs} wrongs, told above." if wrongs else "No law was broken.")
    return 1 if wrongs else 0


def _submitted(pool: Executor, runs: int, inputs: int) -> "Iterator[Future[Result]]":
    count = math.ceil(runs / len(cases()))
    for number in range(len(cases())):
        yield pool.submit(run_case, number, count)
    for portion in portions(inputs):
        yield pool.submit(feed_portion, *portion)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="The whole campaign on bad wires, and the fuzz.")
    parser.add_argument("--runs", type=int, default=RUNS, metavar="N", help=f"at least; else {RUNS:,}")
    parser.add_argument("--inputs", type=int, default=INPUTS, metavar="N", help=f"else {INPUTS:,}")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
