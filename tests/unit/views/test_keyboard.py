"""The keyboard on a real pseudo-terminal, on a pipe, and on a console of Windows that is only played."""

import os
import pty
import subprocess
import sys
import termios
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO
from queue import SimpleQueue
from types import SimpleNamespace
from typing import TextIO

import pytest

from controller.events import Noted, Publisher, WaitingForPerson
from controller.runner import Controls, Wish
from controller.views.keyboard import Keyboard
from controller.views.keys import StrokeDecoder
from controller.views.terminal_keys import PosixKeys, WindowsKeys, key_source

PATIENCE = 10.0  # seconds, before a wish that never comes fails the test
QUESTION = WaitingForPerson("Press Enter for the next move.")


def quiet_controls() -> Controls:
    return Controls(lambda: None, Publisher())


@dataclass
class Desk:
    """A pseudo-terminal: `hands` type on it, `stdin` is what the program reads."""

    hands: int
    stdin: TextIO

    def type(self, text: str) -> None:
        os.write(self.hands, text.encode())

    @property
    def modes(self) -> list[object]:
        return list(termios.tcgetattr(self.stdin.fileno()))


@pytest.fixture
def desk() -> Iterator[Desk]:
    hands, slave = pty.openpty()
    with os.fdopen(slave, encoding="utf-8") as stdin:
        yield Desk(hands, stdin)
    os.close(hands)


def test_keys_become_wishes_in_the_order_they_are_pressed(desk: Desk) -> None:
    controls = quiet_controls()
    with Keyboard(desk.stdin, controls):
        for typed, wish in [
            (" ", Wish.TOGGLE_PAUSE),
            ("\n", Wish.PROCEED),
            ("\x1b[A\x1bOPs", Wish.STOP),
            ("\x1b", Wish.HALT),
        ]:
            desk.type(typed)
            assert controls.next_wish(PATIENCE) is wish
    assert controls.next_wish(0) is None


def test_the_terminal_is_given_back_as_it_was(desk: Desk) -> None:
    before, controls = desk.modes, quiet_controls()
    with Keyboard(desk.stdin, controls):
        desk.type(" ")
        controls.next_wish(PATIENCE)
        during = desk.modes
    assert desk.modes == before
    assert not int(str(during[3])) & (termios.ICANON | termios.ECHO)
    assert int(str(during[3])) & termios.ISIG


def test_the_terminal_is_given_back_after_an_exception(desk: Desk) -> None:
    before, controls = desk.modes, quiet_controls()

    def fail_at_the_first_key() -> None:
        with Keyboard(desk.stdin, controls):
            desk.type(" ")
            controls.next_wish(PATIENCE)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_at_the_first_key()
    assert desk.modes == before


def test_after_a_shell_has_set_the_terminal_keys_are_heard_again(desk: Desk) -> None:
    """As after being stopped and brought back: the shell leaves the terminal waiting for whole lines."""
    before, controls = desk.modes, quiet_controls()
    with Keyboard(desk.stdin, controls):
        desk.type("s")
        controls.next_wish(PATIENCE)
        termios.tcsetattr(desk.stdin.fileno(), termios.TCSANOW, before)
        desk.type("s")
        assert controls.next_wish(PATIENCE) is Wish.STOP
    assert desk.modes == before


def test_a_terminal_that_hangs_up_ends_the_listening() -> None:
    hands, slave = pty.openpty()
    with os.fdopen(slave, encoding="utf-8") as stdin, Keyboard(stdin, quiet_controls()) as keyboard:
        os.close(hands)
        keyboard._thread.join(PATIENCE)
        assert not keyboard._thread.is_alive()


def test_in_the_background_the_terminal_is_left_alone(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    before, controls = desk.modes, quiet_controls()
    foreground = SimpleQueue[None]()
    group = [os.getpgrp() + 1]

    def tcgetpgrp(_: int) -> int:
        foreground.put(None)
        return group[0]

    monkeypatch.setattr(os, "tcgetpgrp", tcgetpgrp)
    with Keyboard(desk.stdin, controls):
        for _ in range(3):
            foreground.get(timeout=PATIENCE)
        assert desk.modes == before
        group[0] = os.getpgrp()
        desk.type("s\n")
        assert controls.next_wish(PATIENCE) is Wish.STOP
        group[0] += 1
    assert desk.modes != before  # whoever has the terminal now has set it as they like


def test_a_read_that_falls_into_the_background_is_no_hang_up(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    groups = iter([os.getpgrp(), os.getpgrp() + 1])
    monkeypatch.setattr(os, "tcgetpgrp", lambda _: next(groups))

    def read(fd: int, size: int) -> bytes:
        raise OSError(5, "Input/output error")

    keys = PosixKeys(desk.stdin.fileno())
    desk.type("s\n")
    monkeypatch.setattr(os, "read", read)
    assert keys.read(PATIENCE) == ""


BACKGROUND = """
import os, signal, sys
from controller.events import Publisher
from controller.runner import Controls, Wish
from controller.views.keyboard import Keyboard
terminal = os.open(sys.argv[1], os.O_RDWR)  # a session without one takes it as its own
os.dup2(terminal, 0)
signal.signal(signal.SIGTTOU, signal.SIG_IGN)  # to hand the terminal to and fro, as a shell does
other = os.fork()
if not other:
    signal.pause()
os.setpgid(other, other)
os.tcsetpgrp(0, other)
signal.signal(signal.SIGTTOU, signal.SIG_DFL)
controls = Controls(lambda: None, Publisher())
with Keyboard(sys.stdin, controls):
    print("ready", flush=True)
    assert controls.next_wish(0.5) is None
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    os.tcsetpgrp(0, os.getpgrp())
    assert controls.next_wish(10) is Wish.STOP
os.kill(other, signal.SIGKILL)
"""


def test_a_background_job_is_not_stopped_and_hears_keys_once_it_is_back(desk: Desk) -> None:
    """The real thing: a session of its own, whose terminal belongs to another group of processes first."""
    command = [sys.executable, "-c", BACKGROUND, os.ttyname(desk.stdin.fileno())]
    with subprocess.Popen(command, start_new_session=True, stdout=subprocess.PIPE) as job:
        assert job.stdout is not None
        assert job.stdout.readline() == b"ready\n"
        desk.type("s\n")
        assert job.wait(PATIENCE) == 0


@pytest.fixture
def pipe() -> Iterator[tuple[TextIO, TextIO]]:
    reading, writing = os.pipe()
    with os.fdopen(reading, encoding="utf-8") as stdin, os.fdopen(writing, "w", encoding="utf-8") as hands:
        yield stdin, hands


def test_on_a_pipe_each_question_is_answered_by_one_line_and_the_end_stops(
    pipe: tuple[TextIO, TextIO],
) -> None:
    stdin, hands = pipe
    controls = quiet_controls()
    with Keyboard(stdin, controls) as keyboard:
        hands.write("\nyes\n")
        hands.close()
        keyboard(Noted("Nothing is asked."))
        for wish in (Wish.PROCEED, Wish.PROCEED, Wish.STOP):
            assert controls.next_wish(0) is None
            keyboard(QUESTION)
            assert controls.next_wish(PATIENCE) is wish


@pytest.mark.parametrize(
    ("line", "wish"),
    [
        ("", Wish.PROCEED),
        (" Y ", Wish.PROCEED),
        ("s", Wish.STOP),
        ("n", Wish.STOP),
        ("q", Wish.STOP),
        ("?", Wish.STOP),
    ],
)
def test_on_a_pipe_only_a_yes_goes_on(pipe: tuple[TextIO, TextIO], line: str, wish: Wish) -> None:
    stdin, hands = pipe
    controls = quiet_controls()
    with Keyboard(stdin, controls) as keyboard:
        print(line, file=hands, flush=True)
        keyboard(QUESTION)
        assert controls.next_wish(PATIENCE) is wish


def test_on_a_pipe_keys_are_only_text(pipe: tuple[TextIO, TextIO]) -> None:
    stdin, hands = pipe
    controls = quiet_controls()
    with Keyboard(stdin, controls) as keyboard:
        assert not keyboard.hears_keys
        print("\x1bs ", file=hands, flush=True)
    assert controls.next_wish(0) is None


@pytest.mark.parametrize("stdin", [None, StringIO("\n")])
def test_without_a_stdin_of_its_own_a_question_stops_the_run(stdin: TextIO | None) -> None:
    controls = quiet_controls()
    with Keyboard(stdin, controls) as keyboard:
        keyboard(QUESTION)
        assert controls.next_wish(PATIENCE) is Wish.STOP


def test_a_closed_stdin_is_no_terminal() -> None:
    stdin = StringIO()
    stdin.close()
    assert not Keyboard(stdin, quiet_controls()).hears_keys


def test_a_windows_console_is_read_by_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = list("s\xe0\x86 \x1b")
    console = SimpleNamespace(kbhit=lambda: bool(typed), getwch=lambda: typed.pop(0))
    monkeypatch.setitem(sys.modules, "msvcrt", console)
    monkeypatch.setattr(WindowsKeys, "_TURN", 0.0001)
    with WindowsKeys() as keys:
        assert [keys.read(0.0002) for _ in range(4)] == ["s", " ", "\x1b", ""]


@pytest.mark.parametrize("prefix", ["\x00", "\xe0"])
@pytest.mark.parametrize(
    ("half", "name"),
    [("H", "up"), ("P", "down"), ("K", "left"), ("M", "right"), ("I", "page up"), ("Q", "page down")],
)
def test_the_keys_of_a_windows_console_that_come_in_two_halves_have_their_names(
    monkeypatch: pytest.MonkeyPatch, prefix: str, half: str, name: str
) -> None:
    typed = [prefix, half]
    console = SimpleNamespace(kbhit=lambda: bool(typed), getwch=lambda: typed.pop(0))
    monkeypatch.setitem(sys.modules, "msvcrt", console)
    assert StrokeDecoder().feed(WindowsKeys().read(0.0)) == [name]


def test_the_source_of_keys_fits_the_system(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(key_source(desk.stdin), PosixKeys)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace())
    assert isinstance(key_source(desk.stdin), WindowsKeys)


def test_importing_the_keyboard_imports_nothing_that_only_one_system_has() -> None:
    script = (
        "import sys, controller.views.keyboard; sys.exit('termios' in sys.modules or 'tty' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
