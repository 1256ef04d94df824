"""What a person types, one thing after another: keys on a terminal, or whole lines."""

import contextlib
import os
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Self, TextIO

from controller.views.keys import StrokeDecoder
from controller.views.terminal_keys import key_source

_ESCAPE_WAIT = 0.1  # seconds: what follows an ESC later than this is no part of a sequence
_PATIENCE = 0.5  # seconds: a thread that still waits for a line is left behind


def line_of(stdin: TextIO | None) -> bytes | None:
    """The next line of `stdin` without its end, if it has one; None once there is none; waits for it.

    It is read below Python's buffers, whose locks no daemon thread may hold at the end, and not a byte
    further: whoever reads next finds the next line.
    """
    line = b""
    try:
        fd = stdin.fileno() if stdin is not None else -1
        while sign := os.read(fd, 1):
            if sign == b"\n":
                return line
            line += sign
    except (OSError, ValueError):
        return None
    return line or None


def forget_typed(stdin: TextIO | None) -> None:
    """Drop what has been typed at a terminal and not been read: it answers nothing that is asked later."""
    try:
        import termios
    except ImportError:  # Windows has none
        return
    if stdin is not None and stdin.isatty():
        with contextlib.suppress(termios.error):  # it has gone
            termios.tcflush(stdin.fileno(), termios.TCIFLUSH)


class Typed(ABC):
    """Listens in a thread of its own while it is entered; asked by one other."""

    def __init__(self) -> None:
        self._queue: SimpleQueue[str | None] = SimpleQueue()  # None: the end
        self._leaving = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="typed", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._leaving.set()
        self._thread.join(_PATIENCE)

    def next(self, seconds: float) -> str | None:
        """What comes next, None if nothing does within `seconds`; raises EOFError once nobody can type."""
        try:
            typed = self._queue.get(timeout=seconds)
        except Empty:
            return None
        if typed is None:
            self._queue.put(None)
            raise EOFError("Nobody can type any more.")
        return typed

    @abstractmethod
    def forget(self) -> None:
        """Drop what need not be meant any more."""

    @abstractmethod
    def _hear(self) -> None:
        """Put into the queue what is typed, until leaving or the end."""

    def _listen(self) -> None:
        try:
            self._hear()
        finally:
            self._queue.put(None)


class TypedKeys(Typed):
    """Keys by the names of `views.keys`; escape calls `halt` at once, from the listening thread."""

    def __init__(self, stdin: TextIO, halt: Callable[[], None]) -> None:
        super().__init__()
        self._stdin = stdin
        self._halt = halt

    def forget(self) -> None:
        """Drop the keys pressed so far."""
        with contextlib.suppress(EOFError):
            while self.next(0.0) is not None:
                pass

    def _hear(self) -> None:
        decoder = StrokeDecoder()
        with key_source(self._stdin) as source, contextlib.suppress(EOFError):
            while not self._leaving.is_set():
                typed = source.read(_ESCAPE_WAIT)
                for name in decoder.feed(typed) if typed else decoder.silence():
                    if name == "escape":
                        self._halt()
                    else:
                        self._queue.put(name)


class TypedLines(Typed):
    """Lines without their ends, each meant as it stands; `stdin` None: nobody types."""

    def __init__(self, stdin: TextIO | None) -> None:
        super().__init__()
        self._stdin = stdin

    def forget(self) -> None:
        """Nothing: no line comes from a key that is held."""

    def _hear(self) -> None:
        rest = b""
        while data := self._read():
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                self._queue.put(line.decode("utf-8", "replace").rstrip("\r"))
        if rest:
            self._queue.put(rest.decode("utf-8", "replace"))

    def _read(self) -> bytes:
        """Some bytes, none at the end; below Python's buffers, whose locks no daemon thread may hold then."""
        try:
            return os.read(self._stdin.fileno(), 4096) if self._stdin is not None else b""
        except (OSError, ValueError):
            return b""
