"""The contract against a real arm driver, with each emulated firmware at the far end of its wire."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from controller.app.arms import firmware_of
from controller.config import load
from controller.drivers.arm import ArmDriver
from controller.drivers.base import Driver
from controller.drivers.group import Group
from controller.drivers.lights import LedTower, PinMap
from controller.events import Publisher
from controller.gcode.custom import Description, custom_firmware
from controller.gcode.firmware import Firmware
from controller.gcode.grbl import GRBL
from controller.gcode.homing import OWN_HOMING, Homing, Known, Placed
from controller.gcode.marlin import MARLIN
from controller.gcode.program import ArmLines
from controller.gcode.uarm import UARM
from controller.link.client import LinkClient
from controller.link.clock import Clock
from controller.link.emulated import EmulatedTransport
from controller.model import Point
from controller.motion.geometry import Geometry, GripperTimes, MotionLimits, Workspace
from controller.motion.path import PathPlanner
from controller.testing import DriverContract, InterruptedClock
from firmware_proto.bench import Bench
from firmware_proto.community_arm import CommunityArmEmulator
from firmware_proto.described_arm import DescribedArmEmulator
from firmware_proto.described_arm import Description as EmulatedDescription
from firmware_proto.device import Device
from firmware_proto.grbl import GrblEmulator
from firmware_proto.grbl.session import GrblBuild
from firmware_proto.limits import Limits
from firmware_proto.marlin import MarlinEmulator
from firmware_proto.marlin.session import MarlinBuild
from firmware_proto.uarm import UarmEmulator

NAMES = ("A", "B", "C")
PEGS = (Point(120.0, 110.0, 0.0), Point(180.0, 0.0, 0.0), Point(120.0, -110.0, 0.0))
THICKNESS, DIAMETERS = (10.0,) * 3, (30.0, 40.0, 50.0)
GEOMETRY = Geometry(
    names=NAMES,
    pegs=PEGS,
    thickness=THICKNESS,
    diameters=DIAMETERS,
    pole_height=0.0,
    grip_depth=0.0,
    clearance=5.0,
    workspace=Workspace(z=(0.0, 180.0), radius=(80.0, 320.0)),
    park=Point(120.0, 0.0, 150.0),
)
COMMUNITY = load("community-arm").arm
assert COMMUNITY is not None


# An arm that is described by its words alone, to either side.
WORDS: dict[str, Any] = {
    "ready": "ONLINE",
    "identify": "WHO",
    "identity": r"TowerBot v\d+",
    "home": ("HOME Z", "HOME XY"),
    "move": "GO {x};{y};{z} AT {speed}",
    "lift": "UP {z} AT {speed}",
    "dwell": "SLEEP {milliseconds}",
    "finished": "SYNC",
    "position": "AT {x}, {y}, {z}",
    "halt": "STOP",
    "ok": "^DONE",
    "error": "^(FAIL|NO)",
}
POSE = Point(150.0, 20.0, 40.0)  # where a person places an arm


class ArmContract(DriverContract):
    """Also keeps the bench, which alone knows where the disks really are."""

    firmware: Firmware = MARLIN
    homing: Homing = OWN_HOMING
    emulator: Callable[..., Device] = MarlinEmulator

    @pytest.fixture(autouse=True)
    def _nothing_went_wrong_on_the_bench(self):
        yield
        assert self.bench.faults == ()

    def make_arm(self, clock: Clock, publisher: Publisher) -> ArmDriver:
        self.bench = Bench(
            dict(zip(NAMES, PEGS, strict=True)),
            THICKNESS,
            DIAMETERS,
            {"A": (3, 2, 1)},
            grip_settle=0.3,
            release_settle=0.3,
        )
        board = type(self).emulator(bench=self.bench, limits=Limits(z=(0.0, 180.0), radius=(80.0, 320.0)))
        client = LinkClient(EmulatedTransport(board, clock), self.firmware, clock, publisher)
        planner = PathPlanner(GEOMETRY, MotionLimits(200.0, 80.0, 1200.0), GripperTimes(0.3, 0.3))
        lines = ArmLines(DIAMETERS, homing=self.homing)
        return ArmDriver(client, planner, lines, publisher, confirm=lambda _, listen: listen())


class TestArm(ArmContract):
    def make_driver(self, clock: Clock) -> Driver:
        return self.make_arm(clock, Publisher())

    def test_a_step_is_done_when_the_bench_sees_the_disk_there(self, driver: Driver) -> None:
        driver.connect()
        driver.execute(self.FIRST)
        assert self.bench.stacks == {"A": (3, 2), "B": (), "C": (1,)}
        assert self.bench.held is None


class TestArmOnGrbl(TestArm):
    firmware = GRBL
    emulator = GrblEmulator


class TestArmOnUarm(TestArm):
    firmware = UARM
    emulator = UarmEmulator


class PlacedAnew:
    """A board without end switches; before its port is opened a person has put the arm into its pose."""

    def __init__(self, make: Callable[..., Device], **build: object) -> None:
        self._make = partial(make, **build)

    def connect(self, now: float) -> None:
        self._board = self._make()
        self._board.connect(now)

    def __getattr__(self, name: str) -> object:
        return getattr(self._board, name)


class TestArmThatAConfigDescribes(TestArm):
    firmware = firmware_of(COMMUNITY)
    emulator = partial(PlacedAnew, CommunityArmEmulator)


class TestArmOfItsOwnWords(TestArm):
    firmware = custom_firmware(
        Description(name="tower bot", line_end="\r", startup=("LAMP 1",), **WORDS), ("PUMP 1",), ("PUMP 0",)
    )
    emulator = partial(
        DescribedArmEmulator,
        EmulatedDescription(line_end="\r", others=("LAMP 1",), **WORDS),
        grip=["PUMP 1"],
        release=["PUMP 0"],
    )


class TestArmPlacedByAPerson(TestArm):
    homing = Placed(POSE)
    emulator = partial(PlacedAnew, MarlinEmulator, build=MarlinBuild(needs_homing=False), stands_at=POSE)


class TestArmOnGrblPlacedByAPerson(TestArm):
    firmware = GRBL
    homing = Placed(POSE)
    emulator = partial(PlacedAnew, GrblEmulator, build=GrblBuild(settings={20: 0, 22: 0}), stands_at=POSE)


class TestArmThatKnowsWhereItStands(TestArmOnUarm):
    homing = Known()


class TestArmAndLampsInStep(ArmContract):
    LAMPS = (((10,), (11,), (12,)), ((13,), (14,), (15,)), ((16,), (17,), (18,)))

    def make_driver(self, clock: Clock) -> Driver:
        publisher = Publisher()
        self.lamps = LedTower(PinMap(self.LAMPS, show="disk", pin_factory="mock"), clock, publisher)
        return Group(self.make_arm(clock, publisher), [self.lamps], publisher)

    def test_a_lamp_is_out_while_the_bench_sees_its_disk_in_the_gripper(
        self, driver: Driver, clock: InterruptedClock
    ) -> None:
        seen: list[tuple[int | None, int]] = []

        def look() -> None:
            if (now := (self.bench.held, sum(map(sum, self.lamps.lit())))) not in seen[-1:]:
                seen.append(now)
            clock.interruption = look

        driver.connect()
        driver.show(self.FIRST.state)
        look()
        driver.execute(self.FIRST)
        driver.rest()
        # In between the gripper settles: the lamp goes out, and on again, when it has.
        assert seen == [(None, 3), (1, 3), (1, 2), (None, 2), (None, 3)]

    def test_lamps_agree_with_the_bench_at_the_end_of_each_step(self, driver: Driver) -> None:
        driver.connect()
        driver.show(self.FIRST.state)
        for step in (self.FIRST, self.SECOND):
            driver.execute(step)
            standing = [self.bench.stacks[name] for name in NAMES]
            lit = [
                tuple(disk for disk, on in zip((3, 2, 1), row, strict=True) if on) for row in self.lamps.lit()
            ]
            assert lit == standing
