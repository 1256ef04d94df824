"""What a campaign came to, as a table; and how it gets there from the process that ran it."""

from collections import Counter
from collections.abc import Iterable, Iterator

from campaign import OUTCOMES
from kinds import FAMILIES, KINDS, Kind

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
    """A line for each kind that was tried, a column a firmware."""
    yield f"{counts.total():,} {RUN}: {', '.join(OUTCOMES)}"
    yield _row("", FAMILIES)
    tried = {name for _, name, _ in counts}
    for kind in KINDS:
        if kind.name in tried:
            yield _row(kind.name, (_cell(counts, family, kind) for family in FAMILIES))
    yield _row("in all", (_triple(counts, family) for family in FAMILIES))


def sums(inputs: Counter[str]) -> Iterator[str]:
    """How many inputs each reader has read."""
    yield f"{inputs.total():,} {INPUT}: " + ", ".join(
        f"{subject} {count:,}" for subject, count in inputs.items()
    )


def _row(name: str, cells: Iterable[str]) -> str:
    return f"{name:36}" + "".join(f"{cell:>15}" for cell in cells)


def _cell(counts: Counts, family: str, kind: Kind) -> str:
    return _triple(counts, family, kind.name) if family in kind.families else "-"


def _triple(counts: Counts, family: str, kind: str | None = None) -> str:
    """How often each outcome was had, with any kind or one."""
    times = Counter[str]()
    for (whose, which, outcome), count in counts.items():
        if whose == family and kind in (None, which):
            times[outcome] += count
    return " ".join(str(times[outcome]) for outcome in OUTCOMES)
