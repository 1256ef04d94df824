"""A stop outside a run: a person has to look first, and nothing that is known of the disks is lost by it."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from journal_desk import START, Time, facts, opened, tell

from controller.errors import JournalFault
from controller.journal import Reader, Standing
from controller.model import State

ON_B = State.tower(3, 1)
HALTED = "Halted by a person: nothing moves any more."


def standing(path: Path) -> Standing:
    with Reader(path) as reader:
        found = reader.standing()
    assert found is not None
    return found


def test_before_the_first_run_it_is_remembered(tmp_path: Path) -> None:
    """Halted while homing."""
    with opened(tmp_path / "journal") as journal:
        journal.latch(START, HALTED)
        found = standing(tmp_path / "journal")  # on the disk before anything is closed
    assert (found.state, found.doubt, found.latched) == (START, None, HALTED)


def test_where_nothing_is_known_the_disks_stand_as_told(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with opened(path) as journal:
        with closing(sqlite3.connect(path)) as vandal, vandal:
            vandal.execute("DELETE FROM standing")
        journal.latch(ON_B, HALTED)
    found = standing(path)
    assert (found.state, found.doubt, found.latched) == (ON_B, None, HALTED)
    assert found.peg_names == ("A", "B", "C")


@pytest.mark.parametrize("told", range(1, 29))
def test_what_is_known_of_the_disks_stays(tmp_path: Path, told: int) -> None:
    """After each fact of a run, a doubtful step and a held disk included."""
    with opened(tmp_path / "journal") as journal:
        tell(journal, Time(), facts()[:told])
        before = journal.standing()
        journal.latch(ON_B, HALTED)
        after = journal.standing()
    assert before is not None
    assert after is not None
    assert (after.state, after.doubt, after.gripped) == (before.state, before.doubt, before.gripped)
    assert (before.latched, after.latched) == (None, HALTED)


def test_it_holds_at_the_next_start_until_somebody_has_looked(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with opened(path) as journal:
        journal.latch(START, HALTED)
    with opened(path) as journal:
        found = journal.standing()
        assert found is not None
        assert found.latched == HALTED
        journal.correct(START)
    assert standing(path).latched is None


def test_one_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    journal = opened(tmp_path / "journal")
    journal.close()
    with pytest.raises(JournalFault, match="closed"):
        journal.latch(START, HALTED)
