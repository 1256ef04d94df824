"""Inputs of all sorts for whatever reads: dialogues, the reports of GRBL, config files.

Each is answered by a meaning, by a typed fault or by a list of mistakes; anything else is a Surprise. The
same luck brings the same inputs.
"""

import math
import traceback
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from itertools import islice
from pathlib import Path
from random import Random

import damage
from bad_wire import Way
from campaign import good_run
from exhibit import FOLDER, config_of
from kinds import FAMILIES

from controller.app.arms import firmware_of
from controller.config import Config, load, parse
from controller.errors import ConfigError, DeviceFault
from controller.gcode.firmware import Command, Firmware
from controller.gcode.grbl import GRBL
from controller.gcode.replies import Answered, PositionReport, Reply, Setting
from controller.link.dialogues import dialogue
from controller.link.protocol import LinkProtocol


class Surprise(AssertionError):
    """An input that was answered as no input may be."""


SUBJECTS = (*FAMILIES, "reports", "config")
EPISODE = 200
"""Inputs to a dialogue before the next one, if it bears that many."""


def _told(subject: object, error: Exception) -> Surprise:
    return Surprise(f"{subject!r}: {''.join(traceback.format_exception(error))}")


def feed(subject: str, inputs: int, luck: Random, scratch: Path) -> None:
    """Have that many inputs read; raises Surprise.

    `subject`: a firmware whose answers they are, or "reports", or "config"; `scratch`: a file for the last.
    """
    if subject == "config":
        source = configs(luck, scratch)
    else:
        source = reports(luck) if subject == "reports" else answers(subject, luck)
    for _ in islice(source, inputs):
        pass


# Replies.


def answers(family: str, luck: Random) -> Iterator[None]:
    """Lines as the firmware says them, damaged, and noise, for its parser and for the dialogue with it."""
    firmware, corpus = firmware_of_family(family), good_run(family).heard[Way.BACK]
    while True:
        yield from _episode(firmware, luck, lambda: _line(luck, corpus))


def reports(luck: Random) -> Iterator[None]:
    """GRBL's status reports, with fields of all sorts in any order."""
    while True:
        yield from _episode(GRBL, luck, lambda: _report(luck))


@lru_cache
def firmware_of_family(family: str) -> Firmware:
    """What the family's exhibit understands and says."""
    arm = config_of(family).arm
    assert arm is not None
    return firmware_of(arm)


def _episode(firmware: Firmware, luck: Random, line: Callable[[], bytes]) -> Iterator[None]:
    parse_line, talk = firmware.parser(), _Talk(firmware, luck)
    for _ in range(EPISODE):
        data = line()
        try:
            for text in data.decode("latin-1").split("\n"):
                _check(parse_line(text))
            bears = talk.hears(data)
        except Exception as error:
            raise _told(data, error) from error
        yield
        if not bears:
            return


class _Talk:
    """A dialogue in which something is always owed; time goes on by fits and starts."""

    def __init__(self, firmware: Firmware, luck: Random) -> None:
        self._luck, self._now = luck, 0.0
        self._firmware = firmware
        self._protocol: LinkProtocol = dialogue(firmware, "/dev/arm", 0.0)

    def hears(self, data: bytes) -> bool:
        """Whether it bears these bytes, or else calls them a fault."""
        self._now += self._luck.choice((0.0, 0.01, 0.3, 3.0))
        try:
            self._speak()
            for reply in self._protocol.receive(data, self._now):
                _check(reply)
        except DeviceFault:
            return False
        return True

    def _speak(self) -> None:
        if self._protocol.wants_more:
            self._protocol.send(self._luck.choice(self._commands))
        for _ in range(3):
            self._protocol.bytes_to_send(self._now)
        due = self._protocol.deadline()
        assert due is None or math.isfinite(due) or due == math.inf

    @property
    def _commands(self) -> list[Command]:
        firmware = self._firmware
        where = [Command(firmware.where, answer=PositionReport)] if firmware.where else []
        return [
            Command(firmware.prelude[0] if firmware.prelude else "G21", 1.0),
            *map(Command, firmware.drain),
            *where,
        ]


def _check(reply: Reply) -> None:
    match reply:
        case Answered(content=content):
            _check(content)
        case PositionReport(at=at):
            assert all(map(math.isfinite, at))
        case Setting(value=value):
            assert math.isfinite(value)
        case other:
            assert isinstance(other, Reply)


def _line(luck: Random, corpus: list[bytes]) -> bytes:
    chance = luck.random()
    if chance < 0.1:
        return luck.randbytes(luck.randrange(80)) + b"\n"
    line = luck.choice(corpus)
    if chance < 0.4:
        return line
    for _ in range(luck.randint(1, 3)):
        pieces = damage.somehow(line or b"\n", luck)
        line = b"".join(piece for piece in pieces if isinstance(piece, bytes))
    return line


_STATES = (
    *("Idle", "Run", "Run:1", "Hold", "Hold:0", "Hold:1", "Jog", "Alarm"),
    *("Door", "Door:0", "Door:3", "Check", "Home", "Sleep", "idle"),
)
_FIELDS = ("MPos", "WPos", "WCO", "Bf", "FS", "F", "Ov", "A", "Pn", "Ln", "MPosition", "SD")
_VALUES = (
    "0.000,0.000,0.000",
    "1,2,3,4,5",
    "1,2",
    "nan,inf,0",
    ",,",
    "15,128",
    "100,1023",
    "-0.001,9e9,1",
    "9" * 400,
    "",
    "é,ß,1",
)


def _report(luck: Random) -> bytes:
    fields = [luck.choice(_STATES)]
    for _ in range(luck.randrange(6)):
        fields.append(f"{luck.choice(_FIELDS)}{luck.choice((':', ':', ':', '', '::'))}{_value(luck)}")
    text = luck.choice(("<", "<", "<", "", "<<")) + luck.choice(("|", "|", "|", ",", "||")).join(fields)
    line = f"{text}{luck.choice(('>', '>', '>', '', '>>'))}\r\n".encode()
    return damage.flipped(line, luck)[0] if luck.random() < 0.2 else line


def _value(luck: Random) -> str:
    if luck.random() < 0.5:
        return luck.choice(_VALUES)
    return ",".join(
        f"{luck.uniform(-1, 1) * 10 ** luck.randrange(12):.3f}" for _ in range(luck.randint(1, 7))
    )


# Config files.

_TRAPS = (
    "~",
    "on",
    "NO",
    "1:30",
    "010",
    "1e3",
    ".nan",
    "\t",
    "&a ",
    "*a",
    "!!str ",
    "<<: ",
    "---\n",
    "? ",
    "'",
    '"',
    "9,5",
    "- ",
    "{",
    "]",
    "#",
    "\u2028",
    "\x00",
    "é",
)


def configs(luck: Random, scratch: Path) -> Iterator[None]:
    """Ready exhibits with scratches, and now and then a file of any bytes, `scratch`."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.yaml"))]
    while True:
        text = _scratched(luck, texts)
        try:
            if luck.random() < 0.1:
                scratch.write_bytes(_any_bytes(luck, text))
                _outcome(partial(load, str(scratch)))
            else:
                _outcome(partial(parse, "f", text))
        except Exception as error:
            raise _told(text, error) from error
        yield


def _outcome(read: Callable[[], Config]) -> None:
    try:
        assert isinstance(read(), Config)
    except ConfigError as error:
        if not error.problems or not "".join(error.problems).isprintable():
            raise Surprise(f"told as {error.problems!r}") from error


def _any_bytes(luck: Random, text: str) -> bytes:
    data = text.encode("utf-8", "surrogatepass")
    at = luck.randrange(len(data) + 1)
    return luck.choice(
        (luck.randbytes(luck.randrange(300)), data[:at] + luck.randbytes(4) + data[at:], data[:at])
    )


def _scratched(luck: Random, texts: list[str]) -> str:
    text = luck.choice(texts)
    for _ in range(luck.randint(1, 4)):
        at = luck.randrange(len(text) + 1)
        text = text[:at] + _scrap(luck, text) + text[at + luck.choice((0, 0, 1, 5, luck.randrange(200))) :]
    return text


def _scrap(luck: Random, text: str) -> str:
    chance = luck.random()
    if chance < 0.4:
        return luck.choice(_TRAPS)
    if chance < 0.5:
        return chr(luck.choice((luck.randrange(32, 0xD800), luck.randrange(0xE000, 0x110000))))
    at = luck.randrange(len(text) + 1)
    return text[at : at + luck.randrange(60)]
