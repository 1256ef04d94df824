"""Places on the table, and what a firmware calls them: millimetres as they are, or the degrees of joints."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import degrees, dist, hypot
from typing import NamedTuple, Protocol

from controller.model import Point
from controller.motion.geometry import MotionLimits, Range, Workspace
from controller.motion.kinematics.arm import JointArm, Joints, OutOfReach, spoken
from controller.motion.kinematics.straight import joint_moves


class AxisMove(NamedTuple):
    """One line of motion in the firmware's axes: its units, its units a second, and the seconds it takes."""

    to: Point
    speed: float
    seconds: float


class Demand(NamedTuple):
    """What an exhibit asks of one of the firmware's axes; `unit`: mm or degrees, all else in it and seconds.

    `span`: how far the axis goes from end to end; `spans`: the words for what does.
    """

    name: str
    unit: str
    speed: float
    acceleration: float
    span: float
    spans: str


class Axes(Protocol):
    """How a firmware's X, Y and Z and the places of the tip in mm are turned into one another."""

    @property
    def home(self) -> Point | None:
        """Where the tip is after homing; None: only the firmware knows."""

    def tip(self, reported: Point) -> Point:
        """The tip's place for a position that the firmware reports."""

    def reported(self, tip: Point) -> Point:
        """What the firmware reports when the tip is at a place."""

    def moves(self, start: Point, end: Point, speed: float) -> Iterator[AxisMove]:
        """A straight line of the tip at `speed` mm/s."""

    def limits(self, limits: MotionLimits, at: Point, /) -> MotionLimits:
        """The limits in the firmware's own units, as its motion planner has them, set for work round `at`."""

    def eased(self, limits: MotionLimits) -> MotionLimits:
        """The limits for motion on a curve, in mm, with which no axis is pulled harder than on a line."""

    def reaches(self, tip: Point, /) -> bool:
        """Whether the tip can be brought to a place."""

    def asked(
        self, limits: MotionLimits, workspace: Workspace, places: Iterable[Point]
    ) -> tuple[Demand, ...]:
        """What the exhibit, which goes to `places`, asks of the firmware's axes and its settings."""


class Cartesian:
    """The firmware takes millimetres: it is an Axes whose places are places."""

    home: Point | None = None

    def tip(self, reported: Point) -> Point:
        """The same."""
        return reported

    def reported(self, tip: Point) -> Point:
        """The same."""
        return tip

    def moves(self, start: Point, end: Point, speed: float) -> Iterator[AxisMove]:
        """One line; the firmware keeps it straight."""
        yield AxisMove(end, speed, dist(start, end) / speed)

    def limits(self, limits: MotionLimits, _at: Point, /) -> MotionLimits:
        """The same."""
        return limits

    def eased(self, limits: MotionLimits) -> MotionLimits:
        """The same: axes do not feel one another."""
        return limits

    def reaches(self, _tip: Point, /) -> bool:
        """Everywhere; the workspace is proven beforehand."""
        return True

    def asked(
        self, limits: MotionLimits, workspace: Workspace, places: Iterable[Point]
    ) -> tuple[Demand, ...]:
        """The sides of the workspace; of a ring, which may be used on one side only, what is known to be."""
        columns = list(zip(*places, strict=True)) or [(0.0,)] * 3
        speeds = (limits.travel_speed, limits.travel_speed, limits.lift_speed)
        return tuple(
            Demand(name, "mm", speed, limits.acceleration, *_span(side, column))
            for name, speed, side, column in zip(
                "xyz", speeds, (workspace.x, workspace.y, workspace.z), columns, strict=True
            )
        )


class JointAxes:
    """The firmware takes joint degrees: X is the base, Y the shoulder, Z the elbow."""

    def __init__(self, arm: JointArm) -> None:
        self._arm = arm

    @property
    def home(self) -> Point:
        """Where the joints after homing hold the tip."""
        return self._arm.forward(self._arm.home)

    def tip(self, reported: Point) -> Point:
        """By forward kinematics."""
        return self._arm.forward(Joints(*reported))

    def reported(self, tip: Point) -> Point:
        """By inverse kinematics; raises OutOfReach."""
        return Point(*self._arm.inverse(tip))

    def moves(self, start: Point, end: Point, speed: float) -> Iterator[AxisMove]:
        """As many lines as keep it straight; a speed is along the vector of all joints. Raises OutOfReach."""
        try:
            before, parts = self._arm.inverse(start), [*joint_moves(self._arm, start, end, speed)]
        except OutOfReach as trouble:  # found here before any part of the way is sent
            raise OutOfReach(
                f"The arm's joints do not allow the way from {spoken(start)} to {spoken(end)}: {trouble};"
                " compare arm.kinematics with what the joints really read, then home again."
            ) from trouble
        for joints, seconds in parts:
            if seconds > 0:
                yield AxisMove(Point(*joints), dist(before, joints) / seconds, seconds)
            before = joints

    def limits(self, limits: MotionLimits, at: Point, /) -> MotionLimits:
        """The acceleration is the one that the base has when the tip, at `at`, is turned with that in mm."""
        return replace(limits, acceleration=degrees(limits.acceleration / hypot(at.x, at.y)))

    def eased(self, limits: MotionLimits) -> MotionLimits:
        """Shoulder and elbow lift together, unevenly, while the base turns: half leaves them room."""
        return replace(limits, lift_share=0.5)

    def reaches(self, tip: Point, /) -> bool:
        """Whether inverse kinematics has an answer."""
        try:
            self._arm.inverse(tip)
        except OutOfReach:
            return False
        return True

    def asked(
        self, _limits: MotionLimits, _workspace: Workspace, _places: Iterable[Point]
    ) -> tuple[Demand, ...]:
        """The joints' own limits; no acceleration, which is asked of the tip alone."""
        names = (f"{axis} ({joint})" for axis, joint in zip("xyz", Joints._fields, strict=True))
        return tuple(
            Demand(
                name, "degrees", joint.max_speed, 0.0, joint.limits[1] - joint.limits[0], "its limits span"
            )
            for name, joint in zip(names, self._arm.joints, strict=True)
        )


def _span(side: Range | None, values: Sequence[float]) -> tuple[float, str]:
    if side is None:
        return max(values) - min(values), "pegs, park and rest positions span"
    return side[1] - side[0], "the workspace spans"


CARTESIAN = Cartesian()
