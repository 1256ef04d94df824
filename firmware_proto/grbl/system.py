"""GRBL's lines that begin with `$`."""

import math
import re
from collections.abc import Callable, Iterator

from firmware_proto.grbl import reports
from firmware_proto.grbl.commands import GrblCode
from firmware_proto.grbl.core import GrblCore
from firmware_proto.grbl.lines import Refusal
from firmware_proto.grbl.memory import DEBOUNCE, HOMING, INCHES, LOCATE_RATE, PULL_OFF, SEEK_RATE, SLOWEST
from firmware_proto.points import ORIGIN, Point
from firmware_proto.waits import Wait

_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)"
_SETTING = re.compile(rf"\$({_NUMBER})?(=)?({_NUMBER})?(.*)")
_LETTERS = frozenset("GCX$#HSIRN")
_AT_ANY_TIME = frozenset("GCX$")


class GrblSystem:
    """Carries out lines that begin with `$`; `code` jogs."""

    def __init__(self, core: GrblCore, code: GrblCode) -> None:
        self._core = core
        self._code = code
        self._table: dict[str, Callable[[], Iterator[Wait] | None]] = {
            "$": lambda: core.say(reports.HELP),
            "$$": self._tell_settings,
            "$G": lambda: core.say(reports.modes(core.session.modes, bool(core.memory[INCHES]))),
            "$C": self._check,
            "$X": self._unlock,
            "$#": lambda: self._say_all(reports.offsets(core.memory, core.session.modes)),
            "$H": self._home,
            "$I": lambda: self._say_all(reports.identity(core.build)),
            "$N": lambda: self._say_all(iter(("$N0=", "$N1="))),
            "$SLP": self._sleep,
        }

    def carry_out(self, line: str) -> Iterator[Wait]:
        """Do what a line says; raises Refusal."""
        if line.startswith("$J"):
            yield from self._jog(line)
            return
        if line[1:2] not in _AT_ANY_TIME and line != "$":
            self._core.require("Idle", "Alarm")
        if line in self._table:
            yield from self._table[line]() or ()
        elif line.startswith("$RST="):
            self._restore(line[5:])
        else:
            yield from self._set(line)

    def _jog(self, line: str) -> Iterator[Wait]:
        self._core.require("Idle", "Jog")
        if line[2:3] != "=":
            raise Refusal(16)
        yield from self._code.jog(line[3:])

    def _tell_settings(self) -> None:
        self._core.require("Idle", "Alarm", "Check", "Jog")
        self._say_all(self._core.memory.lines())

    def _set(self, line: str) -> Iterator[Wait]:
        number, equals, value, rest = _SETTING.findall(line)[0]
        if line[1:2] in _LETTERS or (number and not equals) or (value and rest):
            raise Refusal(3)
        if not (number and value):
            raise Refusal(2)
        self._core.memory.set(int(float(number)), float(value))
        self._core.apply_settings()
        yield from self._core.write_memory()

    def _restore(self, what: str) -> None:
        if what not in ("$", "#", "*"):
            raise Refusal(3)
        self._core.memory.restore(what)
        self._core.apply_settings()
        self._core.say(reports.RESTORED)
        self._core.session.due = "reset"

    def _check(self) -> None:
        session = self._core.session
        if session.checking:
            self._core.say(reports.CHECK_OFF)
            session.due = "reset"
        else:
            self._core.require("Idle")
            session.checking = True
            self._core.say(reports.CHECK_ON)

    def _unlock(self) -> None:
        if self._core.session.locked:
            self._core.say(reports.UNLOCKED)
            self._core.session.locked = False

    def _sleep(self) -> None:
        self._core.session.due = "sleep"

    def _home(self) -> Iterator[Wait]:
        core, session = self._core, self._core.session
        if not core.memory[HOMING]:
            raise Refusal(5)
        if not core.motion.idle:
            core.machine.blame(
                "The arm homes while moves are still planned: their end must be awaited first."
            )
        session.homing = True
        core.machine.begin_homing()
        home = core.machine.limits.home
        yield from self._seek(core.motion.target._replace(z=home.z))
        yield from self._seek(home)
        core.machine.homed()
        session.shift, session.locked = ORIGIN, False
        core.sync_position()
        if session.asked:
            core.report()
        session.homing = session.asked = False

    def _seek(self, target: Point) -> Iterator[Wait]:
        """Run into the endstops on the way to `target`, and once more slowly."""
        core = self._core
        way = target.minus(core.motion.target)
        farthest = max(map(abs, way))
        seek, locate = max(core.memory[SEEK_RATE], SLOWEST), max(core.memory[LOCATE_RATE], SLOWEST)
        if farthest:
            core.motion.add(target, seek / 60 * math.hypot(*way) / farthest, core.now)
        yield core.rest()
        pull_off = core.memory[PULL_OFF] * 60 * (2 / seek + 1 / locate)
        yield Wait.until(core.now + 4 * core.memory[DEBOUNCE] / 1000 + pull_off)

    def _say_all(self, lines: Iterator[str]) -> None:
        for line in lines:
            self._core.say(line)
