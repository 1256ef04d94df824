"""What Ctrl-C and SIGTERM do while something is live."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def on_signals(act: Callable[[], None]) -> Iterator[None]:
    """Call `act` on SIGINT and SIGTERM inside the block; the former handlers return after it."""

    def handle(_number: int, _frame: FrameType | None) -> None:
        act()

    former = {number: signal.signal(number, handle) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in former.items():
            signal.signal(number, handler)
