"""An arm that a person places by hand: asked for over a real line, by keyboard or by a line of stdin."""

import subprocess
import sys

import pytest
from terminal import Terminal

QUESTION = "Place the arm by hand with its tip at x 120.0, y 0.0, z 40.0"
POSE = "home: {kind: pose, at: {x: 120, y: 0, z: 40}}\n  rest: {x: 90, y: 0, z: 12}\n  shutdown: [M84]"
ONE_DISK = (
    ("disks: 5", "disks: 1"),
    ("diameters: [30, 40, 50, 60, 70]", "diameters: [30]"),
    ("port: emulated", f"port: emulated\n  {POSE}"),
)


@pytest.fixture
def placed(start, config_with):
    """A config whose port is an emulated board behind a pseudo-terminal, and that board."""
    board = start("emulate", "marlin", config_with("demo", *ONE_DISK), "--speed", "0")
    path = board.out()
    return config_with("demo", *ONE_DISK, ("port: emulated", f"port: {path}")), board


def test_a_dry_run_answers_by_itself_and_says_so(hanoi, config_with, tmp_path):
    log = tmp_path / "wire"
    config = config_with("demo", *ONE_DISK)
    code, out, err = hanoi("run", config, "--dry-run", "--speed", "0", "--plain", "--wire-log", str(log))
    assert (code, err) == (0, "")
    assert f"The arm is emulated, and stands there already: {QUESTION}" in out
    sent = [line.split("> ", 1)[1].split("*")[0] for line in log.read_text().splitlines() if "> " in line]
    assert "G28" not in " ".join(sent)
    moves = [line for line in sent if "G1 " in line]
    assert moves[0].endswith("G1 X120 Y0 Z150 F4800")
    assert moves[-1].endswith("G1 X90 Y0 Z12 F4800")
    assert sent[-1].endswith("M84")


def test_nothing_moves_before_a_person_presses_enter_and_then_the_tower_is_moved(placed):
    config, board = placed
    run = Terminal("run", config, "--plain")
    run.await_text(QUESTION)
    assert "move 1" not in run.screen
    run.press(b"\r")
    code, err = run.end()
    assert (code, err) == (0, "")
    assert "the one disk stands on C" in run.screen
    assert "all 1 disks stand on C" in board.err_until("The bench says")


@pytest.mark.parametrize("key", [b"s", b"\x1b"])
def test_a_person_may_say_no(placed, key):
    config, _ = placed
    run = Terminal("run", config, "--plain")
    run.await_text(QUESTION)
    run.press(key)
    code, err = run.end()
    assert code == 4
    assert err.count("\n") == 1


def test_the_animated_view_asks_too(placed):
    config, _ = placed
    run = Terminal("run", config)
    run.await_text("Place the arm by hand")
    run.press(b"s")
    assert run.end()[0] == 4


@pytest.mark.parametrize(("typed", "code"), [("\n", 0), ("yes\n", 0), ("", 4)])
def test_without_a_terminal_a_line_of_stdin_is_the_yes(placed, typed, code):
    config, _ = placed
    command = [sys.executable, "-m", "controller", "run", config]
    run = subprocess.run(command, input=typed, capture_output=True, text=True, timeout=120, check=False)
    assert run.returncode == code, run.stderr
    assert QUESTION in run.stdout
    assert ("Done" in run.stdout) == (code == 0)


def test_its_program_says_on_stderr_what_to_do_first(hanoi, config_with):
    code, out, err = hanoi("gcode", config_with("demo", *ONE_DISK))
    assert code == 0
    assert "place the arm by hand with its tip at x 120, y 0, z 40" in err
    assert out.splitlines()[3:5] == ["G92 X120 Y0 Z40", "G1 X120 Y0 Z150 F4800"]
    assert out.splitlines()[-1] == "M84"


def test_check_warns_of_an_arm_that_would_sink(hanoi, config_with):
    limp = config_with("demo", ("port: emulated", "port: emulated\n  shutdown: [M84]"))
    code, out, _ = hanoi("check", limp)
    assert code == 0
    assert "warning: arm.shutdown: M84 lets the motors go" in out


JOINTS = "\narm:\n  home: {kind: pose, at: {x: 250, y: 0, z: 100}}"


def test_joints_are_told_in_degrees_where_a_person_has_placed_them(hanoi, config_with):
    config = config_with("joint-arm", ("\narm:", JOINTS))
    code, out, err = hanoi("run", config, "--dry-run", "--speed", "0", "--plain")
    assert (code, err) == (0, "")
    assert "The bench says: all 5 disks stand on C." in out


def test_a_pose_that_the_joints_cannot_leave_is_refused(hanoi, config_with):
    config = config_with("joint-arm", ("\narm:", JOINTS.replace("x: 250", "x: 150")))
    code, _, err = hanoi("check", config)
    assert code == 2
    assert " arm.home.at: the way between it and the park position: " in err


def test_no_file_can_ask_joints_where_they_are(hanoi, config_with):
    code, out, err = hanoi("gcode", config_with("joint-arm", ("\narm:", "\narm:\n  home: {kind: none}")))
    assert (code, out) == (2, "")
    assert "run it with `hanoi run`" in err
