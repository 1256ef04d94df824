"""Golden dialogues as a host sees them, and a dialogue between two of their lines."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files

from controller.gcode.firmware import Command, Firmware
from controller.gcode.replies import Reply
from controller.link.dialogues import dialogue

TRANSCRIPTS = files("firmware_proto") / "transcripts"
# What a person's halt says past the dialogue.
BYTES = ("!", "~", "0x18")


def arrivals(family: str, name: str) -> Iterator[tuple[str, str]]:
    """Marks and texts as the host sees them: a reply that was lost on its way is not among them."""
    seen: list[tuple[str, str]] = []
    for line in (TRANSCRIPTS / family / name).read_text(encoding="utf-8").splitlines():
        mark, text = line[:1], line[2:]
        if mark == "~" and seen[-1][0] == "<":
            seen.pop()
            seen.extend([("<", text)] if text else [])
        elif mark and mark in "<>+!":
            seen.append((mark.replace("+", ">"), text))
    return iter(seen)


@dataclass(frozen=True)
class Family:
    """How dialogues are replayed: what the greeting is answered with, and which lines ask for what."""

    firmware: Firmware
    greeted: bytes
    answers: Mapping[str, type[Reply]]
    command: Callable[[str], str] = str.strip


class Replay:
    """A host that is asked for each line of a dialogue as its turn comes."""

    def __init__(self, family: Family) -> None:
        self.now = 0.0
        self.sent = 0
        self.protocol = dialogue(family.firmware, "port", 0.0)
        self._family = family

    def do(self, mark: str, text: str) -> None:
        """Hear a line, say one, or let time pass."""
        if mark == "<":
            list(self.protocol.receive(text.encode() + b"\n", self.now))
        elif mark == ">" and text not in BYTES:
            if not self.sent:
                self._greet()
            self.sent += 1
            assert self._next_line(text) == text
        elif text.startswith("wait "):
            self.now += float(text.removeprefix("wait "))

    def fall_silent(self) -> None:
        """Nothing more is heard, until nothing is owed any more."""
        while (deadline := self.protocol.deadline()) is not None:
            self.now = deadline
            self.protocol.bytes_to_send(self.now)

    def _greet(self) -> None:
        self.now = self.protocol.deadline() or 0.0
        assert self.protocol.bytes_to_send(self.now) == self._family.firmware.greeting
        list(self.protocol.receive(self._family.greeted, self.now))

    def _next_line(self, wanted: str) -> str:
        """What is said of itself; where that is nothing, the command of the wanted line is asked for."""
        wire = self.protocol.bytes_to_send(self.now)
        if not wire:
            command = self._family.command(wanted)
            self.protocol.send(Command(command, 10.0, self._family.answers.get(command)))
            wire = self.protocol.bytes_to_send(self.now)
        return wire.decode().strip()
