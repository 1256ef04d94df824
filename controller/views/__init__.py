"""Listeners that show a run to people, and the keyboard through which people answer."""

import os
from collections.abc import Mapping
from types import TracebackType
from typing import Protocol, Self, TextIO

from controller.events import Event
from controller.views.plain import PlainView


class View(Protocol):
    """Shows a run: entered before it, called with each event, left after it on every way out."""

    def __call__(self, event: Event) -> None:
        """Hear an event; quick, from any thread."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None: ...


def choose_view(
    stream: TextIO,
    *,
    plain: bool = False,
    keys: bool = False,
    speed: float = 1.0,
    exhibit: str = "",
    environ: Mapping[str, str] = os.environ,
) -> View:
    """The animated view where `stream` is a terminal that can show it, plain lines otherwise or if `plain`.

    `keys` says that a keyboard is listened to; `speed` is how many seconds of the run pass in a real one;
    `exhibit` stands over the picture until a run tells its own.
    """
    if plain or not stream.isatty() or environ.get("TERM") in ("dumb", "unknown"):
        return PlainView(stream)
    from controller.views.terminal import TerminalView  # rich takes long to import

    return TerminalView(stream, keys=keys, speed=speed, exhibit=exhibit)
