"""An emulated community_robot_arm: strict, on a given clock, with faults to order; see PROTOCOL.md."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from firmware_proto.bench import Bench
from firmware_proto.community_arm.commands import NOT_RECOGNIZED, CommunityArmCommands, limit_reached
from firmware_proto.community_arm.lines import Command, read
from firmware_proto.community_arm.session import CommunityArmSession
from firmware_proto.faults import BUSY, Fault
from firmware_proto.forward_kinematics import GANTRY, Linkage
from firmware_proto.limits import DEFAULT_LIMITS, Limits
from firmware_proto.line_board import LineBoard
from firmware_proto.line_buffer import ReceiveBuffer
from firmware_proto.machine import Machine
from firmware_proto.motion import MotionPlanner, MotionSettings
from firmware_proto.outbox import Outbox
from firmware_proto.points import Point
from firmware_proto.pump import Pump
from firmware_proto.table import Place
from firmware_proto.waits import earliest

RECEIVE_BYTES = 63
LINE_BYTES = 255
COMMANDS = 15
INITIAL = Point(0.0, 174.0, 120.0)
BANNER = ("INFO: ROBOT ONLINE", "INFO: HOME ROBOT MANUALLY & SEND G28 TO CALIBRATE")

_LINE_END = ord("\r")
_SKIPPED = ord("\n")


@dataclass(frozen=True, slots=True)
class _Line:
    """A command in the queue, and what strikes it."""

    command: Command
    faults: frozenset[str]


class CommunityArmEmulator(LineBoard):
    """A Device (see firmware_proto.device). `bench` None: no disks are judged.

    `grip` and `release`: the lines that work the gripper, perhaps with {disk}, {diameter}, {angle} standing
    for numbers. `settings`: how the arm speeds up and brakes. `latency`: seconds from a word's being said to
    its being heard. `initial`: the pose that homing takes the arm to stand in, left out: the firmware's own,
    or home where that is out of reach; `stands_at`: where a person really places it each time before the port
    is opened, left out: in that pose. `says_ok`: PRINT_REPLY is built in. `linkage` and `workspace`: see
    Machine.
    """

    def __init__(
        self,
        *,
        bench: Bench | None = None,
        limits: Limits = DEFAULT_LIMITS,
        grip: Iterable[str] = ("M1",),
        release: Iterable[str] = ("M2",),
        faults: Iterable[Fault] = (),
        settings: MotionSettings | None = None,
        latency: float = 0.001,
        stands_at: Place | None = None,
        initial: Place | None = None,
        says_ok: bool = True,
        linkage: Linkage = GANTRY,
        workspace: Limits | None = None,
    ) -> None:
        self._initial = Point(*(initial or _usual_pose(limits)))
        self.placed_at = Point(*(stands_at or self._initial))
        motion = MotionPlanner(self.placed_at, blocks=1, start_delay=0.0)
        machine = Machine(limits, Pump(grip, release), bench, motion, linkage, workspace)
        super().__init__(machine, faults, Outbox(latency, end=b"\r\n"))
        self._settings = settings or MotionSettings()
        self._says_ok = says_ok
        self._received = ReceiveBuffer(RECEIVE_BYTES)
        self._queue: deque[_Line] = deque()
        self._forget()

    def _forget(self) -> None:
        self._session = CommunityArmSession(self._initial, self.machine.motion.target.minus(self._initial))
        self._commands = CommunityArmCommands(self.machine, self._session, self._initial, self._say)
        self._received.clear()
        self._text = bytearray()
        self._queue.clear()
        self._job: Iterator[float] | None = None
        self._deaf_until = self._now
        self._hung = False

    def _restart(self) -> None:
        self.machine.restart(self._settings, self._now)
        self.machine.unpower(self._now)
        self._forget()
        for line in BANNER:
            self._say(line)

    def _halt(self) -> None:
        self._hung = True

    def _next_change(self) -> float | None:
        step = self._deaf_until if self._job is not None and not self._hung else None
        return earliest(self.machine.motion.next_change(), step)

    # Bytes and lines

    def _put(self, byte: int) -> None:
        self._received.put(byte)

    def _work(self) -> None:
        """Read and carry out as far as it goes."""
        self._tell_cut()
        while not self._hung and (self._read() or self._step()):
            self._tell_cut()

    def _tell_cut(self) -> None:
        """A move that had to stop at a limit says so once it stands."""
        beyond = self._session.cut_short
        if beyond is not None and self.machine.motion.idle and not self._hung:
            self._session.cut_short = None
            self._say(limit_reached(beyond))

    def _read(self) -> bool:
        """Move a byte on if there is an ear and a place for its line; whether there was one to move."""
        byte = self._received.get() if self._job is None and len(self._queue) < COMMANDS else None
        if byte is None:
            return False
        if byte == _LINE_END:
            text, self._text = self._text.decode("latin-1"), bytearray()
            self._take(text)
        elif byte != _SKIPPED and len(self._text) < LINE_BYTES:
            self._text.append(byte)
        return True

    def _accept(self, text: str, faults: frozenset[str]) -> None:
        command = read(text)
        if command is None or "resend" in faults:
            self._say(NOT_RECOGNIZED)
        else:
            self._queue.append(_Line(command, faults))

    # Commands

    def _step(self) -> bool:
        """Take the first command a step further; whether there was one to take."""
        if self._job is None:
            if not self._queue or not self.machine.motion.idle:
                return False
            self._job = self._carry_out(self._queue[0])
        elif self._now < self._deaf_until:
            return False
        self._commands.at(self._now)
        seconds = next(self._job, None)
        if seconds is None:
            self._finish()
        else:
            self._deaf_until = self._now + seconds
        return True

    def _carry_out(self, line: _Line) -> Iterator[float]:
        if "busy" in line.faults:
            yield BUSY
        if "error" in line.faults:
            self._say(NOT_RECOGNIZED)
        elif "bad-resend" not in line.faults:
            yield from self._commands.carry_out(line.command)

    def _finish(self) -> None:
        self._job = None
        line = self._queue.popleft()
        if self._says_ok:
            self._outbox.acknowledge("ok", self._now, line.faults)


def _usual_pose(limits: Limits) -> Point:
    reached = limits.cut(INITIAL) == INITIAL and limits.reaches(INITIAL)
    return INITIAL if reached else limits.home
