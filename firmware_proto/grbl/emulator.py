"""An emulated GRBL 1.1h, written from PROTOCOL.md: strict, on a given clock, with faults to order.

It refuses what GRBL refuses, loses what GRBL loses, plans motion as GRBL plans it and takes its time. Bytes
and the time come in as arguments; nothing happens between two calls that the later call does not catch up
with, in the right order.
"""

from collections.abc import Iterable, Iterator

from firmware_proto.bench import Bench
from firmware_proto.faults import BUSY, Fault
from firmware_proto.forward_kinematics import GANTRY, Linkage
from firmware_proto.grbl import reports
from firmware_proto.grbl.commands import GrblCode
from firmware_proto.grbl.core import HARD_LIMIT, RESET_IN_HOMING, RESET_IN_MOTION, GrblCore
from firmware_proto.grbl.lines import Line, LineReader, Refusal
from firmware_proto.grbl.memory import HOMING, GrblMemory
from firmware_proto.grbl.realtime import RESET, GrblRealtime
from firmware_proto.grbl.session import GrblBuild, GrblSession
from firmware_proto.grbl.system import GrblSystem
from firmware_proto.limits import DEFAULT_LIMITS, Limits
from firmware_proto.live_motion import LivePlanner
from firmware_proto.machine import Machine
from firmware_proto.motion import MotionSettings
from firmware_proto.outbox import Outbox
from firmware_proto.points import Point
from firmware_proto.pump import Pump
from firmware_proto.table import Place
from firmware_proto.waits import Wait, earliest
from firmware_proto.wired_board import WiredBoard

ALARM_SECONDS = 0.5
"""From an alarm that a reset has raised to the banner."""

_ERROR_TO_ORDER = {"error": 20, "resend": 1, "bad-resend": 2}


class GrblEmulator(WiredBoard):
    """A Device (see firmware_proto.device). `bench` None: no disks are judged.

    `grip` and `release`: the lines that work the gripper, perhaps with {disk}, {diameter}, {angle} standing
    for numbers. `settings`: speed and acceleration of the axes, as `$110` and `$120` (others: see GrblBuild).
    `latency`: seconds from a word's being said to its being heard. `stands_at`: where the arm stands at
    power-on, home where nothing is said. `linkage` and `workspace`: see Machine; `limits` are those of its
    coordinates.
    """

    def __init__(
        self,
        *,
        bench: Bench | None = None,
        limits: Limits = DEFAULT_LIMITS,
        grip: Iterable[str] = ("M3 S1000",),
        release: Iterable[str] = ("M5",),
        faults: Iterable[Fault] = (),
        build: GrblBuild | None = None,
        settings: MotionSettings | None = None,
        latency: float = 0.001,
        stands_at: Place | None = None,
        linkage: Linkage = GANTRY,
        workspace: Limits | None = None,
    ) -> None:
        self._build = build or GrblBuild()
        start = limits.home if stands_at is None else Point(*stands_at)
        self._motion = LivePlanner(start, self._build.blocks)
        pump = Pump(map(str.upper, grip), map(str.upper, release))
        machine = Machine(limits, pump, bench, self._motion, linkage, workspace)
        super().__init__(machine, faults, Outbox(latency, end=b"\r\n"))
        self.resets_on_open = self._build.reset_on_open
        memory = GrblMemory(limits, settings, self._build.settings)
        self._core = GrblCore(self.machine, self._motion, memory, self._build, self._say)
        self._code = GrblCode(self._core)
        self._system = GrblSystem(self._core, self._code)
        self._realtime = GrblRealtime(self._core)
        self._reader = LineReader()
        self._stops = 0
        self._boot_at: float | None = None
        self._power_up()
        self._forget()

    def _hear(self, byte: int) -> None:
        if self._now >= self._core.session.deaf_until:
            self._take_byte(byte)
            self._work()

    # Starting anew

    def _restart(self) -> None:
        self.machine.unpower(self._now)
        self._power_up()
        self._boot()

    def _power_up(self) -> None:
        """Counting begins where the machine stands."""
        self._core.session = GrblSession(
            shift=self._motion.position(self._now), locked=bool(self._core.memory[HOMING])
        )
        self.machine.restart(self._core.memory.motion, self._now)
        self._core.apply_settings()

    def _reset(self) -> None:
        """The soft reset: outputs off, and an alarm where something moved."""
        if self._boot_at is not None:
            return
        session = self._core.session
        session.locked = session.locked or session.asleep
        if session.homing or self._motion.running:
            self._core.alarm(RESET_IN_HOMING if session.homing else RESET_IN_MOTION)
            self._boot_at = self._now + ALARM_SECONDS
        else:
            self._core.switch_off()
            self.machine.stop(self._now)
            self._reboot()

    def _reboot(self) -> None:
        if self._job is not None:  # the line being carried out ends, as if all were well
            self._say("ok")
        self._boot()

    def _boot(self) -> None:
        self._forget()
        self._say("")
        self._say(self._build.banner)
        if self._core.session.locked:
            self._say(reports.UNLOCK)

    def _forget(self) -> None:
        self._core.now = self._now
        self._core.forget()
        self._reader.clear()
        self._job: Iterator[Wait] | None = None
        self._wait: Wait | None = None
        self._struck: frozenset[str] = frozenset()
        self._boot_at = None

    # Time

    def _tick(self, now: float) -> None:
        self._now = self._core.now = now
        self.machine.advance(now)
        if self._boot_at is not None and self._boot_at <= now:
            self._reboot()
        if self._stops != self._motion.stops:
            self._stops = self._motion.stops
            self._come_to_rest()
        self._realtime.settle()
        self._work()

    def _come_to_rest(self) -> None:
        if self._core.memory.limp:
            self.machine.go_limp()
        if self._core.session.struck:
            self._core.alarm(HARD_LIMIT)

    def _next_change(self) -> float | None:
        step = self._wait.at if self._wait and self._free else None
        return earliest(self._motion.next_change(), step, self._boot_at, self._core.session.resume_at)

    # Bytes and lines

    @property
    def _free(self) -> bool:
        """Whether it reads and carries out lines."""
        session = self._core.session
        return not (session.suspended or session.critical or session.asleep) and self._boot_at is None

    def _take_byte(self, byte: int) -> None:
        if byte == RESET:
            self._reset()
        elif self._realtime.takes(byte):
            self._realtime.act(byte)
            self._realtime.settle()
        else:
            self._core.received.put(byte)

    def _work(self) -> None:
        """Read and carry out as far as it goes; with nothing left to read, begin to move."""
        while self._free and (self._step() or self._read()):
            pass
        if self._free and self._job is None:
            self._motion.start(self._now)

    def _read(self) -> bool:
        """Take a byte out of the receive buffer; whether there was one to take."""
        byte = self._core.received.get() if self._job is None else None
        if byte is None:
            return False
        line = self._reader.put(byte)
        if line is not None:
            self._take(line)
        return True

    def _take(self, line: Line) -> None:
        """A line has come in: whatever strikes it does so now."""
        faults = self._schedule.next_line() if line.text else frozenset()
        if "hangup" in faults:
            self._outbox.hang_up()
        elif "reset" in faults:
            self._restart()
        elif "halt" in faults:
            self._core.alarm(HARD_LIMIT)
        else:
            self._begin(line, faults)

    def _begin(self, line: Line, faults: frozenset[str]) -> None:
        if "silence" in faults:
            self._outbox.mute()
        text = line.text[: len(line.text) // 2] if "cut-line" in faults else line.text
        self._job, self._struck = self._carry_out(Line(text, line.too_long), faults), faults

    def _carry_out(self, line: Line, faults: frozenset[str]) -> Iterator[Wait]:
        if "busy" in faults:
            yield Wait.until(self._now + BUSY)
        for kind, code in _ERROR_TO_ORDER.items():
            if kind in faults:
                raise Refusal(code)
        if line.too_long:
            raise Refusal(11)
        if (answer := self.machine.answer(line.text)) is not None:
            self._say(answer)
        elif line.text.startswith("$"):
            yield from self._system.carry_out(line.text)
        elif line.text:
            if self._core.session.locked or self._core.session.jogging:
                raise Refusal(9)
            yield from self._code.carry_out(line.text)

    def _step(self) -> bool:
        """Take the line being carried out a step further; whether there was one to take."""
        if self._job is None or (self._wait is not None and not self._wait.ready(self._now)):
            return False
        try:
            self._wait = next(self._job, None)
        except Refusal as refusal:
            self._wait = None
            self._finish(f"error:{refusal.code}")
        else:
            if self._wait is None:
                self._finish("ok")
        return True

    def _finish(self, answer: str) -> None:
        self._job = None
        self._outbox.acknowledge(answer, self._now, self._struck)
        due, self._core.session.due = self._core.session.due, ""
        if due == "reset":
            self._reset()
        elif due == "sleep":
            self._sleep()

    def _sleep(self) -> None:
        self._core.session.asleep = True
        self._core.switch_off()
        self.machine.unpower(self._now)
        self._say(reports.ASLEEP)
