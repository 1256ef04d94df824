"""One axis from rest to rest: closed forms of the trapezoid and of the triangle."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.motion.stroke import stroke

sizes = st.floats(0.1, 500)


def test_a_long_stroke_cruises() -> None:
    """100 mm at 80 mm/s and 1200 mm/s2: 1/15 s up to 8/3 mm, and as long down."""
    long = stroke(100, 80, 1200)
    assert long.seconds == pytest.approx(100 / 80 + 80 / 1200)
    assert long.way(1 / 15) == pytest.approx(8 / 3)
    assert long.speed(0.5) == 80
    assert long.when(50) == pytest.approx(long.seconds / 2)


def test_a_short_stroke_is_a_triangle() -> None:
    short = stroke(3, 80, 1200)
    assert short.seconds == pytest.approx(2 * (3 / 1200) ** 0.5)
    assert short.speed(short.seconds / 2) == pytest.approx(60)


def test_no_way_takes_no_time() -> None:
    assert (stroke(0, 80, 1200).seconds, stroke(0, 80, 1200).when(1), stroke(0, 80, 1200).way(1)) == (0, 0, 0)


@given(sizes, sizes, sizes, st.floats(0, 1))
def test_when_and_way_are_each_others_inverse(length, speed, acceleration, share) -> None:
    made = stroke(length, speed, acceleration)
    assert made.way(made.when(share * length)) == pytest.approx(share * length, abs=1e-6)


@given(sizes, sizes, sizes, st.floats(0.01, 0.99))
def test_speed_is_how_fast_the_way_grows(length, speed, acceleration, share) -> None:
    made = stroke(length, speed, acceleration)
    now, moment = share * made.seconds, made.seconds * 1e-6
    grown = (made.way(now + moment) - made.way(now - moment)) / (2 * moment)
    assert grown == pytest.approx(made.speed(now), rel=1e-3, abs=1e-3 * speed)


@given(sizes, sizes, sizes)
def test_it_begins_and_ends_at_rest_and_beyond_its_ends_it_stands(length, speed, acceleration) -> None:
    made = stroke(length, speed, acceleration)
    assert (made.way(-1), made.way(made.seconds + 1)) == (0, pytest.approx(length))
    assert (made.speed(0), made.speed(made.seconds + 1), made.speed(-1)) == (0, 0, 0)
    assert (made.when(-1), made.when(length + 1)) == (0, pytest.approx(made.seconds))
