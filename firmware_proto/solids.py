"""Upright cylinders, and whether one of them strikes another on a straight way."""

import math
from dataclasses import dataclass, replace

from firmware_proto.points import Point

Span = tuple[float, float]

_NOTHING: Span = (1.0, 0.0)


@dataclass(frozen=True, slots=True)
class Cylinder:
    """An upright cylinder about the axis (x, y), between the heights `bottom` and `top`, mm."""

    x: float
    y: float
    radius: float
    bottom: float
    top: float

    def lowered(self, depth: float) -> "Cylinder":
        """The same with its top cut down by `depth`."""
        return replace(self, top=self.top - depth)


def strikes(mover: Cylinder, way: Point, still: Cylinder, touch: float, sink: float) -> bool:
    """Whether `mover`, going `way` in a straight line, enters `still`.

    Sides may overlap by `touch` and faces by `sink` before that counts.
    """
    near = _near_span(mover.x - still.x, mover.y - still.y, way, mover.radius + still.radius - touch)
    above = _above_span(mover.top - still.bottom - sink, way.z)
    below = _above_span(still.top - mover.bottom - sink, -way.z)
    return max(near[0], above[0], below[0]) < min(near[1], above[1], below[1])


def _near_span(x: float, y: float, way: Point, reach: float) -> Span:
    """The share of the way (0 to 1) on which (x, y) is nearer to 0 than `reach`."""
    square = way.x**2 + way.y**2
    if reach <= 0 or not square:
        return (0.0, 1.0) if math.hypot(x, y) < reach else _NOTHING
    middle = -(x * way.x + y * way.y) / square
    room = middle**2 - (x * x + y * y - reach * reach) / square
    if room <= 0:
        return _NOTHING
    return max(0.0, middle - math.sqrt(room)), min(1.0, middle + math.sqrt(room))


def _above_span(height: float, rise: float) -> Span:
    """The share of the way on which `height` + share * `rise` is above 0."""
    if not rise:
        return (0.0, 1.0) if height > 0 else _NOTHING
    crossing = -height / rise
    return (max(0.0, crossing), 1.0) if rise > 0 else (0.0, min(1.0, crossing))
