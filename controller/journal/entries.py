"""From facts to what is written down about them. Pure: the time of day and the run's clock come in.

All entries of one fact are one transaction, so that where the disks stand, the history and the counters agree
whatever happens between two facts.
"""

from collections.abc import Mapping
from typing import NamedTuple

from controller.events import (
    DiskGripped,
    DiskReleased,
    Event,
    RunEnded,
    RunFinished,
    RunStarted,
    StepDone,
    StepStarted,
)
from controller.journal.exhibit import Exhibit
from controller.model import State

KEPT_RUNS = 500
KEPT_STEPS = 10_000
"""How many of the newest are kept, two museum days or more; by count, since clocks may go wrong."""


class Entry(NamedTuple):
    """One statement of SQL, and its values."""

    sql: str
    values: Mapping[str, object] = {}


_BEGIN_RUN = """
INSERT INTO runs (exhibit, fingerprint, start, moves, begun)
VALUES (:exhibit, :fingerprint, :start, :moves, :at)"""
_END_RUN = """
UPDATE runs SET ended = :at, seconds = :seconds, outcome = :outcome, reason = :reason
WHERE id = (SELECT max(id) FROM runs)"""
_INTEND = """
INSERT INTO steps (run, number, disk, source, target, intended)
VALUES ((SELECT max(id) FROM runs), :number, :disk, :source, :target, :at)"""
_DOUBT = "UPDATE standing SET at = :at, step = last_insert_rowid()"
_GRIPPED = "UPDATE steps SET gripped = :at WHERE id = (SELECT step FROM standing)"
_RELEASED = "UPDATE steps SET released = :at WHERE id = (SELECT step FROM standing)"
_PLACED = "UPDATE steps SET placed = :at, seconds = :seconds WHERE id = (SELECT step FROM standing)"
_COUNT_STEP = "UPDATE runs SET placed = placed + 1 WHERE id = (SELECT max(id) FROM runs)"
_STANDS = "UPDATE standing SET at = :at, state = :state, step = NULL"
_DISBELIEVE = "UPDATE standing SET at = :at, step = NULL, latched = :reason"
_LATCH = "UPDATE standing SET at = :at, latched = :reason"
_STAND_IF_NONE = """
INSERT OR IGNORE INTO standing (id, at, fingerprint, meaning, disks, pegs, state, latched)
VALUES (1, :at, :fingerprint, :meaning, :disks, :pegs, :state, :latched)"""
_STAND_ANEW = """
INSERT OR REPLACE INTO standing (id, at, fingerprint, meaning, disks, pegs, state, latched)
VALUES (1, :at, :fingerprint, :meaning, :disks, :pegs, :state, :latched)"""
_CORRECT = "INSERT INTO corrections (at, state) VALUES (:at, :state)"
_COUNT = """
INSERT INTO counters (part, what, amount) VALUES (:part, :what, :amount)
ON CONFLICT (part, what) DO UPDATE SET amount = amount + excluded.amount"""

# What is forgotten has long been counted.
_FORGET_STEPS = Entry(f"DELETE FROM steps WHERE id <= (SELECT max(id) FROM steps) - {KEPT_STEPS}")
_FORGET_RUNS = (
    Entry(f"DELETE FROM runs WHERE id <= (SELECT max(id) FROM runs) - {KEPT_RUNS}"),
    Entry("DELETE FROM steps WHERE run < (SELECT min(id) FROM runs)"),
)
_FORGET_WORDS = Entry(f"DELETE FROM corrections WHERE id <= (SELECT max(id) FROM corrections) - {KEPT_RUNS}")


def standing_anew(exhibit: Exhibit, state: State, at: str, latched: str | None = None) -> Entry:
    """The disks of `exhibit` stand so from `at` on, with no step in doubt."""
    return Entry(_STAND_ANEW, _stands(exhibit, state, at, latched))


def standing_at_first(exhibit: Exhibit, at: str, latched: str | None) -> Entry:
    """Where nothing is written down yet, the disks stand as they begin."""
    return Entry(_STAND_IF_NONE, _stands(exhibit, exhibit.start, at, latched))


def disbelief(at: str, reason: str) -> Entry:
    """What is known is not to be believed, a doubt included: a person has to look, for this reason."""
    return Entry(_DISBELIEVE, {"at": at, "reason": reason})


def latch(exhibit: Exhibit, state: State, at: str, reason: str) -> list[Entry]:
    """A person has to look; the disks stand as is known already, or else in `state`."""
    stands = Entry(_STAND_IF_NONE, _stands(exhibit, state, at, reason))
    return [stands, Entry(_LATCH, {"at": at, "reason": reason})]


def correction(exhibit: Exhibit, state: State, at: str) -> list[Entry]:
    """Somebody who can see it has said where the disks stand."""
    said = Entry(_CORRECT, {"at": at, "state": exhibit.written(state)})
    return [said, standing_anew(exhibit, state, at), _FORGET_WORDS]


def count(part: str, what: str, amount: float) -> Entry:
    """So much more of it."""
    return Entry(_COUNT, {"part": part, "what": what, "amount": amount})


def _stands(exhibit: Exhibit, state: State, at: str, latched: str | None) -> dict[str, object]:
    return {
        "at": at,
        "fingerprint": exhibit.fingerprint,
        "meaning": exhibit.meaning,
        "disks": exhibit.disks,
        "pegs": " ".join(exhibit.peg_names),
        "state": exhibit.written(state),
        "latched": latched,
    }


class Entries:
    """Follows one run after another; `after` gives what is to be written down after each fact."""

    def __init__(self, exhibit: Exhibit) -> None:
        self._exhibit = exhibit
        self._run_begun = 0.0  # these four are times on the run's clock
        self._step_begun = 0.0
        self._gripped_at: float | None = None
        self._counted_to = 0.0

    def after(self, event: Event, at: str, now: float) -> list[Entry]:
        """The entries for `event`, heard at the time of day `at`, and at `now` on the run's clock."""
        match event:
            case RunStarted():
                return self._begin(event, at, now)
            case StepStarted():
                return self._intend(event, at, now)
            case DiskGripped():
                self._gripped_at = now
                return [Entry(_GRIPPED, {"at": at}), count("gripper", "grips", 1)]
            case DiskReleased():
                return [Entry(_RELEASED, {"at": at}), *self._let_go(now)]
            case StepDone():
                return self._place(event, at, now)
            case RunFinished():
                return [*self._end(at, now, "finished"), *self._each_part("cycles", 1)]
            case RunEnded():
                return self._break_off(event, at, now)
        return []

    def _begin(self, event: RunStarted, at: str, now: float) -> list[Entry]:
        self._run_begun = self._counted_to = now
        self._gripped_at = None
        run = {
            "exhibit": event.exhibit,
            "fingerprint": self._exhibit.fingerprint,
            "start": self._exhibit.written(event.state),
            "moves": str(event.moves),
            "at": at,
        }
        return [Entry(_BEGIN_RUN, run), standing_anew(self._exhibit, event.state, at), *_FORGET_RUNS]

    def _intend(self, event: StepStarted, at: str, now: float) -> list[Entry]:
        self._step_begun = now
        names, (disk, source, target) = self._exhibit.peg_names, event.step.move
        step = {"number": event.step.number, "disk": disk, "source": names[source], "target": names[target]}
        return [Entry(_INTEND, {**step, "at": at}), Entry(_DOUBT, {"at": at}), _FORGET_STEPS]

    def _let_go(self, now: float) -> list[Entry]:
        begun, self._gripped_at = self._gripped_at, None
        return [count("gripper", "cycles", 1), count("gripper", "hours", _hours(begun, now))]

    def _place(self, event: StepDone, at: str, now: float) -> list[Entry]:
        return [
            Entry(_PLACED, {"at": at, "seconds": now - self._step_begun}),
            Entry(_STANDS, {"at": at, "state": self._exhibit.written(event.state)}),
            Entry(_COUNT_STEP),
            *self._each_part("moves", 1),
            *self._worked(now),
        ]

    def _break_off(self, event: RunEnded, at: str, now: float) -> list[Entry]:
        entries = self._end(at, now, "ended", event.reason)
        if event.doubt is None:  # the disk of a step that had begun is still on its source
            entries.append(Entry(_STANDS, {"at": at, "state": self._exhibit.written(event.state)}))
        if event.latched:
            entries.append(Entry(_LATCH, {"at": at, "reason": event.reason}))
        return entries

    def _end(self, at: str, now: float, outcome: str, reason: str | None = None) -> list[Entry]:
        values = {"at": at, "seconds": now - self._run_begun, "outcome": outcome, "reason": reason}
        return [Entry(_END_RUN, values), *self._worked(now)]

    def _worked(self, now: float) -> list[Entry]:
        begun, self._counted_to = self._counted_to, now
        return self._each_part("hours", _hours(begun, now))

    def _each_part(self, what: str, amount: float) -> list[Entry]:
        return [count(part, what, amount) for part in self._exhibit.parts]


def _hours(begun: float | None, now: float) -> float:
    return 0.0 if begun is None else max(0.0, now - begun) / 3600
