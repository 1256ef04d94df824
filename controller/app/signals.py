"""What Ctrl-C, SIGTERM and a terminal that goes away do while something is live."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

# Windows has no SIGHUP.
_ENDING = [signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]


@contextmanager
def on_signals(act: Callable[[], None]) -> Iterator[None]:
    """Call `act` on SIGINT, SIGTERM and SIGHUP inside the block; the former handlers return after it."""

    def handle(_number: int, _frame: FrameType | None) -> None:
        act()

    former = {number: signal.signal(number, handle) for number in _ENDING}
    try:
        yield
    finally:
        for number, handler in former.items():
            signal.signal(number, handler)
