"""What centres a disk as it is put down, and whether a pile of disks keeps standing."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from firmware_proto.points import Point


@dataclass(frozen=True, slots=True)
class Seat:
    """What a disk is put down on or into.

    none: it stays as it was put. pole: its hole slides down a pole, up to `play` mm off the peg's axis.
    recess: it slips into the one beneath, up to `play` mm off its middle. Both catch a disk only that comes
    down no further than `capture` mm off the middle.
    """

    kind: Literal["none", "pole", "recess"] = "none"
    capture: float = 3.0
    play: float = 0.0

    def settle(self, x: float, y: float) -> tuple[float, float] | None:
        """Where a disk comes to rest that is put down so far off the middle, mm; None where it misses."""
        if self.kind == "none":
            return x, y
        aside = math.hypot(x, y)
        if aside > self.capture:
            return None
        if aside <= self.play:
            return x, y
        return x * self.play / aside, y * self.play / aside


NO_SEAT = Seat()


class Load(NamedTuple):
    """A disk in a pile: its middle, its radius and its thickness, mm."""

    middle: Point
    radius: float
    thickness: float


def tips_over(pile: Sequence[Load]) -> int | None:
    """The place in the pile, bottom to top, from which up it tips over; None where all of it stands.

    What stands on a face tips where its centre of mass is outside that face, or outside its own lowest one.
    """
    tipping, mass, x, y = None, 0.0, 0.0, 0.0
    for place in range(len(pile) - 1, -1, -1):
        load = pile[place]
        weight = load.thickness * load.radius**2
        mass, x, y = mass + weight, x + weight * load.middle.x, y + weight * load.middle.y
        faces = pile[max(place - 1, 0) : place + 1]
        if any(math.hypot(x / mass - at.middle.x, y / mass - at.middle.y) > at.radius for at in faces):
            tipping = place
    return tipping
