"""`hanoi emulate`: the path alone on stdout, and the bench's word on stderr."""

import signal
from pathlib import Path

import pytest
from plain_sender import send_plainly


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_it_prints_the_path_alone_and_serves_until_stopped(start, sent):
    board = start("emulate", "marlin")
    path = board.out()
    assert Path(path).exists()
    send_plainly(path, ["M115", "G28", "G1 X10 Y10 Z10 F3000", "M400"])
    board.process.send_signal(sent)
    code, out, err = board.end()
    assert (code, out) == (0, [])
    assert [line for line in err if path not in line] == []


def test_the_bench_tells_what_a_wrong_program_does(start):
    board = start("emulate", "marlin", "demo", "--speed", "0")
    send_plainly(board.out(), ["G28", "G1 X120 Y110 Z150 F9000", "M400", "M106 S255", "M400"])
    assert "grip" in board.err_until("The bench says:")
    board.process.send_signal(signal.SIGTERM)
    code, _, err = board.end()
    assert code == 0
    assert "not all disks stand on C" in err[-1]


def test_a_fault_to_order_comes_when_ordered(start):
    board = start("emulate", "marlin", "--fault", "error:3", "--speed", "0")
    with pytest.raises(AssertionError, match="Error"):
        send_plainly(board.out(), ["G28", "G90", "G1 X10 F3000"])


def test_no_pseudo_terminal_is_told(hanoi, mocker):
    mocker.patch("os.openpty", side_effect=OSError(28, "No space left on device"))
    code, _, err = hanoi("emulate", "marlin")
    assert code == 3
    assert "No pseudo-terminal" in err


def test_a_system_without_pseudo_terminals_is_told(hanoi, mocker):
    mocker.patch.dict("sys.modules", {"firmware_proto.pty_server": None})
    code, _, err = hanoi("emulate", "marlin")
    assert code == 2
    assert "--dry-run" in err


def test_moves_that_come_too_late_are_told(start):
    board = start("emulate", "marlin", "--latency", "0.5")
    send_plainly(board.out(), ["G28", "G1 X5 F6000", "G1 X10", "G1 X15", "M400"])
    board.process.send_signal(signal.SIGTERM)
    code, _, err = board.end()
    assert code == 0
    assert "The planner ran dry 2 times" in err[-1]


@pytest.mark.parametrize("wrong", ["-1", "61", "nan", "10ms"])
def test_a_latency_that_is_no_short_time_is_refused(hanoi, wrong):
    code, _, err = hanoi("emulate", "marlin", f"--latency={wrong}")
    assert code == 2
    assert "write seconds" in err
