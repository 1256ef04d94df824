"""Hints lead to the goal by the fewest moves, and say why in words."""

import pytest
from exhaustive import distances

from controller.errors import InvalidPlan
from controller.model import Move, State
from controller.planner import hint, solve, solve_between

NAMES = ("Left", "Middle", "Right")


@pytest.mark.parametrize(("source", "target"), [(0, 2), (0, 1), (2, 1)])
@pytest.mark.parametrize("disks", range(1, 8))
def test_the_hand_rule_names_the_move_of_the_plan_all_along(disks: int, source: int, target: int) -> None:
    plan = solve(disks, 3, source, target)
    state = plan.start
    for move in plan:
        given = hint(plan, state, NAMES)
        assert given is not None
        assert given.move == move
        state = state.apply(given.move)
    assert hint(plan, state, NAMES) is None


@pytest.mark.parametrize("done", [0, 1, 2, 2**63 - 1, 2**63, 2**63 + 1, 2**64 - 2])
def test_the_hand_rule_holds_for_64_disks(done: int) -> None:
    plan = solve(64)
    given = hint(plan, plan.state_at(done), NAMES)
    assert given is not None
    assert given.move == plan[done]


@pytest.mark.parametrize(("pegs", "disks"), [(3, 5), (4, 4)])
def test_from_any_state_the_hints_lead_to_the_goal_by_the_fewest_moves(pegs: int, disks: int) -> None:
    plan = solve(disks, pegs)
    names = "ABCD"[:pegs]
    for start, fewest in distances(plan.goal.peg_of, pegs).items():
        state, moves = State(start, pegs), 0
        while (given := hint(plan, state, names)) is not None:
            state = state.apply(given.move)
            moves += 1
        assert state == plan.goal
        assert moves == fewest or plan.index_of(State(start, pegs)) is None


@pytest.mark.parametrize(
    ("disks", "done", "words"),
    [
        (3, 0, "Begin with disk 1: for an odd number of disks it goes to the goal, Right."),
        (4, 0, "Begin with disk 1: for an even number of disks it goes to the spare peg, Middle."),
        (3, 1, "Disk 1 lies on Right: leave it there and move disk 2 from Left to Middle."),
        (3, 2, "Disk 2 has just moved, and 2 is even: put disk 1 on top of it, on Middle."),
        (
            3,
            3,
            "Disks 1 to 2 lie on one another on Middle: leave them there and move disk 3 from Left to Right.",
        ),
        (3, 4, "Disk 3 has just moved, and 3 is odd: put disk 1 on the peg it came from, Left."),
    ],
)
def test_on_the_path_the_rule_by_hand_is_spoken(disks: int, done: int, words: str) -> None:
    plan = solve(disks)
    given = hint(plan, plan.state_at(done), NAMES)
    assert given is not None
    assert given.text == words


def test_off_the_path_the_first_move_of_the_shortest_way_is_named() -> None:
    plan = solve(3)
    assert hint(plan, State((1, 0, 0), 3), NAMES) == (
        Move(1, 1, 2),
        "From here 7 moves are left: begin with disk 1 from Middle to Right.",
    )
    assert hint(plan, State((1, 2, 2), 3), NAMES) == (
        Move(1, 1, 2),
        "From here one move is left: begin with disk 1 from Middle to Right.",
    )


def test_on_any_other_plan_its_own_next_move_is_named() -> None:
    plan = solve_between(State((0, 1, 2), 3), State((2, 2, 2), 3))
    given = hint(plan, plan.start, NAMES)
    assert given is not None
    assert given == (Move(2, 1, 2), "Next, move disk 2 from Middle to Right.")


def test_a_state_of_another_puzzle_is_refused() -> None:
    with pytest.raises(InvalidPlan, match="2 disks cannot become 3"):
        hint(solve(3), State.tower(2, 0), NAMES)
