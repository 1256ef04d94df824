"""An arm that is told lines and replies to each, described by the lines and patterns of a config alone."""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from controller.gcode.firmware import Counted, Firmware, Part, Stop
from controller.gcode.lines import fitting, plain
from controller.gcode.numbers import feed, in_seconds, milliseconds, number
from controller.gcode.replies import (
    Answered,
    Identity,
    Info,
    Ok,
    PositionReport,
    Refused,
    Reply,
    Started,
)
from controller.gcode.vocabulary import HOMES, MOVES, POWERED, Vocabulary, command_of
from controller.model import Point

_LONGEST_LINE = 127
_NEVER_KNOWN = (
    "the firmware never says where the arm stands; describe how under custom: position, or write pose"
)
_G_CODE_MOVES = frozenset({"G0", "G1", "G2", "G3"})
_HOMING_WORDS = frozenset({"G28", "$H", "HOME"})
_LIMP_WORDS = frozenset({"M18", "M84", "M2019", "$MD", "$SLP"})
_NUMBER = r"-?(?<![\d.])\d{1,9}(?!\d)(?:\.\d+)?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """What PROTOCOL.md tells of other firmwares, as lines and regular expressions.

    `move` has {x}, {y}, {z} (mm) and {feed} (mm/min) or {speed} (mm/s) in it, `lift` all but x and y, `dwell`
    {seconds} or {milliseconds}. `finished` is acknowledged once motion has ended; `position` finds {x}, {y}
    and {z} in what is said before that.
    """

    name: str
    line_end: str
    ready: str | None
    identify: str | None
    identity: str | None
    startup: tuple[str, ...]
    home: tuple[str, ...]
    move: str
    lift: str
    dwell: str | None
    finished: str
    position: str | None
    halt: str | None
    ok: str
    error: str


def custom_firmware(arm: Description, grip: tuple[str, ...], release: tuple[str, ...]) -> Firmware:
    """The firmware that `arm` describes; its patterns must compile."""
    end = arm.line_end.encode("ascii")

    def frame(_number: int, text: str) -> bytes:
        return fitting(plain(text, arm.name), text, arm.name, _LONGEST_LINE) + end

    # The leading line end parts it from a line that is half on its way. Without one the arm stops by itself
    # where the one line leads that may be on its way.
    halt = Stop(end + frame(0, arm.halt) if arm.halt else b"", lets_go=frozenset({Part.POSITION}))
    return Firmware(
        name=arm.name,
        signature=None,
        flow=Counted(lines=1, bytes=_LONGEST_LINE + len(end)),
        prelude=arm.startup,
        vocabulary=_vocabulary(arm),
        not_homed={} if arm.position else {"none": _NEVER_KNOWN},
        home=arm.home,
        placed=lambda _: arm.home,
        drain=(arm.finished,),
        where=arm.finished if arm.position else None,
        identify=arm.identify,
        grip=grip,
        release=release,
        travel=lambda to, speed: _filled(arm.move, to._asdict(), speed),
        lift=lambda z, speed: _filled(arm.lift, {"z": z}, speed),
        dwell=None if arm.dwell is None else partial(_dwell, arm.dwell),
        parser=lambda: parser(arm),
        frame=frame,
        greeting=b"",
        unheard="; where it has never answered a line, see line_end, ready and ok under arm.custom",
        junction_deviation=0.0,  # each line begins when the one before it has ended
        reset_wait=2.0 if arm.ready is None else math.inf,
        halt=halt,
        kill=halt,  # no harder one is known
        opening=frozenset(Part),
    )


def _vocabulary(arm: Description) -> Vocabulary:
    """The words of such an arm that move it, and those with which others let their motors go."""
    moving = {command_of(line) for line in (arm.move, arm.lift)}
    if moving & _G_CODE_MOVES:
        moving |= _G_CODE_MOVES
    homing = _HOMING_WORDS & {command_of(line) for line in arm.home}  # not M17, say, which may come before
    harm = dict.fromkeys(homing, HOMES) | dict.fromkeys(moving, MOVES)
    return Vocabulary(known=None, fatal={}, closing=harm, limp=_LIMP_WORDS, harmless=re.compile(POWERED))


def without_sides(move: str) -> str:
    """`move` without the words for x and y; a word ends at a blank."""
    return " ".join(word for word in move.split() if "{x}" not in word and "{y}" not in word)


def position_pattern(template: str) -> re.Pattern[str]:
    """`template`, a regular expression in which {x}, {y} and {z} stand for numbers; raises re.error."""
    for axis in "xyz":
        template = template.replace(f"{{{axis}}}", f"(?P<{axis}>{_NUMBER})")
    return re.compile(template)


def _filled(line: str, place: Mapping[str, float], speed: float) -> str:
    values = {axis: number(value) for axis, value in place.items()}
    return _replaced(line, {**values, "feed": feed(speed), "speed": number(speed)})


def _dwell(line: str, seconds: float) -> str:
    return _replaced(line, {"seconds": in_seconds(seconds), "milliseconds": milliseconds(seconds)})


def _replaced(line: str, values: Mapping[str, str]) -> str:
    # Not str.format: a firmware's own braces must come through as they stand.
    for word, value in values.items():
        line = line.replace(f"{{{word}}}", value)
    return line


def parser(arm: Description) -> Callable[[str], Reply]:
    """What the lines of such an arm mean; it never raises, a line that no pattern finds is Info."""
    ok, error = re.compile(arm.ok), re.compile(arm.error)
    ready = re.compile(arm.ready) if arm.ready else None
    identity = re.compile(arm.identity) if arm.identity else None
    position = position_pattern(arm.position) if arm.position else None

    def answer(text: str) -> Reply | None:
        place = position.search(text) if position else None
        if place and None not in (axes := place.group(*"xyz")):
            return PositionReport(text, Point(*map(float, axes)))
        if identity and identity.search(text):
            return Identity(text, arm.name)
        return None

    def parse(text: str) -> Reply:
        if ready and ready.search(text):
            return Started(text)
        if error.search(text):
            return Refused(text)
        said = answer(text)
        if ok.search(text):
            return Answered(text, 0, said) if said else Ok(text)
        return said or Info(text)

    return parse
