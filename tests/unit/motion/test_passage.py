"""What is said of a passage holds at every height at which it may be taken, however the pegs lean."""

from math import hypot

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tables import EPSILON, Checker, real_tables, samples

from controller.model import Point, State
from controller.motion.geometry import Geometry
from controller.motion.passage import Table
from controller.motion.ways import inside


def heights(low: float, high: float) -> list[float]:
    return [low + (high - low) * share / 6 for share in range(7)]


def aside(a: Point, b: Point) -> float:
    return hypot(a.x - b.x, a.y - b.y)


def axes_of(geometry: Geometry, peg: int, high: float) -> list[Point]:
    checker = Checker(geometry, State.tower(len(geometry.thickness), 0, len(geometry.pegs)), geometry.park)
    return [checker.axis(peg, z) for z in heights(geometry.pegs[peg].z, high)]


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_no_peg_is_nearer_to_a_passage_than_it_says_at_any_height(data: st.DataObject) -> None:
    geometry = data.draw(real_tables())
    table = Table(geometry)
    start, end = data.draw(st.permutations([0, 1, 2, table.stop(geometry.park)]))[:2]
    passage = table.passage(start, end)
    assume(passage is not None)
    for height in heights(max(peg.z for peg in geometry.pegs), table.highest):
        way = list(samples(table.corners(passage, height), every=5))
        for peg, near in enumerate(passage.distances):
            axis = axes_of(geometry, peg, table.highest)
            assert min(aside(spot, place) for spot in way for place in axis) >= near - EPSILON


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_a_passage_between_leaning_pegs_keeps_out_of_the_inner_radius_at_every_height(
    data: st.DataObject,
) -> None:
    geometry = data.draw(real_tables())
    table = Table(geometry)
    start, end = data.draw(st.permutations([0, 1, 2]))[:2]
    passage = table.passage(start, end)
    ends = [axis for peg in (start, end) for axis in axes_of(geometry, peg, table.highest)]
    arrivals = [table.aside((axis.x, axis.y)) for axis in ends]
    assume(passage is not None)
    assume(all(inside(geometry.workspace, spot) for spot in (*arrivals, *((a.x, a.y) for a in ends))))
    for height in heights(max(peg.z for peg in geometry.pegs), table.highest):
        for spot in samples(table.corners(passage, height)):
            # Where a peg is just outside, the chord between two of its heights may cut in by a hair.
            assert hypot(spot.x, spot.y) >= 60 - 0.1


@given(real_tables())
@settings(max_examples=60, deadline=None)
def test_disks_side_by_side_are_never_nearer_than_the_gap_says(geometry: Geometry) -> None:
    """Two of them overlap in height where they are held less than the thickest disk apart."""
    table, total = Table(geometry), sum(geometry.thickness)
    for first, second in ((0, 1), (1, 2), (0, 2)):
        low = max(geometry.pegs[peg].z for peg in (first, second))
        checker = Checker(geometry, State.tower(len(geometry.thickness), 0), geometry.park)
        for z in heights(low, low + total):
            for other in (z, max(low, z - max(geometry.thickness))):
                apart = aside(checker.axis(first, z), checker.axis(second, other))
                assert apart >= table.gap(first, second) - EPSILON
