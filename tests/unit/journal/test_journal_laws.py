"""Runs cut off anywhere, one after another, on three real disks: nothing is believed that is not so."""

import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from journal_desk import START, Time, opened, started

from controller.events import DiskGripped, DiskReleased, RunEnded, RunFinished, StepDone, StepStarted
from controller.journal import Journal, Standing
from controller.model import Move, State, Step
from controller.planner import solve_between

GRIPPER = -1
Cut = tuple[int, bool]  # after how many happenings a run is over, and whether it can still say so
CUTS = st.lists(st.tuples(st.integers(1, 50), st.booleans()), min_size=1, max_size=5)


@dataclass
class Table:
    """Where the disks really are: on their pegs, or in the gripper."""

    place: list[int] = field(default_factory=lambda: list(START.peg_of))

    def carries(self, move: Move, to: int) -> None:
        self.place[move.disk - 1] = to


def happenings(start: State, goal: State) -> list[tuple[str, Step]]:
    """What happens in a run, in order: the table always moves before the journal hears of it."""
    state, happened = start, []
    for number, move in enumerate(solve_between(start, goal), 1):
        step = Step(number, move, state)
        happened += [(what, step) for what in ("intended", "taken", "gripped", "laid", "released", "placed")]
        state = state.apply(move)
    return happened


def happen(what: str, step: Step, journal: Journal, table: Table) -> None:
    move = step.move
    if what == "intended":
        journal(StepStarted(step))
    elif what == "taken":
        journal.settle()
        table.carries(move, GRIPPER)
    elif what == "gripped":
        journal(DiskGripped(move.disk, move.source))
    elif what == "laid":
        journal.settle()
        table.carries(move, move.target)
    elif what == "released":
        journal(DiskReleased(move.disk, move.target))
    else:
        journal(StepDone(step, step.state.apply(move), 0.0, None))


def run(journal: Journal, table: Table, start: State, cut: Cut) -> None:
    """One run towards the far tower, over after `cut` happenings or at its end."""
    goal = State.tower(3, 2 if start != State.tower(3, 2) else 0)
    journal(started(start))
    after, says_so = cut
    todo = happenings(start, goal)
    for what, step in todo[:after]:
        happen(what, step, journal, table)
    if after >= len(todo):
        journal(RunFinished(goal, len(todo) // 6, 0.0))
    elif says_so:
        what, step = todo[after - 1]
        done = what == "placed"
        state = step.state.apply(step.move) if done else step.state
        journal(RunEnded(state, "Halted.", None if done else step, latched=True))


def agrees(found: Standing, table: Table) -> bool:
    """Whether all that is believed is so."""
    if found.doubt is None:
        return list(found.state.peg_of) == table.place
    move, real = found.doubt.move, table.place[found.doubt.move.disk - 1]
    others = [peg for disk, peg in enumerate(table.place, 1) if disk != move.disk]
    believed = [peg for disk, peg in enumerate(found.state.peg_of, 1) if disk != move.disk]
    may_be = {GRIPPER, move.target} if found.gripped else {move.source, GRIPPER}
    return others == believed and real in may_be


@settings(max_examples=25)
@given(CUTS)
def test_what_the_journal_believes_is_so_whatever_was_cut_off(cuts: list[Cut]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path, table = Path(folder) / "journal", Table()
        for cut in cuts:
            with opened(path, Time()) as journal:
                found = journal.standing()
                assert found is None or agrees(found, table)
                if found is not None and found.doubt is not None:  # a person lays the disk where it was to go
                    table.carries(found.doubt.move, found.doubt.move.target)
                    journal.correct(State(tuple(table.place), 3))
                run(journal, table, State(tuple(table.place), 3), cut)
        with opened(path, Time()) as journal:
            found = journal.standing()
            assert found is not None
            assert agrees(found, table)
