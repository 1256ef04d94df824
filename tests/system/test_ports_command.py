"""`hanoi ports`: what is plugged in, who has it, and which firmware answers behind a real line."""

import os
import pty

import pytest


@pytest.mark.parametrize(
    ("firmware", "answer"),
    [
        ("marlin", "Marlin answers: Marlin 2"),
        ("grbl", "GRBL answers: Grbl 1.1"),
        ("uarm", "uArm answers: device name : SwiftPro"),
        ("custom", "no firmware that is known by name; it says: INFO: ROBOT ONLINE"),
    ],
)
def test_a_probe_tells_which_firmware_is_there_and_warns_before_it_opens(hanoi, start, firmware, answer):
    path = start("emulate", firmware).out()
    code, out, err = hanoi("ports", "--probe", path)
    assert code == 0
    assert out.splitlines()[0] == path
    assert answer in out
    assert "Opening a port resets most boards" in err


def test_nothing_is_opened_without_being_asked_for(hanoi, start):
    board = start("emulate", "marlin")
    path = board.out()
    assert hanoi("ports", path) == (0, f"{path}\n", "")


def test_a_port_in_use_is_left_alone_and_its_holder_named(hanoi):
    master, slave = pty.openpty()
    path = os.ttyname(slave)
    try:
        code, out, _ = hanoi("ports", "--probe", path)
        assert code == 0
        assert f"(process {os.getpid()})" in out
        assert "not asked" in out
    finally:
        os.close(master)
        os.close(slave)


def test_no_port_at_all_is_no_fault(hanoi, mocker):
    mocker.patch("serial.tools.list_ports.comports", return_value=[])
    code, out, err = hanoi("ports")
    assert (code, out) == (0, "")
    assert "plug the board in" in err


def test_a_port_that_is_not_there_is_wrong_usage(hanoi):
    code, _, err = hanoi("ports", "/dev/no-such-port")
    assert code == 2
    assert "/dev/no-such-port: there is no such port" in err


def test_what_is_no_device_is_wrong_usage(hanoi, tmp_path):
    file = tmp_path / "ttyUSB0"
    file.touch()
    code, out, err = hanoi("ports", "--probe", str(file))
    assert (code, out) == (2, "")
    assert f"{file} is no serial port; `hanoi ports` lists" in err


def test_a_port_that_cannot_be_opened_is_told_and_passed_over(hanoi):
    code, out, _ = hanoi("ports", "--probe", "/dev/full")  # a device, and no terminal
    assert code == 0
    assert "not asked" in out
