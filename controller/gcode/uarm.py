"""uArm Swift Pro, firmware 4, as PROTOCOL.md describes it."""

import re
from collections.abc import Sequence

from controller.gcode.firmware import Firmware, Part, Stop, Tagged
from controller.gcode.lines import fitting, plain, straight, straight_up
from controller.gcode.numbers import milliseconds
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
from controller.gcode.vocabulary import LIMP, MOVES, RENAMES, Vocabulary, numbered
from controller.model import Point

_LONGEST_LINE = 49
_TAGS = 10_000  # a tag comes again only long after its line is forgotten
_WHERE = "P2220"

_NUMBER = r"(-?\d{1,9}(?:\.\d+)?)"
_ANSWER = re.compile(r"\$(\d{1,9})(?:\s+(.*))?$")
_POSITION = re.compile(rf"X\s*{_NUMBER}\s+Y\s*{_NUMBER}\s+Z\s*{_NUMBER}(?!\S)")
_VALUE = re.compile(r"V(\d{1,9})$")
_GRIPPED = 2
_GRIPPERS = {"M2231": "P2231", "M2232": "P2232"}  # what works a gripper, and what asks whether it holds

_ERRORS = {
    "E20": "it does not know this command",
    "E21": "a number is wrong or missing",
    "E22": "that is out of reach",
    "E26": "an encoder fails",
    "E27": "an encoder fails",
    "": "a number or the speed is missing",
}


def frame(number: int, text: str) -> bytes:
    """`#<tag> <text>` and its end; raises UsageError for a line that a uArm would not read whole."""
    line = plain(f"#{number % _TAGS} {text}", "uArm")
    return fitting(line, text, "uArm", _LONGEST_LINE) + b"\n"


def parse(text: str) -> Reply:
    """What a line of a uArm's means; never raises, an unknown line is Info."""
    if answer := _ANSWER.match(text):
        return Answered(text, int(answer[1]), _parse_answer(text, answer[2] or ""))
    if text.startswith("E23"):
        return Overflow(text)
    if text.startswith("@1"):
        return Started(text)
    if text.startswith("@5 V0"):
        return Halted(text, "its mains adapter has gone, and the arm has sunk")
    return Info(text)


def _parse_answer(text: str, said: str) -> Reply:
    word, _, rest = said.partition(" ")
    if word.lower() != "ok":
        return Refused(text, _ERRORS.get(word, ""))
    if position := _POSITION.match(rest):
        return PositionReport(text, Point(*map(float, position.groups())))
    if value := _VALUE.match(rest):
        return GripReport(text, int(value[1]) == _GRIPPED)
    return Identity(text, f"uArm {rest}") if rest else Ok(text)


def _holds(grip: Sequence[str]) -> str | None:
    words = [line.split()[0].upper() for line in grip if line.split()]
    return next((_GRIPPERS[word] for word in words if word in _GRIPPERS), None)


_VOCABULARY = Vocabulary(
    known=frozenset(
        [
            *numbered("G", "0-1 21 90 2000-2999"),
            *numbered("M", "17-18 204 2000-2999"),
            *numbered("P", "2000-2999"),
        ]
    ),
    fatal={},
    closing={
        **dict.fromkeys(numbered("G", "0-1 2000-2003 2005-2999"), MOVES),
        **dict.fromkeys(numbered("M", "2400-2401 2410-2411"), RENAMES),
        **dict.fromkeys(("M18", "M2019"), LIMP),
    },
    limp=frozenset({"M18", "M2019"}),
    harmless=re.compile(r"M\s*0*2400\s*S\s*0+(?:\.0*)?"),  # as the prelude has it
    usual="its pump is worked by M2231 V1 and V0, its gripper by M2232 V1 and V0",
)


# What is queued and not yet planned begins as if nothing had happened: said again until all is answered.
_STOP = Stop(b"\x18", lets_go=frozenset(), again=(0.0,) + (0.05,) * 40)

UARM = Firmware(
    name="uArm",
    signature=re.compile(r"device name\s*:\s*SwiftPro|\$\d+ ok SwiftPro"),
    # 20 lines are queued, but only what has been read; 128 bytes wait to be.
    flow=Tagged(lines=16, bytes=120, pulse=_WHERE, tags=_TAGS),
    prelude=("G21", "G90", "M2400 S0"),
    vocabulary=_VOCABULARY,
    usb={"2341:0042": "a uArm Swift Pro"},
    takes_joints=False,
    not_homed={"pose": "a uArm knows by itself where it stands, and cannot be told; write none"},
    home=(),  # absolute encoders: it always knows where it is
    placed=lambda _: (),
    # Answered as it begins, which is once the dwell before it is over; and all answers wait for rest.
    drain=("G2004 P0",),
    where=_WHERE,
    identify="P2201",
    grip=("M2231 V1",),
    release=("M2231 V0",),
    holds=_holds,
    travel=straight,  # never G0: by the joints, it is no straight line
    lift=straight_up,
    dwell=lambda seconds: f"G2004 P{milliseconds(seconds)}",
    parser=lambda: parse,
    frame=frame,
    greeting=b"\n" + frame(0, "P2203"),
    reset_wait=3.0,
    stop_seconds=0.03,  # questions take their time
    halt=_STOP,
    kill=_STOP,  # there is no harder one
    opening=frozenset({Part.MOTORS, Part.GRIPPER}),
)
