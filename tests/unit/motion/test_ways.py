"""Ways seen from above: straight where allowed, else round the base by the shorter side that is free."""

from itertools import pairwise
from math import acos, cos, dist, hypot, pi, radians, sin, sqrt

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from controller.motion.geometry import Workspace
from controller.motion.ways import distance, find_way, inside, length

RING = Workspace(z=(0, 100), radius=(80, 320))


def at(radius: float, degrees: float) -> tuple[float, float]:
    return (radius * cos(radians(degrees)), radius * sin(radians(degrees)))


def taut(start: float, end: float, angle: float, inner: float) -> float:
    """Length of the taut string round a circle: two tangents and the arc between them."""
    arc = angle - acos(inner / start) - acos(inner / end)
    return sqrt(start**2 - inner**2) + sqrt(end**2 - inner**2) + inner * arc


def test_a_line_that_keeps_outside_the_inner_radius_is_taken() -> None:
    assert find_way(RING, (130, 115), (130, -115)) == ((130, 115), (130, -115))


def test_a_box_has_no_hole_to_go_round() -> None:
    box = Workspace(z=(0, 100), x=(-200, 200), y=(-200, 200))
    assert find_way(box, (-100, 0), (100, 0)) == ((-100, 0), (100, 0))


def test_a_line_that_touches_the_inner_radius_is_still_straight() -> None:
    assert find_way(RING, (80, 100), (80, -100)) == ((80, 100), (80, -100))


@pytest.mark.parametrize("angle", [126, 150, 179])
def test_the_way_round_is_hardly_longer_than_a_taut_string(angle: float) -> None:
    way = find_way(RING, at(150, 0), at(200, angle))
    assert way is not None
    best = taut(150, 200, angle * pi / 180, 80)
    assert best <= length(way) <= 1.04 * best


def test_the_shorter_side_is_taken() -> None:
    left, right = find_way(RING, at(150, 10), at(150, 170)), find_way(RING, at(150, -10), at(150, -170))
    assert left is not None
    assert right is not None
    assert all(y > 0 for _, y in left)
    assert all(y < 0 for _, y in right)


def test_a_box_that_blocks_the_shorter_side_sends_the_way_round_the_other() -> None:
    below = Workspace(z=(0, 100), radius=(80, 320), y=(-300, 60))
    way = find_way(below, at(150, 10), at(150, 170))
    assert way is not None
    assert min(y for _, y in way) < -80


def test_no_way_where_the_box_blocks_both_sides() -> None:
    strip = Workspace(z=(0, 100), radius=(80, 320), y=(-60, 60))
    assert find_way(strip, (150, 0), (-150, 0)) is None


def test_a_narrow_ring_is_followed_in_small_turns() -> None:
    narrow = Workspace(z=(0, 100), radius=(300, 302))
    way = find_way(narrow, at(301, 0), at(301, 90))
    assert way is not None
    assert all(inside(narrow, spot) for spot in way)
    assert len(way) > 5


def test_from_inside_the_inner_radius_the_way_leads_straight_out_first() -> None:
    way = find_way(RING, (-30, 0), (150, 0))
    assert way is not None
    assert way[1] == pytest.approx((-80.01, 0))
    assert distance(way[1:], (0, 0)) >= 80 - 1e-6


def test_from_the_axis_itself_the_way_leads_straight_to_its_end() -> None:
    way = find_way(RING, (0, 0), (0, 150))
    assert way is not None
    assert way[1] == pytest.approx((0, 80.01))
    assert length(way) == pytest.approx(150)


def test_distance_is_to_the_nearest_point_of_the_way() -> None:
    """To the inside of a segment, to its end, and along a way of no length."""
    assert distance(((0, 0), (10, 0)), (5, 3)) == 3
    assert distance(((0, 0), (10, 0), (10, 10)), (13, 14)) == 5
    assert distance(((1, 1), (1, 1)), (4, 5)) == 5


polar = st.tuples(st.floats(80, 320), st.floats(-180, 180)).map(lambda place: at(*place))


@given(polar, polar, st.booleans())
@settings(max_examples=150)
def test_every_way_stays_in_ring_and_box(
    start: tuple[float, float], end: tuple[float, float], boxed: bool
) -> None:
    workspace = Workspace(z=(0, 100), radius=(80, 320), x=(-60, 320) if boxed else None)
    assume(inside(workspace, start) and inside(workspace, end))
    way = find_way(workspace, start, end)
    assume(way is not None)  # a wall can leave none
    assert way is not None
    assert way[0] == start
    assert way[-1] == end
    for a, b in pairwise(way):
        for share in range(101):
            spot = (a[0] + share / 100 * (b[0] - a[0]), a[1] + share / 100 * (b[1] - a[1]))
            assert inside(workspace, spot)


@given(polar, polar)
@settings(max_examples=50)
def test_a_ring_alone_always_leaves_a_way_and_it_is_as_long_backwards(
    start: tuple[float, float], end: tuple[float, float]
) -> None:
    there, back = find_way(RING, start, end), find_way(RING, end, start)
    assert there is not None
    assert back is not None
    assert length(there) == pytest.approx(length(back))
    assert length(there) >= dist(start, end)
    assert min(hypot(*spot) for spot in there) >= 80 - 1e-6


@pytest.mark.parametrize(("front", "side"), [((60, 0), 1), ((-60, 0), -1)])
def test_between_opposite_pegs_the_arm_turns_past_its_front_never_through_its_back(front, side) -> None:
    way = find_way(RING, (0, 150), (0, -150), front)
    assert way is not None
    assert all(side * x > 0 for x, _ in way[1:-1])


def test_the_front_is_passed_though_the_way_behind_is_shorter() -> None:
    way = find_way(RING, at(150, 100), at(150, -100), (60, 0))
    assert way is not None
    assert max(x for x, _ in way) > 80


def test_where_the_front_is_barred_the_way_behind_is_taken() -> None:
    behind = Workspace(z=(0, 200), radius=(80, 320), x=(-320, 30))
    way = find_way(behind, (0, 150), (0, -150), (60, 0))
    assert way is not None
    assert min(x for x, _ in way) < -80
