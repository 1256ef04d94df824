"""What a config says reaches the layers below as plain values."""

from collections.abc import Callable

import pytest
from pydantic import ValidationError

from controller.config import Config, load, parse
from controller.model import Point, State
from controller.motion.geometry import Geometry, GripperTimes, MotionLimits, Workspace


@pytest.fixture
def config(edit: Callable[..., str]) -> Callable[..., Config]:
    return lambda *edits: parse("f.yaml", edit(*edits))


def test_the_demo_has_the_measures_of_the_example() -> None:
    demo = load("demo")
    assert demo.arm is not None
    assert demo.arm.geometry(demo.tower) == Geometry(
        names=("A", "B", "C"),
        pegs=(Point(120, 110, 0), Point(180, 0, 0), Point(120, -110, 0)),
        thickness=(10, 10, 10, 10, 10),
        diameters=(30, 40, 50, 60, 70),
        pole_height=0,
        grip_depth=0,
        clearance=5,
        workspace=Workspace(z=(0, 180), radius=(80, 320)),
        park=Point(120, 0, 150),
    )
    assert demo.arm.motion_limits() == MotionLimits(travel_speed=200, lift_speed=80, acceleration=1200)
    assert demo.arm.gripper.times() == GripperTimes(grip_settle=0.3, release_settle=0.3)
    assert (demo.arm.gripper.grip, demo.arm.gripper.release) == (("M106 S255",), ("M107",))
    assert (demo.arm.firmware, demo.arm.port, demo.arm.baud) == ("marlin", "emulated", 115_200)


def test_pegs_are_handed_on_in_the_order_of_the_tower(config) -> None:
    changed = config(("[A, B, C], start: A, goal: C", "[C, A, B], start: B, goal: A"))
    assert changed.arm.geometry(changed.tower).names == ("C", "A", "B")
    assert changed.arm.geometry(changed.tower).pegs[0] == Point(120, -110, 0)
    assert changed.leds.pins(changed.tower)[0] == ((26,), (21,), (20,), (16,), (12,))


def test_start_and_goal_are_states_of_the_whole_tower(config) -> None:
    tower = config(("start: A, goal: C", "start: B, goal: A")).tower
    assert tower.start_state() == State((1, 1, 1, 1, 1), 3)
    assert tower.goal_state() == State((0, 0, 0, 0, 0), 3)


def test_what_is_left_out_has_its_usual_value(config) -> None:
    bare = config(
        ("  baud: 115200\n  startup: []\n  home: {kind: firmware}\n", ""),
        (", pole_height: 0", ""),
        ("  gripper: {grip: [M106 S255], release: [M107], ", ""),
        ("grip_settle: 0.3, release_settle: 0.3, grip_depth: 0}\n", ""),
        ("  kind: gpio\n", ""),
    )
    arm, leds = bare.arm, bare.leds
    assert (arm.port, arm.baud, arm.startup, arm.shutdown, arm.home.kind) == (
        "emulated",
        115_200,
        (),
        (),
        "firmware",
    )
    assert (arm.gripper.grip, arm.gripper.release) == (None, None)
    assert arm.gripper.times() == GripperTimes(0.3, 0.3)
    assert (arm.geometry(bare.tower).pole_height, arm.geometry(bare.tower).grip_depth) == (0, 0)
    assert (leds.kind, leds.led, leds.show, leds.pin_factory, leds.active_high, leds.colors) == (
        "gpio", "plain", "level", None, True, None,
    )  # fmt: skip
    assert (bare.kiosk.rest, bare.journal) == (20, None)


def test_a_list_of_thicknesses_is_kept_smallest_disk_first(config) -> None:
    changed = config(("thickness: 10", "thickness: [9, 9.5, 10, 10.5, 11]"))
    assert changed.arm.geometry(changed.tower).thickness == (9, 9.5, 10, 10.5, 11)


def test_a_box_is_a_workspace_too(config) -> None:
    changed = config(("radius: [80, 320]", "x: [50, 250], y: [-200, 200]"))
    assert changed.arm.geometry(changed.tower).workspace == Workspace(z=(0, 180), x=(50, 250), y=(-200, 200))


def test_rgb_lamps_have_three_pins_and_may_have_colours() -> None:
    leds = parse(
        "f.yaml",
        "exhibit: x\ntower: {disks: 1, pegs: [A, B, C], start: A, goal: C}\n"
        "leds: {led: rgb, colors: [[255, 128, 0]], pegs: {A: [[1, 2, 3]], C: [[7, 8, 9]], B: [[4, 5, 6]]}}\n",
    ).leds
    assert leds is not None
    assert leds.colors == ((255, 128, 0),)
    assert leds.pegs["B"] == ((4, 5, 6),)


def test_gripper_lines_may_hold_what_is_known_of_the_disk(config) -> None:
    lines = '"M280 P0 S{diameter}", "G4 P{disk}", "M280 P1 S{angle}"'
    arm = config(("[M106 S255]", f"[{lines}]")).arm
    assert arm.gripper.grip == ("M280 P0 S{diameter}", "G4 P{disk}", "M280 P1 S{angle}")


def test_braces_in_start_up_lines_are_sent_as_they_stand(config) -> None:
    assert config(("startup: []", 'startup: ["M118 {x}"]')).arm.startup == ("M118 {x}",)


@pytest.mark.parametrize("length", [1, 80])
def test_a_line_may_have_up_to_80_characters(config, length) -> None:
    line = "G" * length
    assert config(("startup: []", f"startup: [{line}]")).arm.startup == (line,)


def test_a_line_of_81_characters_is_refused(edit, problems) -> None:
    assert "1 to 80" in problems(edit(("startup: []", "startup: [" + "G" * 81 + "]")))[0]


def test_a_config_cannot_be_changed(config) -> None:
    sound = config()
    with pytest.raises(ValidationError):
        sound.tower.disks = 6
    with pytest.raises(ValidationError):
        sound.exhibit = "another"


def test_a_line_with_a_comment_behind_it_and_a_word_that_only_looks_numbered_are_lines(config) -> None:
    arm = config(("[M106 S255]", '["M106 S255 ; on", "M118 N5 2*3 mm"]')).arm
    assert arm.gripper.grip == ("M106 S255 ; on", "M118 N5 2*3 mm")
