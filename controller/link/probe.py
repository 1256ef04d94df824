"""Which firmware is at the far end: it is listened to, then asked. Nothing that moves is ever said."""

import contextlib
from dataclasses import dataclass

from controller.gcode.families import FAMILIES, family_of
from controller.gcode.firmware import Firmware
from controller.link.clock import Clock
from controller.link.transport import Transport

BANNER = 3.5  # seconds: a board that starts says so within them
ANSWER = 1.5  # seconds for each question
QUIET = 0.3  # seconds that end a banner


@dataclass(frozen=True, slots=True)
class Answer:
    """What a board says. `firmware`: the family that it is of, None if of none; `heard`: the line that told.

    Of a board that is of no family `heard` is the first line that was text; empty where nothing was.
    """

    firmware: str | None
    heard: str


def probe(transport: Transport, clock: Clock) -> Answer:
    """Open the port, which resets most boards, listen and ask; raises PortError."""
    transport.open()
    with contextlib.closing(transport):
        return _Probe(transport, clock).run()


class _Probe:
    """One look at an open port. Each family is asked in its own words, harmless to all others."""

    def __init__(self, transport: Transport, clock: Clock) -> None:
        self._transport = transport
        self._clock = clock
        self._first = ""

    def run(self) -> Answer:
        found = self._listen(BANNER)
        for firmware in FAMILIES:
            found = found or self._ask(firmware)
        return found or Answer(None, self._first)

    def _ask(self, firmware: Firmware) -> Answer | None:
        if firmware.identify is None:
            return None
        self._transport.write(firmware.greeting)
        self._transport.write(firmware.frame(1, firmware.identify))
        return self._listen(ANSWER)

    def _listen(self, seconds: float) -> Answer | None:
        """What tells the family, within `seconds`; a banner that is over ends the wait."""
        end, rest = self._clock.now() + seconds, b""
        while (now := self._clock.now()) < end:
            data = self._transport.read(min(QUIET, end - now))
            if not data and self._first and seconds == BANNER:
                break
            *lines, rest = (rest + data).replace(b"\r", b"\n").split(b"\n")
            for line in lines:
                if found := self._judge(line):
                    return found
        return None

    def _judge(self, raw: bytes) -> Answer | None:
        text = raw.decode("utf-8", "replace").strip()
        if not text.isprintable() or not text or "\N{REPLACEMENT CHARACTER}" in text:
            return None
        self._first = self._first or text
        family = family_of(text)
        return Answer(family.name, text) if family else None
