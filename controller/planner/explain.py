"""One move of a tower on three pegs, read out of its number: `hanoi explain` in words."""

from collections.abc import Iterator, Sequence
from textwrap import wrap

from controller.errors import InvalidPlan
from controller.model import State
from controller.planner.checks import at_least
from controller.planner.closed_forms import gray_code, last_moved, three_peg_tower, times_moved
from controller.planner.notation import format_state, readable
from controller.planner.three_pegs import ThreePegTransfer

WIDTH = 80


def explain(number: int, disks: int, source: int, target: int, names: Sequence[str]) -> Iterator[str]:
    """Lines of at most 80 columns on move `number` (from 1) of `disks` disks; `names` are those of the pegs.

    Raises InvalidPlan for a move that the plan does not have, an unknown peg, or twice the same peg.
    """
    tower = three_peg_tower(disks, source, target)
    if at_least(1, number, "The number of a move") > tower.length:
        moves = f"{readable(tower.length)} moves" if disks else "no moves"
        raise InvalidPlan(f"{disks} disks need {moves}: there is no move {readable(number)}.")
    return _lines(number, tower, names)


def _lines(number: int, tower: ThreePegTransfer, names: Sequence[str]) -> Iterator[str]:
    disk, here, there = tower.move_at(number - 1)
    after = State(tuple(tower.pegs_after(number)), 3)
    yield f"Move {readable(number)} of {readable(tower.length)}"
    yield f"disk {disk} goes from {names[here]} to {names[there]}"
    yield ""
    yield from _labelled("binary", f"{number:0{tower.disks}b}")
    yield from _labelled("Gray code", f"{gray_code(number):0{tower.disks}b}")
    yield from _labelled("before it", f"{gray_code(number - 1):0{tower.disks}b}")
    yield from _labelled("whose turn", _whose_turn(disk))
    yield from _labelled("standing now", format_state(after, names))
    yield ""
    yield from _disk_table(number, tower, after, names)
    yield ""
    yield from _recursion(disk, number, tower, names)


def _whose_turn(disk: int) -> str:
    zeros = {1: "no zero", 2: "one zero"}.get(disk, f"{disk - 1} zeros")
    return (
        f"disk {disk}: the number ends in {zeros}, and bit {disk} is the one in which the Gray codes differ"
    )


def _labelled(label: str, text: str) -> Iterator[str]:
    """The label and the text, which goes on below itself where it is too long for one line."""
    return iter(wrap(text, WIDTH, initial_indent=f"  {label:<12}  ", subsequent_indent=" " * 16))


def _disk_table(number: int, tower: ThreePegTransfer, after: State, names: Sequence[str]) -> Iterator[str]:
    """Where each disk stands, how often it has moved and when last, the largest on top as in the number."""
    yield f"  {'disk':>7}  bit  on  {'has moved':>25}  {'last at move':>25}"
    for disk in range(tower.disks, 0, -1):
        bit = number >> (disk - 1) & 1
        last = last_moved(disk, number)
        times = readable(times_moved(disk, number))
        at = "-" if last is None else readable(last)
        yield f"  {disk:>7}  {bit:>3}  {names[after.peg_of[disk - 1]]:<2}  {times:>25}  {at:>25}"


def _recursion(disk: int, number: int, tower: ThreePegTransfer, names: Sequence[str]) -> Iterator[str]:
    """The towers within towers that are on their way at this move, from the whole one down to its disk."""
    yield "The recursion it stands in: each bit says whether its disk has already gone"
    source, spare, target = tower.source, tower.spare, tower.target
    for largest in range(tower.disks, disk, -1):
        tower_text = f"  {_disks(largest)} from {names[source]} to {names[target]}: disk {largest}"
        if number >> (largest - 1) & 1:
            yield f"{tower_text} has gone, the smaller follow from {names[spare]}"
            source, spare = spare, source
        else:
            yield f"{tower_text} waits, the smaller go ahead to {names[spare]}"
            spare, target = target, spare
    yield f"  {_disks(disk)} from {names[source]} to {names[target]}: disk {disk} goes, and that is this move"


def _disks(disks: int) -> str:
    return "disk 1" if disks == 1 else f"disks 1 to {disks}"
