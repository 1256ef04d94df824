"""Marlin 2.x, as PROTOCOL.md describes it."""

import re
from collections.abc import Iterator, Sequence
from functools import reduce
from operator import xor

from controller.gcode.firmware import Finding, Firmware, Numbered, Part, Stop, Told
from controller.gcode.lines import fitting, here_is, plain, straight, straight_up
from controller.gcode.numbers import milliseconds
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
from controller.gcode.vocabulary import HOMES, LIMP, MOVES, POWERED, RENAMES, Vocabulary, numbered
from controller.model import Point
from controller.motion.axes import Demand

_LONGEST_LINE = 95  # Marlin's buffer is 96 with its end mark; the rest is cut silently
_NUMBER = r"(-?\d{1,9}(?:\.\d+)?)"
_POSITION = re.compile(rf"X:\s*{_NUMBER} Y:\s*{_NUMBER} Z:\s*{_NUMBER}(?!\S)")
_RESEND = re.compile(r"(?:Resend|rs):?\s*N?(\d{1,9})$", re.IGNORECASE)
_OK = re.compile(r"ok(?: N(\d{1,9}))?(?!\S)")
_IDENTITY = re.compile(r"FIRMWARE_NAME:\s*(.+?)(?:\s+[A-Z_]+:|$)")
_CAPABILITY = re.compile(r"Cap:(\w+):([01])$")
_BUSY = re.compile(r"(?:echo:)?\s*busy:")
_REFUSED = re.compile(r"echo:\s*(?:Unknown command:|Home .*First|endstops hit:)|Error:")
_HALTED = re.compile(r"Error:Printer (?:halted|stopped)|Error:.*system stopped|.*kill\(\) called")
_DAMAGED = re.compile(r"Error:.*Last Line:")


def _dwell(seconds: float) -> str:
    return f"G4 P{milliseconds(seconds)}"


def frame(line_number: int, text: str) -> bytes:
    """`N<n> <text>*<checksum>` and its end; raises UsageError for a line that Marlin would not read whole."""
    body = plain(f"N{line_number} {text}", "Marlin")
    return fitting(body + b"*%d" % reduce(xor, body), text, "Marlin", _LONGEST_LINE) + b"\n"


def parse(text: str) -> Reply:
    """What a line of Marlin's means; never raises, an unknown line is Info."""
    if ok := _OK.match(text):
        return Ok(text, int(ok[1]) if ok[1] else None)
    if resend := _RESEND.match(text):
        return Resend(text, int(resend[1]))
    if position := _POSITION.match(text):
        return PositionReport(text, Point(*map(float, position.groups())))
    if identity := _IDENTITY.match(text):
        return Identity(text, identity[1])
    if capability := _CAPABILITY.match(text):
        return Capability(text, capability[1], capability[2] == "1")
    return _parse_notice(text)


def _parse_notice(text: str) -> Reply:
    # The order matters: a halt and a damaged line begin with "Error:" too.
    if text == "start":
        return Started(text)
    for pattern, fact in ((_BUSY, Busy), (_HALTED, Halted), (_DAMAGED, LineDamaged), (_REFUSED, Refused)):
        if pattern.match(text):
            return fact(text)
    return Info(text)


def _review(told: Told, _asked: Sequence[Demand], _homes: bool) -> Iterator[Finding]:
    if told.capabilities.get("EMERGENCY_PARSER") is False:
        yield Finding("has no emergency parser: a halt waits its turn")


# All that Marlin 2.1 can be built with.
_KNOWN = frozenset(
    [
        *numbered("G", "0-6 10-12 17-22 26-35 42 53-61 76 80 90-92 425"),
        *("G38.2", "G38.3", "G38.4", "G38.5", "G59.1", "G59.2", "G59.3"),
        *numbered(
            "M", "0-5 7-11 16-18 20-34 42-43 48 73 75-87 92 100 102-129 140-141 143 145 149-150 154-155"
        ),
        *numbered("M", "163-166 190-193 196 200-211 217-218 220-221 226 240 250 255-256 260-261 280-282 290"),
        *numbered("M", "300-306 309 350-351 355 360-364 380-381 400-428 430 486 493 500-504 510-512 524 540"),
        *numbered(
            "M", "552-554 569 575 592-593 595 600 603 605 665-666 672 701-702 704-705 710 810-820 851-852"
        ),
        *numbered("M", "860-869 871 876 900 906-919 928 951 993-995 997 999 7219"),
        *numbered("T", "0-9"),
    ]
)
_VOCABULARY = Vocabulary(
    known=_KNOWN,
    fatal={
        "M0": "waits for a button at the board",
        "M1": "waits for a button at the board",
        "M110": "changes the line numbers, which are counted as lines are sent",
        "M112": "is the emergency stop, after which the board has to be reset",
        "M410": "throws the position away",
        "M997": "overwrites the firmware",
        "M999": "starts the firmware anew",
        **dict.fromkeys(("M28", "M928"), "has all later lines written to a card and not carried out"),
        "M575": "changes the speed of the line, so that nothing is understood any more",
    },
    closing={
        **dict.fromkeys(numbered("G", "0-3 5-6 10-12 26-27 29-35 42 53 61 76 425"), MOVES),
        **dict.fromkeys(("G38.2", "G38.3", "G38.4", "G38.5"), MOVES),
        **dict.fromkeys(numbered("M", "24 32 48 125 290 360-364 600 701-702"), MOVES),
        **dict.fromkeys(
            numbered("M", "810-819"), "stands for lines that nobody has read, and may move the arm"
        ),
        "G28": HOMES,
        **dict.fromkeys(("G92", *numbered("G", "54-59"), "G59.1", "G59.2", "G59.3"), RENAMES),
        **dict.fromkeys(numbered("M", "206 218 428"), RENAMES),
        "G20": "turns all lengths into inches",
        "G91": "turns all places into distances",
        **dict.fromkeys(("M18", "M84"), LIMP),
        "M81": "switches the power off, and the arm sinks",
        "M85": "stops the firmware once the arm has rested for so long",
    },
    limp=frozenset({"M18", "M84", "M81"}),
    # Those that move no more than a gripper, and those that keep the motors powered.
    harmless=re.compile(rf"G\s*0*[01](?![.\d])[^XYZ]*|{POWERED}"),
    usual="a pump or valve is worked by M106 and M107 or by M42 P.. S.., a servo by M280 P.. S..",
    extra={
        **dict.fromkeys(("M3", "M4", "M5"), "a Marlin that was built with SPINDLE_FEATURE or LASER_FEATURE"),
        **dict.fromkeys(("M7", "M8", "M9"), "a Marlin that was built with COOLANT_CONTROL"),
    },
)


MARLIN = Firmware(
    name="Marlin",
    signature=re.compile(r"(?:echo:\s*)?Marlin \d|FIRMWARE_NAME:\s*Marlin"),
    # Marlin holds 4 commands and 128 bytes. Room for one more is left: without an emergency parser a halt is
    # read only into a free place.
    flow=Numbered(lines=3, bytes=120),
    # M84 S0: never let the motors go by themselves, the arm would sink.
    prelude=("G21", "G90", "M84 S0"),
    vocabulary=_VOCABULARY,
    home=("G28",),
    placed=lambda at: (here_is(at),),
    arches=True,
    drain=("M400",),
    where="M114",
    identify="M115",
    grip=("M106 S255",),
    release=("M107",),
    travel=straight,
    lift=straight_up,
    dwell=_dwell,
    parser=lambda: parse,
    frame=frame,
    review=_review,
    greeting=b"\n" + frame(0, "M110 N0"),
    # The leading line end parts it from a line that is half on its way. Unnumbered, it is acted on as soon as
    # it is read, even where there is no emergency parser.
    # What is buffered begins a second after it as if nothing had happened, and is to be stopped in its turn.
    halt=Stop(b"\nM410\n", lets_go=frozenset({Part.POSITION}), again=(0.0, 1.02, 1.02)),
    kill=Stop(b"\nM112\n", lets_go=frozenset(Part)),
    opening=frozenset(Part),
)
