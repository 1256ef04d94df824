"""The host's dialogue with Marlin, fed the replies of a golden transcript, sends exactly its sent lines."""

import pytest
from dialogue_replay import TRANSCRIPTS, arrivals

from controller.errors import CommandRefused, DeviceFault, DeviceHalted, DeviceReset
from controller.gcode.firmware import Command
from controller.gcode.marlin import MARLIN
from controller.gcode.replies import Identity, PositionReport
from controller.link.numbered import NumberedDialogue
from controller.link.protocol import Phase

ANSWERS = {"M115": Identity, "M114": PositionReport}
# The dialogues that a host ends by itself, and where: it says none of the lines that come after.
FAULTS: dict[str, tuple[type[DeviceFault], str]] = {
    "kill.txt": (DeviceHalted, "Error:Printer halted. kill() called!"),
    "limits.txt": (CommandRefused, "echo:endstops hit:  X:400.00"),
    "not_homed.txt": (CommandRefused, "echo:Home XYZ First"),
    "reset.txt": (DeviceReset, "start"),
    "unknown_command.txt": (CommandRefused, 'echo:Unknown command: "M999"'),
}
NAMES = sorted(file.name for file in (TRANSCRIPTS / "marlin").iterdir())


class Replay:
    """The protocol between two lines of a dialogue."""

    def __init__(self) -> None:
        self.now = 0.0
        self.protocol = NumberedDialogue(MARLIN, MARLIN.flow, "port", 0.0)
        self._last_number = 0

    def do(self, mark: str, text: str) -> None:
        if mark == "<":
            list(self.protocol.receive(text.encode() + b"\n", self.now))
        elif mark == ">":
            assert self.next_line(text) == text
        elif text.startswith("wait "):
            self.now += float(text.removeprefix("wait "))

    def next_line(self, wanted: str) -> str:
        """What is sent of itself; where that is nothing, the command of the wanted line is asked for."""
        number, _, command = wanted.partition("*")[0].partition(" ")
        if int(number[1:]) > self._last_number:
            self._last_number = int(number[1:])
            self.protocol.send(Command(command, 10.0, ANSWERS.get(command)))
        wire = self.protocol.bytes_to_send(self.now)
        if not wire:
            self.now = self.protocol.deadline() or self.now
            wire = self.protocol.bytes_to_send(self.now)
        return wire.decode().strip()


@pytest.mark.parametrize("name", NAMES)
def test_the_host_sends_every_line_of_a_golden_dialogue(name: str) -> None:
    replay, sent = Replay(), 0
    fault, at = FAULTS.get(name, (None, ""))
    for mark, text in arrivals("marlin", name):
        if fault and sent > 1 and text == at:
            with pytest.raises(fault):
                replay.do(mark, text)
            assert replay.protocol.phase is Phase.FAULTED
            assert replay.protocol.bytes_to_send(replay.now + 1000) == b""
            return
        replay.do(mark, text)
        sent += mark == ">"
    assert fault is None
    assert replay.protocol.idle


def test_every_fault_that_a_host_must_tell_has_its_dialogue() -> None:
    assert set(FAULTS) < set(NAMES)
