"""How far the machine reaches, where home is, and which lines work the gripper."""

import pytest

from firmware_proto.limits import Limits
from firmware_proto.points import Point
from firmware_proto.pump import Pump


def test_a_box_cuts_a_target_back_to_its_nearest_face() -> None:
    box = Limits(x=(-10.0, 10.0), y=(0.0, 20.0), z=(5.0, 50.0))
    assert box.cut(Point(11, -1, 60)) == Point(10, 0, 50)
    assert box.cut(Point(1, 2, 6)) == Point(1, 2, 6)


def test_the_rounding_of_a_coordinate_is_not_beyond_a_limit() -> None:
    assert Limits(x=(0.0, 33.3333), z=(0.0, 9.0)).cut(Point(33.334, 0, 9.006)) == Point(33.334, 0, 9.006)
    assert Limits(radius=(80.0, 320.0)).reaches(Point(320.004, 0, 0))


def test_a_ring_is_reached_or_not() -> None:
    ring = Limits(radius=(80.0, 320.0))
    assert ring.cut(Point(900, 0, 10)) == Point(900, 0, 10)
    assert [ring.reaches(Point(x, 0, 10)) for x in (79, 80, 320, 321)] == [False, True, True, False]
    assert Limits().reaches(Point(9999, 0, 0))


def test_a_straight_way_may_pass_inside_the_inner_radius_though_both_ends_are_in_reach() -> None:
    ring = Limits(radius=(80.0, 320.0))
    assert ring.crosses_base(Point(100, -100, 50), Point(-100, 100, 50))
    assert not ring.crosses_base(Point(120, 110, 50), Point(120, -110, 50))
    assert not ring.crosses_base(Point(100, 0, 10), Point(100, 0, 90))
    assert not Limits().crosses_base(Point(-1, 0, 0), Point(1, 0, 0))


@pytest.mark.parametrize(
    ("limits", "home"),
    [
        (Limits(), (0, 0, 400)),
        (Limits(x=(-400.0, 400.0), y=(-400.0, 400.0), z=(0.0, 300.0)), (0, 0, 300)),
        (Limits(x=(50.0, 300.0), y=(-100.0, -20.0)), (50, -20, 400)),
        (Limits(radius=(80.0, 320.0), z=(0.0, 180.0)), (80, 0, 180)),
        (Limits(radius=(80.0, 320.0), x=(-300.0, 50.0)), (0, 80, 400)),
        (Limits(radius=(80.0, 320.0), x=(90.0, 300.0), y=(10.0, 50.0)), (90, 10, 400)),
    ],
)
def test_home_is_at_the_top_inside_the_limits(limits: Limits, home: tuple[float, float, float]) -> None:
    assert limits.home == home
    assert limits.cut(limits.home) == limits.home
    assert limits.reaches(limits.home)


def test_limits_that_nothing_can_reach_still_have_a_home_inside_the_box() -> None:
    assert Limits(radius=(80.0, 90.0), x=(0.0, 10.0), y=(0.0, 10.0)).home == (10, 0, 400)


def test_blanks_do_not_matter_to_the_gripper() -> None:
    pump = Pump(["M106  S255 "], ["M107"])
    assert pump.closes("M106S255")
    assert pump.opens("M107")
    assert not pump.closes("M106 S25")
    assert not pump.closes("M106 S2555")


def test_placeholders_stand_for_numbers() -> None:
    pump = Pump(["M280 P0 S{angle}"], ["M280 P0 S{diameter}"])
    assert pump.closes("M280 P0 S-42.5")
    assert not pump.closes("M280 P0 Sx")


def test_several_lines_act_with_the_last_one_in_their_order() -> None:
    pump = Pump(["M42 P4 S1", "M42 P5 S1"], ["M42 P4 S0"])
    assert not pump.closes("M42 P5 S1")
    assert not pump.closes("M42 P4 S1")
    assert not pump.closes("M42 P4 S1")
    assert pump.closes("M42 P5 S1")
    assert not pump.closes("M42 P5 S1")


def test_it_knows_its_own_lines_only() -> None:
    pump = Pump(["M800"], [])
    assert pump.knows("M800")
    assert not pump.knows("M801")
    assert not pump.opens("M800")


def test_lines_that_only_wait_are_the_grippers_and_hold_up_nothing() -> None:
    pump = Pump(["M400", "M42 P4 S1", "G4 P200", "M42 P5 S1", "G04P100"], ["M107", "g4 S1"])
    assert pump.knows("G4 P200")
    told = [pump.closes(line) for line in ("M42 P4 S1", "G4 P200", "M42 P5 S1", "G4 P100")]
    assert told == [False, False, True, False]
    assert pump.opens("M107")
    assert Pump(["M4001"], ["G40"]).closes("M4001")  # which is no wait


def test_a_gripper_without_lines_never_acts() -> None:
    pump = Pump(["G4 P1"], [])
    assert not pump.closes("G4 P1")
    assert not pump.closes("M106")
