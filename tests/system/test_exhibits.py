"""Every ready exhibit, end to end: checked, run dry, written as G-code and sent by a plain sender."""

import json

import pytest
from plain_sender import send_plainly

ARMS = {"demo": "5 disks stand on C", "marlin-arm": "5 disks stand on C", "four-pegs": "6 disks stand on D"}
ARMS["arm-and-leds"] = "5 disks stand on right"
ARMS["joint-arm"] = "5 disks stand on C"
ARMS["tilted-table"] = ARMS["watched-arm"] = "5 disks stand on C"
FIRMWARES = {"grbl-arm": "grbl", "uarm": "uarm", "community-arm": "custom"}
ARMS |= {"grbl-arm": "5 disks stand on C", "uarm": "5 disks stand on C"}
ARMS["community-arm"] = "5 disks stand on right"
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
    assert code == 0, err
    firmware = FIRMWARES.get(exhibit, "marlin")
    board = start("emulate", firmware, exhibit, "--speed", "0")
    port = board.out()
    send_plainly(port, out.splitlines(), firmware)
    assert f"all {ARMS[exhibit]}" in board.err_until("stand on")


@pytest.mark.parametrize(
    ("exhibit", "port", "pins"),
    [
        ("demo", "emulated", None),
        ("arm-and-leds", "/dev/ttyUSB0", "lgpio"),
        ("grbl-arm", "/dev/ttyUSB0", None),
        ("uarm", "/dev/ttyACM0", None),
        ("community-arm", "/dev/ttyACM0", None),
    ],
)
def test_the_run_solves_the_tower_on_a_real_pseudo_terminal(start, config_with, exhibit, port, pins):
    board = start("emulate", FIRMWARES.get(exhibit, "marlin"), exhibit, "--speed", "50")
    replaced = [(f"port: {port}", f"port: {board.out()}")]
    if pins is not None:
        replaced.append((f"pin_factory: {pins}", "pin_factory: mock"))
    code, out, err = start("run", config_with(exhibit, *replaced), "--plain").end()
    assert code == 0, err
    assert f"all {ARMS[exhibit]}" in out[-1]
    assert f"all {ARMS[exhibit]}" in board.err_until("stand on")


def test_a_run_in_the_air_touches_nothing_and_says_so(hanoi):
    code, out, err = hanoi("run", "demo", "--dry-run", "--speed", "0", "--plain", "--air")
    assert code == 0, err
    assert "The bench says: nothing was touched." in out
    assert out.splitlines()[-1].endswith("nothing was gripped, and every disk is where it was.")


def test_a_kiosk_goes_there_and_back(hanoi):
    code, out, err = hanoi("kiosk", "demo", "--dry-run", "--speed", "0", "--plain", "--cycles", "2")
    assert code == 0, err
    ends = [line.split("; ")[-1] for line in out.splitlines() if line.startswith("Done")]
    assert ends == ["all 5 disks stand on C.", "all 5 disks stand on A."] * 2


def test_a_run_starts_from_what_a_person_sees(hanoi):
    arguments = ("run", "demo", "--dry-run", "--speed", "0", "--plain", "--from-state")
    code, out, err = hanoi(*arguments, "A:5,1 B:4,3 C:2")
    assert code == 0, err
    assert "disks stand A:5,1 B:4,3 C:2" in out
    assert "The bench says: all 5 disks stand on C." in out


def test_the_wire_log_has_a_line_for_each_message(hanoi, tmp_path):
    log = tmp_path / "wire.log"
    assert hanoi("run", "demo", "--dry-run", "--speed", "0", "--plain", "--wire-log", str(log))[0] == 0
    lines = [line.split(" ", 2) for line in log.read_text(encoding="utf-8").splitlines()]
    times = [float(seconds) for seconds, _, _ in lines]
    assert times == sorted(times)
    assert {direction for _, direction, _ in lines} == {">", "<"}
    sent = [text for _, direction, text in lines if direction == ">"]
    assert sum(" M106 S255" in text for text in sent) == 31


def test_gcode_goes_to_a_file_and_is_the_same(hanoi, tmp_path):
    path = tmp_path / "tower.gcode"
    assert hanoi("gcode", "demo", "-o", str(path)) == (0, "", "")
    assert path.read_text(encoding="ascii") == hanoi("gcode", "demo")[1]


@pytest.mark.parametrize("exhibit", ["demo", *FIRMWARES])
def test_the_estimate_is_close_to_what_the_emulator_takes(hanoi, exhibit):
    code, out, err = hanoi("estimate", exhibit, "--json")
    assert (code, err) == (0, "")
    said = json.loads(out)
    assert (said["moves"], said["per_disk"]) == (31, [16, 8, 4, 2, 1])
    done = hanoi("run", exhibit, "--dry-run", "--speed", "0", "--plain")[1].splitlines()[-1]
    taken = float(done.split(" moves in ")[1].split(" s;")[0])
    assert said["seconds"] == pytest.approx(taken, rel=0.02)


def test_an_estimate_for_more_disks_is_only_reckoned(hanoi):
    code, out, err = hanoi("estimate", "demo", "--disks", "64", "--json")
    assert code == 0
    assert "only reckoned" in err
    assert '"moves": 18446744073709551615' in out


def test_an_estimate_in_words_counts_each_disk(hanoi):
    assert hanoi("estimate", "led-tower")[1].splitlines()[1:] == [
        "disk 1: 16",
        "disk 2: 8",
        "disk 3: 4",
        "disk 4: 2",
        "disk 5: 1",
    ]


def test_ports_lists_what_there_is(hanoi, mocker):
    from controller.link.holders import Holder
    from controller.link.ports import SerialPort
    from controller.link.usb import BOARDS

    found = [
        SerialPort(
            "/dev/ttyUSB0", "USB Serial", "1a86:7523", BOARDS["1a86:7523"], "/dev/serial/by-id/usb-1a86"
        ),
        SerialPort("/dev/ttyS0", obstacle="only root may open it", holders=(Holder("screen", 7),)),
    ]
    mocker.patch("controller.link.ports.serial_ports", return_value=found)
    code, out, _ = hanoi("ports")
    assert code == 0
    first, second, *more = out.splitlines()
    chip = "CH340, on many GRBL and printer boards"
    assert first == f"/dev/serial/by-id/usb-1a86  USB Serial  USB 1a86:7523  ({chip})"
    assert second == "/dev/ttyS0"
    assert more == ["    in use by screen (process 7): close that first", "    only root may open it"]
    mocker.patch("controller.link.ports.serial_ports", return_value=[])
    assert "No serial port" in hanoi("ports")[2]


def test_an_endless_run_is_told_in_words(hanoi):
    code, out, _ = hanoi("estimate", "demo", "--disks", "64")
    assert code == 0
    first = out.splitlines()[0]
    assert first.startswith(
        "18,446,744,073,709,551,615 moves: about 584.5 thousand million years at one move a second; "
        "on this arm about "
    )
    assert first.endswith(" million million years.")


@pytest.mark.parametrize(
    ("exhibit", "disks", "words"),
    [
        ("demo", "0", "0 moves: about 0 s at one move a second; on this arm about 0 s."),
        ("demo", "1", "1 move: about 1 s at one move a second; on this arm about "),
        ("led-tower", "12", "4,095 moves: about 1 h 8 min at one move a second; with these lamps about "),
        ("four-pegs", "64", "18,433 moves: about 5 h 7 min at one move a second; on this arm about "),
        (
            "led-tower",
            "100",
            "moves: about 10^22 years at one move a second; with these lamps about 10^22 years.",
        ),
    ],
)
def test_a_run_of_any_length_is_told_in_words(hanoi, exhibit, disks, words):
    code, out, err = hanoi("estimate", exhibit, "--disks", disks)
    assert code == 0
    assert words in out.splitlines()[0]
    assert ("1 disk is" in err) == (disks == "1")


def test_a_sample_says_so_in_json_too(hanoi):
    code, out, err = hanoi("estimate", "led-tower", "--json")
    assert (code, set(json.loads(out))) == (0, {"moves", "seconds", "per_disk"})
    code, out, err = hanoi("estimate", "demo", "--disks", "150", "--json")
    assert (code, json.loads(out)["exact"]) == (0, False)
    assert "the time is a sample's" in err
