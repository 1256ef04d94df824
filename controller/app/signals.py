"""What Ctrl-C, SIGTERM and a terminal that goes away do while something is live."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

# Windows has neither SIGHUP nor SIGQUIT (Ctrl-\).
_ENDING = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT") if hasattr(signal, name)
]


@contextmanager
def on_signals(act: Callable[[], None]) -> Iterator[list[int]]:
    """Call `act` on SIGINT, SIGTERM, SIGHUP and SIGQUIT inside the block; gives the list of those heard.

    After a block that has heard none the former handlers return. Otherwise the process is about to end, and
    further signals are ignored from there on: the ending keeps its words and its exit code. A SIGHUP that is
    ignored, as under nohup, stays so.
    """
    heard: list[int] = []

    def handle(number: int, _frame: FrameType | None) -> None:
        heard.append(number)
        act()

    former = {number: signal.signal(number, handle) for number in _ENDING if not _ignored_hangup(number)}
    try:
        yield heard
    finally:
        for number, handler in former.items():
            signal.signal(number, signal.SIG_IGN if heard else handler)


def _ignored_hangup(number: int) -> bool:
    return number not in (signal.SIGINT, signal.SIGTERM) and signal.getsignal(number) is signal.SIG_IGN
