"""The emulated board behind a replay: does the recorded one's work unheard, until it has to take over."""

from collections.abc import Callable

from controller.flight.arrears import Arrears
from controller.gcode.replies import Reply
from controller.link.clock import VirtualClock
from controller.link.emulated import Device, EmulatedTransport

# An emulated arm may be slower than the real one; longer than this it waits for nothing, seconds.
LONGEST = 120.0


class Nobody:
    """A Device that is not there: nothing happens, and nothing is said."""

    def connect(self, now: float) -> None:
        """Nothing."""

    def receive(self, data: bytes, now: float) -> None:
        """Nothing."""

    def transmit(self, _now: float) -> bytes:
        """Nothing."""
        return b""

    def next_event(self) -> float | None:
        """Never."""
        return None


class Understudy:
    """A board on a clock of its own, which runs ahead of the replay's where the recorded device was faster.

    So its bench has come as far as the recorded device had proven. `parser` makes what reads the replies.
    """

    def __init__(
        self, board: Device, name: str, clock: VirtualClock, parser: Callable[[], Callable[[str], Reply]]
    ) -> None:
        self.name = name
        self._clock = clock
        self._own = VirtualClock()
        self._wire = EmulatedTransport(board, self._own, name)
        self._parser = parser
        self._arrears = Arrears(parser())

    def open(self) -> None:
        """Plug in."""
        self._come_up()
        self._wire.open()

    def write(self, data: bytes) -> None:
        """Obey a line."""
        self._come_up()
        self._wire.write(data)

    def write_now(self, data: bytes) -> None:
        """Obey before anything else; from any thread."""
        self._wire.write_now(data)

    def close(self) -> None:
        """Unplug."""
        self._wire.close()

    def follow(self, said: bytes) -> None:
        """Be as far as the recorded device is, which has just `said` so; start anew where it did."""
        started = self._arrears.recorded(said)
        self._listen(0.0)
        latest = self._own.now() + LONGEST
        while self._arrears.behind and (left := latest - self._own.now()) > 0:
            self._listen(left)
        self._arrears.forgive()
        if started:
            self._wire.open()

    def speak(self, timeout: float) -> bytes:
        """What the recorded device has not said already, waiting at most `timeout` seconds of the replay."""
        self._listen(0.0)
        if not (said := self._arrears.take()):
            begun = self._own.now()
            self._listen(timeout)
            self._clock.sleep(self._own.now() - begun)
            said = self._arrears.take()
        return said

    def begin_anew(self) -> None:
        """Nothing is owed by anybody: whatever was said is settled."""
        self._listen(0.0)
        self._arrears = Arrears(self._parser())

    def _listen(self, timeout: float) -> None:
        self._come_up()
        self._arrears.understudy(self._wire.read(timeout))

    def _come_up(self) -> None:
        self._own.skip(self._clock.now() - self._own.now())
