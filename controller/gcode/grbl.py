"""GRBL 1.1, its relatives, and 0.9 before it, as PROTOCOL.md describes them."""

import math
import re
from collections.abc import Iterator, Mapping, Sequence

from controller.errors import UsageError
from controller.gcode import grbl_modes
from controller.gcode.firmware import Counted, Finding, Firmware, Part, Stop, Told
from controller.gcode.lines import fitting, here_is, plain, straight, straight_up
from controller.gcode.numbers import in_seconds
from controller.gcode.replies import (
    BufferSize,
    Busy,
    Halted,
    Identity,
    Info,
    Locked,
    Ok,
    PositionReport,
    Refused,
    Reply,
    Setting,
    Started,
)
from controller.gcode.vocabulary import HOMES, LIMP, MOVES, RENAMES, Vocabulary, numbered
from controller.model import Point
from controller.motion.axes import Demand

_LONGEST_LINE = 79
_ASK = "?"
_INCH = 25.4  # mm
_ROUGH_CORNER = 0.1  # mm of junction deviation
_NEW_SETTINGS = frozenset({"$30", "$31", "$32"})  # since 1.1

# What writes EEPROM loses the bytes that arrive meanwhile; other $ lines want the machine at rest.
_ALONE = re.compile(r"\s*(?:\$|G10(?!\d)|G28\.1|G30\.1)", re.IGNORECASE)

_STARTED = re.compile(r"grbl\S*\s+v?\d", re.IGNORECASE)
_VERSION = re.compile(r"\[(?:VER:|(?=0\.\d))([^:\]]+)")  # 0.9 says it without VER:
_OPTIONS = re.compile(r"\[OPT:[^,\]]*,\d+,(\d{1,9})(?!\d)")
_NUMBER = r"(-?\d{1,9}(?:\.\d+)?)"
_SETTING = re.compile(rf"\$(\d+)\s*=\s*{_NUMBER}(?!\S)")
_ERROR = re.compile(r"error:\s*(\w+)")
_ALARM = re.compile(r"ALARM:\s*(\w+)")
_COMMA_BEFORE_FIELD = re.compile(r",(?=[A-Za-z]+:)")  # 0.9 has no bars between the fields of a report
_REPORT = re.compile(r"<(\w+)[^|>]*\|?([^>]*)>?$")
_PLACE = re.compile(rf"{_NUMBER},{_NUMBER},{_NUMBER}(?:,|$)")
_FREE = re.compile(r"\d+,(\d{1,9})$")

_ERRORS = {
    "1": "a letter was expected",
    "2": "a number is missing",
    "3": "it does not know this $ line",
    "5": "homing is not enabled; see $22",
    "8": "it is not at rest",
    "9": "it is locked until it has been homed",
    "11": "the line is too long",
    "15": "that is beyond the travel",
    "20": "it does not know this command",
    "22": "the speed is missing",
}
_ALARMS = {
    "1": "a limit switch was hit",
    "2": "the target is beyond the travel of its axes",
    "3": "it was reset in motion",
    "6": "it was reset while homing",
    "8": "homing did not leave the limit switch",
    "9": "homing did not find the limit switch",
}


_REAL_TIME = frozenset("!?~")


def frame(_number: int, text: str) -> bytes:
    """The line with its end, or the single byte that asks for a report; raises UsageError."""
    if text == _ASK:
        return b"?"
    if stray := _REAL_TIME.intersection(text):
        raise UsageError(f"`{text}` holds `{min(stray)}`, which GRBL obeys wherever it stands; take it out.")
    return fitting(plain(text, "GRBL"), text, "GRBL", _LONGEST_LINE) + b"\n"


# GRBL tells its offset in one of the first reports after a start.
_REPORTS_TO_OFFSET = 3


class Parser:
    """What GRBL's lines mean; never raises, an unknown line is Info.

    It remembers what a report leaves out: how far the program's coordinates are from the machine's, and
    whether places are told in inches.
    """

    def __init__(self) -> None:
        self._offset: Point | None = None
        self._without_offset = 0
        self._unit = 1.0

    def __call__(self, text: str) -> Reply:
        """What this line means, after those before it."""
        if text == "ok":
            return Ok(text)
        if report := _REPORT.match(_COMMA_BEFORE_FIELD.sub("|", text)):
            return self._report(text, report[1], report[2])
        if error := _ERROR.match(text):
            return Refused(text, _ERRORS.get(error[1], ""))
        if alarm := _ALARM.match(text):
            return Halted(text, _ALARMS.get(alarm[1], ""))
        if _STARTED.match(text):
            self._offset = None
            return Started(text)
        return self._notice(text)

    def _notice(self, text: str) -> Reply:
        if version := _VERSION.match(text):
            return Identity(text, f"GRBL {version[1]}")
        if options := _OPTIONS.match(text):
            return BufferSize(text, int(options[1]))
        if setting := _SETTING.match(text):
            if setting[1] == "13":
                self._unit = _INCH if float(setting[2]) else 1.0
            return Setting(text, f"${setting[1]}", float(setting[2]))
        return grbl_modes.told(text) or Info(text)

    def _report(self, text: str, state: str, rest: str) -> Reply:
        fields = dict(part.partition(":")[::2] for part in rest.split("|"))
        at = self._place(fields)
        match state:
            case "Idle":
                return PositionReport(text, at, _free_bytes(fields)) if at else Busy(text)
            case "Alarm":
                return Locked(text)
            case "Hold" | "Door" | "Sleep" | "Check":
                return Halted(text, "it waits for a person")
        return Busy(text)

    def _place(self, fields: dict[str, str]) -> Point | None:
        """Where the tool is in the program's coordinates, mm; None before the firmware has told enough."""
        if "WCO" in fields:
            self._offset = self._point(fields["WCO"])
        if "WPos" in fields:
            return self._point(fields["WPos"])
        at = self._point(fields.get("MPos", ""))
        self._without_offset += self._offset is None
        if self._without_offset > _REPORTS_TO_OFFSET:
            self._offset = self._offset or Point(0.0, 0.0, 0.0)  # a relative that never tells it has none
        if at is None or self._offset is None:
            return None
        return Point(at.x - self._offset.x, at.y - self._offset.y, at.z - self._offset.z)

    def _point(self, text: str) -> Point | None:
        place = _PLACE.match(text)
        return Point(*(self._unit * float(value) for value in place.groups())) if place else None


def _free_bytes(fields: dict[str, str]) -> int | None:
    free = _FREE.match(fields.get("Bf", ""))
    return int(free[1]) if free else None


def _review(told: Told, asked: Sequence[Demand], homes: bool) -> Iterator[Finding]:
    """What `$$` says, held against the config: GRBL cuts in silence what it cannot do."""
    settings = told.settings
    if not settings:
        yield Finding("does not tell its settings: compare speeds, accelerations and travel with the config")
        return
    if "$27" in settings and not settings.keys() & _NEW_SETTINGS:
        yield from _of_old(settings)
    yield from _dangers(settings)
    yield from _unfit_to_home(settings) if homes else _unfit_to_be_placed(settings)
    for axis, demand in enumerate(asked):
        yield from _falls_short(settings, axis, demand)


def _of_old(settings: Mapping[str, float]) -> Iterator[Finding]:
    """What GRBL 0.9 cannot say, or was told not to."""
    yield Finding(
        "is a GRBL from before 1.1: after a halt it never says that it stands, and is only waited for; "
        "better update it"
    )
    mask = int(settings.get("$10", 3))
    if not mask & 0b11:
        yield Finding(f"tells no place in its reports ($10={mask}); send $10=3", grave=True)
    elif not mask & 0b10:
        yield Finding(f"tells places without the offsets of its program ($10={mask}); send $10=3")


def _dangers(settings: Mapping[str, float]) -> Iterator[Finding]:
    if settings.get("$32") == 1:
        yield Finding("is in laser mode ($32=1), in which a stop lets the disk fall; send $32=0", grave=True)
    if (delay := settings.get("$1", 255)) != 255:
        yield Finding(f"lets its motors go limp {delay:g} ms after each stop ($1={delay:g}); send $1=255")
    if (deviation := settings.get("$11", 0)) > _ROUGH_CORNER:
        yield Finding(f"takes corners without braking much ($11={deviation:g}): a disk may be shaken off")


def _unfit_to_home(settings: Mapping[str, float]) -> Iterator[Finding]:
    """What keeps an arm with end switches from knowing where it is, or from keeping within its travel."""
    if settings.get("$22") == 0:
        yield Finding(
            "has homing switched off ($22=0), and the arm is to home by itself; send $22=1 (startup: "
            "[$22=1]) where it has end switches, or write home: {kind: pose}",
            grave=True,
        )
    if settings.get("$20") == 0:
        yield Finding("has its soft limits switched off ($20=0): it would drive into its stops")


def _unfit_to_be_placed(settings: Mapping[str, float]) -> Iterator[Finding]:
    """What an arm that a person places should not be set to: it counts from wherever it was switched on."""
    if settings.get("$22") == 1:
        yield Finding("wants to be homed with end switches ($22=1), and is placed by hand; send $22=0")
    if settings.get("$20") == 1:
        yield Finding("has soft limits ($20=1) that count from where it was switched on; send $20=0")


def _falls_short(settings: Mapping[str, float], axis: int, asked: Demand) -> Iterator[Finding]:
    """What an axis cannot do that the config asks of it."""
    along, unit = f"along {asked.name}", asked.unit
    rate = settings.get(f"$11{axis}", math.inf) / 60
    if rate < asked.speed:
        yield Finding(
            f"goes no faster than {rate:g} {unit}/s {along} ($11{axis}), and the config wants {asked.speed:g}"
        )
    able = settings.get(f"$12{axis}", math.inf)
    if able < asked.acceleration:
        yield Finding(
            f"accelerates by no more than {able:g} {unit}/s2 {along} ($12{axis}), "
            f"and the config wants {asked.acceleration:g}"
        )
    travel = settings.get(f"$13{axis}", math.inf)
    if travel < asked.span:
        yield Finding(
            f"has a travel of {travel:g} {unit} {along} ($13{axis}), and {asked.spans} {asked.span:g}"
        )


_VOCABULARY = Vocabulary(
    known=frozenset(
        [
            *numbered("G", "0-4 10 17-21 28 30 40 43 49 53-59 61 80 90-94"),
            *("G28.1", "G30.1", "G38.2", "G38.3", "G38.4", "G38.5", "G43.1", "G91.1", "G92.1"),
            # M62 to M68 switch the outputs of relatives: grblHAL, FluidNC.
            *numbered("M", "0-5 7-9 30 56 62-68"),
        ]
    ),
    fatal={
        "M0": "waits for a button at the board",
        "M1": "may wait for a button at the board",
        "$C": "has lines checked and not carried out",
        "$RST": "throws the settings away and starts the firmware anew",
        "$J": "moves the arm, and where to only the firmware knows",
        "$N": "stores lines that are carried out at every start",
        "G10": "renames the places on the table, and for ever",
    },
    closing={
        **dict.fromkeys(numbered("G", "0-3 28 30"), MOVES),
        **dict.fromkeys(("G38.2", "G38.3", "G38.4", "G38.5", "X", "Y", "Z"), MOVES),
        **dict.fromkeys(("$H", "$HX", "$HY", "$HZ", "$HOME"), HOMES),
        **dict.fromkeys(("$SD/RUN", "$LOCALFS/RUN", "$JOG"), MOVES),
        **dict.fromkeys((*numbered("G", "55-59 92"), "G43.1", "G59.1", "G59.2", "G59.3", "G92.1"), RENAMES),
        "G20": "turns all lengths into inches",
        "G91": "turns all places into distances",
        "G93": "turns all speeds into times",
        "M2": "ends the program, and lets go of a disk held by M3 or M8",
        "M30": "ends the program, and lets go of a disk held by M3 or M8",
        **dict.fromkeys(("$SLP", "$SLEEP"), "lets the motors go, and only a reset wakes the firmware"),
        **dict.fromkeys(("$MD", "$MOTOR/DISABLE"), LIMP),
    },
    limp=frozenset({"$SLP", "$SLEEP", "$MD", "$MOTOR/DISABLE", "$1"}),
    # Those that move no more than a gripper, and the setting that keeps the motors powered.
    harmless=re.compile(r"(?:G\s*0*[01](?![.\d])|[A-CEFU]\s*[-+.\d]+|\s)+|\$\s*1\s*=\s*255(?:\.0*)?"),
    usual="a pump or valve is worked by M3 S1000 and M5, or by M8 and M9",
    extra={
        "M7": "a GRBL that was built with mist coolant",
        **dict.fromkeys(numbered("M", "62-68"), "relatives with more outputs, such as grblHAL and FluidNC"),
    },
    modal=True,
)


GRBL = Firmware(
    name="GRBL",
    signature=re.compile(r"(?i:grbl\S*\s+v?\d)|\[VER:|\[0\.\d"),
    # 128 bytes, of which a ring may leave one free, until the firmware tells another size.
    flow=Counted(lines=64, bytes=127, status=b"?", alone=_ALONE),
    prelude=(),
    home=("$H",),
    placed=lambda at: ("$X", "G21", here_is(at)),  # $X: with $22=1 it is locked
    modes=("G21", "G90", "G94"),  # locked until it is homed, it would refuse them before
    unlocked=lambda text: text.startswith("$"),
    vocabulary=_VOCABULARY,
    takes_negative_s=False,
    not_homed={
        "none": "GRBL counts from 0 wherever it starts; write firmware, or pose for an arm without end "
        "switches"
    },
    drain=("G4 P0.01",),
    where=_ASK,
    identify="$I",
    inquiries=("$$",),
    tell_modes="$G",
    outputs=grbl_modes.outputs,
    grip=("M3 S1000",),
    release=("M5",),
    travel=straight,
    lift=straight_up,
    dwell=lambda seconds: f"G4 P{in_seconds(seconds)}",
    parser=Parser,
    frame=frame,
    greeting=b"?",
    greeting_interval=0.25,
    review=_review,
    per_axis=True,
    junction_deviation=0.01,
    fills_up_first=True,
    arches=True,
    stop_seconds=0.053,  # a dwell is rounded up to 50 ms
    # It brakes along its way, and stands with Hold:0. Homing heeds no feed hold and tells nothing meanwhile.
    halt=Stop(
        b"!",
        lets_go=frozenset(),
        again=(0.0, *(0.2,) * 10),
        ask=b"?",
        at_rest=re.compile(r"<(?:Hold:0|Idle|Alarm|Sleep|Door:0)"),
    ),
    # In motion 0x18 lets everything go; after a feed hold that has come to rest only the gripper.
    kill=Stop(b"\x18", lets_go=frozenset(Part)),
    opening=frozenset(Part),
)
