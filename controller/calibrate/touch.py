"""The dry touch: on each peg the tip comes down to where the top of one disk would be, of two, of all."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from controller.calibrate.sheet import spoken
from controller.model import Point, State
from controller.motion.actions import Travel
from controller.motion.path import PathPlanner


@dataclass(frozen=True, slots=True)
class Height:
    """The place of the tip for the top of `disks` disks, the largest ones, on the peg of that number, mm."""

    peg: int
    disks: int
    at: Point


def heights(planner: PathPlanner) -> Iterator[Height]:
    """Every height of every peg, from the lowest up."""
    geometry = planner.geometry
    pegs, disks = len(geometry.pegs), len(geometry.thickness)
    for peg in range(pegs):
        tower = State.tower(disks, peg, pegs)
        for count in range(1, disks + 1):
            # Nothing lies there that a cup could press upon.
            z = planner.resting(tower, disks + 1 - count, peg).z + geometry.press
            yield Height(peg, count, geometry.axis(peg, z))


class DryTouch:
    """One visit to each height that `planner` knows of; whoever drives it goes the ways."""

    def __init__(self, planner: PathPlanner) -> None:
        # Each way is awaited, and an arch would be a hundred of them.
        self._planner = PathPlanner(planner.geometry, replace(planner.limits, arches=False), planner.gripper)
        self._to_come = [*heights(planner)]
        self._here: Height | None = None

    @property
    def left(self) -> int:
        """How many heights are still to come."""
        return len(self._to_come)

    @property
    def words(self) -> str:
        """Where the tip is now, for a person."""
        assert self._here is not None
        name, disks = self._planner.geometry.names[self._here.peg], self._here.disks
        top = "the top of 1 disk" if disks == 1 else f"the top of {disks} disks"
        depth = self._planner.geometry.grip_depth
        below = f"{depth:g} mm below " if depth else ""
        return f"{name}: {spoken(self._here.at)} is {below}{top}; {self.left} still to come."

    def ways_to_next(self, at: Point) -> list[Travel]:
        """From `at` over whatever may stand on the pegs, and down by the clearance; raises UsageError."""
        following = self._to_come[0]
        above, planner = self._above(following), self._planner
        passage = planner.passage(planner.table.stop(at), following.peg)
        tallest = planner.table.demands(passage, planner.table.largest_pile)
        top = planner.geometry.workspace.z[1]
        ways = planner.hop(passage, at, above, {peg: min(height, top) for peg, height in tallest})
        self._here = self._to_come.pop(0)
        return [*ways, Travel(following.at, planner.limits.lift_speed)]

    def ways_off(self) -> list[Travel]:
        """Up again by the clearance, if it has come down."""
        if self._here is None:
            return []
        return [Travel(self._above(self._here), self._planner.limits.lift_speed)]

    def _above(self, height: Height) -> Point:
        geometry = self._planner.geometry
        return geometry.axis(height.peg, min(height.at.z + geometry.clearance, geometry.workspace.z[1]))
