"""How long motion takes: straight legs under a speed and an acceleration, and the corners between them.

The model is that of the common firmwares' planners. A corner between two legs is passed at the speed at
which a circle that misses the corner by the junction deviation would be driven; a leg speeds up and slows
down as trapezoid or triangle between its corner speeds, which are lowered where it is too short. A deviation
of 0 stops at every corner, the slowest that any of them is. Left out are the firmware's own overhead at each
stop, the depth of its buffer, the rounding to steps, and Marlin's classic jerk, with which some corners are
passed faster.
"""

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import islice, pairwise
from math import dist, inf, sqrt

from controller.model import Point
from controller.motion.actions import Action, Lift, Travel
from controller.motion.axes import CARTESIAN, Axes
from controller.motion.geometry import MotionLimits

Vector = tuple[float, float, float]
Way = Lift | Travel


def seconds_of(actions: Iterable[Action], at: Point, limits: MotionLimits, axes: Axes = CARTESIAN) -> float:
    """Seconds that `actions` take from rest at `at` to rest: the runs between stops, and the settles.

    `limits` are those of `axes`, in their own units. Raises OutOfReach.
    """
    total = 0.0
    ways = list[Way]()
    for action in actions:
        if isinstance(action, Lift | Travel):
            ways.append(action)
        else:
            total += sum(each_seconds(ways, at, limits, axes)) + action.settle
            at, ways = reduce(lambda at, way: _end_of(way, at), ways, at), []
    return total + sum(each_seconds(ways, at, limits, axes))


def each_seconds(ways: Sequence[Way], at: Point, limits: MotionLimits, axes: Axes = CARTESIAN) -> list[float]:
    """Seconds of each of `ways`, streamed from rest at `at` to rest; likewise."""
    points, speeds, lines = [axes.reported(at)], list[float](), list[int]()
    for way in ways:
        end = _end_of(way, at)
        moves = [*axes.moves(at, end, way.speed)] if end != at else []
        points += (move.to for move in moves)
        speeds += (move.speed for move in moves)
        lines.append(len(moves))
        at = end
    times = iter(_seconds_of_legs(points, speeds, limits))
    return [sum(islice(times, count)) for count in lines]


def _end_of(way: Way, at: Point) -> Point:
    return at._replace(z=way.z) if isinstance(way, Lift) else way.to


def _seconds_of_legs(points: Sequence[Point], caps: Sequence[float], limits: MotionLimits) -> Iterable[float]:
    """The seconds of each leg; none is without length."""
    if not caps:
        return ()
    lengths = [dist(a, b) for a, b in pairwise(points)]
    units = [_unit(a, b) for a, b in pairwise(points)]
    accelerations = [_along(unit, limits) for unit in units]
    corners = [_corner_speed(before, after, limits) for before, after in pairwise(units)]
    wanted = [0.0, *map(min, corners, caps, caps[1:]), 0.0]
    ends = _attainable(wanted, lengths, accelerations)
    return map(leg_seconds, lengths, caps, accelerations, ends, ends[1:])


def leg_seconds(
    length: float, speed: float, acceleration: float, entry: float = 0.0, leaving: float = 0.0
) -> float:
    """Seconds for `length` mm entered at speed `entry` and left at `leaving`, at most at `speed` between."""
    peak = min(speed, sqrt(acceleration * length + (entry**2 + leaving**2) / 2))
    ramps = (2 * peak**2 - entry**2 - leaving**2) / (2 * acceleration)
    return (2 * peak - entry - leaving) / acceleration + max(0.0, length - ramps) / speed


def acceleration_along(start: Point, end: Point, limits: MotionLimits) -> float:
    """The acceleration that a straight line from `start` to `end` has."""
    return _along(_unit(start, end), limits) if start != end else limits.acceleration


def _unit(a: Sequence[float], b: Sequence[float]) -> Vector:
    length = dist(a, b)
    return ((b[0] - a[0]) / length, (b[1] - a[1]) / length, (b[2] - a[2]) / length)


def _along(unit: Vector, limits: MotionLimits) -> float:
    """The acceleration in the direction `unit`; with limits of the axes alone a diagonal has more of it."""
    return limits.acceleration / (max(map(abs, unit)) if limits.per_axis else 1.0)


def _corner_speed(before: Vector, after: Vector, limits: MotionLimits) -> float:
    """The speed through the corner between two directions, by junction deviation."""
    cosine = before[0] * after[0] + before[1] * after[1] + before[2] * after[2]
    sharpness = sqrt(max(0.0, (1 + cosine) / 2))  # the sine of half the angle between the legs
    if sharpness > 1 - 1e-9:
        return inf
    inwards = _along(_unit(before, after), limits)
    return sqrt(inwards * limits.junction_deviation * sharpness / (1 - sharpness))


def _attainable(wanted: list[float], lengths: Sequence[float], accelerations: Sequence[float]) -> list[float]:
    """The speeds at the ends of the legs, lowered from `wanted` to what length and acceleration can link."""
    speeds = list(wanted)
    ramps = [2 * acceleration * length for acceleration, length in zip(accelerations, lengths, strict=True)]
    for i in reversed(range(len(ramps))):
        speeds[i] = min(speeds[i], sqrt(speeds[i + 1] ** 2 + ramps[i]))
    for i, ramp in enumerate(ramps):
        speeds[i + 1] = min(speeds[i + 1], sqrt(speeds[i] ** 2 + ramp))
    return speeds
