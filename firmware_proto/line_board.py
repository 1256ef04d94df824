"""A board at the far end of a wire, without the firmware on it: its clock, its wire, the faults ordered."""

from abc import ABC, abstractmethod
from collections.abc import Iterable

from firmware_proto.bench import Bench
from firmware_proto.faults import Fault, FaultSchedule
from firmware_proto.machine import Machine
from firmware_proto.outbox import Outbox
from firmware_proto.waits import earliest


class LineBoard(ABC):
    """A Board (see firmware_proto.device) that takes lines and resets when its port is opened.

    A firmware says what a byte does to it (`_hear`), what can be done now (`_work`), when something will
    next happen by itself (`_next_change`), and what is left after a reset (`_restart`). Nothing happens
    between two calls that the later call does not catch up with, in the right order.
    """

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
    def faults(self) -> tuple[str, ...]:
        """All that has gone wrong so far, on the bench and in the machine, a sentence each."""
        return self.machine.faults

    def connect(self, now: float) -> None:
        """The port is opened: the board resets."""
        self._advance(now)
        self._outbox.plug_in()
        self._restart()

    def reset(self, now: float) -> None:
        """The board starts anew: everything is forgotten but where things are."""
        self._advance(now)
        self._restart()

    def receive(self, data: bytes, now: float) -> None:
        """Bytes arrive, all of them now."""
        self._advance(now)
        for byte in data:
            self._hear(byte)
            self._work()

    def transmit(self, now: float) -> bytes:
        """What has been said and has arrived by `now`; raises OSError once the port is gone."""
        self._advance(now)
        return self._outbox.take(now)

    def next_event(self) -> float | None:
        """When something will next happen by itself; None: nothing before a byte arrives."""
        return earliest(self._outbox.next_arrival(), self._next_change())

    @abstractmethod
    def _restart(self) -> None:
        """Start anew, and say so."""

    @abstractmethod
    def _hear(self, byte: int) -> None:
        """A byte arrives."""

    @abstractmethod
    def _work(self) -> None:
        """Do all that can be done at the present time."""

    @abstractmethod
    def _next_change(self) -> float | None:
        """When there will be more to do."""

    @abstractmethod
    def _accept(self, text: str, faults: frozenset[str]) -> None:
        """A line has come in whole, and some of the faults may strike it."""

    @abstractmethod
    def _halt(self) -> None:
        """Stop working until a reset."""

    def _say(self, text: str) -> None:
        self._outbox.say(text, self._now)

    def _advance(self, now: float) -> None:
        """Catch up with everything that was due by `now`, each at its own time."""
        while (change := self._next_change()) is not None and change <= now:
            self._tick(max(change, self._now))
        self._tick(max(now, self._now))

    def _tick(self, now: float) -> None:
        self._now = now
        self.machine.advance(now)
        self._work()

    def _take(self, text: str) -> None:
        """A line has come in: whatever strikes it does so now."""
        faults = self._schedule.next_line()
        if "hangup" in faults:
            self._outbox.hang_up()
        elif "reset" in faults:
            self._restart()
        elif "halt" in faults:
            self._halt()
        else:
            if "silence" in faults:
                self._outbox.mute()
            self._accept(text[: len(text) // 2] if "cut-line" in faults else text, faults)
