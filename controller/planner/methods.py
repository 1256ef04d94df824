"""How many moves each method needs, side by side: why the split of the tower matters."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from controller.planner.checks import at_least
from controller.planner.frame_stewart import frame_stewart_moves
from controller.planner.notation import readable


class Method(NamedTuple):
    """A way of moving a tower on so many pegs, and its moves for each number of disks asked about."""

    pegs: int
    name: str
    moves: tuple[int, ...]


def keeping_back_moves(disks: int, pegs: int) -> int:
    """The moves when each step keeps only the pegs - 2 largest disks back: legal, but long.

    K(n) = 2 K(n - r) + 2r - 1 with r = pegs - 2, and 2n - 1 for at most r disks.
    """
    kept = pegs - 2
    steps, rest = divmod(disks - 1, kept)
    return (2 * (rest + kept) << steps) - (2 * kept - 1) if disks else 0


def methods(disks: Sequence[int], pegs: Iterable[int] = range(3, 7)) -> list[Method]:
    """Every method on each of these numbers of `pegs`, for towers of these numbers of `disks`."""
    for count in disks:
        at_least(0, count, "The number of disks")
    table = [Method(3, "recursion", tuple((1 << count) - 1 for count in disks))]
    for number in pegs:
        if number > 3:
            kept = tuple(keeping_back_moves(count, number) for count in disks)
            table.append(Method(number, f"keeping {number - 2} disks back", kept))
            best = tuple(frame_stewart_moves(count, number) for count in disks)
            table.append(Method(number, "Frame-Stewart", best))
    return table


def comparison(disks: Sequence[int]) -> list[str]:
    """The table of all methods, as lines for a terminal: a column for each number of `disks`."""
    rows = [["pegs", "method", *(f"{count} disks" for count in disks)]]
    for method in methods(disks):
        rows.append([str(method.pegs), method.name, *map(readable, method.moves)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [_aligned(row, widths) for row in rows]
    return [
        "Moves by number of pegs and method",
        "",
        *lines,
        "",
        "Frame-Stewart is proven shortest on four pegs, and presumed so on more.",
    ]


def _aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    pegs, method, *counts = row
    numbers = "".join(f"  {count:>{width}}" for count, width in zip(counts, widths[2:], strict=True))
    return f"{pegs:<{widths[0]}}  {method:<{widths[1]}}{numbers}"
