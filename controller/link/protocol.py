"""What the dialogues with all firmwares share: opening, reading lines, deadlines, faults. No I/O, no clock.

The rules of every dialogue:

1. Before all comes a greeting, repeated until it is answered; link.greeting knows when. Who introduces itself
   as another firmware is not spoken to.
2. A deadline is the end of all work sent so far, as reckoned, plus PATIENCE; every sign of progress renews
   that patience, and `busy` does for at most BUSY_LIMIT. Progress is what settles something: a surplus `ok`
   is none. Work that has provably ended counts no more: after the `ok` of a line that is not queued its own.
3. Lines that mean nothing are passed up. More than TOLERANCE lines that are no text, without a reply between
   them, or a line of more than LONGEST_REPLY, are a fault. So is a flood: FLOOD lines that settle nothing
   beyond CHATTER a second.
4. A fault is final: the position is in doubt.
5. No wait is silent: that a device is busy for long or a deadline has passed is worth a note, once a line.

How lines are acknowledged, and what may be repeated, differs: link.numbered, link.counted and link.tagged.
"""

import enum
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from textwrap import shorten
from typing import Any, ClassVar, Protocol

from controller.errors import (
    CommandRefused,
    DeviceFault,
    DeviceGarbage,
    DeviceHalted,
    DeviceReset,
    DeviceSilent,
    WrongFirmware,
)
from controller.gcode.families import family_of
from controller.gcode.firmware import Command, Firmware
from controller.gcode.replies import Busy, Halted, Info, Refused, Reply, Started
from controller.link.greeting import Greeting
from controller.link.line import Line

PATIENCE = 5.0  # seconds; a busy device says so every 2
BUSY_LIMIT = 120.0  # seconds
WORTH_A_NOTE = 10.0  # seconds of being busy
PROBES = 3  # of one line
TOLERANCE = 8  # lines of garbage
LONGEST_REPLY = 1024  # bytes
FLOOD = 5000  # lines
CHATTER = 100.0  # lines a second, more than any firmware says by itself

HOME = "no further motion was sent; look where the disks are, then home again"
CHECK_CABLE = "check its power and its cable, then home again"
STUCK = "see what keeps it, reset the board, then home again"
CHECK_BAUD = "check the baud rate and that this is the right port"

_UNREADABLE = "\N{REPLACEMENT CHARACTER}"


class Phase(enum.Enum):
    """Where the dialogue stands."""

    BOOTING = "booting"
    GREETING = "greeting"
    TALKING = "talking"
    FAULTED = "faulted"


class LinkProtocol(Protocol):
    """A dialogue on one opened port: commands and received bytes go in, bytes and replies come out."""

    @property
    def idle(self) -> bool:
        """Everything sent is acknowledged and answered."""

    @property
    def wants_more(self) -> bool:
        """Nothing is queued: the next command may be handed over."""

    def send(self, command: Command) -> None:
        """Queue a command; raises UsageError where the firmware could not read its line."""

    def bytes_to_send(self, now: float) -> bytes:
        """The next line to write, or b""; raises DeviceFault where a deadline has passed once too often."""

    def receive(self, data: bytes, now: float) -> Iterator[Reply]:
        """Each reply in what has arrived, handed out before it is acted upon; raises DeviceFault."""

    def deadline(self) -> float | None:
        """When `bytes_to_send` must be called next, though nothing is received; None: at no time."""

    def motion_ended(self, now: float) -> None:
        """All work sent so far has provably ended: what it took less than reckoned delays no deadline."""

    def notes(self) -> list[str]:
        """What has been worth a line on the screen since this was last asked."""


Action = Callable[[Any, Any, float], None]
Table = Mapping[Phase, Mapping[type[Reply], Action]]


class Dialogue(ABC):
    """A LinkProtocol but for its acknowledgements; the port's name is in every error."""

    table: ClassVar[Table]

    def __init__(self, firmware: Firmware, port: str, now: float) -> None:
        self.phase = Phase.BOOTING
        self._firmware = firmware
        self._parse = firmware.parser()
        self._port = port
        self._partial = b""
        self._garbage = 0
        self._idle_lines = 0.0
        self._idle_since = now
        self._progressed = False
        self._progressed_at = now
        self._notes: list[str] = []
        self._busy_since: float | None = None  # before the greeting is answered
        self._busy_noted = False
        self._says_busy = False  # the last reply that meant something
        self._last_text = ""
        self._stranger = ""  # how another firmware has introduced itself
        self._greeting = Greeting(now, firmware.reset_wait, firmware.greeting_interval)
        self._work_until = now

    @abstractmethod
    def send(self, command: Command) -> None:
        """Queue a command; raises UsageError where the firmware could not read its line."""

    def notes(self) -> list[str]:
        """What has been worth a line on the screen since this was last asked."""
        notes, self._notes = self._notes, []
        return notes

    @property
    def idle(self) -> bool:
        """Everything sent is acknowledged and answered."""
        return self.phase is Phase.TALKING and self._settled()

    @property
    def wants_more(self) -> bool:
        """Nothing is queued: the next command may be handed over."""
        return self.phase is Phase.TALKING and not self._queued()

    def motion_ended(self, now: float) -> None:
        """All work sent so far has provably ended: what it took less than reckoned delays no deadline."""
        self._work_until = now

    def deadline(self) -> float | None:
        """When `bytes_to_send` must be called next, though nothing is received; None: at no time."""
        if self.phase in (Phase.BOOTING, Phase.GREETING):
            return self._greeting.next_look
        return self._next_look()

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
            self._check_length(line)
            yield from self._receive_line(line, now)
        self._check_length(self._partial)

    # What differs from firmware to firmware.

    @abstractmethod
    def _settled(self) -> bool:
        """Nothing is queued, and nothing is owed."""

    @abstractmethod
    def _queued(self) -> bool:
        """Something is queued that has not been sent."""

    @abstractmethod
    def _waiting(self) -> Iterable[Line]:
        """The lines for which something is owed, oldest first."""

    @abstractmethod
    def _probe(self, now: float) -> bytes:
        """What is said because a deadline has passed, or b""; raises DeviceSilent."""

    @abstractmethod
    def _next(self, now: float) -> bytes:
        """The next line there is room for, or b""."""

    def _next_look(self) -> float | None:
        oldest = next(iter(self._waiting()), None)
        return oldest.deadline if oldest else None

    # Opening.

    def _greet(self, now: float) -> bytes:
        if self._greeting.hopeless(now):
            raise self._nobody_there()
        self.phase = Phase.GREETING if self._firmware.greeting else Phase.TALKING
        self._greeting.said(now)
        return self._firmware.greeting

    def on_chatter(self, _reply: Reply, now: float) -> None:
        """A line of the banner."""
        self._greeting.chatter(now)

    def on_banner(self, _reply: Started, now: float) -> None:
        """The board starts."""
        self._busy_since = None
        self.phase = Phase.BOOTING
        self._greeting.started(now)

    def on_busy_before_greeting(self, _reply: Busy, now: float) -> None:
        """The board is at work on something from before."""
        self._greeting.busy(now)
        if self._busy_since is None:
            self._busy_since = now
        elif not self._busy_noted and now - self._busy_since >= WORTH_A_NOTE:
            self._busy_noted = True
            self._notes.append(
                f"The arm has been busy for {now - self._busy_since:.0f} s with something from before."
            )

    def on_greeted(self, _reply: Reply, _now: float) -> None:
        """The greeting is answered."""
        self.phase = Phase.TALKING

    # Deadlines.

    def _schedule(self, line: Line, now: float) -> None:
        self._work_until = max(now, self._work_until) + line.command.seconds
        line.sent_at = now
        line.work_until = self._work_until
        line.deadline = self._work_until + PATIENCE
        line.busy_until = line.deadline + BUSY_LIMIT

    def _ended(self, line: Line, now: float) -> None:
        """The line is acknowledged: unless it is queued, what it was reckoned to take beyond `now` is saved.

        What was queued before it may still be at work.
        """
        saved = 0.0 if line.command.queued else min(line.command.seconds, line.work_until - now)
        if saved <= 0:
            return
        self._work_until -= saved
        for other in self._waiting():
            if other.number >= line.number:
                other.work_until -= saved
                other.deadline -= saved
                other.busy_until -= saved

    def on_busy(self, _reply: Reply, now: float) -> None:
        """Alive, at work: everything owed may come later, within limits."""
        for line in self._waiting():
            line.deadline = max(line.deadline, min(now + PATIENCE, line.busy_until))
        self._note_busy(now)

    def _note_busy(self, now: float) -> None:
        """The oldest line keeps the device busy, though what was queued before it should be over."""
        line = next(iter(self._waiting()), None)
        if line is None or line.busy_noted or now < line.work_until - line.command.seconds:
            return
        seconds = now - max(line.sent_at, self._progressed_at)
        if seconds >= WORTH_A_NOTE:
            line.busy_noted = True
            self._notes.append(f"The arm has been busy with `{line.command.text}` for {seconds:.0f} s.")

    def _overdue(self, line: Line, now: float, meanwhile: str) -> None:
        """A deadline has passed: it is put off, or the device is silent."""
        if line.probes == PROBES:
            raise self._silent(line)
        line.probes += 1
        line.deadline = now + PATIENCE
        if line.probes == 1:
            seconds = now - max(line.sent_at, self._progressed_at)
            self._notes.append(f"No answer to `{line.command.text}` for {seconds:.0f} s: {meanwhile}.")

    def _renew_patience(self, now: float) -> None:
        self._progressed, self._progressed_at = True, now
        for line in self._waiting():
            line.deadline = max(line.deadline, now + PATIENCE)

    # Receiving.

    @property
    def _last_heard(self) -> str:
        """What the device has said last, cut to a length that fits into a sentence."""
        return shorten(self._last_text, 60)

    def _receive_line(self, raw: bytes, now: float) -> Iterator[Reply]:
        text, clean = _decode(raw)
        reply = self._parse(text)
        if not clean and not isinstance(reply, Started):
            reply = Info(text)
            self._garbage += 1
        elif not isinstance(reply, Info):
            self._garbage = 0
            self._says_busy = isinstance(reply, Busy)
        yield reply
        self._last_text = text
        if self._garbage > TOLERANCE:
            raise self._fault(DeviceGarbage, f"sends bytes that are no text; {CHECK_BAUD}")
        if self.phase in (Phase.BOOTING, Phase.GREETING):
            self._know_strangers(text)
        self._progressed = False
        self._act(reply, now)
        if not self._progressed:
            self._count_idle(now)

    def _count_idle(self, now: float) -> None:
        self._idle_lines = max(0.0, self._idle_lines - CHATTER * (now - self._idle_since)) + 1
        self._idle_since = now
        if self._idle_lines > FLOOD:
            what = f"never pauses, and answers nothing that was asked, last heard `{self._last_heard}`"
            raise self._fault(DeviceGarbage, f"{what}; {CHECK_BAUD}")

    def _check_length(self, line: bytes) -> None:
        if len(line) > LONGEST_REPLY:
            what = f"sends a line of more than {LONGEST_REPLY} bytes; {CHECK_BAUD}"
            raise self._fault(DeviceGarbage, what)

    def _act(self, reply: Reply, now: float) -> None:
        action = self.table[self.phase].get(type(reply))
        if action is not None:
            action(self, reply, now)

    def _know_strangers(self, text: str) -> None:
        known = family_of(text)
        if known and known.name != self._firmware.name:
            self._stranger = text
            if self._firmware.signature:
                raise self._wrong_firmware()

    # Faults.

    def on_reset(self, reply: Started, _now: float) -> None:
        """The board has lost its position and all that was sent."""
        raise self._fault(DeviceReset, f"has started anew in mid-run (`{reply.text}`); {HOME}")

    def on_halted(self, reply: Halted, _now: float) -> None:
        """The firmware wants a person."""
        raise self._fault(
            DeviceHalted,
            f"has stopped itself ({_quoted(reply)}); find out why, reset the board, then home again",
        )

    def _refused(self, line: Line | None, reply: Refused) -> DeviceFault:
        asked = f"line {line.number} `{line.command.text}`" if line else "an earlier line"
        return self._fault(
            CommandRefused,
            f"answers {asked} with {_quoted(reply)}; see to it, in the config or at the machine, "
            "then home again",
        )

    def _silent(self, line: Line) -> DeviceFault:
        if self._says_busy and line.deadline > line.busy_until:
            what = f"is still busy with line {line.number} `{line.command.text}` after {BUSY_LIMIT:.0f} s"
            return self._fault(DeviceSilent, f"{what}, last heard `{self._last_heard}`; {STUCK}")
        owed = "answer" if line.acknowledged else "acknowledge"
        return self._fault(
            DeviceSilent,
            f"does not {owed} line {line.number} `{line.command.text}`, asked {PROBES + 1} times, last heard "
            f"`{self._last_heard}`; {CHECK_CABLE}",
        )

    def _wrong_firmware(self) -> DeviceFault:
        return self._fault(
            WrongFirmware,
            f"is `{shorten(self._stranger, 60)}`, not {self._firmware.name}; name its firmware in the "
            "config, or choose another port",
        )

    def _nobody_there(self) -> DeviceFault:
        if self._stranger:
            return self._wrong_firmware()
        if self._busy_since is not None:
            what = f"is busy since it was opened and takes no line, last heard `{self._last_heard}`"
            return self._fault(DeviceSilent, f"{what}; {STUCK}")
        if not self._last_heard:
            return self._fault(
                DeviceSilent, "says nothing; check the arm's power and cable, and the baud rate"
            )
        return self._fault(
            DeviceGarbage,
            f"does not answer as {self._firmware.name} does, last heard `{self._last_heard}`; {CHECK_BAUD}",
        )

    def _fault(self, kind: type[DeviceFault], what: str) -> DeviceFault:
        self.phase = Phase.FAULTED
        unheard = self._firmware.unheard if kind in (DeviceSilent, DeviceGarbage) else ""
        return kind(f"{self._port} {what}{unheard}.")


OPENING: Table = {
    Phase.BOOTING: {
        Started: Dialogue.on_banner,
        Info: Dialogue.on_chatter,
        Halted: Dialogue.on_halted,
    },
    Phase.GREETING: {
        Started: Dialogue.on_banner,
        Busy: Dialogue.on_busy_before_greeting,
        Halted: Dialogue.on_halted,
    },
    Phase.FAULTED: {},
}


def _quoted(reply: Halted | Refused) -> str:
    return f"`{reply.text}`, {reply.meaning}" if reply.meaning else f"`{reply.text}`"


def _decode(raw: bytes) -> tuple[str, bool]:
    """The text of a line without what is no text, and whether nothing had to go."""
    text = raw.decode("utf-8", "replace")
    if text.isprintable() and _UNREADABLE not in text:
        return text.strip(), True
    kept = "".join(letter for letter in text if letter.isprintable() and letter != _UNREADABLE)
    return kept.strip(), False
