"""Lines out of joint moves: as straight, as fast and as gentle as promised, measured between the ends."""

from dataclasses import replace
from math import dist, hypot

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from joint_arms import ARMS, PARALLEL, SERIAL, Pose, poses, with_limits

from controller.model import Point
from controller.motion.kinematics import Joints, OutOfReach
from controller.motion.kinematics.straight import TOLERANCE, deviation, joint_moves, straight

PLACES = st.builds(
    lambda radius, y, z: Point((radius**2 - y**2) ** 0.5, y, z),
    st.floats(170, 290),
    st.floats(-150, 150),
    st.floats(0, 120),
)
FREE = {"base": (-180.0, 180.0), "shoulder": (-180.0, 180.0), "elbow": (-180.0, 180.0)}
lines = given(st.sampled_from([with_limits(arm, **FREE) for arm in ARMS]), PLACES, PLACES)


def between(a, b, share):
    return tuple(x + (y - x) * share for x, y in zip(a, b, strict=True))


def off_the_line(point, start, end) -> float:
    """The distance of `point` from the segment between `start` and `end`, mm."""
    way = [b - a for a, b in zip(start, end, strict=True)]
    square = sum(part * part for part in way)
    share = sum((p - a) * w for p, a, w in zip(point, start, way, strict=True)) / square if square else 0.0
    return dist(point, between(start, end, min(1.0, max(0.0, share))))


@settings(max_examples=60)
@lines
def test_the_tip_is_never_farther_from_the_line_than_the_tolerance(arm, start, end):
    before = arm.inverse(start)
    for stop in straight(arm, start, end):
        for share in (0.1, 0.25, 0.5, 0.75, 0.9):
            tip = arm.forward(Joints(*between(before, stop.joints, share)))
            assert off_the_line(tip, start, end) <= TOLERANCE
        before = stop.joints


@settings(max_examples=100)
@given(poses(), st.tuples(*[st.floats(-40, 40)] * 3))
def test_the_bound_holds_for_any_joint_move(pose, turns):
    start = pose.readings
    end = Joints(*(a + b for a, b in zip(start, turns, strict=True)))
    bound = deviation(pose.arm, start, end)
    tips = pose.arm.forward(start), pose.arm.forward(end)
    for step in range(1, 20):
        tip = pose.arm.forward(Joints(*between(start, end, step / 20)))
        assert dist(tip, between(*tips, step / 20)) <= bound + 1e-9


def test_the_bound_is_the_sagitta_of_an_arc_where_the_base_turns_alone():
    """A small arc's sagitta is r a^2 / 8; rods seen aslant only make the bound larger."""
    start, end = Joints(-2, 0, 0), Joints(2, 0, 0)
    radius = hypot(*PARALLEL.forward(start)[:2])
    sagitta = radius - PARALLEL.forward(start).x
    assert sagitta <= deviation(PARALLEL, start, end) <= 2 * sagitta


@settings(max_examples=60)
@lines
def test_the_parts_lie_on_the_line_in_order_and_end_where_it_ends(arm, start, end):
    stops = list(straight(arm, start, end))
    assert stops[-1].at == end
    gone = [dist(start, stop.at) for stop in stops]
    assert gone == sorted(gone)
    assert all(off_the_line(stop.at, start, end) < 1e-9 for stop in stops)
    assert all(arm.forward(stop.joints) == pytest.approx(stop.at, abs=1e-6) for stop in stops)


@settings(max_examples=60)
@lines
def test_no_joint_is_faster_than_it_may_and_the_tip_no_faster_than_asked(arm, start, end):
    before, total = arm.inverse(start), 0.0
    for to, seconds in joint_moves(arm, start, end, 120.0):
        for a, b, joint in zip(before, to, arm.joints, strict=True):
            assert abs(b - a) <= joint.max_speed * seconds + 1e-9
        before, total = to, total + seconds
    assert total >= dist(start, end) / 120.0 - 1e-9


def test_the_tip_keeps_its_speed_where_the_joints_can_follow():
    moves = list(joint_moves(PARALLEL, Point(200, -80, 60), Point(200, 80, 60), 40.0))
    assert sum(move.seconds for move in moves) == pytest.approx(160 / 40)


def test_a_slow_joint_slows_its_own_parts_down():
    slow = replace(PARALLEL, base=replace(PARALLEL.base, max_speed=10.0))
    start, end = Point(200, -80, 60), Point(200, 80, 60)
    turned = slow.inverse(end).base - slow.inverse(start).base
    assert sum(move.seconds for move in joint_moves(slow, start, end, 1000.0)) == pytest.approx(turned / 10)


@pytest.mark.parametrize("arm", ARMS)
def test_nothing_moves_nowhere(arm):
    assert [move.seconds for move in joint_moves(arm, Point(200, 0, 60), Point(200, 0, 60), 50.0)] == [0.0]


@pytest.mark.parametrize(
    ("start", "end", "words"),
    [
        (Point(200, -80, 60), Point(-200, 80, 60), "over the base's axis"),
        (Point(60, 220, 60), Point(60, -220, 60), "too near to the shoulder"),
    ],
)
def test_a_line_between_places_in_reach_may_leave_it(start, end, words):
    arm = with_limits(PARALLEL, **FREE)
    arm.inverse(start), arm.inverse(end)
    with pytest.raises(OutOfReach, match=words):
        list(straight(arm, start, end))


def test_a_line_behind_the_base_is_no_way_round_its_limit():
    arm = with_limits(SERIAL, base=(-170.0, 170.0))
    with pytest.raises(OutOfReach, match="where the base cannot turn: its limits are -170 to 170"):
        list(straight(arm, Point(-200, 80, 60), Point(-200, -80, 60)))


@settings(max_examples=30)
@given(poses())
def test_halving_ends_whatever_the_arm(pose: Pose):
    """Across the axis, out of reach or through a limit: a line ends, or is refused."""
    try:
        stops = sum(1 for _ in straight(pose.arm, Point(150, 3.0, 40), Point(-150, -2.0, 40)))
    except OutOfReach:
        return
    assert stops > 0
