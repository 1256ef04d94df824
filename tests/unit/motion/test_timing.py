"""Predicted times: by hand, by small steps of time, and against a run measured on a real GRBL."""

from dataclasses import replace
from itertools import pairwise
from math import hypot, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tables import FOUR, GRIPPER, LIMITS, last_point, tower_steps

from controller.model import Point, State
from controller.motion.actions import Action, Grip, Lift, Release, Travel
from controller.motion.path import PathPlanner
from controller.motion.timing import each_seconds, leg_seconds, seconds_of

STOPPING = replace(LIMITS, junction_deviation=0)
HERE = Point(100, 0, 10)


def polyline_seconds(points, speeds, limits) -> float:
    """From rest at the first of `points` to rest at the last, the i-th leg at `speeds[i]` mm/s."""
    return sum(
        each_seconds([Travel(*leg) for leg in zip(points[1:], speeds, strict=True)], points[0], limits)
    )


def test_a_long_leg_is_a_trapezoid() -> None:
    """200 mm/s at 1000 mm/s2: 0.2 s and 20 mm up, as much down, 160 mm in 0.8 s between."""
    assert leg_seconds(200, 200, 1000) == pytest.approx(0.2 + 0.8 + 0.2)


def test_a_short_leg_is_a_triangle() -> None:
    """10 mm at 1000 mm/s2: half of it in sqrt(2 * 5 / 1000) = 0.1 s."""
    assert leg_seconds(10, 200, 1000) == pytest.approx(0.2)


def test_a_leg_entered_and_left_at_speed() -> None:
    """From 100 to 200 mm/s in 0.1 s and 15 mm; 20 mm in 0.1 s; to 0 in 0.2 s and 20 mm."""
    assert leg_seconds(55, 200, 1000, entry=100, leaving=0) == pytest.approx(0.4)


def test_no_motion_takes_no_time() -> None:
    assert polyline_seconds([HERE], [], LIMITS) == 0
    assert polyline_seconds([HERE, HERE], [80], LIMITS) == 0
    assert seconds_of([], HERE, LIMITS) == 0


def test_a_point_passed_straight_on_costs_nothing() -> None:
    once = polyline_seconds([HERE, HERE._replace(x=200)], [200], LIMITS)
    thrice = [HERE, HERE._replace(x=150), HERE._replace(x=150), HERE._replace(x=200)]
    assert polyline_seconds(thrice, [200] * 3, LIMITS) == pytest.approx(once)


def test_stopping_at_a_corner_costs_as_much_as_two_legs() -> None:
    corner = [HERE, HERE._replace(z=50), Point(200, 0, 50)]
    assert polyline_seconds(corner, [80, 200], STOPPING) == pytest.approx(
        leg_seconds(40, 80, 1200) + leg_seconds(100, 200, 1200)
    )


def test_a_square_corner_is_passed_at_the_speed_of_its_junction_deviation() -> None:
    """With sin 45° / (1 - sin 45°) = 1 + sqrt 2, so v^2 = 1200 * 0.013 * 2.414 = 37.66; v = 6.137 mm/s."""
    corner = [HERE, HERE._replace(z=50), Point(200, 0, 50)]
    speed = sqrt(1200 * 0.013 * (1 + sqrt(2)))
    assert speed == pytest.approx(6.137, abs=1e-3)
    assert polyline_seconds(corner, [80, 200], LIMITS) == pytest.approx(
        leg_seconds(40, 80, 1200, leaving=speed) + leg_seconds(100, 200, 1200, entry=speed)
    )


def test_turning_back_means_stopping() -> None:
    back = [HERE, HERE._replace(x=150), HERE]
    assert polyline_seconds(back, [200, 200], LIMITS) == pytest.approx(2 * leg_seconds(50, 200, 1200))


def test_a_leg_too_short_for_its_corner_is_left_more_slowly() -> None:
    """1 mm from rest allows sqrt(2 * 1200) = 49 mm/s, whatever the corner would; the way back likewise."""
    flat = [HERE, Point(101, 0, 10), Point(201, 1, 10)]
    reached = sqrt(2 * 1200)
    expected = leg_seconds(1, 200, 1200, leaving=reached) + leg_seconds(
        hypot(100, 1), 200, 1200, entry=reached
    )
    limits = replace(LIMITS, junction_deviation=10)
    assert polyline_seconds(flat, [200, 200], limits) == pytest.approx(expected)
    assert polyline_seconds(flat[::-1], [200, 200], limits) == pytest.approx(expected)


def test_braking_reaches_back_over_several_short_legs() -> None:
    """Two legs of 1 mm before the end: into them at most sqrt(2 * 1200 * 2) = 69.3 mm/s, between them 49."""
    way = [HERE, HERE._replace(x=200), Point(201, 0.01, 10), Point(202, 0, 10)]
    limits = replace(LIMITS, junction_deviation=10)
    assert polyline_seconds(way, [200] * 3, limits) == pytest.approx(leg_seconds(102, 200, 1200), rel=1e-3)
    assert polyline_seconds(way[::-1], [200] * 3, limits) == pytest.approx(
        leg_seconds(102, 200, 1200), rel=1e-3
    )


def test_limits_of_each_axis_let_a_diagonal_speed_up_faster() -> None:
    diagonal = [HERE, Point(130, 40, 10)]
    assert polyline_seconds(diagonal, [200], LIMITS) == pytest.approx(leg_seconds(50, 200, 1200))
    per_axis = replace(LIMITS, per_axis=True)
    assert polyline_seconds(diagonal, [200], per_axis) == pytest.approx(leg_seconds(50, 200, 1200 / 0.8))


def test_grips_and_releases_are_at_rest_and_add_their_settles() -> None:
    up = Travel(HERE._replace(z=50), 80)
    actions: list[Action] = [up, Grip(1, 0, 0.3), Travel(HERE, 80), Release(1, 0, 0.5)]
    assert seconds_of(actions, HERE, LIMITS) == pytest.approx(2 * leg_seconds(40, 80, 1200) + 0.8)


def test_a_lift_is_timed_from_where_the_tool_is() -> None:
    assert seconds_of([Lift(50, 80)], HERE, LIMITS) == pytest.approx(leg_seconds(40, 80, 1200))


def test_a_run_measured_on_a_real_grbl_with_a_stop_at_each_corner() -> None:
    """54.5 s for four disks; each of its stops cost 25 ms that are the firmware's own."""
    planner = PathPlanner(FOUR, replace(STOPPING, per_axis=True), GRIPPER)
    at, actions = FOUR.park, list[Action]()
    for step in tower_steps(4, 0, 2):
        actions += planner.carry(step, at)
        at = last_point(actions, at)
    actions += planner.park(State.tower(4, 2), at)
    stops = sum(isinstance(action, Travel) for action in actions)
    assert planner.seconds(actions, FOUR.park) + 0.025 * stops == pytest.approx(54.5, rel=0.01)


points = st.tuples(*[st.integers(-100, 100)] * 3).map(lambda place: Point(*place))


@given(st.lists(points, min_size=2, max_size=6), st.floats(0, 0.1))
@settings(max_examples=80)
def test_passing_corners_is_never_slower_than_stopping_nor_faster_than_the_speed_allows(
    way: list[Point], deviation: float
) -> None:
    speeds = [100.0] * (len(way) - 1)
    streamed = polyline_seconds(way, speeds, replace(LIMITS, junction_deviation=deviation))
    stopped = polyline_seconds(way, speeds, STOPPING)
    travelled = sum(hypot(b.x - a.x, b.y - a.y, b.z - a.z) for a, b in pairwise(way))
    assert travelled / 100 <= streamed + 1e-9
    assert streamed <= stopped + 1e-9


@given(st.floats(0.1, 300), st.floats(10, 300), st.floats(100, 5000), st.floats(0, 1), st.floats(0, 1))
@settings(max_examples=60)
def test_a_leg_covers_its_length_when_driven_in_small_steps_of_time(
    length: float, speed: float, acceleration: float, first: float, second: float
) -> None:
    """As fast as the brakes allow at every instant, summed up; ends as fast as the length can link."""
    entry = first * speed
    low, high = max(0.0, entry**2 - 2 * acceleration * length), entry**2 + 2 * acceleration * length
    leaving = sqrt(low + second * (min(high, speed**2) - low))
    predicted = leg_seconds(length, speed, acceleration, entry, leaving)
    steps = 4000
    tick = predicted / steps
    covered = 0.0
    for step in range(steps):
        now = (step + 0.5) * tick
        rising, braking = entry + acceleration * now, leaving + acceleration * (predicted - now)
        covered += min(rising, braking, speed) * tick
    assert covered == pytest.approx(length, rel=1e-3)
