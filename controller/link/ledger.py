"""The book of numbered lines: which are on their way, which are owed an `ok` or an answer, which to repeat.

Pure bookkeeping for link.numbered, whose rules it keeps; it judges nothing and raises nothing.
"""

from collections import deque
from collections.abc import Callable, Iterator

from controller.gcode.firmware import Command, Numbered
from controller.gcode.replies import Reply
from controller.link.line import Line

# So many acknowledged lines are remembered: far more than surplus oks can ever have run ahead.
_MEMORY = 64


class Ledger:
    """Lines from their queueing until the device has provably taken them."""

    def __init__(self, flow: Numbered, frame: Callable[[int, str], bytes]) -> None:
        self.proven = 0  # the device has taken all lines up to here
        self.next_number = 1
        self.queue: deque[Command] = deque()
        self._flow = flow
        self._frame = frame
        self._lines: dict[int, Line] = {}
        self._resume = 1  # the next number to go out; below next_number after a Resend
        self._settled = 0  # all lines up to here are done
        self._forgotten = 0  # all lines up to here are needed no more

    def add(self, command: Command) -> None:
        """Queue a command behind all others; raises UsageError where its line cannot be framed."""
        self._frame(self.next_number + len(self.queue), command.text)
        self.queue.append(command)

    @property
    def empty(self) -> bool:
        """Nothing is queued, to be repeated, or owed."""
        return not self.queue and self._resume == self.next_number and self.oldest is None

    @property
    def waiting(self) -> Iterator[Line]:
        """The lines on their way for which something is owed, oldest first."""
        on_their_way = range(self._settled + 1, self._resume)
        return (line for number in on_their_way if not (line := self._lines[number]).done)

    @property
    def oldest(self) -> Line | None:
        """The first of the waiting lines."""
        return next(self.waiting, None)

    def take(self) -> Line | None:
        """The next line to put on the wire, if the device has room for it."""
        if self._resume == self.next_number and self.queue:
            command = self.queue.popleft()
            wire = self._frame(self.next_number, command.text)
            self._lines[self.next_number] = Line(self.next_number, command, wire)
            self.next_number += 1
        line = self._lines.get(self._resume)
        if line is None or not self._has_room(line):
            return None
        self._resume += 1
        return line

    def _has_room(self, line: Line) -> bool:
        ahead = self.unacknowledged
        size = sum(len(other.wire) for other in ahead) + len(line.wire)
        return not ahead or (len(ahead) < self._flow.lines and size <= self._flow.bytes)

    @property
    def unacknowledged(self) -> list[Line]:
        """The lines on their way that lack their `ok`, oldest first."""
        return [line for line in self.waiting if not line.acknowledged]

    def acknowledge_one(self) -> list[Line]:
        """An `ok`: for the oldest line that lacks one, which is returned; without one it means nothing."""
        lines = self.unacknowledged[:1]
        for line in lines:
            line.acknowledged = True
            self._settle()
            self._prove(line.number - _MEMORY)
        return lines

    def acknowledge_to(self, number: int) -> list[Line]:
        """All lines up to `number` were taken, whatever became of their oks; those that lacked one."""
        lines = [line for line in self.unacknowledged if line.number <= number]
        for line in lines:
            line.acknowledged = True
        self._settle()
        self._prove(number)
        return lines

    def asked(self, reply: Reply) -> Line | None:
        """The oldest line that asks for such a reply and has none."""
        return next((line for line in self.waiting if self._asks(line, reply)), None)

    @staticmethod
    def _asks(line: Line, reply: Reply) -> bool:
        return line.command.answer is type(reply) and not line.answered

    def taken_before(self, number: int) -> None:
        """The device has said that it has all lines before `number`."""
        self._prove(number - 1)

    def go_back(self, number: int) -> int:
        """Repeat from `number` on; returns how many lines are on their way behind it."""
        behind = max(0, self._resume - number - 1)
        for line in self._lines.values():
            if line.number >= number:
                line.acknowledged = False
        self._resume = min(self._resume, number)
        self._settled = min(self._settled, number - 1)
        return behind

    def ask_again(self) -> None:
        """Questions that were taken but whose answers were lost are put anew, as lines of their own."""
        for line in list(self.waiting):
            if line.acknowledged and not line.answered:
                line.answered = True
                self.queue.appendleft(line.command)

    def _settle(self) -> None:
        while self._settled + 1 < self._resume and self._lines[self._settled + 1].done:
            self._settled += 1

    def _prove(self, number: int) -> None:
        self.proven = max(self.proven, number)
        for known in range(self._forgotten + 1, min(self.proven, self._settled) + 1):
            del self._lines[known]
            self._forgotten = known
