"""How far a machine reaches."""

import math
from dataclasses import dataclass, field

from firmware_proto.points import Point

Range = tuple[float, float]

SLACK = 0.01
"""How far, mm, beyond a limit still counts as on it: the rounding of coordinates."""

STRAY = 0.2
"""How far, mm, a tip that joints lead along a straight line may be beside it."""


def _cut(value: float, limits: Range | None) -> float:
    if limits is None or limits[0] - SLACK <= value <= limits[1] + SLACK:
        return value
    return min(max(value, limits[0]), limits[1])


@dataclass(frozen=True, slots=True)
class Limits:
    """A box (soft endstops of x, y, z), a ring round the base's axis (an arm's radius), or both, mm.

    A target beyond the box is cut back to it; one outside the ring cannot be reached at all. `at_home`: where
    homing ends, if it is known.
    """

    z: Range = (0.0, 400.0)
    x: Range | None = None
    y: Range | None = None
    radius: Range | None = None
    at_home: Point | None = field(default=None, kw_only=True)

    def cut(self, point: Point) -> Point:
        """The nearest place inside the box."""
        return Point(_cut(point.x, self.x), _cut(point.y, self.y), _cut(point.z, self.z))

    def reaches(self, point: Point) -> bool:
        """Whether the place is inside the ring."""
        if self.radius is None:
            return True
        inner, outer = self.radius
        return inner - SLACK <= math.hypot(point.x, point.y) <= outer + SLACK

    def holds(self, tip: Point) -> bool:
        """Whether a tip led by joints is inside box and ring."""
        bounds = ((tip.x, self.x), (tip.y, self.y), (tip.z, self.z), (math.hypot(tip.x, tip.y), self.radius))
        return all(b is None or b[0] - STRAY <= value <= b[1] + STRAY for value, b in bounds)

    def crosses_base(self, start: Point, end: Point) -> bool:
        """Whether the straight way between two places passes nearer to the base than the ring allows."""
        return self.radius is not None and _nearest_to_axis(start, end) < self.radius[0] - SLACK

    @property
    def home(self) -> Point:
        """Where homing ends: the top; x and y as near to 0 as may be, or ahead at the inner radius."""
        if self.at_home is not None:
            return self.at_home
        inner = self.radius[0] if self.radius else 0.0
        ahead = [
            Point(inner, 0, 0),
            Point(0, inner, 0),
            Point(-inner, 0, 0),
            Point(0, -inner, 0),
            *self._corners(),
        ]
        inside = [point for point in ahead if self.cut(point)._replace(z=0) == point and self.reaches(point)]
        return (inside[0] if inside else self.cut(ahead[0]))._replace(z=self.z[1])

    def _corners(self) -> list[Point]:
        reach = self.radius[1] if self.radius else 0.0
        xs, ys = self.x or (-reach, reach), self.y or (-reach, reach)
        return [Point(_cut(0.0, xs), _cut(0.0, ys), 0), *(Point(x, y, 0) for x in xs for y in ys)]


DEFAULT_LIMITS = Limits(x=(-400.0, 400.0), y=(-400.0, 400.0), z=(0.0, 400.0))
"""The reach of a machine that nobody has said anything about."""


def _nearest_to_axis(start: Point, end: Point) -> float:
    """How near the straight way comes to the line x = y = 0."""
    way_x, way_y = end.x - start.x, end.y - start.y
    square = way_x * way_x + way_y * way_y
    share = -(start.x * way_x + start.y * way_y) / square if square else 0.0
    nearest = start.towards(end, min(max(share, 0.0), 1.0))
    return math.hypot(nearest.x, nearest.y)
