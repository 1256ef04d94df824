"""Every fault that the emulator knows, at any line: repaired without a trace, or told and final."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.drivers.arm import ArmDriver
from controller.errors import (
    CommandRefused,
    DeviceFault,
    DeviceGarbage,
    DeviceHalted,
    DeviceReset,
    DeviceSilent,
    PortError,
)
from controller.events import Publisher
from controller.gcode.marlin import MARLIN
from controller.gcode.program import ArmLines
from controller.link.client import LinkClient
from controller.link.emulated import EmulatedTransport
from controller.model import Move, Point, State, Step
from controller.motion.geometry import Geometry, GripperTimes, MotionLimits, Workspace
from controller.motion.path import PathPlanner
from controller.testing import FakeClock
from firmware_proto.bench import Bench
from firmware_proto.faults import KINDS, Fault
from firmware_proto.limits import Limits
from firmware_proto.marlin import MarlinEmulator

NAMES = ("A", "B", "C")
PEGS = (Point(120, 110, 0), Point(180, 0, 0), Point(120, -110, 0))
THICKNESS, DIAMETERS = (10, 10), (30, 40)
GEOMETRY = Geometry(
    names=NAMES,
    pegs=PEGS,
    thickness=THICKNESS,
    diameters=DIAMETERS,
    pole_height=0,
    grip_depth=0,
    clearance=5,
    workspace=Workspace(z=(0, 180), radius=(80, 320)),
    park=Point(120, 0, 150),
)
STEPS = [
    Step(1, Move(1, 0, 1), State.tower(2, 0)),
    Step(2, Move(2, 0, 2), State((1, 0), 3)),
    Step(3, Move(1, 1, 2), State((1, 2), 3)),
]
LINES_IN_A_RUN = 70
REPAIRED = {"resend", "cut-line", "drop-ok", "double-ok", "late-ok", "garbage", "busy"}
GRAVE: dict[str, type[DeviceFault]] = {
    "bad-resend": DeviceGarbage,
    "error": CommandRefused,
    "reset": DeviceReset,
    "halt": DeviceHalted,
    "silence": DeviceSilent,
    "hangup": PortError,
}


class Exhibit:
    """Two disks, an arm, and a board with faults to order; the bench knows where the disks are."""

    def __init__(self, *faults: Fault) -> None:
        self.bench = Bench(
            dict(zip(NAMES, PEGS, strict=True)),
            THICKNESS,
            DIAMETERS,
            {"A": (2, 1)},
            grip_settle=0.3,
            release_settle=0.3,
        )
        limits = Limits(z=(0.0, 180.0), radius=(80.0, 320.0))
        board = MarlinEmulator(bench=self.bench, limits=limits, faults=faults)
        clock, publisher = FakeClock(), Publisher()
        client = LinkClient(EmulatedTransport(board, clock), MARLIN, clock, publisher)
        planner = PathPlanner(GEOMETRY, MotionLimits(200, 80, 1200), GripperTimes(0.3, 0.3))
        self.arm = ArmDriver(client, planner, ArmLines(DIAMETERS), publisher)

    def solve(self) -> None:
        self.arm.connect()
        for step in STEPS:
            self.arm.execute(step)
        self.arm.rest()


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.builds(Fault, st.sampled_from(sorted(REPAIRED)), st.integers(2, LINES_IN_A_RUN)), max_size=4)
)
def test_what_the_wire_does_to_lines_is_repaired_without_a_trace(faults: list[Fault]) -> None:
    exhibit = Exhibit(*faults)
    exhibit.solve()
    assert exhibit.bench.stacks == {"A": (), "B": (), "C": (2, 1)}
    assert exhibit.bench.faults == ()


@pytest.mark.parametrize("line", [3, 6, 13, 27, 40])
@pytest.mark.parametrize("kind", GRAVE)
def test_what_cannot_be_repaired_is_told_and_nothing_moves_any_more(kind: str, line: int) -> None:
    exhibit = Exhibit(Fault(kind, line))
    with pytest.raises(GRAVE[kind]):
        exhibit.solve()
    before = exhibit.bench.stacks, exhibit.bench.held
    for step in STEPS:
        with pytest.raises(DeviceFault, match="connected and homed anew"):
            exhibit.arm.execute(step)
    exhibit.arm.close()
    assert (exhibit.bench.stacks, exhibit.bench.held) == before


def test_every_fault_of_the_emulator_is_tried() -> None:
    assert set(KINDS) == REPAIRED | set(GRAVE)


def test_an_arm_that_is_at_fault_is_not_laid_down(caplog: pytest.LogCaptureFixture) -> None:
    """Where it stands would be known, at a grip; but nothing is said any more, and that has been told."""
    exhibit = Exhibit(Fault("error", 17))
    with pytest.raises(CommandRefused, match=r"M106|G4"):
        exhibit.solve()
    exhibit.arm.close()
    assert caplog.text == ""
