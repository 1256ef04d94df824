"""The dry touch: on each peg the tip comes down to where the top of one disk would be, of two, of all."""

from collections.abc import Iterator
from dataclasses import dataclass

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
        self._planner = planner
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
        ways = self._over_everything(at, self._above(following), following.peg)
        self._here = self._to_come.pop(0)
        return [*ways, Travel(following.at, self._planner.limits.lift_speed)]

    def _over_everything(self, at: Point, above: Point, peg: int) -> list[Travel]:
        """Up, across and down by corners: each way is awaited, and an arch would be a hundred of them."""
        table, limits, top = self._planner.table, self._planner.limits, self._planner.geometry.workspace.z[1]
        passage = self._planner.passage(table.stop(at), peg)
        tallest = min(table.height_over(passage, table.largest_pile), top)
        first, *across = table.corners(passage, max(tallest, at.z, above.z))
        ways = [(first, limits.lift_speed), *((corner, limits.travel_speed) for corner in across)]
        ways.append((above, limits.lift_speed))
        begins = [at, first, *across]
        return [Travel(*way) for begin, way in zip(begins, ways, strict=True) if begin != way[0]]

    def ways_off(self) -> list[Travel]:
        """Up again by the clearance, if it has come down."""
        if self._here is None:
            return []
        return [Travel(self._above(self._here), self._planner.limits.lift_speed)]

    def _above(self, height: Height) -> Point:
        geometry = self._planner.geometry
        return geometry.axis(height.peg, min(height.at.z + geometry.clearance, geometry.workspace.z[1]))
