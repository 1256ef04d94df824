"""The bench under a real table's gripper: pegs that lean, a cup that gives way, the open jaw."""

import pytest

from firmware_proto.bench import Bench
from firmware_proto.gripped import Jaw
from firmware_proto.seats import Seat

PEGS = {"A": (0.0, 0.0, 0.0), "B": (100.0, 0.0, 0.0)}
TOPS = {"A": (10.0, 0.0, 100.0)}  # 1 mm to x for 10 mm upwards


def bench(**measures) -> Bench:
    """Three disks of 10 mm on A."""
    return Bench(PEGS, [10, 10, 10], [30, 40, 50], {"A": [3, 2, 1]}, **measures)


def carried(table: Bench, *places: tuple[float, float, float]) -> Bench:
    """Grip at the first of `places`, let go at the last, with a straight way from each to the next."""
    first, *rest = places
    table.grip(first, 0.0)
    for now, place in enumerate(rest, 1):
        table.move(first, place, now, now + 0.5)
        first = place
    table.release(first, 99.0)
    return table


def test_disks_stand_along_a_leaning_axis_where_a_tip_on_it_holds_them() -> None:
    assert bench(tops=TOPS).places[1] == (3.0, 0.0, 20.0)
    assert bench(tops=TOPS, grip_depth=5).places[3] == (0.5, 0.0, 0.0)


def test_a_tip_that_follows_the_axis_grips_and_sets_down_in_the_middle() -> None:
    table = carried(bench(tops=TOPS), (3, 0, 30), (6, 0, 60), (100, 0, 60), (100, 0, 10))
    assert table.faults == ()
    assert table.places[1] == (100.0, 0.0, 0.0)
    back = carried(table, (100, 0, 10), (100, 0, 60), (6, 0, 60), (3, 0, 30))
    assert back.faults == ()
    assert back.places[1] == (3.0, 0.0, 20.0)


def test_a_tip_that_takes_the_peg_to_be_upright_misses_the_axis() -> None:
    table = carried(bench(tops=TOPS), (0, 0, 30), (0, 0, 60), (100, 0, 60), (100, 0, 10))
    assert table.faults[0] == "Disk 1 is gripped 3.0 mm off its axis."


def test_a_disk_straight_up_off_a_leaning_pole_runs_into_it() -> None:
    leaning = {"tops": {"A": (25.0, 0.0, 100.0)}, "pole_height": 60, "grip_depth": 4}
    along = carried(bench(**leaning), (6.5, 0, 26), (20, 0, 80), (100, 0, 80), (100, 0, 6))
    assert along.faults == ()
    upright = carried(bench(**leaning), (6.5, 0, 26), (6.5, 0, 80), (100, 0, 80), (100, 0, 6))
    assert any("runs into the pole of A" in fault for fault in upright.faults)


def test_a_recess_brings_a_disk_over_the_one_beneath_on_a_leaning_peg_too() -> None:
    table = bench(tops=TOPS, seat=Seat("recess", capture=3.0))
    carried(table, (3, 0, 30), (6, 0, 60), (100, 0, 60), (100, 0, 10))
    carried(table, (100, 0, 10), (100, 0, 60), (6, 0, 60), (3.5, 0, 30))
    assert table.places[1] == pytest.approx((3.0, 0.0, 20.0))


@pytest.mark.parametrize(("press", "words"), [(2.0, ""), (1.0, "closes 2.0 mm too low, inside disk 1")])
def test_a_cup_may_be_pressed_as_far_as_it_gives_way_to_grip(press: float, words: str) -> None:
    table = bench(press=press)
    table.grip((0, 0, 28), 0.0)
    assert words in "".join(table.faults)
    assert bool(words) == bool(table.faults)


@pytest.mark.parametrize(("press", "words"), [(2.0, ""), (1.0, "is pressed 2.0 mm into what stands on B")])
def test_a_cup_may_be_pressed_as_far_as_it_gives_way_to_let_go(press: float, words: str) -> None:
    table = carried(bench(press=press), (0, 0, 30), (0, 0, 60), (100, 0, 60), (100, 0, 8))
    assert words in "".join(table.faults)
    assert bool(words) == bool(table.faults)


def test_a_cup_springs_back_and_its_disk_hangs_at_full_length() -> None:
    """Gripped 2 mm pressed and let go unpressed, the disk is not dropped."""
    table = carried(bench(press=2.0), (0, 0, 28), (0, 0, 60), (100, 0, 60), (100, 0, 10))
    assert table.faults == ()


@pytest.mark.parametrize(("finger", "struck"), [(4, 0), (6, 1)])
def test_the_open_jaw_strikes_the_stack_beside_it(finger: float, struck: int) -> None:
    """74 or 76 mm round the tip, on the axis of B; the largest disk on A begins at 75."""
    table = bench(jaw=Jaw(140, finger))
    table.move((100, 0, 60), (100, 0, 5), 0.0, 1.0)
    assert [fault.startswith("The open jaw runs into disk 3 on A") for fault in table.faults] == [
        True
    ] * struck


def test_the_open_jaw_goes_round_the_disk_that_it_takes() -> None:
    table = bench(jaw=Jaw(44, 8), grip_depth=4)
    table.move((0, 0, 60), (0, 0, 26), 0.0, 1.0)
    assert table.faults == ()


@pytest.mark.parametrize(("finger", "struck"), [(59, 0), (61, 1)])
def test_the_fingers_round_a_carried_disk_strike_the_stack_beside_its_way_down(
    finger: float, struck: int
) -> None:
    """74 or 76 mm round the tip with disk 1 in the gripper, where that disk alone would pass with ease."""
    table = bench(jaw=Jaw(30, finger), grip_depth=4)
    carried(table, (0, 0, 26), (0, 0, 160), (100, 0, 160), (100, 0, 6))
    told = (
        "The jaw round disk 1 runs into disk 3 on A on the way from X100.0 Y0.0 Z160.0 to X100.0 Y0.0 Z6.0."
    )
    assert table.faults[:1] == (told,) * struck


def test_the_fingers_round_a_carried_disk_go_no_deeper_than_they_hold_it() -> None:
    """They pass over a stack that the disk passes over, and stand clear of the one that they build upon."""
    table = bench(jaw=Jaw(44, 8), grip_depth=4)
    carried(table, (0, 0, 26), (0, 0, 40), (100, 0, 40), (100, 0, 6))
    table.move((100, 0, 6), (100, 0, 60), 100.0, 101.0)
    assert table.faults == ()


def test_fingers_that_open_into_a_neighbour_are_told_as_they_leave() -> None:
    """Closed on disk 1 they pass beside the stack; open they stand in it."""
    table = bench(jaw=Jaw(140, 6), grip_depth=4)
    carried(table, (0, 0, 26), (0, 0, 160), (100, 0, 160), (100, 0, 6))
    assert table.faults == ()
    table.move((100, 0, 6), (100, 0, 160), 100.0, 101.0)
    assert table.faults[0].startswith("The open jaw runs into disk 3 on A")


def test_a_top_that_is_no_higher_than_its_foot_is_refused() -> None:
    with pytest.raises(ValueError, match="above the foot"):
        bench(tops={"A": (10.0, 0.0, 0.0)})
    with pytest.raises(ValueError, match="above the foot"):
        bench(tops={"C": (10.0, 0.0, 100.0)})
