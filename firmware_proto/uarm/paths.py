"""The ways that uArm's moves take."""

import math
from collections.abc import Iterator

from firmware_proto.points import Point

PIECES = 10
"""How many pieces a move is cut into."""

SHOULDER = 100.0
"""Height, mm, from which a move by the joints is seen."""


def straight(start: Point, end: Point) -> Iterator[Point]:
    """The ends of the pieces of a straight line (G1)."""
    for index in range(1, PIECES):
        yield start.towards(end, index / PIECES)
    yield end


def swing(start: Point, end: Point) -> Iterator[Point]:
    """The ends of the pieces of a move by the joints (G0): base, lift and reach change evenly."""
    first, last = _joints(start), _joints(end)
    for index in range(1, PIECES):
        yield _place(first.towards(last, index / PIECES))
    yield end


def _joints(place: Point) -> Point:
    """The base's angle, the arm's lift (radians) and its reach (mm) at a place."""
    out, up = math.hypot(place.x, place.y), place.z - SHOULDER
    return Point(math.atan2(place.y, place.x), math.atan2(up, out), math.hypot(out, up))


def _place(joints: Point) -> Point:
    base, lift, reach = joints
    out = reach * math.cos(lift)
    return Point(out * math.cos(base), out * math.sin(base), SHOULDER + reach * math.sin(lift))
