"""A device that never pauses: what settles nothing has an end, whatever it is and whoever says it."""

import pytest

from controller.errors import DeviceFault, DeviceGarbage
from controller.gcode.families import FAMILIES
from controller.gcode.firmware import Command, Firmware
from controller.gcode.grbl import GRBL
from controller.gcode.marlin import MARLIN
from controller.gcode.uarm import UARM
from controller.link.dialogues import dialogue
from controller.link.protocol import CHATTER, FLOOD, LinkProtocol

GREETED = {"Marlin": b"start\nok\n", "GRBL": b"<Idle|MPos:0,0,0|WCO:0,0,0>\n", "uArm": b"$0 ok V4.4.0\n"}
FLOODS = [
    (MARLIN, b"ok\n"),
    (MARLIN, b"ok N1\n"),
    (MARLIN, b"echo:busy: processing\n"),
    (MARLIN, b"X:1.00 Y:2.00 Z:3.00 E:0.00 Count X:0 Y:0 Z:0\n"),
    (MARLIN, b"Resend: 2\n"),
    (MARLIN, b"echo:hello\n"),
    (MARLIN, b"Cap:EEPROM:1\n"),
    (GRBL, b"ok\n"),
    (GRBL, b"<Run|MPos:0,0,0>\n"),
    (GRBL, b"<Idle|MPos:0,0,0>\n"),
    (GRBL, b"<Alarm|MPos:0,0,0>\n"),
    (GRBL, b"$1=255\n"),
    (GRBL, b"[MSG:hello]\n"),
    (UARM, b"$0 ok V4.4.0\n"),
    (UARM, b"$1 ok\n"),
    (UARM, b"E23\n"),
    (UARM, b"@3 X1 Y2 Z3\n"),
]


def greeted(firmware: Firmware) -> LinkProtocol:
    protocol = dialogue(firmware, "/dev/arm", 0.0)
    protocol.bytes_to_send(firmware.reset_wait)
    list(protocol.receive(GREETED[firmware.name], firmware.reset_wait))
    while not protocol.wants_more:  # Marlin's `start` puts the greeting off
        protocol.bytes_to_send(protocol.deadline() or 0.0)
        list(protocol.receive(GREETED[firmware.name][-3:], firmware.reset_wait))
    return protocol


def flood(protocol: LinkProtocol, line: bytes, now: float) -> None:
    for _ in range(2 * FLOOD):
        protocol.bytes_to_send(now)
        list(protocol.receive(line, now))


@pytest.mark.parametrize(("firmware", "line"), FLOODS)
def test_a_flood_while_something_is_owed_ends_in_a_fault(firmware: Firmware, line: bytes) -> None:
    """Without any time passing, as to a reader who never catches up."""
    protocol = greeted(firmware)
    protocol.send(Command("M115"))
    protocol.send(Command("M17", seconds=60.0))
    with pytest.raises(DeviceFault):
        flood(protocol, line, 10.0)


@pytest.mark.parametrize("firmware", FAMILIES, ids=lambda firmware: firmware.name)
@pytest.mark.parametrize(
    "line", [b"start\n", b"hello\n", b"ok\n", b"<Idle>\n", b"$9 ok\n", b"echo:busy: processing\n"]
)
def test_a_flood_before_the_greeting_ends_in_a_fault(firmware: Firmware, line: bytes) -> None:
    protocol = dialogue(firmware, "/dev/arm", 0.0)
    with pytest.raises(DeviceFault):
        flood(protocol, line, 5.0)


def test_a_flood_is_named_as_what_it_is() -> None:
    protocol = greeted(MARLIN)
    with pytest.raises(
        DeviceGarbage, match=r"^/dev/arm never pauses, and answers nothing .*`ok`; check the b"
    ):
        list(protocol.receive(b"ok\n" * (FLOOD + 1), 10.0))


def test_a_chatty_device_is_borne_for_ever() -> None:
    protocol = greeted(MARLIN)
    for second in range(10, 200):
        list(protocol.receive(b"T:20.0 /0.0\n" * int(CHATTER), float(second)))
    assert protocol.wants_more
