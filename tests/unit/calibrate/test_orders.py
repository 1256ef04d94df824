"""Typed lines and keys as orders."""

import pytest

from controller.calibrate import KEYS, parse_order
from controller.calibrate.calibration import STEPS, Refused
from controller.calibrate.orders import Back, Home, Jog, Next, Quit, Save, Size, Teach, Touch, Yes


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("x+ 10", Jog(0, 1, 10.0)),
        ("x+10", Jog(0, 1, 10.0)),
        ("  Y -  0.1 ", Jog(1, -1, 0.1)),
        ("z-", Jog(2, -1)),
        ("step 0.1", Size(0.1)),
        ("teach", Teach()),
        ("teach A", Teach("A")),
        ("TEACH left", Teach("left")),
        ("teach A top", Teach("A top")),
        ("", Next()),
        ("next", Next()),
        ("Home", Home()),
        ("back", Back()),
        ("touch", Touch()),
        ("skip", Touch()),
        ("save", Save()),
        ("quit", Quit()),
        ("yes", Yes()),
        ("# to the first peg", None),
    ],
)
def test_what_lines_mean(line: str, order: object) -> None:
    assert parse_order(line) == order


@pytest.mark.parametrize(
    "line", ["go", "x", "x+ ten", "x+ 1,5", "x+ -5", "x+ 1e3", "step", "xy+ 1", "z+ nan"]
)
def test_other_lines_are_refused_with_those_there_are(line: str) -> None:
    with pytest.raises(Refused, match=r"is no order; there are x\+ 10"):
        parse_order(line)


def test_every_axis_has_keys_for_both_ways() -> None:
    jogs = {(order.axis, order.sign) for order in KEYS.values() if isinstance(order, Jog)}
    assert jogs == {(axis, sign) for axis in range(3) for sign in (1, -1)}


def test_the_key_that_saves_moves_nothing() -> None:
    assert (KEYS["s"], KEYS["S"]) == (Save(), Save())


def test_digits_are_the_sizes_of_a_step_from_coarse_to_fine() -> None:
    assert [KEYS[digit] for digit in "123"] == [Size(step) for step in STEPS]
