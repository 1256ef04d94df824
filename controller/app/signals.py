"""What Ctrl-C, SIGTERM and a terminal that goes away do while something is live."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

# Windows has neither SIGHUP nor SIGQUIT (Ctrl-\).
_ENDING = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT") if hasattr(signal, name)
]
# Nobody who sends these may be there to send a second one.
UNATTENDED = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
GENTLE = (signal.SIGINT, *UNATTENDED)

Later = Callable[[float, Callable[[], None]], None]


def in_a_while(seconds: float, act: Callable[[], None]) -> None:
    """Call `act` from a thread of its own, unless the process has ended by then."""
    timer = threading.Timer(seconds, act)
    timer.daemon = True
    timer.start()


class Signals:
    """What the signals mean at present; its methods run in the main thread, as handlers do.

    Each one calls `halt`, until `stop_first`. In a burst they are acted upon one after the other.
    """

    def __init__(self, halt: Callable[[], None], later: Later = in_a_while) -> None:
        self.heard: list[int] = []
        self._halt = halt
        self._later = later
        self._stop: Callable[[], None] | None = None
        self._within = 0.0
        self._obeyed = 0
        self._acting = False

    @property
    def told_to_leave(self) -> bool:
        """Whether nobody stood there and halted it, but the system ended it before `stop_first`."""
        return self._stop is None and bool(self.heard) and all(number in UNATTENDED for number in self.heard)

    def stop_first(self, stop: Callable[[], None], within: float) -> None:
        """From now on the first signal calls `stop`, a second one `halt`; Ctrl-\\ always calls `halt`.

        After SIGTERM and SIGHUP `halt` follows by itself, `within` seconds later.
        """
        self._stop, self._within = stop, within

    def __call__(self, number: int, _frame: FrameType | None = None) -> None:
        """Hear one; what it interrupts may be this very method."""
        self.heard.append(number)
        while self._obeyed < len(self.heard) and not self._acting:
            self._acting = True
            try:
                if self._obeyed < len(self.heard):  # one that came between the two looks has been obeyed
                    self._obeyed += 1
                    self._obey(self._obeyed - 1)
            finally:
                self._acting = False

    def _obey(self, index: int) -> None:
        number = self.heard[index]
        if self._stop is None or index or number not in GENTLE:
            self._halt()
            return
        self._stop()
        if number in UNATTENDED:
            self._later(self._within, self._halt)


@contextmanager
def on_signals(halt: Callable[[], None]) -> Iterator[Signals]:
    """Call `halt` on SIGINT, SIGTERM, SIGHUP and SIGQUIT inside the block; gives what says otherwise.

    After a block that has heard none the former handlers return. Otherwise the process is about to end, and
    further signals are ignored from there on: the ending keeps its words and its exit code. A SIGHUP that is
    ignored, as under nohup, stays so.
    """
    signals = Signals(halt)
    former = {number: signal.signal(number, signals) for number in _ENDING if not _ignored_hangup(number)}
    try:
        yield signals
    finally:
        for number, handler in former.items():
            signal.signal(number, signal.SIG_IGN if signals.heard else handler)


def _ignored_hangup(number: int) -> bool:
    return number == getattr(signal, "SIGHUP", None) and signal.getsignal(number) is signal.SIG_IGN
