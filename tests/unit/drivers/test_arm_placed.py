"""Arms that a person places, arms that know where they stand, and how both are laid down in the end."""

import math
from collections.abc import Callable
from dataclasses import replace

import pytest
from two_disks import TWO_DISKS

from controller.drivers.arm import ArmDriver
from controller.errors import DeviceFault, DeviceReset, PersonNeeded, StoppedByPerson
from controller.events import Event, LineSent, Noted, Publisher
from controller.gcode.firmware import Firmware
from controller.gcode.grbl import GRBL
from controller.gcode.homing import Homing, Known, Placed
from controller.gcode.marlin import MARLIN
from controller.gcode.program import ArmLines
from controller.gcode.uarm import UARM
from controller.link.client import LinkClient
from controller.link.emulated import EmulatedTransport
from controller.model import Move, Point, State, Step
from controller.motion.geometry import GripperTimes, MotionLimits
from controller.motion.path import PathPlanner
from controller.testing import InterruptedClock
from firmware_proto.device import Board
from firmware_proto.grbl import GrblEmulator
from firmware_proto.grbl.session import GrblBuild
from firmware_proto.limits import Limits
from firmware_proto.marlin import MarlinEmulator
from firmware_proto.marlin.session import MarlinBuild
from firmware_proto.uarm import UarmEmulator

POSE = Point(150.0, 20.0, 40.0)
REST = Point(90.0, 0.0, 12.0)
FIRST = Step(1, Move(1, 0, 1), State.tower(2, 0))
LIMITS = Limits(z=(0.0, 180.0), radius=(80.0, 320.0))


def marlin(at: Point) -> Board:
    return MarlinEmulator(limits=LIMITS, build=MarlinBuild(needs_homing=False), stands_at=at)


def grbl(at: Point) -> Board:
    return GrblEmulator(limits=LIMITS, build=GrblBuild(settings={20: 0, 22: 0}), stands_at=at)


class Table:
    """An arm that stands somewhere, and all that was heard of it. `asked`: the questions put to a person."""

    def __init__(
        self,
        homing: Homing,
        board: Board,
        firmware: Firmware = MARLIN,
        rest: Point | None = None,
        shutdown: tuple[str, ...] = (),
        answer: Callable[[], None] = lambda: None,
    ) -> None:
        self.events: list[Event] = []
        self.asked: list[str] = []
        self.clock = InterruptedClock()
        self.board = board
        self.answer = answer
        publisher = Publisher(self.events.append)
        self.client = LinkClient(
            EmulatedTransport(board, self.clock, "the port"), firmware, self.clock, publisher
        )
        planner = PathPlanner(
            replace(TWO_DISKS, rest=rest), MotionLimits(200, 80, 1200), GripperTimes(0.3, 0.25)
        )
        lines = ArmLines(TWO_DISKS.diameters, shutdown=shutdown, homing=homing)
        self.arm = ArmDriver(self.client, planner, lines, publisher, confirm=self._confirm)

    def _confirm(self, question: str, listen: Callable[[], None]) -> None:
        self.asked.append(question)
        self.said_before = self.sent()
        for _ in range(3):
            listen()
        self.answer()

    def sent(self) -> list[str]:
        return [event.text.partition("*")[0] for event in self.events if isinstance(event, LineSent)]

    def motions(self) -> list[Point]:
        """Where each line of motion leads."""
        lines = [line[line.index("G1 ") :].split() for line in self.sent() if "G1 " in line]
        return [Point(*(float(word[1:]) for word in words[1:4])) for words in lines]

    def told(self) -> str:
        return "\n".join(event.text for event in self.events if isinstance(event, Noted))


PLACED = [(MARLIN, marlin), (GRBL, grbl)]


@pytest.mark.parametrize(("firmware", "board"), PLACED)
def test_before_a_person_has_said_yes_nothing_moves_and_no_motor_gets_power(
    firmware: Firmware, board: Callable[[Point], Board]
) -> None:
    table = Table(Placed(POSE), board(POSE), firmware)
    table.arm.connect()
    assert len(table.asked) == 1
    assert "x 150.0, y 20.0, z 40.0" in table.asked[0]
    said = " ".join(table.said_before)
    assert not any(word in said for word in ("G1", "G28", "$H", "G92", "M17", "G21"))


@pytest.mark.parametrize(("firmware", "board"), PLACED)
def test_the_firmware_is_told_where_it_stands_and_its_first_motion_is_straight_up(
    firmware: Firmware, board: Callable[[Point], Board]
) -> None:
    table = Table(Placed(POSE), board(POSE), firmware)
    table.arm.connect()
    assert any("G92 X150 Y20 Z40" in line for line in table.sent())
    assert not any(word in line for word in ("G28", "$H", "G10") for line in table.sent())
    first, *others = table.motions()
    assert first[:2] == POSE[:2]
    assert first.z > POSE.z
    assert others[-1] == TWO_DISKS.park
    table.arm.execute(FIRST)
    assert table.board.faults == ()


def test_an_arm_placed_above_everything_still_shows_which_way_is_up() -> None:
    high = POSE._replace(z=160.0)
    table = Table(Placed(high), marlin(high))
    table.arm.connect()
    assert table.motions()[0] == high._replace(z=165.0)


def test_at_the_very_top_it_goes_across_first_never_down() -> None:
    top = POSE._replace(z=180.0)
    table = Table(Placed(top), marlin(top))
    table.arm.connect()
    assert table.motions() == [TWO_DISKS.park._replace(z=180.0), TWO_DISKS.park]


def test_a_person_who_says_no_ends_it_before_anything_moves() -> None:
    def no() -> None:
        raise StoppedByPerson("No.")

    table = Table(Placed(POSE), marlin(POSE), answer=no, shutdown=("M84",), rest=REST)
    with pytest.raises(StoppedByPerson):
        table.arm.connect()
    table.arm.close()
    assert table.motions() == []
    assert not any("M84" in line for line in table.sent())


def test_a_board_that_starts_anew_while_the_person_thinks_is_noticed() -> None:
    table = Table(Placed(POSE), marlin(POSE))
    table.clock.due = 0.5
    table.clock.interruption = lambda: table.board.reset(table.clock.now())
    with pytest.raises(DeviceReset):
        table.arm.connect()
    assert table.motions() == []


def test_a_halt_while_the_person_thinks_ends_the_wait() -> None:
    table = Table(Placed(POSE), marlin(POSE))
    table.clock.due = 0.5
    table.clock.interruption = table.arm.halt
    with pytest.raises(StoppedByPerson):
        table.arm.connect()


def test_without_a_person_to_ask_nothing_moves() -> None:
    table = Table(Placed(POSE), marlin(POSE))
    arm = ArmDriver(
        table.client,
        PathPlanner(TWO_DISKS, MotionLimits(200, 80, 1200), GripperTimes(0, 0)),
        ArmLines(TWO_DISKS.diameters, homing=Placed(POSE)),
        Publisher(),
    )
    with pytest.raises(PersonNeeded):
        arm.connect()
    assert table.motions() == []


def test_a_firmware_that_does_not_take_the_place_it_is_told_is_not_believed() -> None:
    deaf = replace(MARLIN, placed=lambda _: ("G92 X0 Y0 Z0",))
    table = Table(Placed(POSE), marlin(POSE), deaf)
    with pytest.raises(DeviceFault, match=r"x 0\.0, y 0\.0, z 0\.0, not\s+where it was placed"):
        table.arm.connect()
    assert table.motions() == []


@pytest.mark.parametrize(
    ("firmware", "board"),
    [(MARLIN, marlin), (UARM, lambda at: UarmEmulator(limits=LIMITS, stands_at=at))],
)
def test_an_arm_that_knows_where_it_stands_is_asked_and_goes_straight_up_from_there(
    firmware: Firmware, board: Callable[[Point], Board]
) -> None:
    table = Table(Known(), board(POSE), firmware)
    table.arm.connect()
    assert table.asked == []
    assert not any(word in line for word in ("G28", "G92") for line in table.sent())
    first = table.motions()[0]
    assert math.dist(first[:2], POSE[:2]) < 0.01
    assert first.z > POSE.z


def test_an_arm_that_says_it_stands_where_no_arm_can_is_not_believed() -> None:
    """So a firmware looks that has forgotten: it counts from 0."""
    table = Table(Known(), marlin(Point(0.0, 0.0, 0.0)))
    with pytest.raises(PersonNeeded, match="outside the workspace"):
        table.arm.connect()
    assert table.motions() == []


def test_what_opening_the_port_lets_go_is_said_before_it_is_opened() -> None:
    table = Table(Placed(POSE), marlin(POSE))
    table.arm.connect()
    assert isinstance(table.events[0], Noted)
    assert "the motors (the arm may sink) and the gripper (a disk in it falls)" in table.events[0].text


def test_a_firmware_that_lets_nothing_go_is_not_warned_of() -> None:
    table = Table(Placed(POSE), marlin(POSE), replace(MARLIN, opening=frozenset()))
    table.arm.connect()
    assert "Opening" not in table.told()


@pytest.mark.parametrize("steps", [[], [FIRST]])
def test_it_lies_down_where_gravity_holds_before_the_motors_go_limp(steps: list[Step]) -> None:
    table = Table(Placed(POSE), marlin(POSE), rest=REST, shutdown=("M84",))
    table.arm.connect()
    for step in steps:
        table.arm.execute(step)
    table.arm.close()
    *_, over, down = table.motions()
    assert over == REST._replace(z=over.z)
    assert down == REST
    assert table.sent()[-1].endswith("M84")
    assert [line.split(" ", 1)[1] for line in table.sent()[-3:-1]] == ["M400", "M114"]
    assert table.board.faults == ()


def test_it_lies_down_without_shutdown_lines_too() -> None:
    table = Table(Placed(POSE), marlin(POSE), rest=REST)
    table.arm.connect()
    table.arm.close()
    assert table.motions()[-1] == REST


def test_after_a_halt_it_stays_where_it_is_and_keeps_its_power(caplog: pytest.LogCaptureFixture) -> None:
    table = Table(Placed(POSE), marlin(POSE), rest=REST, shutdown=("M84",))
    table.arm.connect()
    table.arm.halt()
    table.arm.close()
    assert REST not in table.motions()
    assert not any(line.endswith(" M84") for line in table.sent())
    assert caplog.text == ""
