"""What is typed: keys and lines, in their order, to the end."""

import io
import os
import pty
import threading
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

import pytest

from controller.views.keys import StrokeDecoder
from controller.views.typed import Typed, TypedKeys, TypedLines

LONG = 60.0  # seconds: only a broken build waits so long


@contextmanager
def piped() -> Iterator[tuple[TextIO, int]]:
    """A stdin, and the end to type at."""
    read, write = os.pipe()
    with os.fdopen(read) as stdin:
        yield stdin, write


def rest_of(typed: Typed) -> list[str]:
    """All that is still to come."""
    found = []
    while True:
        try:
            one = typed.next(LONG)
        except EOFError:
            return found
        found.append(str(one))


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"x+ 10\nteach A\n", ["x+ 10", "teach A"]),
        (b"\n\nhome", ["", "", "home"]),
        (b"home\r\nquit\r\n", ["home", "quit"]),
        ("teach é\n".encode(), ["teach é"]),
        (b"\xff\n", ["\N{REPLACEMENT CHARACTER}"]),
        (b"", []),
    ],
)
def test_lines_come_one_by_one_and_then_the_end(data: bytes, lines: list[str]) -> None:
    with piped() as (stdin, write):
        os.write(write, data)
        os.close(write)
        with TypedLines(stdin) as typed:
            assert rest_of(typed) == lines


def test_a_line_may_come_in_pieces() -> None:
    with piped() as (stdin, write), TypedLines(stdin) as typed:
        for piece in (b"te", b"ach", b" A\nho"):
            os.write(write, piece)
        assert typed.next(LONG) == "teach A"
        os.close(write)
        assert rest_of(typed) == ["ho"]


def test_lines_are_never_forgotten_and_silence_is_none() -> None:
    with piped() as (stdin, write), TypedLines(stdin) as typed:
        assert typed.next(0.0) is None
        os.write(write, b"home\nsave\n")
        assert typed.next(LONG) == "home"
        typed.forget()
        assert typed.next(LONG) == "save"
        os.close(write)


@pytest.mark.parametrize("stdin", [None, io.StringIO("home\n")])
def test_without_a_stdin_that_can_be_read_nobody_types(stdin: TextIO | None) -> None:
    with TypedLines(stdin) as typed:
        assert rest_of(typed) == []


@pytest.fixture
def terminal() -> Iterator[tuple[int, TextIO]]:
    master, slave = pty.openpty()
    with os.fdopen(slave) as stdin:
        yield master, stdin
    os.close(master)


def test_keys_come_by_their_names(terminal: tuple[int, TextIO]) -> None:
    master, stdin = terminal
    tty.setcbreak(
        stdin
    )  # before that, a terminal edits the line: backspace would take back the key before it
    with TypedKeys(stdin, lambda: None) as typed:
        for key in (b"h", b"\x1b[C", b"\x1b[5~", b"\x7f", b"+", b"\r"):
            os.write(master, key)
        names = [typed.next(LONG) for _ in range(6)]
    assert names == ["h", "right", "page up", "backspace", "+", "enter"]


def test_escape_halts_at_once_and_is_no_key(terminal: tuple[int, TextIO]) -> None:
    master, stdin = terminal
    halted = threading.Event()
    with TypedKeys(stdin, halted.set) as typed:
        os.write(master, b"\x1b")
        assert halted.wait(LONG)
        os.write(master, b"q")
        assert typed.next(LONG) == "q"


def test_keys_pressed_so_far_can_be_forgotten(terminal: tuple[int, TextIO]) -> None:
    master, stdin = terminal
    halted = threading.Event()
    with TypedKeys(stdin, halted.set) as typed:
        os.write(master, b"ddd\x1b")
        assert halted.wait(LONG), "escape is heard behind the keys that are held"
        typed.forget()
        os.write(master, b"s")
        assert typed.next(LONG) == "s"


@pytest.mark.parametrize(
    ("sequence", "name"),
    [
        ("\x1b[A", "up"),
        ("\x1bOB", "down"),
        ("\x1b[D", "left"),
        ("\x1b[6~", "page down"),
        ("\b", "backspace"),
        ("\n", "enter"),
        ("w", "w"),
    ],
)
def test_names_of_keys(sequence: str, name: str) -> None:
    assert StrokeDecoder().feed(sequence) == [name]


@pytest.mark.parametrize("sequence", ["\x1b[15~", "\x1b[1;5C", "\x1b[Z"])
def test_keys_without_a_meaning_have_no_name(sequence: str) -> None:
    decoder = StrokeDecoder()
    assert decoder.feed(sequence) + decoder.silence() == []
