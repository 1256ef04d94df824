"""What a uArm's lines mean, and which question belongs to which gripper."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.gcode.firmware import Part
from controller.gcode.replies import (
    Answered,
    GripReport,
    Halted,
    Identity,
    Info,
    Ok,
    Overflow,
    PositionReport,
    Refused,
    Reply,
    Started,
)
from controller.gcode.uarm import UARM, parse
from controller.model import Point


@pytest.mark.parametrize(
    ("line", "number", "content"),
    [
        ("$1 ok", 1, Ok("$1 ok")),
        ("$123456789 OK", 123456789, Ok("$123456789 OK")),
        ("$2 ok SwiftPro", 2, Identity("$2 ok SwiftPro", "uArm SwiftPro")),
        (
            "$3 ok X200.0000 Y-1.5000 Z150.0000",
            3,
            PositionReport("$3 ok X200.0000 Y-1.5000 Z150.0000", Point(200, -1.5, 150)),
        ),
        ("$4 ok V0", 4, GripReport("$4 ok V0", holding=False)),
        ("$4 ok V1", 4, GripReport("$4 ok V1", holding=False)),
        ("$4 ok V2", 4, GripReport("$4 ok V2", holding=True)),
        ("$5 E22", 5, Refused("$5 E22", "that is out of reach")),
        ("$5 E99", 5, Refused("$5 E99")),
        ("$6", 6, Refused("$6", "a number or the speed is missing")),
    ],
)
def test_an_answer_names_its_line(line: str, number: int, content: Reply) -> None:
    assert parse(line) == Answered(line, number, content)


@pytest.mark.parametrize(
    ("line", "fact"),
    [
        ("E23 buffer full", Overflow("E23 buffer full")),
        ("E23", Overflow("E23")),
        ("@1", Started("@1")),
        ("@5 V0", Halted("@5 V0", "its mains adapter has gone, and the arm has sunk")),
        ("@5 V1", Info("@5 V1")),
        ("@9 V0", Info("@9 V0")),
        ("@3 X1.0 Y2.0 Z3.0 R90.0", Info("@3 X1.0 Y2.0 Z3.0 R90.0")),
        ("ok", Info("ok")),
        ("$ ok", Info("$ ok")),
        ("$1234567890 ok", Info("$1234567890 ok")),
        ("", Info("")),
    ],
)
def test_what_names_no_line_is_about_none(line: str, fact: Reply) -> None:
    assert parse(line) == fact


@given(st.text())
def test_no_line_is_too_strange(line: str) -> None:
    assert isinstance(parse(line), Reply)


@pytest.mark.parametrize(
    ("grip", "question"),
    [
        (("M2231 V1",), "P2231"),
        (("M2232 V1",), "P2232"),
        (("G2004 P100", "m2232 V1"), "P2232"),
        (("M2240 V1",), None),
        (("",), None),
    ],
)
def test_each_gripper_has_its_question(grip: tuple[str, ...], question: str | None) -> None:
    assert UARM.holds(grip) == question


def test_its_lines_are_straight_and_in_its_own_units() -> None:
    assert UARM.travel(Point(120, -110.5, 0), 200) == "G1 X120 Y-110.5 Z0 F12000"
    assert UARM.dwell is not None
    assert UARM.dwell(0.3) == "G2004 P300"
    assert UARM.frame(7, "G21") == b"#7 G21\n"


def test_the_longest_move_that_a_run_can_need_fits() -> None:
    assert len(UARM.frame(9_999_999, UARM.travel(Point(-123.456, -123.456, 123.456), 200))) <= 50


def test_its_stop_keeps_all_and_opening_the_port_does_not_lose_the_place() -> None:
    assert UARM.halt.data == b"\x18"
    assert UARM.halt.lets_go == frozenset()
    assert UARM.opening == {Part.MOTORS, Part.GRIPPER}
