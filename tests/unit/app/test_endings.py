"""What `hanoi check` says of arms that sink in the end, or hope to know where they stand."""

import pytest

from controller.app.endings import ending_warnings
from controller.config import Config, load, parse
from controller.config.exhibits import find


def demo(*edits: tuple[str, str]) -> Config:
    text = find("demo").read_text(encoding="utf-8")
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    return parse("f.yaml", text)


def ending(lines: str, more: str = "") -> list[str]:
    return list(ending_warnings(demo(("port: emulated", f"port: emulated\n  shutdown: {lines}{more}"))))


@pytest.mark.parametrize("lines", ["[M84]", "[M107, m18]", "[M84 X Y Z]", "[M18 S5]", "[M18 S600]"])
def test_limp_motors_at_the_park_position_are_warned_of(lines: str) -> None:
    (warning,) = ending(lines)
    assert "the arm sinks" in warning
    assert "rest:" in warning


@pytest.mark.parametrize(
    ("firmware", "line"),
    [("grbl", "$MD"), ("grbl", "$SLP"), ("grbl", "$1=25"), ("uarm", "M2019"), ("uarm", "M18")],
)
def test_so_are_those_of_other_firmwares(firmware: str, line: str) -> None:
    own = ("port: emulated", f"port: emulated\n  shutdown: ['{line}']")
    usual = ("grip: [M106 S255], release: [M107], ", "")
    (warning,) = ending_warnings(demo(("firmware: marlin", f"firmware: {firmware}"), usual, own))
    assert "the arm sinks" in warning


@pytest.mark.parametrize("lines", ["[]", "[M107]", "[M84 S0]", "[m18s0]", "[M84 S0.0 ; never]", "[M851 Z0]"])
def test_motors_that_keep_their_power_are_not(lines: str) -> None:
    assert ending(lines) == []


@pytest.mark.parametrize("more", ["", "\n  rest: {x: 90, y: 0, z: 12}"])
def test_motors_that_go_limp_at_each_stop_are_warned_of_wherever_the_arm_lies(more: str) -> None:
    own = ("port: emulated", f"port: emulated\n  startup: [$1=25]{more}")
    usual = ("grip: [M106 S255], release: [M107], ", "")
    (warning,) = ending_warnings(demo(("firmware: marlin", "firmware: grbl"), usual, own))
    assert warning.startswith("arm.startup: $1=25 lets the motors go")


def test_motors_that_keep_their_power_at_each_stop_are_not() -> None:
    own = ("port: emulated", "port: emulated\n  startup: [$1=255]\n  shutdown: ['$1=255 ; hold']")
    usual = ("grip: [M106 S255], release: [M107], ", "")
    assert list(ending_warnings(demo(("firmware: marlin", "firmware: grbl"), usual, own))) == []


def test_an_arm_that_lies_down_first_is_not_warned_of() -> None:
    assert ending("[M84]", "\n  rest: {x: 90, y: 0, z: 12}") == []


def test_a_marlin_that_is_trusted_to_know_where_it_stands_is_warned_of() -> None:
    (warning,) = ending_warnings(demo(("port: emulated", "port: emulated\n  home: {kind: none}")))
    assert "without absolute encoders write pose" in warning


@pytest.mark.parametrize("exhibit", ["demo", "led-tower", "community-arm"])
def test_exhibits_without_such_trouble_are_left_in_peace(exhibit: str) -> None:
    assert list(ending_warnings(load(exhibit))) == []


@pytest.mark.parametrize(
    ("firmware", "lines", "told"),
    [
        (
            "marlin",
            "grip: [M3 S255], release: [M5], ",
            ["arm.gripper.grip: M3 is", "arm.gripper.release: M5 is"],
        ),
        ("marlin", "grip: [M08], release: [M9], ", ["built with COOLANT_CONTROL", "M9"]),
        ("grbl", "grip: [M62 P1], release: [M63 P1], ", ["relatives with more outputs", "M63"]),
        ("grbl", "grip: [M3 S1000], release: [M5], ", []),
        ("marlin", "grip: [M106 S255], release: [M107], ", []),
    ],
)
def test_a_line_that_only_some_builds_know_is_told(firmware: str, lines: str, told: list[str]) -> None:
    edits = ("firmware: marlin", f"firmware: {firmware}"), ("grip: [M106 S255], release: [M107], ", lines)
    warnings = list(ending_warnings(demo(*edits)))
    assert len(warnings) == len(told)
    assert all(words in warning for words, warning in zip(told, warnings, strict=True))


@pytest.mark.parametrize("line", ["M280 P0 S{angle}", "m280 p0 s {angle}"])
def test_an_angle_that_is_below_0_somewhere_is_told(line: str) -> None:
    (warning,) = ending_warnings(demo(("grip: [M106 S255]", f"grip: ['{line}']")))
    assert warning.startswith("arm.gripper.grip: {angle} is -42.5104 at C, ")


def test_an_angle_that_is_below_0_nowhere_is_not() -> None:
    edits = ("grip: [M106 S255]", "grip: ['M280 P0 S{angle}']"), ("y: -110", "y: 220")
    assert list(ending_warnings(demo(*edits))) == []


def arriving(exhibit: str, side: str) -> list[str]:
    text = find(exhibit).read_text(encoding="utf-8")
    assert "clearance: 5}" in text
    return list(ending_warnings(parse("f.yaml", text.replace("clearance: 5}", f"clearance: 5, {side}}}"))))


def test_x_and_y_that_turn_a_base_both_ways_are_told_with_the_pegs() -> None:
    (told,) = arriving("demo", "arrive_from: {x: -3}")
    assert "arm.motion.arrive_from: a base that turns comes to peg C and to peg A from opposite sides" in told


@pytest.mark.parametrize("side", ["{y: -3}", "{base: -1}"])
def test_what_turns_a_base_one_way_only_is_not(side: str) -> None:
    assert arriving("demo", f"arrive_from: {side}") == []
