"""How an arm learns where it is, and where it lies in the end: what a config may say of it."""

from collections.abc import Callable

import pytest

from controller.config import parse
from controller.model import Point

HOME = "home: {kind: firmware}"
PARK = "park: {x: 120, y: 0, z: 150}"


def test_a_pose_has_its_place(edit: Callable[..., str]) -> None:
    arm = parse("f.yaml", edit((HOME, "home: {kind: pose, at: {x: 120, y: 0, z: 60}}"))).arm
    assert arm is not None
    assert arm.home.at is not None
    assert (arm.home.kind, arm.home.at.point()) == ("pose", Point(120, 0, 60))


def test_an_arm_may_know_by_itself_and_lie_somewhere_in_the_end(edit: Callable[..., str]) -> None:
    text = edit((HOME, "home: {kind: none}"), (PARK, f"{PARK}\n  rest: {{x: 90, y: 0, z: 5}}"))
    config = parse("f.yaml", text)
    assert config.arm is not None
    assert config.arm.home.kind == "none"
    assert config.arm.geometry(config.tower).rest == Point(90, 0, 5)


@pytest.mark.parametrize(
    ("firmware", "home", "field", "words"),
    [
        ("marlin", "{kind: firmware, at: {x: 120, y: 0, z: 60}}", "arm.home.at", "write kind: pose"),
        ("marlin", "{at: {x: 120, y: 0, z: 60}}", "arm.home.at", "write kind: pose"),
        ("marlin", "{kind: none, at: {x: 120, y: 0, z: 60}}", "arm.home.at", "write kind: pose"),
        ("marlin", "{kind: pose, at: {x: 120, y: 0}}", "arm.home.at.z", "is missing"),
        ("marlin", "{kind: pose, at: {x: 20, y: 0, z: 60}}", "arm.home.at", "outside the workspace"),
        ("marlin", "{kind: pose, at: {x: 120, y: 0, z: 190}}", "arm.home.at", "outside the workspace"),
        ("uarm", "{kind: pose, at: {x: 120, y: 0, z: 60}}", "arm.home.kind", "write none"),
        ("grbl", "{kind: none}", "arm.home.kind", "counts from 0 wherever it starts"),
    ],
)
def test_what_cannot_be_is_told(
    edit: Callable[..., str],
    problems: Callable[[str], list[str]],
    firmware: str,
    home: str,
    field: str,
    words: str,
) -> None:
    own = ("grip: [M106 S255], release: [M107], ", "")  # each firmware works its gripper in words of its own
    text = edit((HOME, f"home: {home}"), ("firmware: marlin", f"firmware: {firmware}"), own)
    (problem,) = problems(text)
    assert f" {field}: " in problem
    assert words in problem


@pytest.mark.parametrize(
    ("rest", "words"),
    [
        ("{x: 20, y: 0, z: 5}", "outside the workspace"),
        ("{x: 90, y: 0, z: -5}", "outside the workspace"),
        ("{x: 170, y: 0, z: 5}", "too near to what may stand below: use z 55 or more"),
    ],
)
def test_a_rest_must_be_reached_and_hold_no_disks(
    edit: Callable[..., str], problems: Callable[[str], list[str]], rest: str, words: str
) -> None:
    (problem,) = problems(edit((PARK, f"{PARK}\n  rest: {rest}")))
    assert " arm.rest: " in problem
    assert words in problem


def test_a_custom_firmware_that_never_says_where_it_is_cannot_know(
    edit: Callable[..., str], problems: Callable[[str], list[str]]
) -> None:
    custom = "firmware: custom\n  custom: {move: 'G1 X{x} Y{y} Z{z} F{feed}', finished: M400}"
    told = problems(edit((HOME, "home: {kind: none}"), ("firmware: marlin", custom)))
    assert [problem for problem in told if " arm.home.kind: " in problem]


def test_a_pose_that_is_not_named_is_the_park_position(edit):
    arm = parse("f.yaml", edit((HOME, "home: {kind: pose}"))).arm
    assert arm is not None
    assert arm.placed_at() == Point(120, 0, 150)


def test_nobody_places_an_arm_that_homes_itself(edit):
    arm = parse("f.yaml", edit()).arm
    assert arm is not None
    assert arm.placed_at() is None
