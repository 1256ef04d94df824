"""An emulated arm described by lines and patterns alone: strict, with faults to order; see PROTOCOL.md."""

from collections.abc import Iterable, Iterator

from firmware_proto.bench import Bench
from firmware_proto.described_arm.commands import DescribedArmCommands
from firmware_proto.described_arm.description import Description
from firmware_proto.described_arm.replies import Replies
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
from firmware_proto.waits import Task, Wait, earliest

RECEIVE_BYTES = 256


class DescribedArmEmulator(LineBoard):
    """A Device (see firmware_proto.device). `bench` None: no disks are judged.

    `grip` and `release`: the lines that work the gripper, perhaps with {disk}, {diameter}, {angle} standing
    for numbers. `settings`: how the arm speeds up and brakes. `latency`: seconds from a word's being said to
    its being heard. `initial`: the pose that homing takes the arm to stand in, left out: homing leads it
    home; `stands_at`: where it really stands at power-on, left out: in that pose, or at home. `linkage` and
    `workspace`: see Machine. Raises ValueError for a description of which no line can be made up, or read.
    """

    def __init__(
        self,
        arm: Description,
        *,
        grip: Iterable[str],
        release: Iterable[str],
        bench: Bench | None = None,
        limits: Limits = DEFAULT_LIMITS,
        faults: Iterable[Fault] = (),
        settings: MotionSettings | None = None,
        latency: float = 0.001,
        stands_at: Place | None = None,
        initial: Place | None = None,
        linkage: Linkage = GANTRY,
        workspace: Limits | None = None,
    ) -> None:
        self._initial = None if initial is None else Point(*initial)
        start = stands_at or initial or limits.home
        motion = MotionPlanner(Point(*start), blocks=1, start_delay=0.0)
        machine = Machine(limits, Pump(grip, release), bench, motion, linkage, workspace)
        super().__init__(machine, faults, Outbox(latency, end=b"\r\n"))
        self._arm, self._replies = arm, Replies(arm)
        self._settings = settings or MotionSettings()
        self._end = arm.line_end.encode("ascii")
        self._halting = self._end + arm.halt.encode("ascii") + self._end if arm.halt else None
        self._received = ReceiveBuffer(RECEIVE_BYTES)
        self._forget()

    def _forget(self) -> None:
        self._commands = DescribedArmCommands(
            self._arm, self._replies, self.machine, self._say, self._initial
        )
        self._latest = self._end  # the last bytes that have come, for a look at them before their turn
        self._hung = False
        self._drop_all()

    def _drop_all(self) -> None:
        self._received.clear()
        self._line = b""
        self._task: Task | None = None

    def _restart(self) -> None:
        self.machine.restart(self._settings, self._now)
        self.machine.unpower(self._now)
        self._forget()
        if not self._arm.home:
            self.machine.located()
        if self._replies.ready is not None:
            self._say(self._replies.ready)

    def _halt(self) -> None:
        self._hung = True

    def _next_change(self) -> float | None:
        step = self._task.due if self._task is not None and not self._hung else None
        return earliest(self.machine.motion.next_change(), step)

    # Bytes and lines

    def _put(self, byte: int) -> None:
        self._received.put(byte)
        if self._halting is None or self._hung:
            return
        self._latest = (self._latest + bytes((byte,)))[-len(self._halting) :]
        if self._latest == self._halting:
            self._stop()

    def _stop(self) -> None:
        """The halt acts at once, whatever is under way, and leaves nothing of it."""
        self.machine.stop(self._now)
        self._drop_all()
        self._say(self._replies.ok)

    def _work(self) -> None:
        """Read and carry out as far as it goes: one line, and the next once it is answered."""
        while not self._hung and (self._read() if self._task is None else self._go_on(self._task)):
            pass

    def _read(self) -> bool:
        """Move a byte on; whether there was one."""
        byte = self._received.get()
        if byte is None:
            return False
        self._line += bytes((byte,))
        if self._line.endswith(self._end):
            text, self._line = self._line.removesuffix(self._end).decode("latin-1"), b""
            if text:
                self._take(text)
        return True

    def _accept(self, text: str, faults: frozenset[str]) -> None:
        self._task = Task(self._answer(text, faults))

    # Commands

    def _go_on(self, task: Task) -> bool:
        """Take the line a step further; whether it could be."""
        self._commands.at(self._now)
        gone_on = task.step(self._now)
        if task.over:
            self._task = None
        return gone_on

    def _answer(self, text: str, faults: frozenset[str]) -> Iterator[Wait]:
        if "busy" in faults:
            yield Wait.until(self._now + BUSY)
        answer = self._replies.ok
        if faults & {"resend", "error"}:
            answer = self._replies.error
        elif "bad-resend" not in faults:
            answer = yield from self._commands.carry_out(text)
        self._outbox.acknowledge(answer, self._now, faults)
