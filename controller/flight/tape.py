"""What has been heard so far, bounded: how it began, and the most recent past. Pure."""

import enum
from collections import Counter, deque
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
        self._missing: Counter[str] = Counter()

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
        opening, recent, missing = list(self._opening), list(self._recent), Counter(self._missing)
        if not missing:
            return [*opening, *recent]
        steps = [place for place, entry in enumerate(opening) if entry.begins_step]
        end = steps[-1] if steps else len(opening)
        begin = next((place for place, entry in enumerate(recent) if entry.begins_step), len(recent))
        for entry in (*opening[end:], *recent[:begin]):
            missing.update(_counted(entry))
        gap = Entry((recent or opening)[0].at, Kind.GAP, told=dict(missing))
        return [*opening[:end], gap, *recent[begin:]]

    def _drop(self) -> None:
        old = self._recent.popleft()
        self._size -= len(old.what)
        self._missing.update(_counted(old))


def _counted(entry: Entry) -> Counter[str]:
    return Counter(entries=1, lines=int(entry.kind is Kind.SENT), steps=int(entry.begins_step))
