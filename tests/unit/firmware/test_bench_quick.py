"""The quick bench is the bench: the same laws and the same luck give the same days."""

import random
from itertools import count, cycle

import pytest
from imperfect_table import DIAMETERS, PEGS, THICKNESS, Player, player

from controller.planner import solve
from firmware_proto.bench import LANDING_TOLERANCE, Bench
from firmware_proto.imperfection import Imperfections
from firmware_proto.quick_bench import AT_EACH_GRIP, AT_EACH_STOP, Limp, Mishap, Pieces, QuickBench
from firmware_proto.seats import Seat

NAMES = tuple(PEGS)
STACKS = ((3, 2, 1), (), ())
THERE_AND_BACK = [*solve(3), *solve(3, source=2, target=0)]

KEEPS = [
    (Seat(), 0.0),
    (Seat("pole", capture=3, play=0.3), 4.0),
    (Seat("recess", capture=3, play=0.3), 0.0),
    (Seat(), 4.0),
]


def _quick(
    imperfections: Imperfections,
    seed: int,
    seat: Seat,
    depth: float,
    off_axis: float = 5.0,
    limp: Limp = AT_EACH_GRIP,
) -> QuickBench:
    pieces = Pieces(THICKNESS, DIAMETERS, [off_axis] * 3, seat, centring=depth > 0)
    return QuickBench(pieces, STACKS, imperfections, random.Random(seed), limp)


@pytest.mark.parametrize(("seat", "depth"), KEEPS)
def test_after_a_day_every_disk_is_where_the_bench_has_it(seat: Seat, depth: float) -> None:
    imperfections = Imperfections(picking=0.02, placing=0.04)
    quick = _quick(imperfections, 5, seat, depth)
    full = player(
        depth=depth, seat=seat, axis_tolerance=5.0, imperfections=imperfections, chance=random.Random(5)
    )
    for move in THERE_AND_BACK * 60:
        assert quick.carry(*move, 3.0) is None
        full.carry(NAMES[move.source], NAMES[move.target])
    assert full.bench.faults == ()
    for disk in (1, 2, 3):
        x, y = quick.aside(disk)
        assert (x or y) != 0
        assert full.bench.places[disk][:2] == pytest.approx((x, y), abs=1e-9)


@pytest.mark.parametrize("seed", range(6))
def test_the_first_mishap_of_a_walk_is_the_first_that_the_bench_tells(seed: int) -> None:
    imperfections = Imperfections(placing=0.3)
    quick = _quick(imperfections, seed, Seat(), 0.0)
    full = player(axis_tolerance=5.0, imperfections=imperfections, chance=random.Random(seed))
    for move in cycle(THERE_AND_BACK):
        full.carry(NAMES[move.source], NAMES[move.target])
        mishap = quick.carry(*move, 3.0)
        assert (mishap is None) is (full.bench.faults == ())
        if mishap:
            break
    assert mishap == Mishap("walk", move.disk)
    assert f"Disk {move.disk} is put down" in full.bench.faults[0]


@pytest.mark.parametrize(
    ("imperfections", "cause", "outcome", "told"),
    [
        (Imperfections(double_pick=0.01), "double pick", "lost", "runs into"),
        (Imperfections(late_release=0.01), "late release", "dropped", "clings to the gripper"),
        (Imperfections(leak=0.004), "leak", "dropped", "the grip having leaked"),
        (Imperfections(thickness=0.2), "thickness", "out of line", "0.6 mm too low"),
        (Imperfections(sag=0.02), "sag", "out of line", "runs into disk"),
        (Imperfections(sag=0.03, leak=0.004), "sag", "out of line", "runs into disk"),
    ],
)
def test_rare_mishaps_come_at_the_same_move_on_both(
    imperfections: Imperfections, cause: str, outcome: str, told: str
) -> None:
    quick = _quick(imperfections, 9, Seat(), 0.0, limp=AT_EACH_STOP)
    full = player(imperfections=imperfections, chance=random.Random(9))
    full.limp = imperfections.sag > 0
    full.stop()
    for number, move in zip(count(), cycle(THERE_AND_BACK), strict=False):
        full.carry(NAMES[move.source], NAMES[move.target])
        mishap = quick.carry(*move, 3.0)
        assert (mishap is None) is (full.bench.faults == ()), number
        if mishap:
            break
    assert mishap is not None
    assert (mishap.cause, mishap.outcome) == (cause, outcome)
    assert any(told in fault for fault in full.bench.faults)


def test_a_sagging_arm_presses_at_every_grip() -> None:
    assert _quick(Imperfections(sag=0.6), 1, Seat(), 0.0).carry(1, 0, 2, 1.0) == Mishap("sag", 1)
    assert _quick(Imperfections(sag=0.4), 1, Seat(), 0.0).carry(1, 0, 2, 1.0) is None


@pytest.mark.parametrize("press", [0.0, 0.3, 1.0, 1.5])
@pytest.mark.parametrize("sag", [0.07, 0.3, 0.45, 0.6, 0.8])
def test_a_cup_that_gives_way_bears_as_much_of_a_sag_on_both(press: float, sag: float) -> None:
    """Pressed on by `press`, it is in the middle of how far it gives way; the arm has parked, limp too."""
    imperfections = Imperfections(sag=sag)
    pieces = Pieces(THICKNESS, DIAMETERS, [5.0] * 3, Seat(), press=LANDING_TOLERANCE + press)
    quick = QuickBench(pieces, STACKS, imperfections, random.Random(1), AT_EACH_STOP)
    standing = {"A": (3, 2, 1)}
    bench = Bench(PEGS, THICKNESS, DIAMETERS, standing, imperfections=imperfections, press=2 * press)
    full = Player(bench, {"A": 3, "B": 0, "C": 0}, depth=0.0, press=press)
    full.limp = True
    full.stop()
    for number, move in zip(count(), cycle(THERE_AND_BACK), strict=False):
        full.carry(NAMES[move.source], NAMES[move.target])
        mishap = quick.carry(*move, 3.0)
        assert (mishap is None) is (full.bench.faults == ()), (number, full.bench.faults)
        if mishap:
            break
    assert mishap is not None


def test_motors_that_keep_their_power_let_nothing_sag_and_a_homed_arm_begins_anew() -> None:
    pieces = Pieces(THICKNESS, DIAMETERS, [5.0] * 3, Seat())
    powered = QuickBench(pieces, STACKS, Imperfections(sag=9.0), random.Random(1), Limp())
    assert all(powered.carry(*move, 3.0) is None for move in THERE_AND_BACK * 9)
    quick = _quick(Imperfections(sag=0.3), 1, Seat(), 0.0)
    there, back = (1, 0, 2, 3.0), (1, 2, 0, 3.0)
    assert quick.carry(*there) is None
    assert quick.carry(*back) == Mishap("sag", 1)
    quick.straighten()
    assert quick.carry(*there) is None


def test_a_disk_that_misses_its_seat_is_lost() -> None:
    quick = _quick(Imperfections(placing=1.0), 1, Seat("recess", capture=0.001), 0.0)
    assert quick.carry(1, 0, 2, 1.0) == Mishap("seat", 1)
    assert Mishap("seat", 1).outcome == "lost"


def test_a_gripper_that_is_off_by_itself_misses_too() -> None:
    quick = _quick(Imperfections(picking=1.0), 1, Seat(), 0.0, off_axis=0.001)
    assert quick.carry(1, 0, 2, 1.0) == Mishap("walk", 1)


def test_a_stack_that_leans_too_far_tips_over_before_a_wide_gripper_misses() -> None:
    quick = _quick(Imperfections(placing=8.0), 2, Seat(), 0.0, off_axis=1e6)
    moves = cycle(THERE_AND_BACK)
    mishap = next(found for move in moves if (found := quick.carry(*move, 3.0)))
    assert (mishap.cause, mishap.outcome) == ("tipping", "out of line")


def test_a_pole_leads_a_late_disk_home_where_it_is_high_enough() -> None:
    for pole, mishap in ((4.0, Mishap("late release", 1)), (6.0, None)):
        pieces = Pieces(THICKNESS, DIAMETERS, [5.0] * 3, Seat("pole"), pole_height=pole, centring=True)
        quick = QuickBench(pieces, STACKS, Imperfections(late_release=1.0), random.Random(1))
        assert quick.carry(1, 0, 2, 1.0) == mishap


def test_a_person_puts_every_disk_straight() -> None:
    quick = _quick(Imperfections(placing=0.2), 1, Seat(), 0.0)
    quick.carry(1, 0, 2, 1.0)
    assert quick.aside(1) != (0.0, 0.0)
    quick.straighten()
    assert [quick.aside(disk) for disk in (1, 2, 3)] == [(0.0, 0.0)] * 3
    assert quick.stacks == [[3, 2], [], [1]]
