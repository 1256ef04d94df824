"""A step becomes pick, lift, across, lower, release, at the height that it needs and no higher."""

from dataclasses import replace

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
    states,
    tower_steps,
    within,
)

from controller.errors import UsageError
from controller.model import Move, Point, State, Step
from controller.motion.actions import Grip, Lift, Release, Travel
from controller.motion.geometry import Geometry, Workspace
from controller.motion.path import PathPlanner


def planner(geometry: Geometry) -> PathPlanner:
    return PathPlanner(geometry, LIMITS, GRIPPER)


def travel_height(geometry: Geometry, state: State, move: Move) -> float:
    """The height of the tip on the way across with the disk."""
    pick = planner(geometry).resting(state, move.disk, move.source)
    actions = planner(geometry).carry(Step(1, move, state), pick)
    return max(action.to.z for action in actions if isinstance(action, Travel))


def test_a_whole_step_from_the_park_position_by_hand() -> None:
    """Top of A: 4 + 36 = 40. Carried, the lower face (tip - 9) clears the 31 left on A by 5: tip 45."""
    step = Step(1, Move(1, 0, 1), State.tower(4, 0))
    assert planner(FOUR).carry(step, FOUR.park) == [
        Travel(Point(130, 115, 150), 200),
        Travel(Point(130, 115, 40), 80),
        Grip(1, 0, 0.3),
        Travel(Point(130, 115, 45), 80),
        Travel(Point(190, 0, 45), 200),
        Travel(Point(190, 0, 13), 80),
        Release(1, 1, 0.3),
    ]


def test_the_retract_after_a_release_is_the_first_travel_of_the_next_step() -> None:
    """Disk 1 stands on B with its top at 13, A is 31 high: the bare tip crosses at 31 + 5."""
    state = State((1, 0, 0, 0), 3)
    actions = planner(FOUR).carry(Step(2, Move(2, 0, 2), state), Point(190, 0, 13))
    assert actions[:4] == [
        Travel(Point(190, 0, 36), 80),
        Travel(Point(130, 115, 36), 200),
        Travel(Point(130, 115, 31), 80),
        Grip(2, 0, 0.3),
    ]


def test_parking_rises_to_the_park_height_and_goes_across_there() -> None:
    state = State.tower(4, 2)
    assert planner(FOUR).park(state, Point(130, -115, 40)) == [
        Travel(Point(130, -115, 150), 80),
        Travel(Point(120, 0, 150), 200),
    ]


def test_a_park_position_lower_than_the_way_needs_is_come_down_to() -> None:
    low = replace(FOUR, park=Point(120, 0, 20))
    assert planner(low).park(State.tower(4, 2), Point(130, -115, 40))[-2:] == [
        Travel(Point(120, 0, 45), 200),
        Travel(Point(120, 0, 20), 80),
    ]


def test_a_disk_just_let_go_is_gripped_again_without_moving() -> None:
    state = State((1, 0, 0, 0), 3)
    assert planner(FOUR).carry(Step(2, Move(1, 1, 2), state), Point(190, 0, 13))[0] == Grip(1, 1, 0.3)


@pytest.mark.parametrize(
    ("middle", "height"),
    [
        # Disk 1 goes from A, where it stands on disk 4, to C. A is left at 9; B holds disks 3 and 2, 18 mm.
        (State((0, 1, 1, 0), 3), 18 + 5 + 9),
        # Nothing on B: only what is left on A counts.
        (State((0, 2, 2, 0), 3), max(9, 18) + 5 + 9),
        (State((0, 0, 0, 0), 3), 27 + 5 + 9),
    ],
)
def test_what_stands_below_the_way_counts_and_nothing_else(middle: State, height: float) -> None:
    assert travel_height(ROW, middle, Move(1, 0, 2)) == pytest.approx(height)


def test_a_peg_beside_the_way_does_not_count() -> None:
    """B is 60 mm off the line from A to C: disk 1 (radius 15) comes over nothing narrower than 45."""
    state = State((0, 1, 1, 1), 3)
    assert travel_height(FOUR, state, Move(1, 0, 2)) == pytest.approx(4 + 5 + 9)


def test_only_the_wide_disks_of_a_stack_beside_the_way_count() -> None:
    """B is moved to 40 mm off the line: disk 1 (15) reaches disk 4 (27) but not disk 2 (19), 34 < 40 < 42."""
    near = replace(FOUR, pegs=(FOUR.pegs[0], Point(170, 0, 4), FOUR.pegs[2]))
    assert travel_height(near, State((0, 1, 2, 1), 3), Move(1, 0, 2)) == pytest.approx(4 + 9 + 5 + 9)


def test_each_peg_counts_at_its_own_level() -> None:
    raised = replace(ROW, pegs=(ROW.pegs[0], ROW.pegs[1]._replace(z=50), ROW.pegs[2]))
    state = State((0, 2, 2, 2), 3)
    assert travel_height(raised, state, Move(1, 0, 2)) == pytest.approx(50 + 5 + 9)
    assert travel_height(replace(raised, pegs=FOUR.pegs), state, Move(1, 0, 2)) == pytest.approx(
        4 + 27 + 5 + 9
    )


def test_a_carried_disk_leaves_its_axis_above_the_pole_and_crosses_the_others() -> None:
    """Poles of 60: lower face at 65, so the tip, 3 below the disk's top, at 65 + 9 - 3."""
    poles = replace(ROW, pole_height=60, grip_depth=3)
    assert travel_height(poles, State((0, 2, 2, 2), 3), Move(1, 0, 2)) == pytest.approx(71)


def test_the_bare_tool_passes_over_a_pole_with_its_clearance() -> None:
    poles = replace(ROW, pole_height=60, grip_depth=3)
    actions = planner(poles).carry(Step(1, Move(4, 0, 1), State((2, 2, 2, 0), 3)), Point(150, -80, 24))
    assert actions[0] == Travel(Point(150, -80, 65), 80)


@pytest.mark.parametrize(("aside", "height"), [(14, 60 + 5 + 5), (16, 60 + 5)])
def test_a_pole_beside_the_way_may_be_as_thick_as_the_smallest_disk(aside: float, height: float) -> None:
    """B, with its board at 60, is beside the bare tool's way; disk 1 has a radius of 15. Boards count."""
    pegs = (ROW.pegs[0], Point(150 + aside, 0, 60), ROW.pegs[2])
    table = replace(ROW, pegs=pegs, pole_height=5, grip_depth=3)
    step = Step(1, Move(4, 0, 1), State((2, 2, 2, 0), 3))
    assert planner(table).carry(step, Point(150, -80, 24))[0] == Travel(Point(150, -80, height), 80)


def test_after_homing_at_an_unknown_place_the_tool_goes_straight_up_first() -> None:
    assert planner(FOUR).after_home(None) == [Lift(150, 80), Travel(Point(120, 0, 150), 200)]


def test_after_homing_at_an_unknown_place_no_tower_is_in_the_way_of_a_low_park_position() -> None:
    low = replace(FOUR, park=Point(120, 0, 20))
    assert planner(low).after_home(None) == [
        Lift(45, 80),
        Travel(Point(120, 0, 45), 200),
        Travel(Point(120, 0, 20), 80),
    ]


def test_after_homing_z_comes_first_downwards_too() -> None:
    assert planner(FOUR).after_home(Point(200, 60, 190)) == [
        Travel(Point(200, 60, 150), 80),
        Travel(Point(120, 0, 150), 200),
    ]


def test_after_homing_the_lift_ends_at_the_workspace() -> None:
    """A spare peg on a stand of 170 cannot hold the whole tower below 200; the workspace ends there."""
    stand = replace(FOUR, pegs=(*FOUR.pegs[:2], Point(130, -115, 170)))
    assert planner(stand).after_home(None)[0] == Lift(200, 80)


def test_after_homing_behind_the_base_the_way_leads_round_it() -> None:
    actions = planner(FOUR).after_home(Point(-120, 10, 100))
    assert actions[0] == Travel(Point(-120, 10, 150), 80)
    assert len(actions) > 2
    assert Checker(FOUR, State.tower(4, 0), Point(-120, 10, 100)).watch(actions).at == FOUR.park


def test_where_no_way_leads_round_the_base_that_is_an_error() -> None:
    walled = Workspace(z=(0, 200), radius=(80, 320), x=(-50, 50))
    split = replace(FOUR, pegs=(Point(0, 115, 4), Point(0, -115, 4), Point(0, 200, 4)), workspace=walled)
    with pytest.raises(UsageError, match="no way"):
        planner(split).carry(Step(1, Move(1, 0, 1), State.tower(4, 0)), Point(0, 115, 40))


def test_seconds_of_a_step_count_its_settles() -> None:
    step = Step(1, Move(1, 0, 1), State.tower(4, 0))
    quick = PathPlanner(FOUR, LIMITS, replace(GRIPPER, grip_settle=0, release_settle=0))
    actions = planner(FOUR).carry(step, FOUR.park)
    moving = quick.seconds(quick.carry(step, FOUR.park), FOUR.park)
    assert planner(FOUR).seconds(actions, FOUR.park) == pytest.approx(moving + 0.6)


def test_what_a_way_only_touches_is_cleared_as_if_it_were_below() -> None:
    """The disk on B is 40 wide, the one carried 20, and the way leads past B at 30: top 10, + 5 + 9."""
    pegs = (Point(150, 80, 0), Point(180, 0, 1), Point(150, -80, 0), Point(250, 0, 0))
    table = replace(
        FOUR,
        names=("A", "B", "C", "D"),
        pegs=pegs,
        thickness=(9, 9),
        diameters=(20, 40),
        park=Point(180, 0, 250),
    )
    state, pick = State((0, 1), 4), Point(150, 80, 9)
    assert travel_height(table, state, Move(1, 0, 2)) == 24
    lower = [Grip(1, 0, 0.3), Travel(Point(150, 80, 23.9), 80), Travel(Point(150, -80, 23.9), 200)]
    assert Checker(table, state, pick).watch(lower).slack == pytest.approx(-0.1)


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_a_step_keeps_all_clearances_and_rises_no_higher_than_they_need(
    data: st.DataObject,
) -> None:
    pegs = data.draw(st.sampled_from([3, 4]))
    geometry = data.draw(geometries(pegs))
    state = data.draw(states(len(geometry.thickness), pegs))
    move = data.draw(st.sampled_from(legal_moves(state)))
    paths = planner(geometry)
    starts = [geometry.park] + [
        paths.resting(state, top, peg) for peg in range(pegs) if (top := state.top(peg)) is not None
    ]
    at = data.draw(st.sampled_from(starts))
    actions = paths.carry(Step(1, move, state), at)

    checker = Checker(geometry, state, at).watch(actions)
    assert checker.slack > -EPSILON
    assert all(within(geometry.workspace, point) for point in checker.visited)
    assert checker.stacks == [list(stack) for stack in state.apply(move).stacks]

    carried = actions[actions.index(Grip(move.disk, move.source, 0.3)) + 1 : -1]
    lowered = [replace(a, to=a.to._replace(z=a.to.z - 0.1)) for a in carried[:-1]] + [carried[-1]]
    checker = Checker(geometry, state, paths.resting(state, move.disk, move.source))
    checker.watch([Grip(move.disk, move.source, 0.3), *lowered])
    needed_for_pole_or_board = travel_height(geometry, state, move) <= _edge_height(geometry, move) + EPSILON
    assert checker.slack < -EPSILON or needed_for_pole_or_board


def _edge_height(geometry: Geometry, move: Move) -> float:
    """The height over the highest board or pole: these count a little beyond what the checker's own see.

    A tilted board rises by at most 1 in 10 below the edge of the disk.
    """
    tilt = 0.1 * geometry.diameters[move.disk - 1] / 2
    highest = max(peg.z for peg in geometry.pegs) + max(geometry.pole_height, tilt)
    return highest + geometry.clearance + geometry.thickness[move.disk - 1] - geometry.grip_depth


@given(geometries(most_disks=4), st.permutations([0, 1, 2]))
@settings(max_examples=25, deadline=None)
def test_a_whole_run_there_keeps_every_clearance(geometry: Geometry, pegs: list[int]) -> None:
    paths = planner(geometry)
    disks = len(geometry.thickness)
    at = geometry.park
    checker = Checker(geometry, State.tower(disks, pegs[0]), at)
    for step in tower_steps(disks, pegs[0], pegs[1]):
        actions = paths.carry(step, at)
        checker.watch(actions)
        at = last_point(actions, at)
    checker.watch(paths.park(State.tower(disks, pegs[1]), at))
    assert checker.slack > -EPSILON
    assert checker.at == geometry.park
    assert all(within(geometry.workspace, point) for point in checker.visited)
