"""A journal for other programs: as JSON, or every step as a line of CSV."""

import csv
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from io import StringIO
from typing import TYPE_CHECKING

from controller.planner.notation import format_state

if TYPE_CHECKING:
    from controller.app.journals import Account
    from controller.journal import Run, Standing, StepRecord

_RUN = ("run", "run_exhibit", "run_begun", "run_ended", "run_outcome", "run_reason")
_STEP = ("move", "disk", "from", "to", "intended", "gripped", "released", "placed", "seconds")


def as_json(found: "Account") -> Iterator[str]:
    """One object: journal, standing, counters, corrections, and runs, each with its steps."""
    whole = {
        "journal": str(found.path),
        "standing": found.standing and _standing(found.standing),
        "counters": found.counters,
        "corrections": [asdict(said) for said in found.corrections],
        "runs": [{**_run(run), "steps": [_step(step) for step in steps]} for run, steps in _by_run(found)],
    }
    yield json.dumps(whole, indent=2, ensure_ascii=False)


def as_csv(found: "Account") -> Iterator[str]:
    """A line for each step, with its run in front; one for a run without steps."""
    yield _line([*_RUN, *_STEP])
    for run, steps in _by_run(found):
        of_run = (run.id, run.exhibit, run.begun, run.ended, run.outcome, run.reason)
        for step in steps:
            yield _line([*of_run, *_step(step).values()])
        if not steps:
            yield _line([*of_run, *[None] * len(_STEP)])


def _by_run(found: "Account") -> Iterator[tuple["Run", list["StepRecord"]]]:
    steps: dict[int, list[StepRecord]] = {}
    for step in found.steps:
        steps.setdefault(step.run, []).append(step)
    return ((run, steps.get(run.id, [])) for run in found.runs)


def _run(run: "Run") -> dict[str, object]:
    of_run = asdict(run)
    return {"run": of_run.pop("id"), **of_run}


def _step(step: "StepRecord") -> dict[str, object]:
    of_step = asdict(step)
    return dict(zip(_STEP, [value for name, value in of_step.items() if name != "run"], strict=True))


def _standing(standing: "Standing") -> dict[str, object]:
    names, doubt = standing.peg_names, None
    if standing.doubt is not None:
        disk, source, target = standing.doubt.move
        doubt = {"move": standing.doubt.number, "disk": disk, "from": names[source], "to": names[target]}
        doubt["gripped"] = standing.gripped
    return {
        "at": standing.at,
        "pegs": names,
        "disks": standing.state.disks,
        "state": format_state(standing.state, names),
        "doubt": doubt,
        "latched": standing.latched,
        "fingerprint": standing.fingerprint,
    }


def _line(values: Iterable[object]) -> str:
    line = StringIO()
    csv.writer(line, lineterminator="").writerow(values)
    return line.getvalue()
