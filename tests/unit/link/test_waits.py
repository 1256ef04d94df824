"""No wait is silent, and none is longer than it must be: notes, and seconds until a silence is found out."""

from dataclasses import replace

import pytest
from plain_words import PLAIN

from controller.errors import DeviceFault, DeviceSilent
from controller.events import Event, Noted, Publisher
from controller.gcode.custom import custom_firmware
from controller.gcode.firmware import Command, Firmware
from controller.gcode.grbl import GRBL
from controller.gcode.marlin import MARLIN
from controller.gcode.program import ArmLines, opening_commands
from controller.gcode.uarm import UARM
from controller.link.client import LinkClient
from controller.link.dialogues import dialogue
from controller.link.protocol import BUSY_LIMIT, LinkProtocol
from controller.testing import FakeClock
from firmware_proto.device import Device
from firmware_proto.faults import Fault
from firmware_proto.grbl.emulator import GrblEmulator
from firmware_proto.marlin.emulator import MarlinEmulator
from firmware_proto.uarm.emulator import UarmEmulator

BUSY = b"echo:busy: processing\n"
SLOW = replace(PLAIN, home=("HOME",), finished="M400")
EMULATORS = {"Marlin": (MARLIN, MarlinEmulator), "GRBL": (GRBL, GrblEmulator), "uArm": (UARM, UarmEmulator)}


class EmulatedWire:
    """An emulator at the far end, on the clock of the test."""

    name = "/dev/arm"

    def __init__(self, device: Device, clock: FakeClock) -> None:
        self._device, self._clock = device, clock

    def open(self) -> None:
        self._device.connect(self._clock.now())

    def write(self, data: bytes) -> None:
        self._device.receive(data, self._clock.now())

    write_now = write

    def read(self, timeout: float) -> bytes:
        said = self._device.transmit(self._clock.now())
        if not said:
            self._clock.sleep(timeout)
        return said

    def close(self) -> None:
        pass


def opened(name: str, faults: tuple[Fault, ...]) -> float:
    """The seconds that the opening of an arm takes, with lines of the exhibit's own before homing."""
    firmware, emulator = EMULATORS[name]
    clock = FakeClock()
    client = LinkClient(EmulatedWire(emulator(faults=faults), clock), firmware, clock, Publisher())
    own = {"Marlin": ("M17", "G90"), "GRBL": (), "uArm": ("M17", "G90")}[name]
    client.connect()
    client.drain(opening_commands(firmware, ArmLines((30.0,), startup=own)))
    return clock.now()


@pytest.mark.parametrize("line", range(1, 11))
def test_a_lost_ok_in_the_opening_of_a_marlin_costs_seconds(line: int) -> None:
    assert opened("Marlin", (Fault("drop-ok", line),)) < opened("Marlin", ()) + 15


@pytest.mark.parametrize("name", EMULATORS)
@pytest.mark.parametrize("line", range(1, 8))
def test_a_silence_in_the_opening_is_found_out(name: str, line: int) -> None:
    """Homing itself may say nothing for a minute: only silence in there is trusted for so long."""
    clock = FakeClock()
    firmware, emulator = EMULATORS[name]
    device = emulator(faults=(Fault("silence", line),))
    client = LinkClient(EmulatedWire(device, clock), firmware, clock, Publisher())

    def talk() -> None:
        client.connect()
        client.drain(Command(text) for text in firmware.prelude * 3)

    with pytest.raises(DeviceFault):
        talk()
    assert clock.now() < 35


def wait(protocol: LinkProtocol, start: int, end: int) -> None:
    """Look again each second."""
    for now in range(start, end):
        protocol.bytes_to_send(float(now))


def flow(firmware: Firmware, answer: bytes) -> LinkProtocol:
    """A dialogue that has been greeted."""
    protocol = dialogue(firmware, "/dev/arm", 0.0)
    protocol.bytes_to_send(0.0)
    protocol.bytes_to_send(3.0)
    list(protocol.receive(answer, 3.0))
    assert protocol.idle
    return protocol


@pytest.mark.parametrize(
    ("firmware", "greeted", "oks"),
    [
        (MARLIN, b"ok\n", b"ok\nok\n"),
        (GRBL, b"<Idle|MPos:0,0,0|WCO:0,0,0>\n", b"ok\nok\n"),
        (UARM, b"$0 ok V4\n", b"$1 ok\n$2 ok\n"),
    ],
    ids=["Marlin", "GRBL", "uArm"],
)
def test_silence_after_homing_is_found_out_in_twenty_seconds(
    firmware: Firmware, greeted: bytes, oks: bytes
) -> None:
    protocol = flow(firmware, greeted)
    for command in (Command("M17", 10.0), Command("G28", 60.0), Command("G4 P1")):
        protocol.send(command)
    while protocol.bytes_to_send(3.0):
        pass
    list(protocol.receive(oks, 10.0))
    with pytest.raises(DeviceSilent):
        wait(protocol, 10, 31)


def test_who_is_busy_for_ever_is_noted_once_and_given_up_by_name() -> None:
    protocol = flow(MARLIN, b"ok\n")
    protocol.send(Command("G28", 60.0))
    protocol.bytes_to_send(3.0)
    now, notes = 3.0, []

    def go_on() -> None:
        nonlocal now
        while now < 1000:
            now += 2.0
            list(protocol.receive(BUSY, now))
            protocol.bytes_to_send(now)
            notes.extend(protocol.notes())

    with pytest.raises(
        DeviceSilent, match=r"is still busy with line 1 `G28` after 120 s, last heard `echo:busy"
    ):
        go_on()
    assert notes[0] == "The arm has been busy with `G28` for 10 s."
    assert [note for note in notes[1:] if "busy" in note] == []
    assert now == pytest.approx(3.0 + 60.0 + 5.0 + BUSY_LIMIT + 15.0, abs=5.0)


def test_who_falls_silent_while_busy_is_called_silent() -> None:
    protocol = flow(MARLIN, b"ok\n")
    protocol.send(Command("G28"))
    protocol.bytes_to_send(3.0)
    list(protocol.receive(BUSY, 4.0))
    with pytest.raises(DeviceSilent, match="does not acknowledge line 1 `G28`, asked 4 times"):
        wait(protocol, 5, 40)


def test_motion_that_takes_its_time_is_no_news() -> None:
    protocol = flow(MARLIN, b"ok\n")
    protocol.send(Command("G1 X100 F60", 30.0, queued=True))
    protocol.send(Command("M400"))
    while protocol.bytes_to_send(3.0):
        pass
    list(protocol.receive(b"ok\n", 3.1))
    for now in range(5, 30, 2):
        list(protocol.receive(BUSY, float(now)))
    assert protocol.notes() == []


def test_a_board_busy_with_something_from_before_is_noted_once() -> None:
    protocol = dialogue(MARLIN, "/dev/arm", 0.0)
    protocol.bytes_to_send(2.0)
    for now in range(3, 60, 2):
        protocol.bytes_to_send(float(now))
        list(protocol.receive(BUSY, float(now)))
    assert protocol.notes() == ["The arm has been busy for 10 s with something from before."]


@pytest.mark.parametrize(
    ("firmware", "greeted", "meanwhile"),
    [
        (MARLIN, b"ok\n", "asked again"),
        (GRBL, b"<Idle|MPos:0,0,0|WCO:0,0,0>\n", "asked for a sign of life"),
        (UARM, b"$0 ok V4\n", "asked for a sign of life"),
        (custom_firmware(SLOW, (), ()), b"", "waiting on"),
    ],
    ids=["Marlin", "GRBL", "uArm", "custom"],
)
def test_a_deadline_that_passes_is_noted_once(firmware: Firmware, greeted: bytes, meanwhile: str) -> None:
    protocol = flow(firmware, greeted)
    protocol.send(Command("M400", 7.0))
    wait(protocol, 3, 26)
    assert [note for note in protocol.notes() if "M400" in note] == [
        f"No answer to `M400` for 12 s: {meanwhile}."
    ]
    assert protocol.notes() == []


def test_a_note_is_published_at_once() -> None:
    events: list[Event] = []
    clock = FakeClock()
    device = MarlinEmulator(faults=(Fault("silence", 3),))
    client = LinkClient(EmulatedWire(device, clock), MARLIN, clock, Publisher(events.append))
    client.connect()
    with pytest.raises(DeviceSilent):
        client.run([Command("M400", 7.0)])
    assert [event.text for event in events if isinstance(event, Noted)] == [
        "No answer to `M400` for 12 s: asked again."
    ]
