"""How far off its workspace a homed arm may say it stands: end switches may be outside."""

import pytest

from controller.config.custom import Custom
from controller.drivers.opening import Opening
from controller.errors import DeviceFault
from controller.events import Publisher
from controller.gcode.custom import custom_firmware
from controller.gcode.program import ArmLines
from controller.link.client import LinkClient
from controller.model import Point
from controller.motion.axes import CARTESIAN
from controller.motion.geometry import MotionLimits, Workspace
from controller.testing import FakeClock, ScriptedTransport

RING = Workspace(z=(0, 180), radius=(80, 320))
BOX = Workspace(z=(0, 100), x=(300, 500), y=(300, 500))
WORDS = {
    "move": "G1 X{x} Y{y} Z{z} F{feed}",
    "home": ("G28",),
    "finished": "M400",
    "position": "X:{x} Y:{y} Z:{z}",
}
FIRMWARE = custom_firmware(Custom.model_validate(WORDS).description(), (), ())
LIMITS = MotionLimits(200, 80, 1200)


def home(workspace: Workspace, at: Point) -> Point | None:
    """Where an arm that says so once it is homed is taken to be."""
    clock = FakeClock()
    said = f"X:{at.x} Y:{at.y} Z:{at.z}"
    wire = ScriptedTransport("> G28\n< ok" + 2 * f"\n> M400\n< {said}\n< ok", clock)
    client = LinkClient(wire, FIRMWARE, clock, Publisher())
    return Opening(client, ArmLines((30.0,)), CARTESIAN, Publisher(), None).home(LIMITS, workspace)


@pytest.mark.parametrize(
    ("workspace", "at"),
    [
        (RING, Point(0, 0, 200)),
        (RING, Point(-300, -300, 400)),
        (BOX, Point(0, 0, 0)),
        (BOX, Point(-5, -5, 400)),
    ],
)
def test_end_switches_may_stand_outside(workspace: Workspace, at: Point) -> None:
    assert home(workspace, at) == at


@pytest.mark.parametrize(
    ("workspace", "at"), [(RING, Point(0, 0, 4572)), (RING, Point(3048, 0, 100)), (BOX, Point(0, -900, 0))]
)
def test_what_is_farther_off_than_the_workspace_is_wide_is_told(workspace: Workspace, at: Point) -> None:
    with pytest.raises(DeviceFault, match="once homed, far outside the workspace; compare"):
        home(workspace, at)
