"""The animated view on a terminal that is only a text: what it writes, when, and how it leaves."""

import re
import subprocess
import sys
import threading
from io import StringIO

import pytest
from rich.console import Console

from controller.events import (
    ArmTravelling,
    Event,
    LineSent,
    Noted,
    RunEnded,
    RunFinished,
    RunStarted,
    StepStarted,
)
from controller.model import Move, Point, State, Step
from controller.views import choose_view
from controller.views.canvas import Size
from controller.views.picture import picture
from controller.views.plain import PlainView
from controller.views.terminal import TerminalView
from controller.views.track import Track

START = State.tower(3, 0)
PEGS = (Point(0, 0, 0), Point(100, 0, 0), Point(200, 0, 0))
STARTED = RunStarted("Lobby [red]tower[/red]", ("A", "B", "C"), START, 7, 70.0, PEGS)
STORY: tuple[Event, ...] = (
    LineSent("G28", 0.0),
    STARTED,
    StepStarted(Step(1, Move(1, 0, 2), START)),
    ArmTravelling(None, PEGS[0]._replace(z=80), 0.0),
    ArmTravelling(PEGS[0]._replace(z=80), PEGS[2]._replace(z=80), 4.0),
    Noted("Half-way."),
    RunFinished(State.tower(3, 2), 7, 70.0),
)
WRITES = re.compile(r"\x1b\[(\d+);(\d+)H|\x1b\[[?\d;]*[A-Za-z]|([^\x1b])")


class Terminal:
    """A console that writes into a text, a view on it, and a clock to turn by hand."""

    def __init__(self, **options: object) -> None:
        self.text = StringIO()
        settings: dict[str, object] = {"width": 80, "height": 24, "color_system": "truecolor"}
        self.console = Console(
            file=self.text,
            force_terminal=True,
            legacy_windows=False,
            **(settings | options),
        )
        self.now = 0.0
        self.view = TerminalView(self.text, console=self.console, now=lambda: self.now)

    def written(self) -> str:
        """What has been written since the last time."""
        text = self.text.getvalue()
        self.text.seek(0)
        self.text.truncate()
        return text


def painted(screen: list[list[str]], text: str) -> list[str]:
    """`screen` after a terminal has obeyed `text`: the cursor put somewhere, then characters."""
    x = y = 0
    for row, column, sign in WRITES.findall(text):
        if row:
            x, y = int(column) - 1, int(row) - 1
        elif sign:
            screen[y][x] = sign
            x += 1
    return ["".join(line) for line in screen]


def test_the_screen_is_the_picture_after_every_event_though_only_changed_rows_are_written() -> None:
    terminal, track = Terminal(), Track()
    screen = [[" "] * 80 for _ in range(24)]
    for event in STORY:
        for _ in range(3):
            terminal.view(event)
            track = track.after(event, terminal.now)
            terminal.now += 0.3
            terminal.view.draw()
            rows = picture(track.scene(terminal.now), Size(80, 24))
            assert painted(screen, terminal.written()) == ["".join(run.text for run in row) for row in rows]


def test_while_it_gets_ready_the_exhibit_is_the_title() -> None:
    text = StringIO()
    console = Console(file=text, force_terminal=True, legacy_windows=False, width=80, height=24)
    TerminalView(text, console=console, exhibit="Lobby tower, dry run").draw()
    assert "Lobby tower, dry run" in text.getvalue()
    assert "Getting ready" in text.getvalue()


def test_nothing_is_written_while_nothing_changes() -> None:
    terminal = Terminal()
    terminal.view(STARTED)
    terminal.view.draw()
    assert terminal.written()
    terminal.now += 0.4
    terminal.view.draw()
    assert terminal.written() == ""


def test_a_new_line_sent_rewrites_one_row() -> None:
    terminal = Terminal()
    terminal.view(STARTED)
    terminal.view.draw()
    terminal.written()
    terminal.view(LineSent("G1 X0", 0.0))
    terminal.view.draw()
    assert re.findall(r"\x1b\[(\d+);1H", terminal.written()) == ["22"]


def test_once_a_second_all_is_drawn_over_whatever_else_wrote_there() -> None:
    terminal = Terminal()
    terminal.view(STARTED)
    terminal.view.draw()
    terminal.written()
    terminal.now += 1.0
    terminal.view.draw()
    assert len(re.findall(r"\x1b\[\d+;1H", terminal.written())) == 24


def test_a_window_made_smaller_says_so_and_made_larger_shows_all_again() -> None:
    terminal = Terminal()
    terminal.view(STARTED)
    terminal.view.draw()
    terminal.written()
    terminal.console.size = (60, 15)
    terminal.view.draw()
    assert "window too small: 60 x 15, needs 80 x 24" in terminal.written()
    terminal.console.size = (120, 40)
    terminal.view.draw()
    assert len(re.findall(r"\x1b\[\d+;1H", terminal.written())) == 40


def test_disks_are_coloured_on_a_terminal_with_colours() -> None:
    terminal = Terminal()
    terminal.view(STARTED)
    terminal.view.draw()
    assert "38;2;255;93;115" in terminal.written()


def test_no_color_is_honoured() -> None:
    terminal = Terminal(_environ={"NO_COLOR": "1"})
    with terminal.view:
        for event in STORY:
            terminal.view(event)
            terminal.view.draw()
    codes = re.findall(r"\x1b\[([\d;]*)m", terminal.written())
    assert {code for group in codes for code in group.split(";")} <= {"0", "1", "7", ""}


def test_the_terminal_is_given_back_with_the_last_picture_and_the_last_words_on_it() -> None:
    terminal = Terminal()
    with terminal.view:
        terminal.view(STARTED)
        terminal.view(RunFinished(State.tower(3, 2), 7, 70.0))
    text = terminal.written()
    assert (
        text.index("\x1b[?1049h")
        < text.index("\x1b[?25l")
        < text.index("\x1b[?25h")
        < text.index("\x1b[?1049l")
    )
    after = re.sub(r"\x1b\[[\d;]*m", "", text[text.index("\x1b[?1049l") + 8 :]).splitlines()
    assert after[0].startswith(" Lobby [red]tower[/red]")
    assert any("█ 1 █" in line for line in after)
    assert after[-3].split() == ["A", "B", "C"]
    assert after[-1] == "Done: 7 of 7 moves in 70.0 s; all 3 disks stand on C."


def test_the_terminal_is_given_back_after_an_exception_too() -> None:
    terminal = Terminal()
    with pytest.raises(KeyboardInterrupt), terminal.view:
        raise KeyboardInterrupt
    assert terminal.written().endswith("\x1b[?25h\x1b[?1049l")


def test_last_words_stand_alone_where_the_picture_does_not_fit() -> None:
    terminal = Terminal(width=60, height=15)
    with terminal.view:
        terminal.view(STARTED)
        terminal.view(RunEnded(START, "Stopped by a person."))
    after = terminal.written().split("\x1b[?1049l")[1]
    assert after == "Stopped: 0 of 7 moves in 0.0 s; all 3 disks stand on A. Stopped by a person.\n"


def test_a_terminal_that_has_gone_ends_the_picture_and_not_the_run(caplog: pytest.LogCaptureFixture) -> None:
    failed = threading.Event()

    class Gone(StringIO):
        def write(self, text: str) -> int:
            if "too small" in text:
                failed.set()
                raise OSError(5, "Input/output error")
            return len(text)

    terminal = Terminal(width=60, height=15)
    terminal.console.file = Gone()
    with terminal.view:
        terminal.view(STARTED)
        assert failed.wait(10)
        terminal.view(Noted("Still here."))
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "has stopped, the run has not" in caplog.text


def test_a_terminal_gone_before_the_end_is_left_in_peace() -> None:
    class Gone(StringIO):
        def write(self, text: str) -> int:
            if "\x1b[?25h" in text:
                raise OSError(5, "Input/output error")
            return len(text)

    terminal = Terminal()
    terminal.console.file = Gone()
    with terminal.view:
        pass
    assert not terminal.view._thread.is_alive()


class Tty(StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "plain", "term", "kind"),
    [
        (Tty(), False, "xterm", TerminalView),
        (Tty(), True, "xterm", PlainView),
        (Tty(), False, "dumb", PlainView),
        (StringIO(), False, "xterm", PlainView),
    ],
)
def test_the_view_fits_the_stream(stream: StringIO, plain: bool, term: str, kind: type) -> None:
    assert type(choose_view(stream, plain=plain, environ={"TERM": term})) is kind


def test_plain_lines_do_not_import_rich() -> None:
    script = (
        "import sys; from controller.views import choose_view; choose_view(sys.stdout);"
        "sys.exit('rich' in sys.modules or 'termios' in sys.modules)"
    )
    assert (
        subprocess.run([sys.executable, "-c", script], stdout=subprocess.DEVNULL, check=False).returncode == 0
    )
