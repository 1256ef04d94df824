"""What a workspace forbids to an arm that is jogged: each step keeps within it, or leads back into it."""

from collections.abc import Iterator
from math import hypot
from typing import NamedTuple

from controller.model import Point
from controller.motion.geometry import Range, Workspace
from controller.motion.ways import TOLERANCE, distance


class _Measure(NamedTuple):
    """One thing that a workspace limits, before and after a step, mm."""

    name: str
    limits: Range
    before: float
    after: float


def trouble(workspace: Workspace, here: Point, goal: Point) -> str | None:
    """What forbids the straight way from `here` to `goal`, in words; None if nothing does.

    A place outside, where homing may end, may be left for one that is less so.
    """
    for name, (low, high), before, after in _measures(workspace, here, goal):
        if after > high + TOLERANCE and after > before - TOLERANCE:
            return f"{name} {after:g} is beyond {high:g}, the upper limit in arm.workspace"
        if after < low - TOLERANCE and after < before + TOLERANCE:
            return f"{name} {after:g} is below {low:g}, the lower limit in arm.workspace"
    if workspace.radius and not _passes_base(workspace.radius[0], here, goal):
        return "the way leads nearer to the base than the inner radius in arm.workspace; go round it"
    return None


def _measures(workspace: Workspace, here: Point, goal: Point) -> Iterator[_Measure]:
    for name, limits in (("x", workspace.x), ("y", workspace.y), ("z", workspace.z)):
        if limits and getattr(here, name) != getattr(goal, name):
            yield _Measure(name, limits, getattr(here, name), getattr(goal, name))
    before, after = (round(hypot(point.x, point.y), 6) for point in (here, goal))
    if workspace.radius and before != after:
        yield _Measure("the distance from the base", workspace.radius, before, after)


def _passes_base(inner: float, here: Point, goal: Point) -> bool:
    nearest = distance(((here.x, here.y), (goal.x, goal.y)), (0.0, 0.0))
    return nearest >= min(inner, hypot(here.x, here.y)) - TOLERANCE
