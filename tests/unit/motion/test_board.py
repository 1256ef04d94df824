"""The board between the pegs is a plane where their feet show one; where they do not, nothing is made up."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tables import FOUR, ROW

from controller.model import Point
from controller.motion.board import board_under

spots = st.tuples(st.integers(-300, 300), st.integers(-300, 300))
tilts = st.floats(-0.07, 0.07)


@given(st.lists(spots, min_size=3, max_size=6, unique=True), tilts, tilts, st.floats(-50, 50), spots)
def test_feet_on_a_tilted_plane_show_that_plane_everywhere(
    places: list[tuple[int, int]], x: float, y: float, z: float, spot: tuple[int, int]
) -> None:
    board = board_under([Point(*place, z + x * place[0] + y * place[1]) for place in places])
    assume(board is not None)  # all in a row
    assert board is not None
    assert board.height(spot) == pytest.approx(z + x * spot[0] + y * spot[1], abs=1e-6)
    assert board.slope == pytest.approx((x * x + y * y) ** 0.5, abs=1e-6)


def test_a_level_board_does_not_slope() -> None:
    board = board_under(FOUR.pegs)
    assert board is not None
    assert board.slope == 0
    assert board.height((0, 0)) == 4


def test_pegs_in_a_row_show_no_plane() -> None:
    assert board_under(ROW.pegs) is None


def test_pegs_nearly_in_a_row_show_none_either() -> None:
    """B, 6 mm off the line from A to C: half a millimetre there would tilt the board by 1 in 12."""
    assert board_under((ROW.pegs[0], Point(156, 0, 0), ROW.pegs[2])) is None


def test_a_peg_on_a_stand_is_no_tilt() -> None:
    """60 mm from the line of the others, 6 higher is just a board; 7 higher is a stand."""
    assert board_under((FOUR.pegs[0], Point(190, 0, 10), FOUR.pegs[2])) is not None
    assert board_under((FOUR.pegs[0], Point(190, 0, 11), FOUR.pegs[2])) is None


def test_of_four_pegs_one_off_the_plane_of_the_others_shows_none() -> None:
    corners = [Point(0, 0, 0), Point(100, 0, 2), Point(0, 100, 3), Point(100, 100, 5)]
    assert board_under(corners) is not None
    assert board_under([*corners[:3], Point(100, 100, 8)]) is None


def test_no_foot_is_above_the_board() -> None:
    """Four feet that are nearly in a plane: a quarter of a millimetre up and down by turns."""
    feet = [Point(0, 0, 1), Point(100, 0, 0), Point(0, 100, 0), Point(100, 100, 0)]
    board = board_under(feet)
    assert board is not None
    assert board.height((0, 0)) == 1
    assert board.height((100, 0)) == 0.5
