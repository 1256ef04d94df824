"""What the proofs came to, in lines; and how it gets there from the process that ran them."""

from collections import Counter
from collections.abc import Iterable, Iterator

KILLS, LIVES, DAYS = "kills", "lives", "museum days"
"""The names under which tests record counts: pairs of what was counted and how often it was."""

Fact = tuple[str, object]


def facts(name: str, counts: Counter[str]) -> list[Fact]:
    """The counts as they are recorded."""
    return [(name, pair) for pair in counts.items()]


def summary(recorded: Iterable[Fact]) -> Iterator[str]:
    """A line for each proof among what has been recorded."""
    sums = {name: Counter[str]() for name in (KILLS, LIVES, DAYS)}
    for name, pair in recorded:
        if name in sums:
            what, times = pair
            sums[name][what] += times
    for name, counts in sums.items():
        if counts:
            yield f"{name}: " + ", ".join(f"{times:,} {what}" for what, times in counts.items())
