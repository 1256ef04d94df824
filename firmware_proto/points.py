"""Places in the machine's coordinates, mm."""

import math
from typing import NamedTuple


class Point(NamedTuple):
    """A place; axes in the order X, Y, Z."""

    x: float
    y: float
    z: float

    def minus(self, other: "Point") -> "Point":
        """The way from `other` to here."""
        return Point(self.x - other.x, self.y - other.y, self.z - other.z)

    def plus(self, way: "Point") -> "Point":
        """The place `way` from here."""
        return Point(self.x + way.x, self.y + way.y, self.z + way.z)

    def scaled(self, share: float) -> "Point":
        """The way, `share` times as long."""
        return Point(self.x * share, self.y * share, self.z * share)

    def towards(self, end: "Point", share: float) -> "Point":
        """The place after `share` (0 to 1) of the straight way to `end`."""
        return Point(*(a + (b - a) * share for a, b in zip(self, end, strict=True)))

    def distance(self, other: "Point") -> float:
        """Straight distance, mm."""
        return math.dist(self, other)

    def aside(self, other: "Point") -> float:
        """Horizontal distance, mm."""
        return math.hypot(self.x - other.x, self.y - other.y)


ORIGIN = Point(0.0, 0.0, 0.0)
