"""The firmware in CONTRIBUTING's worked example works."""

import re
from pathlib import Path

import pytest

from controller.errors import CommandRefused, DeviceHalted
from controller.events import Publisher
from controller.gcode.firmware import Command, Firmware
from controller.link.client import LinkClient
from controller.model import Point
from controller.testing import FakeClock, ScriptedTransport

CONTRIBUTING = Path(__file__).parents[3] / "CONTRIBUTING.md"
GREETED = """
    > M115
    < ok FIRMWARE_NAME:Klipper FIRMWARE_VERSION:v0.12.0
"""


@pytest.fixture
def klipper() -> Firmware:
    (code,) = re.findall(r"```python\n(.*?)```", CONTRIBUTING.read_text(encoding="utf-8"), re.DOTALL)
    namespace: dict[str, object] = {}
    exec(compile(code, "klipper.py", "exec"), namespace)  # the project's own page
    firmware = namespace["KLIPPER"]
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
