"""Whether a moving cylinder strikes a still one, against brute force over many places on the way."""

import math

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_proto.points import Point
from firmware_proto.solids import Cylinder, strikes

POST = Cylinder(0.0, 0.0, 5.0, 0.0, 20.0)
lengths = st.integers(-30, 30).map(float)


def overlaps(mover: Cylinder, still: Cylinder, margin: float) -> bool:
    apart = math.hypot(mover.x - still.x, mover.y - still.y)
    return (
        apart < mover.radius + still.radius - margin
        and mover.bottom < still.top - margin
        and mover.top > still.bottom + margin
    )


def at(mover: Cylinder, way: Point, share: float) -> Cylinder:
    x, y, z = (part * share for part in way)
    return Cylinder(mover.x + x, mover.y + y, mover.radius, mover.bottom + z, mover.top + z)


@settings(max_examples=150)
@given(lengths, lengths, lengths, lengths, lengths, lengths)
def test_it_strikes_where_some_place_on_the_way_overlaps(
    x: float, y: float, z: float, dx: float, dy: float, dz: float
) -> None:
    mover, way = Cylinder(x, y, 3.0, z, z + 4.0), Point(dx, dy, dz)
    places = [at(mover, way, i / 200) for i in range(201)]
    if any(overlaps(place, POST, 0.01) for place in places):
        assert strikes(mover, way, POST, 0.0, 0.0)
    if not any(overlaps(place, POST, -0.3) for place in places):
        assert not strikes(mover, way, POST, 0.0, 0.0)


def test_touching_is_not_striking() -> None:
    beside = Cylinder(8.0, -20.0, 3.0, 0.0, 4.0)
    assert not strikes(beside, Point(0.0, 40.0, 0.0), POST, 0.0, 0.0)
    above = Cylinder(-20.0, 0.0, 3.0, 20.0, 24.0)
    assert not strikes(above, Point(40.0, 0.0, 0.0), POST, 0.0, 0.0)
    assert strikes(above, Point(40.0, 0.0, -0.2), POST, 0.0, 0.0)
    assert not strikes(above, Point(40.0, 0.0, -0.2), POST, 0.0, 0.3)
