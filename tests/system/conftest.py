"""What system tests share: the command in this process or in one of its own, configs."""

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Queue

import pytest

from controller.cli import main

EXHIBITS = Path(__file__).parents[2] / "config"


@pytest.fixture
def hanoi(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Run `hanoi ARGUMENTS` in this process; gives exit code, stdout, stderr."""

    def run(*arguments: str) -> tuple[int, str, str]:
        try:
            code = main(arguments)
        except SystemExit as leaving:  # argparse leaves so
            code = int(leaving.code or 0)
        out, err = capsys.readouterr()
        return code, out, err

    return run


class Command:
    """`hanoi` as a process of its own; its lines can be awaited one by one."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "controller", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **environment},
        )
        self._out: Queue[str | None] = Queue()
        self._err: Queue[str | None] = Queue()
        for stream, queue in ((self.process.stdout, self._out), (self.process.stderr, self._err)):
            threading.Thread(target=self._pump, args=(stream, queue), daemon=True).start()

    @staticmethod
    def _pump(stream: Iterator[str], queue: "Queue[str | None]") -> None:
        for line in stream:
            queue.put(line.rstrip("\n"))
        queue.put(None)

    def out(self) -> str | None:
        """The next line of stdout; None at its end."""
        return self._out.get(timeout=120)

    def err_until(self, text: str) -> str:
        """The first line of stderr that holds `text`."""
        while (line := self._err.get(timeout=120)) is not None:
            if text in line:
                return line
        raise AssertionError(f"stderr ended without {text!r}")

    def out_until(self, text: str) -> str:
        """The first line of stdout that holds `text`."""
        while (line := self.out()) is not None:
            if text in line:
                return line
        raise AssertionError(f"stdout ended without {text!r}; stderr: {list(iter(self._err.get, None))}")

    def end(self) -> tuple[int, list[str], list[str]]:
        """Wait for the end; exit code and the lines not yet read."""
        code = self.process.wait(timeout=240)
        return code, list(iter(self._out.get, None)), list(iter(self._err.get, None))


@pytest.fixture
def start() -> Iterator[Callable[..., Command]]:
    """Start `hanoi ARGUMENTS` as a process of its own; ended after the test if still there."""
    started: list[Command] = []

    def run(*arguments: str, **environment: str) -> Command:
        started.append(Command(*arguments, **environment))
        return started[-1]

    yield run
    for command in started:
        if command.process.poll() is None:
            command.process.kill()
        command.process.wait()
        command.process.stdout.close()
        command.process.stderr.close()


@pytest.fixture
def config_with(tmp_path: Path) -> Callable[..., str]:
    """A ready exhibit's text with pieces replaced, as a file."""

    def write(exhibit: str, *replacements: tuple[str, str]) -> str:
        text = (EXHIBITS / f"{exhibit}.yaml").read_text(encoding="utf-8")
        for old, new in replacements:
            assert old in text, old
            text = text.replace(old, new)
        path = tmp_path / f"{exhibit}.yaml"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write
