"""Wrong usage, bad files, bad devices: one clear sentence and the right exit code; no traceback, no hang."""

import errno
import os
import pty
import threading
from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("run", "no-such.yaml"), "no such file"),
        (("run", "dmeo", "--dry-run"), "did you mean demo"),
        (("check", "."), "folder"),
        (("estimate", "no-such.yaml"), "no such file"),
        (("gcode", "led-tower"), "no arm"),
        (("emulate", "marlin", "led-tower"), "no arm"),
        (("emulate", "marlin", "--fault", "explode:3"), "resend"),
        (("emulate", "marlin", "--fault", "resend"), "resend:7"),
        (("run", "marlin-arm", "--speed", "2"), "--dry-run"),
        (("run", "demo", "--from-state", "A:1,2 B:5,4,3"), "smaller"),
        (("run", "demo", "--from-state", "A:3,2,1"), "5 disks, and disk 4 is not named"),
        (("run", "demo", "--speed", "nan"), "speed"),
        (("run", "demo", "--speed", "-1"), "speed"),
        (("run", "demo", "--wire-log", "/no/such/folder/log"), "wire log"),
        (("gcode", "demo", "-o", "/no/such/folder/out"), "/no/such/folder/out"),
        (("emulate", "klipper"), "marlin"),
        (("kiosk", "demo", "--cycles", "0"), "1 or more"),
        (("estimate", "demo", "--disks", "-3"), "disks"),
        (("demo", "--speed", "1e-320"), "at least 0.001"),
        (("demo", "--speed", "1e-12"), "at least 0.001"),
        (("demo", "--speed", "٣"), "speed"),
        (("run", "demo", "--dry-run", "--speed", "1_0"), "speed"),
        (("kiosk", "demo", "--cycles", "٣"), "number of journeys"),
        (("kiosk", "demo", "--cycles", "9" * 30), "at most 1,000,000,000"),
        (("kiosk", "demo", "--cycles", "9" * 5000), "number of journeys"),
        (("forecast", "demo", "--days", "٣"), "number of days"),
        (("forecast", "demo", "--seed", "٣"), "whole number"),
        (("forecast", "demo", "--seed", "+-3"), "whole number"),
        (("forecast", "demo", "--hours", "٣"), "length of a day"),
        (("gcode", "demo", "-o", ""), "name of a file is missing"),
        (("gcode", "demo", "-o", "/dev/full"), "/dev/full: the program cannot be written"),
        (("run", "demo", "--dry-run", "--wire-log", ""), "name of a file is missing"),
        (("explain", "1", "--disks", "1000000"), "at most 10,000 disks"),
        (("estimate", "demo", "--disks", "100000"), "at most 1,000"),
        ((), "COMMAND"),
    ],
)
def test_wrong_usage_is_told_and_exits_2(hanoi, arguments, words):
    code, _, err = hanoi(*arguments)
    assert code == 2
    assert words in err
    assert "Traceback" not in err


@pytest.mark.parametrize("name", ["demo.yaml", "kept", "kept-wal", "kept-shm", "kept.lock"])
def test_the_wire_log_is_not_written_into_the_exhibits_own_files(hanoi, config_with, tmp_path, name):
    config = Path(config_with("demo", ("exhibit:", "journal: kept\nexhibit:")))
    before = config.read_text()
    code, _, err = hanoi("run", str(config), "--dry-run", "--speed", "0", "--wire-log", str(tmp_path / name))
    assert code == 2
    assert "no place for the wire log" in err
    assert (list(tmp_path.iterdir()), config.read_text()) == ([config], before)


@pytest.mark.parametrize("arguments", [("check",), ("forecast", "--days", "20")])
def test_an_exhibit_whose_name_the_output_cannot_hold_is_told_all_the_same(start, config_with, arguments):
    config = config_with("demo", ("exhibit: ", "exhibit: Türm "))
    code, out, err = start(*arguments, config, PYTHONIOENCODING="ascii").end()
    assert (code, [line for line in err if "Traceback" in line]) == (0, [])
    assert any("T\\xfcrm" in line for line in out)


def broken_off():
    yield "G28"
    raise OSError(errno.EIO, "Input/output error")


def test_a_link_to_where_half_a_program_went_is_no_file_to_remove(hanoi, mocker, tmp_path):
    link = tmp_path / "stdout"
    link.symlink_to(tmp_path / "elsewhere")
    mocker.patch("controller.app.jobs.gcode", return_value=broken_off())
    assert hanoi("gcode", "demo", "-o", str(link))[0] == 2
    assert link.is_symlink()


def test_half_a_program_is_not_left_behind(hanoi, mocker, tmp_path):
    mocker.patch("controller.app.jobs.gcode", return_value=broken_off())
    code, _, err = hanoi("gcode", "demo", "-o", str(tmp_path / "demo.gcode"))
    assert (code, list(tmp_path.iterdir())) == (2, [])
    assert err == (
        f"hanoi: {tmp_path / 'demo.gcode'}: the program cannot be written (Input/output error); "
        "choose another file.\n"
    )


@pytest.mark.parametrize(
    ("exhibit", "arguments"),
    [
        ("demo", ("check",)),
        ("led-tower", ("gcode",)),
        ("led-tower", ("forecast",)),
        ("grbl-arm", ("emulate", "marlin")),
        ("led-tower", ("calibrate", "--dry-run")),
    ],
)
def test_a_files_name_is_told_on_one_line_and_steers_no_terminal(
    hanoi, config_with, tmp_path, exhibit, arguments
):
    path = tmp_path / "a\x1b[31m\nb.yaml"
    Path(config_with(exhibit)).rename(path)
    _, out, err = hanoi(*arguments, str(path))
    assert "a?[31m?b.yaml" in out + err
    assert "\x1b" not in out + err


def test_no_file_that_cannot_be_written_steers_the_terminal(hanoi, tmp_path):
    code, _, err = hanoi("gcode", "demo", "-o", str(tmp_path / "no\x1b[31m" / "folder"))
    assert code == 2
    assert "no?[31m" in err


@pytest.mark.parametrize(
    ("port", "words"),
    [
        ("socket://127.0.0.1", "socket://HOST:PORT"),
        ("/dev/no-such-port", "does not exist"),
        ("socket://127.0.0.1:1", "127.0.0.1:1"),
        ("/dev/null", "/dev/null"),
        ("nonsense://here", "nonsense://here"),
    ],
)
def test_a_port_that_cannot_be_used_exits_3(hanoi, config_with, port, words):
    code, _, err = hanoi("run", config_with("demo", ("port: emulated", f"port: {port}")), "--plain")
    assert code == 3
    assert words in err
    assert "Traceback" not in err


def test_of_a_port_that_is_not_there_nothing_is_said_but_that(hanoi, config_with):
    missing = ("port: emulated", "port: /dev/no-such-port")
    _, out, err = hanoi("run", config_with("demo", missing), "--plain")
    assert "may reset the board" not in out + err


def _device(answer: Callable[[int], None]) -> tuple[str, Callable[[], None]]:
    """A device on a real pseudo-terminal that does what `answer` does with it, in a thread."""
    master, slave = pty.openpty()
    thread = threading.Thread(target=answer, args=(master,), daemon=True)
    thread.start()

    def close() -> None:
        os.close(slave)
        os.close(master)

    return os.ttyname(slave), close


def test_a_device_that_speaks_garbage_exits_3(hanoi, config_with):
    def babble(master: int) -> None:
        try:
            while os.read(master, 100):
                os.write(master, b"\xff\xfe\x00garbage\n" * 20)
        except OSError:
            pass

    port, close = _device(babble)
    code, _, err = hanoi("run", config_with("demo", ("port: emulated", f"port: {port}")), "--plain")
    close()
    assert code == 3
    assert port in err


THREE_DISKS = (("disks: 5", "disks: 3"), ("diameters: [30, 40, 50, 60, 70]", "diameters: [30, 40, 50]"))


@pytest.mark.parametrize("fault", ["reset:20", "halt:20", "hangup:20", "error:20", "bad-resend:20"])
def test_a_device_that_fails_in_mid_run_exits_3_and_is_told(start, config_with, fault):
    board = start("emulate", "marlin", "demo", "--speed", "100", "--fault", fault)
    run = start("run", config_with("demo", ("port: emulated", f"port: {board.out()}")), "--plain")
    code, out, err = run.end()
    assert code == 3, (out, err)
    assert len(err) == 1
    assert "Traceback" not in err[0]


@pytest.mark.parametrize(
    "fault", ["resend:20", "double-ok:20", "late-ok:20", "busy:20", "cut-line:20", "garbage:20"]
)
def test_a_fault_that_can_be_mended_does_not_move_a_disk_to_a_wrong_place(start, config_with, fault):
    board = start("emulate", "marlin", config_with("demo", *THREE_DISKS), "--speed", "100", "--fault", fault)
    port = ("port: emulated", f"port: {board.out()}")
    run = start("run", config_with("demo", *THREE_DISKS, port), "--plain")
    code, out, err = run.end()
    assert code == 0, (out, err)
    assert "all 3 disks stand on C" in board.err_until("stand on")
