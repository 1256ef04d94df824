"""Motion as GRBL plans it: each axis for itself, the move under way planned anew, holds along the way."""

import math
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_proto.live_motion import LivePlanner
from firmware_proto.motion import MotionSettings, Piece
from firmware_proto.points import ORIGIN, Point

A = 1000.0
J = 0.05
STEP = 0.005


def planner(blocks: int = 15) -> LivePlanner:
    made = LivePlanner(ORIGIN, blocks)
    axes = Point(A, A, A)
    made.settings = MotionSettings(max_acceleration=axes, acceleration=math.inf, junction_deviation=J)
    return made


def run(made: LivePlanner, until: float = 1e6) -> list[Piece]:
    return list(made.advance(until))


def test_nothing_begins_before_it_is_told_to() -> None:
    made = planner()
    made.add(Point(100, 0, 0), 100.0, 0.0)
    assert run(made, 5.0) == []
    assert made.next_change() is None
    made.start(5.0)
    assert run(made)[-1].ended == pytest.approx(5.0 + 1.1)
    assert made.stops == 1


def test_a_diagonal_speeds_up_faster_than_its_axes() -> None:
    made = planner()
    made.add(Point(30, 40, 0), 100.0, 0.0)
    made.start(0.0)
    # y is limited: 1000 / 0.8 = 1250 mm/s2 along 50 mm
    assert run(made)[-1].ended == pytest.approx(50 / 100 + 100 / 1250)


def test_the_pull_in_a_corner_is_limited_axis_by_axis() -> None:
    made = planner()
    made.add(Point(100, 0, 0), 100.0, 0.0)
    made.add(Point(100, 100, 0), 100.0, 0.0)
    made.start(0.0)
    half_sine = math.sqrt(0.5)
    pull = A / math.sqrt(0.5)  # the change of direction points along (-1, 1)
    corner = math.sqrt(pull * J * half_sine / (1 - half_sine))
    one = (100 - corner) / A + 0.1 + (100 - (100**2 - corner**2) / (2 * A) - 5) / 100
    assert run(made)[-1].ended == pytest.approx(2 * one)


def test_company_that_comes_in_time_means_no_stop() -> None:
    made = planner()
    made.add(Point(100, 0, 0), 100.0, 0.0)
    made.start(0.0)
    assert run(made, 0.5) == []
    made.add(Point(200, 0, 0), 100.0, 0.5)
    assert run(made)[-1].ended == pytest.approx(2.1)


def test_company_that_comes_while_it_brakes_lets_it_speed_up_again() -> None:
    made = planner()
    made.add(Point(100, 0, 0), 100.0, 0.0)
    made.start(0.0)
    run(made, 1.05)  # at 50 mm/s, 1.25 mm before the end
    made.add(Point(200, 0, 0), 100.0, 1.05)
    # 101.25 mm from 50 to 100 mm/s (3.75 mm in 0.05 s), then as ever
    assert run(made)[-1].ended == pytest.approx(1.05 + 0.05 + (101.25 - 3.75 - 5) / 100 + 0.1)


def test_the_way_is_told_without_gaps_whatever_joins() -> None:
    made = planner()
    made.add(Point(100, 0, 0), 100.0, 0.0)
    made.start(0.0)
    parts = run(made, 0.3)
    made.add(Point(150, 0, 0), 100.0, 0.3)
    parts += [*made.pieces_until(0.4), *run(made)]
    assert [part.begun for part in parts] == pytest.approx([0.0, 0.4, 1.05])
    assert all(before.end == after.start for before, after in pairwise(parts))
    assert parts[-1].end == Point(150, 0, 0)


def test_a_hold_brakes_along_the_way_and_what_is_left_is_gone_on_with() -> None:
    made = planner()
    made.add(Point(100, 0, 0), 100.0, 0.0)
    made.start(0.0)
    run(made, 0.5)  # at 45 mm
    made.hold(0.5)
    assert not made.held
    run(made, 0.6)
    assert made.held
    assert made.position(0.6).x == pytest.approx(45 + 5)
    made.start(0.7)
    assert made.next_change() is None
    made.resume(2.0)
    assert run(made)[-1].ended == pytest.approx(2.0 + 0.1 + 0.4 + 0.1)


def test_a_hold_brakes_over_several_short_moves() -> None:
    made = planner()
    for x in (45.0, 46.0, 47.0, 100.0):
        made.add(Point(x, 0, 0), 100.0, 0.0)
    made.start(0.0)
    run(made, 0.495)  # at 44.5 mm
    made.hold(0.495)
    run(made, 1.0)
    assert made.held
    assert made.position(1.0).x == pytest.approx(49.5)
    assert made.planned == 1


def test_a_hold_at_rest_holds_at_once_and_moves_that_join_wait() -> None:
    made = planner()
    made.hold(0.0)
    made.hold(0.0)
    assert made.held
    made.add(Point(100, 0, 0), 100.0, 0.0)
    made.start(0.0)
    assert run(made, 9.0) == []
    made.resume(10.0)
    assert run(made)[-1].ended == pytest.approx(11.1)


def test_a_hold_at_the_very_first_or_last_moment_finds_nothing_to_brake() -> None:
    for moment, place in ((0.0, 0.0), (1.1 - 1e-12, 100.0)):
        made = planner()
        made.add(Point(100, 0, 0), 100.0, 0.0)
        made.start(0.0)
        run(made, moment)
        made.hold(moment)
        run(made, 2.0)
        assert made.held
        assert made.position(2.0).x == pytest.approx(place)


def test_a_move_that_joins_a_hold_does_not_disturb_it() -> None:
    made = planner()
    made.add(Point(100, 0, 0), 100.0, 0.0)
    made.start(0.0)
    run(made, 0.5)
    made.hold(0.5)
    run(made, 0.55)
    made.add(Point(200, 0, 0), 100.0, 0.55)
    run(made, 1.0)
    assert made.position(1.0).x == pytest.approx(50)
    made.resume(1.0)
    assert run(made)[-1].ended == pytest.approx(1.0 + 0.1 + 1.4 + 0.1)


def test_a_stop_takes_its_time_and_the_next_move_waits_for_it() -> None:
    made = planner()
    made.stop_seconds = 0.025
    made.add(Point(100, 0, 0), 100.0, 0.0)
    made.start(0.0)
    run(made, 1.11)
    assert made.idle
    assert made.running
    made.add(ORIGIN, 100.0, 1.11)
    made.start(1.11)
    assert run(made)[-1].ended == pytest.approx(1.125 + 1.1)
    assert made.stops == 2


def test_a_dead_stop_forgets_moves_and_hold() -> None:
    made = planner()
    made.add(Point(100, 0, 0), 100.0, 0.0)
    made.start(0.0)
    run(made, 0.5)
    made.hold(0.5)
    assert made.stop(0.55)
    assert (made.idle, made.running, made.held) == (True, False, False)
    assert 45 < made.target.x < 50


points = st.builds(Point, *[st.integers(-50, 50).map(float)] * 3)
moves = st.tuples(points, st.sampled_from([5.0, 60.0, 200.0]), st.floats(0.0, 1.0))


def speeds(made: LivePlanner, script: list[tuple[Point, float, float]], holds: bool) -> list[float]:
    """The tool's speed, STEP apart, while moves join it, and perhaps holds."""
    now, seen = 0.0, []
    for end, speed, pause in script:
        made.add(end, speed, now)
        made.start(now)
        if holds and pause > 0.7:
            made.hold(now)
        last = now + pause
        while now < last:
            now += STEP
            run(made, now)
            seen.append(made.speed(now))
        if holds and made.held:
            made.resume(now)
    return seen


@settings(max_examples=60, deadline=None)
@given(st.lists(moves, min_size=1, max_size=10), st.booleans())
def test_speed_changes_no_faster_than_the_axes_allow_however_moves_join(
    script: list[tuple[Point, float, float]], holds: bool
) -> None:
    seen = speeds(planner(), script, holds)
    most = A * math.sqrt(3) * STEP  # along the diagonal of the cube
    assert all(abs(after - before) <= most + 1e-6 for before, after in pairwise([0.0, *seen]))


@settings(max_examples=60, deadline=None)
@given(st.lists(moves, min_size=1, max_size=10))
def test_moves_planned_together_take_no_longer_than_one_by_one(
    script: list[tuple[Point, float, float]],
) -> None:
    together, alone = planner(), planner()
    now = 0.0
    for end, speed, _ in script:
        together.add(end, speed, 0.0)
        alone.add(end, speed, now)
        alone.start(now)
        now = max([now, *(piece.ended for piece in run(alone))])
    together.start(0.0)
    ends = [0.0, *(piece.ended for piece in run(together))]
    assert together.target == alone.target == script[-1][0]
    assert ends[-1] <= now + 1e-6
