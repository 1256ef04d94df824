"""A firmware made of lines and patterns says and hears what they say."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.errors import UsageError
from controller.gcode.custom import Description, custom_firmware, without_sides
from controller.gcode.replies import Answered, Identity, Info, Ok, PositionReport, Refused, Reply, Started
from controller.model import Point

ARM = Description(
    name="the custom firmware",
    line_end="\r\n",
    ready="ONLINE",
    identify="M115",
    identity="MyArm",
    startup=("M17",),
    home=("G28",),
    move="G1 X{x} Y{y} Z{z} F{speed}",
    lift="G1 Z{z} F{feed}",
    dwell="G4 S{seconds} P{milliseconds}",
    finished="M114",
    position=r"\[X:{x} Y:{y} Z:{z}",
    halt="M410",
    ok="^ok",
    error="(?i)^error",
)
FIRMWARE = custom_firmware(ARM, ("M1",), ("M2",))


@pytest.mark.parametrize(
    ("line", "fact"),
    [
        ("ok", Ok("ok")),
        ("ERROR: COMMAND", Refused("ERROR: COMMAND")),
        ("INFO: ROBOT ONLINE", Started("INFO: ROBOT ONLINE")),
        ("I am MyArm 2", Identity("I am MyArm 2", "the custom firmware")),
        ("at [X:1.50 Y:-2 Z:3.0 E:0]", PositionReport("at [X:1.50 Y:-2 Z:3.0 E:0]", Point(1.5, -2, 3))),
        (
            "ok [X:1 Y:2 Z:3",
            Answered("ok [X:1 Y:2 Z:3", 0, PositionReport("ok [X:1 Y:2 Z:3", Point(1, 2, 3))),
        ),
        ("INFO: what", Info("INFO: what")),
        ("", Info("")),
    ],
)
def test_a_line_means_what_its_pattern_says(line: str, fact: Reply) -> None:
    assert FIRMWARE.parser()(line) == fact


@given(st.text())
def test_no_line_is_too_strange(line: str) -> None:
    assert isinstance(FIRMWARE.parser()(line), Reply)


def test_without_patterns_nothing_is_found() -> None:
    parse = custom_firmware(replace(ARM, ready=None, position=None, identity=None), (), ()).parser()
    for line in ("ONLINE", "[X:1 Y:2 Z:3", "MyArm"):
        assert parse(line) == Info(line)


def test_the_lines_are_filled_in_each_in_its_units() -> None:
    assert FIRMWARE.travel(Point(120, -110.5, 0), 2.5) == "G1 X120 Y-110.5 Z0 F2.5"
    assert FIRMWARE.lift(60, 2.5) == "G1 Z60 F150"
    assert FIRMWARE.dwell is not None
    assert FIRMWARE.dwell(0.3) == "G4 S0.3 P300"
    assert (FIRMWARE.grip, FIRMWARE.release) == (("M1",), ("M2",))
    assert FIRMWARE.frame(1, "G28") == b"G28\r\n"


def test_a_lift_is_the_move_without_its_sides() -> None:
    assert without_sides("G1 X{x} Y{y} Z{z} F{feed}") == "G1 Z{z} F{feed}"
    assert without_sides("MOVE {x},{y} {z} {speed}") == "MOVE {z} {speed}"


def test_what_is_not_described_is_not_there() -> None:
    bare = custom_firmware(replace(ARM, dwell=None, halt=None, position=None, identify=None), (), ())
    assert (bare.dwell, bare.where, bare.identify) == (None, None, None)
    assert bare.halt.data == b""
    assert bare.drain == ("M114",)


def test_its_halt_is_parted_from_a_line_half_on_its_way() -> None:
    assert FIRMWARE.halt.data == b"\r\nM410\r\n"


def test_a_line_that_is_no_ascii_or_endless_is_not_sent() -> None:
    for text in ("G1 é", "G1 " + "X" * 200):
        with pytest.raises(UsageError, match="the custom firmware"):
            FIRMWARE.frame(1, text)
