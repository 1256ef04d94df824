"""A reset puts the old journal aside, never deletes it, and the wear of the parts goes on being counted."""

from pathlib import Path

import pytest
from journal_desk import EXHIBIT, START, Time, facts, opened, tell

from controller.errors import JournalFault
from controller.events import RunEnded
from controller.journal import Reader, reset
from controller.model import State

ON_B = State.tower(3, 1)


def begun_anew(path: Path, time: Time, latched: str | None = None) -> Path | None:
    return reset(path, "hanoi journal reset", time.of_day, EXHIBIT, ON_B, latched)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal whose run was halted."""
    time, path = Time(), tmp_path / "journal"
    with opened(path, time) as journal:
        tell(journal, time, [*facts()[:6], RunEnded(START, "Halted.", latched=True)])
    return path


def test_the_old_one_is_kept_under_a_dated_name(path: Path) -> None:
    with Reader(path) as reader:
        before = (reader.standing(), reader.runs(), reader.steps())
    kept = begun_anew(path, Time())
    assert kept == path.with_name("journal.2026-11-30T09-00-00Z")
    with Reader(kept) as reader:
        assert (reader.standing(), reader.runs(), reader.steps()) == before


def test_two_within_a_second_are_both_kept(path: Path) -> None:
    kept = {begun_anew(path, Time()) for _ in range(3)}
    assert len(kept) == 3
    assert all(file and file.is_file() for file in kept)


def test_what_was_only_in_the_log_is_kept_with_it(path: Path) -> None:
    """As after kill -9."""
    with opened(path) as journal:
        journal.correct(ON_B)
        copies = {file.name: file.read_bytes() for file in path.parent.iterdir()}
    for name, data in copies.items():
        path.with_name(name).write_bytes(data)
    kept = begun_anew(path, Time())
    assert kept is not None
    with Reader(kept) as reader:
        found = reader.standing()
    assert found is not None
    assert found.state == ON_B


def test_the_new_one_stands_as_it_was_told_and_a_stop_is_over(path: Path) -> None:
    begun_anew(path, Time())
    with opened(path) as journal:
        found = journal.standing()
    assert found is not None
    assert (found.state, found.doubt, found.latched) == (ON_B, None, None)


def test_one_that_nobody_knows_about_asks_a_person(path: Path) -> None:
    begun_anew(path, Time(), "Nobody has said where the disks stand.")
    with Reader(path) as reader:
        found = reader.standing()
    assert found is not None
    assert found.latched == "Nobody has said where the disks stand."


def test_counters_go_on_and_runs_do_not(path: Path) -> None:
    with Reader(path) as reader:
        before = reader.counters()
    begun_anew(path, Time())
    with Reader(path) as reader:
        assert reader.counters() == before
        assert (reader.runs(), reader.steps()) == ([], [])


def test_a_damaged_one_is_put_aside_as_it_is(path: Path) -> None:
    damaged = b"\xff" * path.stat().st_size
    path.write_bytes(damaged)
    kept = begun_anew(path, Time())
    assert kept is not None
    assert kept.read_bytes() == damaged
    with Reader(path) as reader:
        assert reader.counters() == {}


def test_a_damaged_one_keeps_its_log(path: Path) -> None:
    """Somebody may still read something out of both together."""
    path.write_bytes(b"\xff" * path.stat().st_size)
    path.with_name("journal-wal").write_bytes(b"log")
    kept = begun_anew(path, Time())
    assert kept is not None
    assert kept.with_name(f"{kept.name}-wal").read_bytes() == b"log"


def test_it_is_refused_while_somebody_holds_the_journal(path: Path) -> None:
    with opened(path), pytest.raises(JournalFault, match="hanoi run lobby"):
        begun_anew(path, Time())
    assert not list(path.parent.glob("*Z"))


def test_where_there_is_none_one_is_begun(tmp_path: Path) -> None:
    assert begun_anew(tmp_path / "journal", Time()) is None
    with Reader(tmp_path / "journal") as reader:
        assert reader.standing() is not None
