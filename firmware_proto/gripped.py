"""What hangs in the gripper, and the fingers about it."""

from collections.abc import Iterator
from typing import NamedTuple

from firmware_proto.points import Point
from firmware_proto.solids import Cylinder
from firmware_proto.table import FAR, Disk


class Jaw(NamedTuple):
    """Fingers about the tip; they turn with the base, so they are taken for a whole ring.

    `open`: mm across the circle that they leave free when open; `finger`: mm that each is thick.
    """

    open: float
    finger: float

    def about(self, tip: Point, radius: float | None = None) -> Cylinder:
        """The fingers round a disk of that radius, mm, with their tips there; None: open."""
        inside = self.open / 2 if radius is None else radius
        return Cylinder(tip.x, tip.y, inside + self.finger, tip.z, FAR)


class Carried(NamedTuple):
    """The disk in the gripper, and the way from the tool's tip to the middle of its lower face."""

    disk: int
    offset: Point
    stuck: Disk | None = None  # one that sticks to it from below; its foot is likewise a way from the tip

    def moved_to(self, tip: Point) -> Iterator[Disk]:
        """All that hangs on the gripper with its tip there, the lowest first."""
        if self.stuck:
            yield Disk(self.stuck.number, tip.plus(self.stuck.foot))
        yield Disk(self.disk, tip.plus(self.offset))
