"""The dialogue with a firmware whose answers name their lines, as a uArm's do.

Beside the rules of every dialogue, above the table that applies them:

1. Each answer names its line, so nothing is counted. An answer to a line that was never sent is a fault; one
   that comes twice is passed over.
2. Answers to lines are held back until the arm is at rest, so several lines are on their way. What has been
   read makes room for more, and a question is answered as soon as it has been read: where there is no room
   and something is queued, the pulse is asked, for which room is always kept.
3. One question at a time; its answer may be lost, and then it is put again. No other line is ever repeated:
   it may have been carried out.
4. But for a line that was lost for lack of room. Nothing more is sent until all others are answered; the one
   that is not was lost. It is sent anew if it was the last; lines behind it were carried out without it, and
   that is final.
5. Past a deadline the pulse is asked, and the deadline put off by PATIENCE, PROBES times.
"""

from collections import deque
from collections.abc import Iterable
from typing import ClassVar

from controller.errors import DeviceFault, DeviceGarbage
from controller.gcode.firmware import Command, Firmware, Tagged
from controller.gcode.replies import (
    Answered,
    Halted,
    Overflow,
    PositionReport,
    Refused,
    Started,
)
from controller.link.line import Line
from controller.link.protocol import CHECK_CABLE, HOME, OPENING, Dialogue, Phase, Table

# So many answered lines are remembered, to know an answer that comes twice.
_MEMORY = 64
_LOSSES = 5  # of one line


class TaggedDialogue(Dialogue):
    """The dialogue on one opened port."""

    def __init__(self, firmware: Firmware, flow: Tagged, port: str, now: float) -> None:
        super().__init__(firmware, port, now)
        self._flow = flow
        self._queue: deque[Command] = deque()
        self._sent: dict[int, Line] = {}  # by tag, oldest first
        self._answered: deque[int] = deque([0], _MEMORY)  # tags; 0 is the greeting's
        self._number = 0
        self._last = 0  # the number of the last line that was no question
        self._read = 0  # lines up to this number have provably been read
        self._one_is_lost = False
        self._losses = 0

    def send(self, command: Command) -> None:
        """Queue a command; raises UsageError where the firmware could not read its line."""
        self._firmware.frame(self._number + len(self._queue), command.text)
        self._queue.append(command)

    def _settled(self) -> bool:
        return not self._queue and not self._sent

    def _queued(self) -> bool:
        return bool(self._queue)

    def _waiting(self) -> Iterable[Line]:
        return self._sent.values()

    def _next_look(self) -> float | None:
        return min((line.deadline for line in self._sent.values()), default=None)

    @property
    def _lines(self) -> list[Line]:
        return [line for line in self._sent.values() if line.command.answer is None]

    @property
    def _asking(self) -> bool:
        return len(self._lines) < len(self._sent)

    # Sending.

    def _next(self, now: float) -> bytes:
        if not self._queue or self._one_is_lost:
            return b""
        command = self._queue[0]
        if command.answer is None and len(self._lines) < self._flow.lines:
            return self._put(self._queue.popleft(), now) if self._has_room(command) else self._pulse(now)
        if command.answer is None or self._asking:
            return b""
        return self._put(self._queue.popleft(), now)

    def _has_room(self, command: Command) -> bool:
        """Room is kept for the question that tells what has been read."""
        unread = sum(len(line.wire) for line in self._sent.values() if line.number > self._read)
        size = sum(
            len(self._firmware.frame(self._number + 1, text)) for text in (command.text, self._flow.pulse)
        )
        return unread + size <= self._flow.bytes

    def _pulse(self, now: float) -> bytes:
        return b"" if self._asking else self._put(Command(self._flow.pulse, answer=PositionReport), now)

    def _put(self, command: Command, now: float) -> bytes:
        self._number += 1
        if command.answer is None:
            self._last = self._number
        line = Line(self._number, command, self._firmware.frame(self._number, command.text))
        self._schedule(line, now)
        self._sent[self._number % self._flow.tags] = line
        return line.wire

    def _probe(self, now: float) -> bytes:
        overdue = next((line for line in self._sent.values() if now >= line.deadline), None)
        if overdue is None:
            return b""
        if overdue.command.answer is None:
            self._overdue(overdue, now, "asked for a sign of life")
            return self._pulse(now)
        self._overdue(overdue, now, "asked again")
        return overdue.wire

    # Receiving.

    def on_answered(self, reply: Answered, now: float) -> None:
        """A line is answered, for good or ill."""
        line = self._sent.get(reply.number)
        if line is None:
            self._know(reply)
            return
        if isinstance(reply.content, Refused):
            raise self._refused(line, reply.content)
        if line.command.answer not in (None, type(reply.content)):
            return
        del self._sent[reply.number]
        self._ended(line, now)
        self._answered.append(reply.number)
        if line.command.answer is not None:
            self._read = line.number
        self._renew_patience(now)
        self._settle_loss()

    def _know(self, reply: Answered) -> None:
        if reply.number not in self._answered:
            what = f"answers a line that was never sent (`{reply.text}`); {CHECK_CABLE}"
            raise self._fault(DeviceGarbage, what)

    def on_overflow(self, _reply: Overflow, _now: float) -> None:
        """A line is lost; which will show."""
        self._one_is_lost = True
        self._losses += 1
        self._settle_loss()

    def _settle_loss(self) -> None:
        if not self._one_is_lost or len(self._lines) > 1:
            return
        self._one_is_lost = False
        for lost in self._lines:
            if lost.number != self._last or self._losses > _LOSSES:
                what = f"lost line {lost.number} `{lost.command.text}` for lack of room; {HOME}"
                raise self._fault(DeviceFault, what)
            del self._sent[lost.number % self._flow.tags]
            self._queue.appendleft(lost.command)

    table: ClassVar[Table] = {
        **OPENING,
        Phase.GREETING: {**OPENING[Phase.GREETING], Answered: Dialogue.on_greeted},
        Phase.TALKING: {
            Answered: on_answered,
            Overflow: on_overflow,
            Started: Dialogue.on_reset,
            Halted: Dialogue.on_halted,
        },
    }
