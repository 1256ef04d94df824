"""How pegs, states and large numbers are written and read: "A:6,3 B:5,4 C:2,1"."""

from collections.abc import Iterable, Sequence, Set
from math import log10
from string import ascii_uppercase

from controller.errors import IllegalState, InvalidPlan
from controller.model import State
from controller.planner.checks import at_least
from controller.planner.solve import MOST_PEGS


def peg_names(pegs: int) -> tuple[str, ...]:
    """The names of pegs that have no others: A to Z, then A1 to Z1 and so on; raises InvalidPlan."""
    if at_least(3, pegs, "The number of pegs") > MOST_PEGS:
        raise InvalidPlan(f"The number of pegs must be {MOST_PEGS:,} or less, not {pegs}.")
    return tuple(ascii_uppercase[peg % 26] + str(peg // 26 or "") for peg in range(pegs))


def peg_named(name: str, names: Sequence[str]) -> int:
    """The peg called `name`; raises InvalidPlan where there is none."""
    if name not in names:
        raise InvalidPlan(f"There is no peg {name!r}; {_the_pegs_are(names)}.")
    return names.index(name)


def pegs_used(texts: Iterable[str]) -> int:
    """How many pegs the states in `texts` speak of: A to the last letter named, at least three."""
    named = {part.partition(":")[0] for text in texts for part in text.split()}
    return max([3, *(peg for peg, name in enumerate(ascii_uppercase, 1) if name in named)])


def parse_state(text: str, names: Sequence[str], disks: int | None = None) -> State:
    """The state written as "A:6,3 B:5,4 C:2,1": pegs parted by spaces, disks bottom to top, others empty.

    Raises IllegalState, in one sentence, unless every disk, of `disks` where that is given, stands just once.
    """
    stacks: dict[str, list[int]] = {}
    for part in text.split():
        name, colon, listed = part.partition(":")
        if not colon:
            raise IllegalState(f'{part!r} is not a peg with its disks: write, for example, "A:3,2 B:1".')
        if name not in names:
            raise IllegalState(f"There is no peg {name!r}; {_the_pegs_are(names)}.")
        if name in stacks:
            raise IllegalState(f"Peg {name} is named twice: list all its disks at once, bottom to top.")
        stacks[name] = [_disk(disk, part) for disk in listed.split(",")] if listed else []
    if not stacks:
        raise IllegalState('The state names no peg: write, for example, "A:3,2 B:1".')
    if disks is not None:
        _check_named(disks, {disk for stack in stacks.values() for disk in stack})
    return State.of_stacks([stacks.get(name, []) for name in names])


def _check_named(disks: int, named: Set[int]) -> None:
    wrong = min(named ^ set(range(1, disks + 1)), default=None)
    if wrong is not None:
        what = f"there is no disk {wrong}" if wrong in named else f"disk {wrong} is not named"
        raise IllegalState(f"The tower has {disks} disks, and {what}: name each of them once.")


def format_state(state: State, names: Sequence[str]) -> str:
    """The text that `parse_state` reads as `state`; empty pegs are left out."""
    stacks = zip(names, state.stacks, strict=True)
    standing = [f"{name}:{','.join(map(str, stack))}" for name, stack in stacks if stack]
    return " ".join(standing) or f"{names[0]}:"


def readable(number: int) -> str:
    """`number`, 0 or more, with its digits grouped; past twenty digits its first ones and a power of ten."""
    if number < 10**20:
        return f"{number:,}"
    exponent, fraction = divmod(log10(number), 1)
    return f"about {10**fraction:.2f}e{exponent:.0f}"


def _disk(text: str, part: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise IllegalState(f"{text!r} in {part!r} is not the number of a disk.")
    return int(text)


def _the_pegs_are(names: Sequence[str]) -> str:
    shown = names if len(names) <= 26 else (*names[:3], "...", names[-1])
    return f"the pegs are {', '.join(shown)}"
