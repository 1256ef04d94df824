"""Any legal state to any other: the fewest moves where that is claimed, legal moves always."""

import random

import pytest
from exhaustive import distances
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.errors import InvalidPlan
from controller.model import State
from controller.planner import Plan, solve, solve_between
from controller.planner.search import shortest_way


def replayed(plan: Plan, state: State) -> State:
    for move in plan:
        state = state.apply(move)
    return state


def pairs(pegs: int, most: int) -> st.SearchStrategy[tuple[State, State]]:
    def of(disks: int) -> st.SearchStrategy[tuple[State, State]]:
        where = st.tuples(*[st.integers(0, pegs - 1)] * disks)
        states = st.builds(State, where, st.just(pegs))
        return st.tuples(states, states)

    return st.integers(1, most).flatmap(of)


def anyhow(disks: int, pegs: int, seed: int) -> State:
    chance = random.Random(seed)
    return State(tuple(chance.randrange(pegs) for _ in range(disks)), pegs)


@pytest.mark.parametrize(("pegs", "disks"), [(3, 1), (3, 2), (3, 3), (3, 4), (4, 1), (4, 2), (4, 3), (5, 2)])
def test_between_all_states_the_plan_is_a_shortest_one(pegs: int, disks: int) -> None:
    for start in distances((0,) * disks, pegs):
        for goal, fewest in distances(start, pegs).items():
            plan = solve_between(State(start, pegs), State(goal, pegs))
            assert plan.length == fewest
            assert plan.optimality == "proven"
            assert replayed(plan, State(start, pegs)) == State(goal, pegs)


@given(pairs(3, 7) | pairs(4, 5) | pairs(5, 4))
@settings(max_examples=100, deadline=None)
def test_between_random_states_the_plan_is_a_shortest_one(ends: tuple[State, State]) -> None:
    start, goal = ends
    plan = solve_between(start, goal)
    assert plan.length == distances(start.peg_of, start.pegs)[goal.peg_of]
    assert replayed(plan, start) == goal == plan.goal


@given(pairs(3, 7) | pairs(4, 5))
@settings(max_examples=60, deadline=None)
def test_every_state_on_the_way_knows_its_place(ends: tuple[State, State]) -> None:
    start, goal = ends
    plan = solve_between(start, goal)
    state = start
    for done, move in enumerate(plan):
        assert plan.state_at(done) == state
        assert plan.index_of(state) == done
        state = state.apply(move)
    assert plan.index_of(goal) == plan.length


def test_the_largest_disk_moves_twice_where_that_is_shorter() -> None:
    start, goal = State((1, 1, 0), 3), State((0, 0, 1), 3)
    plan = solve_between(start, goal)
    assert [move.disk for move in plan].count(3) == 2
    assert plan.length == distances(start.peg_of, 3)[goal.peg_of]


@pytest.mark.parametrize("disks", [64, 1000])
def test_large_ways_on_three_pegs_are_lazy_and_right_wherever_one_looks(disks: int) -> None:
    start, goal = anyhow(disks, 3, 1), anyhow(disks, 3, 2)
    plan = solve_between(start, goal)
    assert plan.goal == goal
    assert next(iter(plan)) == plan[0]
    for part in (0, 1, 2, 5, 8, 9):
        done = (plan.length - 1) * part // 9
        state = plan.state_at(done)
        assert plan.index_of(state) == done
        assert state.apply(plan[done]) == plan.state_at(done + 1)


def test_every_part_of_a_large_way_is_as_short_as_the_way_between_its_ends() -> None:
    plan = solve_between(anyhow(64, 3, 3), anyhow(64, 3, 4))
    first, last = plan.length // 7, plan.length // 3
    assert solve_between(plan.state_at(first), plan.state_at(last)).length == last - first


@given(pairs(3, 64))
@settings(max_examples=60, deadline=None)
def test_there_and_back_are_equally_long(ends: tuple[State, State]) -> None:
    start, goal = ends
    assert solve_between(start, goal).length == solve_between(goal, start).length


@pytest.mark.parametrize("pegs", [3, 4, 5])
@pytest.mark.parametrize("disks", [0, 1, 5, 40])
def test_a_tower_goes_as_solve_takes_it(disks: int, pegs: int) -> None:
    plan = solve_between(State.tower(disks, 0, pegs), State.tower(disks, 1, pegs))
    assert plan.length == solve(disks, pegs).length
    assert plan.optimality == solve(disks, pegs).optimality


def test_larger_disks_already_in_place_never_move() -> None:
    start, goal = State((0, 0, 0, 2, 1), 4), State((3, 3, 3, 2, 1), 4)
    plan = solve_between(start, goal)
    assert plan.length == solve(3, 4).length
    assert replayed(plan, start) == goal


def test_from_a_state_to_itself_nothing_moves() -> None:
    state = State((0, 1, 2, 1), 3)
    plan = solve_between(state, state)
    assert plan.length == 0
    assert list(plan) == []
    assert plan.optimality == "proven"
    assert plan.state_at(0) == state
    assert plan.index_of(state) == 0
    assert plan.index_of(State((0, 1, 2, 2), 3)) is None


@pytest.mark.parametrize("pegs", [4, 6])
def test_a_way_too_long_to_be_searched_is_legal_and_claims_nothing(pegs: int) -> None:
    start, goal = anyhow(16, pegs, 8), anyhow(16, pegs, 9)
    plan = solve_between(start, goal)
    assert plan.optimality == "not optimal"
    assert replayed(plan, start) == goal


def test_a_large_tower_is_rebuilt_from_any_state_on_four_pegs() -> None:
    plan = solve_between(anyhow(40, 4, 5), State.tower(40, 3, 4))
    assert replayed(plan, plan.start) == State.tower(40, 3, 4)


def test_a_search_gives_up_once_it_has_seen_more_states_than_allowed() -> None:
    start, goal = State.tower(5, 0, 4), State.tower(5, 1, 4)
    assert shortest_way(start, goal, most_states=100) is None
    found = shortest_way(start, goal)
    assert found is not None
    assert len(found) == 13


def test_different_pegs_or_disks_are_refused() -> None:
    with pytest.raises(InvalidPlan, match="3 pegs cannot become 4"):
        solve_between(State.tower(3, 0), State.tower(3, 1, 4))
    with pytest.raises(InvalidPlan, match="3 disks cannot become 4"):
        solve_between(State.tower(3, 0), State.tower(4, 1))
