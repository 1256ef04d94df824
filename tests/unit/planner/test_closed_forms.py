"""The closed forms against a replay of small towers, and against each other for a thousand disks."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.errors import InvalidPlan, NotAnInteger
from controller.planner import disk_moved, gray_code, last_moved, peg_after, solve, times_moved

DISKS = 7


@pytest.mark.parametrize(("source", "target"), [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)])
@pytest.mark.parametrize("disks", range(DISKS + 1))
def test_they_say_what_a_replay_shows(disks: int, source: int, target: int) -> None:
    plan = solve(disks, 3, source, target)
    state, times, last = plan.start, Counter[int](), dict[int, int]()
    for number, move in enumerate(plan, 1):
        state = state.apply(move)
        times[move.disk] += 1
        last[move.disk] = number
        assert disk_moved(number) == move.disk
        for disk in range(1, disks + 1):
            assert times_moved(disk, number) == times[disk]
            assert last_moved(disk, number) == last.get(disk)
            assert peg_after(disk, number, disks, source, target) == state.peg_of[disk - 1]


def test_before_the_first_move_nothing_has_moved() -> None:
    assert times_moved(3, 0) == 0
    assert last_moved(3, 0) is None
    assert peg_after(3, 0, 5, 1, 0) == 1


def test_the_gray_code_changes_in_the_bit_of_the_disk_that_moves() -> None:
    for number in range(1, 1 << DISKS):
        assert gray_code(number) ^ gray_code(number - 1) == 1 << (disk_moved(number) - 1)


@given(st.integers(1, (1 << 1000) - 1), st.integers(1, 1000))
@settings(max_examples=60, deadline=None)
def test_a_thousand_disks_obey_the_same_laws(moves: int, disk: int) -> None:
    last = last_moved(disk, moves)
    if last is None:
        assert moves < 1 << (disk - 1)
    else:
        assert disk_moved(last) == disk
        assert times_moved(disk, last) == times_moved(disk, moves) == times_moved(disk, last - 1) + 1
    assert peg_after(disk, moves, 1000) == solve(1000).state_at(moves).peg_of[disk - 1]


def test_all_turns_together_are_all_moves() -> None:
    moves = (1 << 200) // 7
    assert sum(times_moved(disk, moves) for disk in range(1, 201)) == moves


def test_the_move_read_from_its_bits_stands_as_published() -> None:
    """Move 216 of 8 disks, from the left peg to the right one."""
    assert [peg_after(disk, 216, 8) for disk in range(8, 0, -1)] == [2, 2, 0, 1, 1, 0, 0, 0]


@pytest.mark.parametrize(
    ("ask", "complaint"),
    [
        (lambda: disk_moved(0), "number of a move must be 1 or more"),
        (lambda: gray_code(-1), "number of moves done must be 0 or more"),
        (lambda: times_moved(0, 5), "A disk must be 1 or more"),
        (lambda: last_moved(1, -5), "number of moves done must be 0 or more"),
        (lambda: peg_after(4, 1, 3), "no disk 4 in a tower of 3"),
        (lambda: peg_after(3, 8, 3), "done after fewer moves"),
        (lambda: peg_after(3, 1, 3, 1, 1), "both peg 1"),
        (lambda: peg_after(3, 1, 3, 0, 3), "pegs 0 to 2, not 3"),
    ],
)
def test_what_cannot_be_is_refused(ask: "object", complaint: str) -> None:
    assert callable(ask)
    with pytest.raises(InvalidPlan, match=complaint):
        ask()


def test_a_number_that_is_no_whole_number_is_refused() -> None:
    with pytest.raises(NotAnInteger, match=r"must be a whole number, not 2\.0"):
        disk_moved(2.0)
