"""The animated view of a terminal: the one module of the views that needs rich."""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from queue import SimpleQueue
from types import TracebackType
from typing import TextIO

from rich.console import Console
from rich.control import Control
from rich.text import Text

from controller.events import Event
from controller.views.canvas import Row, Size
from controller.views.picture import fits, picture
from controller.views.scene import Scene
from controller.views.signs import printable
from controller.views.track import Track

_log = logging.getLogger(__name__)
_FRAME = 0.05  # seconds: twenty pictures a second at most


class TerminalView:
    """Draws the run on the terminal's alternate screen while it lasts, and leaves the last picture behind.

    `speed` is how many seconds of the run pass in a real one (0: as fast as possible); `keys` shows the help
    line; `exhibit` is the title until a run tells its own. Call it with each event, from any thread; a thread
    of its own draws. A terminal that is gone, or any other failure to draw, ends the drawing and never the
    run.
    """

    def __init__(
        self,
        stream: TextIO,
        *,
        keys: bool = False,
        speed: float = 1.0,
        exhibit: str = "",
        now: Callable[[], float] = time.monotonic,
        console: Console | None = None,
    ) -> None:
        self._console = console or Console(file=stream)
        self._now = now
        self._heard: SimpleQueue[tuple[Event, float]] = SimpleQueue()
        self._track = Track(speed=speed, keys=keys, exhibit=exhibit)
        self._shown: tuple[Scene, Size] | None = None
        self._rows: tuple[Row, ...] = ()
        self._leaving = threading.Event()
        self._thread = threading.Thread(target=self._animate, name="terminal view", daemon=True)

    def __call__(self, event: Event) -> None:
        """Hear an event."""
        self._heard.put((event, self._now()))

    def __enter__(self) -> "TerminalView":
        self._console.set_alt_screen(True)
        self._console.show_cursor(False)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._leaving.set()
        try:
            self._thread.join()
        finally:
            self._leave()

    def draw(self) -> None:
        """Bring the screen up to date; costs next to nothing where nothing has changed."""
        self._catch_up()
        scene, size = self._track.scene(self._now()), Size(*self._console.size)
        if (scene, size) == self._shown:
            return
        rows = picture(scene, size, self._console.encoding)
        known = self._rows if self._may_patch(scene, size) else ()
        with self._console:
            for y, row in enumerate(rows):
                if y >= len(known) or row != known[y]:
                    self._console.control(Control.move_to(0, y))
                    self._console.print(as_text(row), end="", overflow="crop", no_wrap=True)
        self._shown, self._rows = (scene, size), rows

    def _catch_up(self) -> None:
        while not self._heard.empty():
            self._track = self._track.after(*self._heard.get())

    def _may_patch(self, scene: Scene, size: Size) -> bool:
        """Whether changed rows are enough; once a second all are drawn, over whatever else wrote there."""
        return self._shown is not None and self._shown[0].gone == scene.gone and self._shown[1] == size

    def _animate(self) -> None:
        draw = self.draw
        while not self._leaving.wait(_FRAME):
            try:
                draw()
            except Exception as failure:
                _log.warning("The picture on the terminal has stopped, the run has not: %s", failure)
                draw = self._catch_up

    def _leave(self) -> None:
        try:
            self._console.show_cursor(True)
            self._console.set_alt_screen(False)
            self._print_end()
        except OSError as gone:
            _log.info("The terminal is gone: %s", gone)

    def _print_end(self) -> None:
        self._catch_up()
        track = self._track
        if not track.peg_names and not track.phase.over:
            return
        scene = replace(track.scene(self._now()), line="", message="", keys=False)
        size = Size(*self._console.size)
        if fits(scene, size):
            last = Text("\n").join(map(as_text, picture(scene, size, self._console.encoding)))
            last.rstrip()
            self._console.print(last, end="\n\n", overflow="crop", no_wrap=True)
        if track.phase.over:
            line = printable(track.last_words, self._console.encoding)
            self._console.print(line, markup=False, highlight=False, soft_wrap=True)


def as_text(row: Row) -> Text:
    """A row of the picture as rich prints it."""
    return Text.assemble(*row, end="")
