"""Signals in bursts, or while the run is already ending: the ending keeps its code and its words."""

import signal
import subprocess
import sys

import pytest
from terminal import Terminal

BURST = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGINT]


@pytest.mark.parametrize("first", [signal.SIGINT, signal.SIGQUIT])
def test_a_burst_of_signals_ends_the_animated_run_as_one_does(first):
    run = Terminal("demo", "--speed", "1")
    run.await_text("disk 1")
    for number in [first, *BURST]:
        run.process.send_signal(number)
    code, err = run.end()
    assert code == 4, err
    assert err.startswith("hanoi: ")
    assert "alted" in err
    assert err.count("\n") == 1
    assert run.screen.count("\x1b[?1049h") == run.screen.count("\x1b[?1049l") == 1


def test_signals_go_on_while_the_run_ends_and_change_nothing():
    """One signal after the other until the process has gone: none of them hits it unprotected."""
    run = subprocess.Popen(
        [sys.executable, "-m", "controller", "run", "demo", "--dry-run", "--speed", "1", "--plain"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    run.stdout.readline()  # the run is live
    while run.poll() is None:
        for number in BURST:
            run.send_signal(number)
    out, err = run.communicate()
    assert run.returncode == 4, (out, err)
    assert len(err.splitlines()) == 1
    assert "Traceback" not in err


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_a_run_a_thousand_times_too_slow_hears_a_signal_at_once(start, sent):
    run = start("run", "demo", "--dry-run", "--speed", "0.001", "--plain")
    run.out()
    run.process.send_signal(sent)
    code, out, err = run.end()
    assert code == 4, (out, err)


def test_ctrl_c_where_nothing_is_live_says_no_more_than_it_knows(start):
    run = start("plan", "--disks", "60", "--format", "csv")
    assert run.out() == "move,disk,from,to"
    run.process.send_signal(signal.SIGINT)
    code, _, err = run.end()
    assert (code, err) == (4, ["hanoi: Stopped."])


def test_signals_are_ignored_after_a_block_that_has_heard_one_and_not_otherwise():
    code = (
        "import os, signal\n"
        "from controller.app.signals import on_signals\n"
        "with on_signals(lambda: None) as unheard: pass\n"
        "print(unheard.heard, signal.getsignal(signal.SIGTERM) is signal.SIG_DFL)\n"
        "with on_signals(lambda: None) as heard:\n"
        "    os.kill(os.getpid(), signal.SIGQUIT)\n"
        "print(len(heard.heard))\n"
        "for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):\n"
        "    os.kill(os.getpid(), number)\n"
        "print('still here')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert (done.stdout, done.stderr) == ("[] True\n1\nstill here\n", "")


@pytest.mark.parametrize("streams", ["2>/dev/full", ">/dev/full 2>/dev/full"])
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ("check /no/such.yaml", 2),
        ("run demo --speed nan", 2),
        ("run {deaf} --plain", 3),
        ("run demo --dry-run --speed 0", 0),
    ],
)
def test_the_exit_code_is_the_same_where_nothing_can_be_written(config_with, streams, arguments, code):
    deaf = config_with("demo", ("port: emulated", "port: /dev/no-such-port"))
    command = f"{sys.executable} -m controller {arguments.format(deaf=deaf)} {streams}"
    assert subprocess.run(command, shell=True, stdin=subprocess.DEVNULL, timeout=120).returncode == code


def test_a_remark_that_cannot_be_written_keeps_no_result_back():
    command = f"{sys.executable} -m controller estimate demo --disks 6 --json 2>/dev/full"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0
    assert '"moves": 63' in done.stdout
