"""A wire between the host and an emulated board that loses, doubles, delays and damages what goes over it."""

import re
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from functools import reduce
from operator import xor
from random import Random

from firmware_proto.wired_board import WiredBoard

Piece = bytes | float
"""Bytes that are brought, or seconds for which everything behind waits."""

Change = Callable[[bytes, int, Random], Iterable[Piece]]
"""What becomes of a message: the one struck has the age 0, those after it 1, 2 ..."""

Event = Callable[["BadWire", float], None]

ANY = re.compile(b"")
_LINES = re.compile(rb"[^\n]*\n|[^\n]+\Z")


class Way(Enum):
    """What a strike counts, and strikes."""

    BACK = "the lines that the board says"
    OUT = "the writes of the host"
    EVENT = "the writes of the host, a moment after which something happens to the board"


def unchanged(message: bytes, _age: int, _luck: Random) -> Iterable[Piece]:
    """Nothing becomes of it."""
    return [message]


def nothing(_wire: "BadWire", _now: float) -> None:
    """Nothing happens."""


@dataclass(frozen=True, slots=True)
class Strike:
    """What happens to the `line`-th message one way (from 1) that `of` finds, and to such ones after it."""

    way: Way
    line: int
    change: Change = unchanged
    event: Event = nothing
    of: re.Pattern[bytes] = ANY


def _sum(message: bytes) -> int:
    return reduce(xor, message, 0)


class BadWire:
    """A Device: `board`, as the host meets it over a wire that is struck once.

    `heard`: the messages each way, as they were before they were struck; `fooled`: one on its way out was
    damaged so that no XOR of its bytes tells, as by the loss of two equal ones.
    """

    def __init__(self, board: WiredBoard, strike: Strike | None, luck: Random) -> None:
        self.board = board
        self.heard: dict[Way, list[bytes]] = {way: [] for way in Way}
        self.gone = False
        self.fooled = False
        self._strike = strike
        self._luck = luck
        self._coming: deque[tuple[float, bytes]] = deque()
        self._event_at: float | None = None
        self._counted = 0

    def connect(self, now: float) -> None:
        """The port is opened."""
        self._coming.clear()
        self.gone = False
        self.board.connect(now)

    def receive(self, data: bytes, now: float) -> None:
        """Bytes leave the host; a wait on this way makes no difference to the board."""
        if self.gone:
            return
        arrives = b"".join(piece for piece in self._struck(Way.OUT, data) if isinstance(piece, bytes))
        self.fooled = self.fooled or (arrives != data and _sum(arrives) == _sum(data))
        self.board.receive(arrives, now)
        if self._age(Way.EVENT, data) == 0:
            self._event_at = now + self._luck.choice((0.0, self._luck.uniform(0.0, 1.5)))

    def transmit(self, now: float) -> bytes:
        """What has come to the host by `now`; raises OSError once the port is gone."""
        if self._event_at is not None and self._event_at <= now:
            at, self._event_at = self._event_at, None
            assert self._strike is not None
            self._strike.event(self, at)
        if self.gone:
            raise OSError("it has been unplugged")
        self._fetch(now)
        arrived = b""
        while self._coming and self._coming[0][0] <= now:
            arrived += self._coming.popleft()[1]
        return arrived

    def next_event(self) -> float | None:
        """When something will next happen by itself."""
        coming = self._coming[0][0] if self._coming else None
        moments = (self.board.next_event(), coming, self._event_at)
        return min((moment for moment in moments if moment is not None), default=None)

    def _fetch(self, now: float) -> None:
        for line in _LINES.findall(self.board.transmit(now)):
            at = max(now, self._coming[-1][0]) if self._coming else now
            for piece in self._struck(Way.BACK, line):
                if isinstance(piece, bytes):
                    self._coming.append((at, piece))
                else:
                    at += piece

    def _struck(self, way: Way, message: bytes) -> Iterable[Piece]:
        age = self._age(way, message)
        if self._strike is None or age < 0:
            return [message]
        return self._strike.change(message, age, self._luck)

    def _age(self, way: Way, message: bytes) -> int:
        """How many messages ago the strike was; negative: it is still to come, or does not mean this one."""
        self.heard[way].append(message)
        strike = self._strike
        if strike is None or strike.way is not way or not strike.of.search(message):
            return -1
        self._counted += 1
        return self._counted - strike.line
