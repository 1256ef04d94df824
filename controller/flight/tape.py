"""What has been heard so far, bounded: how it began, and the most recent past. Pure."""

import enum
from collections import deque
from typing import NamedTuple

OPENING = 2_000  # entries from the beginning
RECENT = 20_000  # entries of the recent past
MOST = 4_000_000  # characters of the recent past

STEP = "StepStarted"  # the event at which a recording can be taken up again


class Kind(enum.Enum):
    """What an entry is; the values are the words in the file."""

    OPENED = "opened"  # the port
    SENT = "sent"
    RECEIVED = "received"
    URGENT = "urgent"  # sent past everything else
    GONE = "gone"  # the wire has failed, in this sentence
    WISH = "wish"  # of a person
    SENSED = "sensed"  # by a sensor on a pin
    EVENT = "event"
    GAP = "gap"  # entries are missing


class Entry(NamedTuple):
    """One thing at `at` seconds. `what`: bytes of the wire, a character each (latin-1), a sentence or a name.

    `told`: what an event, a sensor or a gap has to say besides.
    """

    at: float
    kind: Kind
    what: str = ""
    told: object = None

    @property
    def data(self) -> bytes:
        """The bytes of the wire."""
        return self.what.encode("latin-1")

    @property
    def begins_step(self) -> bool:
        """Whether a step begins here."""
        return self.kind is Kind.EVENT and self.what == STEP


class Tape:
    """Takes entries from any thread and any signal handler, without a lock; old ones make way."""

    def __init__(self, opening: int = OPENING, recent: int = RECENT, most: int = MOST) -> None:
        self._opening: list[Entry] = []
        self._recent: deque[Entry] = deque()
        self._limits = opening, recent, most
        self._size = 0
        self._missing = self._lines_missing = self._steps_missing = 0

    def add(self, entry: Entry) -> None:
        """Take an entry."""
        opening, recent, most = self._limits
        if len(self._opening) < opening:
            self._opening.append(entry)
            return
        self._recent.append(entry)
        self._size += len(entry.what)
        while len(self._recent) > recent or self._size > most:
            self._drop()

    def entries(self) -> list[Entry]:
        """All that is kept. Where something is missing stands a gap, from a step to a step."""
        opening, recent = list(self._opening), list(self._recent)
        if not self._missing:
            return [*opening, *recent]
        steps = [place for place, entry in enumerate(opening) if entry.begins_step]
        end = steps[-1] if steps else len(opening)
        begin = next((place for place, entry in enumerate(recent) if entry.begins_step), len(recent))
        return [*opening[:end], self._gap([*opening[end:], *recent[:begin]]), *recent[begin:]]

    def _gap(self, others: list[Entry]) -> Entry:
        """The gap that what has been dropped leaves, and `others` with it."""
        told = {
            "entries": self._missing + len(others),
            "lines": self._lines_missing + sum(entry.kind is Kind.SENT for entry in others),
            "steps": self._steps_missing + sum(entry.begins_step for entry in others),
        }
        return Entry(others[-1].at if others else self._recent[0].at, Kind.GAP, told=told)

    def _drop(self) -> None:
        old = self._recent.popleft()
        self._size -= len(old.what)
        self._missing += 1
        self._lines_missing += old.kind is Kind.SENT
        self._steps_missing += old.begins_step
