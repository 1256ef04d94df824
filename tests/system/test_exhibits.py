"""Every ready exhibit, end to end: checked, run dry, written as G-code and sent by a plain sender."""

import pytest
from conftest import send_plainly

ARMS = {"demo": "5 disks stand on C", "marlin-arm": "5 disks stand on C", "four-pegs": "6 disks stand on D"}
ARMS["arm-and-leds"] = "5 disks stand on right"
EXHIBITS = (*ARMS, "led-tower")


@pytest.mark.parametrize("exhibit", EXHIBITS)
def test_a_ready_exhibit_has_no_mistakes(hanoi, exhibit):
    code, out, err = hanoi("check", exhibit)
    assert (code, err) == (0, "")
    assert exhibit in out


@pytest.mark.parametrize("exhibit", ARMS)
def test_a_dry_run_ends_with_the_benchs_own_word(hanoi, exhibit):
    code, out, err = hanoi("run", exhibit, "--dry-run", "--speed", "0", "--plain")
    assert code == 0, err
    assert f"The bench says: all {ARMS[exhibit]}" in out
    assert f"all {ARMS[exhibit]}" in out.splitlines()[-1]


def test_a_dry_run_of_the_led_tower_ends_with_the_lamps_own_word(hanoi):
    code, out, err = hanoi("run", "led-tower", "--dry-run", "--speed", "0", "--plain")
    assert code == 0, err
    assert "The lamps show: all 5 disks on C" in out
    assert "all 5 disks stand on C" in out.splitlines()[-1]


@pytest.mark.parametrize("exhibit", ARMS)
def test_its_gcode_sent_by_a_plain_sender_solves_the_tower(hanoi, start, exhibit):
    code, out, err = hanoi("gcode", exhibit)
    assert (code, err) == (0, "")
    board = start("emulate", "marlin", exhibit, "--speed", "0")
    port = board.out()
    send_plainly(port, out.splitlines())
    assert f"all {ARMS[exhibit]}" in board.err_until("stand on")


@pytest.mark.parametrize(
    ("exhibit", "port", "pins"), [("demo", "emulated", None), ("arm-and-leds", "/dev/ttyUSB0", "lgpio")]
)
def test_the_run_solves_the_tower_on_a_real_pseudo_terminal(start, config_with, exhibit, port, pins):
    board = start("emulate", "marlin", exhibit, "--speed", "50")
    replaced = [(f"port: {port}", f"port: {board.out()}")]
    if pins is not None:
        replaced.append((f"pin_factory: {pins}", "pin_factory: mock"))
    code, out, err = start("run", config_with(exhibit, *replaced), "--plain").end()
    assert code == 0, err
    assert f"all {ARMS[exhibit]}" in out[-1]
    assert f"all {ARMS[exhibit]}" in board.err_until("stand on")
