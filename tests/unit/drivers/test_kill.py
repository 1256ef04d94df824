"""The emergency: told at once from any thread, and nothing moves after it, on any firmware."""

from dataclasses import asdict, replace
from functools import partial
from pathlib import Path

import pytest
from sensing_desk import COMMUNITY, FIRMWARES, STEPS, Desk

from controller.drivers.base import kill
from controller.drivers.group import Group
from controller.drivers.jog import Jogger
from controller.drivers.lights import LedTower, PinMap
from controller.errors import StoppedByPerson
from controller.events import LineSent, Publisher
from controller.gcode.custom import custom_firmware
from controller.gcode.firmware import Firmware, Part
from controller.gcode.grbl import GRBL
from controller.gcode.marlin import MARLIN
from controller.gcode.program import ArmLines
from controller.gcode.uarm import UARM
from controller.link.client import LinkClient
from controller.motion.axes import CARTESIAN
from controller.testing import FakeClock, RecordingDriver, ScriptedTransport, in_another_thread
from firmware_proto.described_arm import DescribedArmEmulator, Description
from firmware_proto.marlin.session import MarlinBuild

DOCUMENTATION = Path(__file__).parents[3] / "docs" / "sensing.md"
WORDS = {"marlin": "M112", "grbl": "\x18", "uarm": "\x18"}


@pytest.mark.parametrize("seconds", [0.3, 1.0, 2.2, 3.1, 4.0])
@pytest.mark.parametrize("family", FIRMWARES)
def test_nothing_moves_after_a_kill_in_mid_run(family: str, seconds: float) -> None:
    desk = Desk(family, gripper=False)
    desk.arm.connect()
    desk.after(seconds, desk.arm.kill)
    with pytest.raises(StoppedByPerson, match=r"Killed in an emergency; see where the arm on emulated"):
        desk.carry_on()
    if family != "custom":  # which knows no stop, and ends the one line that it is on
        assert desk.clock.now() - desk.clock.due < 2.5
        assert not desk.moves_on()
    desk.moves_on()
    said = len([event for event in desk.events if isinstance(event, LineSent)])
    for again in (lambda: desk.arm.execute(STEPS[0]), desk.arm.rest):
        with pytest.raises(StoppedByPerson, match="Killed"):
            again()
    desk.arm.close()
    assert len([event for event in desk.events if isinstance(event, LineSent)]) == said
    assert not desk.moves_on()


@pytest.mark.parametrize("seconds", [0.3, 1.0, 2.2, 3.1, 4.0])
def test_a_marlin_that_must_read_its_stop_first_is_killed_in_its_turn(seconds: float) -> None:
    desk = Desk("marlin", gripper=False, build=MarlinBuild(emergency_parser=False))
    desk.arm.connect()
    desk.after(seconds, desk.arm.kill)
    with pytest.raises(StoppedByPerson, match="Killed"):
        desk.carry_on()
    assert not desk.moves_on()


@pytest.mark.parametrize("seconds", [0.3, 1.0, 2.2, 3.1, 4.0])
def test_a_grbl_that_a_reset_does_not_lock_moves_no_more_either(seconds: float) -> None:
    desk = Desk("grbl", gripper=False, placed=True)
    desk.arm.connect()
    desk.after(seconds, desk.arm.kill)
    with pytest.raises(StoppedByPerson, match="Killed"):
        desk.carry_on()
    assert not desk.moves_on()


@pytest.mark.parametrize("family", WORDS)
def test_a_kill_while_the_arm_homes_is_heard_too(family: str) -> None:
    desk = Desk(family, gripper=False)
    desk.after(0.5, desk.arm.kill)
    with pytest.raises(StoppedByPerson, match="Killed"):
        desk.arm.connect()
    assert not desk.moves_on()


@pytest.mark.parametrize("family", WORDS)
def test_a_halt_becomes_a_kill_and_a_kill_stays_one(family: str) -> None:
    desk = Desk(family, gripper=False)
    desk.arm.connect()
    desk.arm.halt()
    desk.arm.kill()
    desk.arm.halt()
    with pytest.raises(StoppedByPerson, match="Killed"):
        desk.arm.rest()
    sent = [event.text for event in desk.events if isinstance(event, LineSent)]
    assert sent[-1] == WORDS[family].strip()
    assert not desk.moves_on()


@pytest.mark.parametrize(("firmware", "wire"), [(MARLIN, b"\nM112\n"), (GRBL, b"\x18"), (UARM, b"\x18")])
def test_the_bytes_of_a_kill_go_out_from_any_thread_before_anything_else(
    firmware: Firmware, wire: bytes
) -> None:
    clock = FakeClock()
    transport = ScriptedTransport("", clock)
    client = LinkClient(transport, firmware, clock, Publisher())
    in_another_thread(client.kill)
    in_another_thread(Jogger(client, ArmLines(()), CARTESIAN, Publisher()).kill)
    assert transport.urgent == [wire, wire]


def test_a_described_arm_is_killed_by_its_halt() -> None:
    said = replace(COMMUNITY, ready="HELLO", halt="M410")
    firmware = custom_firmware(said, ("M1",), ("M2",))
    lines = asdict(said)
    del lines["name"]
    described = Description(others=lines.pop("startup"), **lines)
    make = partial(DescribedArmEmulator, described, grip=("M1",), release=("M2",))
    desk = Desk("custom", gripper=False, firmware=firmware, make=make)
    desk.arm.connect()
    desk.after(1.0, desk.arm.kill)
    with pytest.raises(StoppedByPerson, match="Killed"):
        desk.carry_on()
    assert desk.sent()[-1] == "M410"
    assert not desk.moves_on()


def test_a_marlin_that_is_killed_lets_its_motors_go_and_its_bench_sees_it() -> None:
    desk = Desk("marlin", gripper=False)
    desk.arm.connect()
    desk.after(3.0, desk.arm.kill)
    with pytest.raises(StoppedByPerson):
        desk.arm.execute(STEPS[0])
    assert "The motors go off with disk 1 in the gripper." in desk.bench.faults


def test_after_a_kill_a_connection_starts_afresh() -> None:
    desk = Desk("grbl", gripper=False)
    desk.arm.connect()
    desk.arm.kill()
    desk.arm.close()
    desk.carry()
    assert desk.is_solved()


def test_what_each_kill_lets_go_is_said_by_its_firmware() -> None:
    assert {name: firmware.kill.lets_go for name, firmware in FIRMWARES.items()} == {
        "marlin": frozenset(Part),
        "grbl": frozenset(Part),
        "uarm": frozenset(),
        "custom": frozenset({Part.POSITION}),
    }


def test_the_documentation_says_the_same() -> None:
    rows = {
        cells[1].strip().lower(): cells[4]
        for cells in (line.split("|") for line in DOCUMENTATION.read_text(encoding="utf-8").splitlines())
        if len(cells) == 6
    }
    said = {name: {part for part in Part if part.value in rows[name]} for name in FIRMWARES}
    assert said == {name: set(firmware.kill.lets_go) for name, firmware in FIRMWARES.items()}


def test_a_group_kills_what_it_can_and_halts_the_rest() -> None:
    publisher = Publisher()
    desk = Desk("marlin", gripper=False)
    lamps = LedTower(PinMap((((4,),), ((5,),), ((6,),)), pin_factory="mock"), FakeClock(), publisher)
    recorder = RecordingDriver(publisher=publisher)
    lamps.connect()
    lamps.show(STEPS[0].state.tower(1, 0))
    group = Group(desk.arm, [lamps, recorder], publisher)
    desk.arm.connect()
    group.kill()
    with pytest.raises(StoppedByPerson, match="Killed"):
        desk.arm.rest()
    assert lamps.lit() == ((False,), (False,), (False,))
    assert recorder.calls == [("halt",)]
    group.close()


def test_whatever_has_no_kill_is_halted() -> None:
    driver = RecordingDriver()
    kill(driver)
    assert driver.calls == [("halt",)]
