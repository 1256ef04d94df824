"""`hanoi journal` as it is typed, and how a config names its journal."""

import csv
import io
import json
import os
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from journal_desk import NAMES, START, Time, facts, started, tell

from controller.app.journals import exhibit_of, fingerprint, journal_path, meaning, open_journal
from controller.cli import main
from controller.config import load
from controller.config.exhibits import find
from controller.errors import UsageError
from controller.events import RunEnded, StepStarted
from controller.journal import Exhibit, Journal, holder_of
from controller.model import State
from controller.planner.notation import format_state

LOBBY = find("demo").read_text(encoding="utf-8").replace("disks: 5", "disks: 3", 1)
LOBBY = LOBBY.replace("[30, 40, 50, 60, 70]", "[30, 40, 50]")
Hanoi = Callable[..., tuple[int, str, str]]


@pytest.fixture
def lobby(tmp_path: Path) -> Path:
    """A config of three disks whose journal lies beside it."""
    path = tmp_path / "lobby.yaml"
    path.write_text(f"{LOBBY}\njournal: lobby.journal\n", encoding="utf-8")
    return path


@pytest.fixture
def hanoi(capsys: pytest.CaptureFixture[str]) -> Hanoi:
    """Type `hanoi journal` and what comes after it; gives the exit code, and what is said."""

    def type_it(*words: object) -> tuple[int, str, str]:
        try:
            code = main(["journal", *map(str, words)])
        except SystemExit as left:
            code = int(left.code or 0)
        said = capsys.readouterr()
        return code, said.out, said.err

    return type_it


def journal_of(config: Path, time: Time | None = None) -> Journal:
    time = time or Time()
    exhibit = exhibit_of(load(str(config)))
    path = config.with_name("lobby.journal")
    return Journal.open(path, "hanoi run lobby.yaml", time.of_day, time, exhibit)


def unwrapped(text: str) -> str:
    return " ".join(text.split())


def test_the_journal_lies_beside_its_config(lobby: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("/")
    assert journal_path(str(lobby), load(str(lobby))) == lobby.resolve().with_name("lobby.journal")


def test_home_is_where_a_tilde_says(lobby: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(lobby.parent))
    lobby.write_text(lobby.read_text().replace("journal: lobby", "journal: ~/of/lobby"))
    assert journal_path(str(lobby), load(str(lobby))) == lobby.resolve().parent / "of" / "lobby.journal"


def test_the_home_of_nobody_is_told(lobby: Path) -> None:
    lobby.write_text(lobby.read_text().replace("journal: lobby", "journal: ~nobody-of-this-name/lobby"))
    with pytest.raises(UsageError, match="write the whole path"):
        journal_path(str(lobby), load(str(lobby)))


def test_two_names_of_one_journal_are_one_journal(lobby: Path) -> None:
    lobby.with_name("link").symlink_to(lobby.with_name("lobby.journal"))
    other = lobby.with_name("other.yaml")
    other.write_text(lobby.read_text().replace("lobby.journal", "link"))
    assert journal_path(str(other), load(str(other))) == journal_path(str(lobby), load(str(lobby)))


def test_a_config_without_the_key_keeps_none() -> None:
    config = load("demo")
    assert journal_path("demo", config) is None
    assert open_journal("demo", config, Time()) is None


def test_the_journal_of_a_config_is_held_by_what_was_typed(
    lobby: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["/usr/bin/hanoi", "run", "my lobby.yaml"])
    journal = open_journal(str(lobby), load(str(lobby)), Time())
    assert journal is not None
    with journal:
        holder = holder_of(lobby.with_name("lobby.journal"))
    assert holder is not None
    assert (holder.pid, holder.command) == (os.getpid(), "hanoi run 'my lobby.yaml'")


def test_a_fingerprint_follows_what_a_config_says_not_how(lobby: Path) -> None:
    before = fingerprint(load(str(lobby)))
    lobby.write_text(f"# a remark\n{lobby.read_text()}")
    assert fingerprint(load(str(lobby))) == before
    assert len(before) == 64
    lobby.write_text(lobby.read_text().replace("lobby.journal", "other.journal"))
    assert fingerprint(load(str(lobby))) != before


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("exhibit: ", "exhibit: New ", True),
        ("goal: C", "goal: B", True),
        ("travel_speed: ", "travel_speed: 1", True),
        ("start: A", "start: B", False),
        ("pegs: [A, B, C]", "pegs: [B, A, C]", False),
        ("[30, 40, 50]", "[30, 40, 51]", False),
        ("    A: {x: 120", "    A: {x: 121", False),
    ],
)
def test_what_is_believed_of_the_disks_keeps_its_meaning_or_loses_it(
    lobby: Path, old: str, new: str, same: bool
) -> None:
    before = load(str(lobby))
    assert old in lobby.read_text()
    lobby.write_text(lobby.read_text().replace(old, new, 1))
    after = load(str(lobby))
    assert (meaning(before) == meaning(after)) is same
    assert fingerprint(before) != fingerprint(after)


def test_swapped_pegs_are_other_pegs(lobby: Path) -> None:
    before = load(str(lobby))
    pegs = {"A: {": "Z: {", "C: {": "A: {", "Z: {": "C: {"}
    head, arm = lobby.read_text().split("  pegs:\n", 1)
    for old, new in pegs.items():
        arm = arm.replace(old, new, 1)
    lobby.write_text(f"{head}  pegs:\n{arm}")
    assert meaning(load(str(lobby))) != meaning(before)


def test_the_journal_says_which_pegs_it_was_about(lobby: Path) -> None:
    """Until somebody has said how it is with those that are there now."""
    was = meaning(load(str(lobby)))
    journal_of(lobby).close()
    lobby.write_text(lobby.read_text().replace("[30, 40, 50]", "[30, 40, 51]", 1))
    now = meaning(load(str(lobby)))
    with journal_of(lobby) as journal:
        assert (found := journal.standing()) is not None
        assert found.meaning == was
        journal.latch(START, "Halted.")
        assert (found := journal.standing()) is not None
        assert found.meaning == was
        journal.correct(START)
        assert (found := journal.standing()) is not None
        assert found.meaning == now


def test_an_exhibit_is_its_tower_and_its_parts() -> None:
    config = load("arm-and-leds")
    tower = config.tower
    assert exhibit_of(config) == Exhibit(
        tower.pegs, tower.start_state(), fingerprint(config), meaning(config), arm=True, lights=True
    )


def test_show_before_the_first_run(lobby: Path, hanoi: Hanoi) -> None:
    code, out, _ = hanoi("show", lobby)
    assert code == 0
    assert "Nothing has been written down yet." in out
    assert sorted(file.name for file in lobby.parent.iterdir()) == ["lobby.yaml"], "showing makes nothing"


def test_show_says_that_a_journal_is_gone(lobby: Path, hanoi: Hanoi) -> None:
    with journal_of(lobby) as journal:
        journal.correct(START)
    lobby.with_name("lobby.journal").unlink()
    said = unwrapped(hanoi("show", lobby)[1])
    assert "The journal lobby.journal is gone, of which something still lies there" in said
    assert "Nothing has been written down yet" not in said


def test_show_after_a_finished_run(lobby: Path, hanoi: Hanoi) -> None:
    time = Time()
    with journal_of(lobby, time) as journal:
        tell(journal, time, facts())
    code, out, _ = hanoi("show", lobby)
    assert code == 0
    said = unwrapped(out)
    assert "All 3 disks stand on C, since 2026-11-30 09:01:07 UTC." in said
    assert (
        "7 of 7 moves from A:3,2,1, begun 2026-11-30 09:00:00 UTC, finished 2026-11-30 09:01:10 UTC." in said
    )
    assert "arm 7 moves 1 cycle 0.0 hours" in said
    assert "gripper 7 grips 7 cycles 0.0 hours" in said


def test_show_says_what_is_in_doubt_and_why_it_stopped(lobby: Path, hanoi: Hanoi) -> None:
    time = Time()
    step = next(event.step for event in facts() if isinstance(event, StepStarted))
    with journal_of(lobby, time) as journal:
        end = RunEnded(START, "The cable is out.", step, latched=True)
        tell(journal, time, [started(), StepStarted(step), end])
    said = unwrapped(hanoi("show", lobby)[1])
    assert "Not certain, since" in said
    assert "disk 1 may be in the gripper, on A or on C: look; the others stand A:3,2" in said
    assert "A person has to look before anything moves: The cable is out." in said


def test_show_tells_a_run_that_is_under_way_from_one_that_was_cut_off(lobby: Path, hanoi: Hanoi) -> None:
    with journal_of(lobby) as journal:
        journal(started())
        journal.settle()
        assert "held by hanoi run lobby.yaml" in (under_way := unwrapped(hanoi("show", lobby)[1]))
    cut_off = unwrapped(hanoi("show", lobby)[1])
    assert "under way" in under_way
    assert "cut off (killed, or without power)" in cut_off


def test_show_names_the_step_that_is_under_way(lobby: Path, hanoi: Hanoi) -> None:
    """Nothing is in doubt while somebody carries it out; whoever comes after that has not begun it."""
    step = next(event.step for event in facts() if isinstance(event, StepStarted))
    with journal_of(lobby) as journal:
        tell(journal, Time(), [started(), StepStarted(step)])
        journal.settle()
        said = unwrapped(hanoi("show", lobby)[1])
    assert "Disk 1 from A to C is under way; the others stand A:3,2 (bottom to top), since 2026-11-30" in said
    assert "Not certain" not in said
    with journal_of(lobby, Time(seconds=60)):
        said = unwrapped(hanoi("show", lobby)[1])
    assert "Not certain, since" in said
    assert "disk 1 may be in the gripper, on A or on C: look" in said
    assert "cut off" in said


@pytest.mark.parametrize("why", ["reset", "stop", "log"])
def test_show_asserts_nothing_that_a_person_has_to_confirm(lobby: Path, hanoi: Hanoi, why: str) -> None:
    with journal_of(lobby) as journal:
        journal.correct(START)
        if why == "stop":
            journal.latch(START, "Halted by a person.")
    if why == "reset":
        hanoi("reset", lobby)
    if why == "log":
        with closing(sqlite3.connect(lobby.with_name("lobby.journal"))) as database, database:
            database.execute("UPDATE log SET open = 1")
    said = unwrapped(hanoi("show", lobby)[1])
    assert re.search(r"Disks Not confirmed, since [-0-9: ]+ UTC: all 3 disks stand on A\. Stopped", said)
    with journal_of(lobby) as journal:
        journal.correct(START)
    assert "All 3 disks stand on A, since" in unwrapped(hanoi("show", lobby)[1])


def test_show_says_that_the_config_has_changed(lobby: Path, hanoi: Hanoi) -> None:
    with journal_of(lobby) as journal:
        journal.correct(START)
    assert "Config" not in hanoi("show", lobby)[1]
    lobby.write_text(lobby.read_text().replace("exhibit: ", "exhibit: New "))
    assert "It has been changed since." in hanoi("show", lobby)[1]
    lobby.write_text(f"{find('led-tower').read_text()}\njournal: lobby.journal\n")
    assert "It says another tower now: 5 disks on A, B, C." in hanoi("show", lobby)[1]


def test_show_fits_80_columns(lobby: Path, hanoi: Hanoi) -> None:
    time = Time()
    with journal_of(lobby, time) as journal:
        tell(journal, time, [*facts()[:-1], RunEnded(START, "The cable is out. " * 20, latched=True)])
    path = str(lobby.with_name("lobby.journal"))
    lines = hanoi("show", lobby)[1].splitlines()
    assert all(len(line) < 80 for line in lines if path not in line)


def test_the_journals_own_file_will_do(lobby: Path, hanoi: Hanoi) -> None:
    with journal_of(lobby) as journal:
        journal.correct(START)
    assert hanoi("show", lobby.with_name("lobby.journal")) == hanoi("show", lobby)


def test_export_as_json(lobby: Path, hanoi: Hanoi) -> None:
    time = Time()
    with journal_of(lobby, time) as journal:
        tell(journal, time, facts()[:3])
        journal.settle()
        code, out, _ = hanoi("export", lobby)
    assert code == 0
    whole = json.loads(out)
    assert whole["standing"]["state"] == "A:3,2,1"
    assert whole["standing"]["doubt"] == {"move": 1, "disk": 1, "from": "A", "to": "C", "gripped": True}
    (run,) = whole["runs"]
    assert (run["run"], run["moves"], run["outcome"]) == (1, 7, None)
    assert run["steps"] == [
        {
            "move": 1,
            "disk": 1,
            "from": "A",
            "to": "C",
            "intended": "2026-11-30T09:00:00.000Z",
            "gripped": "2026-11-30T09:00:02.500Z",
            "released": None,
            "placed": None,
            "seconds": None,
        }
    ]


def test_export_of_a_journal_without_doubt_and_of_none(lobby: Path, hanoi: Hanoi) -> None:
    assert json.loads(hanoi("export", lobby)[1])["standing"] is None
    with journal_of(lobby) as journal:
        journal.correct(START)
    whole = json.loads(hanoi("export", lobby, "--format", "json")[1])
    assert whole["standing"]["doubt"] is None
    assert whole["corrections"] == [{"at": "2026-11-30T09:00:00.000Z", "state": "A:3,2,1"}]


def test_export_as_csv_replays_to_where_the_disks_stand(lobby: Path, hanoi: Hanoi) -> None:
    time = Time()
    with journal_of(lobby, time) as journal:
        tell(journal, time, [*facts()[:-5], RunEnded(START, 'She said: "stop", loudly.', latched=True)])
        journal(started())
    target = lobby.with_name("steps.csv")
    assert hanoi("export", lobby, "-o", target) == (0, "", "")  # csv, as the name ends
    *steps, empty = csv.DictReader(io.StringIO(target.read_text(encoding="utf-8")))
    stacks: dict[str, list[str]] = {"A": ["3", "2", "1"], "B": [], "C": []}
    for step in steps:
        assert stacks[step["from"]].pop() == step["disk"]
        stacks[step["to"]].append(step["disk"])
    at_the_end = State((0, 2, 2), 3)
    assert format_state(at_the_end, NAMES) == " ".join(
        f"{peg}:{','.join(stack)}" for peg, stack in stacks.items() if stack
    )
    assert {step["run_reason"] for step in steps} == {'She said: "stop", loudly.'}
    assert (empty["run"], empty["move"]) == ("2", "")


def test_an_export_that_cannot_be_written(lobby: Path, hanoi: Hanoi) -> None:
    code, out, err = hanoi("export", lobby, "-o", lobby.parent)
    assert (code, out) == (2, "")
    assert "the journal cannot be written" in err


def test_reset_with_a_state(lobby: Path, hanoi: Hanoi) -> None:
    with journal_of(lobby) as journal:
        journal(started())
        journal(RunEnded(START, "Halted.", latched=True))
    code, out, _ = hanoi("reset", lobby, "--state", "A:3 C:2,1")
    assert code == 0
    assert "The old journal is kept as" in out
    assert "The disks are taken to stand A:3 C:2,1." in out
    said = unwrapped(hanoi("show", lobby)[1])
    assert "The disks stand A:3 C:2,1 (bottom to top)" in said
    assert "Halted" not in said


def test_reset_without_a_state_has_the_next_run_ask(lobby: Path, hanoi: Hanoi) -> None:
    with journal_of(lobby) as journal:
        journal.correct(State.tower(3, 1))
    assert "The next run asks where the disks stand" in hanoi("reset", lobby)[1]
    with journal_of(lobby) as journal:
        found = journal.standing()
    assert found is not None
    assert found.state == START
    assert found.latched is not None


def test_reset_by_the_journals_own_file(lobby: Path, hanoi: Hanoi) -> None:
    with journal_of(lobby) as journal:
        journal.correct(State.tower(3, 1))
    path = lobby.with_name("lobby.journal")
    assert hanoi("reset", path)[0] == 0
    with journal_of(lobby) as journal:
        found = journal.standing()
        assert found is not None
        assert (found.state, found.peg_names) == (State.tower(3, 1), NAMES)
    assert hanoi("reset", path, "--state", "C:3,2,1")[0] == 0


def test_reset_by_a_file_that_says_nothing_wants_the_config(lobby: Path, hanoi: Hanoi) -> None:
    """A damaged one does not say whose it is."""
    journal_of(lobby).close()
    path = lobby.with_name("lobby.journal")
    os.truncate(path, 100)
    code, _, err = hanoi("reset", path)
    assert code == 2
    assert "name the config instead" in err
    assert hanoi("reset", lobby)[0] == 0


def test_a_reset_says_what_it_cannot_tell(lobby: Path, hanoi: Hanoi) -> None:
    lobby.with_name("lobby.journal").write_bytes(b"\xff" * 8192)
    said = unwrapped(hanoi("reset", lobby)[1])
    assert "What lay there, too damaged to tell what it was, is kept as" in said
    assert "The old journal is kept as" in hanoi("reset", lobby)[1]


def test_a_reset_leaves_the_config_alone(lobby: Path, hanoi: Hanoi) -> None:
    lobby.write_text(lobby.read_text().replace("journal: lobby.journal", "journal: lobby.yaml"))
    before = lobby.read_text()
    code, _, err = hanoi("reset", lobby)
    assert code == 2
    assert "journal: the journal would be written over this config" in err
    assert lobby.read_text() == before


def test_a_reset_that_is_mistyped_changes_nothing(lobby: Path, hanoi: Hanoi) -> None:
    with journal_of(lobby) as journal:
        journal.correct(START)
    before = hanoi("export", lobby)
    assert hanoi("reset", lobby, "--state", "A:3,2")[0] == 2
    assert hanoi("export", lobby) == before


def test_a_reset_while_it_is_held(lobby: Path, hanoi: Hanoi) -> None:
    with journal_of(lobby):
        code, _, err = hanoi("reset", lobby)
    assert code == 3
    assert "hanoi run lobby.yaml (process" in err


@pytest.mark.parametrize("action", ["show", "export", "reset"])
def test_a_config_that_keeps_no_journal(hanoi: Hanoi, action: str) -> None:
    code, out, err = hanoi(action, "demo")
    assert (code, out) == (2, "")
    assert "demo: it keeps no journal; write journal: FILE into it." in err


@pytest.mark.parametrize("action", ["show", "export", "reset"])
def test_a_journal_in_a_folder_that_is_missing(lobby: Path, hanoi: Hanoi, action: str) -> None:
    lobby.write_text(lobby.read_text().replace("journal: lobby", "journal: missing/lobby"))
    code, out, err = hanoi(action, lobby)
    assert (code, out) == (2, "")
    assert f"{lobby}:" in err
    assert "mkdir -p" in err
