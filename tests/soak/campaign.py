"""The campaign: one fault in each run, at every line; solved as if nothing had been, or told and final.

The laws, whatever happens on the wire:

1. A step that is said to be done is done: the bench sees all disks where they should be.
2. A run without an error has solved the tower, nothing went wrong on the bench, and the machine has done
   exactly what it does on a good wire: nothing less, nothing twice, nothing in another order.
3. Any other run ends in a DeviceFault or in PersonNeeded. What the machine has done until then is how a good
   run begins. It stands, and a further step or rest is refused without a word on the wire.
4. Either way it has ended in time: no wait outlasts what its line may rightly take, which for homing is
   longest, BUSY_LIMIT and the patience after it.

Only where a line was damaged on its way out and no checksum tells, because there is none or because XOR
misses it, may the machine do something else than it was told. Where no error tells of it the outcome is
UNSEEN. Law 1 holds all the same for those who can be asked what their gripper does.
"""

import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import zip_longest
from random import Random

from bad_wire import Way
from exhibit import BY_ID, Exhibit
from kinds import CUSTOM, FAMILIES, KINDS, MARLIN, Kind

from controller.errors import DeviceFault, HanoiError, PersonNeeded, PortError
from controller.link.protocol import BUSY_LIMIT, PATIENCE, PROBES
from controller.model import State

SOLVED, TOLD, UNSEEN = OUTCOMES = ("solved", "told", "unseen")
HOMING = 60.0
LONGEST = HOMING + BUSY_LIMIT + 3 * (PROBES + 1) * PATIENCE
"""How many seconds longer than a good run one with a fault may take."""
AFTERWARDS = 20.0
"""Seconds after a fault in which nothing must stir."""


IN_DOUBT = "moves after a quick stop"
"""What Marlin has buffered when it is halted begins, a second later, for a moment: the next halt ends it."""


MUTE = frozenset({MARLIN, CUSTOM})
"""Who cannot be asked what their gripper does."""


class Violation(AssertionError):
    """A law is broken."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One run: a fault of a kind at a line, the rest as the seed has it."""

    family: str
    kind: Kind
    line: int
    seed: int
    arches: bool = False

    def __str__(self) -> str:
        return f"{self.kind.name} at {self.line} of {self.family}, seed {self.seed}"


@dataclass(frozen=True, slots=True)
class GoodRun:
    """What a run on a good wire is like."""

    did: tuple[str, ...]
    seconds: float
    heard: dict[Way, list[bytes]]

    def places(self, kind: Kind) -> int:
        """At how many messages a fault of this kind can strike."""
        return sum(1 for message in self.heard[kind.way] if kind.of.search(message))


@lru_cache
def good_run(family: str, arches: bool = False) -> GoodRun:
    """The run that all others are held against."""
    exhibit = Exhibit(family, arches=arches)
    exhibit.solve()
    assert exhibit.solved
    return GoodRun(tuple(exhibit.did), exhibit.clock.now(), exhibit.wire.heard)


def carry_out(trial: Trial) -> str:
    """The outcome of a trial; raises Violation."""
    try:
        return _Judge(trial).outcome()
    except Violation as broken:
        raise Violation(f"{trial}: {broken}") from broken
    except Exception as strange:
        told = "".join(traceback.format_exception(strange))
        raise Violation(f"{trial}: not a fault that is meant: {told}") from strange


class _Judge:
    """Holds one run against the laws."""

    def __init__(self, trial: Trial) -> None:
        self._trial, self._kind, self._family = trial, trial.kind, trial.family
        self._good = good_run(trial.family, trial.arches)
        self._exhibit = Exhibit(
            trial.family,
            None if trial.kind.ordered else trial.kind.strike(trial.family, trial.line),
            (f"{trial.kind.name}:{trial.line}",) if trial.kind.ordered else (),
            trial.seed,
            self._good.seconds + LONGEST,
            trial.arches,
        )

    @property
    def _blind(self) -> bool:
        """Whether the board may have taken another line than was sent, and cannot know."""
        return self._family in self._kind.astray or self._exhibit.wire.fooled

    def outcome(self) -> str:
        exhibit = self._exhibit
        try:
            exhibit.solve(self._check_step)
        except HanoiError as fault:
            self._check_told(fault)
            return TOLD
        return self._check_solved()

    def _check_step(self, state: State) -> None:
        """Law 1."""
        self._require(
            self._exhibit.bench.stacks == self._exhibit.standing(state)
            or (self._blind and self._family in MUTE),
            f"a step is said to be done, and the disks stand on {self._exhibit.bench.stacks}",
        )

    def _check_solved(self) -> str:
        """Law 2."""
        exhibit = self._exhibit
        as_ever = exhibit.solved and tuple(exhibit.did) == self._good.did
        if not as_ever and self._blind:
            return UNSEEN
        self._require(exhibit.solved, f"no error, and {exhibit.bench.verdict(exhibit.config.tower.goal)[1]}")
        self._require(as_ever, f"the machine did otherwise: {_difference(exhibit.did, self._good.did)}")
        return SOLVED

    def _check_told(self, fault: HanoiError) -> None:
        """Law 3."""
        exhibit = self._exhibit
        self._require(isinstance(fault, DeviceFault | PersonNeeded), f"the wrong kind of fault, {fault!r}")
        self._require(self._family not in self._kind.repaired, f"not repaired: {fault}")
        if not self._blind:
            begun = self._good.did[: len(exhibit.did)]
            self._require(
                tuple(exhibit.did) == begun, f"the machine did otherwise: {_difference(exhibit.did, begun)}"
            )
            wrongs = [wrong for wrong in exhibit.bench.faults if IN_DOUBT not in wrong]
            self._require(not wrongs or self._kind.physical, f"the bench: {wrongs}")
        self._check_refusals()
        self._check_rest()
        if self._kind.unplugged:
            self._check_return(fault)

    def _check_refusals(self) -> None:
        exhibit = self._exhibit
        written = len(exhibit.wire.heard[Way.OUT])
        self._require_fault(exhibit.arm.rest, "it rests, after a fault")
        for step in exhibit.steps:
            self._require_fault(partial(exhibit.arm.execute, step), "it goes on, after a fault")
        self._require(len(exhibit.wire.heard[Way.OUT]) == written, "it talks on, after a fault")

    def _check_rest(self) -> None:
        exhibit = self._exhibit
        if self._family == CUSTOM or self._kind.deaf:
            exhibit.settle(60.0)  # what has been sent cannot be called back
        before, did = exhibit.situation, len(exhibit.did)
        exhibit.settle(AFTERWARDS)
        exhibit.arm.close()
        exhibit.settle(AFTERWARDS)
        self._require(before == exhibit.situation, f"it does not stand: {before}, then {exhibit.situation}")
        self._require(len(exhibit.did) == did, f"it goes on: {exhibit.did[did:]}")

    def _check_return(self, fault: HanoiError) -> None:
        """It is there again under another name; nothing goes on by itself, and by its id it is found."""
        exhibit = self._exhibit
        self._require(
            isinstance(fault, PortError) and "/dev/ttyUSB0" in str(fault), f"unplugged, it says {fault}"
        )
        exhibit.names.clear()
        exhibit.names.update({"/dev/ttyUSB1", BY_ID})
        self._require_fault(exhibit.arm.connect, "it connects to a port that is not there")
        # A custom arm has to be placed by a person before it homes, and a disk in the gripper to be taken.
        can_go_on = exhibit.bench.held is None and self._family != CUSTOM
        exhibit.solve_from_here(exhibit.arm_at(BY_ID))
        self._require(exhibit.solved or not can_go_on, "found by its id it does not go on")

    @staticmethod
    def _require_fault(attempt: Callable[[], None], otherwise: str) -> None:
        try:
            attempt()
        except (DeviceFault, PersonNeeded):
            return
        raise Violation(otherwise)

    @staticmethod
    def _require(holds: bool, words: str) -> None:
        if not holds:
            raise Violation(words)


def _difference(did: list[str], should: tuple[str, ...]) -> str:
    at = next((at for at, pair in enumerate(zip_longest(did, should)) if pair[0] != pair[1]), 0)
    return f"from {at} on {did[at : at + 4]}, not {list(should[at : at + 4])}"


def cases() -> list[tuple[str, Kind]]:
    """Every kind of fault with each firmware that can have it."""
    return [(family, kind) for family in FAMILIES for kind in KINDS if family in kind.families]


def trials(family: str, kind: Kind, count: int, arches: bool = False) -> Iterator[Trial]:
    """That many trials, spread over all lines of a run; the same ones each time."""
    places = good_run(family, arches).places(kind)
    luck = Random(f"{family} {kind.name}")
    for number in range(count):
        first, last = (edge * places // count for edge in (number, number + 1))
        line = luck.randint(first + 1, max(first + 1, last))
        yield Trial(family, kind, line, luck.randrange(1_000_000), arches)
