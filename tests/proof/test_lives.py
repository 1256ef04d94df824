"""Lives one after another at one table, and what is believed in the end: so it is.

A disk may only be elsewhere than is believed where hands have moved it, or it has been lost, and nothing felt
that: then until somebody who can see is asked, or says so by himself.
"""

import tempfile
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import ClassVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)
from lives import FAULTS, Died, Incident, Life, World
from proof_tally import LIVES, facts

from controller.app import runs
from controller.app.options import RunOptions
from controller.errors import PersonNeeded, StoppedByPerson
from controller.inputs import Readings
from controller.journal import Journal, Standing
from controller.recovery import Recovery

TABLES = [
    ("marlin", False, False),
    ("marlin", True, False),
    ("marlin", False, True),
    ("marlin", True, True),
    ("grbl", False, False),
    ("grbl", True, True),
    ("uarm", False, False),
    ("uarm", False, True),
]
"""Firmware, a sensor in the gripper, sensors at the pegs; a uArm's firmware feels for itself."""

ONLY_A_CHECKSUM_TELLS = {"wire: cut-line", "wire: resend", "wire: bad-resend"}
FALLS = {"drop", "weak grip", "kill", "wire: reset", "wire: halt", "wire: error"}
"""What may let a disk fall, or lead the arm other ways than it was told."""

BEGUN_AGAIN = "moves after a quick stop"
"""What Marlin has buffered when it is halted begins, a second later, for a moment: the next halt ends it."""

LIFE = {"write": 130, "written": 130, "read": 800, "event": 360, "commit": 28, "committed": 28}
"""How many instants of each kind an undisturbed life has, more or less."""

ACTS = ["stop", "halt", "kill", "visit", "drop", "weak grip", *FAULTS]


def incidents(instants: Iterable[str], acts: Iterable[str]) -> st.SearchStrategy[Incident]:
    """One of the acts at one of the instants."""
    act, luck = st.sampled_from([*acts]), st.integers(0, 8)
    each = (
        st.builds(Incident, st.just(instant), st.integers(1, LIFE[instant]), act, luck)
        for instant in instants
    )
    return st.one_of(*each)


INCIDENTS = st.one_of(
    incidents(LIFE, ["death"]),
    incidents(["write", "read", "event"], ACTS),
    incidents(["commit"], ["full disk"]),
    st.builds(Incident, st.sampled_from(["question", "answer"]), st.integers(1, 2), st.just("death")),
)


def ended(life: Life) -> str:
    """How, in a word or two."""
    match life.error:
        case None:
            return "to the end"
        case Died():
            return "cut off"
        case StoppedByPerson():
            return "stopped"
        case PersonNeeded():
            return "in want of a person"
    return "at fault"


def must_ask(standing: Standing, read: Readings) -> bool:
    """Whether nothing but a person can say where the disks are, or that the way is clear."""
    if standing.latched is not None:
        return True
    if standing.doubt is None:
        return not fits(standing.state.stacks, False, read)
    step = standing.doubt
    bare = without(step.move.disk, step.state.stacks)
    there, still_here = step.state.apply(step.move).stacks, fits(step.state.stacks, False, read)
    if fits(bare, True, read) or still_here is fits(there, False, read):
        return True
    return fits(bare, False, read) and (standing.gripped or not still_here)  # or it lies beside the pegs


def without(disk: int, stacks) -> list[list[int]]:
    """The stacks less that disk."""
    return [[other for other in stack if other != disk] for stack in stacks]


def fits(stacks, held: bool, read: Readings) -> bool:
    """Whether the sensors would read so."""
    pegs = zip(read.pegs, stacks, strict=True)
    return read.gripper in (None, held) and all(peg in (None, bool(stack)) for peg, stack in pegs)


class Lives(RuleBasedStateMachine):
    """Runs, cut off or disturbed, and visitors between them; `counts` what has come of them."""

    counts: ClassVar[Counter[str]] = Counter()

    @initialize(table=st.sampled_from(TABLES))
    def set_up(self, table) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self.family, *_ = table
        self.world = World(*table, Path(self._folder.name))

    @rule(due=st.lists(INCIDENTS, min_size=1, max_size=3), lag=st.integers(0, 5))
    def live(self, due, lag) -> None:
        if self.family != "marlin":
            due = [incident for incident in due if incident.act not in ONLY_A_CHECKSUM_TELLS]
        self._live(Life(self.world, due, lag), partial(runs.kiosk, cycles=1))

    @rule(peg=st.integers(0, 2), other=st.integers(0, 2))
    def visit(self, peg, other) -> None:
        self.world.lay(peg, other)

    @rule()
    def somebody_says_how_the_disks_stand(self) -> None:
        self._say(partial(runs.kiosk, cycles=1))

    @invariant()
    def what_is_believed_is_so(self) -> None:
        world, standing = self.world, self.world.standing
        so = self._is_so(standing)
        assert so or world.deceived, (standing, world.table.places())
        if standing is None or standing.doubt is None:
            world.deceived, world.fallen = not so, world.fallen and not so

    def teardown(self) -> None:
        if not hasattr(self, "world"):
            return
        try:
            if self.world.deceived:
                self._say(runs.run)
            else:
                self._live(Life(self.world), runs.run)
            done, word = self.world.bench.verdict(self.world.config.tower.goal)
            assert done, word
        finally:
            self._folder.cleanup()

    def _say(self, program) -> None:
        self.world.table.tidy()
        self.world.bench._faults.clear()
        self.world.deceived = self.world.fallen = False
        life = Life(self.world)
        options = RunOptions(plain=True, from_state=self.world.table.stands)
        life.run(partial(program, self.world.name, options))
        assert not life.questions
        assert life.error is None, life.error

    def _live(self, life: Life, program) -> None:
        world = self.world
        standing, read = world.standing, world.readings
        world.person.upset = world.deceived or world.fallen
        world.bench._faults.clear()
        life.run(partial(program, world.name, RunOptions(plain=True)))
        assert not life.wrongs, life.wrongs
        self.counts[ended(life)] += 1
        if life.began is not None:
            asks = standing is not None and must_ask(standing, read)
            assert bool(life.questions) is asks, (life.questions, standing, read)
        excused = life.acts & FALLS or world.person.upset or world.deceived
        wrongs = [wrong for wrong in world.bench.faults if BEGUN_AGAIN not in wrong]
        assert excused or not wrongs, wrongs
        assert excused or life.acts or life.error is None, life.error
        world.fallen = world.fallen or bool(wrongs)

    def _is_so(self, standing: Standing | None) -> bool:
        if standing is None:
            return self.world.is_so(self.world.config.tower.start_state())
        if standing.doubt is None:
            return self.world.is_so(standing.state)
        source, move, bench = standing.state, standing.doubt.move, self.world.bench
        if bench.held != move.disk and not self.world.fallen:
            return self.world.is_so(source) or self.world.is_so(source.apply(move))
        others = [tuple(disk for disk in stack if disk != move.disk) for stack in source.stacks]
        return others == [
            tuple(disk for disk in stack if disk != move.disk) for stack in bench.stacks.values()
        ]


def test_no_lives_end_in_a_state_that_is_believed_and_is_not_so(
    record_property: Callable[[str, object], None],
) -> None:
    Lives.counts.clear()
    run_state_machine_as_test(
        Lives, settings=settings(max_examples=40, stateful_step_count=8, derandomize=True)
    )
    for fact in facts(LIVES, Lives.counts):
        record_property(*fact)


def lives_cut_off_at(instants: range, instant: str) -> None:
    """At each of them, with the journal's thread as late as it may be, and the start after it."""
    for at in instants:
        lives = Lives()
        lives.set_up(("grbl", False, False))
        try:
            lives.live(due=[Incident(instant, at, "death")], lag=9)
            lives.what_is_believed_is_so()
        finally:
            lives.teardown()


def test_a_journal_behind_which_nothing_waits_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Journal, "settle", lambda _journal: None)
    with pytest.raises(AssertionError, match="with disk 1 in the gripper"):
        lives_cut_off_at(range(10, 100, 10), "written")


def test_a_guess_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Recovery, "_chosen", lambda _recovery, step, _left: step.state)
    with pytest.raises(AssertionError, match=r"^\(\[\], Standing"):
        lives_cut_off_at(range(10, 100, 10), "written")
