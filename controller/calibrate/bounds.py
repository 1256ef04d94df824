"""What a workspace forbids to an arm that is jogged: each step ends within it, or leads back into it."""

from collections.abc import Iterator
from math import hypot
from typing import NamedTuple

from controller.model import Point
from controller.motion.geometry import Range, Workspace
from controller.motion.ways import TOLERANCE, distance


class _Excess(NamedTuple):
    """How far a place is outside one limit, mm, in words and as a number before and after a step."""

    words: str
    before: float
    after: float


def trouble(workspace: Workspace, here: Point, goal: Point) -> str | None:
    """What forbids the straight way from `here` to `goal`, in words; None if nothing does.

    A place outside, where homing may end, may be left for one that is less so.
    """
    excesses = list(_excesses(workspace, here, goal))
    grown = [one.words for one in excesses if one.after > one.before + TOLERANCE]
    left = [one.words for one in excesses if one.after > TOLERANCE]
    if grown or (left and not sum(one.after - one.before for one in excesses) < -TOLERANCE):
        return (grown or left)[0]
    if workspace.radius and not _passes_base(workspace.radius[0], here, goal):
        return "the way leads nearer to the base than the inner radius in arm.workspace; go round it"
    return None


def _excesses(workspace: Workspace, here: Point, goal: Point) -> Iterator[_Excess]:
    reach = "the distance from the base"
    measures: list[tuple[str, Range | None, float, float]] = [
        ("x", workspace.x, here.x, goal.x),
        ("y", workspace.y, here.y, goal.y),
        ("z", workspace.z, here.z, goal.z),
        (reach, workspace.radius, hypot(here.x, here.y), hypot(goal.x, goal.y)),
    ]
    for name, limits, before, after in measures:
        if limits:
            low, high = limits
            below, above = f"below {low:g}, the lower", f"beyond {high:g}, the upper"
            words = f"{name} {after:.6g} is {below if after < low else above} limit in arm.workspace"
            yield _Excess(words, _outside(limits, before), _outside(limits, after))


def _outside(limits: Range, value: float) -> float:
    return max(0.0, limits[0] - value, value - limits[1])


def _passes_base(inner: float, here: Point, goal: Point) -> bool:
    nearest = distance(((here.x, here.y), (goal.x, goal.y)), (0.0, 0.0))
    return nearest >= min(inner, hypot(here.x, here.y)) - TOLERANCE
