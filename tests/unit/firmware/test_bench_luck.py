"""The laws of chance on the bench, against their closed forms."""

import math
import random
from statistics import fmean, pvariance

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_proto.imperfection import Countdown, Imperfections, Leak
from firmware_proto.points import Point
from firmware_proto.quick_bench import Pieces, QuickBench
from firmware_proto.seats import Load, Seat, tips_over

FLAT = Pieces([10.0], [30.0], [1e6], Seat())


def _walked(carries: int, imperfections: Imperfections, draw: random.Random) -> tuple[float, float]:
    bench = QuickBench(FLAT, [[1], []], imperfections, draw)
    for number in range(carries):
        assert bench.carry(1, number % 2, 1 - number % 2, 2.0) is None
    return bench.aside(1)


def test_the_smallest_disk_walks_some_13_mm_in_a_day_of_4500_moves() -> None:
    # It makes every second move; 0.2 mm rms on each axis, a pick and place.
    draw = random.Random(7)
    ends = [_walked(2250, Imperfections(placing=0.2), draw) for _ in range(60)]
    assert math.sqrt(fmean(x * x + y * y for x, y in ends)) == pytest.approx(13.4, rel=0.15)
    assert fmean(x for x, _ in ends) == pytest.approx(0, abs=3 * 9.5 / math.sqrt(60))


def test_errors_of_picking_and_placing_add_up_as_independent_errors_do() -> None:
    draw = random.Random(3)
    ends = [_walked(20, Imperfections(picking=0.3, placing=0.4), draw) for _ in range(2000)]
    assert pvariance([x for x, _ in ends]) == pytest.approx(20 * 0.5**2, rel=0.1)
    assert pvariance([y for _, y in ends]) == pytest.approx(20 * 0.5**2, rel=0.1)


@pytest.mark.parametrize("chance", [0.5, 0.05])
def test_trials_until_it_happens_are_geometrically_distributed(chance: float) -> None:
    countdown = Countdown(chance, random.Random(11))
    waits = []
    for _ in range(4000):
        trials = 1
        while not countdown.happens():
            trials += 1
        waits.append(trials)
    assert min(waits) == 1
    assert fmean(waits) == pytest.approx(1 / chance, rel=0.06)
    assert pvariance(waits) == pytest.approx((1 - chance) / chance**2, rel=0.15)


@pytest.mark.parametrize(("chance", "happens"), [(0.0, False), (1.0, True)])
def test_what_is_certain_or_impossible_needs_no_luck(chance: float, happens: bool) -> None:
    countdown = Countdown(chance, random.Random(1))
    assert {countdown.happens() for _ in range(100)} == {happens}


@pytest.mark.parametrize("carry", [0.5, 3.0])
def test_a_leak_of_chance_p_a_second_spares_a_carry_of_t_seconds_with_1_less_p_to_the_t(carry: float) -> None:
    leak = Leak(0.1, random.Random(5))
    lost = sum(leak.held(carry) for _ in range(20_000))
    assert lost / 20_000 == pytest.approx(1 - 0.9**carry, rel=0.05)


def test_a_grip_that_never_leaks_holds_for_ever_and_one_that_must_is_lost_at_once() -> None:
    assert not Leak(0.0, random.Random(1)).held(1e12)
    assert Leak(1.0, random.Random(1)).held(0.001)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"placing": -0.1}, "placing is -0.1; it cannot be below 0."),
        ({"leak": 1.5}, "leak is 1.5; a chance is at most 1."),
        ({"late_release": -1.0}, "late_release is -1"),
        ({"double_pick": 2.0}, "double_pick is 2; a chance"),
    ],
)
def test_imperfections_that_cannot_be_are_refused(wrong: dict[str, float], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        Imperfections(**wrong)


@settings(max_examples=60)
@given(st.floats(-9, 9), st.floats(-9, 9), st.floats(0, 4), st.sampled_from(["none", "pole", "recess"]))
def test_a_seat_never_makes_it_worse_and_keeps_to_its_play(
    x: float, y: float, play: float, kind: str
) -> None:
    settled = Seat(kind, capture=5.0, play=play).settle(x, y)
    if kind == "none":
        assert settled == (x, y)
    elif math.hypot(x, y) > 5:
        assert settled is None
    else:
        assert settled is not None
        assert math.hypot(*settled) <= min(play, math.hypot(x, y)) + 1e-9
        assert settled[0] * y == pytest.approx(settled[1] * x, abs=1e-9)  # in the same direction


def _pile(*asides: float, radius: float = 10.0) -> list[Load]:
    return [Load(Point(aside, 0.0, 0.0), radius, 5.0) for aside in asides]


def test_equal_disks_lean_as_far_as_the_harmonic_series_and_no_further() -> None:
    # The block-stacking problem: from the top, edges may stand out by 1/1, 1/2, 1/3 ... of the half length.
    for share, falls in ((0.999, None), (1.001, 1)):
        outs = [10 * share / below for below in (3, 2, 1)]
        assert tips_over(_pile(0.0, outs[0], sum(outs[:2]), sum(outs))) == falls
    assert tips_over([]) is None
    assert tips_over(_pile(0.0, 10.1)) == 1
    assert tips_over(_pile(0.0, 0.0, 10.1, 10.1)) == 2


def test_a_tower_whose_middle_is_outside_its_own_foot_tips_from_the_board_up() -> None:
    heavy = Load(Point(9.0, 0.0, 0.0), 30.0, 20.0)
    assert tips_over([Load(Point(0.0, 0.0, 0.0), 8.0, 1.0), heavy]) == 0
