"""How long motion takes: straight legs under a speed and an acceleration, and the corners between them.

The model is that of the common firmwares' planners. A leg's acceleration is as large as its direction lets
it be with no axis above its own limit. A corner between two legs is passed at the speed at which a circle
that misses the corner by the junction deviation would be driven; a leg speeds up and slows down as
trapezoid or triangle between its corner speeds, which are lowered where it is too short. A deviation of 0
stops at every corner, the slowest any of them is. What is left out: the firmware's own overhead at each
stop, its buffer's depth, step rounding, and Marlin's classic jerk, which passes some corners faster.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import dist, inf, sqrt

from controller.model import Point
from controller.motion.actions import Action, Lift, Travel

JUNCTION_DEVIATION = 0.013  # mm; Marlin's default, GRBL's is 0.010

Vector = tuple[float, float, float]


def rest_to_rest(length: float, speed: float, acceleration: float) -> float:
    """Seconds for a leg of `length` mm that begins and ends at rest."""
    return _leg_seconds(length, speed, acceleration, 0.0, 0.0)


def polyline_seconds(
    points: Sequence[Point],
    speeds: Sequence[float],
    acceleration: float,
    junction_deviation: float = JUNCTION_DEVIATION,
) -> float:
    """Seconds from rest at the first of `points` to rest at the last; leg i has `speeds[i]` mm/s.

    `acceleration` is the limit of each axis in mm/s2. Legs of no length take no time.
    """
    legs = [(a, b, speed) for (a, b), speed in zip(pairwise(points), speeds, strict=True) if a != b]
    lengths = [dist(a, b) for a, b, _ in legs]
    units = [_unit(a, b) for a, b, _ in legs]
    caps = [speed for _, _, speed in legs]
    limits = [_along(unit, acceleration) for unit in units]
    corners = [
        min(caps[i], caps[i + 1], _corner_speed(units[i], units[i + 1], acceleration, junction_deviation))
        for i in range(len(legs) - 1)
    ]
    ends = _attainable([0.0, *corners, 0.0], lengths, limits) if legs else []
    return sum(map(_leg_seconds, lengths, caps, limits, ends, ends[1:]))


def seconds_of(
    actions: Iterable[Action],
    at: Point,
    acceleration: float,
    junction_deviation: float = JUNCTION_DEVIATION,
) -> float:
    """Seconds that `actions` take from rest at `at` to rest: the runs between stops, and the settles."""
    total, points, speeds = 0.0, [at], list[float]()
    for action in actions:
        if isinstance(action, Lift | Travel):
            points.append(points[-1]._replace(z=action.z) if isinstance(action, Lift) else action.to)
            speeds.append(action.speed)
        else:
            total += polyline_seconds(points, speeds, acceleration, junction_deviation) + action.settle
            points, speeds = points[-1:], []
    return total + polyline_seconds(points, speeds, acceleration, junction_deviation)


def _unit(a: Point, b: Point) -> Vector:
    length = dist(a, b)
    return ((b.x - a.x) / length, (b.y - a.y) / length, (b.z - a.z) / length)


def _along(unit: Vector, acceleration: float) -> float:
    """The acceleration along `unit` at which the axis with most of it reaches its limit."""
    return acceleration / max(map(abs, unit))


def _corner_speed(before: Vector, after: Vector, acceleration: float, deviation: float) -> float:
    """The speed through the corner between two directions, by junction deviation."""
    cosine = sum(b * a for b, a in zip(before, after, strict=True))
    half_sine = sqrt(max(0.0, (1 + cosine) / 2))  # sine of half the angle between the legs
    if half_sine > 1 - 1e-9:
        return inf
    turn = Point(*(a - b for b, a in zip(before, after, strict=True)))
    inwards = _along(_unit(Point(0, 0, 0), turn), acceleration)
    return sqrt(inwards * deviation * half_sine / (1 - half_sine))


def _attainable(speeds: list[float], lengths: Sequence[float], limits: Sequence[float]) -> list[float]:
    """`speeds` at the ends of the legs, lowered to what each leg's length and acceleration can link."""
    for i in reversed(range(len(lengths))):
        speeds[i] = min(speeds[i], sqrt(speeds[i + 1] ** 2 + 2 * limits[i] * lengths[i]))
    for i, (length, limit) in enumerate(zip(lengths, limits, strict=True)):
        speeds[i + 1] = min(speeds[i + 1], sqrt(speeds[i] ** 2 + 2 * limit * length))
    return speeds


def _leg_seconds(length: float, cap: float, acceleration: float, entry: float, leaving: float) -> float:
    """Seconds for a leg entered at speed `entry` and left at speed `leaving`, at most `cap` between."""
    peak = min(cap, sqrt(acceleration * length + (entry**2 + leaving**2) / 2))
    ramps = (2 * peak**2 - entry**2 - leaving**2) / (2 * acceleration)
    return (2 * peak - entry - leaving) / acceleration + max(0.0, length - ramps) / cap
