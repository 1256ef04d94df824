"""Where single keys come from: a POSIX terminal or the Windows console, each imported only where used."""

import contextlib
import errno
import importlib
import os
import sys
import time
from types import TracebackType
from typing import Any, ClassVar, Protocol, Self, TextIO


class KeySource(Protocol):
    """What the person at the terminal types; entered and left in the thread that reads."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None: ...

    def read(self, seconds: float) -> str:
        """What is typed within `seconds`, "" if nothing is; raises EOFError once nobody can type."""


def key_source(stdin: TextIO) -> KeySource:
    """The keys of the terminal that `stdin` is."""
    return WindowsKeys() if sys.platform == "win32" else PosixKeys(stdin.fileno())


class PosixKeys:
    """Keys as they are pressed, unechoed, for as long as this process has the terminal.

    Ctrl-C stays a signal. Ctrl-Z and Ctrl-S do nothing meanwhile: a suspended program hears no escape key,
    and a frozen screen hides what the machine does. In the background the terminal is left alone, and taken
    again when the process comes back.
    """

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._termios: Any = importlib.import_module("termios")
        self._found: list[Any] | None = None

    def __enter__(self) -> Self:
        import signal

        # Blocked in this thread, they make a read from the background an error instead of a stop.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTTIN, signal.SIGTTOU})
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Give the terminal back as it was found, and drop keys that were meant for the machine."""
        if self._found is None or not self._in_foreground():
            return
        with contextlib.suppress(self._termios.error):  # the terminal has gone
            self._termios.tcflush(self._fd, self._termios.TCIFLUSH)
            self._termios.tcsetattr(self._fd, self._termios.TCSANOW, self._found)

    def read(self, seconds: float) -> str:
        """See KeySource."""
        import select

        if not self._in_foreground():
            time.sleep(seconds)
            return ""
        try:
            self._take()
            ready, _, _ = select.select([self._fd], [], [], seconds)
            data = os.read(self._fd, 64) if ready else None
        except (OSError, self._termios.error) as failure:
            return self._nothing(failure)
        if data == b"":
            raise EOFError("The terminal is gone.")
        return (data or b"").decode("latin-1")

    def _nothing(self, failure: Exception) -> str:
        """Sent to the background in mid-read there is nothing to read; otherwise the terminal is gone."""
        if failure.args[0] == errno.EIO and not self._in_foreground():
            return ""
        raise EOFError("The terminal is gone.") from failure

    def _take(self) -> None:
        """Have keys delivered one by one; again after a shell has set the terminal to its own liking."""
        termios = self._termios
        modes = termios.tcgetattr(self._fd)
        if not modes[3] & termios.ICANON:
            return
        if self._found is None:
            self._found = termios.tcgetattr(self._fd)
        modes[0] &= ~termios.IXON
        modes[3] &= ~(termios.ICANON | termios.ECHO)
        modes[6][termios.VMIN], modes[6][termios.VTIME] = 1, 0
        modes[6][termios.VSUSP] = os.fpathconf(self._fd, "PC_VDISABLE")
        termios.tcsetattr(self._fd, termios.TCSANOW, modes)

    def _in_foreground(self) -> bool:
        try:
            return os.tcgetpgrp(self._fd) == os.getpgrp()
        except OSError:  # no terminal of this session, so nobody else can have it
            return True


class WindowsKeys:
    """Keys of the console; it has no modes to set, and only waiting by turns."""

    _TURN = 0.02
    _PREFIXES = ("\x00", "\xe0")
    # The second halves of keys that have a name, as other terminals send them.
    _NAMED: ClassVar[dict[str, str]] = {
        "H": "\x1b[A",
        "P": "\x1b[B",
        "M": "\x1b[C",
        "K": "\x1b[D",
        "I": "\x1b[5~",
        "Q": "\x1b[6~",
    }

    def __init__(self) -> None:
        self._msvcrt: Any = importlib.import_module("msvcrt")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """There is nothing to restore."""

    def read(self, seconds: float) -> str:
        """See KeySource; of the keys that come in two halves those that mean nothing are left out."""
        for _ in range(max(1, round(seconds / self._TURN))):
            if self._msvcrt.kbhit():
                sign: str = self._msvcrt.getwch()
                if sign not in self._PREFIXES:
                    return sign
                if named := self._NAMED.get(self._msvcrt.getwch()):
                    return named
            time.sleep(self._TURN)
        return ""
