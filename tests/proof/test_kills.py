"""kill -9 thirty times, in runs on a real pseudo-terminal; the laws stand in `killed_runs`."""

from collections.abc import Callable
from pathlib import Path

import pytest
from killed_runs import carry_out
from proof_tally import KILLS, facts

DISKS = 2


@pytest.mark.parametrize(("family", "kills"), [("marlin", 8), ("grbl", 8), ("uarm", 7), ("custom", 7)])
def test_after_a_kill_it_goes_on_or_asks_the_right_question(
    family: str, kills: int, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    for fact in facts(KILLS, carry_out(family, kills, 1, DISKS, tmp_path)):
        record_property(*fact)
