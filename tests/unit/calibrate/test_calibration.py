"""What may be jogged and taught, and when: a table without an arm."""

from math import dist, hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.calibrate.bounds import trouble
from controller.calibrate.calibration import LONGEST, Calibration, Refused, Station
from controller.model import Point
from controller.motion.geometry import Workspace

RING = Workspace(z=(0.0, 180.0), radius=(80.0, 320.0))
BOX = Workspace(z=(0.0, 180.0), x=(-100.0, 100.0), y=(0.0, 50.0))
STATIONS = tuple(Station(name, "there") for name in ("A", "B", "C", "park"))
HERE = Point(100.0, 0.0, 50.0)
FRESH = Calibration(STATIONS, RING)
READY = FRESH.homed(HERE, upwards=False)


def test_nothing_is_jogged_or_taught_before_the_place_is_known() -> None:
    for refused in (
        lambda: FRESH.goal(0, 1.0),
        FRESH.taught,
        FRESH.free_place,
        lambda: READY.lost().goal(0, 1),
    ):
        with pytest.raises(Refused, match="home it first"):
            refused()


def test_pegs_are_taught_in_the_order_of_the_tower_then_the_park_position() -> None:
    calibration = READY
    for count, station in enumerate(STATIONS, 1):
        calibration = calibration.arrived(Point(100.0 + count, 0.0, 0.0)).taught()
        assert calibration.points[station.name].x == 100 + count
    assert calibration.missing == []
    with pytest.raises(Refused, match="Everything has been taught"):
        calibration.taught()


def test_any_station_can_be_taught_anew_by_its_name_and_the_next_one_follows() -> None:
    calibration = READY.taught("C").arrived(Point(110.0, 0.0, 0.0)).taught("A")
    assert calibration.points == {"C": HERE, "A": Point(110.0, 0.0, 0.0)}
    assert calibration.stations[calibration.current].name == "B"
    assert calibration.missing == ["B", "park"]


def test_an_unknown_station_is_refused_with_those_there_are() -> None:
    with pytest.raises(Refused, match="D is nothing that can be taught here; it is one of A, B, C, park"):
        READY.taught("D")


def test_going_back_keeps_what_was_taught_until_it_is_taught_anew() -> None:
    back = READY.taught().gone_back()
    assert (back.current, back.points) == (0, {"A": HERE})
    assert back.gone_back().current == 0


def test_what_differs_from_the_file_is_known() -> None:
    known = Calibration(STATIONS, RING, {"A": HERE}, {"A": HERE}, at=HERE)
    assert known.taught("A").changed == {}
    assert known.taught("B").changed == {"B": HERE}
    assert known.taught("B").written().changed == {}


def test_steps_have_three_sizes_and_end_at_both_ends() -> None:
    sizes = [READY.coarser(by).step for by in (1, 0, -1, -2, -3)]
    assert sizes == [10.0, 10.0, 1.0, 0.1, 0.1]
    assert READY.stepping(0.1).coarser(1).step == 1.0
    with pytest.raises(Refused, match=r"one of 10, 1, 0\.1 mm"):
        READY.stepping(5.0)


@pytest.mark.parametrize("distance", [0.0, 100.1, -1000.0])
def test_a_single_way_is_bounded(distance: float) -> None:
    with pytest.raises(Refused, match="is no step; write"):
        READY.goal(0, distance)


def test_where_no_end_switch_has_found_the_place_the_first_way_is_up() -> None:
    placed = FRESH.homed(HERE, upwards=True)
    for axis, distance in ((0, 1.0), (1, -1.0), (2, -1.0)):
        with pytest.raises(Refused, match="straight up"):
            placed.goal(axis, distance)
    with pytest.raises(Refused, match="straight up"):
        placed.free_place()
    up = placed.arrived(placed.goal(2, 5.0))
    assert up.goal(0, 1.0) == (101.0, 0.0, 55.0)


def test_an_arm_that_stands_under_the_ceiling_may_leave_it_downwards() -> None:
    placed = FRESH.homed(Point(100.0, 0.0, 180.0), upwards=True)
    assert placed.goal(2, -1.0) == (100.0, 0.0, 179.0)


def test_many_small_steps_add_up_exactly() -> None:
    calibration = READY
    for _ in range(30):
        calibration = calibration.arrived(calibration.goal(0, 0.1))
    assert calibration.at == Point(103.0, 0.0, 50.0)


def test_leaving_the_workspace_is_refused_in_words_that_name_the_limit() -> None:
    with pytest.raises(Refused, match=r"z -0\.1 is below 0, the lower limit in arm\.workspace"):
        READY.arrived(Point(100.0, 0.0, 0.0)).goal(2, -0.1)
    with pytest.raises(Refused, match="distance from the base 70 is below 80"):
        READY.goal(0, -30.0)


def test_the_way_between_two_good_places_may_not_pass_the_base() -> None:
    found = trouble(RING, Point(50.0, -70.0, 5.0), Point(50.0, 70.0, 5.0))
    assert found is not None
    assert "nearer to the base than the inner radius" in found


def outside(space: Workspace, point: Point) -> float:
    """How far a point is outside, all limits together, mm."""
    measures = [(space.x, point.x), (space.y, point.y), (space.z, point.z)]
    measures.append((space.radius, hypot(point.x, point.y)))
    return sum(
        max(0.0, low - value, value - high) for limits, value in measures if limits for low, high in [limits]
    )


coordinates = st.integers(-4000, 4000).map(lambda tenths: tenths / 10)
places = st.builds(Point, coordinates, coordinates, coordinates)


@given(places, st.integers(0, 2), st.integers(-1000, 1000), st.sampled_from([RING, BOX]))
def test_law_a_jog_ends_inside_or_less_far_outside_than_it_began(
    here: Point, axis: int, tenths: int, space: Workspace
) -> None:
    calibration = Calibration(STATIONS, space, at=here)
    try:
        goal = calibration.goal(axis, tenths / 10)
    except Refused:
        return
    assert dist(here, goal) <= LONGEST + 1e-3
    assert outside(space, goal) <= 1e-3 or outside(space, goal) < outside(space, here)


@given(st.integers(-9, 9).map(float), st.integers(-30, 30).map(float))
def test_inside_the_workspace_every_step_that_stays_there_is_allowed(x: float, step: float) -> None:
    here, goal = Point(x, 25.0, 90.0), Point(x + step, 25.0, 90.0)
    assert trouble(BOX, here, goal) is None
