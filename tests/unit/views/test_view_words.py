"""Times, numbers and places in words that a visitor reads."""

import pytest

from controller.model import Move, State
from controller.views import words


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0 s"),
        (12.4, "13 s"),
        (89, "89 s"),
        (90, "2 min"),
        (3601, "61 min"),
        (5 * 3600, "5 h"),
        (3 * 86400, "3 days"),
        (2**64 - 1, "5.8e+11 years"),
        (float("inf"), "inf years"),
    ],
)
def test_a_time_to_wait_is_rounded_up_to_what_people_say(seconds: float, text: str) -> None:
    assert words.duration(seconds) == text


@pytest.mark.parametrize(("seconds", "text"), [(0, "0:00"), (59.9, "0:59"), (61, "1:01"), (3723, "1:02:03")])
def test_time_gone_reads_as_a_clock(seconds: float, text: str) -> None:
    assert words.clock(seconds) == text


def test_a_number_nobody_reads_is_given_by_its_size() -> None:
    assert words.count(1023) == "1023"
    assert words.count(2**64 - 1) == "about 10^19"
    assert words.count(2**100_000 - 1) == "about 10^30102"


NAMES = ("A", "B", "C")


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (State.tower(5, 2), "all 5 disks stand on C"),
        (State.tower(1, 0), "the one disk stands on A"),
        (State.tower(0, 0), "there are no disks"),
        (State((2, 2, 1, 1, 0, 0), 3), "the disks stand A:6,5 B:4,3 C:2,1 (bottom to top)"),
    ],
)
def test_where_all_disks_stand(state: State, text: str) -> None:
    assert words.where(state, NAMES) == text


@pytest.mark.parametrize(
    ("state", "gripper", "text"),
    [
        (
            State((0, 1, 2), 3),
            True,
            "disk 1 may be in the gripper, on A or on B: look; the others stand B:2 C:3 (bottom to top)",
        ),
        (State.tower(1, 0), True, "disk 1 may be in the gripper, on A or on B: look"),
        (
            State((0, 1, 2), 3),
            False,
            "disk 1 was on its way from A to B; the others stand B:2 C:3 (bottom to top)",
        ),
        (State.tower(1, 0), False, "disk 1 was on its way from A to B"),
    ],
)
def test_where_the_disks_stand_after_one_moved(state: State, gripper: bool, text: str) -> None:
    assert words.in_doubt(state, NAMES, Move(1, 0, 1), gripper) == text


def test_where_the_disks_stand_while_one_moves() -> None:
    text = "disk 1 from A to B is under way"
    assert words.under_way(State.tower(1, 0), NAMES, Move(1, 0, 1)) == text
    others = f"{text}; the others stand B:2 C:3 (bottom to top)"
    assert words.under_way(State((0, 1, 2), 3), NAMES, Move(1, 0, 1)) == others


@pytest.mark.parametrize(
    ("given", "made"),
    [("", ""), ("Going", "Going."), ("Ready?", "Ready?"), ("two\nlines\x1b[2J", "two lines [2J.")],
)
def test_a_sentence_is_one_line_without_control_characters(given: str, made: str) -> None:
    assert words.sentence(given) == made


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (2**64 - 1, "584.5 thousand million years"),  # as many moves as 64 disks need, at one a second
        (2**80, "38,308.5 million million years"),
        (2**300, "10^82 years"),
        (4e13, "1.3 million years"),
        (1e11, "3,168.8 years"),
        (2 * 365.25 * 86400, "2.0 years"),
        (699 * 86400, "699 days"),
        (86400 + 3600 * 2.4, "1 day 2 h"),
        (86399, "1 day"),
        (3600 + 44 * 60, "1 h 44 min"),
        (104, "1 min 44 s"),
        (119.7, "2 min"),
        (59.4, "59 s"),
        (59.6, "1 min"),
        (0, "0 s"),
    ],
)
def test_an_age_is_said_in_words(seconds: float, text: str) -> None:
    assert words.ages(seconds) == text
