"""Both sides of CONTRIBUTING's worked example work, and understand each other."""

import re
from pathlib import Path
from typing import Any

import pytest

from controller.app.assembly import assemble
from controller.app.emulation import bare_board
from controller.app.options import RunOptions
from controller.config import load
from controller.errors import CommandRefused, DeviceHalted
from controller.events import Publisher
from controller.gcode.families import FIRMWARES
from controller.gcode.firmware import Command, Firmware
from controller.link.client import LinkClient
from controller.link.emulated import EmulatedTransport
from controller.model import Move, Point, State, Step
from controller.testing import FakeClock, ScriptedTransport
from firmware_proto.emulators import EMULATORS, Emulated

CONTRIBUTING = Path(__file__).parents[3] / "CONTRIBUTING.md"
GREETED = """
    > M115
    < ok FIRMWARE_NAME:Klipper FIRMWARE_VERSION:v0.12.0
"""


@pytest.fixture(scope="module")
def example() -> dict[str, Any]:
    """All that the files of the example define."""
    namespace: dict[str, Any] = {}
    files = re.findall(r"```python\n(.*?)```", CONTRIBUTING.read_text(encoding="utf-8"), re.DOTALL)
    assert len(files) == 2
    for code in files:
        exec(compile(code, "klipper.py", "exec"), namespace)  # the project's own page
    return namespace


@pytest.fixture
def klipper(example: dict[str, Any]) -> Firmware:
    firmware = example["KLIPPER"]
    assert isinstance(firmware, Firmware)
    return firmware


def connected(firmware: Firmware, script: str) -> LinkClient:
    clock = FakeClock()
    client = LinkClient(ScriptedTransport(GREETED + script, clock), firmware, clock, Publisher())
    client.connect()
    return client


def test_it_is_greeted_moved_and_asked(klipper: Firmware) -> None:
    script = """
        > G28
        < ok
        > G1 X1 Y2 Z3 F600
        < // a remark
        < ok
        > M400
        < ok
        > M114
        < X:1.000 Y:2.000 Z:3.000 E:0.000
        < ok
    """
    client = connected(klipper, script)
    client.run([Command("G28", 60.0)])
    client.run([Command(klipper.travel(Point(1, 2, 3), 10))])
    assert client.drain() == Point(1, 2, 3)


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ('// Unknown command:"M999"', CommandRefused),
        ("!! Must home axis first", CommandRefused),
        ("// Klipper state: Shutdown", DeviceHalted),
    ],
)
def test_what_it_complains_of_is_a_fault(klipper: Firmware, said: str, fault: type[Exception]) -> None:
    client = connected(klipper, f"> M999\n< {said}")
    with pytest.raises(fault):
        client.run([Command("M999")])


@pytest.fixture
def entered(example: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """The example is entered on both sides, and nowhere else."""
    monkeypatch.setitem(FIRMWARES, "klipper", example["KLIPPER"])
    monkeypatch.setitem(EMULATORS, "klipper", Emulated(example["KlipperEmulator"]))


@pytest.mark.parametrize("home", ["firmware", "pose"])
def test_entered_on_both_sides_it_carries_disks(entered: None, home: str) -> None:
    config = load("demo")
    assert config.arm is not None
    words = {"grip": None, "release": None}
    gripper = config.arm.gripper.model_copy(update=words)
    homing = config.arm.home.model_copy(update={"kind": home})
    arm = config.arm.model_copy(update={"firmware": "klipper", "gripper": gripper, "home": homing})
    start = State.tower(5, 0)
    machine = assemble(config.model_copy(update={"arm": arm}), RunOptions(dry_run=True, speed=0), start)
    machine.driver.connect()
    machine.driver.execute(Step(1, Move(1, 0, 2), start))  # a witness compares the bench with each step
    machine.driver.rest()
    machine.driver.close()


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("G1 X10 F600", CommandRefused),  # before homing
        ("M999", CommandRefused),
        ("M112", DeviceHalted),
    ],
)
def test_what_its_emulator_refuses_is_a_fault_on_the_other_side(
    entered: None, klipper: Firmware, line: str, fault: type[Exception]
) -> None:
    clock = FakeClock()
    client = LinkClient(EmulatedTransport(bare_board("klipper"), clock), klipper, clock, Publisher())
    client.connect()
    with pytest.raises(fault):
        client.run([Command(line), Command("M400")])
