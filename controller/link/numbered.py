"""The dialogue with a firmware that numbers and checks its lines, as Marlin does.

Beside the rules of every dialogue, above the table that applies them:

1. Numbers make it exact. A line keeps its number for ever, and the device takes number n only after n - 1. So
   repeating a line can never carry it out twice: one that was taken before only draws `Resend` for the next.
2. Acknowledgements make it flow, no more. An `ok` may be lost, doubled or belong to a `Resend`; counting one
   wrongly puts a line more or less on its way, and rule 1 repairs what overflows.
3. Answers make it certain. A question is done once its answer has come; the device works in order, so all
   lines before it are then done too.
4. `Resend: n` goes back to line n. The lines that were on their way behind n each draw the same `Resend`
   again; so many of them are passed over. A device that asks for a line it provably had has started anew.
5. Silence past a deadline is answered by the oldest waiting line, repeated: safe by rule 1. Either it had
   been lost and is taken now, or the `Resend` for a later one says that only its `ok` was lost. A question
   whose answer was lost is put again. After PROBES repeats the device is silent.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from controller.errors import DeviceGarbage, DeviceReset
from controller.gcode.firmware import Command, Firmware, Numbered
from controller.gcode.replies import (
    Answered,
    Busy,
    GripReport,
    Halted,
    Identity,
    Ok,
    PositionReport,
    Refused,
    Reply,
    Resend,
    Started,
)
from controller.link.ledger import Ledger
from controller.link.line import Line
from controller.link.protocol import CHECK_CABLE, HOME, OPENING, PROBES, Dialogue, Phase, Table

RESENDS = 5  # of one line


@dataclass(slots=True)
class _Wanted:
    """The line that the device last asked for, how often it did, and how many echoes of that are due."""

    number: int = 0
    times: int = 0
    echoes: int = 0


class NumberedDialogue(Dialogue):
    """The dialogue on one opened port."""

    def __init__(self, firmware: Firmware, flow: Numbered, port: str, now: float) -> None:
        super().__init__(firmware, port, now)
        self._ledger = Ledger(flow, firmware.frame)
        self._wanted = _Wanted()
        self._asked_again = 0

    def send(self, command: Command) -> None:
        """Queue a command; raises UsageError where the firmware could not read its line."""
        self._ledger.add(command)

    def _settled(self) -> bool:
        return self._ledger.empty

    def _queued(self) -> bool:
        return bool(self._ledger.queue)

    def _waiting(self) -> Iterable[Line]:
        return self._ledger.waiting

    # Sending.

    def _next(self, now: float) -> bytes:
        line = self._ledger.take()
        if line is None:
            return b""
        self._schedule(line, now)
        return _parted(line) if line.number == self._wanted.number else line.wire

    def _probe(self, now: float) -> bytes:
        line = self._ledger.oldest
        if line is None or now < line.deadline:
            return b""
        self._overdue(line, now, "asked again")
        return _parted(line)

    # Receiving.

    def on_ok(self, reply: Ok, now: float) -> None:
        """A line is acknowledged."""
        if reply.number is None:
            self._acknowledged(self._ledger.acknowledge_one(), now)
        elif reply.number < self._ledger.next_number:
            self._acknowledged(self._ledger.acknowledge_to(reply.number), now)

    def _acknowledged(self, lines: Iterable[Line], now: float) -> None:
        for line in lines:
            self._ended(line, now)
            self._renew_patience(now)

    def on_answer(self, reply: Reply, now: float) -> None:
        """A question is answered, and all lines before it are done."""
        question = self._ledger.asked(reply)
        if question is None:
            return
        question.answered = True
        self._acknowledged(self._ledger.acknowledge_to(question.number - 1), now)
        self._asked_again = 0
        self._renew_patience(now)

    def on_answered(self, reply: Answered, now: float) -> None:
        """Acknowledged and answered in one line."""
        self._act(reply.content, now)
        self.on_ok(Ok(reply.text, reply.number or None), now)

    def on_resend(self, reply: Resend, now: float) -> None:
        """The device wants a line again."""
        number = reply.number
        if number <= self._ledger.proven:
            raise self._fault(
                DeviceReset,
                f"has started anew: it had line {self._ledger.proven} and asks for line {number}; {HOME}",
            )
        if number > self._ledger.next_number:
            raise self._fault(DeviceGarbage, f"asks for line {number}, which was never sent; {CHECK_CABLE}")
        if number == self._wanted.number and self._wanted.echoes:
            self._wanted.echoes -= 1
            return
        if number < self._ledger.next_number or number > self._ledger.proven + 1:
            self._renew_patience(now)
        self._go_back(number)

    def _go_back(self, number: int) -> None:
        oldest = self._ledger.oldest
        probed = oldest is not None and oldest.probes > 0
        if probed:
            self._settle_silence(number)
        self._ledger.taken_before(number)
        times = self._wanted.times + 1 if number == self._wanted.number else 1
        self._wanted = _Wanted(number, times)
        if number == self._ledger.next_number:
            return
        if times > RESENDS:
            what = f"could not read line {number} in {times} attempts; {CHECK_CABLE}"
            raise self._fault(DeviceGarbage, what)
        behind = self._ledger.go_back(number)
        # What is behind a line that was repeated after a silence went out long ago: its echoes are over.
        self._wanted.echoes = 0 if probed else behind

    def _settle_silence(self, number: int) -> None:
        self._ledger.acknowledge_to(number - 1)
        unanswered = self._ledger.oldest
        if unanswered is None or unanswered.number >= number:
            return
        if self._asked_again == PROBES:
            raise self._silent(unanswered)
        self._asked_again += 1
        self._ledger.ask_again()

    def on_refused(self, reply: Refused, _now: float) -> None:
        """A line was not carried out."""
        line = next(iter(self._ledger.unacknowledged), None)
        raise self._refused(line, reply)

    table: ClassVar[Table] = {
        **OPENING,
        Phase.GREETING: {**OPENING[Phase.GREETING], Ok: Dialogue.on_greeted},
        Phase.TALKING: {
            Ok: on_ok,
            Resend: on_resend,
            Busy: Dialogue.on_busy,
            PositionReport: on_answer,
            Identity: on_answer,
            GripReport: on_answer,
            Answered: on_answered,
            Started: Dialogue.on_reset,
            Halted: Dialogue.on_halted,
            Refused: on_refused,
        },
    }


def _parted(line: Line) -> bytes:
    # A repeated line must not run into what is left of a damaged one: a checksum by XOR might miss that.
    return b"\n" + line.wire
