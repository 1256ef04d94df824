"""A config that calibration can begin with: places may be missing, what it needs may not."""

import pytest

from controller.config import ConfigError, parse_draft
from controller.model import Point

HEAD = "tower: {disks: 3, pegs: [A, B, C], start: A, goal: C}\n"
ARM = "arm:\n  firmware: marlin\n  port: emulated\n"
NAMES = [("arm", "pegs", "A"), ("arm", "pegs", "B"), ("arm", "pegs", "C"), ("arm", "park")]


def problems(text: str) -> list[str]:
    with pytest.raises(ConfigError) as refused:
        parse_draft("f.yaml", text)
    return list(refused.value.problems)


def test_a_tower_a_firmware_and_a_port_are_enough() -> None:
    draft = parse_draft("f.yaml", HEAD + ARM)
    assert list(draft.points) == NAMES
    assert set(draft.points.values()) == {None}
    assert draft.lacks == {"workspace", "motion", "disks"}
    assert [note.split(" is missing")[0] for note in draft.notes] == [
        "arm.workspace",
        "arm.motion",
        "arm.disks",
    ]


def test_places_are_taken_as_far_as_they_are_known() -> None:
    pegs = "  pegs:   # three\n    A: {x: 1, y: 2.5, z: 0}\n    B: {x: 1}\n    C:\n  park: ~\n"
    draft = parse_draft("f.yaml", HEAD + ARM + pegs)
    assert draft.points == {
        NAMES[0]: Point(1.0, 2.5, 0.0),
        NAMES[1]: None,
        NAMES[2]: None,
        NAMES[3]: None,
    }


@pytest.mark.parametrize("gap", ["  pegs:\n", "  pegs: {}\n", "  pegs: {A, B: }\n", "  park: {x: , y: 1}\n"])
def test_a_gap_is_no_mistake(gap: str) -> None:
    assert set(parse_draft("f.yaml", HEAD + ARM + gap).points.values()) == {None}


def test_what_is_wrong_elsewhere_is_left_to_check() -> None:
    rest = "exhibit: [1]\nleds: {kind: oops, pegs: on}\nkiosk: {rest: 1,5}\nwhatever: 3\n"
    assert parse_draft("f.yaml", HEAD + ARM + rest).arm.firmware == "marlin"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (ARM, ["f.yaml:1:1 tower: is missing"]),
        (HEAD, ["f.yaml:1:1 arm: there is no arm here, and only an arm is calibrated"]),
        (HEAD + "arm: {firmware: marlin}\n", ["f.yaml:2:1 arm.port: is missing"]),
        (HEAD + "arm: {port: emulated}\n", ["f.yaml:2:1 arm.firmware: is missing"]),
        (HEAD + ARM + "  pegs: {A: {x: 1,5, y: 0}}\n", ["f.yaml:5:17 arm.pegs.A.x: 1,5 has a decimal comma"]),
        (HEAD + ARM + "  pegs: {D: {x: 1}}\n", ["f.yaml:5:10 arm.pegs.D: the tower has no peg D"]),
        (HEAD + ARM + "  park: {x: left}\n", ["f.yaml:5:13 arm.park.x: a number is wanted here"]),
        (HEAD + ARM + "  park: 5\n", ["f.yaml:5:9 arm.park: a group of keys is wanted here"]),
        (HEAD + ARM + "  pegs: [1]\n", ["f.yaml:5:3 arm.pegs: a group of keys is wanted here"]),
        (HEAD + ARM + "  pegs: {A: 3}\n", ["f.yaml:5:13 arm.pegs.A: a group of keys is wanted here"]),
        (HEAD + ARM + "  workspace: {x: [0, 1], y: [0, 1]}\n", ["f.yaml:5:3 arm.workspace.z: is missing"]),
        ("tower: {pegs: [A, B, C], start: A, goal: C}\n" + ARM, ["f.yaml:1:1 tower.disks: is missing"]),
        ("a: [\n", ["f.yaml:2:1 file: this is not valid YAML"]),
        (HEAD + "arm: 5\n", ["f.yaml:2:6 arm: there is no arm here"]),
        (HEAD + "arm:\n", ["f.yaml:2:1 arm: there is no value"]),
        ("", ["f.yaml:1:1 arm: there is no arm here"]),
    ],
)
def test_what_calibration_cannot_do_without_is_told_with_its_place(text: str, expected: list[str]) -> None:
    found = problems(text)
    assert [line for line, words in zip(found, expected, strict=True) if not line.startswith(words)] == []


def test_a_custom_firmware_need_not_say_yet_how_it_grips() -> None:
    custom = 'arm:\n  firmware: custom\n  port: emulated\n  custom: {move: "G1 X{x} Y{y} Z{z} F{feed}", '
    draft = parse_draft("f.yaml", HEAD + custom + "finished: M400}\n")
    assert draft.arm.gripper.grip is None


def test_a_peg_that_leans_has_a_second_place_to_be_taught() -> None:
    pegs = "  pegs: {A: {x: 0, y: 0, z: 0, top: {x: 1, y: 0, z: 60}}}\n"
    draft = parse_draft("f.yaml", HEAD + ARM + pegs)
    assert draft.points["arm", "pegs", "A", "top"] == Point(1.0, 0.0, 60.0)
    assert draft.arm.pegs["A"].lean() == (1 / 60, 0.0)


def test_a_top_without_a_value_waits_to_be_taught() -> None:
    draft = parse_draft("f.yaml", f"{HEAD}{ARM}  pegs: {{A: {{x: 0, y: 0, z: 0, top: }}}}\n")
    assert draft.points["arm", "pegs", "A", "top"] is None


def test_a_top_that_can_only_be_a_mistake_waits_to_be_taught() -> None:
    pegs = "  pegs: {A: {x: 0, y: 0, z: 0, top: {x: 90, y: 0, z: 60}}}\n"
    draft = parse_draft("f.yaml", HEAD + ARM + pegs)
    assert draft.points["arm", "pegs", "A", "top"] == Point(90.0, 0.0, 60.0)
    assert draft.arm.pegs["A"].top is None


@pytest.mark.parametrize(
    ("workspace", "place"),
    [
        ("{z: [0, 100], radius: [80, 320]}", (200.0, 0.0, 50.0)),
        ("{z: [-40, 100], x: [-100, 200], y: [50, 70]}", (50.0, 60.0, 30.0)),
    ],
)
def test_an_arm_without_a_park_position_stands_in_the_middle_of_its_workspace(
    workspace: str, place: tuple[float, ...]
) -> None:
    draft = parse_draft("f.yaml", f"{HEAD}{ARM}  workspace: {workspace}\n")
    assert draft.config.arm is draft.arm
    assert draft.arm.park.point() == place
