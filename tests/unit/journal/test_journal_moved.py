"""A journal or its lock that is replaced or deleted while in use is missed at once, and at the next start."""

import errno
import io
import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from journal_desk import Time, facts, opened, tell

from controller.errors import JournalFault
from controller.journal import holder_of
from controller.journal.faults import told


def beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def replace(path: Path) -> None:
    shutil.copyfile(path, beside(path, ".n"))
    beside(path, ".n").replace(path)


def replace_by_backup(path: Path) -> None:
    beside(path, ".backup").replace(path)


def delete(path: Path) -> None:
    path.unlink()


def delete_lock(path: Path) -> None:
    beside(path, ".lock").unlink()


def delete_all(path: Path) -> None:
    for ending in ("", "-wal", "-shm", ".lock"):
        beside(path, ending).unlink()


def replace_both(path: Path) -> None:
    replace(path)
    delete_lock(path)


@pytest.mark.parametrize("move", [replace, replace_by_backup, delete, delete_lock, delete_all, replace_both])
def test_it_is_told_at_once_and_asked_about_at_the_next_start(
    tmp_path: Path, move: Callable[[Path], None]
) -> None:
    path, time = tmp_path / "c.journal", Time()
    opened(path).close()
    shutil.copyfile(path, beside(path, ".backup"))
    journal = opened(path, time)
    tell(journal, time, facts()[:5])
    journal.settle()
    journal.check()
    move(path)
    tell(journal, time, facts()[5:])
    for hears in (journal.check, journal.settle, journal.close):
        with pytest.raises(
            JournalFault, match=r"was replaced or deleted while it was in use; .* start again"
        ):
            hears()
    for _ in range(2):
        with opened(path) as later:
            found = later.standing()
        assert found is not None
        assert found.latched is not None


def test_one_that_another_has_taken_meanwhile_is_left_to_it(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    first = opened(path)
    replace_both(path)
    beside(path, "-wal").unlink()
    beside(path, "-shm").unlink()
    with opened(path) as second:
        with pytest.raises(JournalFault, match="was replaced or deleted"):
            first.close()
        tell(second, Time(), facts())
        second.settle()


def test_a_link_in_the_place_of_the_lock_empties_nothing(tmp_path: Path) -> None:
    path, config = tmp_path / "journal", tmp_path / "lobby.yaml"
    config.write_text("name: Lobby tower\n")
    beside(path, ".lock").symlink_to(config)
    with pytest.raises(JournalFault, match="this is a link, which is left alone; move it away"):
        opened(path)
    assert holder_of(path) is None
    assert config.read_text() == "name: Lobby tower\n"


def test_some_other_file_in_the_place_of_the_lock_stays_as_it_is(tmp_path: Path) -> None:
    lock = tmp_path / "journal.lock"
    lock.write_text("eggs\n")
    with pytest.raises(JournalFault, match="this is some other file, which is left alone; move it away"):
        opened(tmp_path / "journal")
    assert lock.read_text() == "eggs\n"


@pytest.mark.parametrize("left", ["", '{"pi', '{"pid": 12', "\0" * 80])
def test_what_a_lost_process_left_in_the_lock_is_no_obstacle(tmp_path: Path, left: str) -> None:
    path = tmp_path / "journal"
    beside(path, ".lock").write_text(left)
    opened(path).close()


def test_a_pipe_in_the_place_of_the_lock_keeps_nobody_waiting(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    os.mkfifo(beside(path, ".lock"))
    assert holder_of(path) is None
    with pytest.raises(JournalFault, match="no ordinary file"):
        opened(path)


@pytest.mark.parametrize(
    ("error", "way_out"),
    [
        (MemoryError(), "memory has run out"),
        (io.UnsupportedOperation("not seekable"), "not seekable"),
        (OSError(errno.EMFILE, "Too many open files"), "Too many open files"),
        (sqlite3.ProgrammingError("misused"), "cannot be used as it is; start again"),
    ],
)
def test_what_is_no_damage_is_not_called_so(tmp_path: Path, error: Exception, way_out: str) -> None:
    with pytest.raises(JournalFault, match=way_out) as fault, told(tmp_path / "journal"):
        raise error
    assert "damaged" not in str(fault.value)
