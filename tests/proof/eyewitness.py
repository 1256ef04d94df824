"""A person at the table: sees where the disks really are, answers for them, and has hands."""

import re
from dataclasses import dataclass, field

from controller.model import State
from controller.planner.notation import parse_state
from firmware_proto.bench import Bench

GRIPPER = "gripper"
ASIDE = "beside the pegs"

_WHICH = re.compile(r"Is disk (?P<disk>\d+) .*\? Answer (?P<words>.*), or say .*, such as (?P<state>.*)\.")
TAKE = re.compile(r"Take disk (?P<disk>\d+) out of the gripper and lay it on (?P<peg>\S+)\. Does it lie")
_CLEAR = re.compile(r"Is the way clear, and do the disks stand (?P<state>.*)\? Answer y")
_WHERE = re.compile(r"Where does every disk stand, bottom to top\?")
_PLACE = re.compile(r"Place the arm by hand")


@dataclass(frozen=True, slots=True)
class Table:
    """What is on a bench with pegs of these `names`, and hands that move it."""

    bench: Bench
    names: tuple[str, ...]

    def place_of(self, disk: int) -> str:
        """A peg, GRIPPER or ASIDE."""
        if self.bench.held == disk:
            return GRIPPER
        return next((peg for peg, stack in self.bench.stacks.items() if disk in stack), ASIDE)

    def places(self) -> dict[int, str]:
        """The place of each disk."""
        on_pegs = [disk for stack in self.bench.stacks.values() for disk in stack]
        held = [self.bench.held] if self.bench.held is not None else []
        return {disk: self.place_of(disk) for disk in sorted([*on_pegs, *held, *self.bench._table.lying])}

    def believed(self, state: State) -> dict[int, str]:
        """The same, if all disks were as in `state`."""
        return {disk: self.names[peg] for disk, peg in enumerate(state.peg_of, 1)}

    @property
    def stands(self) -> str:
        """As `--from-state` reads it."""
        stacks = self.bench.stacks.items()
        return " ".join(f"{peg}:{','.join(map(str, stack))}" for peg, stack in stacks if stack)

    def lay(self, disk: int, peg: str) -> None:
        """By hand, from wherever it is."""
        if self.bench.held == disk:
            self.bench._emptied()
        table = self.bench._table
        table.take(disk)
        table.put(disk, table.upon(disk, peg, table.height(peg)), peg)

    def tidy(self) -> None:
        """Lay each disk that is not on a peg, or on a smaller one, where it may be."""
        for disk in sorted(self._loose(), reverse=True):
            free = (peg for peg, stack in self.bench.stacks.items() if self._may_be_on(disk, stack))
            self.lay(disk, next(free))

    def _loose(self) -> set[int]:
        places = self.places()
        loose = {disk for disk, place in places.items() if place in (GRIPPER, ASIDE)}
        for stack in self.bench.stacks.values():
            loose |= {disk for at, disk in enumerate(stack) if disk > min(stack[: at + 1])}
        return loose

    @staticmethod
    def _may_be_on(disk: int, stack: tuple[int, ...]) -> bool:
        return disk not in stack and disk < min(stack, default=disk + 1)


@dataclass
class Eyewitness:
    """Answers every question of a program by what the table shows, and notes what was asked.

    Raises AssertionError for a question that names none of the places where the disk is.
    """

    table: Table
    asked: list[str] = field(default_factory=list)
    upset: bool = False
    """A disk may be where no program can know: it has fallen, or a visitor has had it."""

    @staticmethod
    def is_asked(line: str) -> bool:
        """Whether a line is a question to a person."""
        return any(kind.search(line) for kind in (_WHICH, TAKE, _CLEAR, _WHERE, _PLACE))

    def answer(self, question: str) -> str:
        """The line that answers it."""
        self.asked.append(question)
        if _PLACE.search(question):
            return "y"
        if (take := TAKE.search(question)) is not None:
            self.table.lay(int(take["disk"]), take["peg"])
            return "y"
        if (which := _WHICH.search(question)) is not None:
            return self._which(int(which["disk"]), re.split(r",? or |, ", which["words"]), which["state"])
        clear = _CLEAR.search(question)
        assert clear or _WHERE.search(question), f"nobody knows what this means: {question}"
        self.table.tidy()
        return "y" if clear is not None and clear["state"] == self.table.stands else self.table.stands

    def _which(self, disk: int, words: list[str], state: str) -> str:
        place = self.table.place_of(disk)
        assert place in words or self.upset, f"disk {disk} is {place}, and {words} were named"
        if place in words and self._others_stand(disk, state):
            return place
        self.table.tidy()
        return self.table.stands

    def _others_stand(self, disk: int, state: str) -> bool:
        believed = self.table.believed(parse_state(state, self.table.names, len(self.table.places())))
        return {**believed, disk: ""} == {**self.table.places(), disk: ""}
