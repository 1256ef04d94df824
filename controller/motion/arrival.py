"""Whether all pegs can be arrived at from one side, so that the play of the axes named stays taken up.

The last sideways motion to a peg leads from that side to its axis. Down an upright axis nothing moves
sideways any more; one that leans leads on, and must not lead back. Seen from above it is a straight line,
along which x, y and the angle about the base each go one way only.
"""

from collections.abc import Iterator, Sequence
from math import hypot

from controller.motion.geometry import Geometry, GeometryProblem
from controller.motion.kinematics.arm import JointArm

ARRIVE_FROM = ("arm", "motion", "arrive_from")

_STILL = 0.001  # mm: what is less over the whole height is no motion on the wire


def arrival_problems(
    geometry: Geometry, pegs: Sequence[int], highest: float, arm: JointArm | None
) -> Iterator[GeometryProblem]:
    """Why `pegs` cannot all be arrived at from the one side; the tool follows their axes up to `highest`."""
    if arm and any(geometry.arrive_from):
        yield _problem("x and y take up no play of joints: write the base's degrees instead, as base: -1")
        return
    if geometry.arrive_turned and not (arm or geometry.workspace.radius):
        yield _problem("a workspace without radius tells of no base that turns: write x and y, as x: -3")
    for name, begins in _named(geometry).items():
        rises = {peg: _rise(geometry, peg, name, highest) for peg in pegs}
        leading = {peg: rise for peg, rise in rises.items() if abs(rise) > _STILL}
        back = [peg for peg, rise in leading.items() if rise * begins < 0]
        if back:
            told = begins * (arm.base.direction if arm and name == "base" else 1)
            cure = f"write {name}: {-told:g}" if len(back) == len(leading) else f"leave {name} out"
            yield _problem(
                f"peg {geometry.names[back[0]]} leans, and the way down it leads {name} back to the side"
                f" that {told:g} comes from: {cure}"
            )


def _named(geometry: Geometry) -> dict[str, float]:
    """The axes that are to come from one side, each with where, mm or degrees anticlockwise."""
    x, y = geometry.arrive_from
    sides = {"x": x, "y": y, "base": geometry.arrive_turned}
    return {name: begins for name, begins in sides.items() if begins}


def _rise(geometry: Geometry, peg: int, name: str, highest: float) -> float:
    """How far, mm, the axis of a peg leads x, y or, anticlockwise, the base up to `highest`."""
    foot, (x, y) = geometry.pegs[peg], geometry.lean(peg)
    slope = {"x": x, "y": y, "base": (foot.x * y - foot.y * x) / (hypot(foot.x, foot.y) or 1.0)}[name]
    return slope * (highest - foot.z)


def _problem(text: str) -> GeometryProblem:
    return GeometryProblem(ARRIVE_FROM, text)
