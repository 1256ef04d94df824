"""A whole run as a program, read back by hand: units, order, waits."""

import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest
from two_disks import TWO_DISKS

from controller.errors import UsageError
from controller.gcode.grbl import GRBL
from controller.gcode.homing import Known, Placed
from controller.gcode.marlin import MARLIN
from controller.gcode.program import (
    ArmLines,
    check_lines,
    end_of,
    gripper_commands,
    motion_commands,
    opening_commands,
    program,
)
from controller.model import Move, Point, State, Step
from controller.motion.actions import Grip, Lift, Release, Travel
from controller.motion.axes import CARTESIAN
from controller.motion.geometry import GripperTimes, MotionLimits
from controller.motion.path import PathPlanner

GEOMETRY = replace(TWO_DISKS, diameters=(30, 40.5))
PLANNER = PathPlanner(GEOMETRY, MotionLimits(200, 80, 1200), GripperTimes(0.3, 0.25))
START = State.tower(2, 0)
STEPS = [
    Step(1, Move(1, 0, 1), START),
    Step(2, Move(2, 0, 2), State((1, 0), 3)),
    Step(3, Move(1, 1, 2), State((1, 2), 3)),
]


def lines(**own: object) -> ArmLines:
    return ArmLines(diameters=GEOMETRY.diameters, **own)


def written(**own: object) -> list[str]:
    return list(program(MARLIN, PLANNER, lines(**own), STEPS))


def test_it_sets_units_homes_and_moves_z_before_x_and_y() -> None:
    assert written()[:5] == ["G21", "G90", "M84 S0", "G28", "G1 Z150 F4800"]


def test_the_gripper_acts_only_after_motion_has_been_waited_for_and_then_settles() -> None:
    text = written()
    for gripper, settle in (("M106 S255", "G4 P300"), ("M107", "G4 P250")):
        places = [index for index, line in enumerate(text) if line == gripper]
        assert len(places) == 3
        for place in places:
            assert (text[place - 1], text[place + 1]) == ("M400", settle)


def test_it_ends_parked_and_at_rest_before_the_last_lines() -> None:
    assert written(shutdown=("M84",))[-3:] == ["G1 X120 Y0 Z150 F12000", "M400", "M84"]


def test_motion_is_straight_lines_alone() -> None:
    moving = [
        line for line in written() if line[0] == "G" and line.split()[0] not in ("G21", "G90", "G28", "G4")
    ]
    assert moving
    assert all(line.startswith("G1 ") for line in moving)


def test_without_a_step_it_homes_parks_and_ends() -> None:
    assert list(program(MARLIN, PLANNER, lines(), []))[-2:] == ["G1 X120 Y0 Z150 F12000", "M400"]


def test_own_lines_replace_the_firmwares_and_lose_their_comments() -> None:
    text = written(
        startup=("M17 ; hold", "; nothing", ""), homing=Known(), grip=("M42 P4 S255",), release=("M42 P4 S0",)
    )
    assert text[:4] == ["M17", "G21", "G90", "M84 S0"]
    assert "G28" not in text
    assert "M106 S255" not in text
    assert text.count("M42 P4 S255") == text.count("M42 P4 S0") == 3


def test_disk_diameter_and_angle_are_filled_in_and_other_braces_stay() -> None:
    own = lines(grip=("M280 P0 S{angle}", "M117 disk {disk} is {diameter} {mm}"))
    commands = gripper_commands(MARLIN, own, Grip(2, 0, 0.0), Point(100, 100, 10))
    assert [command.text for command in commands] == ["M280 P0 S45", "M117 disk 2 is 40.5 {mm}"]


@pytest.mark.parametrize("where", ["startup", "shutdown", "grip", "release"])
def test_own_lines_are_measured_with_all_that_is_filled_in_and_a_late_number(where: str) -> None:
    """`N9999999 ` and `*107` leave 82 bytes; the angle takes 8, the braces only 7."""
    fits = "M117 " + "x" * (82 - 5 - 8) + "{angle}"
    check_lines(MARLIN, lines(**{where: ("M117 " + "x" * 70,)}))
    with pytest.raises(UsageError, match="shorten it"):
        check_lines(MARLIN, lines(**{where: ("M117 " + "x" * 80,)}))
    if where in ("grip", "release"):
        check_lines(MARLIN, lines(**{where: (fits,)}))
        with pytest.raises(UsageError, match="shorten it"):
            check_lines(MARLIN, lines(**{where: (fits + "xx",)}))


def test_a_release_uses_the_release_lines_and_waits() -> None:
    commands = list(gripper_commands(MARLIN, lines(), Release(1, 0, 0.5), Point(0, 0, 0)))
    assert [command.text for command in commands] == ["M107", "G4 P500"]
    assert commands[-1].seconds >= 0.5


def test_a_motion_may_take_the_time_that_distance_and_speed_need() -> None:
    (far,) = motion_commands(MARLIN, CARTESIAN, Travel(Point(300, 0, 0), 10), Point(0, 0, 0))
    (near,) = motion_commands(MARLIN, CARTESIAN, Lift(5, 10), Point(0, 0, 0))
    (unknown,) = motion_commands(MARLIN, CARTESIAN, Lift(5, 10), None)
    assert far.seconds >= 30
    assert 0.5 <= near.seconds < 5
    assert unknown.seconds >= 30


def test_homing_may_take_a_minute() -> None:
    assert [command.seconds for command in opening_commands(MARLIN, lines()) if command.text == "G28"] == [60]


@pytest.mark.parametrize(
    ("actions", "end"),
    [
        ([], Point(1, 2, 3)),
        ([Lift(9, 1)], Point(1, 2, 9)),
        ([Travel(Point(4, 5, 6), 1), Grip(1, 0, 0), Lift(7, 1)], Point(4, 5, 7)),
    ],
)
def test_actions_lead_where_their_last_motion_does(actions: list[Lift | Travel], end: Point) -> None:
    assert end_of(actions, Point(1, 2, 3)) == end


def test_a_program_without_end_is_written_lazily() -> None:
    def for_ever() -> Iterator[Step]:
        while True:
            yield Step(1, Move(1, 0, 1), START)
            yield Step(2, Move(1, 1, 0), State((1, 0), 3))

    tracemalloc.start()
    try:
        taken = sum(1 for _ in islice(program(MARLIN, PLANNER, lines(), for_ever()), 20_000))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert taken == 20_000
    assert peak < 500_000


def test_a_program_for_a_placed_arm_names_the_place_and_goes_straight_up() -> None:
    text = written(homing=Placed(Point(150, 20, 40)))
    assert text[:5] == ["G21", "G90", "M84 S0", "G92 X150 Y20 Z40", "G1 X150 Y20 Z150 F4800"]
    assert "G28" not in text


def test_grbl_is_unlocked_and_told_its_place_in_millimetres_without_its_memory_being_written() -> None:
    own = lines(homing=Placed(Point(150, 20, 40)))
    text = list(program(GRBL, PLANNER, own, STEPS))
    assert text[:3] == ["$X", "G21", "G92 X150 Y20 Z40"]
    assert not any(line.startswith(("G10", "$H")) or "=" in line for line in text)


def test_a_program_for_an_arm_that_knows_where_it_is_lifts_it_first() -> None:
    assert written(homing=Known())[3] == "G1 Z150 F4800"


def test_a_program_ends_where_gravity_holds_before_the_motors_go() -> None:
    rest = PathPlanner(replace(GEOMETRY, rest=Point(90, 0, 12)), PLANNER.limits, PLANNER.gripper)
    text = list(program(MARLIN, rest, lines(shutdown=("M84",)), STEPS))
    assert text[-4:] == ["G1 X90 Y0 Z150 F12000", "G1 X90 Y0 Z12 F4800", "M400", "M84"]
    assert text[-5] == "G1 X120 Y0 Z150 F12000"


def test_lines_that_are_locked_out_before_homing_wait_for_it() -> None:
    texts = [command.text for command in opening_commands(GRBL, lines(startup=("M5", "$10=1")))]
    assert texts.index("$10=1") < texts.index("$H") < texts.index("G21") < texts.index("M5")
    marlin = [command.text for command in opening_commands(MARLIN, lines(startup=("M5",)))]
    assert marlin.index("M5") < marlin.index("G28")
