"""What Ctrl-C, SIGTERM and a terminal that goes away do while something is live."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

# Windows has no SIGHUP.
_ENDING = [signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]


@contextmanager
def on_signals(act: Callable[[], None]) -> Iterator[None]:
    """Call `act` on SIGINT, SIGTERM and SIGHUP inside the block; the former handlers return after it.

    A SIGHUP that is ignored, as under nohup, stays so.
    """

    def handle(_number: int, _frame: FrameType | None) -> None:
        act()

    heard = [number for number in _ENDING if not _ignored_hangup(number)]
    former = {number: signal.signal(number, handle) for number in heard}
    try:
        yield
    finally:
        for number, handler in former.items():
            signal.signal(number, handler)


def _ignored_hangup(number: int) -> bool:
    return number not in (signal.SIGINT, signal.SIGTERM) and signal.getsignal(number) is signal.SIG_IGN
