"""`custom:` in a config: what it must have, what its lines and patterns may hold, what becomes of them."""

import pytest

from controller.config import parse
from controller.gcode.custom import Description

CUSTOM = """\
arm:
  firmware: custom
  custom:
    move: G1 X{x} Y{y} Z{z} F{feed}
    finished: M400
"""


@pytest.fixture
def custom(edit):
    """The sound config with a firmware of its own, and lines added to its description."""

    def described(*lines: str) -> str:
        body = CUSTOM + "".join(f"    {line}\n" for line in lines)
        return edit(("arm:\n  firmware: marlin\n", body))

    return described


def description_of(text: str) -> Description:
    config = parse("f.yaml", text)
    assert config.arm is not None
    assert config.arm.custom is not None
    return config.arm.custom.description()


def test_two_lines_are_enough_where_a_firmware_says_ok_and_error(custom):
    assert description_of(custom()) == Description(
        name="the custom firmware",
        line_end="\n",
        ready=None,
        identify=None,
        identity=None,
        startup=(),
        home=(),
        move="G1 X{x} Y{y} Z{z} F{feed}",
        lift="G1 Z{z} F{feed}",
        dwell=None,
        finished="M400",
        position=None,
        halt=None,
        ok="^ok",
        error="(?i)^error",
    )


@pytest.mark.parametrize("strange", [r"[\n0", r"[\e[2J", r"[\U00019c71", r"[\x85"])
def test_a_mistake_is_told_on_one_line_whatever_the_value_holds(custom, problems, strange: str) -> None:
    (line,) = problems(custom(f'ready: "{strange}"'))
    assert "is no regular expression" in line
    assert line.isprintable()


def test_all_that_is_written_comes_through(custom):
    text = custom(
        "line_end: crlf",
        "ready: ONLINE",
        "identify: {ask: M115, answer: MyArm}",
        "startup: [M17]",
        "home: [G28]",
        "lift: Z{z} F{speed}",
        "dwell: G4 P{milliseconds}",
        r"position: '\[X:{x} Y:{y} Z:{z}\]'",
        "halt: M410",
        "ok: ^done",
        "error: ^no",
    )
    assert description_of(text) == Description(
        name="the custom firmware",
        line_end="\r\n",
        ready="ONLINE",
        identify="M115",
        identity="MyArm",
        startup=("M17",),
        home=("G28",),
        move="G1 X{x} Y{y} Z{z} F{feed}",
        lift="Z{z} F{speed}",
        dwell="G4 P{milliseconds}",
        finished="M400",
        position=r"\[X:{x} Y:{y} Z:{z}\]",
        halt="M410",
        ok="^done",
        error="^no",
    )


@pytest.mark.parametrize(
    ("line", "field", "words"),
    [
        ("ok: «'[ok'", "ok", "[ok is no regular expression (unterminated character set)"),
        ("error: «'*'", "error", "nothing to repeat"),
        ("ready: «''", "ready", "is too short"),
        ("identify: {ask: M115, answer: «'('}", "identify.answer", "takes a backslash before it"),
        ("position: «'X:{x} Y:{y}'", "position", "{x}, {y} and {z} stand for the numbers, each once"),
        ("lift: «G1 F{feed}", "lift", "must have {z} and {feed} or {speed} in it"),
        ("lift: «G1 Z{z}", "lift", "must have {z} and {feed} or {speed} in it"),
        ("lift: «'G1 X{x} Z{z} F{feed}'", "lift", "and no other braces"),
        ("dwell: «G4 P300", "dwell", "must have {seconds} or {milliseconds} in it"),
        ("halt: «é", "halt", "plain letters"),
        ("line_end: «lfcr", "line_end", "is none of the choices here"),
        ("«prelude: [G21]", "prelude", "there is no such key here"),
    ],
)
def test_a_line_or_pattern_that_cannot_be_is_told_at_its_place(custom, check_marked, line, field, words):
    check_marked(custom(line), (f"arm.custom.{field}", words))


def test_the_move_must_say_where_to_and_how_fast(custom, check_marked):
    marked = custom().replace("move: G1 X{x} Y{y} Z{z} F{feed}", "move: «'G1 X{x} Y{y}'")
    check_marked(marked, ("arm.custom.move", "must have {x}, {y}, {z} and {feed} or {speed} in it"))


def test_a_move_in_one_word_cannot_be_cut_and_wants_its_lift(custom, check_marked):
    joined = "move: «G1X{x}Y{y}Z{z}F{feed}"
    marked = custom().replace("move: G1 X{x} Y{y} Z{z} F{feed}", joined)
    check_marked(marked, ("arm.custom.move", "write lift: too, the same line for z alone"))
    assert description_of(marked.replace("«", "").replace("finished:", "lift: Z{z}F{feed}\n    finished:"))


def test_a_custom_firmware_is_described_and_no_other_is(edit, custom, check_marked):
    undescribed = edit(("arm:\n  firmware: marlin", "«arm:\n  firmware: custom"))
    check_marked(undescribed, ("arm.custom", "is missing; it describes the firmware"))
    misplaced = custom().replace("firmware: custom", "firmware: marlin").replace("  custom:", "  «custom:")
    check_marked(misplaced, ("arm.custom", "and it is marlin"))


def test_a_custom_firmware_says_its_own_grip_lines(custom, check_marked):
    without = custom().replace("gripper: {grip: [M106 S255], ", "«gripper: {")
    check_marked(without, ("arm.gripper.grip", "a custom firmware has no usual lines"))
