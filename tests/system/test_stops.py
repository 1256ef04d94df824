"""What a person can do to a run while it goes on, from outside: signals, keys, a closed pipe."""

import contextlib
import os
import pty
import signal
import subprocess
import sys

import pytest
from terminal import Terminal


def on_its_way(start, config_with, speed: str, *changes: tuple[str, str], log: str):
    """A run on a real pseudo-terminal, within its second move."""
    board = start("emulate", "marlin", "demo", "--speed", speed)
    config = config_with("demo", ("port: emulated", f"port: {board.out()}"), *changes)
    run = start("run", config, "--plain", "--wire-log", log)
    run.out_until("disk 1 from")
    return run


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_finishes_the_move_parks_and_exits_4(start, config_with, tmp_path, sent):
    run = on_its_way(start, config_with, "4", log=str(tmp_path / "wire"))
    run.process.send_signal(sent)
    code, out, err = run.end()
    assert code == 4, (out, err)
    assert "at rest" in err[-1]
    assert "may be in the gripper" not in out[-1]
    assert "M410" not in (tmp_path / "wire").read_text()
    assert not any("Traceback" in line for line in err)


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_a_second_signal_halts_the_arm_and_exits_4(start, config_with, tmp_path, sent):
    run = on_its_way(start, config_with, "0.7", log=str(tmp_path / "wire"))
    run.process.send_signal(sent)
    run.out_until("Stopping")
    run.process.send_signal(sent)
    code, out, err = run.end()
    assert code == 4, (out, err)
    assert "halted" in err[-1].lower()
    assert "M410" in (tmp_path / "wire").read_text()


def test_a_sigterm_that_is_not_obeyed_within_its_time_halts_the_arm(start, config_with, tmp_path):
    within = ("exhibit:", "kiosk: {stop_within: 0.2}\nexhibit:")
    run = on_its_way(start, config_with, "0.7", within, log=str(tmp_path / "wire"))
    run.process.send_signal(signal.SIGTERM)
    code, out, err = run.end()
    assert code == 4, (out, err)
    assert "halted" in err[-1].lower()
    assert "M410" in (tmp_path / "wire").read_text()


def test_a_signal_while_nothing_is_connected_yet_exits_4(start, config_with):
    silent, device = pty.openpty()  # nobody ever answers
    try:
        run = start("run", config_with("demo", ("port: emulated", f"port: {os.ttyname(device)}")), "--plain")
        os.read(silent, 1)  # the first greeting: the run is live
        run.process.send_signal(signal.SIGTERM)
        assert run.end()[0] == 4
    finally:
        os.close(silent)
        os.close(device)


def test_s_finishes_the_move_parks_and_exits_4():
    run = Terminal("run", "demo", "--dry-run", "--speed", "30", "--plain")
    run.await_text("move 2 of 31")
    run.press(b"s")
    code, err = run.end()
    assert code == 4
    assert "Stopped by a person" in err
    assert "The bench says" in run.screen  # which it only does at rest


def test_escape_halts_at_once_and_exits_4():
    run = Terminal("run", "demo", "--dry-run", "--speed", "10", "--plain")
    run.await_text("move 1 of 31")
    run.press(b"\x1b")
    code, err = run.end()
    assert code == 4
    assert "halted" in err.lower()


def test_space_pauses_and_goes_on():
    run = Terminal("run", "demo", "--dry-run", "--speed", "60", "--plain")
    run.await_text("move 2 of 31")
    run.press(b" ")
    run.await_text("Paused")
    run.press(b" ")
    run.await_text("Going on")
    assert run.end()[0] == 0


def test_step_waits_for_enter_before_each_move():
    run = Terminal("run", "demo", "--dry-run", "--speed", "0", "--plain", "--step")
    for number in (1, 2, 3):
        run.await_text(f"Press Enter for move {number}")
        assert f"move {number} of 31" not in run.screen
        run.press(b"\n")
    run.await_text("Press Enter for move 4")
    run.press(b"s")
    assert run.end()[0] == 4


def test_the_animated_run_leaves_the_terminal_as_it_was():
    run = Terminal("demo", "--speed", "0")
    code, err = run.end()
    assert (code, err) == (0, "")
    assert run.screen.count("\x1b[?1049h") == run.screen.count("\x1b[?1049l") == 1
    assert run.screen.rindex("\x1b[?25h") > run.screen.rindex("\x1b[?25l")
    assert "all 5 disks stand on C" in run.screen


@pytest.mark.parametrize(
    "command", [["plan", "--disks", "40", "--format", "csv"], ["gcode", "demo"], ["explain", "--compare"]]
)
def test_a_closed_pipe_ends_quietly(command):
    run = subprocess.Popen(
        [sys.executable, "-m", "controller", *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    run.stdout.readline()
    run.stdout.close()
    err = run.stderr.read()
    run.stderr.close()
    assert (run.wait(timeout=120), err) == (0, b"")


@pytest.mark.parametrize("unread", ["out", "out and err"])
def test_a_pipe_closed_to_more_holds_up_no_ending(unread):
    """Nobody reads it, and it is full."""
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    with contextlib.suppress(BlockingIOError):
        while os.write(writing, b"x" * 4096):
            pass
    os.set_blocking(writing, True)
    err = subprocess.DEVNULL if unread == "out" else writing
    command = [sys.executable, "-m", "controller", "run", "demo", "--dry-run", "--speed", "0"]
    done = subprocess.run(command, stdout=writing, stderr=err, timeout=120)
    os.close(reading)
    os.close(writing)
    assert done.returncode == 0


def test_ctrl_c_while_the_command_loads_is_a_stop_like_any_other(start, tmp_path):
    (tmp_path / "sitecustomize.py").write_text(
        "import builtins\n"
        "load = builtins.__import__\n"
        "def interrupted(name, *rest, **named):\n"
        "    if name == 'controller.cli': exec('raise KeyboardInterrupt')\n"
        "    return load(name, *rest, **named)\n"
        "builtins.__import__ = interrupted\n"
    )
    assert start("--version", PYTHONPATH=str(tmp_path)).end() == (4, [], ["hanoi: Stopped."])


def test_a_hangup_that_nohup_ignores_is_ignored_here_too():
    code = (
        "import os, signal, sys\n"
        "signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "from controller.app.signals import on_signals\n"
        "heard = []\n"
        "with on_signals(lambda: heard.append(1)):\n"
        "    os.kill(os.getpid(), signal.SIGHUP)\n"
        "    os.kill(os.getpid(), signal.SIGTERM)\n"
        "print(len(heard))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert (done.stdout, done.stderr) == ("1\n", "")


@pytest.mark.parametrize("closed", [">&-", ">&- 2>&-"])
def test_a_run_whose_output_is_closed_runs_all_the_same(closed):
    command = f"{sys.executable} -m controller run demo --dry-run --speed 0 {closed}"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
