"""A terminal of its own for `hanoi`, with a keyboard and a screen."""

import os
import pty
import subprocess
import sys
import time


class Terminal:
    """`hanoi` on a terminal of its own, with a keyboard and a screen."""

    def __init__(self, *arguments: str) -> None:
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "controller", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=subprocess.PIPE,
            start_new_session=True,
            env={**os.environ, "TERM": "xterm", "COLUMNS": "100", "LINES": "30"},
        )
        os.close(slave)
        self.screen = ""

    def await_text(self, text: str) -> None:
        deadline = time.monotonic() + 120  # a broken build must not hang the suite
        while text not in self.screen and time.monotonic() < deadline:
            self.screen += os.read(self.master, 65536).decode("utf-8", "replace")
        assert text in self.screen

    def press(self, key: bytes) -> None:
        os.write(self.master, key)

    def end(self) -> tuple[int, str]:
        try:
            while data := os.read(self.master, 65536):
                self.screen += data.decode("utf-8", "replace")
        except OSError:  # how a terminal ends on Linux
            pass
        os.close(self.master)
        _, err = self.process.communicate(timeout=120)
        return self.process.returncode, err.decode()
