"""An arm behind GRBL, behind a uArm, and one described in lines: what goes wrong, and what is told."""

from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest

from controller.app.arms import firmware_of
from controller.config import load
from controller.drivers.arm import ArmDriver
from controller.errors import (
    CommandRefused,
    DeviceFault,
    DeviceGarbage,
    DeviceHalted,
    DeviceReset,
    DeviceSilent,
    NothingGripped,
    PortError,
    StoppedByPerson,
    UnsafeSettings,
    WrongFirmware,
)
from controller.events import Event, LineReceived, LineSent, Noted, Publisher
from controller.gcode.firmware import Firmware
from controller.gcode.grbl import GRBL
from controller.gcode.marlin import MARLIN
from controller.gcode.program import ArmLines
from controller.gcode.replies import PositionReport, Reply
from controller.gcode.uarm import UARM
from controller.link.client import LinkClient
from controller.link.emulated import EmulatedTransport
from controller.model import Move, Point, State, Step
from controller.motion.geometry import Geometry, GripperTimes, MotionLimits, Workspace
from controller.motion.path import PathPlanner
from controller.testing import InterruptedClock
from firmware_proto.bench import Bench
from firmware_proto.community_arm import CommunityArmEmulator
from firmware_proto.device import Board
from firmware_proto.faults import Fault
from firmware_proto.grbl import GrblEmulator
from firmware_proto.grbl.session import GrblBuild
from firmware_proto.limits import Limits
from firmware_proto.marlin import MarlinEmulator
from firmware_proto.uarm import UarmEmulator

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
COMMUNITY = load("community-arm").arm
assert COMMUNITY is not None
CUSTOM = firmware_of(COMMUNITY)
FAMILIES: dict[str, tuple[Firmware, Callable[..., Board]]] = {
    "marlin": (MARLIN, MarlinEmulator),
    "grbl": (GRBL, GrblEmulator),
    "uarm": (UARM, UarmEmulator),
    "custom": (CUSTOM, CommunityArmEmulator),
}
GRAVE: dict[tuple[str, str], type[DeviceFault]] = {
    ("grbl", "resend"): CommandRefused,
    ("grbl", "bad-resend"): CommandRefused,
    ("grbl", "error"): CommandRefused,
    ("grbl", "drop-ok"): DeviceSilent,
    ("grbl", "halt"): DeviceHalted,
    ("uarm", "bad-resend"): DeviceGarbage,
    ("uarm", "error"): CommandRefused,
    ("uarm", "halt"): DeviceHalted,
    ("custom", "resend"): CommandRefused,
    ("custom", "error"): CommandRefused,
    ("custom", "drop-ok"): DeviceSilent,
    ("custom", "halt"): DeviceSilent,
    **{(family, "reset"): DeviceReset for family in ("grbl", "uarm", "custom")},
    **{(family, "silence"): DeviceSilent for family in ("grbl", "uarm", "custom")},
    **{(family, "hangup"): PortError for family in ("grbl", "uarm", "custom")},
}


class Exhibit:
    """Two disks, an arm, and a board; the bench knows where the disks are."""

    def __init__(
        self,
        family: str,
        faults: Iterable[Fault] = (),
        firmware: Firmware | None = None,
        startup: tuple[str, ...] = (),
        **build: object,
    ) -> None:
        stacks = {"A": (2, 1)}
        pegs = dict(zip(NAMES, PEGS, strict=True))
        self.bench = Bench(pegs, THICKNESS, DIAMETERS, stacks, grip_settle=0.3, release_settle=0.3)
        limits = Limits(z=(0.0, 180.0), radius=(80.0, 320.0))
        usual, emulator = FAMILIES[family]
        board = emulator(bench=self.bench, limits=limits, faults=faults, **build)
        self.events: list[Event] = []
        self.clock, publisher = InterruptedClock(), Publisher(self.events.append)
        client = LinkClient(EmulatedTransport(board, self.clock), firmware or usual, self.clock, publisher)
        planner = PathPlanner(GEOMETRY, MotionLimits(200, 80, 1200), GripperTimes(0.3, 0.3))
        self.arm = ArmDriver(client, planner, ArmLines(DIAMETERS, startup), publisher)

    def solve(self) -> None:
        self.arm.connect()
        for step in STEPS:
            self.arm.execute(step)
        self.arm.rest()

    def said(self, kind: type[LineSent] | type[LineReceived]) -> list[str]:
        return [event.text for event in self.events if isinstance(event, kind)]

    def is_solved(self) -> bool:
        return self.bench.stacks == {"A": (), "B": (), "C": (2, 1)} and self.bench.faults == ()


@pytest.mark.parametrize("line", [4, 11, 17, 28, 41])
@pytest.mark.parametrize(("family", "kind"), GRAVE)
def test_what_cannot_be_repaired_is_told_and_nothing_moves_any_more(
    family: str, kind: str, line: int
) -> None:
    exhibit = Exhibit(family, [Fault(kind, line)])
    with pytest.raises(GRAVE[family, kind]):
        exhibit.solve()
    exhibit.clock.sleep(10.0)
    before = exhibit.bench.stacks, exhibit.bench.held
    for step in STEPS:
        with pytest.raises(DeviceFault, match="connected and homed anew"):
            exhibit.arm.execute(step)
    exhibit.arm.close()
    assert (exhibit.bench.stacks, exhibit.bench.held) == before


@pytest.mark.parametrize("line", [7, 8, 11, 21])
def test_a_line_that_a_uarm_had_no_room_for_is_sent_anew_or_told(line: int) -> None:
    exhibit = Exhibit("uarm", [Fault("resend", line)])
    try:
        exhibit.solve()
    except DeviceFault as fault:
        assert "for lack of room" in str(fault)  # noqa: PT017  # either end is right, as the line's place has it
    else:
        assert exhibit.is_solved()


def test_what_follows_a_refused_line_is_stopped_at_once() -> None:
    exhibit = Exhibit("grbl", [Fault("error", 9)])
    with pytest.raises(CommandRefused):
        exhibit.solve()
    assert exhibit.said(LineSent)[-2:] == ["!", "?"]


@pytest.mark.parametrize("theirs", FAMILIES)
@pytest.mark.parametrize("ours", FAMILIES)
def test_another_firmware_is_told_and_nothing_is_moved(ours: str, theirs: str) -> None:
    if ours == theirs:
        Exhibit(ours).solve()
        return
    exhibit = Exhibit(theirs, firmware=FAMILIES[ours][0])
    expected = DeviceGarbage if theirs == "custom" else WrongFirmware
    with pytest.raises(expected, match=r"not the custom firmware|not [GMu]|does not answer as [GMu]"):
        exhibit.arm.connect()
    assert exhibit.bench.stacks["A"] == (2, 1)
    assert not any(text.startswith(("G1", "G28", "$H")) for text in exhibit.said(LineSent))


def test_settings_that_cut_in_silence_are_told_before_anything_moves() -> None:
    exhibit = Exhibit("grbl", build=GrblBuild(settings={1: 25, 110: 6000}))
    exhibit.arm.connect()
    notes = [event.text for event in exhibit.events if isinstance(event, Noted)]
    first, second = [text for text in notes if text.startswith("The firmware")]
    assert (
        first
        == "The firmware on emulated lets its motors go limp 25 ms after each stop ($1=25); send $1=255."
    )
    assert "goes no faster than 100 mm/s along x ($110), and the config wants 200." in second


def test_laser_mode_is_refused_before_anything_moves() -> None:
    exhibit = Exhibit("grbl", build=GrblBuild(settings={32: 1}))
    with pytest.raises(UnsafeSettings, match=r"^The firmware on emulated is in laser mode \(\$32=1\)"):
        exhibit.solve()
    assert exhibit.said(LineSent) == ["?", "$I", "$$"]


def test_reports_that_the_startup_lines_turn_into_inches_are_read_so() -> None:
    exhibit = Exhibit("grbl", startup=("$13=1",))
    exhibit.solve()
    assert exhibit.is_solved()


@pytest.mark.parametrize("family", ["grbl", "marlin"])
def test_a_place_far_outside_the_workspace_is_told_before_anything_else_moves(family: str) -> None:
    """As where inches are told and taken for mm, or the other way round."""
    firmware = FAMILIES[family][0]

    def stretched() -> Callable[[str], Reply]:
        parse = firmware.parser()

        def parse_stretched(text: str) -> Reply:
            reply = parse(text)
            if isinstance(reply, PositionReport):
                return replace(reply, at=Point(*(25.4 * value for value in reply.at)))
            return reply

        return parse_stretched

    exhibit = Exhibit(family, firmware=replace(firmware, parser=stretched))
    with pytest.raises(DeviceFault, match=r"says it stands at .* once homed, far outside the workspace"):
        exhibit.solve()
    assert not any(text.startswith("G1") for text in exhibit.said(LineSent))


def test_an_arm_that_is_to_home_is_not_moved_with_homing_switched_off() -> None:
    exhibit = Exhibit("grbl", build=GrblBuild(settings={20: 0, 22: 0}))
    with pytest.raises(UnsafeSettings, match=r"homing switched off \(\$22=0\).*send \$22=1"):
        exhibit.solve()
    assert exhibit.said(LineSent) == ["?", "$I", "$$"]


def test_what_the_exhibit_sets_by_itself_is_not_held_against_the_firmware() -> None:
    own = ("$22=1 ; homing", "$20=1", "$1=255")
    exhibit = Exhibit("grbl", startup=own, build=GrblBuild(settings={1: 25, 20: 0, 22: 0}))
    exhibit.solve()
    assert exhibit.is_solved()
    notes = [event.text for event in exhibit.events if isinstance(event, Noted)]
    assert not [text for text in notes if text.startswith("The firmware")]


def test_what_the_exhibit_sets_to_its_own_harm_is_refused() -> None:
    exhibit = Exhibit("grbl", startup=("$32=1",))
    with pytest.raises(UnsafeSettings, match="laser mode"):
        exhibit.solve()


def test_a_relative_with_another_banner_and_buffer_solves_it_too() -> None:
    build = GrblBuild(banner="GrblHAL 1.1f ['$' or '$HELP' for help]", receive_bytes=1024, settings={10: 3})
    exhibit = Exhibit("grbl", build=build)
    exhibit.solve()
    assert exhibit.is_solved()


def test_a_board_that_does_not_reset_is_found_at_rest() -> None:
    exhibit = Exhibit("grbl", build=GrblBuild(reset_on_open=False))
    exhibit.solve()
    assert exhibit.is_solved()


def test_a_uarm_is_asked_whether_it_holds_the_disk_after_each_grip_and_round_each_release() -> None:
    exhibit = Exhibit("uarm")
    exhibit.solve()
    pump = [text.split(" ", 1)[1] for text in exhibit.said(LineSent) if "2231" in text]
    assert pump == ["M2231 V1", "P2231", "P2231", "M2231 V0", "P2231"] * 3


def test_a_uarm_that_grips_nothing_tries_again_then_parks_and_says_so() -> None:
    exhibit = Exhibit("uarm")
    exhibit.arm.connect()
    with pytest.raises(NothingGripped, match="closed 2 times on disk 1 on B and holds nothing"):
        exhibit.arm.execute(Step(1, Move(1, 1, 2), State((1, 0), 3)))
    pump = [text.split(" ", 1)[1] for text in exhibit.said(LineSent) if "2231" in text]
    assert pump == ["M2231 V1", "P2231", "P2231", "M2231 V0"] * 2
    assert "X120.0000 Y0.0000 Z150.0000" in exhibit.said(LineReceived)[-1]


def test_a_halt_brakes_behind_grbl_and_is_over_once_it_stands() -> None:
    exhibit = Exhibit("grbl")
    exhibit.arm.connect()
    exhibit.clock.due = exhibit.clock.now() + 1.0
    exhibit.clock.interruption = exhibit.arm.halt
    with pytest.raises(StoppedByPerson):
        exhibit.arm.execute(STEPS[0])
    assert exhibit.said(LineReceived)[-1].startswith("<Hold:0|")
    assert exhibit.said(LineSent)[-2:] == ["!", "?"]
    assert exhibit.clock.now() - exhibit.clock.due < 1.0


def test_a_halt_while_grbl_homes_and_says_nothing_is_over_in_bounded_time() -> None:
    exhibit = Exhibit("grbl")
    exhibit.clock.due = 0.5
    exhibit.clock.interruption = exhibit.arm.halt
    with pytest.raises(StoppedByPerson):
        exhibit.arm.connect()
    assert exhibit.said(LineSent)[-2:] == ["!", "?"]
    assert exhibit.clock.now() - exhibit.clock.due < 2.5


def test_a_halt_stops_what_a_uarm_has_queued() -> None:
    exhibit = Exhibit("uarm")
    exhibit.arm.connect()
    exhibit.clock.due = exhibit.clock.now() + 1.0
    exhibit.clock.interruption = exhibit.arm.halt
    with pytest.raises(StoppedByPerson):
        exhibit.arm.execute(STEPS[0])
    assert exhibit.clock.now() - exhibit.clock.due < 2.5
    before = exhibit.said(LineReceived)[-1]
    assert before.endswith("ok")
    exhibit.clock.sleep(10.0)
    assert exhibit.bench.stacks["A"] == (2, 1)
    assert exhibit.bench.held is None


def test_an_arm_that_never_says_where_it_is_and_cannot_wait_solves_it_too() -> None:
    poor = replace(CUSTOM, where=None, dwell=None)
    exhibit = Exhibit("custom", firmware=poor)
    exhibit.solve()
    assert exhibit.is_solved()
    assert not any(text.startswith("G4") for text in exhibit.said(LineSent))
    assert len(exhibit.clock.sleeps) > 0


def test_a_custom_arm_that_cannot_stop_ends_the_one_line_it_is_on() -> None:
    exhibit = Exhibit("custom")
    exhibit.arm.connect()
    exhibit.clock.due = exhibit.clock.now() + 1.0
    exhibit.clock.interruption = exhibit.arm.halt
    with pytest.raises(StoppedByPerson):
        exhibit.arm.execute(STEPS[0])
    before = exhibit.said(LineSent)
    with pytest.raises(StoppedByPerson):
        exhibit.arm.execute(STEPS[0])
    assert exhibit.said(LineSent) == before
