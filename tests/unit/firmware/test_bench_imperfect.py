"""What is not perfect shows on the bench as it would on a table."""

import pytest
from imperfect_table import HIGH, Dice, player

from firmware_proto.imperfection import Imperfections
from firmware_proto.seats import Seat


def test_a_cup_keeps_the_place_a_disk_was_put_down_at_and_errors_add_up() -> None:
    imperfect = Imperfections(placing=0.2)
    table = player(imperfections=imperfect, chance=Dice(1.0, -2.0, 1.5, 0.5))
    table.carries([("A", "C"), ("C", "B")])
    assert table.bench.places[1] == pytest.approx((100 + 0.2 * 2.5, -0.2 * 1.5, 0.0))
    assert table.bench.faults == ()


def test_a_tool_off_its_place_as_it_grips_shifts_the_disk_the_other_way() -> None:
    table = player(imperfections=Imperfections(picking=0.2), chance=Dice(1.0, -2.0))
    table.carry("A", "C")
    assert table.bench.places[1] == pytest.approx((200 - 0.2, 0.4, 0.0))


def test_fingers_draw_a_disk_to_their_middle_so_that_only_the_last_error_stays() -> None:
    imperfect = Imperfections(placing=0.2)
    table = player(depth=4.0, imperfections=imperfect, chance=Dice(1.0, -2.0, 1.5, 0.5))
    table.carries([("A", "C"), ("C", "B")])
    assert table.bench.places[1] == pytest.approx((100 + 0.3, 0.1, 0.0))


@pytest.mark.parametrize(
    ("seat", "rests_at"),
    [
        (Seat("pole", capture=3, play=0.5), (200.5, 0.0)),
        (Seat("pole", capture=3, play=4), (202.0, 0.0)),
        (Seat("recess", capture=3), (200.0, 0.0)),
        (Seat("none"), (202.0, 0.0)),
    ],
)
def test_a_seat_centres_what_it_catches(seat: Seat, rests_at: tuple[float, float]) -> None:
    off = Imperfections(placing=1.0)
    table = player(seat=seat, axis_tolerance=5.0, imperfections=off, chance=Dice(2.0, 0.0))
    table.carry("A", "C")
    assert table.bench.faults == ()
    assert table.bench.places[1][:2] == pytest.approx(rests_at)


def test_in_recesses_a_disk_is_as_far_off_as_the_one_beneath_it() -> None:
    seat = Seat("recess", capture=3, play=0.4)
    off = Imperfections(placing=1.0)
    table = player(
        seat=seat, axis_tolerance=5.0, imperfections=off, chance=Dice(0.0, 0.0, 2.0, 0.0, 2.0, 0.0)
    )
    table.carries([("A", "B"), ("A", "C"), ("B", "C")])
    assert table.bench.places[2][:2] == pytest.approx((200.4, 0.0))
    assert table.bench.places[1][:2] == pytest.approx((200.8, 0.0))


def test_a_disk_that_misses_its_seat_falls_beside_the_pegs() -> None:
    off = Imperfections(placing=1.0)
    seat = Seat("recess", capture=3)
    table = player(seat=seat, axis_tolerance=5.0, imperfections=off, chance=Dice(0.0, 3.5))
    table.carry("A", "C")
    assert table.bench.faults == ("Disk 1 misses its seat on C, 3.5 mm off the axis, and falls.",)
    assert table.bench.stacks["C"] == ()
    assert table.bench.verdict("C")[1].startswith("disk 1 lies beside the pegs")


@pytest.mark.parametrize(("aside", "tips"), [(12.0, False), (14.0, True)])
def test_a_disk_whose_middle_stands_out_over_the_edge_beneath_tips_and_falls(
    aside: float, tips: bool
) -> None:
    off = Imperfections(placing=1.0)
    dice = Dice(-12.0, 0.0, aside, 0.0)  # the edge of disk 3 is 25 mm from its middle
    table = player(stacks={"A": (1,), "B": (3,)}, axis_tolerance=99.0, imperfections=off, chance=dice)
    table.carries([("B", "C"), ("A", "C")])
    assert table.bench.faults == (("Disk 1 tips over on C: it stands 14.0 mm off the axis.",) if tips else ())
    assert table.bench.stacks["C"] == ((3,) if tips else (3, 1))


def test_disks_too_thick_make_a_stack_too_high() -> None:
    for too_thick, told in ((0.15, ()), (0.2, ("The gripper closes 0.6 mm too low, inside disk 1.",))):
        table = player(imperfections=Imperfections(thickness=too_thick))
        table.bench.grip((0.0, 0.0, 30.0), 0.0)
        assert table.bench.faults == told


def test_disks_too_thin_leave_the_gripper_in_the_air() -> None:
    table = player(imperfections=Imperfections(thickness=-0.2))
    table.pick("A")
    assert table.bench.faults == ("The gripper closes on nothing: it is 0.6 mm too high above disk 1.",)


def test_a_double_pick_takes_the_disk_beneath_along() -> None:
    table = player(imperfections=Imperfections(double_pick=1.0))
    table.pick("A")
    assert (table.bench.held, table.bench.stacks["A"]) == (1, (3,))
    table.place("C")
    assert table.bench.stacks["C"] == (2, 1)
    assert "Disk 2 runs into the board at C" in table.bench.faults[0]


def test_the_last_disk_of_a_stack_is_never_picked_double() -> None:
    table = player(stacks={"A": (1,)}, imperfections=Imperfections(double_pick=1.0))
    table.carry("A", "C")
    assert table.bench.faults == ()


def test_a_late_release_lets_the_disk_fall_as_the_gripper_draws_away() -> None:
    table = player(imperfections=Imperfections(late_release=1.0))
    table.pick("A")
    table.place("C")
    assert table.bench.held == 1
    table.bench.release((200.0, 0.0, 10.0), table.now)  # opening it once more changes nothing
    table.go((200.0, 0.0, 12.0))
    assert table.bench.held == 1
    table.go((200.0, 0.0, HIGH))
    assert table.bench.held is None
    assert table.bench.stacks["C"] == (1,)
    assert table.bench.faults == (
        "Disk 1 clings to the gripper and falls from 5.0 mm above what is under it.",
    )


def test_a_pole_leads_home_what_falls_from_no_higher_than_its_tip() -> None:
    late = Imperfections(late_release=1.0)
    table = player(depth=4.0, seat=Seat("pole"), pole_height=40.0, imperfections=late)
    table.carry("A", "C")
    assert table.bench.faults == ()
    assert table.bench.places[1] == (200.0, 0.0, 0.0)


def test_a_grip_that_leaks_lets_the_disk_fall_where_it_is_by_then() -> None:
    # Half a chance a second, and half of it gone: one second after the grip.
    table = player(imperfections=Imperfections(leak=0.5), chance=Dice(number=0.5))
    table.down_to("A", 3)
    table.bench.grip((0.0, 0.0, 30.0), table.now)
    table.go((0.0, 0.0, 50.0), (0.0, 0.0, HIGH))
    assert table.bench.faults == (
        "Disk 1 falls, the grip having leaked, from 20.0 mm above what is under it.",
    )
    assert table.bench.stacks["A"] == (3, 2, 1)


def test_what_leaks_between_the_pegs_falls_on_the_board() -> None:
    table = player(imperfections=Imperfections(leak=0.5), chance=Dice(number=1 - 0.5**1.5))
    table.pick("A")
    table.go((0.0, 0.0, HIGH), (100.0, 0.0, HIGH))
    assert table.bench.faults == (
        "Disk 1 falls, the grip having leaked, from 80.0 mm above what is under it.",
    )
    assert table.bench.verdict("C")[1].startswith("disk 1 lies beside the pegs")


def test_a_grip_that_holds_long_enough_does_not_leak_on_a_later_carry_before_its_time() -> None:
    table = player(imperfections=Imperfections(leak=0.5), chance=Dice(number=1 - 0.5**5.5))
    table.carry("A", "B")  # three seconds of holding
    assert table.bench.faults == ()
    table.carry("B", "C")
    assert table.bench.faults == (
        "Disk 1 falls, the grip having leaked, from 40.0 mm above what is under it.",
    )


def test_motors_that_go_limp_let_the_arm_sink_until_it_is_homed() -> None:
    table = player(imperfections=Imperfections(sag=2.0))
    table.bench.unpower()  # before it has moved nobody knows where it is
    table.bench.home()
    table.down_to("A", 3)
    table.bench.unpower()
    assert (
        "The tool runs into disk 1 on A on the way from X0.0 Y0.0 Z30.0 to X0.0 Y0.0 Z28.0."
        in table.bench.faults
    )
    table.bench.grip((0.0, 0.0, 30.0), table.now)
    assert table.bench.faults[-1] == "The gripper closes 2.0 mm too low, inside disk 1."


def test_homing_finds_the_height_again() -> None:
    table = player(imperfections=Imperfections(sag=2.0))
    table.go((0.0, 0.0, HIGH))
    table.bench.unpower()
    table.bench.home()
    table.carry("A", "C")
    assert table.bench.faults == ()


def test_without_a_generator_errors_are_at_their_mean_and_leaks_at_their_median() -> None:
    table = player(imperfections=Imperfections(placing=1.0, leak=0.5))
    table.pick("A")
    table.go((0.0, 0.0, 50.0), (0.0, 0.0, HIGH))
    assert table.bench.faults == (
        "Disk 1 falls, the grip having leaked, from 20.0 mm above what is under it.",
    )
    exact = player(imperfections=Imperfections(placing=1.0))
    exact.carry("A", "C")
    assert exact.bench.places[1] == (200.0, 0.0, 0.0)


def test_motors_limp_at_a_stop_do_no_harm_to_a_disk_that_stands_on_something() -> None:
    table = player()
    table.limp = True
    table.carries([("A", "C"), ("A", "B"), ("C", "B")])
    assert table.bench.faults == ()


def test_motors_limp_at_a_stop_in_the_air_do_not_hold_the_disk() -> None:
    table = player()
    table.pick("A")
    table.go((0.0, 0.0, HIGH))
    table.bench.go_limp()
    assert table.bench.faults == ("The motors go off with disk 1 in the gripper.",)
    beside = player()
    beside.pick("A")
    beside.go((0.0, 0.0, HIGH), (50.0, 60.0, HIGH))
    beside.bench.go_limp()
    assert beside.bench.faults == ("The motors go off with disk 1 in the gripper.",)
