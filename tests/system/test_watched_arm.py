"""An exhibit that senses, from the command line: what forbids a start, and what is felt."""

from pathlib import Path

import pytest

WATCHED = (Path(__file__).parents[2] / "config" / "watched-arm.yaml").read_text(encoding="utf-8")
WORKSPACE = "  workspace: {radius: [80, 320], z: [0, 180]}\n"


@pytest.fixture
def run(hanoi, tmp_path):
    """Run the watched arm, with some of its text replaced."""

    def run(old: str, new: str, *options: str) -> tuple[int, str, str]:
        assert old in WATCHED
        path = tmp_path / "watched.yaml"
        path.write_text(WATCHED.replace(old, new), encoding="utf-8")
        return hanoi("run", str(path), "--plain", *options)

    return run


def test_a_pressed_emergency_stop_refuses_the_start_before_the_port_is_looked_at(run):
    code, out, err = run("pin_factory: lgpio", "pin_factory: mock")
    assert code == 4
    assert err.startswith("hanoi: The emergency stop on GPIO6 is pressed, or its wire is cut: ")
    assert "ttyUSB0" not in out + err


def test_pins_that_cannot_be_reached_refuse_the_start_and_say_what_is_missing(run):
    code, _, err = run("pin_factory: lgpio", "pin_factory: pigpio")
    assert code == 3
    assert "The pin factory pigpio cannot be used here (" in err
    assert "install the pi extra and join the group gpio" in err


def test_a_grip_that_leaks_loses_its_disk_in_the_air_and_a_person_is_needed(run):
    leaks = f"  tolerances: {{leak: 1}}\n{WORKSPACE}"
    code, _, err = run(WORKSPACE, leaks, "--dry-run", "--speed", "0", "--imperfect", "1")
    assert code == 5
    assert "disk 1 has been lost in the air on its way from A, and the arm is stopped where it is" in err


def test_check_tells_a_pin_used_twice(hanoi, tmp_path):
    path = tmp_path / "twice.yaml"
    path.write_text(WATCHED.replace("guard: 5", "guard: 16"), encoding="utf-8")
    code, _, err = hanoi("check", str(path))
    assert code == 2
    assert "arm.gripper.check.pin: pin 16 is used already at inputs.guard" in err


def test_check_warns_that_pins_which_are_not_there_let_no_run_start(hanoi, tmp_path):
    path = tmp_path / "mock.yaml"
    path.write_text(WATCHED.replace("pin_factory: lgpio", "pin_factory: mock"), encoding="utf-8")
    code, out, _ = hanoi("check", str(path))
    assert code == 0
    assert "inputs.pin_factory: mock has no pins, where guard and emergency stop read as open" in out


def test_pins_that_cannot_be_reached_leave_no_recording(run, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    _, _, err = run("pin_factory: lgpio", "pin_factory: pigpio")
    assert "flight recorder" not in err
    assert not (tmp_path / "hanoi").exists()
