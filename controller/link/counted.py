"""The dialogue with a firmware that answers each line once, in order, as GRBL does and many small ones do.

Beside the rules of every dialogue, above the table that applies them:

1. Each line draws exactly one answer, acceptance or refusal, in order: so the oldest line without one is
   meant.
2. What is on its way and not answered fits into the device's receive buffer, whose size it may tell.
3. A refusal does not stop the lines behind it, which are on their way: it is final, and the client stops
   them.
4. No line is ever repeated: whether it was carried out cannot be known. A surplus answer is passed over. It
   may have let a line or two go out early; what has ended is proven by a question.
5. Some lines go alone: nothing is sent before them that is not answered, and nothing behind them until they
   are.
6. The status byte is no line. As a question it is put only once all lines are answered, and again every POLL
   seconds until the device is at rest. Past a deadline it tells whether the device lives; each time, and
   where there is no such byte, the deadline is put off by PATIENCE, PROBES times.
"""

from collections import deque
from collections.abc import Iterable
from typing import ClassVar

from controller.gcode.firmware import Command, Counted, Firmware
from controller.gcode.replies import (
    Answered,
    BufferSize,
    Busy,
    GripReport,
    Halted,
    Identity,
    Locked,
    Modes,
    Ok,
    PositionReport,
    Refused,
    Reply,
    Started,
)
from controller.link.line import Line
from controller.link.protocol import OPENING, Dialogue, Phase, Table

POLL = 0.2  # seconds


class CountedDialogue(Dialogue):
    """The dialogue on one opened port."""

    def __init__(self, firmware: Firmware, flow: Counted, port: str, now: float) -> None:
        super().__init__(firmware, port, now)
        self._flow = flow
        self._room = flow.bytes
        self._queue: deque[Line] = deque()
        self._sent: deque[Line] = deque()
        self._number = 0
        self._ask_at = now

    def send(self, command: Command) -> None:
        """Queue a command; raises UsageError where the firmware could not read its line."""
        wire = self._firmware.frame(0, command.text)
        self._number += 1
        self._queue.append(Line(self._number, command, wire, acknowledged=wire == self._flow.status))

    def _settled(self) -> bool:
        return not self._queue and not self._sent

    def _queued(self) -> bool:
        return bool(self._queue)

    def _waiting(self) -> Iterable[Line]:
        return self._sent

    def _next_look(self) -> float | None:
        deadline = super()._next_look()
        return self._ask_at if deadline is not None and self._asking() else deadline

    def _asking(self) -> bool:
        return bool(self._sent) and self._sent[0].wire == self._flow.status

    # Sending.

    def _next(self, now: float) -> bytes:
        if not self._queue:
            return b""
        if self._sent and not self._has_room(self._queue[0]):
            return b""
        line = self._queue.popleft()
        self._schedule(line, now)
        self._sent.append(line)
        self._ask_at = now + POLL
        return line.wire

    def _goes_alone(self, line: Line) -> bool:
        if line.wire == self._flow.status:
            return True
        return self._flow.alone is not None and self._flow.alone.match(line.command.text) is not None

    def _has_room(self, line: Line) -> bool:
        if self._goes_alone(line) or self._goes_alone(self._sent[0]):
            return False
        size = sum(len(other.wire) for other in self._sent) + len(line.wire)
        return len(self._sent) < self._flow.lines and size <= self._room

    def _probe(self, now: float) -> bytes:
        if not self._sent:
            return b""
        oldest = self._sent[0]
        if now >= oldest.deadline:
            self._overdue(oldest, now, "asked for a sign of life" if self._flow.status else "waiting on")
            return self._flow.status
        if self._asking() and now >= self._ask_at:
            self._ask_at = now + POLL
            return self._flow.status
        return b""

    # Receiving.

    def on_ok(self, _reply: Reply, now: float) -> None:
        """The oldest line without an answer is accepted."""
        line = self._unacknowledged()
        if line is not None:
            line.acknowledged = True
            self._ended(line, now)
            self._progress(now)

    def on_answer(self, reply: Reply, now: float) -> None:
        """The oldest question of that kind is answered."""
        for line in self._sent:
            if line.command.answer is type(reply) and not line.answered:
                line.answered = True
                self._progress(now)
                return

    def on_position(self, reply: PositionReport, now: float) -> None:
        """At rest; what is free of the buffer is all of it where nothing is on its way."""
        if reply.room is not None and all(line.acknowledged for line in self._sent):
            self._room = reply.room
        if self._asking() or not self._flow.status:
            self.on_answer(reply, now)

    def on_answered(self, reply: Answered, now: float) -> None:
        """Accepted and answered in one line."""
        self._act(reply.content, now)
        self.on_ok(reply, now)

    def on_buffer_size(self, reply: BufferSize, _now: float) -> None:
        """What the device says of itself counts; one byte is left free, as a ring may."""
        self._room = reply.bytes - 1

    def on_busy(self, reply: Reply, now: float) -> None:
        """Alive, at work: it may be asked as often again."""
        super().on_busy(reply, now)
        for line in self._sent:
            line.probes = 0 if now < line.busy_until else line.probes

    def on_refused(self, reply: Refused, _now: float) -> None:
        """The oldest line without an answer is refused."""
        raise self._refused(self._unacknowledged(), reply)

    def on_locked(self, reply: Locked, now: float) -> None:
        """Before homing that means alive; where it should be at rest, its alarm has been lost on the way."""
        if self._asking():
            self.on_halted(Halted(reply.text, "it is locked until it has been homed"), now)

    def _unacknowledged(self) -> Line | None:
        return next((line for line in self._sent if not line.acknowledged), None)

    def _progress(self, now: float) -> None:
        while self._sent and self._sent[0].done:
            self._sent.popleft()
        self._renew_patience(now)

    table: ClassVar[Table] = {
        **OPENING,
        Phase.GREETING: {
            **OPENING[Phase.GREETING],
            PositionReport: Dialogue.on_greeted,
            Locked: Dialogue.on_greeted,
        },
        Phase.TALKING: {
            Ok: on_ok,
            Answered: on_answered,
            PositionReport: on_position,
            Identity: on_answer,
            Modes: on_answer,
            GripReport: on_answer,
            BufferSize: on_buffer_size,
            Busy: on_busy,
            Locked: on_locked,
            Started: Dialogue.on_reset,
            Halted: Dialogue.on_halted,
            Refused: on_refused,
        },
    }
