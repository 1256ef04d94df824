"""The words of the puzzle: Move, State, Step, and Point for a place on the table.

Disks are numbered from 1, the smallest; pegs from 0. Names of pegs live outside.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from controller.errors import IllegalMove, IllegalState, NotAnInteger


class Move(NamedTuple):
    """Disk `disk` goes from peg `source` to peg `target`."""

    disk: int
    source: int
    target: int


class Point(NamedTuple):
    """A place in the firmware's coordinates after homing, in mm."""

    x: float
    y: float
    z: float


@dataclass(frozen=True, slots=True)
class State:
    """Which peg each disk is on: `peg_of[d - 1]` is the peg of disk d. Every such state is legal.

    Raises IllegalState for fewer than three pegs or a peg out of range, NotAnInteger for other types.
    """

    peg_of: tuple[int, ...]
    pegs: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "peg_of", tuple(self.peg_of))  # a list would make the state changeable
        for number in (self.pegs, *self.peg_of):
            if type(number) is not int:
                raise NotAnInteger(f"A peg is a whole number, not {number!r}.")
        if self.pegs < 3:
            raise IllegalState(f"A tower needs at least three pegs, not {self.pegs}.")
        for disk, peg in enumerate(self.peg_of, 1):
            if not 0 <= peg < self.pegs:
                raise IllegalState(f"Disk {disk} is on peg {peg}; the pegs are 0 to {self.pegs - 1}.")

    @classmethod
    def tower(cls, disks: int, peg: int, pegs: int = 3) -> "State":
        """All `disks` on one peg."""
        if type(disks) is not int:
            raise NotAnInteger(f"The number of disks is a whole number, not {disks!r}.")
        if disks < 0:
            raise IllegalState(f"The number of disks cannot be negative: {disks}.")
        cls((peg,), pegs)  # a peg that is not there is an error even where no disk would stand on it
        return cls((peg,) * disks, pegs)

    @classmethod
    def of_stacks(cls, stacks: Sequence[Sequence[int]]) -> "State":
        """The state with these stacks, each bottom to top; raises IllegalState where they break a rule."""
        peg_of: dict[int, int] = {}
        for peg, stack in enumerate(stacks):
            for below, disk in zip((None, *stack), stack, strict=False):
                if disk in peg_of:
                    raise IllegalState(f"Disk {disk} stands in two places.")
                if below is not None and disk > below:
                    raise IllegalState(f"Disk {disk} cannot stand on the smaller disk {below}.")
                peg_of[disk] = peg
        disks = len(peg_of)
        missing = [disk for disk in range(1, disks + 1) if disk not in peg_of]
        if missing:
            raise IllegalState(f"Disk {missing[0]} is missing; with {disks} disks they are 1 to {disks}.")
        return cls(tuple(peg_of[disk] for disk in range(1, disks + 1)), len(stacks))

    @property
    def disks(self) -> int:
        """How many disks there are."""
        return len(self.peg_of)

    @property
    def stacks(self) -> tuple[tuple[int, ...], ...]:
        """The disks on each peg, bottom to top."""
        stacks: list[list[int]] = [[] for _ in range(self.pegs)]
        for disk in range(len(self.peg_of), 0, -1):
            stacks[self.peg_of[disk - 1]].append(disk)
        return tuple(map(tuple, stacks))

    def top(self, peg: int) -> int | None:
        """The topmost disk on `peg`, or None."""
        try:
            return self.peg_of.index(peg) + 1
        except ValueError:
            return None

    def apply(self, move: Move) -> "State":
        """The state after `move`; raises IllegalMove where the rules forbid it."""
        disk, source, target = move
        if not 1 <= disk <= len(self.peg_of):
            raise IllegalMove(f"There is no disk {disk}; the disks are 1 to {len(self.peg_of)}.")
        if not (0 <= source < self.pegs and 0 <= target < self.pegs):
            raise IllegalMove(f"A move from peg {source} to {target}: the pegs are 0 to {self.pegs - 1}.")
        if source == target:
            raise IllegalMove(f"Disk {disk} cannot move from peg {source} to itself.")
        if self.top(source) != disk:
            raise IllegalMove(f"Disk {disk} is not on top of peg {source}.")
        onto = self.top(target)
        if onto is not None and onto < disk:
            raise IllegalMove(f"Disk {disk} cannot stand on the smaller disk {onto} on peg {target}.")
        return State((*self.peg_of[: disk - 1], target, *self.peg_of[disk:]), self.pegs)


@dataclass(frozen=True, slots=True)
class Step:
    """Move number `number` (from 1) of a run, and the state it starts from."""

    number: int
    move: Move
    state: State
