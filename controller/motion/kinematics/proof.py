"""Whether an arm's joints bring the tip along every way of a run, found before the first command.

The heights of a flight differ from move to move, but not every height need be tried. Seen in the vertical
plane through the base's axis, the places that the joints allow are the image, one to one and continuous, of
a convex set of joint readings; so they have no holes, and what is enclosed by allowed places is allowed. A
flight at any height keeps within a strip: its lower and upper edge, the columns at its ends and the one where
it comes nearest to the axis enclose it. The base turns alike at every height.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from controller.model import Point
from controller.motion.actions import Travel
from controller.motion.geometry import GeometryProblem
from controller.motion.kinematics.arm import JointArm, OutOfReach
from controller.motion.kinematics.straight import straight
from controller.motion.path import PathPlanner

_SAME = 1e-6  # degrees


Where = tuple[str, ...]  # a place in the config


@dataclass(frozen=True, slots=True)
class Column:
    """The way up and down at one place, between its `ends`; `name` is what people call it."""

    where: Where
    name: str
    ends: tuple[Point, Point]


@dataclass(frozen=True, slots=True)
class Flight:
    """A way over the table, between the places `ends`; each corner as low and as high as it is flown."""

    where: Where
    name: str
    ends: tuple[Where, Where]
    corners: tuple[tuple[Point, Point], ...]


def joint_problems(
    arm: JointArm, columns: Iterable[Column], flights: Iterable[Flight]
) -> Iterator[GeometryProblem]:
    """What the joints do not allow; a flight from or to a place with a problem of its own is passed over."""
    bad: set[Where] = set()
    for column in columns:
        if trouble := trouble_along(arm, column.ends):
            bad.add(column.where)
            yield GeometryProblem(column.where, f"{column.name}: {trouble}; move it to where the arm reaches")
    for flight in flights:
        if bad.isdisjoint(flight.ends) and (trouble := _flight_trouble(arm, flight)):
            yield GeometryProblem(flight.where, f"{flight.name}: {trouble}; move the one or the other")


def home_problem(arm: JointArm, planner: PathPlanner) -> str | None:
    """What forbids to go from the joints' home to the park position, in words; None if all is well."""
    home = arm.forward(arm.home)
    try:
        found = arm.inverse(home)
    except OutOfReach as trouble:
        return str(trouble)
    if max(abs(a - b) for a, b in zip(found, arm.home, strict=True)) > _SAME:
        return "the elbow is below the line from shoulder to wrist there, and this program keeps it above"
    travels = (action for action in planner.after_home(home) if isinstance(action, Travel))
    return trouble_along(arm, (home, *(travel.to for travel in travels)))


def _flight_trouble(arm: JointArm, flight: Flight) -> str | None:
    low, high = zip(*flight.corners, strict=True)
    nearest = zip(_nearest_to_axis(low), _nearest_to_axis(high), strict=True)
    ways = (low, high, *flight.corners, *nearest)
    return next((trouble for way in ways if (trouble := trouble_along(arm, way))), None)


def trouble_along(arm: JointArm, points: Iterable[Point]) -> str | None:
    """What forbids the straight ways from each of `points` to the next, in words; None if all is well."""
    try:
        for start, end in pairwise(points):
            for _ in straight(arm, start, end):
                pass
    except OutOfReach as trouble:
        return str(trouble)
    return None


def _nearest_to_axis(corners: Iterable[Point]) -> Iterator[Point]:
    """On each level piece of a way the point that is nearest to the base's axis."""
    for a, b in pairwise(corners):
        x, y = b.x - a.x, b.y - a.y
        share = -(a.x * x + a.y * y) / (x * x + y * y or 1.0)
        share = min(1.0, max(0.0, share))
        yield Point(a.x + share * x, a.y + share * y, a.z)
