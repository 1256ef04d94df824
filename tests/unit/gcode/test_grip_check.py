"""A gripper that is asked in an exhibit's own words, whatever its firmware says in between."""

import re

import pytest

from controller.events import Publisher
from controller.gcode.grip_check import GripQuestion, asked_by
from controller.gcode.marlin import MARLIN
from controller.gcode.replies import (
    Answered,
    GripReport,
    Identity,
    Info,
    Ok,
    PositionReport,
    Refused,
    Started,
)
from controller.gcode.uarm import UARM
from controller.link.client import LinkClient
from controller.model import Point
from controller.testing import FakeClock, ScriptedTransport

QUESTION = GripQuestion("M119", r"grip: (TRIGGERED|on)\b", r"grip: (open|off)\b")
GREETING = """
> N0 M110 N0*125
< ok
> N1 M115*39
< FIRMWARE_NAME:Marlin 2.1
< ok
"""


@pytest.mark.parametrize(
    ("text", "holding"),
    [
        ("grip: TRIGGERED", True),
        ("grip: on", True),
        ("x_min: open, grip: off", False),
        ("grip: one", None),
        ("grip: on grip: off", None),
        ("", None),
    ],
)
def test_an_answer_means_held_or_empty_or_nothing(text: str, holding: bool | None) -> None:
    assert QUESTION.holding(text) is holding


def test_a_pattern_that_is_none_is_refused() -> None:
    with pytest.raises(re.error):
        GripQuestion("M119", "(", "x")


def test_the_firmwares_own_question_is_replaced_and_nothing_else() -> None:
    asked = asked_by(UARM, QUESTION)
    assert (asked.holds(("M2231 V1",)), UARM.holds(("M2231 V1",))) == ("M119", "P2231")
    assert (asked.name, asked.halt, asked.grip) == (UARM.name, UARM.halt, UARM.grip)


def test_what_means_nothing_else_becomes_a_report_and_the_rest_keeps_its_meaning() -> None:
    marlin, uarm = asked_by(MARLIN, QUESTION).parser(), asked_by(UARM, QUESTION).parser()
    report = GripReport("grip: on", True)
    assert marlin("grip: on") == report
    assert marlin("ok grip: on") == Answered("ok grip: on", 0, GripReport("ok grip: on", True))
    assert marlin("ok N7 grip: on") == Answered("ok N7 grip: on", 7, GripReport("ok N7 grip: on", True))
    assert uarm("$7 ok grip: off") == Answered("$7 ok grip: off", 7, GripReport("$7 ok grip: off", False))
    assert uarm("$7 ok V2").content == GripReport("$7 ok V2", True)
    assert marlin("ok") == Ok("ok")
    assert marlin("start") == Started("start")
    assert marlin("echo: something") == Info("echo: something")
    assert isinstance(marlin("FIRMWARE_NAME:Marlin grip: on"), Identity)
    assert isinstance(marlin("Error:grip: on"), Refused)
    place = marlin("X:1.00 Y:2.00 Z:3.00 grip: on")
    assert place == PositionReport("X:1.00 Y:2.00 Z:3.00 grip: on", Point(1, 2, 3))


@pytest.mark.parametrize(
    ("answer", "holding"),
    [
        ("< x_min: open\n< grip: TRIGGERED\n< ok", True),
        ("< ok\n< grip: off", False),
        ("< ok grip: on", True),
        ("< ok N2 grip: off", False),
    ],
)
def test_it_is_answered_before_its_ok_behind_it_or_in_it(answer: str, holding: bool) -> None:
    client, wire = talking(f"> N2 M119*40\n{answer}")
    assert client.holds("M119") is holding
    assert wire.rest == []


def talking(script: str) -> tuple[LinkClient, ScriptedTransport]:
    clock = FakeClock()
    wire = ScriptedTransport(GREETING + script, clock)
    client = LinkClient(wire, asked_by(MARLIN, QUESTION), clock, Publisher())
    client.connect()
    return client, wire
