"""Leaning pegs, backlash and the gripper's motion in a config: their values, and every mistake in them."""

import pytest

from controller.config import parse
from controller.config.exhibits import find
from controller.motion.geometry import Breakaway, Jaw

GRIPPER = "grip_depth: 0}"
MOTION = "clearance: 5}"
PEG_B = "B: {x: 180, y: 0, z: 0}"


@pytest.fixture
def arm(edit):
    """The arm of the sound config, edited, with its geometry."""

    def parsed(*edits):
        config = parse("f.yaml", edit(*edits))
        return config.arm, config.arm.geometry(config.tower)

    return parsed


def test_left_out_all_of_it_means_an_exact_table(arm) -> None:
    sound, geometry = arm()
    assert (geometry.leans, geometry.jaw, geometry.press, geometry.arrive_from) == ((), None, 0, (0, 0))
    assert sound.motion_limits().breakaway is None
    assert sound.gripper.hold_limit is None


def test_a_top_says_how_an_axis_leans(arm) -> None:
    _, geometry = arm((PEG_B, "B: {x: 180, y: 0, z: 0, top: {x: 183, y: -6, z: 60}}"))
    assert geometry.leans == ((0, 0), (0.05, -0.1), (0, 0))
    assert geometry.axis(1, 40) == pytest.approx((182, -4, 40))


def test_a_top_straight_above_is_an_upright_peg(arm) -> None:
    _, geometry = arm((PEG_B, "B: {x: 180, y: 0, z: 0, top: {x: 180, y: 0, z: 60}}"))
    assert geometry.axis(1, 40) == (180, 0, 40)


def test_the_grippers_motion_and_the_side_to_arrive_from(arm) -> None:
    found, geometry = arm(
        ("z: [0, 180]", "z: [-5, 180]"),
        (GRIPPER, "grip_depth: 0, press: 2, breakaway: {height: 3, speed: 10}, jaw: {open: 72, finger: 6}}"),
        (MOTION, "clearance: 5, arrive_from: {x: -3, y: 1}}"),
    )
    assert (geometry.press, geometry.jaw, geometry.arrive_from) == (2, Jaw(72, 6), (-3, 1))
    assert found.motion_limits().breakaway == Breakaway(3, 10)


@pytest.mark.parametrize(("side", "found"), [("{x: 3}", (3, 0)), ("{y: -2}", (0, -2))])
def test_an_axis_not_named_comes_from_any_side(arm, side, found) -> None:
    geometry = arm((MOTION, f"clearance: 5, arrive_from: {side}}}"))[1]
    assert (geometry.arrive_from, geometry.arrive_turned) == (found, 0)


def test_the_degrees_of_the_base_are_those_that_its_firmware_counts(config_text) -> None:
    arriving = config_text.replace("clearance: 6}", "clearance: 6, arrive_from: {base: -1}}")
    for text, turned in ((arriving, -1), (arriving.replace("{base: 1, sh", "{base: -1, sh"), 1)):
        config = parse("f.yaml", text)
        assert config.arm.geometry(config.tower).arrive_turned == turned


@pytest.fixture
def config_text() -> str:
    return find("joint-arm").read_text(encoding="utf-8")


def gripper(marked: str) -> tuple[str, str]:
    return (GRIPPER, f"grip_depth: 0, {marked}}}")


@pytest.mark.parametrize(
    ("edit_", "field", "words"),
    [
        ((PEG_B, "«B: {x: 180, y: 0, z: 0, top: {x: 180, y: 0, z: 0}}"), "arm.pegs.B", "no point above"),
        ((PEG_B, "«B: {x: 180, y: 0, z: 0, top: {x: 180, y: 0, z: -9}}"), "arm.pegs.B", "measure it again"),
        ((PEG_B, "«B: {x: 180, y: 0, z: 0, top: {x: 200, y: 0, z: 60}}"), "arm.pegs.B", "at most 1 in 4"),
        ((PEG_B, "B: {x: 180, y: 0, z: 0, «top: {x: 183, y: 0}}"), "arm.pegs.B.top.z", "is missing"),
        (("park: {x: 120,", "park: {«top: 1, x: 120,"), "arm.park.top", "no such key here"),
        (gripper("press: «-1"), "arm.gripper.press", "at least 0"),
        (gripper("press: «60"), "arm.gripper.press", "at most 50"),
        (
            gripper("breakaway: «3"),
            "arm.gripper.breakaway",
            "write for example breakaway: {height: 3, speed: 10}",
        ),
        (gripper("«breakaway: {height: 3}"), "arm.gripper.breakaway.speed", "is missing"),
        (gripper("breakaway: {height: 3, speed: «0}"), "arm.gripper.breakaway.speed", "more than 0"),
        (gripper("hold_limit: «0"), "arm.gripper.hold_limit", "more than 0"),
        (gripper("hold_limit: «1.5"), "arm.gripper.hold_limit", "longer than 1.5 s: raise the speeds"),
        (gripper("«jaw: {open: 72}"), "arm.gripper.jaw.finger", "is missing"),
        (gripper("«jaw: {open: 60, finger: 5}"), "arm.gripper.jaw", "the largest disk is 70 mm wide"),
        ((MOTION, "clearance: 5, arrive_from: «left}"), "arm.motion.arrive_from", "write for example"),
        ((MOTION, "clearance: 5, arrive_from: {x: «-60, y: 0}}"), "arm.motion.arrive_from.x", "at least -50"),
        ((MOTION, "clearance: 5, arrive_from: {base: «30}}"), "arm.motion.arrive_from.base", "at most 20"),
        ((MOTION, "clearance: 5, «arrive_from: {x: 0, y: 0}}"), "arm.motion.arrive_from", "no play is taken"),
        ((MOTION, "clearance: 5, «arrive_from: {}}"), "arm.motion.arrive_from", "all 0 is the peg's axis"),
        ((MOTION, "clearance: 5, «arrive_from: {x: 3, base: 1}}"), "arm.motion.arrive_from", "and not both"),
    ],
)
def test_a_mistake_is_told_at_its_place(edit, check_marked, edit_, field, words) -> None:
    check_marked(edit(edit_), (field, words))


def test_a_press_below_the_workspace_is_told_at_the_pegs(edit, problems) -> None:
    """A disk on the board is gripped at 10 - 2, and the workspace begins at 9."""
    lines = problems(edit(gripper("press: 2"), ("z: [0, 180]", "z: [9, 180]")))
    assert [line.split()[1] for line in lines] == ["arm.pegs.A:", "arm.pegs.B:", "arm.pegs.C:"]
    assert "takes the tool down to z 8" in lines[0]


def test_a_jaw_too_near_to_a_neighbour_is_told_at_the_peg(edit, problems) -> None:
    """A and B are 125 mm apart: 36 + 50 for the jaw, 35 for a disk, and 5."""
    lines = problems(edit(gripper("jaw: {open: 72, finger: 50}")))
    assert "arm.pegs.B: peg B is 125.3 mm from peg A: the open jaw, 172 mm across" in lines[0]


@pytest.mark.parametrize("left_out", ["grip", "release"])
def test_a_custom_firmware_grips_in_its_own_words_only(edit, problems, left_out) -> None:
    """Nobody knows what a firmware makes of a line that was meant for another one."""
    line = {"grip": "grip: [M106 S255], ", "release": "release: [M107], "}[left_out]
    lines = problems(edit(("firmware: marlin", "firmware: custom"), (line, "")))
    assert any(f"arm.gripper.{left_out}: is missing; a custom firmware" in found for found in lines)
    assert sum("a custom firmware has no usual lines" in found for found in lines) == 1
