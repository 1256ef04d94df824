"""The board between the pegs: a plane, level or tilted, where their feet show one."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import fsum, hypot

from controller.model import Point
from controller.motion.ways import Spot

STEEPEST = 0.1  # mm for each mm: pegs that differ by more stand on things of their own
_FLATNESS = 0.5  # mm that a foot may be off the plane
_SPREAD = 100.0  # mm2 that the feet keep off a line through them; less, and the plane turns about it freely


@dataclass(frozen=True, slots=True)
class Board:
    """A plane at height `z` below `middle`, rising by `rise` mm for each mm to x and to y."""

    middle: Spot
    z: float
    rise: tuple[float, float]

    @property
    def slope(self) -> float:
        """Upwards in the steepest direction, mm for each mm."""
        return hypot(*self.rise)

    def height(self, spot: Spot) -> float:
        """The height of the board at `spot`, mm."""
        x, y = spot[0] - self.middle[0], spot[1] - self.middle[1]
        return self.z + self.rise[0] * x + self.rise[1] * y


def board_under(feet: Sequence[Point]) -> Board | None:
    """The plane nearest to `feet` (least squares of heights), raised until none is above it, or None.

    They show none where they are (nearly) in a row, where one is off it, or where it would be too steep.
    """
    count = len(feet)
    middle = Point(*(fsum(values) / count for values in zip(*feet, strict=True)))
    arms = [(foot.x - middle.x, foot.y - middle.y, foot.z - middle.z) for foot in feet]
    xx, xy, yy = (fsum(a[i] * a[j] for a in arms) for i, j in ((0, 0), (0, 1), (1, 1)))
    xz, yz = (fsum(a[i] * a[2] for a in arms) for i in (0, 1))
    spread = xx * yy - xy * xy
    if spread <= _SPREAD * (xx + yy):
        return None
    rise = ((xz * yy - yz * xy) / spread, (yz * xx - xz * xy) / spread)
    board = Board((middle.x, middle.y), middle.z, rise)
    off = [foot.z - board.height((foot.x, foot.y)) for foot in feet]
    if max(map(abs, off)) > _FLATNESS or board.slope > STEEPEST:
        return None
    return replace(board, z=board.z + max(off))
