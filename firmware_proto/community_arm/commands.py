"""What a community arm's commands do; a handler yields the seconds in which the firmware is deaf."""

import math
from collections.abc import Callable, Iterator

from firmware_proto.community_arm.lines import Command
from firmware_proto.community_arm.session import CommunityArmSession
from firmware_proto.machine import Machine
from firmware_proto.points import ORIGIN, Point

JAW_SECONDS = 0.3
HOMING_SECONDS = 1.0
SLOWEST = 5.0
SAMPLE = 1.0
"""How far apart, mm, the places of a move are held against the limits."""

NOT_RECOGNIZED = "ERROR: COMMAND NOT RECOGNIZED"

_Handler = Callable[[Command], Iterator[float] | None]


class CommunityArmCommands:
    """Carries commands out on a machine; `say` sends a line; homing takes the arm to stand in `initial`."""

    def __init__(
        self, machine: Machine, session: CommunityArmSession, initial: Point, say: Callable[[str], None]
    ) -> None:
        self._machine = machine
        self._session = session
        self._initial = initial
        self._say = say
        self._now = 0.0
        self._table: dict[str, _Handler] = {**self._motion(), **self._outputs(), **self._reports()}

    def _motion(self) -> dict[str, _Handler]:
        return {
            "G0": self._line,
            "G1": self._line,
            "G4": self._dwell,
            "G28": lambda _: self._home(),
            "G90": lambda _: self._set_relative(False),
            "G91": lambda _: self._set_relative(True),
            "G92": self._name_position,
            "M17": lambda _: self._motors_on(),
            "M18": lambda _: self._motors_off(),
        }

    def _outputs(self) -> dict[str, _Handler]:
        return {
            "M1": self._output,
            "M2": self._output,
            "M3": lambda command: self._jaw(command, closed=True),
            "M5": lambda command: self._jaw(command, closed=False),
            **dict.fromkeys(("M6", "M7", "M106", "M107"), _nothing),
        }

    def _reports(self) -> dict[str, _Handler]:
        return {
            "M114": lambda _: self._tell_position(),
            "M119": lambda _: self._say("INFO: ENDSTOP: [X:0 Y:0 Z:0]"),
            "M205": lambda command: self._say(f"INFO: SPEED PROFILE: [{int(command.value('S'))}]"),
        }

    def carry_out(self, command: Command) -> Iterator[float]:
        """Do what the command says, or complain; call `at` before every step."""
        handler = self._table.get(command.code)
        if (answer := self._machine.answer(command.text)) is not None:
            self._say(answer)
        elif handler is not None:
            yield from handler(command) or ()
        elif self._machine.pump.knows(command.text):
            self._output(command)
        else:
            self._say(NOT_RECOGNIZED)

    def at(self, now: float) -> None:
        """The time at which the next step is taken."""
        self._now = now

    def _line(self, command: Command) -> None:
        session = self._session
        target = self._target(command)
        end, session.cut_short = self._as_far_as_allowed(session.at, target)
        speed = _speed(command.value("F"), session.at.distance(target))
        session.at = end
        if session.motors:
            self._machine.move(end.plus(session.error), speed, self._now)
        elif end.plus(session.error) != self._machine.motion.target:
            self._machine.blame(f"The arm is told {command.text} with its motors off.")
            session.error = self._machine.motion.target.minus(end)
        if session.cut_short is not None:
            self._machine.blame(f"{command.text} leads out of reach.")
        self._say(f"INFO: LINEAR MOVE: {_spot(target.minus(session.offset))}")

    def _target(self, command: Command) -> Point:
        session = self._session
        base = session.at if session.relative else session.offset
        places = zip("XYZ", session.at, base, strict=True)
        return Point(
            *(
                value + start if (value := command.values.get(axis)) is not None else here
                for axis, here, start in places
            )
        )

    def _as_far_as_allowed(self, start: Point, target: Point) -> tuple[Point, Point | None]:
        """The last place of a move inside the limits, and the first beyond; None: all of it is inside."""
        last, steps = start, math.ceil(start.distance(target) / SAMPLE)
        for step in range(1, steps + 1):
            place = start.towards(target, step / steps) if step < steps else target
            if not self._allows(place):
                return last, place
            last = place
        return last, None

    def _allows(self, place: Point) -> bool:
        limits = self._machine.limits
        return limits.cut(place) == place and limits.reaches(place)

    def _dwell(self, command: Command) -> Iterator[float]:
        self._machine.motion.supply.rest_wanted()
        yield max(command.value("S"), 0.0)

    def _home(self) -> Iterator[float]:
        session = self._session
        if session.jaw_closed:
            session.jaw_closed = False
            self._machine.let_go(self._now)
            yield JAW_SECONDS
        self._machine.begin_homing()
        session.motors = True
        yield HOMING_SECONDS
        self._machine.homed()
        session.at, session.error = self._initial, self._machine.motion.target.minus(self._initial)
        self._say("INFO: HOMING COMPLETE")

    def _set_relative(self, relative: bool) -> None:
        self._session.relative = relative
        self._say(f"INFO: {_mode(relative)} ON")

    def _name_position(self, command: Command) -> None:
        session = self._session
        named = Point(*(command.values.get(axis, here) for axis, here in zip("XYZ", session.at, strict=True)))
        session.offset = session.at.minus(named)
        self._say(f"INFO: POSITION OFFSET: {_spot(session.offset)}")
        self._say(f"INFO: CURRENT POSITION: {_spot(named)}")

    def _tell_position(self) -> None:
        self._machine.motion.supply.rest_wanted()
        self._say(f"INFO: {_mode(self._session.relative)}")
        self._say(f"INFO: CURRENT POSITION: {_spot(self._session.at.minus(self._session.offset))}")

    def _motors_on(self) -> None:
        self._session.motors = True

    def _motors_off(self) -> None:
        self._session.motors = False
        self._machine.unpower(self._now)

    def _output(self, command: Command) -> None:
        self._machine.output(command.text, self._now)

    def _jaw(self, command: Command, closed: bool) -> Iterator[float]:
        self._session.jaw_closed = closed
        self._output(command)
        yield JAW_SECONDS


def limit_reached(place: Point) -> str:
    """What is said of a move that was cut short."""
    return f"ERROR: LIMIT REACHED: {_spot(place)}"


def _nothing(_: Command) -> None:
    """Known, and without any effect on the gripper."""


def _speed(wanted: float, length: float) -> float:
    """mm/s of a move: too slow a speed, or none, gives way to the firmware's own."""
    return wanted if wanted >= SLOWEST else max(10 * math.sqrt(length), SLOWEST)


def _mode(relative: bool) -> str:
    return "RELATIVE MODE" if relative else "ABSOLUTE MODE"


def _spot(place: Point) -> str:
    axes = zip("XYZ", place.plus(ORIGIN), strict=True)
    return "[" + " ".join(f"{axis}:{value:.2f}" for axis, value in axes) + " E:0.00]"
