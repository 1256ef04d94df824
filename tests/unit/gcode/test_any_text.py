"""Whatever a device says, no parser of any family raises; numbers that cannot be are no facts."""

import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_words import PLAIN

from controller.gcode.custom import parser
from controller.gcode.families import FAMILIES
from controller.gcode.replies import Answered, Info, PositionReport, Reply, Setting

CUSTOM = replace(PLAIN, ready="^up", identity="^I am", position="X:{x} Y:{y} Z:{z}", error="^Error")
PARSERS = {
    **{family.name: family.parser for family in FAMILIES},
    "custom": lambda: parser(CUSTOM),
}
# What the families' lines are made of, around numbers of every size.
WORDS = (
    *(
        "ok",
        "ok N",
        "Resend: ",
        "rs N",
        "X:",
        " Y:",
        " Z:",
        "X",
        " Y",
        " Z",
        "Cap:A:",
        "Error:",
        "echo:busy: ",
    ),
    *(
        "<Idle|",
        "<Run|",
        "MPos:",
        "WPos:",
        "|WCO:",
        "|Bf:",
        ",",
        ">",
        "$",
        "=",
        "[OPT:V,",
        "[VER:",
        "]",
        "ALARM:",
    ),
    *("error:", "V", "$1 ok ", "E2", "@1", "@5 V0", " ", "-", ".", "nan", "inf", "1e999", "I am", "up"),
)
NUMBERS = st.one_of(
    st.integers(-(10**12), 10**12).map(str),
    st.floats().map(str),
    st.sampled_from(("9" * 400, "9" * 5000, "-" + "9" * 5000, "0." + "1" * 5000)),
)
LINES = st.lists(st.one_of(st.sampled_from(WORDS), NUMBERS, st.text(max_size=5)), max_size=9).map("".join)
BEYOND = "9" * 5000


def numbers_of(reply: Reply) -> list[float]:
    match reply:
        case Answered(content=content):
            return numbers_of(content)
        case PositionReport(at=at):
            return list(at)
        case Setting(value=value):
            return [value]
    return []


@pytest.mark.parametrize("family", PARSERS)
@given(lines=st.lists(LINES, max_size=4))
@settings(max_examples=150, deadline=None)
def test_no_text_upsets_a_parser_and_every_measure_it_finds_is_finite(family: str, lines: list[str]) -> None:
    parse = PARSERS[family]()
    for line in lines:
        assert all(map(math.isfinite, numbers_of(parse(line))))


@pytest.mark.parametrize(
    ("family", "line"),
    [
        ("Marlin", f"Resend: {BEYOND}"),
        ("Marlin", f"X:{BEYOND} Y:0 Z:0"),
        ("GRBL", f"$110={BEYOND}"),
        ("GRBL", f"[OPT:V,15,{BEYOND}]"),
        ("uArm", f"${BEYOND} ok"),
        ("custom", f"X:{BEYOND} Y:0 Z:0"),
    ],
)
def test_a_number_that_cannot_be_makes_a_line_mean_nothing(family: str, line: str) -> None:
    assert isinstance(PARSERS[family]()(line), Info)


def test_a_place_that_lacks_an_axis_is_none() -> None:
    """A pattern of a config may find its words without all of its numbers."""
    parse = parser(replace(CUSTOM, position="at(?: {x})? {y} {z}"))
    assert isinstance(parse("at 2 3"), Info)
    assert parse("at 1 2 3") == PositionReport("at 1 2 3", (1.0, 2.0, 3.0))
