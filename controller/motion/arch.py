"""Arches: up, across and down as one motion, with its corners cut as far as the clearance allows.

Each of height and way across is moved from rest to rest as fast as it may by itself (a Stroke). The way
across sets out as soon as the tool has risen over all that is below it there, and the tool sinks so late that
the last of the way is over before it is too low: every Zone says from where to where a height must have been
reached. Both motions are then one curve in space. It is passed with the acceleration that each axis has on
a straight line, never more; where both change speed at once the curve is a parabola, whose velocity turns
evenly.

Firmwares know straight lines, so a curved part is cut into facets. By junction deviation a corner of the
small angle w is passed at v^2 = 8 a d / w^2 at most (Jeon, "Improving Grbl: cornering algorithm", 2011: the
speed round a circle that misses the corner by d): the sideways change of velocity, v w, may be sqrt(8 a d).
Facets change it by sqrt(4 a d): no corner brakes, one square corner would jolt as much, and they are as few
as that allows. A speed goes with each facet: a firmware left to itself would take a curve of many facets
faster than the axes' accelerations allow.

Where the velocity is c mm/s across the acceleration a and w along it, its sideways change in time is the
integral of a c / sqrt(w^2 + c^2), which is c asinh(w / c) with w growing by a: equal steps of it are the
facets' ends.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from math import asinh, ceil, dist, hypot, inf, sinh, sqrt
from operator import attrgetter
from typing import NamedTuple

from controller.model import Point
from controller.motion.actions import Travel
from controller.motion.geometry import MotionLimits
from controller.motion.stroke import Stroke, stroke
from controller.motion.timing import acceleration_along

_BRIEFEST = 0.003  # seconds: shorter lines come faster than a host and a firmware can take them
_EVENLY = 0.97  # of an axis' acceleration is spread over a curve; the corners between facets take the rest
_SAG = 0.01  # mm by which a facet may be below its curve, and rounding below the facet
_STRAIGHT = 1e-6


Column = Callable[[float], Point]  # the places straight above one another, by their heights


class Zone(NamedTuple):
    """Between two shares of the way across, from 0 to 1, the tip is at `height` or higher."""

    begins: float
    ends: float
    height: float


@dataclass(frozen=True, slots=True)
class Flight:
    """Up from height `low[0]` to `apex`, across from the moment `sets_out`, and down to `low[1]`; seconds."""

    low: tuple[float, float]
    rise: Stroke
    across: Stroke
    fall: Stroke
    sets_out: float
    seconds: float

    @property
    def arrives(self) -> float:
        """When the way across is over."""
        return self.sets_out + self.across.seconds

    def height(self, time: float) -> float:
        """The tip's height."""
        left = self.seconds - time
        if left < self.fall.seconds:
            return self.low[1] + self.fall.way(left)
        return self.low[0] + self.rise.way(time)

    def velocity(self, time: float) -> tuple[float, float]:
        """Across and upwards, mm/s."""
        sinking = self.fall.speed(self.seconds - time)
        return self.across.speed(time - self.sets_out), self.rise.speed(time) - sinking

    @property
    def run_up(self) -> float:
        """The mm straight up at an even speed before it sets out, of which any part could be left out."""
        return max(0.0, self.rise.way(self.sets_out) - 2 * self.rise.ramp_way)

    @property
    def run_down(self) -> float:
        """Likewise, straight down after it has arrived."""
        return max(0.0, self.fall.way(self.seconds - self.arrives) - 2 * self.fall.ramp_way)

    @property
    def shape(self) -> tuple[float, ...]:
        """What flights between the same columns have in common that differ in their runs alone."""
        up, down = self.run_up, self.run_down
        sets_out = self.sets_out - (up / self.rise.peak if up else 0.0)
        lands = self.seconds - self.arrives - (down / self.fall.peak if down else 0.0)
        return tuple(round(x, 6) for x in (self.rise.length - up, self.fall.length - down, sets_out, lands))

    @property
    def moments(self) -> list[float]:
        """Its beginning and end, and between them whenever an acceleration changes; brief spells left out."""
        sinks = self.seconds - self.fall.seconds
        kept = [0.0, self.sets_out, self.arrives, self.rise.seconds, sinks, self.seconds]
        bends = (
            *self.rise.bends,
            *(self.sets_out + bend for bend in self.across.bends),
            *(sinks + bend for bend in self.fall.bends),
        )
        for bend in bends:
            if all(abs(bend - moment) > _BRIEFEST for moment in kept):
                kept.append(bend)
        return sorted(kept)


def plan_flight(
    low: tuple[float, float], rise: Stroke, across: Stroke, fall: Stroke, zones: Sequence[Zone]
) -> Flight:
    """The quickest flight over `zones`; where height takes longer, the way across waits at its low end."""
    before, after = 0.0, 0.0
    for begins, ends, needed in zones:
        height = needed + _SAG
        before = max(before, rise.when(height - low[0]) - across.when(begins * across.length))
        after = max(after, fall.when(height - low[1]) - across.when((1 - ends) * across.length))
    seconds = max(before + across.seconds + after, rise.seconds + fall.seconds)
    waits = seconds - before - across.seconds - after
    return Flight(low, rise, across, fall, before + (waits if low[0] < low[1] else 0.0), seconds)


def plan_arches(
    columns: Sequence[Column],
    low: tuple[float, float],
    height: float,
    zones: Sequence[Sequence[Zone]],
    limits: MotionLimits,
    ceiling: float,
) -> list[Flight]:
    """From height `low[0]` over the first of `columns` past the others at `height` to `low[1]` over the last.

    `zones`: those of each part of the way across. Where it has no bend the tool may rise beyond `height`, up
    to `ceiling`: it is over the corner the sooner if it need not brake for it.
    """
    level = (low[0], *[height] * (len(columns) - 2), low[1])
    apexes = [height]
    if len(columns) == 2:
        apexes.append(max(height, min(ceiling, height + headroom(limits))))
    parts = zip(pairwise(columns), pairwise(level), zones, strict=True)
    return [
        min((_flight(*part, apex, limits) for apex in apexes), key=attrgetter("seconds")) for part in parts
    ]


def arch_lines(
    flights: Sequence[Flight], columns: Sequence[Column], limits: MotionLimits
) -> Iterator[Travel]:
    """The straight lines of one flight after the other.

    The first is cut in two. A firmware may set out as soon as it knows three lines, and were two of them the
    first short facets of an arch, it would have to be slow enough to stop within these.
    """
    parts = zip(flights, pairwise(columns), strict=True)
    lines = chain.from_iterable(_travels(flight, ends, limits) for flight, ends in parts)
    first, start = next(lines), columns[0](flights[0].low[0])
    yield Travel(Point(*((a + b) / 2 for a, b in zip(start, first.to, strict=True))), first.speed)
    yield from (first, *lines)


def headroom(limits: MotionLimits) -> float:
    """The mm in which the way up comes to rest: what an arch may rise beyond what it must."""
    return limits.lift_speed**2 / (2 * _EVENLY * limits.lift_acceleration)


def rise_across(length: float, limits: MotionLimits) -> float:
    """The mm that the tool can rise at most while it is on its way across `length` mm."""
    return limits.lift_speed * stroke(length, limits.travel_speed, _EVENLY * limits.acceleration).seconds


def _flight(
    ends: tuple[Column, Column],
    low: tuple[float, float],
    zones: Sequence[Zone],
    apex: float,
    limits: MotionLimits,
) -> Flight:
    start, end = (column(apex) for column in ends)
    length = max(dist(start, end), _STRAIGHT)
    lift, travel = limits.lift_acceleration, acceleration_along(start, end, limits)
    rise, fall = (stroke(apex - z, limits.lift_speed, _EVENLY * lift) for z in low)
    across = stroke(length, limits.travel_speed, _EVENLY * travel)
    return plan_flight(low, rise, across, fall, zones)


def _travels(flight: Flight, ends: tuple[Column, Column], limits: MotionLimits) -> Iterator[Travel]:
    step = 2 * sqrt(limits.lift_acceleration * limits.junction_deviation)
    for start, end, seconds in _joined(_pieces(flight, ends, step)):
        length = dist(start, end)
        steep = abs(end.z - start.z) / length
        fastest = min(limits.travel_speed, limits.lift_speed / steep if steep else inf)
        yield Travel(end, min(fastest, length / seconds) if seconds else fastest)


class _Piece(NamedTuple):
    """A straight line; `seconds` 0: as fast as may be."""

    start: Point
    end: Point
    seconds: float


def _pieces(flight: Flight, ends: tuple[Column, Column], step: float) -> Iterator[_Piece]:
    place = _place(flight, ends, 0.0)
    for begun, ended in pairwise(flight.moments):
        if ended - begun <= _STRAIGHT:
            continue
        facets = _facets(flight, begun, ended, step)
        for now in (*(facets or ()), ended):
            before, place = place, _place(flight, ends, now)
            yield _Piece(before, place, now - begun if facets is not None else 0.0)
            begun = now


def _place(flight: Flight, ends: tuple[Column, Column], time: float) -> Point:
    height = flight.height(time)
    share = flight.across.way(time - flight.sets_out) / flight.across.length
    start, end = (column(height) for column in ends)
    return Point(start.x + share * (end.x - start.x), start.y + share * (end.y - start.y), height)


def _facets(flight: Flight, begun: float, ended: float, step: float) -> list[float] | None:
    """When facets meet in a part that has one acceleration; None: it is straight."""
    inside = (ended - begun) * 1e-6  # at a bend itself two accelerations are right
    (x, z), (x_end, z_end) = flight.velocity(begun + inside), flight.velocity(ended - inside)
    seconds = ended - begun - 2 * inside
    ax, az = (x_end - x) / seconds, (z_end - z) / seconds
    a = hypot(ax, az)
    across = abs(x * az - z * ax) / a if a > _STRAIGHT else 0.0
    if across <= _STRAIGHT:
        return None
    along = (x * ax + z * az) / a
    first, last = (asinh(w / across) for w in (along, along + a * (ended - begun)))
    count = ceil((last - first) * across / step)
    turns = (first + (last - first) * facet / count for facet in range(1, count))
    return [begun + (across * sinh(turn) - along) / a for turn in turns]


def _joined(pieces: Iterable[_Piece]) -> Iterator[_Piece]:
    """Straight pieces that go on in the same direction are one."""
    before: _Piece | None = None
    for piece in pieces:
        if dist(piece.start, piece.end) <= _STRAIGHT:
            continue
        if before and not before.seconds and not piece.seconds and _aligned(before, piece):
            before = _Piece(before.start, piece.end, 0.0)
            continue
        if before:
            yield before
        before = piece
    if before:
        yield before


def _aligned(before: _Piece, after: _Piece) -> bool:
    """Whether two lines lead in the same direction."""
    lengths = dist(before.start, before.end), dist(after.start, after.end)
    ways = zip(before.start, before.end, after.start, after.end, strict=True)
    return all(abs((b - a) / lengths[0] - (d - c) / lengths[1]) < _STRAIGHT for a, b, c, d in ways)
