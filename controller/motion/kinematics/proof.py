"""Whether an arm's joints bring the tip along every way of a run, found before the first command.

The heights of a flight differ from move to move, but not every height need be tried. Seen in the vertical
plane through the base's axis, the places that the joints allow are the image, one to one and continuous, of
a convex set of joint readings; so they have no holes, and what is enclosed by allowed places is allowed. A
flight at any height from `low` to `high` keeps within a strip: its lower and upper edge, its two ends and
the upright where it comes nearest to the axis enclose it. The base turns alike at every height.
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
from controller.motion.ways import Spot, Way

_SAME = 1e-6  # degrees


@dataclass(frozen=True, slots=True)
class Column:
    """Straight up and down at one spot, mm; `where` is the place in the config, `name` for people."""

    where: tuple[str, ...]
    name: str
    spot: Spot
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Flight:
    """A way over the table that is flown level, at any height from `low` to `high` mm."""

    where: tuple[str, ...]
    name: str
    way: Way
    low: float
    high: float


def joint_problems(
    arm: JointArm, columns: Iterable[Column], flights: Iterable[Flight]
) -> Iterator[GeometryProblem]:
    """What the joints do not allow; a flight from or to a spot with a problem of its own is passed over."""
    bad: set[Spot] = set()
    for column in columns:
        if trouble := _upright(arm, column.spot, column.low, column.high):
            bad.add(column.spot)
            yield GeometryProblem(column.where, f"{column.name}: {trouble}")
    for flight in flights:
        if bad.isdisjoint((flight.way[0], flight.way[-1])) and (trouble := _flight(arm, flight)):
            yield GeometryProblem(flight.where, f"{flight.name}: {trouble}")


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


def trouble_along(arm: JointArm, points: Iterable[Point]) -> str | None:
    """What forbids the straight ways from each of `points` to the next, in words; None if all is well."""
    try:
        for start, end in pairwise(points):
            for _ in straight(arm, start, end):
                pass
    except OutOfReach as trouble:
        return str(trouble)
    return None


def _upright(arm: JointArm, spot: Spot, low: float, high: float) -> str | None:
    return trouble_along(arm, (Point(*spot, low), Point(*spot, high)))


def _flight(arm: JointArm, flight: Flight) -> str | None:
    for height in (flight.low, flight.high):
        if trouble := trouble_along(arm, (Point(x, y, height) for x, y in flight.way)):
            return trouble
    uprights = (_nearest_to_axis(a, b) for a, b in pairwise(flight.way) if a != b)
    troubles = (_upright(arm, spot, flight.low, flight.high) for spot in (*flight.way, *uprights))
    return next(filter(None, troubles), None)


def _nearest_to_axis(a: Spot, b: Spot) -> Spot:
    """The spot between `a` and `b` that is nearest to the base's axis."""
    along = (b[0] - a[0], b[1] - a[1])
    share = -(a[0] * along[0] + a[1] * along[1]) / (along[0] ** 2 + along[1] ** 2)
    share = min(1.0, max(0.0, share))
    return (a[0] + share * along[0], a[1] + share * along[1])
