"""What a campaign came to, as a table; and how it gets there from the process that ran it."""

from collections import Counter
from collections.abc import Iterable, Iterator

from campaign import OUTCOMES
from kinds import FAMILIES, KINDS

Counts = Counter[tuple[str, str, str]]
"""How often a firmware, with a kind of fault, had an outcome."""

RUN, INPUT = "runs on a bad wire", "inputs of the fuzz"
"""The names under which tests record what they counted."""


def summary(recorded: Iterable[tuple[str, object]]) -> Iterator[str]:
    """The table of all runs and the sums of all inputs among what tests have recorded."""
    runs: Counts = Counter()
    inputs: Counter[str] = Counter()
    for name, value in recorded:
        if name == RUN:
            family, kind, outcome, times = value
            runs[family, kind, outcome] += times
        elif name == INPUT:
            subject, times = value
            inputs[subject] += times
    if runs:
        yield from table(runs)
    if inputs:
        yield from sums(inputs)


def table(counts: Counts) -> Iterator[str]:
    """A line a kind, a column a firmware."""
    yield f"{counts.total():,} {RUN}, each {', '.join(OUTCOMES)}:"
    yield _row("", FAMILIES)
    for kind in KINDS:
        yield _row(kind.name, (_cell(counts, family, kind.name, kind.families) for family in FAMILIES))
    whole: Counts = Counter()
    for (family, _, outcome), times in counts.items():
        whole[family, "in all", outcome] += times
    yield _row("in all", (_cell(whole, family, "in all", FAMILIES) for family in FAMILIES))


def sums(inputs: Counter[str]) -> Iterator[str]:
    """How many inputs each reader has read."""
    yield f"{inputs.total():,} {INPUT}: " + ", ".join(
        f"{subject} {count:,}" for subject, count in inputs.items()
    )


def _row(name: str, cells: Iterable[str]) -> str:
    return f"{name:32}" + "".join(f"{cell:>14}" for cell in cells)


def _cell(counts: Counts, family: str, kind: str, families: tuple[str, ...]) -> str:
    return " ".join(f"{counts[family, kind, outcome]}" for outcome in OUTCOMES) if family in families else "-"
