"""What may be asked of an emulated board: an empty table, another place, imperfections; in any order."""

import os
import re
import signal
import subprocess
import sys

import pytest

POSE = ("port: emulated", "port: emulated\n  home: {kind: pose, at: {x: 120, y: 20, z: 60}}")
ONE_DISK = (("disks: 5", "disks: 1"), ("diameters: [30, 40, 50, 60, 70]", "diameters: [30]"))
CLUMSY = ("port: emulated", "port: emulated\n  tolerances: {placing: 20}")
INEXACT = ("port: emulated", "port: emulated\n  tolerances: {placing: 3, leak: 0.02, double_pick: 0.1}")


def answered(config: str, *options: str) -> "subprocess.CompletedProcess[str]":
    """`hanoi run` with a person who says yes."""
    command = [sys.executable, "-m", "controller", "run", config, "--plain", *options]
    return subprocess.run(command, input="\n", capture_output=True, text=True, timeout=120, check=False)


def pseudo_terminal() -> str:
    """The name of one, as this system names them."""
    ends = os.openpty()
    name = os.ttyname(ends[1])
    for end in ends:
        os.close(end)
    return name


def ended(board) -> list[str]:
    board.process.send_signal(signal.SIGTERM)
    code, _, err = board.end()
    assert code == 0
    return err


@pytest.mark.parametrize("words", ["marlin --speed 0 demo", "--speed 0 marlin demo", "marlin demo --speed 0"])
def test_words_and_options_stand_in_any_order(start, words):
    board = start("emulate", *words.split())
    assert board.out()
    assert "bottom to top, A: 5 4 3 2 1" in ended(board)[-1]


def test_a_run_in_the_air_finds_an_empty_table(start, config_with):
    board = start("emulate", "marlin", config_with("demo", *ONE_DISK), "--empty", "--speed", "0")
    config = config_with("demo", *ONE_DISK, ("port: emulated", f"port: {board.out()}"))
    run = answered(config, "--air")
    assert run.returncode == 0, run.stderr
    assert ended(board)[-1] == "The bench says: nothing was touched."


def test_a_placed_arm_is_put_back_whenever_the_port_is_opened_anew(start, config_with):
    board = start("emulate", "marlin", config_with("demo", *ONE_DISK, POSE), "--empty", "--speed", "0")
    config = config_with("demo", *ONE_DISK, POSE, ("port: emulated", f"port: {board.out()}"))
    for _ in range(2):
        run = answered(config, "--air")
        assert run.returncode == 0, run.stderr
    assert ended(board)[-1] == "The bench says: nothing was touched."


def test_an_arm_that_was_placed_elsewhere_grips_beside_its_disks(start, config_with):
    board = start(
        "emulate", "marlin", config_with("demo", *ONE_DISK, POSE), "--at", "123", "20", "60", "--speed", "0"
    )
    config = config_with("demo", *ONE_DISK, POSE, ("port: emulated", f"port: {board.out()}"))
    assert answered(config).returncode == 0  # the arm itself cannot know
    assert board.err_until("off its axis") == "The bench says: Disk 1 is gripped 3.0 mm off its axis."


def test_the_disks_stand_as_they_are_told_to(start):
    board = start("emulate", "marlin", "demo", "--from-state", "A:5,4 C:3,2 B:1", "--speed", "0")
    assert board.out()
    assert "A: 5 4, B: 1, C: 3 2" in ended(board)[-1]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("marlin demo --at 0 0 10", "--at 0 0 10 is outside the arm's workspace"),
        ("marlin demo --at 1 2", "--at: expected 3 arguments"),
        ("marlin demo --at 1 2 nan", "'nan' is no coordinate: write mm"),
        ("marlin --imperfect 7", "--imperfect: disks and tolerances are those of a CONFIG; name one."),
        ("marlin --from-state A:1", "--from-state: disks and tolerances are those of a CONFIG"),
        ("marlin demo --empty --from-state A:1", "not allowed with argument --empty"),
        ("marlin demo --from-state A:1", "disk"),
        ("marlin demo --imperfect x", "'x' is no number of seeds here"),
        ("klipper", "invalid choice: 'klipper' (choose from 'marlin', 'grbl', 'uarm', 'custom')"),
        ("marlin demo demo", "unrecognized arguments: demo"),
        ("--speed 1", "the following arguments are required: FIRMWARE"),
        ("grbl demo", "demo is for marlin; hanoi emulate marlin demo."),
    ],
)
def test_what_cannot_be_is_told_in_words(hanoi, words, told):
    code, out, err = hanoi("emulate", *words.split())
    assert (code, out) == (2, "")
    assert told in err


def test_joints_that_cannot_stand_there_are_told(hanoi):
    code, _, err = hanoi("emulate", "marlin", "joint-arm", "--at", "120", "0", "40")
    assert code == 2
    assert "hanoi: " in err


def dry_run(hanoi, config, seed):
    code, out, err = hanoi("run", config, "--dry-run", "--speed", "0", "--plain", "--imperfect", seed)
    return code, out.splitlines(), err


def test_an_imperfect_dry_run_ends_where_a_disk_comes_to_grief_and_the_bench_says_how(hanoi, config_with):
    config = config_with("demo", INEXACT)
    ends = {seed: dry_run(hanoi, config, seed) for seed in ("1", "2", "3", "4")}
    assert {code for code, _, _ in ends.values()} == {3}
    assert all("The bench saw what must not happen: " in err for _, _, err in ends.values())
    assert all(f"dry run, imperfect by seed {seed}" in "".join(out) for seed, (_, out, _) in ends.items())
    assert len({err.partition("happen: ")[2] for _, _, err in ends.values()}) > 1


def test_the_same_seed_is_the_same_luck(hanoi, config_with):
    config = config_with("demo", INEXACT)
    told = [
        dry_run(hanoi, config, "7")[2].partition("The bench")[2].partition("(The flight")[0] for _ in "12"
    ]
    assert told[0] == told[1] != ""


def test_within_its_tolerances_an_exhibit_arrives_all_the_same(hanoi):
    code, out, err = dry_run(hanoi, "tilted-table", "5")
    assert (code, err) == (0, "")
    assert "The bench says: all 5 disks stand on C." in out


def test_an_emulated_table_may_be_imperfect_too(start, config_with):
    config = config_with("demo", *ONE_DISK, CLUMSY)
    board = start("emulate", "marlin", config, "--imperfect", "1", "--speed", "0")
    own = config_with("demo", *ONE_DISK, CLUMSY, ("port: emulated", f"port: {board.out()}"))
    assert answered(own).returncode == 0
    assert "The bench says: Disk 1 is" in board.err_until("The bench says")


def test_a_real_machine_is_imperfect_by_itself(hanoi):
    code, _, err = hanoi("run", "marlin-arm", "--imperfect", "1")
    assert code == 2
    assert "--imperfect: a real machine is so by itself; add --dry-run, or leave it out." in err


def test_once_a_program_has_gone_the_bench_says_where_the_disks_are(start, config_with):
    board = start("emulate", "marlin", "demo", "--speed", "20")
    run = start("run", config_with("demo", ("port: emulated", f"port: {board.out()}")), "--plain")
    run.out_until("move 1 of")
    run.process.kill()
    told = board.err_until("The bench says: the disks stand ")
    assert "A:5,4" in told


def test_nothing_is_announced_of_a_board_that_exists_in_memory_alone(hanoi):
    assert "may reset the board" not in hanoi("run", "demo", "--dry-run", "--speed", "0", "--plain")[1]


def test_a_link_leads_to_the_port_while_it_is_served(start, tmp_path):
    link = tmp_path / "port"
    link.symlink_to(f"{re.sub(r'[0-9]+$', '', pseudo_terminal())}99999")  # by an emulator that was killed
    board = start("emulate", "marlin", "demo", "--speed", "0", "--link", str(link))
    path = board.out()
    assert str(link.readlink()) == path
    assert board.err_until("Serving") == f"Serving; set port: to {link}. Ctrl-C ends it."
    ended(board)
    assert not link.is_symlink()


def test_what_somebody_else_has_put_there_meanwhile_is_left_alone(start, tmp_path):
    link = tmp_path / "port"
    board = start("emulate", "marlin", "demo", "--speed", "0", "--link", str(link))
    assert board.out()
    link.unlink()
    link.write_text("mine")
    ended(board)
    assert link.read_text() == "mine"


def test_a_link_takes_the_place_of_nothing_else(hanoi, tmp_path):
    file, other, folder = tmp_path / "file", tmp_path / "other", tmp_path / "folder"
    file.write_text("mine")
    other.symlink_to(file)
    folder.mkdir()
    for path in (file, other, folder):
        code, out, err = hanoi("emulate", "marlin", "--link", str(path))
        assert (code, out) == (2, "")
        assert "is there already, and no link of an emulator" in err
    assert (file.read_text(), other.readlink()) == ("mine", file)
    code, _, err = hanoi("emulate", "marlin", "--link", str(tmp_path / "nowhere" / "port"))
    assert code == 2
    assert "no link can be made (No such file or directory)" in err
