"""Plain words for people: how long, how many, where the disks stand. Pure."""

import math
from collections.abc import Sequence
from itertools import pairwise

from controller.model import Move, State

_SPANS = ((90, 1, "s"), (90 * 60, 60, "min"), (36 * 3600, 3600, "h"), (700 * 86400, 86400, "days"))
IN_THE_AIR = "nothing was gripped, and every disk is where it was"
_YEAR = 365.25 * 86400
_PARTS = ((86400, "days"), (3600, "h"), (60, "min"), (1, "s"))
_AGES = ((1e12, "million million "), (1e9, "thousand million "), (1e6, "million "), (1.0, ""))
_PAST_WORDS = 1e18  # years
_LONGEST_IN_FULL = 10**15


def clock(seconds: float) -> str:
    """Minutes and seconds gone, with hours in front once there are any: 0:52, 1:02:03."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def duration(seconds: float) -> str:
    """A time to wait, as people round it: 45 s, 12 min, 5 h, 30 days, 6e+11 years."""
    for limit, unit, name in _SPANS:
        if seconds < limit:
            return f"{math.ceil(seconds / unit)} {name}"
    return f"{seconds / _YEAR:.2g} years"


def ages(seconds: float) -> str:
    """A time of any length in words: 25 s, 1 min 44 s, 28 h 37 min, 584.5 thousand million years."""
    years = seconds / _YEAR
    if years >= _PAST_WORDS:
        return f"10^{int(math.log10(years))} years"
    if seconds >= _SPANS[-1][0]:
        return next(f"{years / size:,.1f} {name}years" for size, name in _AGES if years >= size)
    return _in_two_units(seconds)


def _in_two_units(seconds: float) -> str:
    for (size, unit), (part, smaller) in pairwise(_PARTS):
        whole, rest = divmod(round(seconds / part), size // part)
        if whole:
            name = unit.removesuffix("s") if whole == 1 else unit
            return f"{whole} {name} {rest} {smaller}" if rest else f"{whole} {name}"
    return f"{round(seconds)} s"


def count(number: int) -> str:
    """A number of moves in full, or its size where nobody would read the digits."""
    if number < _LONGEST_IN_FULL:
        return str(number)
    return f"about 10^{int(number.bit_length() * math.log10(2))}"


def move(what: Move, names: Sequence[str]) -> str:
    """A move in words: disk 1 from A to C."""
    return f"disk {what.disk} from {names[what.source]} to {names[what.target]}"


def where(state: State, names: Sequence[str]) -> str:
    """Where all disks stand, written as `--from-state` reads it unless they share one peg."""
    standing = _standing(state, names)
    if not standing:
        return "there are no disks"
    if len(standing) == 1:
        disks = "the one disk stands" if state.disks == 1 else f"all {state.disks} disks stand"
        return f"{disks} on {standing[0][0]}"
    return f"the disks stand {_stacks(standing)} (bottom to top)"


def in_doubt(state: State, names: Sequence[str], what: Move, gripper: bool) -> str:
    """Where the disks stand if `what` was under way, by a `gripper` that may hold its disk, or by lamps."""
    source, target = names[what.source], names[what.target]
    disk = f"disk {what.disk} was on its way from {source} to {target}"
    if gripper:
        disk = f"disk {what.disk} may be in the gripper, on {source} or on {target}: look"
    return f"{disk}{_others(state, names, what.disk)}"


def under_way(state: State, names: Sequence[str], what: Move) -> str:
    """Where the disks stand while `what` is being carried out."""
    return f"{move(what, names)} is under way{_others(state, names, what.disk)}"


def sentence(text: str) -> str:
    """`text` on one line, without control characters, ending as a sentence does."""
    line = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return line if not line or line.endswith((".", "!", "?")) else f"{line}."


def _standing(state: State, names: Sequence[str], apart: int | None = None) -> list[tuple[str, list[int]]]:
    """The pegs with the disks on them, bottom to top, without the disk `apart`; empty pegs are left out."""
    stacks = [[disk for disk in stack if disk != apart] for stack in state.stacks]
    return [(name, stack) for name, stack in zip(names, stacks, strict=True) if stack]


def _others(state: State, names: Sequence[str], disk: int) -> str:
    others = _standing(state, names, disk)
    return f"; the others stand {_stacks(others)} (bottom to top)" if others else ""


def _stacks(standing: list[tuple[str, list[int]]]) -> str:
    return " ".join(f"{name}:{','.join(map(str, stack))}" for name, stack in standing)
