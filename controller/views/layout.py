"""Where things go in a window of a given size. Pure; columns and rows count from 0 at the top left."""

from dataclasses import dataclass

from controller.views.canvas import Size
from controller.views.scene import Scene

HEAD, FOOT = 4, 6  # rows above and below the field; board and names belong to the foot
_LEAST = Size(80, 24)
_MAST_COLUMNS = 8  # margin, the arm's mast, and a margin again
_NARROWEST_PEG = 8
_WIDEST_PEG = 40
_TALLEST_DISK = 3
_STEEPEST = 5  # half columns that a disk may be wider on each side than the next smaller one


def least_size(pegs: int) -> Size:
    """The smallest window that shows `pegs` pegs."""
    return Size(max(_LEAST.width, _MAST_COLUMNS + pegs * _NARROWEST_PEG), _LEAST.height)


@dataclass(frozen=True, slots=True)
class Layout:
    """The frame of one picture: a head, a field from the row `sky` down to the row `board`, and a foot.

    A disk is `thick` rows high, a peg has `pitch` columns, and at most `shown` disks are drawn on it.
    """

    left: int
    right: int
    top: int
    sky: int
    board: int
    thick: int
    shown: int
    pitch: int
    disks: int

    @classmethod
    def of(cls, scene: Scene, size: Size) -> "Layout":
        """The best use of a window that is not too small."""
        pegs, disks = len(scene.peg_names), scene.state.disks
        pitch = min(_WIDEST_PEG, (size.width - _MAST_COLUMNS) // pegs)
        width = max(_LEAST.width - 2, _MAST_COLUMNS + pitch * pegs - 2)
        pitch = (width + 2 - _MAST_COLUMNS) // pegs
        left = (size.width - width) // 2
        rows = size.height - HEAD - FOOT
        thick = max(1, min(_TALLEST_DISK, (rows - 2) // (disks + 2)))
        shown = min(disks, (rows - 2) // thick - 2)
        field = min(rows, max(_LEAST.height - HEAD - FOOT, (shown + 2) * thick + 2))
        top = (size.height - HEAD - FOOT - field) // 2
        sky = top + HEAD
        return cls(left, left + width, top, sky, sky + field, thick, shown, pitch, disks)

    @property
    def mast(self) -> int:
        """The column of the arm's mast."""
        return self.left + 2

    def middle(self, across: float) -> int:
        """The middle of a place between the pegs in half columns; over a peg it is odd, a column's middle."""
        first = self.left + _MAST_COLUMNS - 2 + self.pitch // 2
        return round((first + across * self.pitch) * 2) + 1

    def row(self, level: float) -> int:
        """The lowest row above `level`."""
        return self.board - 1 - round(level * self.thick)

    def half_width(self, disk: int) -> int:
        """Half a disk's width in half columns: the largest fills its peg's share, the smallest its number."""
        widest = self.pitch - 1
        narrowest = min(widest, len(str(self.disks)) + 4)
        step = min(_STEEPEST, (widest - narrowest) / max(1, self.disks - 1))
        return round(widest - step * (self.disks - disk))

    def sunk(self, height: int) -> int:
        """How many disks of a stack this high do not fit and are only counted."""
        return max(0, height - self.shown)
