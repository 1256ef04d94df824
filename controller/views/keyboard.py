"""The keyboard: what a person types while the machine runs becomes wishes."""

import contextlib
import threading
from queue import SimpleQueue
from types import TracebackType
from typing import TextIO

from controller.events import Event, WaitingForPerson
from controller.runner import Controls
from controller.views.keys import Key, KeyDecoder
from controller.views.terminal_keys import key_source
from controller.views.typed import line_of

_ESCAPE_WAIT = 0.1  # seconds: what follows an ESC later than this is no part of a sequence
_YES = (b"", b"y", b"yes")  # whatever else a line says, nothing moves upon it
_PATIENCE = 0.5  # seconds: a thread that still waits for a line is left behind


class Keyboard:
    """Space pauses and goes on, s stops after the move, escape halts at once, Enter proceeds.

    Where stdin is no terminal, no key is heard. Told of events (`publisher.subscribe(keyboard)`, for a run
    that waits before each move), it then answers each question with a line of stdin: an empty one, y and yes
    proceed; any other, and the end of stdin, stop.
    """

    def __init__(self, stdin: TextIO | None, controls: Controls) -> None:
        self._stdin = stdin
        self._controls = controls
        self._wishes = {
            Key.SPACE: controls.toggle_pause,
            Key.S: controls.stop,
            Key.ESCAPE: controls.halt,
            Key.ENTER: controls.proceed,
        }
        self._leaving = threading.Event()
        self._questions: SimpleQueue[bool] = SimpleQueue()  # True: answer one; False: leave
        listen = self._hear_keys if self.hears_keys else self._answer
        self._thread = threading.Thread(target=listen, name="keyboard", daemon=True)

    @property
    def hears_keys(self) -> bool:
        """Whether there is a terminal to press keys on."""
        return self._stdin is not None and not self._stdin.closed and self._stdin.isatty()

    def __enter__(self) -> "Keyboard":
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._leaving.set()
        self._questions.put(False)
        self._thread.join(_PATIENCE)

    def __call__(self, event: Event) -> None:
        """Hear an event: a question may want a line."""
        if isinstance(event, WaitingForPerson):
            self._questions.put(True)

    def _hear_keys(self) -> None:
        assert self._stdin is not None
        decoder = KeyDecoder()
        with key_source(self._stdin) as source, contextlib.suppress(EOFError):
            while not self._leaving.is_set():
                typed = source.read(_ESCAPE_WAIT)
                for key in decoder.feed(typed) if typed else decoder.silence():
                    self._wishes[key]()

    def _answer(self) -> None:
        while self._questions.get():
            line = line_of(self._stdin)
            if line is not None and line.strip().lower() in _YES:
                self._controls.proceed()
            else:
                self._controls.stop()
