"""With a journal, a run begins where the last one ended, however that was; on a real pseudo-terminal."""

import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from terminal import Terminal

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
    """Between a grip and its release, as the wire tells."""
    log = Path(lobby).with_name("killed.wire")
    run = start("run", lobby, "--plain", "--wire-log", str(log))
    moves_done(run, 2)
    while log.read_text(encoding="utf-8").count("M106 S255") < 3:
        assert run.process.poll() is None
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


@pytest.mark.parametrize("phase", ["home", "rest"])
def test_a_halt_is_remembered_whenever_it_comes(start, lobby, phase):
    """While the arm homes, before the first run has begun; and while a kiosk rests between two runs."""
    if phase == "home":
        run = start("run", lobby, "--plain")
        run.out_until("may reset the board")
    else:
        run = start("kiosk", lobby, "--plain", "--from-state", "A:1 C:5,4,3,2")
        run.out_until("Resting for 20 s")
    run.process.send_signal(signal.SIGQUIT)
    assert run.end()[0] == 4
    code, out, err = answered(lobby, "")
    assert (code, out) == (5, "")
    assert "Halted by a person" in err
    assert "Is the way clear, and do the disks stand" in err
    if phase == "home":
        assert answered(lobby, "y\n")[0] == 0


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_while_it_asks_ends_it_with_its_sentence(start, lobby, sent):
    killed_in_mid_move(start, lobby)
    run = Terminal("run", lobby, "--plain")
    asked = run.process.stderr.readline().decode()
    assert "Is disk" in asked
    run.process.send_signal(sent)
    code, err = run.end()
    assert code == 4
    assert "Stopped by a person before anything moved" in err


def test_what_was_typed_before_the_question_does_not_answer_it(start, lobby):
    killed_in_mid_move(start, lobby)
    run = Terminal("run", lobby, "--plain")
    run.press(b"C\n" * 3)
    assert "Is disk" in run.process.stderr.readline().decode()
    run.process.send_signal(signal.SIGTERM)
    assert run.end()[0] == 4
    assert "may reset the board" not in run.screen


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


def test_pegs_that_have_changed_places_since_are_not_believed(start, lobby):
    assert answered(lobby, "", "--from-state", "A:1 C:5,4,3,2")[0] == 0
    text = Path(lobby).read_text(encoding="utf-8")
    where = dict(re.findall(r"^ +([ABC]): (\{x: .*?\})", text, re.MULTILINE))
    swapped = text.replace(where["A"], "@").replace(where["C"], where["A"]).replace("@", where["C"])
    Path(lobby).write_text(swapped, encoding="utf-8")
    code, out, err = answered(lobby, "")
    assert (code, out) == (5, "")
    assert "the config has put its pegs elsewhere" in err


def test_a_dry_run_neither_asks_nor_tells_the_journal(start, lobby):
    killed_in_mid_move(start, lobby)
    journal = Path(lobby).with_name("lobby.db")
    before = journal.read_bytes()
    assert answered(lobby, "", "--dry-run", "--speed", "0")[0] == 0
    assert journal.read_bytes() == before
