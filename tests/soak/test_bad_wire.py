"""A few hundred runs of the campaign: each kind of fault with each firmware, here and there in the run."""

from collections import Counter
from collections.abc import Callable

import pytest
from campaign import carry_out, cases, trials
from kinds import Kind
from tally import RUN

RUNS = 3
"""Of each kind with each firmware."""


@pytest.mark.parametrize(("family", "kind"), cases(), ids=lambda part: getattr(part, "name", part))
def test_a_fault_is_as_if_it_had_not_been_or_told_and_final(
    family: str, kind: Kind, record_property: Callable[[str, object], None]
) -> None:
    """The laws stand in the campaign's module."""
    outcomes = Counter(carry_out(trial) for trial in trials(family, kind, RUNS))
    for outcome, times in outcomes.items():
        record_property(RUN, (family, kind.name, outcome, times))
