"""An emulated Marlin 2.1, written from PROTOCOL.md: strict, on a given clock, with faults to order.

It refuses what Marlin refuses, keeps its buffers' sizes, moves only when homed and takes its time. Bytes
and the time come in as arguments; nothing happens between two calls that the later call does not catch up
with, in the right order.
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import dataclass

from firmware_proto.bench import Bench
from firmware_proto.faults import BUSY, Fault
from firmware_proto.forward_kinematics import GANTRY, Linkage
from firmware_proto.limits import DEFAULT_LIMITS, Limits
from firmware_proto.line_buffer import LineAssembler, ReceiveBuffer
from firmware_proto.machine import Machine
from firmware_proto.marlin import reports
from firmware_proto.marlin.commands import SPINDLE, MarlinCommands
from firmware_proto.marlin.lines import CHECKSUM_MISMATCH, Command, check
from firmware_proto.marlin.session import MarlinBuild, MarlinSession
from firmware_proto.motion import MotionPlanner, MotionSettings
from firmware_proto.outbox import Outbox
from firmware_proto.points import Point
from firmware_proto.pump import Pump
from firmware_proto.table import Place
from firmware_proto.waits import Wait, earliest
from firmware_proto.wired_board import WiredBoard

RECEIVE_BYTES = 128
LINE_BYTES = 95
COMMANDS = 4
BLOCKS = 16
START_DELAY = 0.1

_EMERGENCY = re.compile(rb" *(?:N[-\d ]*)?M(108|112|410)")
_EARLY = re.compile(r"M(108|112|410)")


@dataclass(frozen=True, slots=True)
class _Line:
    """A line in the command buffer, and what strikes it."""

    text: str
    faults: frozenset[str]


class MarlinEmulator(WiredBoard):
    """A Device (see firmware_proto.device). `bench` None: no disks are judged.

    `grip` and `release`: the lines that work the gripper, perhaps with {disk}, {diameter}, {angle} standing
    for numbers. `settings`: the motion limits after power-on. `latency`: seconds from a word's being said to
    its being heard. `stands_at`: where the arm stands at power-on, home where nothing is said. `linkage` and
    `workspace`: see Machine; `limits` are those of its coordinates.
    """

    def __init__(
        self,
        *,
        bench: Bench | None = None,
        limits: Limits = DEFAULT_LIMITS,
        grip: Iterable[str] = ("M106 S255",),
        release: Iterable[str] = ("M107",),
        faults: Iterable[Fault] = (),
        build: MarlinBuild | None = None,
        settings: MotionSettings | None = None,
        latency: float = 0.001,
        stands_at: Place | None = None,
        linkage: Linkage = GANTRY,
        workspace: Limits | None = None,
    ) -> None:
        start = limits.home if stands_at is None else Point(*stands_at)
        motion = MotionPlanner(start, BLOCKS, START_DELAY)
        machine = Machine(limits, Pump(grip, release), bench, motion, linkage, workspace)
        super().__init__(machine, faults, Outbox(latency))
        self._build = build or MarlinBuild()
        self._settings = settings or MotionSettings()
        self._received = ReceiveBuffer(RECEIVE_BYTES)
        self._assembler = LineAssembler(LINE_BYTES)
        self._watcher = LineAssembler(LINE_BYTES)  # the emergency parser's own look at the bytes
        self._commands: deque[_Line] = deque()
        self.resets_on_open = self._build.reset_on_open
        self._forget()

    def _restart(self) -> None:
        """Everything is forgotten but where things are."""
        self._forget()
        self.machine.restart(self._session.motion, self._now)
        for line in reports.BANNER:
            self._say(line)

    def _hear(self, byte: int) -> None:
        if not self._session.killed:
            self._watch(byte)
            self._received.put(byte)
            self._work()

    def _forget(self) -> None:
        self._session = MarlinSession(copy(self._settings))
        self._handlers = MarlinCommands(self.machine, self._session, self._build, self._say)
        self._received.clear()
        self._assembler.clear()
        self._watcher.clear()
        self._commands.clear()
        self._job: Iterator[Wait] | None = None
        self._wait: Wait | None = None
        self._busy_at: float | None = None
        self._resting_since = self._quiet_since = self._now

    # Time

    def _tick(self, now: float) -> None:
        worked = not self._resting
        self._now = now
        self.machine.advance(now)
        self._work()
        if worked:
            self._resting_since = self._quiet_since = now
        self._keep_alive()
        self._doze()

    def _next_change(self) -> float | None:
        if self._session.killed:
            return None
        step = self._wait.at if self._wait else None
        if self._stopping:
            step = self._session.stopping_until
        return earliest(self.machine.motion.next_change(), step, self._busy_at, self._wait_line_at)

    @property
    def _stopping(self) -> bool:
        return self._now < self._session.stopping_until

    @property
    def _resting(self) -> bool:
        return self._job is None and not self._commands and self.machine.motion.idle

    @property
    def _wait_line_at(self) -> float | None:
        """When the word `wait` is due."""
        every = self._build.wait_every
        return self._quiet_since + every if every and self._resting else None

    def _keep_alive(self) -> None:
        """Say that the device is alive: busy with a command, or with nothing to do."""
        if self._busy_at is not None and self._busy_at <= self._now:
            self._say(reports.PAUSED if self._session.paused else reports.BUSY)
            self._set_busy(self._busy_at)
        if self._wait_line_at is not None and self._wait_line_at <= self._now:
            self._say("wait")
            self._quiet_since = self._now

    def _set_busy(self, since: float) -> None:
        self._busy_at = since + self._session.busy_every if self._session.busy_every else None

    def _doze(self) -> None:
        """After long rest the motors go off."""
        timeout = self._session.idle_timeout
        if timeout and self._session.homed and self._resting and self._now - self._resting_since >= timeout:
            self.machine.unpower(self._now)
            self._session.homed.clear()

    # Bytes and lines

    def _watch(self, byte: int) -> None:
        """Stops act as soon as the end of their line has arrived, however full the buffers."""
        line = self._watcher.put(byte) if self._build.emergency_parser else None
        stop = _EMERGENCY.match(line) if line else None
        if stop:
            self._act_at_once(stop[1].decode())

    def _act_at_once(self, code: str) -> None:
        if code == "112":
            self._kill()
        elif code == "410":
            self._handlers.quick_stop(self._now)
        else:
            self._session.resumed = True

    def _read(self) -> bool:
        """Move a byte on if the command buffer has room; whether there was one to move."""
        byte = self._received.get() if len(self._commands) < COMMANDS else None
        if byte is None:
            return False
        line = self._assembler.put(byte)
        if line:
            self._take(line.decode("latin-1"))
        return True

    def _take(self, text: str) -> None:
        """A line has come in: whatever strikes it does so now."""
        faults = self._schedule.next_line()
        if "hangup" in faults:
            self._outbox.hang_up()
        elif "reset" in faults:
            self.reset(self._now)
        elif "halt" in faults:
            self._kill()
        elif faults & {"resend", "bad-resend"}:
            self._ask_again(CHECKSUM_MISMATCH, 1000 if "bad-resend" in faults else 0)
        else:
            self._accept(text[: len(text) // 2] if "cut-line" in faults else text, faults)

    def _accept(self, text: str, faults: frozenset[str]) -> None:
        if "silence" in faults:
            self._outbox.mute()
        self._session.last_number, wrong = check(text, self._session.last_number)
        if wrong:
            self._ask_again(wrong)
            return
        early = None if self._build.emergency_parser else _EARLY.match(text.lstrip(" "))
        if early:
            self._act_at_once(early[1])
        self._commands.append(_Line(text, faults))

    def _ask_again(self, wrong: str, astray: int = 0) -> None:
        last = self._session.last_number
        self._received.clear()
        self._say(f"Error:{wrong}, Last Line: {last}")
        self._say(f"Resend: {last + 1 + astray}")
        if self._build.resend_ok:
            self._say("ok")

    # Commands

    def _work(self) -> None:
        """Read and carry out as far as it goes."""
        while not self._session.killed and (self._read() or self._step()):
            pass

    def _step(self) -> bool:
        """Take the first command a step further; whether there was one to take."""
        if not self._commands or self._stopping:
            return False
        if self._job is None:
            self._job = self._carry_out(self._commands[0])
            self._set_busy(self._now)
        elif self._wait is not None and not self._wait.ready(self._now):
            return False
        self._handlers.at(self._now)
        self._wait = next(self._job, None)
        if self._session.killed:
            self._kill()
        elif self._wait is None:
            self._finish()
        return True

    def _carry_out(self, line: _Line) -> Iterator[Wait]:
        if "busy" in line.faults:
            yield Wait.until(self._now + BUSY)
        if "error" in line.faults:
            self._say("Error:The command failed to order")
        else:
            yield from self._handlers.carry_out(Command.of(line.text))

    def _finish(self) -> None:
        self._job = self._busy_at = None
        line = self._commands.popleft()
        self._outbox.acknowledge("ok", self._now, line.faults)

    def _kill(self) -> None:
        """Motors and spindle off, and silence until a reset."""
        self._say(reports.KILLED)
        self._session.killed = True
        self._busy_at = None
        if self._session.gripped_with in SPINDLE:
            self.machine.let_go(self._now)
        self.machine.unpower(self._now)
