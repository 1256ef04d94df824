"""A three-axis arm: joint degrees to the tip's place (forward) and back (inverse), in closed form."""

from dataclasses import dataclass
from math import acos, atan2, cos, degrees, hypot, pi, radians, sin
from typing import Literal, NamedTuple

from controller.errors import UsageError
from controller.model import Point
from controller.motion.geometry import Range

Kind = Literal["parallel", "serial"]

# Nearer to these the joints would have to race while the tip creeps.
MARGIN = 3.0  # degrees between upper arm and forearm, short of folded and of stretched
AXIS_MARGIN = 10.0  # mm between the tip and the base's axis
_SLACK = 1e-6  # degrees: a joint on its limit is within it


class OutOfReach(UsageError):
    """The arm cannot bring its tip to a place, or along a way; the text says where and why."""


class Joints(NamedTuple):
    """What the three joints read on the firmware's side, in degrees."""

    base: float
    shoulder: float
    elbow: float


@dataclass(frozen=True, slots=True)
class Links:
    """The measures of the arm's parts in mm; see the drawing of the package."""

    base_height: float
    shoulder_offset: float
    upper_arm: float
    forearm: float
    tool_reach: float
    tool_drop: float

    @property
    def ahead(self) -> float:
        """What lies between the base's axis and the tip besides upper arm and forearm."""
        return self.shoulder_offset + self.tool_reach


@dataclass(frozen=True, slots=True)
class Joint:
    """`zero`: its angle in the drawing where it reads 0; `limits` of the reading, degrees; speed in deg/s."""

    zero: float
    direction: int
    limits: Range
    max_speed: float

    def angle(self, reading: float) -> float:
        """The angle in the drawing, degrees."""
        return self.zero + self.direction * reading

    def reading(self, angle: float) -> float:
        """What it reads at an angle: of all whole turns the one nearest to the middle of its limits."""
        middle = sum(self.limits) / 2
        return middle + (self.direction * (angle - self.zero) - middle + 180) % 360 - 180

    def allows(self, reading: float) -> bool:
        """Whether `reading` is within the limits."""
        return self.limits[0] - _SLACK <= reading <= self.limits[1] + _SLACK


@dataclass(frozen=True, slots=True)
class JointArm:
    """An arm of either kind; `home` is what its joints read after homing.

    `between`: the angles between upper arm and forearm, 180 degrees stretched, that its linkage allows.
    """

    kind: Kind
    links: Links
    base: Joint
    shoulder: Joint
    elbow: Joint
    home: Joints
    between: Range = (0.0, 180.0)

    @property
    def joints(self) -> tuple[Joint, Joint, Joint]:
        """Base, shoulder, elbow."""
        return self.base, self.shoulder, self.elbow

    def slopes(self, readings: Joints) -> tuple[float, float, float]:
        """The angles, in radians, of the base, and of upper arm and forearm above the horizontal."""
        angles = zip(self.joints, readings, strict=True)
        base, shoulder, elbow = (radians(joint.angle(reading)) for joint, reading in angles)
        return base, shoulder, elbow if self.kind == "parallel" else shoulder + elbow

    def forward(self, readings: Joints) -> Point:
        """Where the tip is, mm."""
        links = self.links
        base, upper, fore = self.slopes(readings)
        out = links.ahead + links.upper_arm * cos(upper) + links.forearm * cos(fore)
        wrist = links.base_height + links.upper_arm * sin(upper) + links.forearm * sin(fore)
        return Point(out * cos(base), out * sin(base), wrist - links.tool_drop)

    def inverse(self, tip: Point) -> Joints:
        """The readings that bring the tip to `tip`; raises OutOfReach, also too near to where joints race."""
        links = self.links
        out = hypot(tip.x, tip.y)
        if out < AXIS_MARGIN:
            raise OutOfReach(
                f"{spoken(tip)} is over the base's axis, where the base would have to spin:"
                f" keep {AXIS_MARGIN:g} mm away"
            )
        along, up = out - links.ahead, tip.z + links.tool_drop - links.base_height
        opening = self._opening(tip, hypot(along, up))
        lead = atan2(links.forearm * sin(opening), links.upper_arm - links.forearm * cos(opening))
        upper, bend = atan2(up, along) + lead, opening - pi
        elbow = upper + bend if self.kind == "parallel" else bend
        angles = (atan2(tip.y, tip.x), upper, elbow)
        return self._within_limits(tip, Joints(*map(Joint.reading, self.joints, map(degrees, angles))))

    def _opening(self, tip: Point, wrist: float) -> float:
        """The angle in radians between upper arm and forearm, for `wrist` mm from shoulder to wrist."""
        upper, fore = self.links.upper_arm, self.links.forearm
        closest, widest = (min(max(angle, MARGIN), 180 - MARGIN) for angle in self.between)
        for angle, sense, words in ((closest, -1, "near to the shoulder"), (widest, 1, "far out")):
            span = hypot(upper - fore * cos(radians(angle)), fore * sin(radians(angle)))
            if sense * (wrist - span) > 0:
                raise OutOfReach(
                    f"{spoken(tip)} is too {words}: shoulder and wrist would be {wrist:.1f} mm apart, and are"
                    f" {span:.1f} with {angle:g} degrees between upper arm and forearm"
                )
        return acos((upper**2 + fore**2 - wrist**2) / (2 * upper * fore))

    def _within_limits(self, tip: Point, readings: Joints) -> Joints:
        for name, joint, reading in zip(Joints._fields, self.joints, readings, strict=True):
            if not joint.allows(reading):
                raise OutOfReach(
                    f"{spoken(tip)} would need the {name} at {reading:.1f} degrees,"
                    f" outside its limits: {joint.limits[0]:g} to {joint.limits[1]:g}"
                )
        return readings


def spoken(point: Point) -> str:
    """A place in words."""
    return f"x {point.x:.1f}, y {point.y:.1f}, z {point.z:.1f}"
