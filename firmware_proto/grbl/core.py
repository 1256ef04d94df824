"""What GRBL's lines and real-time bytes act upon: motion, outputs, memory, alarms."""

import re
from collections.abc import Callable, Iterator

from firmware_proto.grbl import reports
from firmware_proto.grbl.lines import Refusal
from firmware_proto.grbl.memory import HARD_LIMITS, SLOWEST, SOFT_LIMITS, GrblMemory
from firmware_proto.grbl.session import GrblBuild, GrblModes, GrblSession
from firmware_proto.line_buffer import ReceiveBuffer
from firmware_proto.live_motion import LivePlanner
from firmware_proto.machine import Machine
from firmware_proto.points import Point
from firmware_proto.waits import Wait

HARD_LIMIT, SOFT_LIMIT, RESET_IN_MOTION, RESET_IN_HOMING = 1, 2, 3, 6
EEPROM_SECONDS = 0.02

_SWITCHES_ON = re.compile(r"M0*[3478](?!\d)")
_DEAD = Wait(lambda _: False)


class GrblCore:
    """The machine as the firmware sees it; places in its own coordinates, mm, speeds in mm/s.

    `say` sends a line to the host; `now` is set before anything is asked of it.
    """

    def __init__(
        self,
        machine: Machine,
        motion: LivePlanner,
        memory: GrblMemory,
        build: GrblBuild,
        say: Callable[[str], None],
    ) -> None:
        self.machine = machine
        self.motion = motion
        self.memory = memory
        self.build = build
        self.say = say
        self.session = GrblSession()
        self.received = ReceiveBuffer(build.receive_bytes)
        self.now = 0.0
        self._reports = reports.StatusReports(memory)

    @property
    def position(self) -> Point:
        """Where the machine is, as far as it knows."""
        return self.motion.position(self.now).minus(self.session.shift)

    @property
    def offset(self) -> Point:
        """From the machine's coordinates to a program's."""
        return self.offset_of(self.session.modes)

    def offset_of(self, modes: GrblModes) -> Point:
        """The same in other modes."""
        return self.memory.offsets.systems[modes.system].plus(modes.offset)

    @property
    def state(self) -> str:
        """The first word of a report."""
        session = self.session
        states = {
            "Sleep": session.asleep,
            "Home": session.homing,
            "Alarm": session.locked,
            "Door:" + self._door: session.suspended == "Door",
            f"Hold:{not self.motion.held:d}": session.suspended == "Hold",
            "Jog": session.jogging,
            "Check": session.checking,
            "Run": self.motion.running,
        }
        return next((state for state, is_so in states.items() if is_so), "Idle")

    @property
    def _door(self) -> str:
        if self.session.resume_at is not None:
            return "3"
        return "0" if self.motion.held else "2"

    def report(self) -> None:
        """Say a status report."""
        # A block that a hold cuts in two takes two places for as long as it brakes.
        free = (max(self.build.blocks - self.motion.planned, 0), self.received.room)
        speed = self.motion.speed(self.now)
        self.say(self._reports.write(self.state, self.position, self.offset, free, speed, self.session))

    def forget(self) -> None:
        """A reset: nothing is left but the place it counts from, and its lock."""
        self.session = self.session.restarted()
        self.received.clear()
        self._reports.restart()
        self.sync_position()

    # Motion

    def rest(self) -> Wait:
        """Motion has ended."""
        self.motion.supply.rest_wanted()
        self.motion.start(self.now)
        return Wait(lambda _: self.motion.idle and not self.motion.running)

    def room(self) -> Wait:
        """Another block can be planned."""
        if not self.motion.has_room or self.session.struck:
            self.motion.start(self.now)
        return Wait(lambda _: self.motion.has_room and not self.session.struck)

    def travel(self, target: Point, speed: float, line: str) -> Iterator[Wait]:
        """Plan a straight move, or refuse it as the limits are set."""
        if not self.session.checking:
            yield Wait.until(self.now + self.build.line_seconds)
        if not self.may_travel(target):
            yield from self._refuse_travel(line)
        if not self.session.checking:
            yield self.room()
            self._plan(target, speed, line)
        if self.session.struck and self.motion.idle:  # it stands at the limit already
            self.alarm(HARD_LIMIT)
            yield _DEAD
        self.session.modes.position = target

    def may_travel(self, target: Point) -> bool:
        """Whether the soft limits allow it."""
        return not self.memory[SOFT_LIMITS] or self.memory.within_travel(target)

    def hold(self) -> None:
        """Brake, and do nothing more until told to."""
        self.session.suspended = "Hold"
        self.motion.hold(self.now)

    def _refuse_travel(self, line: str) -> Iterator[Wait]:
        self.machine.blame(f"{line} leads beyond the machine's limits.")
        self.motion.hold(self.now)
        yield Wait(lambda _: self.motion.held)
        self.alarm(SOFT_LIMIT)
        yield _DEAD

    def _plan(self, target: Point, speed: float, line: str) -> None:
        wanted = target.plus(self.session.shift)
        reachable = self.machine.limits.cut(wanted)
        stuck = not self.machine.limits.reaches(reachable)
        if stuck or reachable != wanted:
            self.machine.blame(f"{line} leads beyond the machine's limits.")
            self.session.struck = bool(self.memory[HARD_LIMITS])
        if not stuck:
            self.machine.move(reachable, max(speed, SLOWEST / 60), self.now)

    def sync_position(self) -> None:
        """The parser goes on from where the machine is."""
        self.session.modes.position = self.position

    # Outputs

    def switch(self, line: str) -> None:
        """A line has changed spindle or coolant."""
        if self.machine.output(line, self.now):
            self.session.gripped_with = line
        elif self.machine.pump.knows(line):
            self.session.gripped_with = ""

    def switch_off(self) -> None:
        """Spindle and coolant go off, and what they hold is let go."""
        if _SWITCHES_ON.search(self.session.gripped_with):
            self.machine.let_go(self.now)

    # Memory

    def write_memory(self) -> Iterator[Wait]:
        """The EEPROM is being written: nothing is heard meanwhile."""
        self.session.deaf_until = self.now + EEPROM_SECONDS
        yield Wait.until(self.session.deaf_until)

    def apply_settings(self) -> None:
        """Motion obeys the settings as they are now."""
        self.motion.settings = self.memory.motion
        self.motion.stop_seconds = self.memory.stop_seconds

    # Alarms

    def alarm(self, code: int) -> None:
        """Outputs off, the machine locked; all but a soft limit stops it dead, with the motors off."""
        session = self.session
        self.switch_off()
        if code != SOFT_LIMIT:
            self.machine.unpower(self.now)
        session.locked, session.suspended, session.struck, session.jogging = True, "", False, False
        session.critical = code in (HARD_LIMIT, SOFT_LIMIT)
        self.say(f"ALARM:{code}")
        if session.critical:
            self.say(reports.RESET_TO_CONTINUE)

    def require(self, *states: str) -> None:
        """Refuse what cannot be done in the present state."""
        if self.state not in states:
            raise Refusal(8)
