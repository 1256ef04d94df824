"""`make soak`, second part: 500 kills, 500 rows of lives, a month in a museum.

    python tests/proof/soak_proof.py [--kills N] [--lives N] [--days N]

The same numbers bring the same kills and days; lives are others each time. Exits with 1 where a law was
broken.
"""

import argparse
import io
import math
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import museum
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test
from killed_runs import FAMILIES, carry_out
from proof_tally import DAYS, KILLS, LIVES, Fact, facts, summary
from test_lives import Lives

PORTION = 25
"""Kills, or rows of lives, in a go."""

DISKS = 3


def kill(folder: Path, family: str, seed: int) -> list[Fact]:
    """A portion of kills."""
    return facts(KILLS, carry_out(family, PORTION, seed, DISKS, folder))


def live(_folder: Path) -> list[Fact]:
    """A portion of lives, others each time."""
    Lives.counts.clear()
    lives = settings(
        max_examples=PORTION, stateful_step_count=20, deadline=None, database=None, print_blob=False
    )
    run_state_machine_as_test(Lives, settings=lives)
    return facts(LIVES, Lives.counts)


def open_museum(folder: Path, days: int, patient: bool) -> list[Fact]:
    """A museum, with an arm that is patient or emulated."""
    its = museum.Museum("uarm", folder, patient)
    its.open(days)
    museum.check(its)
    hours = days * museum.OPEN / museum.HOUR
    return facts(DAYS, Counter({"hours": int(hours), "runs": its.ends, "moves": its.steps}))


def apart(work: Callable[..., list[Fact]], *arguments: object) -> tuple[list[Fact], str]:
    """What a piece of work has counted, and what was wrong, in a folder of its own and without a word."""
    said = io.StringIO()
    with tempfile.TemporaryDirectory() as folder, redirect_stdout(said), redirect_stderr(said):
        try:
            return work(Path(folder), *arguments), ""
        except Exception as broken:
            return [], f"{work.__name__} {arguments}: {broken!r}\n{said.getvalue()[-2000:]}"


def main() -> int:
    """All cores at work; what has been done is told as it goes."""
    options = _options()
    counted: list[Fact] = []
    wrongs = 0
    with ProcessPoolExecutor() as pool:
        work = [*_submitted(pool, options)]
        for number, done in enumerate(as_completed(work), 1):
            found, wrong = done.result()
            counted += found
            if wrong:
                wrongs += 1
                print(wrong)
            print(f"\r{number} of {len(work)} pieces of work done", end="", file=sys.stderr)
    print(file=sys.stderr)
    print(*summary(counted), sep="\n")
    print(f"{wrongs} wrongs, told above." if wrongs else "No law was broken.")
    return 1 if wrongs else 0


def _submitted(pool: Executor, options: argparse.Namespace) -> Iterator[Future[tuple[list[Fact], str]]]:
    yield pool.submit(apart, open_museum, options.days, True)
    yield pool.submit(apart, open_museum, 1, False)
    for seed in range(math.ceil(options.kills / PORTION)):
        yield pool.submit(apart, kill, FAMILIES[seed % len(FAMILIES)], seed)
    for _ in range(math.ceil(options.lives / PORTION)):
        yield pool.submit(apart, live)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="The proofs that no disk is lost, at length.")
    for name, number in (("kills", 500), ("lives", 500), ("days", 30)):
        parser.add_argument(f"--{name}", type=int, default=number, metavar="N", help=f"else {number}")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
