"""What a journal says, read from a snapshot of it; also while another program writes it."""

from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from controller.journal.faults import told
from controller.journal.log import has_log, is_marked, log_is_lost
from controller.journal.schema import open_to_read
from controller.model import Move, State, Step
from controller.planner.notation import parse_state


@dataclass(frozen=True, slots=True)
class Standing:
    """Where the disks stand as far as is certain, and what is not; `at`: since when, in UTC.

    `state` has all steps that are placed. `doubt`: the step that was intended from there and is not placed;
    its disk may be on its source, in the gripper or on its target. `gripped`: it is known to have been held.
    `latched`: why a person has to look before anything moves, a sentence. `fingerprint` and `meaning` are
    those of the exhibit in which it was so.
    """

    at: str
    peg_names: tuple[str, ...]
    fingerprint: str
    meaning: str
    state: State
    doubt: Step | None = None
    gripped: bool = False
    latched: str | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """One run; without `ended` it is under way, or was cut off. Times are UTC, `seconds` the run's own."""

    id: int
    exhibit: str
    fingerprint: str
    start: str
    moves: int
    begun: str
    ended: str | None
    placed: int
    seconds: float | None
    outcome: str | None  # finished | ended
    reason: str | None


@dataclass(frozen=True, slots=True)
class StepRecord:
    """What became of one step of `run`; a time that is None has not come. `seconds`: intended to placed."""

    run: int
    move: int
    disk: int
    source: str
    target: str
    intended: str
    gripped: str | None
    released: str | None
    placed: str | None
    seconds: float | None


@dataclass(frozen=True, slots=True)
class Correction:
    """Where the disks stood at a time by the word of a person or of the sensors."""

    at: str
    state: str


class Reader:
    """A snapshot of the journal at `path`, as a context; everything raises JournalFault for a damaged one."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._database = open_to_read(path)

    def __enter__(self) -> Self:
        with told(self._path):
            self._database.execute("BEGIN")
            self._database.execute("SELECT id FROM standing")  # the snapshot is of the first look
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._database.close()

    def standing(self) -> Standing | None:
        """Where the disks stand; None: nothing has been written down yet."""
        with told(self._path):
            found = self._database.execute(
                "SELECT standing.at, fingerprint, meaning, disks, pegs, state, latched, "
                "number, disk, source, target, gripped "
                "FROM standing LEFT JOIN steps ON steps.id = standing.step"
            ).fetchone()
            standing = found and _standing(*found)
            if standing and is_marked(self._database) and not has_log(self._path):
                return replace(standing, doubt=None, gripped=False, latched=log_is_lost(self._path))
            return standing

    def last_run(self) -> Run | None:
        """The newest run, whether it has ended or not."""
        with told(self._path):
            found = self._database.execute(f"{_RUNS} DESC LIMIT 1").fetchone()
            return found and _run(*found)

    def runs(self) -> list[Run]:
        """The runs that are kept, the oldest first."""
        with told(self._path):
            return [_run(*found) for found in self._database.execute(_RUNS)]

    def steps(self) -> list[StepRecord]:
        """The steps that are kept, the oldest first."""
        with told(self._path):
            return [StepRecord(*found) for found in self._database.execute(_STEPS)]

    def corrections(self) -> list[Correction]:
        """What persons and sensors have said, the oldest first."""
        with told(self._path):
            found = self._database.execute("SELECT at, state FROM corrections ORDER BY id")
            return [Correction(*each) for each in found]

    def counters(self) -> dict[str, dict[str, float]]:
        """How much each part has done since the first run of all: part, then what, then how much of it."""
        with told(self._path):
            counters: dict[str, dict[str, float]] = {}
            for part, what, amount in self._database.execute("SELECT part, what, amount FROM counters"):
                counters.setdefault(part, {})[what] = amount
            return counters


_RUNS = (
    "SELECT id, exhibit, fingerprint, start, moves, begun, ended, placed, seconds, outcome, reason "
    "FROM runs ORDER BY id"
)
_STEPS = (
    "SELECT run, number, disk, source, target, intended, gripped, released, placed, seconds "
    "FROM steps ORDER BY id"
)


def _run(number: int, exhibit: str, fingerprint: str, start: str, moves: str, *rest: Any) -> Run:
    return Run(number, exhibit, fingerprint, start, int(moves), *rest)


def _standing(
    at: str,
    fingerprint: str,
    meaning: str,
    disks: int,
    pegs: str,
    written: str,
    latched: str | None,
    *step: Any,
) -> Standing:
    names = tuple(pegs.split(" "))
    state = parse_state(written, names, disks)
    number, disk, source, target, gripped = step
    if number is None:
        return Standing(at, names, fingerprint, meaning, state, latched=latched)
    move = Move(disk, names.index(source), names.index(target))
    state.apply(move)
    doubt = Step(number, move, state)
    return Standing(at, names, fingerprint, meaning, state, doubt, gripped is not None, latched)
