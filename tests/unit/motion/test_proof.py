"""Everything geometric that is wrong is told at its place, and nothing else; whole runs are the witness."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from math import dist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tables import (
    EPSILON,
    FOUR,
    GRIPPER,
    LIMITS,
    ROW,
    geometries,
    grown,
    last_point,
    states,
    tower_steps,
    within,
)

from controller.model import Point, State, Step
from controller.motion.actions import Travel
from controller.motion.geometry import Geometry, Workspace
from controller.motion.occupancy import Occupancy, occupancy
from controller.motion.path import PathPlanner
from controller.motion.proof import problems
from controller.planner import Plan, solve, solve_between


def run_problems(geometry: Geometry, source: int = 0, target: int = 2) -> list[tuple[str, ...]]:
    """The places of all problems of carrying the whole tower over."""
    disks, pegs = len(geometry.thickness), len(geometry.pegs)
    start, goal = State.tower(disks, source, pegs), State.tower(disks, target, pegs)
    return [problem.where for problem in problems(geometry, start, goal)]


def peg(name: str) -> tuple[str, ...]:
    return ("arm", "pegs", name)


def with_peg(geometry: Geometry, number: int, place: Point) -> Geometry:
    pegs = list(geometry.pegs)
    pegs[number] = place
    return replace(geometry, pegs=tuple(pegs))


def test_a_sound_exhibit_has_no_problems() -> None:
    assert run_problems(FOUR) == []
    assert run_problems(ROW) == []


@pytest.mark.parametrize("disks", [64, 1000])
def test_towers_far_too_high_to_walk_are_judged(disks: int) -> None:
    """1 mm disks on a board at 4: over the whole tower the bare tip needs 4 + n + 5."""
    tall = replace(grown(FOUR, disks), thickness=(1,) * disks)
    high_park = FOUR.park._replace(z=disks + 9)
    fits = replace(FOUR.workspace, z=(0, disks + 9))
    tight = replace(FOUR.workspace, z=(0, disks + 8.5))
    assert run_problems(replace(tall, workspace=fits, park=high_park)) == []
    # The spare peg holds one disk less: 0.5 below the edge.
    low_park = FOUR.park._replace(z=50)
    assert run_problems(replace(tall, workspace=tight, park=low_park)) == [peg("A"), peg("C")]


def test_two_pegs_in_one_place_are_told_at_the_second() -> None:
    assert run_problems(with_peg(FOUR, 1, Point(130, 115, 20))) == [peg("B")]


def test_a_peg_out_of_the_ring_is_told_at_the_peg_with_the_limits() -> None:
    far = with_peg(FOUR, 1, Point(400, 0, 4))
    problem = problems(far, State.tower(4, 0), State.tower(4, 2))[0]
    assert problem.where == peg("B")
    assert "x 400, y 0" in problem.text
    assert "radius 80 to 320" in problem.text


def test_a_peg_out_of_the_box_is_told() -> None:
    boxed = replace(FOUR, workspace=Workspace(z=(0, 200), x=(100, 180), y=(-120, 120)))
    assert run_problems(boxed) == [peg("B")]


def test_a_park_position_out_of_reach_is_told() -> None:
    assert run_problems(replace(FOUR, park=Point(10, 0, 150))) == [("arm", "park")]
    assert run_problems(replace(FOUR, park=Point(120, 0, 250))) == [("arm", "park")]


def test_a_park_position_among_the_disks_is_told() -> None:
    """Over peg B stand up to 27 mm of disks on 4; with 5 of clearance that makes 36."""
    assert run_problems(replace(FOUR, park=Point(190, 0, 35.9))) == [("arm", "park")]
    assert run_problems(replace(FOUR, park=Point(190, 0, 36))) == []


def test_a_board_below_the_workspace_is_told_at_its_pegs() -> None:
    """A disk on the board is held at 4 + 9 - 6 = 7."""
    deep = replace(FOUR, grip_depth=6, workspace=replace(FOUR.workspace, z=(7.5, 200)))
    assert run_problems(deep) == [peg("A"), peg("B"), peg("C")]
    assert run_problems(replace(deep, workspace=replace(FOUR.workspace, z=(7, 200)))) == []


def test_only_the_disks_that_come_to_lie_on_a_board_count_for_its_depth() -> None:
    """Of four disks, 4 and 2 lie on the boards of start and goal, 3 and 1 on the spare one."""
    thin_second = replace(FOUR, thickness=(9, 3, 9, 9), workspace=replace(FOUR.workspace, z=(8, 200)))
    assert run_problems(thin_second) == [peg("A"), peg("C")]
    thin_first = replace(FOUR, thickness=(3, 9, 9, 9), workspace=replace(FOUR.workspace, z=(8, 200)))
    assert run_problems(thin_first) == [peg("B")]


def test_a_peg_on_too_high_a_stand_is_told_at_that_peg() -> None:
    """The spare peg holds at most 27 mm: 168 + 27 + 5 is just within 200."""
    assert run_problems(with_peg(FOUR, 1, Point(190, 0, 168))) == []
    assert run_problems(with_peg(FOUR, 1, Point(190, 0, 168.1))) == [peg("B")]
    assert run_problems(with_peg(FOUR, 2, Point(130, -115, 168))) == [peg("C")]


def test_a_pole_too_high_to_lift_a_disk_off_is_told() -> None:
    """The tip at pole + 5 + 9 - 3 over boards at 4."""
    poles = replace(FOUR, grip_depth=3, pole_height=185)
    assert run_problems(poles) == []
    assert run_problems(replace(poles, pole_height=185.1)) == [peg("A"), peg("B"), peg("C")]


def test_a_suction_cup_over_a_pole_is_told_at_the_grip_depth() -> None:
    assert run_problems(replace(FOUR, pole_height=30)) == [("arm", "gripper", "grip_depth")]


def test_fingers_deeper_than_the_thinnest_disk_are_told() -> None:
    assert run_problems(replace(FOUR, grip_depth=9)) == []
    deep = replace(FOUR, thickness=(8, 9, 9, 9), grip_depth=9)
    assert run_problems(deep) == [("arm", "gripper", "grip_depth")]


def test_disks_that_touch_are_told_at_the_second_peg() -> None:
    """The two largest, 54 and 46 wide, stand side by side on A and B: contact at 50 mm."""
    assert run_problems(with_peg(FOUR, 1, Point(180, 115, 4))) == [peg("B")]
    assert run_problems(with_peg(FOUR, 1, Point(180.1, 115, 4))) == []


def test_on_start_and_goal_the_largest_stands_beside_the_third_largest_only() -> None:
    """54 and 38 wide: contact at 46 mm."""
    assert run_problems(with_peg(FOUR, 2, Point(176, 115, 4))) == [peg("C")]
    assert run_problems(with_peg(FOUR, 2, Point(176.1, 115, 4))) == []


def test_a_disk_that_touches_the_neighbours_pole_is_told() -> None:
    """One disk of 54 and a second peg 27 mm away: nothing stands there but the pole."""
    lone = replace(FOUR, thickness=(9,), diameters=(54,), grip_depth=3, pole_height=20)
    assert run_problems(with_peg(lone, 1, Point(157, 115, 4))) == [peg("B")]
    assert run_problems(with_peg(lone, 1, Point(157.1, 115, 4))) == []
    assert run_problems(with_peg(replace(lone, pole_height=0), 1, Point(157, 115, 4))) == []


def test_pegs_with_no_way_between_them_are_told_at_the_second() -> None:
    walled = Workspace(z=(0, 200), radius=(80, 320), x=(-60, 60))
    split = replace(
        FOUR,
        pegs=(Point(0, 115, 4), Point(0, 200, 4), Point(0, -115, 4)),
        workspace=walled,
        park=Point(0, 250, 150),
    )
    assert run_problems(split) == [peg("C"), peg("C"), ("arm", "park")]


def test_several_mistakes_are_told_at_once() -> None:
    wrong = replace(with_peg(FOUR, 1, Point(400, 0, 4)), grip_depth=12, park=Point(0, 0, 500))
    assert set(run_problems(wrong)) == {peg("B"), ("arm", "gripper", "grip_depth"), ("arm", "park")}


def test_no_disks_ask_for_nothing() -> None:
    assert run_problems(grown(FOUR, 0)) == []


def walked_wrong(geometry: Geometry, source: int, target: int) -> bool:
    """Whether the run there or back ever leaves the workspace."""
    paths = PathPlanner(geometry, LIMITS, GRIPPER)
    disks = len(geometry.thickness)
    for start, goal in ((source, target), (target, source)):
        at = geometry.park
        for step in tower_steps(disks, start, goal):
            actions = paths.carry(step, at)
            at = last_point(actions, at)
            if not _all_within(geometry, actions):
                return True
        if not _all_within(geometry, paths.park(State.tower(disks, goal), at)):
            return True
    return False


def _all_within(geometry: Geometry, actions: list) -> bool:
    return all(within(geometry.workspace, action.to) for action in actions if isinstance(action, Travel))


@given(geometries(), st.permutations([0, 1, 2]), st.integers(-12, 12), st.integers(-8, 8))
@settings(max_examples=120, deadline=None)
def test_on_three_pegs_a_tower_is_refused_exactly_when_its_run_would_leave_the_workspace(
    geometry: Geometry, pegs: list[int], above: int, below: int
) -> None:
    """Limits of z near the highest and the lowest that the run might need; park below them."""
    geometry = replace(geometry, grip_depth=max(1, geometry.grip_depth))
    top = max(axis.z for axis in geometry.pegs) + max(sum(geometry.thickness), geometry.pole_height)
    bottom = min(axis.z for axis in geometry.pegs) + min(geometry.thickness) - geometry.grip_depth
    limits = (bottom + below, top + geometry.clearance + above)
    spot = geometry.park._replace(z=limits[1])
    geometry = replace(geometry, workspace=replace(geometry.workspace, z=limits), park=spot)
    start, goal = (State.tower(len(geometry.thickness), at) for at in pegs[:2])
    reach = [problem for problem in problems(geometry, start, goal) if "below" not in problem.text]
    assert bool(reach) == walked_wrong(geometry, pegs[0], pegs[1])


def side_by_side(disks: int, source: int, target: int) -> Iterator[tuple[int, int, int, int]]:
    """(peg, peg, disk, disk) whenever two disks stand, or one hangs, at two pegs at the same time."""
    for step in tower_steps(disks, source, target):
        after = step.state.apply(step.move)
        for state in (step.state, after):
            for a, b in combinations(range(1, disks + 1), 2):
                yield state.peg_of[a - 1], state.peg_of[b - 1], a, b


@pytest.mark.parametrize("disks", range(1, 8))
@pytest.mark.parametrize(("source", "target"), [(0, 2), (2, 1)])
def test_the_occupancy_of_a_tower_on_three_pegs_is_what_a_walk_sees(
    disks: int, source: int, target: int
) -> None:
    standing, lowest = [0, 0, 0], [set(), set(), set()]
    for step in tower_steps(disks, source, target):
        for state in (step.state, step.state.apply(step.move)):
            for at, stack in enumerate(state.stacks):
                standing[at] = max(standing[at], *stack, 0)
                lowest[at].update(stack[:1])
    beside: dict[tuple[int, int], tuple[int, int]] = {}
    for at, other, small, large in side_by_side(disks, source, target):
        if at != other:
            pair = (min(at, other), max(at, other))
            beside[pair] = max(beside.get(pair, (0, 0)), (large, small))
    carried: dict[tuple[int, int], int] = {}
    for step in tower_steps(disks, source, target):
        pair = (min(step.move[1:]), max(step.move[1:]))
        carried[pair] = max(carried.get(pair, 0), step.move.disk)

    run = occupancy(State.tower(disks, source), State.tower(disks, target))
    assert run.standing == tuple(standing)
    assert [set(disks) for disks in run.lowest] == lowest
    assert run.beside == beside
    assert all(run.carried[pair] >= disk for pair, disk in carried.items())
    assert run.carried.keys() == carried.keys()


@pytest.mark.parametrize("pegs", [4, 5])
@pytest.mark.parametrize("disks", [1, 2, 3, 6, 9])
def test_the_occupancy_on_more_pegs_is_never_exceeded(disks: int, pegs: int) -> None:
    run = occupancy(State.tower(disks, 0, pegs), State.tower(disks, pegs - 1, pegs))
    plan = solve(disks, pegs)
    for number, move in enumerate(plan):
        before, after = plan.state_at(number), plan.state_at(number + 1)
        assert run.carried[min(move[1:]), max(move[1:])] >= move.disk
        for state in (before, after):
            _assert_bounded(run, state)


def _assert_bounded(run: Occupancy, state: State) -> None:
    for at, stack in enumerate(state.stacks):
        assert max(stack, default=0) <= run.standing[at]
        assert not stack or stack[0] in run.lowest[at]
    for a, b in combinations(range(1, state.disks + 1), 2):
        pair = sorted((state.peg_of[a - 1], state.peg_of[b - 1]))
        if pair[0] != pair[1]:
            large, small = run.beside[pair[0], pair[1]]
            assert b <= large
            assert a <= small


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_what_is_let_through_never_leaves_the_workspace_from_any_state(data: st.DataObject) -> None:
    pegs = data.draw(st.sampled_from([3, 4]))
    geometry = data.draw(geometries(pegs))
    above = data.draw(st.integers(-20, 30))
    top = max(axis.z for axis in geometry.pegs) + max(sum(geometry.thickness), geometry.pole_height)
    workspace = replace(geometry.workspace, z=(0, top + above))
    geometry = replace(geometry, workspace=workspace, park=geometry.park._replace(z=top + above))
    disks = len(geometry.thickness)
    start, goal = data.draw(states(disks, pegs)), data.draw(states(disks, pegs))
    found = problems(geometry, start, goal)
    assert found or not plan_leaves_the_workspace(geometry, solve_between(start, goal))


@given(geometries(pegs=4), st.integers(-10, 10))
@settings(max_examples=40, deadline=None)
def test_what_is_let_through_never_leaves_the_workspace_on_four_pegs(geometry: Geometry, above: int) -> None:
    top = max(axis.z for axis in geometry.pegs) + max(sum(geometry.thickness), geometry.pole_height)
    workspace = replace(geometry.workspace, z=(0, top + above))
    geometry = replace(geometry, workspace=workspace, park=geometry.park._replace(z=top + above))
    found = run_problems(geometry, 0, 3)
    assert found or not plan_leaves_the_workspace(geometry, solve(len(geometry.thickness), 4))


def plan_leaves_the_workspace(geometry: Geometry, plan: Plan) -> bool:
    paths, at = PathPlanner(geometry, LIMITS, GRIPPER), geometry.park
    for number, move in enumerate(plan):
        actions = paths.carry(Step(number + 1, move, plan.state_at(number)), at)
        at = last_point(actions, at)
        if not _all_within(geometry, actions):
            return True
    return not _all_within(geometry, paths.park(plan.state_at(plan.length), at))


def test_neighbours_in_the_sound_exhibits_do_not_touch() -> None:
    """What the other tests here take for granted of FOUR and ROW."""
    for geometry in (FOUR, ROW):
        for a, b in combinations(geometry.pegs, 2):
            assert dist(a, b) > (geometry.diameters[-1] + geometry.diameters[-2]) / 2 + EPSILON
