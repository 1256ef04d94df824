"""Leaving the place where a person put the arm, and reaching the one where it lies in the end."""

from dataclasses import replace

import pytest
from two_disks import TWO_DISKS

from controller.model import Point
from controller.motion.actions import Travel
from controller.motion.geometry import GripperTimes, MotionLimits, Workspace
from controller.motion.path import PathPlanner
from controller.motion.standing import reaches, standing_problems


def planner(**changes: object) -> PathPlanner:
    geometry = replace(TWO_DISKS, **changes)
    return PathPlanner(geometry, MotionLimits(200, 80, 1200), GripperTimes(0.3, 0.3))


def said(at: Point | None = None, **changes: object) -> list[str]:
    return [problem.text for problem in standing_problems(planner(**changes), at, None)]


def test_a_sound_place_to_begin_and_to_end_is_left_in_peace() -> None:
    assert said(Point(150, 20, 40), rest=Point(90, 0, 0)) == []
    assert said() == []


def test_a_place_that_the_base_cuts_off_is_told() -> None:
    """A ring so cut by a box that no way leads round the base."""
    narrow = Workspace(z=(0, 180), radius=(80, 320), y=(-60, 60))
    (problem,) = said(Point(-150, 0, 40), workspace=narrow)
    assert "finds no way" in problem


def test_a_workspace_is_entered_within_the_slack_on_every_side() -> None:
    space = Workspace(z=(0, 100), x=(0, 50), y=(0, 50))
    inside, slack = Point(50, 50, 100), 0.5
    for axis in range(3):
        near, far = ([*inside] for _ in range(2))
        near[axis] += 0.4
        far[axis] += 0.6
        assert reaches(space, Point(*near), slack)
        assert not reaches(space, Point(*near))
        assert not reaches(space, Point(*far), slack)


@pytest.mark.parametrize("rest", [Point(90, 0, 0), Point(120, 0, 10), Point(-100, 50, 20)])
def test_it_lies_down_from_above_whatever_stands_on_the_pegs(rest: Point) -> None:
    paths = planner(rest=rest)
    ways = [action.to for action in paths.lie_down() if isinstance(action, Travel)]
    assert ways[-1] == rest
    before = [TWO_DISKS.park, *ways][-2]
    assert before[:2] == rest[:2]
    assert all(way.z >= min(TWO_DISKS.park.z, 25) for way in ways[:-1])


def test_an_arm_without_a_rest_does_not_lie_down() -> None:
    assert planner().lie_down() == []
