"""The way over the table, seen from above: straight, or round the base where straight is too near to it.

A ring's inner circle is the only hole in a workspace; box and outer circle are convex. So a way needs a
bend only round that circle, and the tightest one is the taut string: a tangent from each end and the arc
between them. The string lies in the convex hull of any other way past the same side, so if it leaves the
box or the outer circle, every way past that side does. The arc is replaced by a few straight edges that
touch the circle from outside.
"""

from itertools import pairwise
from math import acos, atan2, ceil, cos, dist, hypot, inf, pi, sin, sqrt, tau

from controller.motion.geometry import Workspace

Spot = tuple[float, float]
Way = tuple[Spot, ...]

TOLERANCE = 1e-6
_MARGIN = 0.01  # keeps an edge outside the circle after its ends are rounded on the wire
_WIDEST_TURN = pi / 3
_FINEST_TURN = pi / 36


def inside(workspace: Workspace, spot: Spot, slack: float = TOLERANCE) -> bool:
    """Whether `spot` is in the box and in the ring, or at most `slack` mm outside their edges."""
    reach = hypot(*spot)
    bounds = ((workspace.x, spot[0]), (workspace.y, spot[1]), (workspace.radius, reach))
    return all(b is None or b[0] - slack <= value <= b[1] + slack for b, value in bounds)


def distance(way: Way, spot: Spot) -> float:
    """The least distance in mm between `spot` and any point of `way`."""
    return min(_to_segment(spot, a, b) for a, b in pairwise(way))


def span_within(start: Spot, end: Spot, spot: Spot, radius: float) -> tuple[float, float] | None:
    """The shares of a straight way, prolonged, at which it comes within `radius` of `spot` and leaves."""
    x, y = end[0] - start[0], end[1] - start[1]
    square = x * x + y * y
    if not square:
        return (-inf, inf) if dist(start, spot) <= radius else None
    middle = ((spot[0] - start[0]) * x + (spot[1] - start[1]) * y) / square
    room = (radius**2 - dist(spot, (start[0] + middle * x, start[1] + middle * y)) ** 2) / square
    if room < 0:
        return None
    return middle - sqrt(room), middle + sqrt(room)


def length(way: Way) -> float:
    """The length of `way` in mm."""
    return sum(dist(a, b) for a, b in pairwise(way))


def find_way(workspace: Workspace, start: Spot, end: Spot, front: Spot | None = None) -> Way | None:
    """The corners of the way from `start` to `end`, both included; None where there is none.

    Straight where that can be, else round the base: past the side on which `front` lies, since many an arm
    cannot turn through its back and cables wind up there; where that tells nothing, the shorter way.
    A start inside the ring's inner circle, where homing may leave the tool, is left straight outwards, and an
    end there is reached straight inwards.
    """
    inner = workspace.radius[0] if workspace.radius else 0.0
    if hypot(*start) < inner - TOLERANCE:
        rest = find_way(workspace, _pushed_out(start, end, inner + _MARGIN), end, front)
        return rest and (start, *rest)
    if hypot(*end) < inner - TOLERANCE:
        rest = find_way(workspace, start, _pushed_out(end, start, inner + _MARGIN), front)
        return rest and (*rest, end)
    if distance((start, end), (0.0, 0.0)) >= inner - TOLERANCE:
        return (start, end)
    ways = [way for turn in (1, -1) if (way := _round_base(workspace, start, end, turn))]
    return min(ways, key=lambda way: (round(distance(way, front)) if front else 0, length(way)), default=None)


def _to_segment(spot: Spot, a: Spot, b: Spot) -> float:
    along = (b[0] - a[0], b[1] - a[1])
    square = along[0] ** 2 + along[1] ** 2
    if not square:
        return dist(spot, a)
    share = ((spot[0] - a[0]) * along[0] + (spot[1] - a[1]) * along[1]) / square
    share = min(1.0, max(0.0, share))
    return dist(spot, (a[0] + share * along[0], a[1] + share * along[1]))


def _pushed_out(spot: Spot, towards: Spot, radius: float) -> Spot:
    """The point at `radius` in the direction of `spot`, or of `towards` where `spot` is the axis itself."""
    angle = atan2(*reversed(spot if hypot(*spot) > TOLERANCE else towards))
    return (radius * cos(angle), radius * sin(angle))


def _round_base(workspace: Workspace, start: Spot, end: Spot, turn: int) -> Way | None:
    """The taut way round the inner circle, anticlockwise for `turn` 1 and clockwise for -1."""
    assert workspace.radius is not None
    radius = workspace.radius[0] + _MARGIN
    first = _tangent(start, radius, turn)
    arc = (turn * (_tangent(end, radius, -turn) - first)) % tau
    for corners in range(ceil(arc / _WIDEST_TURN), ceil(arc / _FINEST_TURN) + 1):
        bends = _bends(radius, first, turn * arc, corners)
        if all(inside(workspace, spot) for spot in (*bends, end)):
            return (start, *bends, end)
    return None


def _tangent(spot: Spot, radius: float, turn: int) -> float:
    """The angle at which the tangent from `spot` touches the circle."""
    return atan2(spot[1], spot[0]) + turn * acos(min(1.0, radius / hypot(*spot)))


def _bends(radius: float, first: float, arc: float, corners: int) -> Way:
    """Where neighbouring tangents cross, for `corners` + 1 points of contact spread over `arc`."""
    half = arc / corners / 2
    out = radius / cos(half)
    angles = (first + half * (2 * corner + 1) for corner in range(corners))
    return tuple((out * cos(angle), out * sin(angle)) for angle in angles)
