"""Where the disks stand at a new start: from the journal, the sensors, or else a person; never a guess.

All of it comes before the port is opened, for opening may reset the board, and a held disk would fall.
"""

import enum
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from controller.drivers.trouble import misread
from controller.errors import IllegalState, PersonNeeded
from controller.inputs.readings import Readings
from controller.journal import Standing
from controller.model import State, Step
from controller.planner.notation import format_state, parse_state

Ask = Callable[[str], str]  # a question to a person, and the line that answers it; raises EOFError for nobody
_YES = ("y", "yes")


class Place(enum.Enum):
    """Where the disk of an unfinished step may be."""

    GRIPPER = "in the gripper"
    SOURCE = "on its source"
    TARGET = "on its target"


def places(step: Step, read: Readings) -> tuple[Place, ...]:
    """Where the disk of `step` may be, as far as the sensors allow."""
    return tuple(place for place in Place if not _contradicted(_stacks(step, place), place, read))


def contradiction(state: State, read: Readings, names: Sequence[str]) -> str | None:
    """What the sensors say against `state` with an empty gripper: a sentence, or None."""
    if read.gripper:
        return "the gripper's sensor says that it holds a disk"
    wrong = next(misread(state.stacks, _pegs(read, state.pegs)), None)
    if wrong is None:
        return None
    peg, stack, occupied = wrong
    disks = f"disk{'s' * (len(stack) > 1)} {', '.join(map(str, stack))}"
    should = f"{disks} should stand there" if stack else "none should stand there"
    return f"the sensor of peg {names[peg]} says {'occupied' if occupied else 'empty'}, and {should}"


def _contradicted(stacks: Sequence[Sequence[int]], place: Place, read: Readings) -> bool:
    if read.gripper is not None and read.gripper is not (place is Place.GRIPPER):
        return True
    return any(misread(stacks, _pegs(read, len(stacks))))


def _pegs(read: Readings, pegs: int) -> tuple[bool | None, ...]:
    return read.pegs or (None,) * pegs


def _stacks(step: Step, place: Place) -> Sequence[Sequence[int]]:
    if place is Place.TARGET:
        return step.state.apply(step.move).stacks
    if place is Place.SOURCE:
        return step.state.stacks
    return [[disk for disk in stack if disk != step.move.disk] for stack in step.state.stacks]


@dataclass(frozen=True, slots=True)
class Recovery:
    """Finds where the disks stand. `names` are the pegs'; `disk_names` what people call the disks."""

    names: tuple[str, ...]
    disk_names: tuple[str, ...]
    ask: Ask
    say: Callable[[str], None]

    def state(self, standing: Standing, read: Readings) -> State:
        """Where all disks stand now; raises PersonNeeded where nobody answers."""
        try:
            return self._settled(standing, read)
        except EOFError as nobody:
            raise PersonNeeded(
                f"{self._what_is_open(standing)}; look where every disk stands, take a held one out of the "
                "gripper, and say so with --from-state, such as "
                f'--from-state "{self._written(standing.state)}".'
            ) from nobody

    def _settled(self, standing: Standing, read: Readings) -> State:
        if standing.doubt is not None:
            return self._located(standing, standing.doubt, read)
        if wrong := contradiction(standing.state, read, self.names):
            return self._told(f"By the journal the disks stand {self._written(standing.state)}, but {wrong}.")
        if standing.latched is not None:
            return self._confirmed(standing.state, _to_be_seen(standing.latched))
        return standing.state

    def _located(self, standing: Standing, step: Step, read: Readings) -> State:
        disk, left = self._disk(step), places(step, read)
        unsure = None if standing.latched is None else _to_be_seen(standing.latched)
        if not left:
            state = self._told(f"{disk} was under way as the last run ended, and no place fits the sensors.")
        elif len(left) > 1:
            state = self._chosen(step, left)
        else:
            self.say(f"The sensors say that {disk} is {self._at(step, left[0])}.")
            state = self._with(step, left[0])
            if _may_have_fallen(step, left[0], standing.gripped, read):
                unsure = unsure or f"None of them feels {disk} itself there, and it may have fallen."
        return state if unsure is None else self._confirmed(state, unsure)

    def _chosen(self, step: Step, left: tuple[Place, ...]) -> State:
        words = self._answers({self._word(step, place): place for place in left})
        question = (
            f"Is {self._disk(step)} {_listed([self._at(step, place) for place in left])}? "
            f"Answer {_listed([self._word(step, place) for place in left])}, or say where every disk stands, "
            f"such as {self._written(step.state)}."
        )
        while True:
            answer = self.ask(question).strip()
            if (place := words.get(answer)) is not None:
                return self._with(step, place)
            if (state := self._parsed(answer, step.state.disks)) is not None:
                return state

    def _answers(self, words: dict[str, Place]) -> dict[str, Place]:
        """Each word as it is written, and in small letters where it is no other word then."""
        small = {word.casefold(): place for word, place in words.items()}
        known = {name.casefold() for name in self.names}
        lenient = small if len(small) == len(words) and len(known) == len(self.names) else {}
        return {**lenient, **words}

    def _with(self, step: Step, place: Place) -> State:
        """The state with the disk of `step` at `place`; a held one is first taken down by a person."""
        if place is Place.GRIPPER:
            target = self.names[step.move.target]
            self._await_yes(
                f"Take {self._disk(step)} out of the gripper and lay it on {target}. Does it lie there (y)?"
            )
        return step.state if place is Place.SOURCE else step.state.apply(step.move)

    def _confirmed(self, state: State, why: str) -> State:
        self.say(why)
        question = (
            f"Is the way clear, and do the disks stand {self._written(state)}? "
            "Answer y, or say where every disk stands."
        )
        while True:
            answer = self.ask(question).strip()
            if answer.casefold() in _YES:
                return state
            if (told := self._parsed(answer, state.disks)) is not None:
                return told

    def _told(self, why: str) -> State:
        while True:
            answer = self.ask(f"{why} Where does every disk stand, bottom to top?")
            if (state := self._parsed(answer, len(self.disk_names))) is not None:
                return state

    def _await_yes(self, question: str) -> None:
        while self.ask(question).strip().casefold() not in _YES:
            pass

    def _parsed(self, answer: str, disks: int) -> State | None:
        try:
            return parse_state(answer, self.names, disks)
        except IllegalState as wrong:
            self.say(str(wrong))
            return None

    def _what_is_open(self, standing: Standing) -> str:
        if (step := standing.doubt) is not None:
            somewhere = _listed([self._at(step, place) for place in Place])
            return f"Whether {self._disk(step)} is {somewhere} is not known"
        if (reason := standing.latched) is not None:
            return _to_be_seen(reason).rstrip(".")
        return "What the sensors say does not agree with the journal"

    def _written(self, state: State) -> str:
        return format_state(state, self.names)

    def _disk(self, step: Step) -> str:
        return self.disk_names[step.move.disk - 1]

    def _at(self, step: Step, place: Place) -> str:
        return "in the gripper" if place is Place.GRIPPER else f"on {self._word(step, place)}"

    def _word(self, step: Step, place: Place) -> str:
        if place is Place.GRIPPER:
            return "gripper"
        return self.names[step.move.source if place is Place.SOURCE else step.move.target]


def _may_have_fallen(step: Step, place: Place, gripped: bool, read: Readings) -> bool:
    """Whether the disk of `step` has been on its way, and the sensor of a peg would read so without it."""
    if place is Place.GRIPPER or (place is Place.SOURCE and not gripped):
        return False
    peg = step.move.source if place is Place.SOURCE else step.move.target
    stands_alone = _stacks(step, place)[peg] == (step.move.disk,)
    return not (stands_alone and _pegs(read, step.state.pegs)[peg])


def _to_be_seen(latched: str) -> str:
    return f"A person has to look first: {latched}"


def _listed(words: Sequence[str]) -> str:
    """In the gripper, on A, or on C."""
    comma = "," if len(words) > 2 else ""
    return f"{', '.join(words[:-1])}{comma} or {words[-1]}"
