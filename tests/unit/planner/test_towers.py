"""Whole towers on any number of pegs: legal, as short as exhaustive search says, readable at any move."""

import pytest
from exhaustive import distances, fewest_moves_of_a_tower
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.errors import InvalidPlan, NotAnInteger
from controller.model import Move, State
from controller.planner import solve
from controller.planner.solve import MOST_DISKS, MOST_PEGS, SEARCHED_DISKS

FRAME_STEWART = {
    4: [0, 1, 3, 5, 9, 13, 17, 25, 33, 41, 49, 65, 81, 97, 113, 129],
    5: [0, 1, 3, 5, 7, 11, 15, 19, 23, 27, 31, 39, 47],
}


@pytest.mark.parametrize("pegs", [3, 4, 5, 6])
@pytest.mark.parametrize("disks", range(8))
def test_every_move_is_legal_and_every_state_is_what_replaying_gives(disks: int, pegs: int) -> None:
    for source in range(pegs):
        for target in set(range(pegs)) - {source}:
            plan = solve(disks, pegs, source, target)
            state = State.tower(disks, source, pegs)
            for done, move in enumerate(plan):
                assert plan.state_at(done) == state
                assert plan.index_of(state) == done
                assert plan[done] == move
                state = state.apply(move)
            assert state == State.tower(disks, target, pegs) == plan.goal == plan.state_at(plan.length)
            assert plan.index_of(state) == plan.length


@pytest.mark.parametrize(("pegs", "most"), [(3, 8), (4, 7), (5, 6)])
def test_plans_are_as_short_as_exhaustive_search_says(pegs: int, most: int) -> None:
    for disks in range(most + 1):
        away = distances((0,) * disks, pegs)
        assert solve(disks, pegs).length == away[(pegs - 1,) * disks]


@pytest.mark.parametrize("pegs", range(5, SEARCHED_DISKS + 1))
def test_what_is_called_proven_by_search_is(pegs: int) -> None:
    for disks in range(pegs, SEARCHED_DISKS + 1):
        assert solve(disks, pegs).length == fewest_moves_of_a_tower(disks, pegs)


@pytest.mark.parametrize("pegs", FRAME_STEWART)
def test_lengths_are_the_known_ones(pegs: int) -> None:
    known = FRAME_STEWART[pegs]
    assert [solve(disks, pegs).length for disks in range(len(known))] == known


def test_lengths_are_the_best_that_the_recursion_of_frame_and_stewart_can_reach() -> None:
    row = [(1 << disks) - 1 for disks in range(60)]
    for pegs in range(4, 9):
        fewer, row = row, [0, 1]
        for disks in range(2, 60):
            row.append(min(2 * row[disks - kept] + fewer[kept] for kept in range(1, disks)))
        assert [solve(disks, pegs).length for disks in range(60)] == row


def test_the_claims_are_no_more_than_is_known() -> None:
    assert solve(500).optimality == "proven"
    assert solve(500, 4).optimality == "proven"
    assert solve(SEARCHED_DISKS, 5).optimality == "proven"
    assert solve(SEARCHED_DISKS + 1, 5).optimality == "presumed"
    assert solve(20, 21).optimality == "proven"
    assert solve(21, 21).optimality == "presumed"


@given(st.integers(1, 1000), st.sampled_from([3, 3, 4, 5, 9]), st.data())
@settings(max_examples=60, deadline=None)
def test_a_plan_of_any_size_is_right_wherever_one_looks(disks: int, pegs: int, data: st.DataObject) -> None:
    source, target = data.draw(st.permutations(range(pegs)))[:2]
    plan = solve(disks, pegs, source, target)
    done = data.draw(st.integers(0, plan.length - 1))
    before = plan.state_at(done)
    assert plan.index_of(before) == done
    assert before.apply(plan[done]) == plan.state_at(done + 1)
    assert next(plan.moves_from(done)) == plan[done]


@pytest.mark.parametrize("disks", [10, 11, 12, 13, 14])
def test_bulk_iteration_agrees_with_the_formula_across_its_blocks(disks: int) -> None:
    plan = solve(disks, 3, 1, 0)
    assert list(plan) == [plan.move_at(index) for index in range(plan.length)]


def test_a_thousand_disks_begin_at_once_on_three_and_on_four_pegs() -> None:
    assert next(iter(solve(1000))) == Move(1, 0, 1)
    assert next(iter(solve(1000, 4))).disk == 1
    assert solve(1000).length == 2**1000 - 1


@pytest.mark.parametrize("pegs", [3, 4, 5])
def test_states_off_the_way_have_no_place_on_it(pegs: int) -> None:
    disks = 5
    plan = solve(disks, pegs)
    on_the_way = {plan.state_at(done).peg_of for done in range(plan.length + 1)}
    for pegs_of_disks in distances((0,) * disks, pegs):
        found = plan.index_of(State(pegs_of_disks, pegs))
        assert (found is not None) == (pegs_of_disks in on_the_way)


def test_states_of_another_puzzle_have_no_place_on_the_way() -> None:
    assert solve(3).index_of(State.tower(4, 0)) is None
    assert solve(3).index_of(State.tower(3, 0, 4)) is None


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((-1,), "number of disks must be 0 or more, not -1"),
        ((3, 2), "number of pegs must be 3 or more, not 2"),
        ((3, 3, 3), "source must be one of the pegs 0 to 2, not 3"),
        ((3, 3, -1), "source must be one of the pegs 0 to 2, not -1"),
        ((3, 4, 0, 4), "target must be one of the pegs 0 to 3, not 4"),
        ((3, 3, 1, 1), "both peg 1"),
        ((3, 3, 2), "both peg 2"),
        ((MOST_DISKS + 1,), "at most 1,000,000 disks"),
        ((3, MOST_PEGS + 1), "1,000 pegs"),
    ],
)
def test_a_plan_that_cannot_be_is_refused_in_one_sentence(arguments: tuple[int, ...], complaint: str) -> None:
    with pytest.raises(InvalidPlan, match=complaint):
        solve(*arguments)


@pytest.mark.parametrize(
    "arguments", [(True,), (3.0,), ("3",), (None,), (3, 3.0), (3, True), (3, 3, False), (3, 3, 0, 2.0)]
)
def test_numbers_that_are_no_whole_numbers_are_refused(arguments: tuple[object, ...]) -> None:
    with pytest.raises(NotAnInteger, match="must be a whole number"):
        solve(*arguments)
