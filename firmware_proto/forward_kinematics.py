"""Where a jointed arm's tip really is: a chain of turns and steps, one link after the other.

Nothing is solved here and no triangle is known: the tip's place is carried from its own frame through wrist,
elbow, shoulder and base into the room, as in the chain of Denavit and Hartenberg. The machine's X, Y and Z
are what base, shoulder and elbow read, in degrees.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from firmware_proto.points import ORIGIN, Point

FINEST_TURN = 1.0
"""Degrees: an arm half a metre long strays 0.02 mm from the chord of so small a turn."""

SLACK = 0.01
"""Degrees that still count as within an angle: the rounding of readings."""

Place = tuple[float, float, float]


class Linkage(Protocol):
    """What leads from a machine's coordinates to the place of its tip."""

    def tip(self, coordinates: Point) -> Point:
        """The tip's place in the room, mm."""

    def way(self, start: Point, end: Point) -> Iterable[Point]:
        """Places of the tip, both ends included, while the coordinates run evenly from `start` to `end`."""

    def jams(self, coordinates: Point) -> str | None:
        """What is bent at these coordinates, a sentence; None: nothing."""


class Gantry:
    """A machine whose coordinates are those of the room."""

    def tip(self, coordinates: Point) -> Point:
        """The same."""
        return coordinates

    def way(self, start: Point, end: Point) -> Iterable[Point]:
        """A straight line."""
        return start, end

    def jams(self, coordinates: Point) -> str | None:
        """Nothing ever does."""


GANTRY = Gantry()


@dataclass(frozen=True, slots=True)
class JointedArm:
    """An arm of three joints whose tool stays level.

    `level_forearm`: a linkage keeps the forearm's slope whatever the shoulder does, so that the elbow reads
    the slope itself; otherwise it reads the angle at the elbow. Lengths in mm: `column` from z = 0 up to the
    shoulder and `ahead` from the base's axis out to it; `upper_arm`; `forearm`; `tool_out` and `tool_down`
    from the wrist to the tip. A joint's turn in degrees, in the sense of a right-handed screw about the
    vertical (base), and upwards (shoulder, elbow), is zero + direction * reading. `opening`: the angles
    between upper arm and forearm, 180 degrees stretched, at which nothing jams.
    """

    level_forearm: bool
    column: float
    ahead: float
    upper_arm: float
    forearm: float
    tool_out: float
    tool_down: float
    zero: Place = (0.0, 0.0, 0.0)
    direction: Place = (1.0, 1.0, 1.0)
    opening: tuple[float, float] = (0.0, 180.0)

    def tip(self, readings: Point) -> Point:
        """The tip's place in the room, mm, for what the joints read."""
        swing, raised, elbow = self._turns(readings)
        level = -(raised + elbow)
        tool = Point(self.tool_out, 0.0, -self.tool_down)
        at_wrist = Point(self.forearm, 0.0, 0.0).plus(_tilted(tool, level))
        at_elbow = Point(self.upper_arm, 0.0, 0.0).plus(_tilted(at_wrist, elbow))
        at_shoulder = Point(self.ahead, 0.0, self.column).plus(_tilted(at_elbow, raised))
        return ORIGIN.plus(_swung(at_shoulder, swing))

    def jams(self, readings: Point) -> str | None:
        """Whether the linkage lets the forearm come so near to the upper arm, or so far from it."""
        opening = abs(self._turns(readings)[2] % 360 - 180)
        if self.opening[0] - SLACK <= opening <= self.opening[1] + SLACK:
            return None
        return f"The joints are led to where upper arm and forearm jam, {opening:.1f} degrees apart."

    def _turns(self, readings: Point) -> Place:
        """The turns at base, shoulder and elbow, each against the link before it, degrees."""
        turns = zip(self.zero, self.direction, readings, strict=True)
        swing, raised, bent = (zero + direction * reading for zero, direction, reading in turns)
        return swing, raised, bent - raised if self.level_forearm else bent

    def way(self, start: Point, end: Point) -> Iterator[Point]:
        """Places of the tip while the joints run evenly from `start` to `end`, with both."""
        pieces = max(1, math.ceil(max(map(abs, end.minus(start))) / FINEST_TURN))
        for piece in range(pieces + 1):
            yield self.tip(start.towards(end, piece / pieces))


def _tilted(way: Point, degrees: float) -> Point:
    """Turned upwards in the plane of X and Z."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return Point(cos * way.x - sin * way.z, way.y, sin * way.x + cos * way.z)


def _swung(way: Point, degrees: float) -> Point:
    """Turned anticlockwise about the vertical."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return Point(cos * way.x - sin * way.y, sin * way.x + cos * way.y, way.z)
