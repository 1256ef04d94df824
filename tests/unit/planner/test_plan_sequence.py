"""A plan is a sequence as `range` is: the same indices, slices, errors and laziness."""

import copy
import sys
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.errors import InvalidPlan, NotAnInteger
from controller.model import Move, State
from controller.planner import Plan, solve, solve_between

PLANS = [
    solve(0),
    solve(1),
    solve(6),
    solve(7, 3, 2, 1),
    solve(9, 4),
    solve(9, 5, 4, 1),
    solve_between(State((0, 1, 2, 0, 1), 3), State((2, 2, 0, 1, 0), 3)),
    solve_between(State((0, 1, 2, 3), 4), State((3, 2, 1, 0), 4)),
    solve(13)[100:8000],
]
plans = st.sampled_from(PLANS)
bounds = st.none() | st.integers(-150, 150)
steps = st.none() | st.integers(-9, 9).filter(bool)
slices = st.builds(slice, bounds, bounds, steps)


@given(plans, slices)
@settings(max_examples=150, deadline=None)
def test_a_slice_holds_the_moves_that_the_slice_of_a_list_holds(plan: Plan, part: slice) -> None:
    moves = list(plan)
    assert list(plan[part]) == moves[part]
    assert plan[part].length == len(plan[part]) == len(moves[part])
    assert list(reversed(plan[part])) == moves[part][::-1]


@given(plans, slices, slices)
@settings(max_examples=100, deadline=None)
def test_slices_of_slices_are_as_those_of_lists(plan: Plan, first: slice, second: slice) -> None:
    assert list(plan[first][second]) == list(plan)[first][second]


@given(plans, st.integers(-200, 200))
@settings(max_examples=150, deadline=None)
def test_an_index_finds_what_it_finds_in_a_list_or_raises_as_there(plan: Plan, index: int) -> None:
    moves = list(plan)
    if -len(moves) <= index < len(moves):
        assert plan[index] == moves[index]
    else:
        with pytest.raises(IndexError, match="outside the plan"):
            plan[index]


@pytest.mark.parametrize("plan", PLANS, ids=repr)
def test_every_element_handed_out_is_a_move(plan: Plan) -> None:
    assert all(type(move) is Move for move in plan)
    assert all(type(plan[index]) is Move for index in range(plan.length))


@pytest.mark.parametrize("plan", PLANS, ids=repr)
def test_moves_come_from_any_place_on_as_from_the_start(plan: Plan) -> None:
    moves = list(plan)
    for index in {0, 1, len(moves) // 3, len(moves) // 2, len(moves) - 1, len(moves)} & set(
        range(len(moves) + 1)
    ):
        assert list(plan.moves_from(index)) == moves[index:]


def test_a_plan_within_reach_tells_its_length_and_one_beyond_says_so() -> None:
    assert len(solve(10)) == 1023
    assert len(solve(63)) == sys.maxsize
    with pytest.raises(OverflowError):
        len(solve(64))
    assert solve(64).length == 2**64 - 1


def test_a_plan_is_true_unless_it_is_empty_however_long() -> None:
    assert solve(64)
    assert not solve(0)


def test_a_plan_of_64_disks_can_be_sliced_and_turned_round() -> None:
    plan = solve(64)
    assert next(reversed(plan)) == plan[-1] == plan[2**64 - 2] == Move(1, 1, 2)
    assert plan[5:].length == 2**64 - 6
    assert next(iter(plan[2**63 - 1 :])) == Move(64, 0, 2)
    assert list(islice(plan[2**63 - 2 : -1], 3)) == [plan[2**63 - 2 + offset] for offset in range(3)]
    assert list(plan[:: 2**62]) == [plan[0], plan[2**62], plan[2**63], plan[3 * 2**62]]


def test_the_whole_slice_is_the_plan_itself() -> None:
    plan = solve(5)
    assert plan[:] is plan
    part = plan[3:9]
    assert part[:] is part


@pytest.mark.parametrize("index", ["1", 1.0, None])
def test_an_index_that_is_no_whole_number_is_refused(index: object) -> None:
    with pytest.raises(NotAnInteger, match="whole numbers and slices"):
        solve(3)[index]


def test_a_slice_without_gaps_leads_from_state_to_state() -> None:
    plan = solve(6)
    part = plan[10:40]
    assert [part.state_at(moves) for moves in range(31)] == [plan.state_at(moves) for moves in range(10, 41)]
    assert part.index_of(plan.state_at(10)) == 0
    assert part.index_of(plan.state_at(40)) == 30
    assert part.index_of(plan.state_at(9)) is None
    assert part.index_of(plan.state_at(41)) is None
    assert part.index_of(State((0,) * 5, 3)) is None


@pytest.mark.parametrize("part", [slice(None, None, -1), slice(1, 60, 2)])
def test_a_slice_with_gaps_or_turned_round_has_no_states_and_claims_nothing(part: slice) -> None:
    pieces = solve(6)[part]
    assert pieces.optimality == "not optimal"
    with pytest.raises(InvalidPlan, match="from state to state"):
        pieces.state_at(0)
    with pytest.raises(InvalidPlan, match="from state to state"):
        pieces.index_of(State.tower(6, 0))


@pytest.mark.parametrize("plan", [solve(4), solve(4)[3:9]], ids=repr)
@pytest.mark.parametrize("moves", [-1, 16])
def test_states_beyond_the_ends_are_refused(plan: Plan, moves: int) -> None:
    with pytest.raises(IndexError, match="outside the plan"):
        plan.state_at(moves)


@pytest.mark.parametrize("moves", [True, 1.0, "1"])
def test_a_number_of_moves_that_is_no_whole_number_is_refused(moves: object) -> None:
    with pytest.raises(NotAnInteger, match="whole number"):
        solve(4).state_at(moves)


def test_every_part_of_a_shortest_way_is_a_shortest_way() -> None:
    assert solve(6)[5:20].optimality == "proven"
    assert solve(30, 5)[5:20].optimality == "presumed"


def test_plans_are_equal_when_they_are_the_same_way() -> None:
    assert solve(5) == solve(5)
    assert hash(solve(5)) == hash(solve(5))
    assert solve(5) == solve_between(State.tower(5, 0), State.tower(5, 2))
    assert solve(5) != solve(5, 3, 0, 1)
    assert solve(5) != solve(6)
    assert solve(5) != list(solve(5))
    assert copy.deepcopy(solve(5)) == solve(5)


def test_slices_are_equal_when_they_are_the_same_part_of_the_same_plan() -> None:
    assert solve(5)[2:7] == solve(5)[2:7]
    assert hash(solve(5)[2:7]) == hash(solve(5)[2:7])
    assert solve(5)[2:7] != solve(5)[2:8]
    assert solve(5)[2:7] != solve(6)[2:7]
    assert solve(5)[2:7] != list(solve(5)[2:7])


def test_a_plan_shows_what_it_is() -> None:
    assert repr(solve(2)) == "<plan in 1 leg, proven, from ((2, 1), (), ()) to ((), (), (2, 1))>"
    assert repr(solve(2)[1:]) == f"<moves 1:3:1 of {solve(2)!r}>"
