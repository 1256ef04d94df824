"""An emulated board at the far end of a wire, whatever it takes: its bench, its clock, its outgoing words."""

from abc import ABC, abstractmethod
from collections.abc import Iterable

from firmware_proto.bench import Bench
from firmware_proto.faults import Fault, FaultSchedule
from firmware_proto.machine import Machine
from firmware_proto.outbox import Outbox
from firmware_proto.points import Point
from firmware_proto.supply import Supply
from firmware_proto.waits import earliest


class WiredBoard(ABC):
    """A Board (see firmware_proto.device) but for the bytes that it receives.

    A firmware says when something will next happen by itself (`_next_change`), what it does then (`_tick`),
    and what is left after a reset (`_restart`). Nothing happens between two calls that the later call does
    not catch up with, in the right order.
    """

    resets_on_open = True
    placed_at: Point | None = None
    """Where a person puts the arm each time before its port is opened, in its coordinates; None: nowhere."""

    def __init__(self, machine: Machine, faults: Iterable[Fault], outbox: Outbox) -> None:
        self.machine = machine
        self._schedule = FaultSchedule(faults)
        self._outbox = outbox
        self._now = 0.0

    @property
    def bench(self) -> Bench | None:
        """The bench that the machine works on."""
        return self.machine.bench

    @property
    def supply(self) -> Supply:
        """Whether moves have reached its planner in time."""
        return self.machine.motion.supply

    @property
    def faults(self) -> tuple[str, ...]:
        """All that has gone wrong so far, on the bench and in the machine, a sentence each."""
        return self.machine.faults

    def connect(self, now: float) -> None:
        """The port is opened: the board resets, if it is built so."""
        self._advance(now)
        self._outbox.plug_in()
        if self.placed_at is not None:
            self.machine.place(self.placed_at, self._now)
        if self.resets_on_open:
            self._restart()

    def reset(self, now: float) -> None:
        """The board starts anew: everything is forgotten but where things are."""
        self._advance(now)
        self._restart()

    def transmit(self, now: float) -> bytes:
        """What has been said and has arrived by `now`; raises OSError once the port is gone."""
        self._advance(now)
        return self._outbox.take(now)

    def next_event(self) -> float | None:
        """When something will next happen by itself; None: nothing before a byte arrives."""
        return earliest(self._outbox.next_arrival(), self._next_change())

    def receive(self, data: bytes, now: float) -> None:
        """Bytes arrive, all of them now; once the port is gone, none does."""
        self._advance(now)
        for byte in data:
            if not self._outbox.hung_up:
                self._hear(byte)

    @abstractmethod
    def _hear(self, byte: int) -> None:
        """A byte arrives, and what can be done with it is done."""

    @abstractmethod
    def _restart(self) -> None:
        """Start anew, and say so."""

    @abstractmethod
    def _next_change(self) -> float | None:
        """When there will be more to do."""

    @abstractmethod
    def _tick(self, now: float) -> None:
        """Do what is due at `now`."""

    def _say(self, text: str) -> None:
        self._outbox.say(text, self._now)

    def _advance(self, now: float) -> None:
        """Catch up with everything that was due by `now`, each at its own time."""
        while (change := self._next_change()) is not None and change <= now:
            self._tick(max(change, self._now))
        self._tick(max(now, self._now))
