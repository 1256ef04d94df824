"""With a journal, a run begins where the last one ended, however that was; on a real pseudo-terminal."""

import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Config = Callable[..., str]


@pytest.fixture
def lobby(start, config_with) -> str:
    """A config with a journal, on an emulated arm of its own."""
    port = start("emulate", "marlin", "demo", "--speed", "20").out()
    return config_with(
        "demo", ("port: emulated", f"port: {port}"), ("exhibit:", "journal: lobby.db\nexhibit:")
    )


def answered(config: str, answers: str, *more: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "controller", "run", config, "--plain", *more],
        input=answers,
        capture_output=True,
        text=True,
        timeout=240,
    )
    return done.returncode, done.stdout, done.stderr


def moves_done(run, number: int) -> None:
    run.out_until(f"move {number} of")


def test_a_stopped_run_goes_on_from_there_in_the_fewest_moves(start, lobby):
    run = start("run", lobby, "--plain")
    moves_done(run, 3)
    run.process.send_signal(signal.SIGINT)
    code, out, _ = run.end()
    assert code == 4
    done = int(re.match(r"Stopped: (\d+) of 31", out[-1])[1])
    code, said, _ = answered(lobby, "")
    assert code == 0
    assert f"{31 - done} moves bring it back: all 5 on C." in said
    assert "all 5 disks stand on C" in said.splitlines()[-1]


def test_a_solved_tower_is_left_alone_until_it_is_said_to_stand_elsewhere(start, lobby):
    assert answered(lobby, "", "--from-state", "A:1 C:5,4,3,2")[0] == 0
    code, out, err = answered(lobby, "")
    assert (code, out) == (0, "")
    assert "all disks stand on C already" in err
    code, out, _ = answered(lobby, "", "--from-state", "B:1 C:5,4,3,2")
    assert (code, out.count("of 1:")) == (0, 1)


def killed_in_mid_move(start, lobby) -> None:
    run = start("run", lobby, "--plain")
    moves_done(run, 2)
    run.process.kill()
    run.process.wait()


def test_after_a_kill_nothing_is_guessed(start, lobby):
    killed_in_mid_move(start, lobby)
    code, out, err = answered(lobby, "")
    assert (code, out) == (5, "")
    assert re.search(r"Is disk \d in the gripper, on [ABC], or on [ABC]\?", err)
    assert "--from-state" in err


def test_after_a_halt_a_person_is_asked_and_nothing_is_opened_before(start, lobby, tmp_path):
    run = start("run", lobby, "--plain")
    moves_done(run, 1)
    run.process.send_signal(signal.SIGQUIT)
    assert run.end()[0] == 4
    code, _, err = answered(lobby, "nonsense\n", "--wire-log", str(tmp_path / "wire"))
    assert code == 5
    assert "'nonsense' is not a peg with its disks" in err
    assert not (tmp_path / "wire").exists()


def test_two_runs_of_one_journal_are_one_too_many(start, lobby):
    run = start("run", lobby, "--plain")
    moves_done(run, 1)
    code, _, err = answered(lobby, "")
    assert code == 3
    assert str(run.process.pid) in err
    assert "hanoi run" in err


def test_a_journal_about_another_tower_is_not_believed(start, lobby):
    killed_in_mid_move(start, lobby)
    text = Path(lobby).read_text(encoding="utf-8")
    for old, new in (
        ("pegs: [A, B, C]", "pegs: [L, M, R]"),
        ("goal: C", "goal: R"),
        ("start: A", "start: L"),
    ):
        assert old in text
        text = text.replace(old, new)
    for old, new in ("AL", "BM", "CR"):
        text = text.replace(f"    {old}: {{", f"    {new}: {{")
    Path(lobby).write_text(text, encoding="utf-8")
    code, _, err = answered(lobby, "")
    assert code == 5
    assert "the journal is about 5 disks on A, B, C" in err


def test_a_dry_run_neither_asks_nor_tells_the_journal(start, lobby):
    killed_in_mid_move(start, lobby)
    journal = Path(lobby).with_name("lobby.db")
    before = journal.read_bytes()
    assert answered(lobby, "", "--dry-run", "--speed", "0")[0] == 0
    assert journal.read_bytes() == before
