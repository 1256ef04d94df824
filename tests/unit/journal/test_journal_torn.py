"""Killed at any instant, torn at any byte: what is read is what was committed up to some instant."""

import os
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from journal_desk import START, Time, facts, opened

from controller.events import DiskGripped, DiskReleased, Event, StepDone, StepStarted
from controller.journal import Journal, Reader, Standing
from controller.journal.schema import open_to_write
from controller.model import State, Step

Known = tuple[State, Step | None, bool]

CHILD = Path(__file__).with_name("journal_child.py")


def known(standing: Standing | None) -> Known | None:
    return standing and (standing.state, standing.doubt, standing.gripped)


def told(journal: Journal, events: list[Event]) -> Iterator[Known | None]:
    """What is known after each fact, each one on the disk by itself."""
    for event in events:
        journal(event)
        yield known(journal.standing())


@pytest.fixture
def torn(tmp_path: Path) -> tuple[Path, bytes, list[Known | None]]:
    """A journal copied after a step with its log, as lost power leaves it, and what was known until then."""
    live, copy = tmp_path / "live", tmp_path / "copy"
    start, intent, _, _, done = facts()[:5]
    with opened(live) as journal:
        journal(start)
    with opened(live) as journal:
        history = [known(journal.standing()), *told(journal, [intent, done])]
        shutil.copyfile(live, copy)
        log = live.with_name("live-wal").read_bytes()
    return copy, log, history


def read(path: Path) -> Known | None:
    with Reader(path) as reader:
        return known(reader.standing())


def leave(path: Path, log: bytes) -> None:
    """The journal with this log beside it."""
    path.with_name(f"{path.name}-shm").unlink(missing_ok=True)
    path.with_name(f"{path.name}-wal").write_bytes(log)


def test_every_commit_is_on_the_disk_as_it_returns(tmp_path: Path) -> None:
    """Which no killed process can show: the operating system has what it wrote."""
    with closing(open_to_write(tmp_path / "journal")) as database:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert database.execute("PRAGMA synchronous").fetchone() == (2,)


def test_a_log_cut_off_at_any_byte_is_a_beginning_of_what_was_known(
    torn: tuple[Path, bytes, list[Known | None]],
) -> None:
    path, log, history = torn
    leave(path, log)
    assert read(path) == history[-1], "the whole log tells all"
    for length in reversed(range(len(log))):
        os.truncate(path.with_name(f"{path.name}-wal"), length)
        found = read(path)
        if found != history[-1]:
            history.pop()
        assert found == history[-1], f"cut off after {length} bytes"
    assert history == [(START, None, False)]


def test_a_log_whose_tail_is_rubbish_is_a_beginning_of_what_was_known(
    torn: tuple[Path, bytes, list[Known | None]],
) -> None:
    """A disk may have written some of the last blocks and not others."""
    path, log, history = torn
    rng = random.Random(1)
    for _ in range(300):
        length = rng.randrange(len(log))
        leave(path, log[:length] + rng.randbytes(len(log) - length))
        assert read(path) in history


def test_a_torn_journal_is_written_on(torn: tuple[Path, bytes, list[Known | None]]) -> None:
    """The next start finds the state, and what it then writes stands behind it."""
    path, log, history = torn
    leave(path, log[: len(log) * 2 // 3])
    with opened(path) as journal:
        assert known(journal.standing()) in history[1:-1]
        journal.correct(State.tower(3, 1))
    assert read(path) == (State.tower(3, 1), None, False)


def follow(events: list[Event]) -> list[Known]:
    """What should be known after each fact of a run, worked out without a journal."""
    state, doubt, after = START, None, []
    for event in events:
        if isinstance(event, StepStarted):
            doubt = event.step
        elif isinstance(event, StepDone):
            state, doubt = event.state, None
        after.append((state, doubt, isinstance(event, DiskGripped | DiskReleased)))
    return after


@pytest.mark.parametrize("seed", range(6))
def test_a_process_that_is_killed_leaves_what_it_had_settled(tmp_path: Path, seed: int) -> None:
    """Killed at a random instant: nothing that was said to be on the disk is missing, nothing is made up."""
    path = tmp_path / "journal"
    child = subprocess.Popen([sys.executable, CHILD, path], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    said = [child.stdout.readline() for _ in range(random.Random(seed).randrange(1, 120))]
    child.send_signal(signal.SIGKILL)
    said += child.stdout.read().splitlines(keepends=True)
    child.wait()
    child.stdout.close()
    settled = max(int(line) for line in said if line.endswith("\n"))
    whole = follow(facts())
    after = [
        whole[(count - 1) % len(whole)] for count in (settled, settled + 1)
    ]  # one may not have been said
    with opened(path, Time()) as journal:  # the lock has died with its process
        assert known(journal.standing()) in after
