"""Joint degrees and the tip's place: each out of the other, and both as plane geometry has them."""

from dataclasses import replace
from math import cos, hypot, pi, radians, sin

import pytest
from hypothesis import assume, given, settings
from joint_arms import ARMS, PARALLEL, SERIAL, Pose, poses, readings_by_circles, turned, with_limits

from controller.model import Point
from controller.motion.kinematics import Joints, OutOfReach
from controller.motion.kinematics.arm import AXIS_MARGIN


def tip_of(pose: Pose) -> Point:
    tip = pose.arm.forward(pose.readings)
    base = radians(pose.arm.base.angle(pose.readings.base))
    ahead = tip.x * cos(base) + tip.y * sin(base)
    assume(ahead > AXIS_MARGIN + 1e-6)  # not leaning back over the axis, where the base would face about
    return tip


@settings(max_examples=200)
@given(poses())
def test_inverse_undoes_forward(pose):
    assert pose.arm.inverse(tip_of(pose)) == pytest.approx(pose.readings, abs=1e-6)


@settings(max_examples=200)
@given(poses())
def test_forward_undoes_inverse(pose):
    tip = tip_of(pose)
    assert pose.arm.forward(pose.arm.inverse(tip)) == pytest.approx(tip, abs=1e-6)


@settings(max_examples=200)
@given(poses())
def test_the_readings_are_those_of_two_circles_that_meet(pose):
    tip = tip_of(pose)
    expected = readings_by_circles(pose.arm, tip)
    for found, wanted in zip(pose.arm.inverse(tip), expected, strict=True):
        assert turned(found, wanted) < 1e-5


def test_the_drawing_of_a_parallel_arm_upright_and_level():
    assert PARALLEL.forward(Joints(0, 0, 0)) == pytest.approx((15 + 160 + 45, 0, 110 + 150 - 60))


def test_the_drawing_of_a_serial_arm_upright_and_square():
    assert SERIAL.forward(Joints(90, 90, 0)) == pytest.approx((0, 170, 120 + 160 - 80))


def test_the_forearm_of_a_parallel_arm_keeps_its_slope_while_the_shoulder_turns():
    before, after = PARALLEL.forward(Joints(0, 0, 30)), PARALLEL.forward(Joints(0, 40, 30))
    lean = radians(40)
    assert after.x - before.x == pytest.approx(150 * sin(lean))
    assert before.z - after.z == pytest.approx(150 * (1 - cos(lean)))


def test_the_forearm_of_a_serial_arm_turns_with_the_shoulder():
    assert SERIAL.forward(Joints(0, 0, 0)) == pytest.approx((160, 0, 120 - 170 - 80))


def test_a_joint_reads_the_whole_turn_nearest_to_the_middle_of_its_limits():
    arm = with_limits(PARALLEL, base=(100, 300))
    assert arm.inverse(Point(-200, -100, 50)).base == pytest.approx(206.565, abs=1e-3)


@pytest.mark.parametrize(
    ("arm", "tip", "words"),
    [
        (PARALLEL, Point(600, 0, 50), "is too far out: shoulder and wrist would be 540.0 mm apart"),
        (PARALLEL, Point(370, 0, 50), "and are 309.9 with 177 degrees between upper arm and forearm"),
        (
            PARALLEL,
            Point(60, 0, 50),
            "is too near to the shoulder: shoulder and wrist would be 0.0 mm apart, and are 12.9 with 3",
        ),
        (PARALLEL, Point(5, 5, 50), "over the base's axis"),
        (PARALLEL, Point(0, 0, 50), "keep 10 mm away"),
        (PARALLEL, Point(-200, 30, 50), "need the base at 171.5 degrees, outside its limits: -100 to 100"),
        (with_limits(PARALLEL, shoulder=(0, 5)), Point(250, 0, 50), "need the shoulder at"),
        (with_limits(PARALLEL, elbow=(-5, 5)), Point(250, 0, 50), "need the elbow at"),
        (SERIAL, Point(335, 0, 40), "too far out"),
    ],
)
def test_a_place_out_of_reach_is_named_with_the_reason(arm, tip, words):
    with pytest.raises(OutOfReach) as refused:
        arm.inverse(tip)
    assert words in str(refused.value)
    assert str(refused.value).startswith(f"x {tip.x:.1f}, y {tip.y:.1f}, z {tip.z:.1f} ")


@pytest.mark.parametrize("arm", ARMS)
def test_the_margin_before_the_stretched_arm_is_exact(arm):
    links = arm.links
    free = with_limits(arm, shoulder=(-180, 180), elbow=(-180, 180))
    longest = hypot(links.upper_arm + links.forearm * cos(radians(3)), links.forearm * sin(radians(3)))
    height = links.base_height - links.tool_drop
    free.inverse(Point(links.ahead + longest - 1e-6, 0, height))
    with pytest.raises(OutOfReach):
        free.inverse(Point(links.ahead + longest + 1e-6, 0, height))


@pytest.mark.parametrize(
    ("between", "words"),
    [((0, 59.9), "too far out"), ((60.1, 180), "too near to the shoulder")],
)
def test_a_linkage_that_opens_less_is_heeded(between, words):
    """The upper arm upright and the forearm 30 degrees down: 60 degrees between them."""
    readings = Joints(0, 0, 30)
    tip = PARALLEL.forward(readings)
    assert replace(PARALLEL, between=(59.9, 60.1)).inverse(tip) == pytest.approx(readings)
    with pytest.raises(OutOfReach, match=words):
        replace(PARALLEL, between=between).inverse(tip)


@pytest.mark.parametrize("arm", ARMS)
def test_a_joint_on_its_limit_is_within_it(arm):
    readings = arm.inverse(Point(200, 0, 60))
    pairs = {name: (reading, reading + 90) for name, reading in readings._asdict().items()}
    assert with_limits(arm, **pairs).inverse(Point(200, 0, 60)) == pytest.approx(readings)
    tight = {name: (reading + 1e-3, reading + 90) for name, reading in readings._asdict().items()}
    with pytest.raises(OutOfReach):
        with_limits(arm, **tight).inverse(Point(200, 0, 60))


@settings(max_examples=50)
@given(poses())
def test_the_elbow_is_above_the_line_from_shoulder_to_wrist(pose):
    tip = tip_of(pose)
    _, upper, fore = pose.arm.slopes(pose.arm.inverse(tip))
    assert 0 < upper - fore < pi  # the forearm falls off from the upper arm's direction
