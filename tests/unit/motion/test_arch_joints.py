"""Arches through joints: only where these reach, timed in their own degrees."""

from dataclasses import replace
from math import degrees

import pytest
from joint_arms import PARALLEL
from tables import FOUR, GRIPPER, LIMITS

from controller.model import Move, Point, State, Step
from controller.motion.axes import Cartesian, JointAxes
from controller.motion.path import PathPlanner

ARCHES = replace(LIMITS, arches=True)
IN_REACH = replace(
    FOUR,
    pegs=(Point(190, 100, 0), Point(225, 0, 0), Point(190, -100, 0)),
    park=Point(200, 0, 130),
)
STEP = Step(1, Move(1, 0, 2), State.tower(4, 0))


def test_where_joints_do_not_reach_an_arch_the_corners_are_plain() -> None:
    class Walled(Cartesian):
        def reaches(self, tip: Point, /) -> bool:
            return tip.z < 100

    walled, cornered = PathPlanner(FOUR, ARCHES, GRIPPER, Walled()), PathPlanner(FOUR, LIMITS, GRIPPER)
    assert walled.carry(STEP, FOUR.park)[:3] == cornered.carry(STEP, FOUR.park)[:3]
    assert len(walled.carry(STEP, Point(130, 115, 40))) > len(cornered.carry(STEP, Point(130, 115, 40)))


def test_every_line_of_an_arch_is_within_reach_of_the_joints() -> None:
    paths = PathPlanner(IN_REACH, ARCHES, GRIPPER, JointAxes(PARALLEL))
    lines = [action.to for action in paths.carry(STEP, IN_REACH.park) if hasattr(action, "to")]
    assert len(lines) > 20
    assert all(PARALLEL.inverse(place) for place in lines)


def test_the_times_of_the_ways_add_up_to_the_time_of_all() -> None:
    paths = PathPlanner(IN_REACH, ARCHES, GRIPPER, JointAxes(PARALLEL))
    ways = paths.park(State.tower(4, 0), paths.resting(State.tower(4, 0), 1, 0))
    start = paths.resting(State.tower(4, 0), 1, 0)
    assert sum(paths.each_seconds(ways, start)) == pytest.approx(paths.seconds(ways, start))
    assert len(paths.each_seconds(ways, start)) == len(ways)


def test_slow_joints_take_longer() -> None:
    slow = replace(PARALLEL, base=replace(PARALLEL.base, max_speed=10))
    usual, slower = (PathPlanner(IN_REACH, ARCHES, GRIPPER, JointAxes(arm)) for arm in (PARALLEL, slow))
    actions = usual.carry(STEP, IN_REACH.park)
    turn = degrees(2 * 0.4842)  # from A to C the base turns by twice atan(100 / 190)
    assert slower.seconds(actions, IN_REACH.park) > turn / 10
    assert usual.seconds(actions, IN_REACH.park) < turn / 10


def test_a_tower_beyond_the_joints_reach_is_reckoned_in_millimetres() -> None:
    high = replace(IN_REACH, thickness=(9,) * 3 + (500,))
    paths = PathPlanner(high, ARCHES, GRIPPER, JointAxes(PARALLEL))
    actions = paths.carry(STEP, high.park)
    assert paths.seconds(actions, high.park) == pytest.approx(
        paths.in_millimetres().seconds(actions, high.park)
    )
