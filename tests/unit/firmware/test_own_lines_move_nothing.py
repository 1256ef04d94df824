"""Whatever `hanoi check` lets an exhibit say before and between the moves, no arm moves by it."""

from collections.abc import Callable

import pytest
from arm_wires import uarm
from emulator_wire import Wire
from grbl_wire import homed
from hypothesis import example, given, settings
from hypothesis import strategies as st

from controller.gcode.families import FIRMWARES
from firmware_proto.limits import Limits
from firmware_proto.marlin import MarlinEmulator

ROOM = Limits(x=(-400.0, 400.0), y=(-400.0, 400.0), z=(0.0, 400.0))
GOAL = (110.0, 120.0, 130.0)


def marlin() -> Wire:
    wire = Wire(MarlinEmulator(limits=ROOM))
    wire.open()
    wire.say("G21", "G90", "G28", "M400")
    return wire


def grbl() -> Wire:
    wire = homed(limits=ROOM)
    wire.say("G21", "G90", "G94")
    return wire


def swift() -> Wire:
    wire = uarm(limits=ROOM)
    wire.say("#1 G21")
    return wire


WIRES: dict[str, Callable[[], Wire]] = {"marlin": marlin, "grbl": grbl, "uarm": swift}

TELLING = ["28", "92", "92.1", "38.2", "43.1", "53", "54", "55", "10", "93", "2204", "2400", "206"]
command = st.builds(
    "{}{}{}".format,
    st.sampled_from("GMgm"),
    st.sampled_from(["", "0", " "]),
    st.one_of(st.integers(0, 120), st.sampled_from(TELLING)),
)
value = st.sampled_from(["", "1", "20", "-5", " 7", "0.5"])
word = st.builds("{}{}".format, st.sampled_from("XYZxzEFSPLIA"), value)
parts = st.lists(st.one_of(command, word, st.sampled_from(["(so)", "/", "("])), min_size=1, max_size=5)
line = st.builds(lambda blank, words: blank.join(words), st.sampled_from(["", " "]), parts)


@pytest.mark.parametrize("family", WIRES)
@example(text="G0 X300 Z5")
@example(text="G0 X250 Y0 Z99 F600")
@example(text="G2204 X5 Y0 Z-5 F600")
@example(text="G28")
@example(text="G92 X0")
@example(text="G10 L20 P1 X0")
@example(text="G10 L2 P1 X5 Z5")
@example(text="G55")
@example(text="/G0 X 1 0")
@example(text="G0 X5 (over there")
@example(text="G91")
@example(text="G20")
@settings(max_examples=120, deadline=None)
@given(text=line)
def test_no_line_that_may_be_sent_moves_the_arm_or_leads_the_next_move_elsewhere(
    family: str, text: str
) -> None:
    vocabulary = FIRMWARES[family].vocabulary
    assert vocabulary is not None
    if vocabulary.objection(text) is not None:
        return
    wire = WIRES[family]()
    tag = "#7 " if family == "uarm" else ""
    motion = wire.device.machine.motion
    before = motion.target
    wire.send(tag + text)
    wire.wait(30.0)
    assert motion.target == before
    wire.send(f"{tag}G1 X110 Y120 Z130 F6000")
    wire.wait(30.0)
    assert motion.target == pytest.approx(GOAL)
