"""An emulated uArm Swift Pro, written from PROTOCOL.md: strict, on a given clock, with faults to order."""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from firmware_proto.bench import Bench
from firmware_proto.faults import BUSY, Fault
from firmware_proto.forward_kinematics import GANTRY, Linkage
from firmware_proto.limits import DEFAULT_LIMITS, Limits
from firmware_proto.line_board import LineBoard
from firmware_proto.line_buffer import LineAssembler, ReceiveBuffer
from firmware_proto.machine import Machine
from firmware_proto.motion import MotionPlanner, MotionSettings
from firmware_proto.outbox import Outbox
from firmware_proto.points import Point
from firmware_proto.pump import Pump
from firmware_proto.table import Place
from firmware_proto.uarm.commands import IDENTITY, PARAMETER, UNKNOWN, UarmCommands, spot
from firmware_proto.uarm.lines import Line, read
from firmware_proto.uarm.session import UarmSession
from firmware_proto.waits import earliest

RECEIVE_BYTES = 128
LINE_BYTES = 49
COMMANDS = 20
BLOCKS = 18
QUERY_SECONDS = 0.02

RESET_MOTION = 0x18
_REAL_TIME = frozenset((RESET_MOTION, *b"!~?"))
_ASTRAY = 1000


@dataclass(frozen=True, slots=True)
class _Command:
    """A line in the queue, and what strikes it."""

    line: Line
    faults: frozenset[str]


class _Answer(NamedTuple):
    text: str
    faults: frozenset[str]


class _Query(NamedTuple):
    command: _Command
    due: float


class UarmEmulator(LineBoard):
    """A Device (see firmware_proto.device). `bench` None: no disks are judged, and none is ever held.

    `grip` and `release`: the lines that work the gripper, perhaps with {disk}, {diameter}, {angle} standing
    for numbers. `settings`: the motion limits after power-on. `latency`: seconds from a word's being said to
    its being heard. `stands_at`: where the arm stands at power-on, home where nothing is said. `linkage` and
    `workspace`: see Machine.
    """

    def __init__(
        self,
        *,
        bench: Bench | None = None,
        limits: Limits = DEFAULT_LIMITS,
        grip: Iterable[str] = ("M2231 V1",),
        release: Iterable[str] = ("M2231 V0",),
        faults: Iterable[Fault] = (),
        settings: MotionSettings | None = None,
        latency: float = 0.001,
        stands_at: Place | None = None,
        linkage: Linkage = GANTRY,
        workspace: Limits | None = None,
    ) -> None:
        start = limits.home if stands_at is None else Point(*stands_at)
        motion = MotionPlanner(start, BLOCKS, start_delay=0.0)
        machine = Machine(limits, Pump(grip, release), bench, motion, linkage, workspace)
        super().__init__(machine, faults, Outbox(latency))
        self._settings = settings or MotionSettings()
        self._received = ReceiveBuffer(RECEIVE_BYTES)
        self._assembler = LineAssembler(LINE_BYTES)
        self._queue: deque[_Command] = deque()
        self._answers: deque[_Answer] = deque()
        self._forget()
        self._commands = UarmCommands(machine, self._session)

    def lose_power(self, now: float) -> None:
        """The mains adapter is pulled: the board talks on, over dead motors, until it is reset."""
        self._advance(now)
        self._halt()

    def _forget(self) -> None:
        self._session = UarmSession()
        self._received.clear()
        self._assembler.clear()
        self._queue.clear()
        self._answers.clear()
        self._query: _Query | None = None
        self._busy_until = self._now

    def _restart(self) -> None:
        self._forget()
        self._commands.begin(self._session)
        self.machine.restart(self._settings, self._now)
        self.machine.located()
        for line in self._banner():
            self._say(line)

    def _banner(self) -> tuple[str, ...]:
        return (
            f"device name : {IDENTITY['P2201']}\r",
            f"soft ver : {IDENTITY['P2203']}\r",
            f"api ver : {IDENTITY['P2204']}\r",
            f"work mode : {self._commands.work_mode}\r",
            "@1",
            "@5 V1",
        )

    def _halt(self) -> None:
        self._session.powered = False
        self._session.closed.clear()
        self._session.pieces.clear()
        self.machine.unpower(self._now)
        self.machine.located()
        self.machine.let_go(self._now)
        self._queue.clear()
        self._answers.clear()
        self._say("@5 V0")

    def _drop_motion(self) -> None:
        """0x18: what is planned is forgotten; the encoders tell where the arm has come to."""
        self._session.pieces.clear()
        self.machine.stop(self._now)
        self.machine.located()

    # Time

    def _next_change(self) -> float | None:
        return earliest(
            self.machine.motion.next_change(),
            self._query and self._query.due,
            self._session.report_at,
            self._session.dwelling_until if self._queue and self._dwelling else None,
            self._busy_until if self._busy else None,
        )

    @property
    def _busy(self) -> bool:
        return self._now < self._busy_until

    @property
    def _dwelling(self) -> bool:
        return self._now < self._session.dwelling_until

    @property
    def _planning(self) -> bool:
        """A command keeps the firmware from everything else."""
        return self._busy or bool(self._session.pieces)

    # Bytes and lines

    def _put(self, byte: int) -> None:
        if byte == RESET_MOTION:
            self._drop_motion()
        elif byte not in _REAL_TIME:
            self._received.put(byte)

    def _work(self) -> None:
        """Plan, read and begin as far as it goes, and answer whenever the arm is idle."""
        self._plan()
        self._answer()
        while not self._planning and (self._read() or self._begin()):
            self._plan()
            self._answer()
        self._answer_query()
        self._report()

    def _read(self) -> bool:
        """Move a byte on; whether there was one to move."""
        byte = self._received.get()
        if byte is None:
            return False
        line = self._assembler.put(byte)
        if line:
            self._take(line.decode("latin-1"))
        return True

    def _accept(self, text: str, faults: frozenset[str]) -> None:
        line = read(text)
        if line is None:
            return
        command = _Command(line, faults)
        if line.is_query:
            self._query = _Query(command, self._now + QUERY_SECONDS)
        elif "resend" in faults or len(self._queue) + len(self._answers) >= COMMANDS:
            self._say("E23 buffer full\r")
        elif self._session.powered:
            self._queue.append(command)

    # Commands

    def _begin(self) -> bool:
        """Begin the next command; whether there was one to begin."""
        if not self._queue or self._dwelling:
            return False
        command = self._queue.popleft()
        if "busy" in command.faults:
            self._busy_until = self._now + BUSY
            self._queue.appendleft(_Command(command.line, command.faults - {"busy"}))
        else:
            self._answers.append(self._carry_out(command))
        return True

    def _carry_out(self, command: _Command) -> _Answer:
        line, faults = command.line, command.faults
        if "bad-resend" in faults:
            return _Answer(f"${int(line.tag or 0) + _ASTRAY} {UNKNOWN}", faults)
        result = PARAMETER if "error" in faults else self._commands.carry_out(line, self._now)
        return _Answer(line.answer(result), faults)

    def _plan(self) -> None:
        """Hand on the pieces of the present move while there is room for them."""
        pieces, motion = self._session.pieces, self.machine.motion
        while pieces and motion.has_room:
            end, speed = pieces.popleft()
            self.machine.move(end, speed, self._now)
            self._session.moved = True

    def _answer(self) -> None:
        """Everything carried out is answered once the arm is idle."""
        if not self.machine.motion.idle or self._planning:
            return
        while self._answers:
            text, faults = self._answers.popleft()
            self._outbox.acknowledge(text, self._now, faults)
        if self._session.moved and self._session.tells_stops:
            self._say("@9 V0")
        self._session.moved = False

    def _answer_query(self) -> None:
        if self._query is not None and self._query.due <= self._now:
            answer = self._carry_out(self._query.command)
            self._query = None
            self._outbox.acknowledge(answer.text, self._now, answer.faults)

    def _report(self) -> None:
        """The position, where it is wanted from time to time."""
        at, every = self._session.report_at, self._session.report_every
        if at is not None and every is not None and at <= self._now:
            self._say(f"@3 {spot(self.machine.motion.position(self._now))} R90.0000")
            self._session.report_at = at + every
