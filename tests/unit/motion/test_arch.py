"""Arches keep every clearance that corners keep, leave and reach the pegs on their axes, and are quicker."""

from dataclasses import replace
from itertools import pairwise
from math import dist, hypot

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tables import (
    EPSILON,
    FOUR,
    GRIPPER,
    LIMITS,
    ROW,
    Checker,
    geometries,
    last_point,
    legal_moves,
    real_tables,
    states,
    tower_steps,
    within,
)

from controller.model import Move, Point, State, Step
from controller.motion.actions import Grip, Release, Travel
from controller.motion.geometry import Breakaway, Geometry
from controller.motion.path import PathPlanner

ARCHES = replace(LIMITS, arches=True)
PER_AXIS = replace(ARCHES, per_axis=True, junction_deviation=0.01)
ROUND_THE_BASE = replace(FOUR, pegs=(Point(0, 130, 4), Point(190, 0, 4), Point(0, -130, 4)))


def planner(geometry: Geometry, limits=ARCHES) -> PathPlanner:
    return PathPlanner(geometry, limits, GRIPPER)


def whole_run(paths: PathPlanner, disks: int) -> list:
    at, actions = paths.geometry.park, []
    for step in tower_steps(disks, 0, 2):
        actions += paths.carry(step, at)
        at = last_point(actions, at)
    return [*actions, *paths.park(State.tower(disks, 2), at)]


def carried_way(paths: PathPlanner, step: Step) -> list[Travel]:
    pick = paths.resting(step.state, step.move.disk, step.move.source)
    actions = paths.carry(step, pick)
    return actions[actions.index(Grip(step.move.disk, step.move.source, 0.3)) + 1 : -1]


@given(st.data())
@settings(max_examples=80, deadline=None)
def test_a_step_in_arches_keeps_all_clearances_within_the_workspace(data: st.DataObject) -> None:
    pegs = data.draw(st.sampled_from([3, 4]))
    geometry = data.draw(st.one_of(geometries(pegs), real_tables(pegs)))
    state = data.draw(states(len(geometry.thickness), pegs))
    move = data.draw(st.sampled_from(legal_moves(state)))
    slow_start = data.draw(st.sampled_from([None, Breakaway(height=3, speed=10)]))
    paths = planner(geometry, replace(data.draw(st.sampled_from([ARCHES, PER_AXIS])), breakaway=slow_start))
    tops = [paths.resting(state, top, peg) for peg in range(pegs) if (top := state.top(peg)) is not None]
    at = data.draw(st.sampled_from([geometry.park, *tops]))

    actions = paths.carry(Step(1, move, state), at)
    checker = Checker(geometry, state, at).watch(actions)
    assert checker.slack > -EPSILON
    assert checker.side_slack > -EPSILON
    assert all(within(geometry.workspace, point) for point in checker.visited)
    assert checker.stacks == [list(stack) for stack in state.apply(move).stacks]


@given(geometries(most_disks=4), st.sampled_from([ARCHES, PER_AXIS]))
@settings(max_examples=25, deadline=None)
def test_a_run_in_arches_is_no_slower_than_one_with_corners(geometry: Geometry, limits) -> None:
    disks = len(geometry.thickness)
    arches, corners = planner(geometry, limits), planner(geometry, replace(limits, arches=False))
    in_arches = arches.seconds(whole_run(arches, disks), geometry.park)
    assert in_arches <= corners.seconds(whole_run(corners, disks), geometry.park) + 1e-6


@pytest.mark.parametrize("geometry", [FOUR, replace(FOUR, pole_height=60, grip_depth=4), ROUND_THE_BASE])
def test_the_tool_leaves_an_axis_only_above_what_stands_there(geometry: Geometry) -> None:
    """By the clearance, and a carried disk with its lower face above the pole."""
    paths, state = planner(geometry), State.tower(4, 0)
    step = Step(1, Move(1, 0, 2), state)
    start, way = paths.resting(state, 1, 0), carried_way(paths, step)
    hanging = 9 - geometry.grip_depth
    beside = {0: max(4 + 27, 4 + geometry.pole_height), 2: 4 + geometry.pole_height}
    for point in (start, *(travel.to for travel in way)):
        for peg, top in beside.items():
            off = hypot(point.x - geometry.pegs[peg].x, point.y - geometry.pegs[peg].y)
            if EPSILON < off < 15:
                assert point.z - hanging >= top + 5 - EPSILON
    assert way[0].to[:2] == start[:2]
    assert way[-1].to == paths.resting(state.apply(step.move), 1, 2)


def test_the_slow_first_millimetres_stay_straight_up() -> None:
    paths = planner(FOUR, replace(ARCHES, breakaway=Breakaway(height=4, speed=10)))
    start = paths.resting(State.tower(4, 0), 1, 0)
    first, *others = carried_way(paths, Step(1, Move(1, 0, 2), State.tower(4, 0)))
    assert first == Travel(start._replace(z=start.z + 4), 10)
    assert all(travel.speed > 10 for travel in others)


def test_the_last_sideways_motion_still_comes_from_the_side_that_takes_up_the_backlash() -> None:
    paths = planner(replace(FOUR, arrive_from=(-3, 0)))
    way = carried_way(paths, Step(1, Move(1, 0, 2), State.tower(4, 0)))
    x = [travel.to.x for travel in way]
    last = [b - a for a, b in pairwise(x) if b != a][-1]
    assert last > 0
    assert min(x[-30:]) == pytest.approx(127)


def test_over_a_stack_between_the_pegs_the_whole_height_is_reached_in_time() -> None:
    """Disk 1 goes from A to C in a row, over three disks on B."""
    state = State((0, 1, 1, 1), 3)
    paths = planner(ROW)
    way = carried_way(paths, Step(1, Move(1, 0, 2), state))
    over = [travel.to.z for travel in way if abs(travel.to.y) < 15 + 27]
    assert min(over) >= 27 + 5 + 9
    checker = Checker(ROW, state, paths.resting(state, 1, 0))
    checker.watch([Grip(1, 0, 0.3), *way, Release(1, 2, 0.3)])
    assert checker.slack > -EPSILON


def test_an_arch_rises_no_higher_than_the_workspace() -> None:
    """Otherwise it rises by the way in which it brakes: 80^2 / 2400, and a little for braking evenly."""
    step = Step(1, Move(1, 0, 2), State.tower(4, 0))
    free = max(travel.to.z for travel in carried_way(planner(FOUR), step))
    assert free == pytest.approx(40 + 5 + 80**2 / 2400, abs=0.1)
    low = replace(FOUR, workspace=replace(FOUR.workspace, z=(0, 46)), park=Point(120, 0, 46))
    assert max(travel.to.z for travel in carried_way(planner(low), step)) == pytest.approx(46)


def test_no_line_is_quicker_than_its_axes_may_be() -> None:
    """Along the way at most the travel speed, upwards at most the lift speed."""
    at = FOUR.park
    for action in whole_run(planner(FOUR, PER_AXIS), 4):
        if isinstance(action, Travel):
            steep = abs(action.to.z - at.z) / dist(action.to, at)
            assert action.speed <= 200 + EPSILON
            assert action.speed * steep <= 80 + EPSILON
            at = action.to


def test_a_firmware_that_begins_with_three_lines_is_at_full_speed_before_the_first_facet() -> None:
    """Two of them lead straight up, as far as the clearance."""
    first, second, *_ = carried_way(planner(FOUR), Step(1, Move(1, 0, 2), State.tower(4, 0)))
    assert first.to[:2] == second.to[:2]
    assert second.to.z - first.to.z == pytest.approx(first.to.z - 40)


def test_a_peg_right_below_the_park_position_is_reached_straight_down() -> None:
    geometry = replace(FOUR, pegs=(Point(120, 0, 4), *FOUR.pegs[1:]))
    actions = planner(geometry).carry(Step(1, Move(1, 0, 2), State.tower(4, 0)), geometry.park)
    assert actions[0] == Travel(Point(120, 0, 40), 80)
