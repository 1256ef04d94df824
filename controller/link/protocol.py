"""The dialogue with a firmware that numbers and checks its lines: no I/O, no clock; bytes and time come in.

The rules, above the table that applies them:

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
6. A deadline is the end of all work sent so far, as reckoned, plus PATIENCE; every sign of progress renews
   that patience, and `busy` does for at most BUSY_LIMIT. Work that has provably ended counts no more.
7. Lines that mean nothing are passed up. More than TOLERANCE lines that are no text, without a reply between
   them, or a line without an end, are a fault.
8. A fault is final: the position is in doubt.

Before all this comes a greeting, repeated until it is answered; link.greeting knows when.
"""

import enum
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from textwrap import shorten
from typing import Any

from controller.errors import (
    CommandRefused,
    DeviceFault,
    DeviceGarbage,
    DeviceHalted,
    DeviceReset,
    DeviceSilent,
)
from controller.gcode.firmware import Command, Firmware
from controller.gcode.replies import (
    Busy,
    Halted,
    Identity,
    Info,
    Ok,
    PositionReport,
    Refused,
    Reply,
    Resend,
    Started,
)
from controller.link.greeting import Greeting
from controller.link.ledger import Ledger, Line

PATIENCE = 5.0  # seconds; a busy device says so every 2
BUSY_LIMIT = 120.0  # seconds
PROBES = 3  # of one line
RESENDS = 5  # of one line
TOLERANCE = 8  # lines of garbage
LONGEST_REPLY = 1024  # bytes


class Phase(enum.Enum):
    """Where the dialogue stands."""

    BOOTING = "booting"
    GREETING = "greeting"
    TALKING = "talking"
    FAULTED = "faulted"


@dataclass(slots=True)
class _Wanted:
    """The line that the device last asked for, how often it did, and how many echoes of that are due."""

    number: int = 0
    times: int = 0
    echoes: int = 0


class LineProtocol:
    """The dialogue on one opened port, whose name is in every error."""

    def __init__(self, firmware: Firmware, port: str, now: float) -> None:
        self.phase = Phase.BOOTING
        self._firmware = firmware
        self._port = port
        self._ledger = Ledger(firmware.flow, firmware.frame)
        self._partial = b""
        self._garbage = 0
        self._last_heard = ""
        self._greeting = Greeting(now)
        self._work_until = now
        self._wanted = _Wanted()
        self._asked_again = 0

    def send(self, command: Command) -> None:
        """Queue a command; raises UsageError where the firmware could not read its line."""
        self._ledger.add(command)

    @property
    def idle(self) -> bool:
        """Everything sent is acknowledged and answered."""
        return self.phase is Phase.TALKING and self._ledger.empty

    @property
    def wants_more(self) -> bool:
        """Nothing is queued: the next command may be handed over."""
        return self.phase is Phase.TALKING and not self._ledger.queue

    def motion_ended(self, now: float) -> None:
        """All work sent so far has provably ended: what it took less than reckoned delays no deadline."""
        self._work_until = now

    def deadline(self) -> float | None:
        """When `bytes_to_send` must be called next, though nothing is received; None: at no time."""
        if self.phase in (Phase.BOOTING, Phase.GREETING):
            return self._greeting.next_look
        oldest = self._ledger.oldest
        return oldest.deadline if oldest else None

    def bytes_to_send(self, now: float) -> bytes:
        """The next line to write, or b""; raises DeviceFault where a deadline has passed once too often."""
        if self.phase is Phase.TALKING:
            return self._probe(now) or self._next(now)
        if self.phase is Phase.FAULTED or now < self._greeting.next_look:
            return b""
        return self._greet(now)

    def receive(self, data: bytes, now: float) -> Iterator[Reply]:
        """Each reply in what has arrived, handed out before it is acted upon; raises DeviceFault."""
        *lines, self._partial = (self._partial + data).replace(b"\r", b"\n").split(b"\n")
        for line in filter(None, lines):
            yield from self._receive_line(line, now)
        if len(self._partial) > LONGEST_REPLY:
            raise self._fault(
                DeviceGarbage, f"sends {len(self._partial)} bytes without a line end; {_CHECK_BAUD}"
            )

    # Sending.

    def _greet(self, now: float) -> bytes:
        if self._greeting.hopeless(now):
            raise self._nobody_there()
        self.phase = Phase.GREETING
        self._greeting.said(now)
        return self._firmware.greeting

    def _next(self, now: float) -> bytes:
        line = self._ledger.take()
        if line is None:
            return b""
        self._work_until = max(now, self._work_until) + line.command.seconds
        line.deadline = self._work_until + PATIENCE
        line.busy_until = line.deadline + BUSY_LIMIT
        return _parted(line) if line.number == self._wanted.number else line.wire

    def _probe(self, now: float) -> bytes:
        line = self._ledger.oldest
        if line is None or now < line.deadline:
            return b""
        if line.probes == PROBES:
            raise self._silent(line)
        line.probes += 1
        line.deadline = now + PATIENCE
        return _parted(line)

    # Receiving.

    def _receive_line(self, raw: bytes, now: float) -> Iterator[Reply]:
        text, clean = _decode(raw)
        reply = self._firmware.parse(text)
        if not clean and not isinstance(reply, Started):
            reply = Info(text)
            self._garbage += 1
        elif not isinstance(reply, Info):
            self._garbage = 0
        yield reply
        self._last_heard = shorten(text, 60)
        if self._garbage > TOLERANCE:
            raise self._fault(DeviceGarbage, f"sends bytes that are no text; {_CHECK_BAUD}")
        action = _TABLE[self.phase].get(type(reply))
        if action is not None:
            action(self, reply, now)

    def _on_chatter(self, _reply: Reply, now: float) -> None:
        self._greeting.chatter(now)

    def _on_banner(self, _reply: Started, now: float) -> None:
        self.phase = Phase.BOOTING
        self._greeting.started(now)

    def _on_busy_before_greeting(self, _reply: Busy, now: float) -> None:
        self._greeting.busy(now)

    def _on_greeted(self, _reply: Ok, _now: float) -> None:
        self.phase = Phase.TALKING

    def _on_ok(self, reply: Ok, now: float) -> None:
        if reply.number is None:
            self._ledger.acknowledge_one()
        elif reply.number < self._ledger.next_number:
            self._ledger.acknowledge_to(reply.number)
        self._renew_patience(now)

    def _on_answer(self, reply: Reply, now: float) -> None:
        self._ledger.answer(reply)
        self._asked_again = 0
        self._renew_patience(now)

    def _on_resend(self, reply: Resend, now: float) -> None:
        number = reply.number
        if number <= self._ledger.proven:
            raise self._fault(
                DeviceReset,
                f"has started anew: it had line {self._ledger.proven} and asks for line {number}; {_HOME}",
            )
        if number > self._ledger.next_number:
            raise self._fault(DeviceGarbage, f"asks for line {number}, which was never sent; {_CHECK_CABLE}")
        if number == self._wanted.number and self._wanted.echoes:
            self._wanted.echoes -= 1
            return
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
            what = f"could not read line {number} in {times} attempts; {_CHECK_CABLE}"
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

    def _on_busy(self, _reply: Busy, now: float) -> None:
        for line in self._ledger.waiting:
            line.deadline = min(max(line.deadline, now + PATIENCE), line.busy_until)

    def _renew_patience(self, now: float) -> None:
        for line in self._ledger.waiting:
            line.deadline = max(line.deadline, now + PATIENCE)

    # Faults.

    def _on_reset(self, reply: Started, _now: float) -> None:
        raise self._fault(DeviceReset, f"has started anew in mid-run (`{reply.text}`); {_HOME}")

    def _on_halted(self, reply: Halted, _now: float) -> None:
        raise self._fault(
            DeviceHalted,
            f"has stopped itself (`{reply.text}`); find out why, reset the board, then home again",
        )

    def _on_refused(self, reply: Refused, _now: float) -> None:
        line = next((line for line in self._ledger.waiting if not line.acknowledged), None)
        asked = f"line {line.number} `{line.command.text}`" if line else "an earlier line"
        raise self._fault(
            CommandRefused,
            f"says `{reply.text}` to {asked}; see to what it names, in the config or at the machine, "
            "then home again",
        )

    def _silent(self, line: Line) -> DeviceFault:
        owed = "answer" if line.acknowledged else "acknowledge"
        return self._fault(
            DeviceSilent,
            f"does not {owed} line {line.number} `{line.command.text}`, asked {PROBES + 1} times, last heard "
            f"`{self._last_heard}`; {_CHECK_CABLE}",
        )

    def _nobody_there(self) -> DeviceFault:
        if not self._last_heard:
            return self._fault(
                DeviceSilent, "says nothing; check the arm's power and cable, and the baud rate"
            )
        return self._fault(
            DeviceGarbage,
            f"does not answer as {self._firmware.name} does, last heard `{self._last_heard}`; {_CHECK_BAUD}",
        )

    def _fault(self, kind: type[DeviceFault], what: str) -> DeviceFault:
        self.phase = Phase.FAULTED
        return kind(f"{self._port} {what}.")


_HOME = "no further motion was sent; look where the disks are, then home again"
_CHECK_CABLE = "check its power and its cable, then home again"
_CHECK_BAUD = "check the baud rate and that this is the right port"

_UNREADABLE = "\N{REPLACEMENT CHARACTER}"

_Action = Callable[[LineProtocol, Any, float], None]

_TABLE: Mapping[Phase, Mapping[type[Reply], _Action]] = {
    Phase.BOOTING: {
        Started: LineProtocol._on_banner,
        Info: LineProtocol._on_chatter,
        Halted: LineProtocol._on_halted,
    },
    Phase.GREETING: {
        Started: LineProtocol._on_banner,
        Ok: LineProtocol._on_greeted,
        Busy: LineProtocol._on_busy_before_greeting,
        Halted: LineProtocol._on_halted,
    },
    Phase.TALKING: {
        Ok: LineProtocol._on_ok,
        Resend: LineProtocol._on_resend,
        Busy: LineProtocol._on_busy,
        PositionReport: LineProtocol._on_answer,
        Identity: LineProtocol._on_answer,
        Started: LineProtocol._on_reset,
        Halted: LineProtocol._on_halted,
        Refused: LineProtocol._on_refused,
    },
    Phase.FAULTED: {},
}


def _parted(line: Line) -> bytes:
    # A repeated line must not run into what is left of a damaged one: a checksum by XOR might miss that.
    return b"\n" + line.wire


def _decode(raw: bytes) -> tuple[str, bool]:
    """The text of a line without what is no text, and whether nothing had to go."""
    text = raw.decode("utf-8", "replace")
    kept = "".join(letter for letter in text if letter.isprintable() and letter != _UNREADABLE)
    return kept.strip(), kept == text
