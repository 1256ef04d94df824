"""What a journal knows after each fact, against a plain replay of the run."""

from pathlib import Path

import pytest
from journal_desk import EXHIBIT, NAMES, START, STEP_SECONDS, Time, facts, opened, started, tell

from controller.events import (
    DiskGripped,
    DiskReleased,
    Event,
    LineSent,
    Noted,
    Publisher,
    RunEnded,
    RunFinished,
    StepDone,
    StepStarted,
)
from controller.journal import Exhibit, Journal, Reader, Standing
from controller.model import Move, State, Step
from controller.planner import solve

FIRST = Step(1, Move(1, 0, 2), START)


def replayed(told: list[Event]) -> tuple[State, Step | None, bool]:
    """State, doubt and gripped, as a person would follow them with three real disks."""
    pegs, doubt, gripped = [0, 0, 0], None, False
    for event in told:
        if isinstance(event, StepStarted):
            doubt, gripped = event.step, False
        elif isinstance(event, DiskGripped):
            gripped = True
        elif isinstance(event, StepDone):
            pegs[event.step.move.disk - 1] = event.step.move.target
            doubt, gripped = None, False
    return State(tuple(pegs), 3), doubt, gripped


@pytest.mark.parametrize("count", range(len(facts()) + 1))
def test_every_beginning_of_a_run_is_known_for_what_it_is(tmp_path: Path, count: int) -> None:
    """Intended is not placed, and gripped is neither."""
    told = facts()[:count]
    with opened(tmp_path / "journal") as journal:
        tell(journal, Time(), told)
    with opened(tmp_path / "journal") as journal:
        found = journal.standing()
    assert found is not None
    assert (found.state, found.doubt, found.gripped) == replayed(told)


def test_the_standing_says_whose_it_is(tmp_path: Path) -> None:
    time = Time()
    with opened(tmp_path / "journal", time) as journal:
        time.sleep(61.5)
        journal(started())
        found = journal.standing()
    assert found == Standing("2026-11-30T09:01:01.500Z", NAMES, EXHIBIT.fingerprint, EXHIBIT.meaning, START)


def test_what_does_not_matter_to_the_disks_is_not_written(tmp_path: Path) -> None:
    time = Time()
    with opened(tmp_path / "journal", time) as journal:
        before = journal.standing()
        time.sleep(1)
        journal(Noted("The sun shines."))
        journal(LineSent("G28", 0.0))
        assert journal.standing() == before


def test_each_step_is_kept_with_its_times(tmp_path: Path) -> None:
    time = Time()
    with opened(tmp_path / "journal", time) as journal:
        tell(journal, time, facts())
    with Reader(tmp_path / "journal") as reader:
        steps, runs = reader.steps(), reader.runs()
    assert [(step.disk, step.source, step.target) for step in steps] == [
        (move.disk, NAMES[move.source], NAMES[move.target]) for move in solve(3)
    ]
    second = steps[1]
    assert (second.intended, second.gripped, second.released, second.placed) == (
        "2026-11-30T09:00:10.000Z",
        "2026-11-30T09:00:12.500Z",
        "2026-11-30T09:00:15.000Z",
        "2026-11-30T09:00:17.500Z",
    )
    assert second.seconds == 7.5
    assert [(run.start, run.moves, run.placed, run.outcome, run.reason) for run in runs] == [
        ("A:3,2,1", 7, 7, "finished", None)
    ]
    assert runs[0].seconds == 7 * STEP_SECONDS


def test_durations_come_from_the_runs_clock_not_from_the_time_of_day(tmp_path: Path) -> None:
    """A computer without a clock battery learns the hour in the middle of a run."""
    time = Time()
    with opened(tmp_path / "journal", time) as journal:
        journal(started())
        journal(StepStarted(FIRST))
        time.sleep(12)
        time.begun = time.begun.replace(year=1970)
        journal(StepDone(FIRST, START.apply(FIRST.move), 12.0, None))
    with Reader(tmp_path / "journal") as reader:
        (step,) = reader.steps()
    assert step.seconds == 12
    assert step.placed is not None
    assert step.placed.startswith("1970-")


def test_the_counters_grow_with_every_run(tmp_path: Path) -> None:
    """28 moves of 10 s, of which a disk is held for 2.5 s; 4 runs of 7 moves."""
    time = Time()
    for _ in range(4):
        with opened(tmp_path / "journal", time) as journal:
            tell(journal, time, facts())
    with Reader(tmp_path / "journal") as reader:
        counters = reader.counters()
    assert counters["arm"] == {"moves": 28, "cycles": 4, "hours": pytest.approx(280 / 3600)}
    assert counters["lights"] == counters["arm"]
    assert counters["gripper"] == {"grips": 28, "cycles": 28, "hours": pytest.approx(28 * 2.5 / 3600)}


def test_parts_that_are_not_there_are_not_counted(tmp_path: Path) -> None:
    lamps = Exhibit(NAMES, START, "", "", lights=True)
    time = Time()
    with opened(tmp_path / "journal", time, lamps) as journal:
        told = [event for event in facts() if not isinstance(event, DiskGripped | DiskReleased)]
        tell(journal, time, told)
    with Reader(tmp_path / "journal") as reader:
        assert set(reader.counters()) == {"lights"}


def test_a_number_of_moves_beyond_64_bits_is_kept(tmp_path: Path) -> None:
    with opened(tmp_path / "journal") as journal:
        journal(started(moves=2**100 - 1))
    with Reader(tmp_path / "journal") as reader:
        last = reader.last_run()
    assert last is not None
    assert last.moves == 2**100 - 1


def broken_off(journal: Journal, end: RunEnded) -> Standing:
    journal(started())
    journal(StepStarted(FIRST))
    journal(end)
    found = journal.standing()
    assert found is not None
    return found


def test_a_fault_in_mid_step_leaves_doubt_and_latches(tmp_path: Path) -> None:
    with opened(tmp_path / "journal") as journal:
        found = broken_off(journal, RunEnded(START, "The cable is out.", FIRST, latched=True))
    assert (found.state, found.doubt, found.latched) == (START, FIRST, "The cable is out.")
    with Reader(tmp_path / "journal") as reader:
        last = reader.last_run()
    assert last is not None
    assert (last.outcome, last.reason, last.placed) == ("ended", "The cable is out.", 0)


def test_a_step_whose_disk_never_left_its_source_leaves_no_doubt(tmp_path: Path) -> None:
    """As when the gripper says that it has gripped nothing."""
    with opened(tmp_path / "journal") as journal:
        found = broken_off(journal, RunEnded(START, "Nothing was gripped.", latched=True))
    assert (found.state, found.doubt, found.latched) == (START, None, "Nothing was gripped.")


def test_a_stop_between_two_moves_does_not_latch(tmp_path: Path) -> None:
    with opened(tmp_path / "journal") as journal:
        found = broken_off(journal, RunEnded(START, "Stopped by a person."))
    assert found.latched is None


def test_a_word_about_where_the_disks_stand_ends_doubt_and_latch(tmp_path: Path) -> None:
    time = Time()
    with opened(tmp_path / "journal", time) as journal:
        broken_off(journal, RunEnded(START, "The cable is out.", FIRST, latched=True))
        time.sleep(600)
        journal.correct(State.tower(3, 1))
    with opened(tmp_path / "journal", time) as journal:
        found = journal.standing()
    assert found == Standing(
        "2026-11-30T09:10:00.000Z", NAMES, EXHIBIT.fingerprint, EXHIBIT.meaning, State.tower(3, 1)
    )
    with Reader(tmp_path / "journal") as reader:
        assert [(said.at, said.state) for said in reader.corrections()] == [(found.at, "B:3,2,1")]


def test_the_next_run_goes_on_counting_after_one_that_was_cut_off(tmp_path: Path) -> None:
    """A process that is gone has said no last word; the run after it is another one."""
    with opened(tmp_path / "journal") as journal:
        tell(journal, Time(), facts()[:7])
    with opened(tmp_path / "journal") as journal:
        tell(journal, Time(), facts())
    with Reader(tmp_path / "journal") as reader:
        runs, steps = reader.runs(), reader.steps()
    assert [(run.placed, run.outcome) for run in runs] == [(1, None), (7, "finished")]
    assert [step.run for step in steps] == [1, 1] + [2] * 7


def test_it_is_a_listener_like_any_other(tmp_path: Path) -> None:
    with opened(tmp_path / "journal") as journal:
        publisher = Publisher(journal)
        for event in facts():
            publisher.publish(event)
        found = journal.standing()
    assert found is not None
    assert found.state == State.tower(3, 2)
    assert isinstance(facts()[-1], RunFinished)
