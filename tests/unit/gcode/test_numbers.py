import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.errors import UsageError
from controller.gcode.numbers import feed, milliseconds, number


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (-0.0, "0"),
        (-0.0004, "0"),
        (120, "120"),
        (0.5, "0.5"),
        (-1.25, "-1.25"),
        (1e-7, "0"),
        (1e6, "1000000"),
        (1 / 3, "0.333"),
    ],
)
def test_numbers_are_written_as_firmwares_read_them(value: float, text: str) -> None:
    assert number(value) == text


@given(st.floats(-1e7, 1e7))
def test_every_number_is_plain_and_right_to_half_a_thousandth(value: float) -> None:
    text = number(value)
    assert re.fullmatch(r"-?\d+(\.\d{1,2}[1-9]|\.\d?[1-9])?", text)
    assert abs(float(text) - value) <= 0.0005 + 1e-9
    assert text != "-0"


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_what_is_not_finite_is_never_sent(value: float) -> None:
    with pytest.raises(UsageError, match="finite"):
        number(value)


@pytest.mark.parametrize(("speed", "text"), [(200, "12000"), (80, "4800"), (12.345, "741"), (0.001, "1")])
def test_feed_is_whole_millimetres_a_minute_and_never_nought(speed: float, text: str) -> None:
    assert feed(speed) == text


@pytest.mark.parametrize(("seconds", "text"), [(0.3, "300"), (0.0001, "1"), (2, "2000"), (0.29, "290")])
def test_a_wait_is_never_written_shorter_than_asked(seconds: float, text: str) -> None:
    assert milliseconds(seconds) == text
