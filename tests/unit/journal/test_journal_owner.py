"""One owner at a time, by a lock that dies with its process; anybody may read meanwhile."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from journal_desk import START, Time, facts, opened, tell

from controller.errors import JournalFault
from controller.journal import Holder, Reader, holder_of
from controller.journal.hold import Hold

CHILD = Path(__file__).with_name("journal_child.py")


def test_a_second_owner_is_told_who_the_first_is(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with opened(path), pytest.raises(JournalFault) as refused:
        opened(path)
    assert str(refused.value) == (
        f"{path}: hanoi run lobby.yaml (process {os.getpid()}, since 2026-11-30 09:00:00 UTC) holds this "
        "journal, and one machine has one owner; end that first, then start again."
    )


def test_being_refused_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with opened(path) as journal:
        for _ in range(2):
            with pytest.raises(JournalFault, match=rf"process {os.getpid()}"):
                opened(path)
        journal.correct(START)
        assert holder_of(path) == Holder(os.getpid(), "hanoi run lobby.yaml", "2026-11-30T09:00:00.000Z")


def test_another_process_holds_it_until_it_dies(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    child = subprocess.Popen([sys.executable, CHILD, path], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    child.stdout.readline()
    with pytest.raises(JournalFault, match=rf"process {child.pid}"):
        opened(path)
    child.send_signal(signal.SIGKILL)
    child.communicate()
    assert holder_of(path) is None
    opened(path).close()


def test_it_is_free_again_once_closed(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    assert holder_of(path) is None
    journal = opened(path)
    journal.close()
    journal.close()
    assert holder_of(path) is None
    opened(path).close()


def test_a_journal_that_cannot_be_opened_is_not_held(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    path.write_text("This is a shopping list, and long enough to be looked at as a database file.")
    for _ in range(2):
        with pytest.raises(JournalFault, match="some other file"):
            opened(path)
    assert holder_of(path) is None


def test_half_a_word_about_the_holder_is_no_traceback(tmp_path: Path) -> None:
    """The holder is about to write who it is, or the disk was full."""
    path = tmp_path / "journal"
    with opened(path):
        path.with_name("journal.lock").write_text('{"pid": 12')
        with pytest.raises(JournalFault, match="another program holds this journal"):
            opened(path)


class LocksOfWindows:
    """One byte, locked by whoever comes first."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        self.locked = False

    def locking(self, descriptor: int, mode: int, count: int) -> None:
        far = os.lseek(descriptor, 0, os.SEEK_CUR) > 1_000_000
        assert (far, mode, count) == (True, self.LK_NBLCK, 1), "the words at the beginning must stay readable"
        if self.locked:
            raise PermissionError("Permission denied")
        self.locked = True


def test_the_lock_of_windows_is_a_byte_beyond_the_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.journal.hold._WINDOWS", True)
    monkeypatch.setitem(sys.modules, "msvcrt", LocksOfWindows())
    path, since = tmp_path / "journal", "2026-11-30T09:00:00.000Z"
    hold = Hold.take(path, "hanoi run", since)
    with pytest.raises(JournalFault, match="hanoi run"):
        Hold.take(path, "hanoi kiosk", since)
    assert holder_of(path) == Holder(os.getpid(), "hanoi run", since)
    hold.release()
    assert holder_of(path) is None


def test_it_is_read_while_it_is_held(tmp_path: Path) -> None:
    path, time = tmp_path / "journal", Time()
    with opened(path, time) as journal:
        tell(journal, time, facts()[:5])
        journal.settle()
        with Reader(path) as reader:
            tell(journal, time, facts()[5:])
            journal.settle()
            seen = reader.standing()
        with Reader(path) as reader:
            now = reader.standing()
    assert seen is not None
    assert now is not None
    assert (seen.state.peg_of, now.state.peg_of) == ((2, 0, 0), (2, 2, 2))


def test_reading_leaves_nothing_behind(tmp_path: Path) -> None:
    """What a reader with more rights leaves could not be written by the machine's own user."""
    path = tmp_path / "journal"
    opened(path).close()
    before = sorted(tmp_path.iterdir())
    with Reader(path) as reader:
        assert reader.standing() is not None
    assert sorted(tmp_path.iterdir()) == before
