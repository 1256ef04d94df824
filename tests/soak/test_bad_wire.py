"""A few hundred runs of the campaign: each kind of fault with each firmware, here and there in the run."""

from collections import Counter
from collections.abc import Callable

import pytest
from campaign import Trial, Violation, carry_out, cases, good_run, trials
from kinds import KINDS, Kind
from tally import RUN

from controller.link.client import LinkClient
from controller.link.ledger import Ledger

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


def strike_often(family: str, kind: str, line: bytes) -> None:
    """Trials with this kind of fault at the first line that holds such bytes."""
    struck = next(known for known in KINDS if known.name == kind)
    number = next(at for at, sent in enumerate(good_run(family).heard[struck.way], 1) if line in sent)
    for seed in range(8):
        carry_out(Trial(family, struck, number, seed))


def test_an_arm_that_were_not_halted_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LinkClient, "_bring_to_rest", lambda _client: None)
    with pytest.raises(Violation, match=r"it does not stand|it goes on"):
        strike_often("marlin", "start out of the blue", b"busy")


def test_a_gripper_that_were_not_asked_for_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LinkClient, "require_outputs", lambda _client, _lines: None)
    with pytest.raises(Violation, match="a step is said to be done, and the disks stand on"):
        strike_often("grbl", "line cut", b"M3")


def test_lines_that_were_never_repeated_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Ledger, "go_back", lambda _ledger, _number: 0)
    with pytest.raises(Violation, match="not repaired"):
        strike_often("marlin", "line lost", b"M400")
