"""What Marlin's commands do: a handler yields a Wait as often as it must, and is then done."""

from collections.abc import Callable, Iterator

from firmware_proto.machine import Machine
from firmware_proto.marlin import reports
from firmware_proto.marlin.lines import Command
from firmware_proto.marlin.session import MarlinBuild, MarlinSession
from firmware_proto.points import Point
from firmware_proto.waits import Wait

HOMING_SPEED = 100.0
ENDSTOP_SECONDS = 0.6
STOPPING_SECONDS = 1.0
LONGEST_BUSY = 60
SPINDLE = frozenset({"M3", "M4", "M7", "M8"})

_AXES = ("X", "Y", "Z")
_Handler = Callable[[Command], Iterator[Wait] | None]


class MarlinCommands:
    """Carries commands out on a machine; `say` sends a line to the host."""

    def __init__(
        self, machine: Machine, session: MarlinSession, build: MarlinBuild, say: Callable[[str], None]
    ) -> None:
        self._machine = machine
        self._session = session
        self._build = build
        self._say = say
        self._now = 0.0
        self._table = self._motion() | self._settings() | self._outputs() | self._reports() | self._stops()

    def _motion(self) -> dict[str, _Handler]:
        return {
            "G0": self._line,
            "G1": self._line,
            "G4": self._dwell,
            "G28": self._home,
            "M18": self._motors_off,
            "M84": self._motors_off,
            "M400": lambda _: iter((self._rest(),)),
        }

    def _settings(self) -> dict[str, _Handler]:
        return {
            "G20": lambda _: self._set_unit(25.4),
            "G21": lambda _: self._set_unit(1.0),
            "G90": lambda _: self._set_relative(False),
            "G91": lambda _: self._set_relative(True),
            "G92": self._name_position,
            "M110": self._set_number,
            "M113": self._set_busy,
            "M201": self._set_axis_acceleration,
            "M203": self._set_axis_speed,
            "M204": self._set_acceleration,
            "M205": self._set_junction,
            "M220": self._set_percent,
        }

    def _outputs(self) -> dict[str, _Handler]:
        awaiting_motion = dict.fromkeys(("M3", "M4", "M5", "M7", "M8", "M9"), self._synchronous_output)
        return {**awaiting_motion, **dict.fromkeys(("M42", "M106", "M107", "M280"), self._output)}

    def _reports(self) -> dict[str, _Handler]:
        return {
            "M114": self._report_position,
            "M115": lambda _: self._say_all(reports.identity(self._build)),
            "M118": lambda command: self._say(command.text[4:].strip()),
            "M119": self._report_endstops,
            **dict.fromkeys(("M17", "M105", "M108"), _nothing),
        }

    def _stops(self) -> dict[str, _Handler]:
        if self._build.emergency_parser:  # they acted when their bytes arrived
            return {"M112": _nothing, "M410": _nothing, "M0": self._pause, "M1": self._pause}
        return {"M112": self._kill, "M410": self._quick_stop}

    def carry_out(self, command: Command) -> Iterator[Wait]:
        """Do what the command says, or refuse; call `at` before every step."""
        handler = self._table.get(command.code)
        if (answer := self._machine.answer(command.text)) is not None:
            self._say(answer)
        elif handler is not None:
            yield from handler(command) or ()
        elif self._machine.pump.knows(command.text):
            self._output(command)
        else:
            self._say(f'echo:Unknown command: "{command.text}"')

    def at(self, now: float) -> None:
        """The time at which the next step is taken."""
        self._now = now

    def quick_stop(self, now: float) -> None:
        """M410: stand still at once, and take no further command for a moment."""
        self._machine.stop(now)
        self._session.stopping_until = now + STOPPING_SECONDS

    def _rest(self) -> Wait:
        self._machine.motion.supply.rest_wanted()
        return Wait(lambda _: self._machine.motion.idle)

    def _line(self, command: Command) -> Iterator[Wait]:
        if self._lacks_homing():
            return
        target = self._target(command)
        if command.number("F", 0.0) > 0:
            self._session.speed = command.number("F", 0.0) * self._session.unit / 60
        reachable = self._machine.limits.cut(target)
        if not self._machine.limits.reaches(reachable):
            self._machine.blame(f"{command.text} leads where the arm cannot reach.")
            self._say("Error:Unreachable position " + reports.place(target))
            return
        yield Wait(lambda _: self._machine.motion.has_room)
        self._machine.move(reachable, self._session.speed * self._session.percent / 100, self._now)
        if reachable != target:
            self._tell_cut(command, target, reachable)

    def _tell_cut(self, command: Command, target: Point, reachable: Point) -> None:
        self._machine.blame(f"{command.text} leads beyond the machine's limits.")
        axes = zip(_AXES, target, reachable, strict=True)
        hits = "".join(f" {axis}:{end:.2f}" for axis, wanted, end in axes if wanted != end)
        self._say("echo:endstops hit: " + hits)

    def _lacks_homing(self) -> bool:
        lacking = "".join(axis for axis in _AXES if axis not in self._session.homed)
        if lacking and self._build.needs_homing:
            self._say(f"echo:Home {lacking} First")
            return True
        return False

    def _target(self, command: Command) -> Point:
        session, here = self._session, self._machine.motion.target
        return Point(*map(self._coordinate, _AXES, here, session.shift, (command,) * 3))

    def _coordinate(self, axis: str, here: float, shift: float, command: Command) -> float:
        value = command.value(axis)
        if value is None:
            return here
        value *= self._session.unit
        return here + value if self._session.relative else value - shift

    def _dwell(self, command: Command) -> Iterator[Wait]:
        yield self._rest()
        seconds = command.number("S", command.number("P", 0.0) / 1000)
        yield Wait.until(self._now + seconds)

    def _home(self, command: Command) -> Iterator[Wait]:
        yield self._rest()
        axes = [axis for axis in "ZYX" if axis in command.words] or ["Z", "Y", "X"]
        self._machine.begin_homing()
        self._session.homed -= set(axes)
        for axis in axes:
            yield from self._home_axis(axis)
            if axis not in self._session.homed:
                return
        if len(self._session.homed) == len(_AXES):
            self._machine.homed()

    def _home_axis(self, axis: str) -> Iterator[Wait]:
        motion, home = self._machine.motion, self._machine.limits.home
        target = _with(motion.target, axis, home[_AXES.index(axis)])
        motion.add(target, HOMING_SPEED, self._now)
        yield self._rest()
        if motion.target == target:  # otherwise it was stopped on the way
            yield Wait.until(self._now + ENDSTOP_SECONDS)
            self._session.homed.add(axis)
            self._session.shift = _with(self._session.shift, axis, 0.0)

    def _name_position(self, command: Command) -> None:
        for axis, place in zip(_AXES, self._machine.motion.target, strict=True):
            name = command.value(axis)
            if name is not None:
                shift = name * self._session.unit - place
                self._session.shift = _with(self._session.shift, axis, shift)

    def _motors_off(self, command: Command) -> Iterator[Wait]:
        if "S" in command.words:
            self._session.idle_timeout = command.number("S", 0.0)
            return
        yield self._rest()
        self._machine.unpower(self._now)
        self._session.homed.clear()

    def _synchronous_output(self, command: Command) -> Iterator[Wait]:
        yield self._rest()
        self._output(command)

    def _output(self, command: Command) -> None:
        if self._machine.output(command.text, self._now):
            self._session.gripped_with = command.code

    def _pause(self, command: Command) -> Iterator[Wait]:
        yield self._rest()
        self._session.paused, self._session.resumed = True, False
        seconds = command.number("S", command.number("P", 0.0) / 1000)
        end = self._now + seconds if seconds > 0 else None
        yield Wait(lambda now: self._session.resumed or (end is not None and now >= end), end)
        self._session.paused = False

    def _kill(self, _: Command) -> None:
        self._session.killed = True

    def _quick_stop(self, _: Command) -> Iterator[Wait]:
        self.quick_stop(self._now)
        yield Wait.until(self._session.stopping_until)

    def _set_unit(self, millimetres: float) -> None:
        self._session.unit = millimetres

    def _set_relative(self, relative: bool) -> None:
        self._session.relative = relative

    def _set_number(self, command: Command) -> None:
        number = command.value("N")
        if number is not None:
            self._session.last_number = int(number)

    def _set_busy(self, command: Command) -> None:
        wanted = int(command.number("S", self._session.busy_every))
        self._session.busy_every = min(max(wanted, 0), LONGEST_BUSY)

    def _set_axis_acceleration(self, command: Command) -> None:
        self._session.motion.max_acceleration = _of_axes(command, self._session.motion.max_acceleration)

    def _set_axis_speed(self, command: Command) -> None:
        self._session.motion.max_speed = _of_axes(command, self._session.motion.max_speed)

    def _set_acceleration(self, command: Command) -> None:
        motion = self._session.motion
        motion.acceleration = _positive(command.number("T", command.number("S", 0)), motion.acceleration)

    def _set_junction(self, command: Command) -> None:
        motion = self._session.motion
        motion.junction_deviation = _positive(command.number("J", 0.0), motion.junction_deviation)

    def _set_percent(self, command: Command) -> None:
        self._session.percent = _positive(command.number("S", 0.0), self._session.percent)

    def _report_position(self, command: Command) -> None:
        motion = self._machine.motion
        place = motion.position(self._now) if "R" in command.words else motion.target
        self._say(reports.position(place, place.plus(self._session.shift)))

    def _report_endstops(self, _: Command) -> None:
        self._say_all(reports.endstops(self._machine.motion.target == self._machine.limits.home))

    def _say_all(self, lines: Iterator[str]) -> None:
        for line in lines:
            self._say(line)


def _nothing(_: Command) -> None:
    """Known, and without any effect here."""


def _with(point: Point, axis: str, value: float) -> Point:
    return Point(*(value if name == axis else old for name, old in zip(_AXES, point, strict=True)))


def _positive(value: float, otherwise: float) -> float:
    return value if value > 0 else otherwise


def _of_axes(command: Command, present: Point) -> Point:
    return Point(
        *(_positive(command.number(axis, 0.0), value) for axis, value in zip(_AXES, present, strict=True))
    )
