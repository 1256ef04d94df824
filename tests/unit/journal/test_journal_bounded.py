"""A year of runs: the newest are kept, the counters know all of them, and the file does not grow for ever."""

from pathlib import Path

from journal_desk import START, Time, facts, opened, tell

from controller.journal import Reader
from controller.journal.entries import KEPT_RUNS, KEPT_STEPS
from controller.model import Move

RUNS_A_DAY = 2
DAYS = 365


def test_a_year_fits_into_the_file_of_its_first_months(tmp_path: Path) -> None:
    path, time = tmp_path / "journal", Time()
    sizes: list[int] = []
    with opened(path, time) as journal:
        for _ in range(DAYS):
            for _ in range(RUNS_A_DAY):
                tell(journal, time, facts())
                journal.correct(START)  # somebody carries the tower back
                time.sleep(3600)
            sizes.append(sum(file.stat().st_size for file in tmp_path.iterdir()))
    full = max(sizes[:270])
    assert max(sizes[270:]) <= 1.01 * full, "pages come free one by one, and not all at once"
    with Reader(path) as reader:
        assert len(reader.runs()) == KEPT_RUNS
        assert len(reader.steps()) <= KEPT_STEPS
        assert len(reader.corrections()) <= KEPT_RUNS
        assert {step.run for step in reader.steps()} == {run.id for run in reader.runs()}
        arm = reader.counters()["arm"]
    assert (arm["moves"], arm["cycles"]) == (7 * RUNS_A_DAY * DAYS, RUNS_A_DAY * DAYS)


def test_one_long_run_keeps_its_newest_steps(tmp_path: Path) -> None:
    """Steps are let go one by one, and never the one that is in doubt."""
    path, time = tmp_path / "journal", Time()
    start, *steps, _end = facts()
    with opened(path, time) as journal:
        journal(start)
        for _ in range(KEPT_STEPS // 7 + 1):
            tell(journal, time, steps)
        journal.correct(START)
        journal(steps[0])
        found = journal.standing()
    assert found is not None
    assert found.doubt is not None
    assert found.doubt.move == Move(1, 0, 2)
    with Reader(path) as reader:
        assert len(reader.steps()) == KEPT_STEPS
