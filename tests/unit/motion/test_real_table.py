"""Real tables: pegs that lean, boards that are tilted, cups that give way, jaws, and backlash."""

from dataclasses import replace
from math import dist

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tables import (
    EPSILON,
    FOUR,
    GRIPPER,
    LIMITS,
    ROW,
    Checker,
    last_point,
    legal_moves,
    real_tables,
    states,
    within,
)

from controller.model import Move, Point, State, Step
from controller.motion.actions import Action, Grip, Release, Travel
from controller.motion.geometry import Breakaway, Geometry, Jaw
from controller.motion.path import PathPlanner
from controller.motion.proof import problems
from controller.planner import Plan, solve_between

FIRST = Step(1, Move(1, 0, 1), State.tower(4, 0))
SLOWLY = replace(LIMITS, breakaway=Breakaway(height=3, speed=10))


def carried_out(geometry: Geometry, plan: Plan) -> Checker:
    """A checker that has watched the whole run, parking included."""
    paths, at = PathPlanner(geometry, LIMITS, GRIPPER), geometry.park
    checker = Checker(geometry, plan.state_at(0), at)
    for number, move in enumerate(plan):
        actions = paths.carry(Step(number + 1, move, plan.state_at(number)), at)
        checker.watch(actions)
        at = last_point(actions, at)
    return checker.watch(paths.park(plan.state_at(plan.length), at))


def test_on_a_leaning_peg_the_tip_follows_the_axis() -> None:
    """A leans 1 mm to x and 0.5 back in y for 10 mm; its top disk at 40 is 36 above the board."""
    leaning = replace(FOUR, leans=((0.1, -0.05), (0, 0), (0, 0)))
    actions = PathPlanner(leaning, LIMITS, GRIPPER).carry(FIRST, FOUR.park)
    points = [action.to for action in actions if isinstance(action, Travel)]
    assert points == [
        pytest.approx((130 + 14.6, 115 - 7.3, 150)),
        pytest.approx((130 + 3.6, 115 - 1.8, 40)),
        pytest.approx((130 + 4.1, 115 - 2.05, 45)),
        (190, 0, 45),
        (190, 0, 13),
    ]
    assert [action.speed for action in actions if isinstance(action, Travel)] == [200, 80, 80, 200, 80]


def test_a_stack_that_leans_towards_the_way_counts_sooner() -> None:
    """Disk 1 (15) passes B at 40 mm, where disk 3 (23) stands 40 mm high; at z 60 B leans in by 5.6 mm."""
    near = replace(FOUR, thickness=(9, 9, 40, 9), pegs=(FOUR.pegs[0], Point(170, 0, 4), FOUR.pegs[2]))
    state, pick, place = State((0, 2, 1, 2), 3), Point(130, 115, 13), Point(130, -115, 31)
    upright = PathPlanner(near, LIMITS, GRIPPER).approach(state, pick, place, 1)
    leaning = replace(near, leans=((0, 0), (-0.1, 0), (0, 0)))
    inwards = PathPlanner(leaning, LIMITS, GRIPPER).approach(state, pick, place, 1)
    assert upright[0].to.z == pytest.approx(4 + 18 + 5 + 9)
    assert inwards[0].to.z == pytest.approx(4 + 40 + 5 + 9)


def test_the_tip_presses_on_to_grip_and_to_let_go() -> None:
    pressing = PathPlanner(replace(FOUR, press=1.5), LIMITS, GRIPPER).carry(FIRST, FOUR.park)
    plain = PathPlanner(FOUR, LIMITS, GRIPPER).carry(FIRST, FOUR.park)
    for gripping in (Grip(1, 0, 0.3), Release(1, 1, 0.3)):
        down, contact = pressing[pressing.index(gripping) - 1], plain[plain.index(gripping) - 1]
        assert isinstance(down, Travel)
        assert isinstance(contact, Travel)
        assert down.to.z == contact.to.z - 1.5


def test_the_way_across_is_no_lower_for_a_cup_that_was_pressed() -> None:
    pressing = PathPlanner(replace(FOUR, press=1.5), LIMITS, GRIPPER).carry(FIRST, FOUR.park)
    assert Travel(Point(190, 0, 45), 200) in pressing


def test_the_first_millimetres_after_a_grip_and_a_release_are_slow() -> None:
    """3 mm of the 5 up from the grip at 40, then the rest; from the release at 13 likewise."""
    paths = PathPlanner(FOUR, SLOWLY, GRIPPER)
    actions = paths.carry(FIRST, FOUR.park)
    after = actions.index(Grip(1, 0, 0.3)) + 1
    assert actions[after : after + 2] == [Travel(Point(130, 115, 43), 10), Travel(Point(130, 115, 45), 80)]
    following = paths.carry(Step(2, Move(2, 0, 2), State((1, 0, 0, 0), 3)), Point(190, 0, 13))
    assert following[:2] == [Travel(Point(190, 0, 16), 10), Travel(Point(190, 0, 36), 80)]


def test_what_a_cup_gives_way_does_not_count_as_breaking_away() -> None:
    actions = PathPlanner(replace(FOUR, press=1.5), SLOWLY, GRIPPER).carry(FIRST, FOUR.park)
    assert actions[actions.index(Grip(1, 0, 0.3)) + 1] == Travel(Point(130, 115, 43), 10)


def test_a_rise_shorter_than_the_breakaway_is_slow_to_its_end() -> None:
    slowly = replace(LIMITS, breakaway=Breakaway(height=30, speed=10))
    actions = PathPlanner(FOUR, slowly, GRIPPER).carry(FIRST, FOUR.park)
    after = actions.index(Grip(1, 0, 0.3)) + 1
    assert actions[after : after + 2] == [Travel(Point(130, 115, 45), 10), Travel(Point(190, 0, 45), 200)]


def test_breaking_away_is_never_faster_than_lifting() -> None:
    hasty = replace(LIMITS, breakaway=Breakaway(height=3, speed=500))
    actions = PathPlanner(FOUR, hasty, GRIPPER).carry(FIRST, FOUR.park)
    assert max(a.speed for a in actions if isinstance(a, Travel)) == 200
    assert Travel(Point(130, 115, 43), 80) in actions


def test_with_backlash_every_peg_is_arrived_at_from_one_side() -> None:
    sided = replace(FOUR, arrive_from=(-3, 1))
    actions = PathPlanner(sided, LIMITS, GRIPPER).carry(FIRST, FOUR.park)
    assert actions[:3] == [
        Travel(Point(127, 116, 150), 200),
        Travel(Point(130, 115, 150), 200),
        Travel(Point(130, 115, 40), 80),
    ]
    assert actions[-4:-1] == [
        Travel(Point(187, 1, 45), 200),
        Travel(Point(190, 0, 45), 200),
        Travel(Point(190, 0, 13), 80),
    ]


def test_a_disk_just_let_go_is_gripped_again_without_arriving_anew() -> None:
    sided = replace(FOUR, arrive_from=(-3, 1), press=1.5)
    step = Step(2, Move(1, 1, 2), State((1, 0, 0, 0), 3))
    assert PathPlanner(sided, LIMITS, GRIPPER).carry(step, Point(190, 0, 11.5))[0] == Grip(1, 1, 0.3)


def test_the_open_jaw_passes_over_the_stacks_beside_the_way() -> None:
    """B, 40 mm beside the way from C to A, holds disks 4 to 2 (27 to 19): a jaw of radius 30 is over them."""
    near = replace(FOUR, pegs=(FOUR.pegs[0], Point(170, 0, 4), FOUR.pegs[2]))
    step = Step(1, Move(1, 0, 1), State((0, 1, 1, 1), 3))
    at = Point(130, -115, 13)
    bare = PathPlanner(near, LIMITS, GRIPPER).carry(step, at)
    jawed = PathPlanner(replace(near, jaw=Jaw(open=56, finger=2)), LIMITS, GRIPPER).carry(step, at)
    assert bare[0] == Travel(Point(130, -115, 4 + 9 + 5), 80)
    assert jawed[0] == Travel(Point(130, -115, 4 + 27 + 5), 80)


def test_fingers_round_a_carried_disk_widen_it() -> None:
    """Disk 1 (15) carried by at 40 mm from B: with fingers of 10 it comes over disk 4 (27), 40 < 52."""
    near = replace(FOUR, pegs=(FOUR.pegs[0], Point(174, 0, 4), FOUR.pegs[2]))
    pick, step = Point(130, 115, 13), Step(1, Move(1, 0, 2), State((0, 2, 2, 1), 3))
    low = PathPlanner(near, LIMITS, GRIPPER).approach(step.state, pick, Point(130, -115, 31), 1)
    jaw = replace(near, jaw=Jaw(open=54, finger=10))
    tall = replace(jaw, thickness=(9, 9, 9, 40))
    high = PathPlanner(tall, LIMITS, GRIPPER).approach(step.state, pick, Point(130, -115, 31), 1)
    assert low[0].to.z == pytest.approx(4 + 18 + 9 + 5)
    assert high[0].to.z == pytest.approx(4 + 40 + 9 + 5)


@pytest.mark.parametrize(("foot", "height"), [(9, 4 + 3 + 5 + 9), (20, 20 + 5 + 9)])
def test_a_tilted_board_is_as_high_as_below_the_way_and_a_stand_as_high_as_it_is(
    foot: float, height: float
) -> None:
    """Disk 3 (23) passes B's foot at 60 mm, within reach of the largest disk (40) there.

    5 mm in 60 are a tilted board, no higher below the way than at A and C; 16 mm in 60 are a stand. A is left
    at 4 + 3.
    """
    pegs = (FOUR.pegs[0], Point(190, 0, foot), FOUR.pegs[2])
    table = replace(FOUR, pegs=pegs, thickness=(1, 1, 9, 1), diameters=(30, 38, 46, 80))
    paths = PathPlanner(table, LIMITS, GRIPPER)
    travels = paths.approach(State.tower(4, 0), Point(130, 115, 16), Point(130, -115, 13), 3)
    assert travels[0].to.z == pytest.approx(height)


@given(st.data())
@settings(max_examples=80, deadline=None)
def test_whatever_is_let_through_keeps_all_clearances_on_every_real_table(data: st.DataObject) -> None:
    pegs = data.draw(st.sampled_from([3, 4]))
    geometry = data.draw(real_tables(pegs))
    disks = len(geometry.thickness)
    start, goal = data.draw(states(disks, pegs)), data.draw(states(disks, pegs))
    assume(start != goal and not problems(geometry, start, goal))
    checker = carried_out(geometry, solve_between(start, goal))
    assert checker.slack > -EPSILON
    assert checker.side_slack > -EPSILON
    assert all(within(geometry.workspace, point) for point in checker.visited)
    assert checker.at == geometry.park


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_every_way_down_begins_where_all_arrive_from(data: st.DataObject) -> None:
    geometry = replace(data.draw(real_tables()), arrive_from=(-4, 3), arrive_turned=0)
    state = data.draw(states(len(geometry.thickness), 3))
    move = data.draw(st.sampled_from(legal_moves(state)))
    actions = PathPlanner(geometry, SLOWLY, GRIPPER).carry(Step(1, move, state), geometry.park)
    axes = Checker(geometry, state, geometry.park)
    for peg, before in ((move.source, Grip), (move.target, Release)):
        end = next(i for i, action in enumerate(actions) if isinstance(action, before))
        down = next(i for i in range(end, -1, -1) if i == 0 or _sideways(actions, i - 1, geometry.park))
        assume(down > 0)  # parked right over the peg
        arrived, begun = actions[down - 1], _start_of(actions, down - 1, geometry.park)
        assert isinstance(arrived, Travel)
        assert dist(arrived.to, axes.axis(peg, arrived.to.z)) < EPSILON
        assert dist(begun, (arrived.to.x - 4, arrived.to.y + 3, arrived.to.z)) < EPSILON


def _sideways(actions: list[Action], at: int, park: Point) -> bool:
    action = actions[at]
    return isinstance(action, Travel) and action.to.z == _start_of(actions, at, park).z


def _start_of(actions: list[Action], at: int, park: Point) -> Point:
    return last_point(actions[:at], park)


def test_the_checker_itself_sees_a_jaw_too_near() -> None:
    """What the law above relies on: 2 mm from the neighbour's disk where 5 are wanted."""
    tight = replace(ROW, jaw=Jaw(open=56, finger=23), press=0)
    assert problems(tight, State.tower(4, 0), State.tower(4, 1))
    checker = carried_out(tight, solve_between(State.tower(4, 0), State.tower(4, 1)))
    assert checker.side_slack == pytest.approx(80 - 51 - 27 - 5)
