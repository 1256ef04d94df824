"""Whatever keeps a journal from being kept is one sentence with the way out, and is heard again and again."""

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from journal_desk import EXHIBIT, START, Time, facts, opened, started, tell

from controller.errors import JournalFault
from controller.journal import Journal, Reader, holder_of
from controller.journal.entries import Entry, correction
from controller.journal.hold import Hold
from controller.journal.schema import _ready, open_to_write
from controller.journal.writer import Writer
from controller.model import State

SAYS = correction(EXHIBIT, START, "2026-11-30T09:00:00.000Z")
HERE = Path(__file__).parent


@contextmanager
def as_anybody() -> Iterator[None]:
    """Without the rights of root, whom no permission keeps out."""
    former = os.geteuid()
    if former == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(former)


@pytest.fixture
def shared() -> Iterator[Path]:
    """A folder that every user may look into, with a journal in it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        with opened(path / "journal") as journal:
            journal.correct(START)
        path.chmod(0o755)
        yield path
        path.chmod(0o755)


def refusal(path: Path) -> str:
    with pytest.raises(JournalFault) as refused:
        opened(path)
    text = str(refused.value)
    assert text.startswith(f"{path}: ")
    assert text.endswith(".")
    assert "\n" not in text
    return text


def test_a_folder_is_no_journal(tmp_path: Path) -> None:
    assert "this is a folder; name a file under journal:" in refusal(tmp_path)


def test_a_device_is_no_journal() -> None:
    assert "no ordinary file" in refusal(Path("/dev/full"))


def test_a_folder_that_is_missing_is_to_be_made(tmp_path: Path) -> None:
    path = tmp_path / "not there" / "journal"
    assert f"mkdir -p {path.parent}" in refusal(path)


def test_a_file_in_the_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "folder is not there" in refusal(tmp_path / "file" / "journal")


def test_a_name_that_is_too_long(tmp_path: Path) -> None:
    assert "File name too long" in refusal(tmp_path / ("j" * 300))


def test_some_other_file_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "shopping.txt"
    path.write_text("eggs\n" * 100)
    assert "this is some other file, no journal, and is left alone; name another file" in refusal(path)
    assert path.read_text() == "eggs\n" * 100


def test_another_programs_database_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "photos.db"
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE photos (name TEXT)")
    before = path.read_bytes()
    assert "some other program's database" in refusal(path)
    with pytest.raises(JournalFault, match="some other program's database"):
        Reader(path)
    assert path.read_bytes() == before


def test_a_journal_of_another_version_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    opened(path).close()
    with closing(sqlite3.connect(path)) as newer:
        newer.execute("PRAGMA user_version = 7")
    assert "another version of hanoi has written this journal (format 7" in refusal(path)


@pytest.mark.parametrize("keep", [1, 100, 1024, 5000, 0.5, 0.99])
def test_a_journal_that_was_cut_short_is_called_damaged(tmp_path: Path, keep: float) -> None:
    path, time = tmp_path / "journal", Time()
    with opened(path, time) as journal:
        for _ in range(20):
            tell(journal, time, facts())
    size = path.stat().st_size
    os.truncate(path, keep if isinstance(keep, int) else int(size * keep))
    assert "hanoi journal reset CONFIG" in refusal(path)


def test_rubbish_in_the_middle_is_never_a_traceback(tmp_path: Path) -> None:
    """Either it is told, or it was in a place that holds nothing; what is read can be."""
    path, time = tmp_path / "journal", Time()
    with opened(path, time) as journal:
        tell(journal, time, facts())
    sound = path.read_bytes()
    told = []
    for place in range(0, len(sound), 101):
        path.write_bytes(sound[:place] + b"\xff" * 24 + sound[place + 24 :])
        try:
            with Reader(path) as reader:
                reader.standing(), reader.runs(), reader.steps(), reader.counters(), reader.corrections()
            with opened(path) as journal:
                journal.standing()
        except JournalFault as fault:
            told.append(str(fault))
    assert told
    assert all(text.endswith(".") and "\n" not in text for text in told)


def test_a_standing_that_cannot_be_is_damage(tmp_path: Path) -> None:
    """Somebody has been at it with another program."""
    path = tmp_path / "journal"
    with opened(path) as journal:
        journal.correct(START)
    for wrong in ("A:1,2,3", "A:2,1", "Z:3,2,1", ""):
        with closing(sqlite3.connect(path)) as other, other:
            other.execute("UPDATE standing SET state = ?", (wrong,))
        with Reader(path) as reader, pytest.raises(JournalFault, match="damaged"):
            reader.standing()


def test_a_file_that_may_only_be_read(shared: Path) -> None:
    (shared / "journal.lock").chmod(0o666)
    with as_anybody():
        (shared / "journal").is_file()
        assert "give leave" in refusal(shared / "journal")


def test_a_folder_that_may_only_be_read(shared: Path) -> None:
    (shared / "journal.lock").unlink()
    (shared / "journal").chmod(0o666)
    shared.chmod(0o555)
    with as_anybody():
        assert "Permission denied" in refusal(shared / "journal")


def test_a_folder_in_which_no_log_can_be_made(shared: Path) -> None:
    for name in ("journal", "journal.lock"):
        (shared / name).chmod(0o666)
    shared.chmod(0o555)
    with as_anybody():
        assert "give leave" in refusal(shared / "journal")


def test_anybody_reads_what_they_may_not_write(shared: Path) -> None:
    shared.chmod(0o555)
    with as_anybody(), Reader(shared / "journal") as reader:
        found = reader.standing()
    assert found is not None
    assert found.state == START


def test_a_journal_that_may_not_be_read(shared: Path) -> None:
    (shared / "journal").chmod(0o600)
    if os.geteuid() != 0:
        (shared / "journal").chmod(0o000)
    with as_anybody(), pytest.raises(JournalFault, match="give leave to read"):
        Reader(shared / "journal")


def test_a_journal_that_another_program_keeps_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("controller.journal.schema._PATIENCE", 0)
    path = tmp_path / "journal"
    opened(path).close()
    with closing(sqlite3.connect(path)) as browser:
        browser.execute("BEGIN EXCLUSIVE")
        assert "another program keeps it locked" in refusal(path)


def test_a_file_system_without_shared_memory_is_told(tmp_path: Path) -> None:
    """As a network drive; a database in memory cannot keep such a log either."""
    nowhere = sqlite3.connect(":memory:", isolation_level=None)
    with closing(nowhere), pytest.raises(JournalFault, match="name a file on a disk of this computer"):
        _ready(nowhere, tmp_path / "journal")


def test_a_file_in_which_nothing_stands_yet_is_a_journal(tmp_path: Path) -> None:
    """The power went as it was made."""
    path = tmp_path / "journal"
    path.touch()
    with Reader(path) as reader:
        assert (reader.standing(), reader.last_run(), reader.counters()) == (None, None, {})
    with opened(path) as journal:
        journal.correct(START)


def test_a_full_disk_is_raised_by_all_that_come_after(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    connection = open_to_write(path)
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count = {pages}")
    writer = Writer(connection, path)
    writer.put([Entry("INSERT INTO corrections (at, state) VALUES ('', :much)", {"much": "x" * 100_000})])
    for hears in (writer.settle, writer.check, writer.settle, writer.close):
        with pytest.raises(JournalFault, match="the disk is full; make room on it"):
            hears()


def test_nothing_is_written_behind_a_gap(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    writer = Writer(open_to_write(path), path)
    writer.put([Entry("INSERT INTO nowhere VALUES (1)")])
    writer.put(SAYS)
    with pytest.raises(JournalFault, match="no such table"):
        writer.close()
    with Reader(path) as reader:
        assert reader.standing() is None


def test_a_group_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    writer = Writer(open_to_write(path), path)
    writer.put([*SAYS, Entry("INSERT INTO nowhere VALUES (1)")])
    with pytest.raises(JournalFault):
        writer.close()
    with Reader(path) as reader:
        assert (reader.standing(), reader.corrections()) == (None, [])


def test_a_mistake_of_the_program_is_heard_too(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    writer = Writer(open_to_write(path), path)
    writer.put([Entry("SELECT :number", {"number": 2**70})])
    with pytest.raises(JournalFault, match="could not be written down"):
        writer.settle()
    with pytest.raises(JournalFault, match="could not be written down"):
        writer.close()


def test_check_waits_for_nothing(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with opened(path) as journal:
        journal(started())
        journal.check()


def test_a_closed_journal_says_so(tmp_path: Path) -> None:
    journal = opened(tmp_path / "journal")
    journal.close()
    journal(started())
    with pytest.raises(JournalFault, match="closed"):
        journal.settle()


class HangingDisk(sqlite3.Connection):
    """Takes nothing until it is let go."""

    let_go = threading.Event()

    def execute(self, *_: object) -> sqlite3.Cursor:
        self.let_go.wait()
        return self.cursor()


def test_a_disk_that_hangs_is_not_waited_for_for_ever(tmp_path: Path) -> None:
    """What may still be written belongs to nobody else meanwhile."""
    path, time = tmp_path / "journal", Time()
    disk = sqlite3.connect(":memory:", factory=HangingDisk, check_same_thread=False)
    hold = Hold.take(path, "hanoi run", "2026-11-30T09:00:00.000Z")
    writer = Writer(disk, path, patience=0)
    journal = Journal(path, hold, writer, EXHIBIT, time.of_day, time)
    journal(started())
    for hears in (journal.settle, journal.close):
        with pytest.raises(JournalFault, match="for 0 s the disk has not taken what was written; see to"):
            hears()
    assert holder_of(path) is not None
    HangingDisk.let_go.set()
    writer._thread.join()
    journal.close()
    assert holder_of(path) is None


FULL_DISK = """
import resource, sys
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from controller.errors import JournalFault
from journal_desk import Time, facts, opened, tell
_, most = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, most))
time, settled = Time(), 0
try:
    with opened(Path(sys.argv[2]), time) as journal:
        while True:
            for fact in facts():
                journal(fact)
                journal.settle()
                settled += 1
except JournalFault as fault:
    print(settled, fault)
resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
"""


def test_a_file_that_cannot_grow_stops_the_run_and_keeps_what_was_settled(tmp_path: Path) -> None:
    """A limit of the operating system stands for a disk that is really full."""
    path = tmp_path / "journal"
    ended = subprocess.run(
        [sys.executable, "-c", FULL_DISK, HERE, path], capture_output=True, text=True, check=True
    )
    settled, _, sentence = ended.stdout.strip().partition(" ")
    assert ended.stderr == ""
    assert sentence.startswith(f"{path}: the disk ")
    states = [START]
    for event in facts()[1:]:
        states.append(getattr(event, "state", states[-1]))
    with Reader(path) as reader:
        found = reader.standing()
    assert found is not None
    assert found.state in (states[(int(settled) - 1) % len(states)], states[int(settled) % len(states)])
    with opened(path) as journal:  # with room again it goes on
        journal.correct(State.tower(3, 1))


def test_what_fails_at_the_very_end_is_not_swallowed(tmp_path: Path) -> None:
    """The last words of a run come after its last barrier."""
    path = tmp_path / "journal"
    journal = opened(path)
    journal(started())
    journal.settle()
    with closing(sqlite3.connect(path)) as vandal:
        vandal.execute("DROP TABLE runs")
    journal(facts()[-1])
    with pytest.raises(JournalFault, match="no such table"), journal:
        pass
    opened(path).close()  # and the journal is not held any more


def test_a_copy_without_its_folder_is_read_where_it_lies(tmp_path: Path) -> None:
    """Somebody sends the file alone."""
    with opened(tmp_path / "journal") as journal:
        journal.correct(START)
    copy = tmp_path / "with ? and # and % in it"
    shutil.copyfile(tmp_path / "journal", copy)
    with Reader(copy) as reader:
        found = reader.standing()
    assert found is not None
