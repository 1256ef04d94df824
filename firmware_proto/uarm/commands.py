"""What uArm's commands do; each is done at once and gives the words of its answer."""

from collections.abc import Callable, Iterator
from functools import partial

from firmware_proto.machine import Machine
from firmware_proto.points import Point
from firmware_proto.uarm.lines import Line
from firmware_proto.uarm.paths import straight, swing
from firmware_proto.uarm.session import UarmSession

OFTENEST_REPORT = 0.05
"""The least time between two reports, s: more often a wire at this speed could not carry much else."""

OK = "ok"
UNKNOWN = "E20"
PARAMETER = "E21"
OUT_OF_REACH = "E22"
MOTORS_OFF = "E27"
NOT_UNDERSTOOD = ""

IDENTITY = {
    "P2201": "SwiftPro",
    "P2202": "3.3.1",
    "P2203": "V4.4.0",
    "P2204": "V4.0.3",
    "P2205": "VD43639DA1F2B",
}

_Path = Callable[[Point, Point], Iterator[Point]]


class UarmCommands:
    """Carries commands out on a machine."""

    def __init__(self, machine: Machine, session: UarmSession) -> None:
        self._machine = machine
        self._session = session
        self._work_mode = 0  # kept over a reset
        self._now = 0.0
        self._table: dict[str, Callable[[Line], str]] = {
            **self._motion(),
            **self._settings(),
            **self._queries(),
        }

    def _motion(self) -> dict[str, Callable[[Line], str]]:
        return {
            "G0": lambda line: self._move(line, swing),
            "G1": lambda line: self._move(line, straight),
            "G2204": self._move_by,
            "G2004": self._dwell,
            "M17": lambda _: self._lock(),
            **dict.fromkeys(("M18", "M2019"), lambda _: self._let_loose()),
            "M2222": self._tell_reach,
            "M2231": self._switch,
            "M2232": self._switch,
        }

    def _settings(self) -> dict[str, Callable[[Line], str]]:
        return {
            "G21": lambda _: OK,
            "G90": lambda _: OK,
            "M2120": self._report_every,
            "M2121": lambda _: self._report(None),
            "M2122": self._tell_stops,
            "M2400": self._set_work_mode,
        }

    def _queries(self) -> dict[str, Callable[[Line], str]]:
        return {
            **{code: partial(_says, text) for code, text in IDENTITY.items()},
            "P2220": lambda _: f"{OK} {spot(self._machine.motion.position(self._now))}",
            "P2231": lambda _: f"{OK} V{self._grip_of('M2231')}",
            "P2232": lambda _: f"{OK} V{self._grip_of('M2232')}",
            "P2234": lambda _: f"{OK} V{self._session.powered:d}",
            "P2400": lambda _: f"{OK} V{self._work_mode}",
        }

    @property
    def work_mode(self) -> int:
        """What is said to be mounted."""
        return self._work_mode

    def begin(self, session: UarmSession) -> None:
        """Go on with a new session, after a reset."""
        self._session = session

    def carry_out(self, line: Line, now: float) -> str:
        """Do what the line says, or refuse; the words of the answer."""
        self._now = now
        handler = self._table.get(line.code)
        if (answer := self._machine.answer(line.text)) is not None:
            return f"{OK} {answer}"
        if handler is not None:
            return handler(line)
        if self._machine.pump.knows(line.text):
            self._machine.output(line.text, now)
            return OK
        return UNKNOWN

    def _move(self, line: Line, path: _Path) -> str:
        words = line.words()
        if words is None or words.get("F", 1.0) <= 0:
            return NOT_UNDERSTOOD
        if not set(words) <= set("XYZF"):
            return UNKNOWN
        here = zip("XYZ", self._machine.motion.target, strict=True)
        target = Point(*(words.get(axis, place) for axis, place in here))
        return self._go(target, words.get("F"), path)

    def _move_by(self, line: Line) -> str:
        numbers = line.numbers("XYZF")
        if numbers is None or numbers[3] <= 0:
            return PARAMETER
        return self._go(self._machine.motion.target.plus(Point(*numbers[:3])), numbers[3], straight)

    def _go(self, target: Point, feed: float | None, path: _Path) -> str:
        """Cut a move into pieces; they are planned as there is room. `feed` is in mm/min."""
        if feed is not None:
            self._session.speed = feed / 60
        if self._session.speed is None:
            return NOT_UNDERSTOOD
        if not self._session.motors:
            return MOTORS_OFF
        if not self._reaches(target):
            self._machine.blame(f"A move to {spot(target)} leads where the arm cannot reach.")
            return OUT_OF_REACH
        pieces = path(self._machine.motion.target, target)
        self._session.pieces.extend((end, self._session.speed) for end in pieces)
        return OK

    def _reaches(self, target: Point) -> bool:
        limits = self._machine.limits
        return limits.cut(target) == target and limits.reaches(target)

    def _tell_reach(self, line: Line) -> str:
        numbers = line.numbers("XYZP")
        if numbers is None or numbers[3]:
            return PARAMETER
        return f"{OK} V{self._reaches(Point(*numbers[:3])):d}"

    def _dwell(self, line: Line) -> str:
        numbers = line.numbers("P")
        if numbers is None:
            return PARAMETER
        self._machine.motion.supply.rest_wanted()
        self._session.dwelling_until = self._now + int(numbers[0]) / 1000
        return OK

    def _switch(self, line: Line) -> str:
        wanted = line.digit("V", 1)
        if wanted is None:
            return PARAMETER
        if wanted:
            self._session.closed.add(line.code)
        else:
            self._session.closed.discard(line.code)
        self._machine.output(line.text, self._now)
        return OK

    def _grip_of(self, code: str) -> int:
        """0 off, 1 at work for nothing, 2 at work with something held."""
        if code not in self._session.closed:
            return 0
        bench = self._machine.bench
        return 2 if bench is not None and bench.held is not None else 1

    def _lock(self) -> str:
        self._session.motors = True
        return OK

    def _let_loose(self) -> str:
        self._session.motors = False
        self._machine.unpower(self._now)
        self._machine.located()
        return OK

    def _report_every(self, line: Line) -> str:
        numbers = line.numbers("V")
        return PARAMETER if numbers is None else self._report(numbers[0])

    def _report(self, every: float | None) -> str:
        wanted = max(every, OFTENEST_REPORT) if every is not None and every > 0 else None
        self._session.report_every = wanted
        self._session.report_at = None if wanted is None else self._now + wanted
        return OK

    def _tell_stops(self, line: Line) -> str:
        wanted = line.digit("V", 1)
        if wanted is None:
            return PARAMETER
        self._session.tells_stops, self._session.moved = bool(wanted), False
        return OK

    def _set_work_mode(self, line: Line) -> str:
        mode = line.digit("S", 7)
        if mode is None:
            return PARAMETER
        self._work_mode = mode
        return OK


def _says(text: str, _: Line) -> str:
    return f"{OK} {text}"


def spot(place: Point) -> str:
    """A place as uArm writes it."""
    return " ".join(f"{axis}{value + 0.0:.4f}" for axis, value in zip("XYZ", place, strict=True))
