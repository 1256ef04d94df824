"""Marlin 2.x, as PROTOCOL.md describes it."""

import re
from collections.abc import Iterator
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
from controller.model import Point
from controller.motion.geometry import MotionLimits, Workspace

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


def _review(told: Told, _limits: MotionLimits, _space: Workspace) -> Iterator[Finding]:
    if told.capabilities.get("EMERGENCY_PARSER") is False:
        yield Finding("has no emergency parser: a halt waits its turn")


MARLIN = Firmware(
    name="Marlin",
    signature=re.compile(r"(?:echo:\s*)?Marlin \d|FIRMWARE_NAME:\s*Marlin"),
    # Marlin holds 4 commands and 128 bytes. Room for one more is left: without an emergency parser a halt is
    # read only into a free place.
    flow=Numbered(lines=3, bytes=120),
    # M84 S0: never let the motors go by themselves, the arm would sink.
    prelude=("G21", "G90", "M84 S0"),
    home=("G28",),
    placed=lambda at: (here_is(at),),
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
    halt=Stop(b"\nM410\n", lets_go=frozenset({Part.POSITION})),
    kill=Stop(b"\nM112\n", lets_go=frozenset(Part)),
    opening=frozenset(Part),
)
