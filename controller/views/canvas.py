"""A grid of characters to paint on. Pure."""

import unicodedata
from functools import cache
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from controller.views.signs import printable


class Size(NamedTuple):
    """Columns and rows."""

    width: int
    height: int


class Run(NamedTuple):
    """Neighbouring characters of one style, written as rich does: "bold #ff5d73"."""

    text: str
    style: str


Row = tuple[Run, ...]
_style_of = attrgetter("style")


def cells(text: str) -> int:
    """How many columns `text` takes in a terminal."""
    return sum(map(_width, text))


class Canvas:
    """Cells that hold one character and its style; what is put outside is cut off."""

    def __init__(self, size: Size, encoding: str = "utf-8") -> None:
        self.size = size
        self._encoding = encoding
        self._grid = [[Run(" ", "")] * size.width for _ in range(size.height)]

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Paint `text` from column `x` of row `y` on."""
        if not 0 <= y < self.size.height:
            return
        row = self._grid[y]
        for sign in printable(text, self._encoding):
            width = _width(sign)
            if width and x >= 0 and x + width <= self.size.width:
                _clear(row, x, x + width)
                row[x : x + width] = [Run(sign, style), Run("", style)][:width]
            x += width

    def put_left_of(self, x: int, y: int, text: str, style: str = "") -> None:
        """Paint `text` so that it ends just before column `x`."""
        self.put(x - cells(text), y, text, style)

    def put_round(self, x: int, y: int, text: str, style: str = "") -> None:
        """Paint `text` with column `x` in its middle."""
        self.put(x - cells(text) // 2, y, text, style)

    def rows(self) -> tuple[Row, ...]:
        """What has been painted, all rows as wide as the canvas."""
        return tuple(tuple(_runs(row)) for row in self._grid)


def _clear(row: list[Run], start: int, end: int) -> None:
    """Leave no half of a wide character behind, to the left of `start` or from `end` on."""
    if not row[start].text:
        row[start - 1] = Run(" ", row[start - 1].style)
    if end < len(row) and not row[end].text:
        row[end] = Run(" ", row[end].style)


def _runs(row: list[Run]) -> list[Run]:
    return [Run("".join(cell.text for cell in group), style) for style, group in groupby(row, key=_style_of)]


@cache
def _width(sign: str) -> int:
    if unicodedata.category(sign) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1
