"""A run for a firmware that wants joints, read back line by line: degrees, feeds, places of the tip."""

import re
from itertools import pairwise
from math import cos, dist, radians, sin

import pytest

from controller.gcode.marlin import MARLIN
from controller.gcode.program import ArmLines, motion_commands, program
from controller.model import Move, Point, State, Step
from controller.motion.actions import Lift, Travel
from controller.motion.axes import CARTESIAN, JointAxes
from controller.motion.geometry import Geometry, GripperTimes, MotionLimits, Workspace
from controller.motion.kinematics import Joint, JointArm, Joints, Links, OutOfReach
from controller.motion.path import PathPlanner

ARM = JointArm(
    kind="parallel",
    links=Links(110, 15, 150, 160, tool_reach=45, tool_drop=60),
    base=Joint(0, 1, (-100, 100), 90),
    shoulder=Joint(90, -1, (-15, 80), 60),
    elbow=Joint(0, -1, (-20, 85), 60),
    home=Joints(0, 0, 0),
)
GEOMETRY = Geometry(
    names=("A", "B", "C"),
    pegs=(Point(190, 100, 0), Point(225, 0, 0), Point(190, -100, 0)),
    thickness=(10,),
    diameters=(40,),
    pole_height=0,
    grip_depth=0,
    clearance=5,
    workspace=Workspace(z=(0, 220), radius=(150, 300)),
    park=Point(200, 0, 130),
)
PLANNER = PathPlanner(GEOMETRY, MotionLimits(150, 60, 800), GripperTimes(0.3, 0.3))
STEPS = [Step(1, Move(1, 0, 2), State.tower(1, 0))]
AXES = JointAxes(ARM)
HOME = (15 + 160 + 45, 0, 110 + 150 - 60)


def tip(base: float, shoulder: float, elbow: float) -> tuple[float, float, float]:
    """Where this arm's tip is: the upper arm upright and the forearm level at 0, 0."""
    lean, sink = radians(shoulder), radians(elbow)
    out = 15 + 150 * sin(lean) + 160 * cos(sink) + 45
    up = 110 + 150 * cos(lean) - 160 * sin(sink) - 60
    return out * cos(radians(base)), out * sin(radians(base)), up


def moves(texts: list[str]) -> list[tuple[float, ...]]:
    """X, Y, Z and F of every line of motion; each names all of them."""
    pattern = re.compile(r"G1 X(\S+) Y(\S+) Z(\S+) F(\S+)$")
    found = [pattern.match(text) for text in texts if text.startswith("G1")]
    assert all(found)
    return [tuple(map(float, match.groups())) for match in found if match]


@pytest.fixture(scope="module")
def texts() -> list[str]:
    return list(program(MARLIN, PLANNER, ArmLines(diameters=(40,)), STEPS, AXES))


def test_the_gripper_works_where_the_disk_is(texts):
    places = []
    for number, text in enumerate(texts):
        if text in ("M106 S255", "M107"):
            assert texts[number - 1] == "M400"
            *readings, _ = moves(texts[:number])[-1]
            places.append(tip(*readings))
    assert places[0] == pytest.approx((190, 100, 10), abs=0.02)
    assert places[1] == pytest.approx((190, -100, 10), abs=0.02)


def test_it_sets_out_from_home_to_the_park_position_and_ends_there(texts):
    before_grip = moves(texts[: texts.index("M106 S255")])
    assert any(dist(tip(*line[:3]), GEOMETRY.park) < 0.02 for line in before_grip)
    first = tip(*before_grip[0][:3])
    assert first[:2] == pytest.approx(HOME[:2], abs=0.02)  # straight down from home
    assert tip(*moves(texts)[-1][:3]) == pytest.approx(GEOMETRY.park, abs=0.02)


def test_every_reading_is_within_its_limits(texts):
    for *readings, _ in moves(texts):
        for joint, reading in zip(ARM.joints, readings, strict=True):
            assert joint.limits[0] <= reading <= joint.limits[1]


def test_each_feed_is_along_the_vector_of_the_joints_and_keeps_the_tips_speed(texts):
    for (*before, _), (*after, feed) in pairwise([(0.0, 0.0, 0.0, 0.0), *moves(texts)]):
        seconds = dist(before, after) / (feed / 60)
        assert dist(tip(*before), tip(*after)) / seconds <= 150 * 1.02
        for joint, a, b in zip(ARM.joints, before, after, strict=True):
            assert abs(b - a) / seconds <= joint.max_speed * 1.02


def test_a_line_may_take_the_time_that_its_own_part_needs():
    way = Travel(Point(190, -100, 130), 50)
    commands = list(motion_commands(MARLIN, AXES, way, Point(190, 100, 130)))
    assert len(commands) > 4
    assert sum(command.seconds for command in commands) >= 200 / 50
    assert max(command.seconds for command in commands) < 2


def test_a_lift_from_a_known_place_is_straight_up():
    for text in motion_commands(MARLIN, AXES, Lift(120, 50), Point(200, 50, 20)):
        ((*readings, _),) = moves([text.text])
        assert tip(*readings)[:2] == pytest.approx((200, 50), abs=0.02)


def test_what_is_reported_in_degrees_is_a_place_and_the_other_way_round():
    assert AXES.home == pytest.approx(HOME)
    assert AXES.tip(Point(20, 30, 40)) == pytest.approx(tip(20, 30, 40))
    assert AXES.reported(Point(*tip(20, 30, 40))) == pytest.approx((20, 30, 40))


def test_a_firmware_that_takes_millimetres_is_told_the_place_itself():
    place = Point(1, 2, 3)
    assert (CARTESIAN.tip(place), CARTESIAN.reported(place), CARTESIAN.home) == (place, place, None)
    (move,) = CARTESIAN.moves(place, Point(1, 2, 13), 5.0)
    assert move == (Point(1, 2, 13), 5.0, 2.0)


def test_a_way_that_the_joints_do_not_allow_is_refused_before_any_of_it_is_sent():
    """Both ends are reached, and so is much between; only the middle is too near to the shoulder."""
    start, end = Point(60, 220, 60), Point(60, -220, 60)
    for place in (start, end, Point(60, 150, 60)):
        assert AXES.tip(AXES.reported(place)) == pytest.approx(place)
    with pytest.raises(OutOfReach) as refused:
        next(AXES.moves(start, end, 50.0))
    assert str(refused.value).startswith("The arm's joints do not allow the way from x 60.0, y 220.0, z 60.0")
    assert "then home again" in str(refused.value)


def test_a_way_of_no_length_is_no_line():
    assert list(AXES.moves(GEOMETRY.park, GEOMETRY.park, 50.0)) == []
