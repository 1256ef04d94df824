"""Plain lines for a log, a pipe, or a terminal that can do no more."""

import threading
from queue import SimpleQueue
from types import TracebackType
from typing import TextIO

from controller.events import (
    Event,
    Noted,
    Paused,
    Pausing,
    Resumed,
    RunEnded,
    RunFinished,
    RunStarted,
    StepDone,
    Stopping,
    WaitingForPerson,
)
from controller.views import words
from controller.views.outlet import lead_nowhere, takes_more
from controller.views.scene import Phase
from controller.views.signs import printable
from controller.views.track import Track

_PATIENCE = 1.0  # seconds: how long, once the run is over, nobody may read before the rest is dropped


class PlainView:
    """Writes a line for each move and what else matters, at once; the last says where all disks stand.

    Once nobody can read them any more (a closed pipe, a full disk), or the run is over and nobody does, the
    lines go nowhere and the machine goes on. Call it with each event, from any thread; a thread of its own
    writes, so that a slow reader keeps nobody waiting.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._track = Track()
        self._heard: SimpleQueue[Event | None] = SimpleQueue()  # None: leave
        self._leaving = threading.Event()
        self._thread = threading.Thread(target=self._write, name="plain view", daemon=True)

    def __call__(self, event: Event) -> None:
        """Hear an event."""
        self._heard.put(event)

    def __enter__(self) -> "PlainView":
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._heard.put(None)
        self._leaving.set()
        self._thread.join()

    def _write(self) -> None:
        while (event := self._heard.get()) is not None:
            self._track = self._track.after(event, now=0.0)
            if line := _line(event, self._track):
                self._say(line)

    def _say(self, line: str) -> None:
        encoding = getattr(self._stream, "encoding", None) or "utf-8"
        if not self._is_read():
            lead_nowhere(self._stream)
        try:
            print(printable(line, encoding), file=self._stream, flush=True)
        except (OSError, ValueError):
            lead_nowhere(self._stream)

    def _is_read(self) -> bool:
        """Wait for a reader as long as the run lasts, and a moment longer."""
        while True:
            leaving = self._leaving.is_set()
            if takes_more(self._stream, _PATIENCE):
                return True
            if leaving:
                return False


def _line(event: Event, track: Track) -> str:
    match event:
        case RunStarted():
            return _heading(event)
        case StepDone():
            return _move(event, track)
        case Pausing() if track.phase is Phase.PAUSING:
            return "Pausing after this move."
        case Paused():
            return "Paused."
        case Resumed():
            return "Going on."
        case Stopping():
            return f"{track.phase.value}."
        case WaitingForPerson(question=text) | Noted(text=text):
            return words.sentence(text)
        case RunFinished() | RunEnded():
            return track.last_words
        case _:
            return ""


def _heading(event: RunStarted) -> str:
    moves = "1 move" if event.moves == 1 else f"{words.count(event.moves)} moves"
    about = "" if event.seconds_left is None else f", about {words.duration(event.seconds_left)}"
    return f"{event.exhibit}: {moves}{about}; {words.where(event.state, event.peg_names)}."


def _move(event: StepDone, track: Track) -> str:
    number, moves = words.count(event.step.number), words.count(track.moves)
    left = "" if event.seconds_left is None else f", {words.duration(event.seconds_left)} left"
    return (
        f"move {number} of {moves}: {words.move(event.step.move, track.names)}, {event.seconds:.1f} s{left}"
    )
