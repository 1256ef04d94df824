"""Moves take the time that the closed forms say, corners and all."""

import math
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_proto.motion import MotionPlanner, MotionSettings, Piece
from firmware_proto.points import ORIGIN, Point
from firmware_proto.trapezoid import Trapezoid

A = 1000.0
J = 0.05


def planner(start: Point = ORIGIN, blocks: int = 16, delay: float = 0.0) -> MotionPlanner:
    made = MotionPlanner(start, blocks, delay)
    made.settings = MotionSettings(acceleration=A, junction_deviation=J)
    return made


def pieces(made: MotionPlanner, until: float = 1e6) -> list[Piece]:
    return list(made.advance(until))


def seconds(*ways: tuple[float, float, float], speed: float = 100.0) -> float:
    made = planner()
    for x, y, z in ways:
        made.add(Point(x, y, z), speed, 0.0)
    return pieces(made)[-1].ended


def test_a_long_move_is_a_trapezoid() -> None:
    # speed up and brake 0.1 s and 5 mm each, 90 mm of cruising
    assert seconds((100.0, 0.0, 0.0)) == pytest.approx(0.1 + 0.9 + 0.1)


def test_a_short_move_is_a_triangle() -> None:
    assert seconds((1.6, 0.0, 0.0)) == pytest.approx(2 * math.sqrt(1.6 / A))


def test_a_straight_line_in_two_moves_takes_no_longer_than_in_one() -> None:
    assert seconds((40.0, 0.0, 0.0), (100.0, 0.0, 0.0)) == pytest.approx(1.1)


def test_turning_back_means_stopping() -> None:
    assert seconds((100.0, 0.0, 0.0), (0.0, 0.0, 0.0)) == pytest.approx(2 * 1.1)


def test_a_right_angle_is_taken_at_the_speed_of_its_junction_deviation() -> None:
    half_sine = math.sqrt(0.5)
    corner = math.sqrt(A * J * half_sine / (1 - half_sine))
    one = (100 - corner) / A + 0.1 + (100 - (100**2 - corner**2) / (2 * A) - 5) / 100
    assert seconds((100.0, 0.0, 0.0), (100.0, 100.0, 0.0)) == pytest.approx(2 * one)


def test_the_next_moves_speed_limits_a_corner_too() -> None:
    made = planner()
    made.add(Point(100, 0, 0), 100.0, 0.0)
    made.add(Point(200, 0, 0), 50.0, 0.0)
    first, second = pieces(made)
    assert first.ended - first.begun == pytest.approx(
        0.1 + 0.05 + (100 - 5 - (100**2 - 50**2) / (2 * A)) / 100
    )
    assert second.ended - second.begun == pytest.approx((100 - 50**2 / (2 * A)) / 50 + 0.05)


def test_looking_ahead_brakes_over_several_short_moves() -> None:
    made = planner()
    for x in (*range(90, 100), 100):
        made.add(Point(float(x), 0, 0), 100.0, 0.0)
    assert pieces(made)[-1].ended == pytest.approx(1.1)


def test_axes_limit_speed_and_acceleration_along_the_way() -> None:
    made = planner()
    made.settings.max_speed = Point(30.0, 500.0, 500.0)
    made.settings.max_acceleration = Point(300.0, 3000.0, 3000.0)
    made.add(Point(30, 40, 0), 100.0, 0.0)
    # the unit vector is (0.6, 0.8): 50 mm/s and 500 mm/s2 along the way
    assert pieces(made)[-1].ended == pytest.approx(0.1 + 45 / 50 + 0.1)


def test_a_move_under_way_cannot_be_changed_so_late_company_still_means_stopping() -> None:
    made = planner()
    made.add(Point(100, 0, 0), 100.0, 0.0)
    assert pieces(made, 0.5) == []
    made.add(Point(200, 0, 0), 100.0, 0.5)
    assert pieces(made)[-1].ended == pytest.approx(2.2)


def test_from_rest_it_waits_a_moment_for_company_or_for_the_third_move() -> None:
    made = planner(delay=0.1)
    made.add(Point(100, 0, 0), 100.0, 5.0)
    assert made.next_change() == pytest.approx(5.1)
    made.add(Point(200, 0, 0), 100.0, 5.05)
    assert made.next_change() == pytest.approx(5.1)
    made.add(Point(300, 0, 0), 100.0, 5.06)
    assert made.next_change() == pytest.approx(5.06)
    assert pieces(made)[0].begun == pytest.approx(5.06)


def test_it_holds_so_many_moves_the_one_under_way_counted() -> None:
    made = planner(blocks=3)
    for x in (100.0, 200.0, 300.0):
        assert made.has_room
        made.add(Point(x, 0, 0), 100.0, 0.0)
    list(made.advance(0.5))
    assert not made.has_room
    list(made.advance(1.2))
    assert made.has_room


def test_a_move_of_no_length_is_nothing() -> None:
    made = planner()
    made.add(ORIGIN, 100.0, 0.0)
    assert made.idle
    assert made.next_change() is None


def test_the_position_follows_the_profile() -> None:
    made = planner()
    made.add(Point(0, 0, 100), 100.0, 0.0)
    assert made.position(0.0) == ORIGIN
    list(made.advance(0.05))
    assert made.position(0.05).z == pytest.approx(A * 0.05**2 / 2)
    assert made.position(0.6).z == pytest.approx(55.0)
    assert made.position(1.05).z == pytest.approx(100 - A * 0.05**2 / 2)
    list(made.advance(2.0))
    assert made.position(2.0) == Point(0, 0, 100)


def test_stopping_part_way_leaves_the_tool_where_it_was_and_forgets_the_rest() -> None:
    made = planner()
    made.add(Point(100, 0, 0), 100.0, 0.0)
    made.add(Point(200, 0, 0), 100.0, 0.0)
    list(made.advance(0.6))
    told = list(made.pieces_until(0.6))
    assert made.stop(0.6)
    assert told == [Piece(ORIGIN, made.target, 0.0, 0.6)]
    assert made.target.x == pytest.approx(55.0)
    assert made.idle
    assert not made.stop(0.7)


def test_the_way_is_told_once_and_without_gaps() -> None:
    made = planner()
    made.add(Point(100, 0, 0), 100.0, 0.0)
    list(made.advance(0.3))
    parts = [*made.pieces_until(0.3), *made.pieces_until(0.3), *made.pieces_until(0.5), *made.advance(9.0)]
    assert [part.start for part in parts[1:]] == [part.end for part in parts[:-1]]
    assert (parts[0].start, parts[-1].end) == (ORIGIN, Point(100, 0, 0))
    assert [part.begun for part in parts] == [0.0, 0.3, 0.5]


speeds = st.floats(0.0, 300.0)


@settings(max_examples=100)
@given(st.floats(0.01, 500.0), speeds, st.floats(1.0, 300.0), speeds, st.floats(10.0, 5000.0))
def test_a_trapezoid_covers_its_length_at_no_more_than_its_speed(
    length: float, entry: float, cruise: float, leave: float, acceleration: float
) -> None:
    entry, leave = min(entry, cruise), min(leave, cruise)
    leave = min(leave, math.sqrt(entry**2 + 2 * acceleration * length))
    entry = min(entry, math.sqrt(leave**2 + 2 * acceleration * length))
    made = Trapezoid(length, entry, cruise, leave, acceleration)
    assert made.distance_at(made.duration) == pytest.approx(length, rel=1e-6, abs=1e-6)
    assert made.distance_at(0.0) == 0.0
    steps = [made.distance_at(made.duration * i / 50) for i in range(51)]
    assert all(
        0 <= after - before <= cruise * made.duration / 50 * (1 + 1e-6) + 1e-9
        for before, after in pairwise(steps)
    )


points = st.builds(Point, *[st.integers(-50, 50).map(float)] * 3)


@settings(max_examples=60)
@given(st.lists(st.tuples(points, st.sampled_from([5.0, 60.0, 200.0])), min_size=1, max_size=12))
def test_the_pieces_join_up_and_speeds_never_jump_beyond_what_a_corner_allows(
    moves: list[tuple[Point, float]],
) -> None:
    made = planner()
    for end, speed in moves:
        made.add(end, speed, 0.0)
    told = pieces(made)
    assert made.idle
    places = [ORIGIN, *(piece.end for piece in told)]
    assert [piece.start for piece in told] == places[:-1]
    assert all(before.ended == after.begun for before, after in pairwise(told))
    assert places[-1] == moves[-1][0]
