"""How long a disk is held: the longest way from a grip to a release, and what a pump's limit makes of it."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tables import FOUR, LIMITS, ROW, grown, last_point, real_tables, states

from controller.model import Step
from controller.motion import census, holding
from controller.motion.actions import Grip, Release
from controller.motion.geometry import Breakaway, Geometry, GripperTimes
from controller.motion.holding import WIRE_SHARE, Hold, hold_problems, longest_hold
from controller.motion.path import PathPlanner
from controller.planner import Plan, solve, solve_between


def planner(geometry: Geometry, breakaway: Breakaway | None = None) -> PathPlanner:
    return PathPlanner(geometry, replace(LIMITS, breakaway=breakaway), GripperTimes(0.4, 0.7))


def longest_walked(paths: PathPlanner, plan: Plan) -> float:
    """From each grip to its release, of the actions that an arm is really given."""
    longest, at = 0.0, paths.geometry.park
    for number, move in enumerate(plan):
        actions = paths.carry(Step(number + 1, move, plan.state_at(number)), at)
        grip = next(i for i, action in enumerate(actions) if isinstance(action, Grip))
        release = next(i for i, action in enumerate(actions) if isinstance(action, Release))
        pick = last_point(actions[:grip], at)
        longest = max(longest, paths.seconds(actions[grip:release], pick))
        at = last_point(actions, at)
    return longest


@pytest.mark.parametrize("breakaway", [None, Breakaway(height=3, speed=5)])
@pytest.mark.parametrize("geometry", [FOUR, ROW])
def test_the_longest_hold_is_that_of_the_longest_carry(
    geometry: Geometry, breakaway: Breakaway | None
) -> None:
    paths = planner(geometry, breakaway)
    found = longest_hold(paths, solve(4), solve(4).state_at(0))
    assert found.seconds == pytest.approx(longest_walked(paths, solve(4)))
    assert {found.source, found.target} == {0, 2}  # the outer pegs are the furthest apart


def test_holds_of_long_plans_are_counted_by_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    paths, plan = planner(grown(FOUR, 9)), solve(9)
    monkeypatch.setattr(holding, "WALKED_MOVES", 0)
    found = longest_hold(paths, plan, plan.state_at(0))
    assert found.seconds == pytest.approx(longest_walked(paths, plan))


def test_where_the_kinds_are_too_many_no_hold_is_longer_than_the_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    paths, plan = planner(ROW), solve(4)
    exact = longest_hold(paths, plan, plan.state_at(0))
    monkeypatch.setattr(holding, "WALKED_MOVES", 0)
    monkeypatch.setattr(census, "MOST_HEIGHTS", 0)
    found = longest_hold(paths, plan, plan.state_at(0))
    assert exact.seconds < found.seconds < 2 * exact.seconds


def test_nothing_to_carry_holds_nothing() -> None:
    plan = solve(0)
    assert longest_hold(planner(grown(FOUR, 0)), plan, plan.state_at(0)) == Hold(0, 0, 0, 0)


def test_a_limit_that_the_longest_hold_just_keeps_is_kept() -> None:
    paths, plan = planner(FOUR), solve(4)
    longest = longest_walked(paths, plan) * (1 + WIRE_SHARE)
    assert hold_problems(paths, longest + 0.01, [(plan, plan.state_at(0))]) == []
    (problem,) = hold_problems(paths, longest - 0.01, [(plan, plan.state_at(0))])
    assert problem.where == ("arm", "gripper", "hold_limit")
    assert f"is held for {longest:.1f} s on its way from" in problem.text


@given(st.data())
@settings(max_examples=30, deadline=None)
def test_the_longest_hold_is_found_on_every_real_table(data: st.DataObject) -> None:
    geometry = data.draw(real_tables())
    disks = len(geometry.thickness)
    start, goal = data.draw(states(disks, 3)), data.draw(states(disks, 3))
    paths, plan = planner(geometry, Breakaway(height=2, speed=8)), solve_between(start, goal)
    assert longest_hold(paths, plan, start).seconds == pytest.approx(longest_walked(paths, plan))
