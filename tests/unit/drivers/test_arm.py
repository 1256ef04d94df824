"""The arm driver with the emulated Marlin at the far end: what it sends, says, refuses."""

import math
from dataclasses import replace
from itertools import pairwise

import pytest
from two_disks import TWO_DISKS

from controller.drivers.arm import ArmDriver
from controller.errors import (
    CommandRefused,
    DeviceFault,
    DeviceReset,
    PersonNeeded,
    StoppedByPerson,
    UsageError,
    WrongFirmware,
)
from controller.events import (
    ArmTravelling,
    DiskGripped,
    DiskReleased,
    Event,
    LineReceived,
    LineSent,
    Noted,
    Publisher,
)
from controller.gcode.marlin import MARLIN
from controller.gcode.program import ArmLines
from controller.link.client import LinkClient
from controller.link.emulated import EmulatedTransport
from controller.model import Move, Point, State, Step
from controller.motion.geometry import GripperTimes, MotionLimits
from controller.motion.path import PathPlanner
from controller.testing import FakeClock, InterruptedClock, ScriptedTransport
from firmware_proto.limits import Limits
from firmware_proto.marlin import MarlinEmulator
from firmware_proto.marlin.session import MarlinBuild

PLANNER = PathPlanner(TWO_DISKS, MotionLimits(200, 80, 1200), GripperTimes(0.3, 0.25))
LINES = ArmLines(diameters=TWO_DISKS.diameters)
FIRST = Step(1, Move(1, 0, 1), State.tower(2, 0))
SECOND = Step(2, Move(2, 0, 2), State((1, 0), 3))


class Table:
    """An arm, its device, and all that was heard of them."""

    def __init__(
        self,
        lines: ArmLines = LINES,
        air: bool = False,
        limits: Limits | None = None,
        emergency_parser: bool = True,
    ) -> None:
        self.events: list[Event] = []
        self.clock = InterruptedClock()
        self.board = MarlinEmulator(
            limits=limits or Limits(z=(0.0, 180.0), radius=(80.0, 320.0)),
            build=MarlinBuild(emergency_parser=emergency_parser),
        )
        publisher = Publisher(self.events.append)
        self.client = LinkClient(
            EmulatedTransport(self.board, self.clock, "the arm's port"), MARLIN, self.clock, publisher
        )
        self.arm = ArmDriver(self.client, PLANNER, lines, publisher, air)

    def sent(self) -> list[str]:
        """The commands sent so far, without their numbers; greeting and questions left out."""
        lines = [
            event.text.partition("*")[0].split(" ", 1)[-1]
            for event in self.events
            if isinstance(event, LineSent)
        ]
        return [line for line in lines if line not in ("M110 N0", "M115", "M114")]

    def told(self, *kinds: type[Event]) -> list[Event]:
        return [event for event in self.events if isinstance(event, kinds)]


@pytest.fixture
def table() -> Table:
    table = Table()
    table.arm.connect()
    return table


def test_connecting_sets_units_homes_and_parks(table: Table) -> None:
    assert table.sent()[:5] == ["G21", "G90", "M84 S0", "G28", "M400"]
    assert table.sent()[-2:] == ["G1 X120 Y0 Z150 F12000", "M400"]


def test_the_gripper_closes_only_once_the_arm_provably_stands_still(table: Table) -> None:
    table.events.clear()
    table.arm.execute(FIRST)
    sent = table.sent()
    for gripper, settle in (("M106 S255", "G4 P300"), ("M107", "G4 P250")):
        place = sent.index(gripper)
        assert (sent[place - 1], sent[place + 1]) == ("M400", settle)
    for place, event in enumerate(table.events):
        if isinstance(event, LineSent) and ("M106" in event.text or "M107" in event.text):
            drained = [e.text for e in table.events[:place] if isinstance(e, LineReceived)]
            assert drained[-2].startswith("X:")
            assert drained[-1] == "ok"


def test_motion_between_grip_and_release_is_streamed_without_a_stop(table: Table) -> None:
    table.arm.execute(FIRST)
    sent = table.sent()
    carried = sent[sent.index("G4 P300") + 2 : sent.index("M107") - 1]
    assert len(carried) == 3
    assert all(line.startswith("G1 ") for line in carried)


def test_the_step_is_over_only_when_the_disk_has_been_let_go_and_has_settled(table: Table) -> None:
    start = table.clock.now()
    table.arm.execute(FIRST)
    released = table.events[-1]
    assert released == DiskReleased(1, 1)
    assert table.clock.now() - start > 0.3 + 0.25
    assert table.sent()[-2:] == ["G4 P250", "M400"]


def test_it_tells_where_it_goes_what_it_grips_and_lets_go(table: Table) -> None:
    table.events.clear()
    table.arm.execute(FIRST)
    told = table.told(ArmTravelling, DiskGripped, DiskReleased)
    assert [type(event) for event in told if not isinstance(event, ArmTravelling)] == [
        DiskGripped,
        DiskReleased,
    ]
    travels = [event for event in told if isinstance(event, ArmTravelling)]
    assert travels[0].start == TWO_DISKS.park
    assert travels[-1].to == Point(180, 0, 10)
    for before, after in pairwise(travels):
        assert before.to == after.start
        assert before.seconds > 0


def test_resting_after_a_step_goes_to_the_park_position(table: Table) -> None:
    table.arm.execute(FIRST)
    table.arm.rest()
    assert table.client.position() == TWO_DISKS.park
    table.arm.execute(SECOND)


def test_resting_where_it_is_parked_moves_nothing(table: Table) -> None:
    table.events.clear()
    table.arm.rest()
    assert table.events == []


def test_in_the_air_it_travels_the_same_ways_and_grips_nothing() -> None:
    ground, air = Table(), Table(air=True)
    for table in (ground, air):
        table.arm.connect()
        table.arm.execute(FIRST)
    travels = [line for line in ground.sent() if line.startswith("G1")]
    assert [line for line in air.sent() if line.startswith("G1")] == travels
    assert not [line for line in air.sent() if line.startswith(("M106", "M107", "G4"))]
    assert air.told(DiskGripped, DiskReleased) == []


def test_the_exhibits_own_lines_come_first_and_last() -> None:
    table = Table(replace(LINES, startup=("M17",), shutdown=("M84",)))
    table.arm.connect()
    table.arm.close()
    assert table.sent()[0] == "M17"
    assert table.sent()[-1] == "M84"
    table.arm.close()
    assert table.sent().count("M84") == 1


def test_an_arm_that_stopped_short_is_not_believed() -> None:
    """The board's limits are narrower than the config's: it cuts the way short, as Marlin does."""
    table = Table(limits=Limits(z=(0.0, 140.0)))
    with pytest.raises(DeviceFault):
        table.arm.connect()
    with pytest.raises(DeviceFault, match="connected and homed anew"):
        table.arm.execute(FIRST)


def test_a_position_other_than_where_it_was_sent_is_a_fault() -> None:
    """A move that a firmware left out in silence: it acknowledges, and stays where it was."""
    lines = ["M115", "M400", "M114", "G1 X120 Y0 Z150 F4800", "M400", "M114", "M114"]
    numbered = [MARLIN.frame(number, line).decode() for number, line in enumerate(lines, 1)]
    script = f"""
        < start
        > N0 M110 N0*125
        < ok
        > {numbered[0]}
        < FIRMWARE_NAME:Marlin 2.1.2
        < ok
        > {numbered[1]}
        < ok
        > {numbered[2]}
        < X:120.00 Y:0.00 Z:140.00 E:0.00 Count X:0 Y:0 Z:0
        < ok
        > {numbered[3]}
        < ok
        > {numbered[4]}
        < ok
        > {numbered[5]}
        < X:118.00 Y:0.00 Z:150.00 E:0.00 Count X:0 Y:0 Z:0
        < ok
        > {numbered[6]}
        < X:118.00 Y:0.00 Z:150.00 E:0.00 Count X:0 Y:0 Z:0
        < ok
    """
    clock = FakeClock()
    wire = ScriptedTransport(script, clock, "the port")
    client = LinkClient(wire, replace(MARLIN, prelude=(), home=()), clock, Publisher())
    arm = ArmDriver(client, PLANNER, LINES, Publisher())
    words = r"the port: the arm says it is at x 118\.0, y 0\.0, z 150\.0, not at x 120\.0"
    with pytest.raises(DeviceFault, match=words):
        arm.connect()
    with pytest.raises(PersonNeeded):
        arm.execute(FIRST)


def test_after_a_fault_nothing_moves_and_the_last_lines_stay_unsaid() -> None:
    table = Table(replace(LINES, shutdown=("M84",)))
    table.arm.connect()
    table.board.reset(table.clock.now())
    with pytest.raises(DeviceReset):
        table.arm.execute(FIRST)
    with pytest.raises(DeviceFault, match="connected and homed anew after this fault"):
        table.arm.rest()
    table.arm.close()
    assert "M84" not in table.sent()


def test_a_refused_grip_line_is_a_fault_and_nothing_is_gripped() -> None:
    table = Table(replace(LINES, grip=("M999",)))
    table.arm.connect()
    with pytest.raises(CommandRefused, match=r"answers line .* `M999` with .*Unknown command"):
        table.arm.execute(FIRST)
    assert table.told(DiskGripped) == []


def test_a_line_that_cannot_be_sent_is_refused_before_anything_moves() -> None:
    table = Table(replace(LINES, grip=("M117 " + "x" * 100,)))
    with pytest.raises(UsageError, match="shorten it"):
        table.arm.connect()
    assert table.events == []


@pytest.mark.parametrize("emergency_parser", [True, False])
def test_a_halt_stops_motion_on_its_way_and_for_good(emergency_parser: bool) -> None:
    table = Table(emergency_parser=emergency_parser)
    table.arm.connect()
    clock, motion = table.clock, table.board.machine.motion
    clock.due = clock.now() + 1.0
    clock.interruption = table.arm.halt
    with pytest.raises(StoppedByPerson):
        table.arm.execute(FIRST)
    assert clock.now() - clock.due < 1.2, "what was buffered begins a second later, and is stopped again"
    assert table.told(DiskGripped) == []
    stopped = motion.position(clock.now())
    clock.sleep(30.0)
    table.board.transmit(clock.now())
    assert motion.position(clock.now()) == stopped
    assert min(math.dist(stopped, place) for place in (TWO_DISKS.park, Point(120, 110, 20))) > 5


def test_shutdown_lines_that_fail_do_not_keep_the_port(caplog: pytest.LogCaptureFixture) -> None:
    table = Table(replace(LINES, shutdown=("M999",)))
    table.arm.connect()
    table.arm.close()
    assert "the shutdown lines were not all sent" in caplog.text
    with pytest.raises(DeviceFault, match="not connected"):
        table.client.check()


def test_a_firmware_without_emergency_parser_is_told_about() -> None:
    slow, quick = Table(emergency_parser=False), Table()
    slow.arm.connect()
    quick.arm.connect()
    assert len(slow.told(Noted)) == len(quick.told(Noted)) + 1


def test_nothing_is_sent_to_a_firmware_that_is_not_the_one_named() -> None:
    clock = FakeClock()
    script = "< start\n > N0 M110 N0*125\n < ok\n > N1 M115*39\n < FIRMWARE_NAME:CGx-RobotArm\n < ok"
    wire = ScriptedTransport(script, clock)
    arm = ArmDriver(LinkClient(wire, MARLIN, clock, Publisher()), PLANNER, LINES, Publisher())
    with pytest.raises(WrongFirmware):
        arm.connect()
    assert wire.rest == []
