"""The recorder's ears: on the wire, among the listeners, at the sensors and at the controls."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from controller.drivers.gripper import Sensing
from controller.errors import PortError
from controller.events import ArmTravelling, Event, LineReceived, LineSent
from controller.flight.tape import Entry, Kind, Tape
from controller.link.clock import Clock
from controller.link.transport import Transport
from controller.runner import Wish

GRIPPER, PEGS = "gripper", "pegs"  # what feels, as it is called on the tape

_ON_THE_WIRE = (LineSent, LineReceived, ArmTravelling)

FeltT = TypeVar("FeltT")


class Recorder:
    """A listener that puts all it hears on a tape, with the time on `clock`.

    It draws nothing and writes nothing, and keeps nobody waiting; call it from any thread.
    """

    def __init__(self, clock: Clock, tape: Tape | None = None) -> None:
        self.clock = clock
        self.tape = Tape() if tape is None else tape

    def __call__(self, event: Event) -> None:
        """Hear an event; lines on the wire are heard on the wire itself, byte by byte, and ways with them."""
        if not isinstance(event, _ON_THE_WIRE):
            self.note(Kind.EVENT, type(event).__name__, event)

    def wish(self, wish: Wish) -> None:
        """Hear what a person asks for, before anything follows from it."""
        self.note(Kind.WISH, wish.value)

    def felt(self, sensing: Sensing) -> Sensing:
        """The same sensing, with each change of what it feels on the tape."""
        holds, occupied = sensing.holds, sensing.occupied
        return replace(
            sensing,
            holds=holds and self._noting(GRIPPER, holds),
            occupied=occupied and self._noting(PEGS, occupied),
        )

    def _noting(self, name: str, read: Callable[[], FeltT]) -> Callable[[], FeltT]:
        last: FeltT | None = None

        def look() -> FeltT:
            nonlocal last
            found = read()
            if found != last:
                last = found
                self.note(Kind.SENSED, name, found)
            return found

        return look

    def note(self, kind: Kind, what: str = "", told: object = None) -> None:
        """Put something on the tape, now."""
        self.tape.add(Entry(self.clock.now(), kind, what, told))


class TappedTransport:
    """A Transport that lets `recorder` hear what goes over another one, as it stands and in its order."""

    def __init__(self, transport: Transport, recorder: Recorder) -> None:
        self.name = transport.name
        self._transport = transport
        self._note = recorder.note

    def open(self) -> None:
        """Open; a port that cannot be opened is on no tape."""
        self._transport.open()
        self._note(Kind.OPENED)

    def write(self, data: bytes) -> None:
        """Write, and note it if it has gone out."""
        try:
            self._transport.write(data)
        except PortError as error:
            self._note(Kind.GONE, str(error))
            raise
        self._note(Kind.SENT, data.decode("latin-1"))

    def write_now(self, data: bytes) -> None:
        """Write first and note it then: nothing comes before a halt."""
        self._transport.write_now(data)
        self._note(Kind.URGENT, data.decode("latin-1"))

    def read(self, timeout: float) -> bytes:
        """Read, and note what has come."""
        try:
            data = self._transport.read(timeout)
        except PortError as error:
            self._note(Kind.GONE, str(error))
            raise
        if data:
            self._note(Kind.RECEIVED, data.decode("latin-1"))
        return data

    def close(self) -> None:
        """Close."""
        self._transport.close()
