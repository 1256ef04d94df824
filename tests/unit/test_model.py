"""Moves, states and what the rules allow."""

import itertools
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.errors import HanoiError, IllegalMove, IllegalState, NotAnInteger
from controller.model import Move, State

modest = settings(max_examples=50, deadline=None)


@st.composite
def states(draw: st.DrawFn) -> State:
    pegs = draw(st.integers(3, 6))
    return State(tuple(draw(st.lists(st.integers(0, pegs - 1), max_size=8))), pegs)


def play(stacks: list[list[int]], move: Move) -> list[list[int]] | None:
    """The rules as a child knows them: take a top disk, put it on no smaller one. None where forbidden."""
    disk, source, target = move
    stacks = [list(stack) for stack in stacks]
    if source == target or not stacks[source] or stacks[source].pop() != disk:
        return None
    if stacks[target] and stacks[target][-1] < disk:
        return None
    stacks[target].append(disk)
    return stacks


@pytest.mark.parametrize("state", [State(peg_of, 3) for peg_of in itertools.product(range(3), repeat=3)])
def test_a_move_is_allowed_just_where_the_rules_of_the_game_allow_it(state: State) -> None:
    before = [list(stack) for stack in state.stacks]
    for move in itertools.starmap(Move, itertools.product((1, 2, 3), range(3), range(3))):
        after = play(before, move)
        if after is None:
            with pytest.raises(IllegalMove):
                state.apply(move)
        else:
            assert [list(stack) for stack in state.apply(move).stacks] == after


@modest
@given(states())
def test_every_disk_stands_once_and_every_stack_narrows_upwards(state: State) -> None:
    assert sorted(itertools.chain(*state.stacks)) == list(range(1, state.disks + 1))
    assert all(stack == tuple(sorted(stack, reverse=True)) for stack in state.stacks)
    assert len(state.stacks) == state.pegs


@modest
@given(states())
def test_stacks_and_states_say_the_same(state: State) -> None:
    assert State.of_stacks(state.stacks) == state


@modest
@given(states())
def test_the_top_disk_is_the_last_of_its_stack(state: State) -> None:
    assert [state.top(peg) for peg in range(state.pegs)] == [
        stack[-1] if stack else None for stack in state.stacks
    ]


def test_a_tower_has_all_disks_on_one_peg() -> None:
    assert State.tower(3, 1, 4).stacks == ((), (3, 2, 1), (), ())
    assert State.tower(2, 2).pegs == 3


def test_a_tower_of_no_disks_stands_anywhere() -> None:
    assert State.tower(0, 1) == State((), 3)
    assert State.tower(0, 1).stacks == ((), (), ())


def test_a_move_leaves_the_state_it_starts_from_alone() -> None:
    start = State.tower(2, 0)
    assert start.apply(Move(1, 0, 2)) == State((2, 0), 3)
    assert start == State((0, 0), 3)
    with pytest.raises(FrozenInstanceError):
        start.pegs = 4


def test_states_are_equal_by_what_they_say_and_can_be_keys() -> None:
    assert {State.tower(2, 0): "start"}[State((0, 0), 3)] == "start"
    assert State((0, 0), 3) != State((0, 0), 4)


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        (Move(0, 0, 1), "There is no disk 0; the disks are 1 to 3."),
        (Move(4, 0, 1), "There is no disk 4; the disks are 1 to 3."),
        (Move(1, 2, 3), "A move from peg 2 to 3: the pegs are 0 to 2."),
        (Move(1, -1, 2), "A move from peg -1 to 2: the pegs are 0 to 2."),
        (Move(1, 2, 2), "Disk 1 cannot move from peg 2 to itself."),
        (Move(1, 0, 1), "Disk 1 is not on top of peg 0."),
        (Move(3, 0, 1), "Disk 3 is not on top of peg 0."),
        (Move(2, 0, 2), "Disk 2 cannot stand on the smaller disk 1 on peg 2."),
    ],
)
def test_a_forbidden_move_is_refused_in_words(move: Move, sentence: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        State.of_stacks([[3, 2], [], [1]]).apply(move)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize(
    ("peg_of", "pegs", "sentence"),
    [
        ((0, 3), 3, "Disk 2 is on peg 3; the pegs are 0 to 2."),
        ((-1,), 3, "Disk 1 is on peg -1; the pegs are 0 to 2."),
        ((0,), 2, "A tower needs at least three pegs, not 2."),
        ((), 0, "A tower needs at least three pegs, not 0."),
    ],
)
def test_an_impossible_state_is_refused_in_words(peg_of: tuple[int, ...], pegs: int, sentence: str) -> None:
    with pytest.raises(IllegalState) as refusal:
        State(peg_of, pegs)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize(
    ("stacks", "sentence"),
    [
        ([[1, 2], [], []], "Disk 2 cannot stand on the smaller disk 1."),
        ([[2, 1], [1], []], "Disk 1 stands in two places."),
        ([[2, 2], [], []], "Disk 2 stands in two places."),
        ([[3, 1], [], []], "Disk 2 is missing; with 2 disks they are 1 to 2."),
        ([[0], [], []], "Disk 1 is missing; with 1 disks they are 1 to 1."),
        ([[1], []], "A tower needs at least three pegs, not 2."),
    ],
)
def test_stacks_that_break_a_rule_are_refused_in_words(stacks: list[list[int]], sentence: str) -> None:
    with pytest.raises(IllegalState) as refusal:
        State.of_stacks(stacks)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize("number", [1.0, "1", None, True])
def test_what_is_no_whole_number_is_no_peg_and_no_count(number: object) -> None:
    for make in (
        lambda: State((number,), 3),
        lambda: State((0,), number),
        lambda: State.tower(number, 0),
        lambda: State.tower(1, number),
    ):
        with pytest.raises(NotAnInteger, match="whole number"):
            make()


def test_a_tower_of_fewer_than_no_disks_is_refused() -> None:
    with pytest.raises(IllegalState, match="cannot be negative: -1"):
        State.tower(-1, 0)


@pytest.mark.parametrize("peg", [3, -1])
@pytest.mark.parametrize("disks", [0, 2])
def test_a_tower_on_a_peg_that_is_not_there_is_refused_even_without_disks(disks: int, peg: int) -> None:
    with pytest.raises(IllegalState, match=rf"peg {peg}; the pegs are 0 to 2"):
        State.tower(disks, peg)


def test_a_state_takes_any_sequence_of_pegs_and_keeps_a_tuple() -> None:
    assert State([0, 1], 3) == State((0, 1), 3)


@pytest.mark.parametrize(
    ("error", "standard"), [(IllegalMove, ValueError), (IllegalState, ValueError), (NotAnInteger, TypeError)]
)
def test_errors_are_of_the_standard_type_and_mean_wrong_usage(
    error: type[HanoiError], standard: type[Exception]
) -> None:
    assert issubclass(error, standard)
    assert error("").exit_code == 2
