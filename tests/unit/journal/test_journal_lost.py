"""A journal that has lost something is never taken for a new one, and nothing of it is believed."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from journal_desk import EXHIBIT, START, Time, facts, opened, tell

from controller.errors import JournalFault
from controller.journal import Journal, Reader, Standing
from controller.journal.entries import Entry
from controller.journal.schema import open_to_write
from controller.journal.writer import Writer
from controller.model import State

ALL = ("", "-wal", "-shm", ".lock")
MOVED = State((2, 1, 0), 3)


def beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


@pytest.fixture
def killed(tmp_path: Path) -> Path:
    """A journal as kill -9 leaves it in the middle of a step, with all that lies beside it."""
    live, left = tmp_path / "live", tmp_path / "left" / "m.journal"
    left.parent.mkdir()
    with opened(live) as journal:
        tell(journal, Time(), facts()[:7])
        journal.settle()
        for ending in ALL:
            shutil.copyfile(beside(live, ending), beside(left, ending))
    return left


def believed(path: Path) -> Standing:
    with opened(path) as journal:
        return of(journal)


def of(journal: Journal) -> Standing:
    found = journal.standing()
    assert found is not None
    return found


def shown(path: Path) -> Standing:
    with Reader(path) as reader:
        found = reader.standing()
    assert found is not None
    return found


def test_one_that_is_begun_where_there_was_none_stands_as_the_exhibit_begins(tmp_path: Path) -> None:
    found = believed(tmp_path / "journal")
    assert (found.state, found.doubt, found.latched) == (EXHIBIT.start, None, None)


def test_one_that_is_begun_is_on_the_disk_without_its_log(tmp_path: Path) -> None:
    """It says that there is more to it, so that a copy of it alone is not believed."""
    with opened(tmp_path / "journal"):
        shutil.copyfile(tmp_path / "journal", tmp_path / "copy")
    assert shown(tmp_path / "copy").state == START
    assert "lost its log (copy-wal)" in str(shown(tmp_path / "copy").latched)


def test_one_that_was_killed_is_believed_with_its_log(killed: Path) -> None:
    found = believed(killed)
    assert (found.state, found.latched) == (State((2, 0, 0), 3), None)
    assert found.doubt is not None


def test_one_that_was_closed_is_believed_without_a_log(killed: Path) -> None:
    with opened(killed) as journal:
        journal.correct(MOVED)
    assert not beside(killed, "-wal").exists()
    copy = killed.with_name("copy")
    shutil.copyfile(killed, copy)
    for path in (killed, copy):
        assert (believed(path).state, believed(path).latched) == (MOVED, None)


@pytest.mark.parametrize("lost", [["-wal"], ["-wal", "-shm"], ["-wal", "-shm", ".lock"]])
def test_without_its_log_nothing_is_believed_and_a_person_has_to_look(killed: Path, lost: list[str]) -> None:
    for ending in lost:
        beside(killed, ending).unlink()
    for look in (shown, believed, believed):  # and it is not forgotten at the start after that
        found = look(killed)
        assert (found.doubt, found.gripped) == (None, False)
        assert found.latched == (
            "The journal has lost its log (m.journal-wal), and with it what was done last."
        )
    with opened(killed) as journal:
        journal.correct(MOVED)
    assert (believed(killed).state, believed(killed).latched) == (MOVED, None)


def test_a_loss_is_not_forgotten_by_a_start_that_is_killed_too(killed: Path) -> None:
    """Which leaves an empty log behind."""
    beside(killed, "-shm").unlink()
    beside(killed, "-wal").write_bytes(b"")
    assert shown(killed).latched is not None
    assert believed(killed).latched is not None


@pytest.mark.parametrize("left", [["-wal"], ["-shm"], [".lock"], ["-wal", "-shm", ".lock"]])
def test_one_that_is_gone_is_not_begun_as_if_it_had_never_been(killed: Path, left: list[str]) -> None:
    for ending in {*ALL} - {*left}:
        beside(killed, ending).unlink()
    found = believed(killed)
    assert found.state == START
    assert str(found.latched).startswith("The journal m.journal is gone, of which something still lies there")
    assert believed(killed).latched == found.latched


@pytest.mark.parametrize("left", [[], ["-wal", "-shm", ".lock"]])
def test_one_that_is_empty_is_not_a_new_one(killed: Path, left: list[str]) -> None:
    for ending in {*ALL} - {*left}:
        beside(killed, ending).unlink()
    killed.write_bytes(b"")
    found = believed(killed)
    assert str(found.latched).startswith("The journal m.journal has been emptied")
    assert believed(killed).latched == found.latched


@pytest.mark.parametrize("spoil", ["DELETE FROM standing", "DELETE FROM log", "UPDATE log SET open = 1"])
def test_one_from_which_rows_are_gone_is_not_believed(tmp_path: Path, spoil: str) -> None:
    path = tmp_path / "journal"
    opened(path).close()
    with closing(sqlite3.connect(path)) as vandal, vandal:
        vandal.execute(spoil)
    assert believed(path).latched is not None


def failed_write(path: Path) -> None:
    """A run ends because a write has failed."""
    journal = opened(path)
    journal.correct(MOVED)
    with closing(sqlite3.connect(path)) as vandal, vandal:
        vandal.execute("DROP TABLE runs")
    journal(facts()[0])
    with pytest.raises(JournalFault), journal:
        pass


def full_disk(path: Path) -> None:
    """A run ends because the disk has become full."""
    opened(path).close()
    connection = open_to_write(path)
    connection.execute("UPDATE log SET open = 1")
    connection.execute(f"PRAGMA max_page_count = {connection.execute('PRAGMA page_count').fetchone()[0]}")
    writer = Writer(connection, path)
    writer.put([Entry("INSERT INTO corrections (at, state) VALUES ('', :much)", {"much": "x" * 100_000})])
    with pytest.raises(JournalFault, match="full"):
        writer.close()


@pytest.mark.parametrize("end", [failed_write, full_disk])
def test_a_run_that_ends_for_the_journals_sake_leaves_it_whole(
    tmp_path: Path, end: Callable[[Path], None]
) -> None:
    end(tmp_path / "journal")
    assert shown(tmp_path / "journal").latched is None


def test_who_keeps_reading_is_told_to_stop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The journal itself cannot be marked meanwhile, and without the mark a lost log would not be missed."""
    monkeypatch.setattr("controller.journal.schema._PATIENCE", 0)
    path = tmp_path / "journal"
    with opened(path) as journal, closing(sqlite3.connect(path, isolation_level=None)) as browser:
        browser.execute("BEGIN")
        browser.execute("SELECT * FROM log").fetchone()
        journal.correct(MOVED)
        journal.close()
        with pytest.raises(JournalFault, match="another program keeps reading it; close that"):
            opened(path)
    assert believed(path).state == MOVED
