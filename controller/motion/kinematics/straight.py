"""Straight lines out of joint moves: a line is halved until each part is straight enough by itself.

Joints that run at even speeds do not draw a straight line. How far a part strays is bounded by its second
derivative in time: |c(t) - chord(t)| <= max|c''| / 8 for 0 <= t <= 1. The tip is a sum of rods, each turning
about the vertical by the base's b and about the horizontal by its own slope's w (radians over the part); a
rod of length l contributes at most l (|w| + |b|)^2 to |c''|, and what only turns with the base l b^2.

Within a part the tip stays so near to the line, and every joint between its readings at the part's ends. So
what holds at all ends (limits, margins to the singular places, which are bounds on the joints) holds between.
"""

from collections.abc import Iterator
from math import dist
from typing import NamedTuple

from controller.model import Point
from controller.motion.kinematics.arm import JointArm, Joints, OutOfReach, spoken

TOLERANCE = 0.1  # mm between the tip and the straight line
_HALF_A_TURN = 180 + 1e-6  # degrees, with what rounding adds


class Stop(NamedTuple):
    """A place on a line and the joints' readings there."""

    at: Point
    joints: Joints


class JointMove(NamedTuple):
    """All joints evenly to `to`, in `seconds`."""

    to: Joints
    seconds: float


def straight(arm: JointArm, start: Point, end: Point) -> Iterator[Stop]:
    """The ends of the parts of a straight line, `end` the last; raises OutOfReach once one is not reached."""
    return (after for _, after in _parts(arm, _stop(arm, start), _stop(arm, end)))


def joint_moves(arm: JointArm, start: Point, end: Point, speed: float) -> Iterator[JointMove]:
    """A straight line at `speed` mm/s, slower where a joint would be too fast; raises OutOfReach."""
    for before, after in _parts(arm, _stop(arm, start), _stop(arm, end)):
        needed = (
            abs(b - a) / joint.max_speed
            for a, b, joint in zip(before.joints, after.joints, arm.joints, strict=True)
        )
        yield JointMove(after.joints, max(dist(before.at, after.at) / speed, *needed))


def deviation(arm: JointArm, start: Joints, end: Joints) -> float:
    """A bound in mm on how far the tip strays from the straight line while the joints run evenly."""
    links = arm.links
    slopes = zip(arm.slopes(start), arm.slopes(end), strict=True)
    base, upper, fore = (abs(b - a) for a, b in slopes)
    rods = links.upper_arm * (upper + base) ** 2 + links.forearm * (fore + base) ** 2
    return (abs(links.ahead) * base**2 + rods) / 8


def _stop(arm: JointArm, at: Point) -> Stop:
    return Stop(at, arm.inverse(at))


def _parts(arm: JointArm, start: Stop, end: Stop) -> Iterator[tuple[Stop, Stop]]:
    # No straight line turns the base by more than half a turn: where it would, it goes the other way round.
    if abs(end.joints.base - start.joints.base) > _HALF_A_TURN:
        raise OutOfReach(
            f"the straight way from {spoken(start.at)} to {spoken(end.at)} leads through where the base"
            f" cannot turn: its limits are {arm.base.limits[0]:g} to {arm.base.limits[1]:g}"
        )
    if deviation(arm, start.joints, end.joints) <= TOLERANCE:
        yield start, end
        return
    middle = _stop(arm, Point(*((a + b) / 2 for a, b in zip(start.at, end.at, strict=True))))
    yield from _parts(arm, start, middle)
    yield from _parts(arm, middle, end)
