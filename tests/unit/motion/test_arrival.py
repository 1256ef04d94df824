"""One side to arrive from: leaning pegs that lead back to the other, and axes that an arm does not have."""

from collections.abc import Iterator
from dataclasses import replace
from math import atan2, dist, hypot

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tables import FOUR, LIMITS, last_point, real_tables

from controller.config import load
from controller.model import Move, Point, State, Step
from controller.motion.actions import Action, Grip, Release, Travel
from controller.motion.geometry import Geometry, GripperTimes, Workspace
from controller.motion.path import PathPlanner
from controller.motion.proof import problems
from controller.planner import solve_between

UPRIGHT = (0.0, 0.0)
STEP = Step(1, Move(1, 0, 1), State.tower(4, 0))
FRONT = (Point(190, 0, 4), Point(130, 115, 4), Point(130, -115, 4))


def told(geometry: Geometry) -> list[str]:
    found = problems(geometry, State.tower(4, 0), State.tower(4, 2))
    assert {problem.where for problem in found} <= {("arm", "motion", "arrive_from")}
    return [problem.text for problem in found]


def leaning(*leans: tuple[float, float], **side: object) -> Geometry:
    return replace(FOUR, leans=leans, **side)


def test_a_peg_that_leads_back_is_told_with_the_side_that_suits_all() -> None:
    """A leans to +x, so that down it x goes back to where -3 has come from."""
    (text,) = told(leaning((0.02, 0), UPRIGHT, (0.01, 0), arrive_from=(-3, 0)))
    assert text == "peg A leans, and the way down it leads x back to the side that -3 comes from: write x: 3"
    assert told(leaning((0.02, 0), UPRIGHT, (0.01, 0), arrive_from=(3, 0))) == []


def test_pegs_that_lean_to_both_sides_leave_no_side_to_come_from() -> None:
    (text,) = told(leaning((0, 0.02), UPRIGHT, (0, -0.02), arrive_from=(3, 2)))
    assert text.startswith("peg C leans")
    assert text.endswith("leave y out")


def test_a_lean_along_an_axis_that_is_not_named_is_nobodys_matter() -> None:
    assert told(leaning((0, 0.02), UPRIGHT, (0, -0.02), arrive_from=(3, 0))) == []


def test_a_lean_too_little_for_the_wire_is_none() -> None:
    assert told(leaning((0.000005, 0), UPRIGHT, UPRIGHT, arrive_from=(-3, 0))) == []


def test_the_base_is_turned_by_a_lean_across_the_radius_and_not_by_one_along_it() -> None:
    """A at (130, 115) leans out, C at (130, -115) anticlockwise, so that down it the base goes back."""
    out = (0.02, 0.02 * 115 / 130)
    assert told(leaning(out, UPRIGHT, UPRIGHT, arrive_turned=-1)) == []
    (text,) = told(leaning(out, UPRIGHT, (0, 0.02), arrive_turned=-1))
    assert text.endswith("leads base back to the side that -1 comes from: write base: 1")
    assert told(leaning(out, UPRIGHT, (0, 0.02), arrive_turned=1)) == []


def test_without_a_radius_there_is_no_base_that_turns() -> None:
    table = replace(FOUR, workspace=Workspace(z=(0, 200), x=(50, 250), y=(-150, 150)))
    assert told(replace(table, arrive_from=(-3, 0))) == []
    (text,) = told(replace(table, arrive_turned=-1))
    assert "no base that turns: write x and y" in text


def test_joints_take_no_x_and_y() -> None:
    config = load("joint-arm")
    assert config.arm is not None
    geometry = replace(config.arm.geometry(config.tower), arrive_from=(-3, 0), arrive_turned=0)
    (problem,) = problems(geometry, State.tower(5, 0), State.tower(5, 2), config.arm.joints())
    assert problem.text.startswith("x and y take up no play of joints: write the base's degrees")


def test_the_base_arrives_turned_at_the_same_radius() -> None:
    turned = replace(FOUR, arrive_turned=90.0)
    actions = PathPlanner(turned, LIMITS, GripperTimes(0.3, 0.3)).carry(STEP, FOUR.park)
    points = [action.to for action in actions if isinstance(action, Travel)]
    assert any(dist(point, (-115, 130, 150)) < 1e-9 for point in points)


@pytest.mark.parametrize("unknown", [True, False])
def test_a_park_position_over_a_peg_is_come_to_from_the_side_too(unknown: bool) -> None:
    over = replace(FOUR, pegs=FRONT, park=Point(190, 0, 150), arrive_from=(-3, 0))
    home = None if unknown else Point(100, 0, 190)
    ways = PathPlanner(over, LIMITS, GripperTimes(0.3, 0.3)).after_home(home)
    places = [way.to for way in ways if isinstance(way, Travel)]
    at = places.index(next(place for place in places if hypot(place.x - 190, place.y) < 1e-9))
    assert places[at - 1][:2] == (187, 0)


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_what_is_let_through_has_one_sign_of_its_last_motion_over_a_whole_run(data: st.DataObject) -> None:
    table = data.draw(real_tables())
    upward = tuple((abs(x), y) for x, y in table.leans)
    sided = replace(table, leans=upward, arrive_from=(3, 0), arrive_turned=0)
    turned = replace(table, leans=tuple((-f.y * x, f.x * x) for f, x in _across(table)), arrive_from=(0, 0))
    arches = data.draw(st.booleans())
    for geometry, axis in ((sided, _x), (replace(turned, arrive_turned=2), _turn)):
        start, goal = (State.tower(len(table.thickness), peg) for peg in (0, 2))
        assume(not problems(geometry, start, goal))
        paths = PathPlanner(geometry, replace(LIMITS, arches=arches), GripperTimes(0.3, 0.3))
        assert all(moved < 0 for moved in _last_motions(paths, solve_between(start, goal), start, axis))


def _across(table: Geometry) -> list[tuple[Point, float]]:
    """Each foot and how steeply its axis leans, anticlockwise about the base, for each mm of radius."""
    return [
        (foot, abs(x) / hypot(foot.x, foot.y)) for foot, (x, _) in zip(table.pegs, table.leans, strict=True)
    ]


def _x(start: Point, end: Point) -> float:
    return end.x - start.x


def _turn(start: Point, end: Point) -> float:
    return atan2(start.x * end.y - start.y * end.x, start.x * end.x + start.y * end.y)


def _last_motions(paths: PathPlanner, plan, state: State, axis) -> Iterator[float]:
    """The last motion of an axis before each grip and release, what rounding leaves aside."""
    at, last = paths.geometry.park, 0.0
    for actions in _whole_run(paths, plan, state):
        for action in actions:
            if isinstance(action, Travel):
                moved, at = axis(at, action.to), action.to
                last = moved if abs(moved) > 1e-9 else last
            elif isinstance(action, Grip | Release):
                yield last


def _whole_run(paths: PathPlanner, plan, state: State) -> Iterator[list[Action]]:
    """From homing on, since the arm may park right over the first peg."""
    yield paths.after_home(None)
    at = paths.geometry.park
    for number, move in enumerate(plan, 1):
        yield (actions := paths.carry(Step(number, move, state), at))
        at, state = last_point(actions, at), state.apply(move)
