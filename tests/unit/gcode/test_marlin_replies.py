"""What Marlin's lines mean: checked against the wording in its sources."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.errors import UsageError
from controller.gcode.firmware import Part
from controller.gcode.marlin import MARLIN, frame, parse
from controller.gcode.replies import (
    Busy,
    Capability,
    Halted,
    Identity,
    Info,
    LineDamaged,
    Ok,
    PositionReport,
    Refused,
    Reply,
    Resend,
    Started,
)
from controller.model import Point


@pytest.mark.parametrize(
    ("line", "number"),
    [("ok", None), ("ok N12 P15 B3", 12), ("ok P15 B3", None), ("ok T:20.1 /0.0 B:22.0 /0.0", None)],
)
def test_an_ok_may_carry_more_and_sometimes_its_number(line: str, number: int | None) -> None:
    assert parse(line) == Ok(line, number)


@pytest.mark.parametrize("line", ["Resend: 12", "Resend:12", "rs 12", "rs N12"])
def test_a_resend_names_the_line_that_is_wanted(line: str) -> None:
    assert parse(line) == Resend(line, 12)


def test_a_position_is_three_whole_numbers() -> None:
    line = "X:120.00 Y:-0.50 Z:25.00 E:0.00 Count X:9600 Y:0 Z:10000"
    assert parse(line) == PositionReport(line, Point(120.0, -0.5, 25.0))
    assert isinstance(parse("X:120.00 Y:-0.5x"), Info)


def test_the_identity_is_the_name_without_what_follows() -> None:
    line = (
        "FIRMWARE_NAME:Marlin 2.1.2.5 (Jan  1 2025 12:00:00) SOURCE_CODE_URL:github.com PROTOCOL_VERSION:1.0"
    )
    assert parse(line) == Identity(line, "Marlin 2.1.2.5 (Jan  1 2025 12:00:00)")
    assert parse("FIRMWARE_NAME: Repetier").firmware == "Repetier"


@pytest.mark.parametrize(
    ("line", "fact"),
    [
        ("start", Started),
        ("echo:busy: processing", Busy),
        ("busy:processing", Busy),
        ("echo:busy: paused for user", Busy),
        ("Error:Printer halted. kill() called!", Halted),
        ("Error:Printer stopped due to errors. Fix the error and use M999 to restart.", Halted),
        ("Error:checksum mismatch, Last Line: 3", LineDamaged),
        ("Error:Line Number is not Last Line Number+1, Last Line: 3", LineDamaged),
        ("Error:No Checksum with line number, Last Line: 3", LineDamaged),
        ('echo:Unknown command: "G99"', Refused),
        ("echo:Home XYZ First", Refused),
        ("echo:endstops hit:  X:400.00", Refused),
        ("Error:Homing Failed", Refused),
        ("wait", Info),
        ("//action:prompt_end", Info),
        ("echo:  Last Updated: 2025-01-01 | Author: (none)", Info),
        (" External Reset", Info),
        ("okay", Info),
        ("", Info),
    ],
)
def test_notices_are_told_apart(line: str, fact: type[Reply]) -> None:
    assert parse(line) == fact(line)


def test_capabilities_are_there_or_not() -> None:
    assert parse("Cap:EMERGENCY_PARSER:1") == Capability("Cap:EMERGENCY_PARSER:1", "EMERGENCY_PARSER", True)
    assert parse("Cap:EEPROM:0") == Capability("Cap:EEPROM:0", "EEPROM", False)


@given(st.text())
def test_no_line_whatever_breaks_the_reading(line: str) -> None:
    assert parse(line).text == line


@pytest.mark.parametrize(
    ("number", "text", "wire"),
    [(3, "T0", b"N3 T0*57\n"), (0, "M110 N0", b"N0 M110 N0*125\n"), (1, "M115", b"N1 M115*39\n")],
)
def test_lines_are_numbered_and_checked_as_documented(number: int, text: str, wire: bytes) -> None:
    assert frame(number, text) == wire


def test_a_line_that_would_be_cut_is_refused_before_it_is_sent() -> None:
    # An even number of x cancels out: the checksum is that of "N7 ", 89, and the line 3 + 88 + 3 bytes long.
    assert frame(7, "x" * 88) == b"N7 " + b"x" * 88 + b"*89\n"
    # One x more makes it 33, and 95 bytes, the most that Marlin keeps.
    assert frame(7, "x" * 89) == b"N7 " + b"x" * 89 + b"*33\n"
    with pytest.raises(UsageError, match="shorten it"):
        frame(7, "x" * 90)


def test_only_ascii_goes_out() -> None:
    with pytest.raises(UsageError, match="ASCII"):
        frame(1, "M117 Größe")


def test_lines_in_marlins_units() -> None:
    assert MARLIN.travel(Point(120, -110.5, 0), 200) == "G1 X120 Y-110.5 Z0 F12000"
    assert MARLIN.lift(150, 80) == "G1 Z150 F4800"
    assert MARLIN.dwell(0.3) == "G4 P300"


def test_the_gentle_stop_keeps_hold_and_the_emergency_lets_all_go() -> None:
    assert MARLIN.halt.data == b"\nM410\n"
    assert MARLIN.halt.lets_go == {Part.POSITION}
    assert MARLIN.kill.lets_go == MARLIN.opening == set(Part)
