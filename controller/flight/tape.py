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
    EVENT = "event"
    GAP = "gap"  # entries are missing


class Entry(NamedTuple):
    """One thing at `at` seconds. `what`: bytes of the wire, a character each (latin-1), a sentence or a name.

    `told`: what an event or a gap has to say besides.
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
        self._missing = {"entries": 0, "lines": 0, "steps": 0}

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
        """All that is kept. Where something is missing, a gap stands, and after it a step begins."""
        while self._missing["entries"] and self._recent and not self._recent[0].begins_step:
            self._drop()
        if not self._missing["entries"]:
            return [*self._opening, *self._recent]
        at = self._recent[0].at if self._recent else self._opening[-1].at
        return [*self._opening, Entry(at, Kind.GAP, told=dict(self._missing)), *self._recent]

    def _drop(self) -> None:
        old = self._recent.popleft()
        self._size -= len(old.what)
        self._missing["entries"] += 1
        self._missing["lines"] += old.kind is Kind.SENT
        self._missing["steps"] += old.begins_step
