"""Whether the arm can leave the place where a person puts it, and reach the one where it lies in the end."""

from collections.abc import Callable, Iterable, Iterator
from math import inf

from controller.errors import UsageError
from controller.model import Point
from controller.motion.actions import Action, Travel
from controller.motion.geometry import GeometryProblem, Workspace
from controller.motion.kinematics.arm import JointArm
from controller.motion.kinematics.proof import trouble_along
from controller.motion.path import PathPlanner
from controller.motion.ways import TOLERANCE, inside

_POSE = ("arm", "home", "at")
_REST = ("arm", "rest")


def standing_problems(
    planner: PathPlanner, placed: Point | None, arm: JointArm | None
) -> Iterator[GeometryProblem]:
    """What forbids to begin at `placed`, or to end at the table's `rest`; either may be None."""
    if placed is not None:
        for text in _troubles(planner, arm, placed, placed, lambda: planner.set_out(placed)):
            yield GeometryProblem(_POSE, text)
    rest = planner.geometry.rest
    if rest is not None:
        troubles = [*_troubles(planner, arm, rest, planner.geometry.park, planner.lie_down)]
        for text in troubles or _too_near_to_disks(planner, rest):
            yield GeometryProblem(_REST, text)


def reaches(workspace: Workspace, tip: Point, slack: float = TOLERANCE) -> bool:
    """Whether `tip` is in the workspace, or at most `slack` mm outside it."""
    low, high = workspace.z
    return inside(workspace, (tip.x, tip.y), slack) and low - slack <= tip.z <= high + slack


def _troubles(
    planner: PathPlanner,
    arm: JointArm | None,
    place: Point,
    start: Point,
    ways: Callable[[], Iterable[Action]],
) -> Iterator[str]:
    """What is wrong with `place`, or else with the `ways` that begin at `start`."""
    if not reaches(planner.geometry.workspace, place):
        yield f"x {place.x:g}, y {place.y:g}, z {place.z:g} is outside the workspace; measure it again"
        return
    try:
        corners = (start, *(way.to for way in ways() if isinstance(way, Travel)))
    except UsageError as blocked:
        yield str(blocked).rstrip(".")
        return
    if arm and (trouble := trouble_along(arm, corners)):
        yield f"the way between it and the park position: {trouble}; move the one or the other"


def _too_near_to_disks(planner: PathPlanner, rest: Point) -> Iterator[str]:
    table, spot = planner.table, (rest.x, rest.y)
    below = table.passage(spot, spot)
    needed = table.height_over(below, table.largest_pile) if below else -inf
    if rest.z < needed - TOLERANCE:
        yield (
            f"z {rest.z:g} is too near to what may stand below: use z {needed:g} or more, or a place beside"
            " the pegs"
        )
