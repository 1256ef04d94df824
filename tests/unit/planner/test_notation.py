"""States are read and written as on the command line; what cannot be is refused in one sentence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.errors import IllegalState, InvalidPlan
from controller.model import State
from controller.planner.notation import (
    format_state,
    parse_state,
    peg_named,
    peg_names,
    pegs_used,
    readable,
)


@given(st.lists(st.integers(0, 3), max_size=12))
def test_what_is_written_is_read_back(peg_of: list[int]) -> None:
    state = State(tuple(peg_of), 4)
    assert parse_state(format_state(state, "ABCD"), "ABCD", len(peg_of)) == state


def test_disks_are_listed_bottom_to_top_and_pegs_left_out_are_empty() -> None:
    state = parse_state("A:6,3 B:5,4 C:2,1", "ABC")
    assert state == State((2, 2, 0, 1, 1, 0), 3)
    assert format_state(state, "ABC") == "A:6,3 B:5,4 C:2,1"
    assert parse_state("  C:2,1   A: ", "ABC") == State((2, 2), 3)
    assert parse_state("Right:1", ["Left", "Middle", "Right"]) == State((2,), 3)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "names no peg"),
        ("A", "'A' is not a peg with its disks"),
        ("D:1", "There is no peg 'D'; the pegs are A, B, C"),
        ("a:1", "There is no peg 'a'"),
        ("A:2 A:1", "Peg A is named twice"),
        ("A:1,2", "cannot stand on the smaller disk"),
        ("A:2,1 B:1", "stands in two places"),
        ("A:3,1", "Disk 2 is missing"),
        ("A:2,x B:1", "'x' in 'A:2,x' is not the number of a disk"),
        ("A:2, B:1", "'' in 'A:2,' is not the number of a disk"),
        ("A:-1", "'-1' in 'A:-1' is not the number of a disk"),
        ("A:²", "is not the number of a disk"),
        ("A:9999999999", "is not the number of a disk"),
        ("A:0", "Disk 1 is missing"),
        ("A:2,1", "has 3 disks, and disk 3 is not named"),
    ],
)
def test_what_cannot_stand_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(IllegalState, match=complaint):
        parse_state(text, "ABC", 3 if text == "A:2,1" else None)


def test_pegs_are_named_by_letters_however_many_they_are() -> None:
    assert peg_names(3) == ("A", "B", "C")
    assert peg_names(28)[-3:] == ("Z", "A1", "B1")
    assert len(set(peg_names(1000))) == 1000


@pytest.mark.parametrize("pegs", [2, 1001])
def test_too_few_or_too_many_pegs_have_no_names(pegs: int) -> None:
    with pytest.raises(InvalidPlan, match="number of pegs must be"):
        peg_names(pegs)


def test_a_peg_is_found_by_its_name() -> None:
    assert peg_named("C", "ABC") == 2
    with pytest.raises(InvalidPlan, match="There is no peg 'D'; the pegs are A, B, C"):
        peg_named("D", "ABC")
    with pytest.raises(InvalidPlan, match=r"the pegs are A, B, C, \.\.\., B1"):
        peg_named("a", peg_names(28))


@pytest.mark.parametrize(
    ("texts", "pegs"), [(["A:1", "B:1"], 3), (["A:1", "D:1"], 4), (["F:1", "?:1"], 6), ([""], 3)]
)
def test_the_pegs_used_are_those_up_to_the_last_one_named(texts: list[str], pegs: int) -> None:
    assert pegs_used(texts) == pegs


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0"),
        (2**64 - 1, "18,446,744,073,709,551,615"),
        (2**100 - 1, "about 1.27e30"),
        (10**20, "about 1.00e20"),
        (2**9_999, "about 9.98e3009"),
    ],
)
def test_large_numbers_stay_readable(number: int, text: str) -> None:
    assert readable(number) == text
