"""The sheet on a terminal, and what is new of it as lines."""

import io

import pytest

from controller.views.sheet import PlainSheet, TerminalSheet, choose_sheet

ROWS = ["Calibration", "", "  A     x 1", "> B     not taught"]
KEYS = ["Enter  teach", "q  quit"]


class Screen(io.StringIO):
    """A terminal that keeps all that was written."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


class Gone(Screen):
    def write(self, text: str) -> int:
        raise OSError("gone")

    def flush(self) -> None:
        raise OSError("gone")


@pytest.fixture(autouse=True)
def size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("LINES", "12")


def test_it_stands_on_a_terminal_and_nowhere_else() -> None:
    assert isinstance(choose_sheet(Screen(), plain=False, environ={"TERM": "xterm"}), TerminalSheet)
    assert isinstance(choose_sheet(Screen(), plain=True, environ={"TERM": "xterm"}), PlainSheet)
    assert isinstance(choose_sheet(Screen(), plain=False, environ={"TERM": "dumb"}), PlainSheet)
    assert isinstance(choose_sheet(io.StringIO(), plain=False, environ={"TERM": "xterm"}), PlainSheet)


def test_plain_it_says_what_is_new() -> None:
    stream = io.StringIO()
    with PlainSheet(stream) as sheet:
        sheet.show(ROWS, KEYS, ["Homing.", "The tip is at x 1."])
        sheet.show(ROWS, KEYS, [])
    assert stream.getvalue() == "Homing.\nThe tip is at x 1.\n"


@pytest.mark.parametrize("kind", [PlainSheet, TerminalSheet])
def test_a_screen_that_is_gone_stops_nothing(kind: type[PlainSheet] | type[TerminalSheet]) -> None:
    stream = Screen()
    with kind(stream) as sheet:
        stream.write = Gone().write
        sheet.show(ROWS, KEYS, ["Homing."])


def test_it_is_drawn_whole_and_its_rows_are_left_behind() -> None:
    stream = Screen()
    with TerminalSheet(stream) as sheet:
        sheet.show(ROWS, KEYS, [])
    during, _, after = stream.getvalue().partition("\x1b[?1049l")
    assert all(row in during for row in (*ROWS, *KEYS))
    assert "> B     not taught" in after
    assert "q  quit" not in after


def test_what_is_too_wide_goes_on_in_the_next_line_and_what_is_too_high_begins_later() -> None:
    stream = Screen()
    long = "  The file says all that has been taught, and then some more."
    with TerminalSheet(stream) as sheet:
        sheet.show([*ROWS, *(f"  row {number}" for number in range(9)), long], KEYS, [])
    during, _, after = stream.getvalue().partition("\x1b[?1049l")
    assert "  The file says all that has been\n    taught, and then some more.\n" in after
    assert "Calibration" not in during
    assert "  The file says all that has been\n    taught, and then some more.\n" in during
    assert during.count("\n") == 11
    assert during.removesuffix("\x1b[?25h").endswith("q  quit\n")


def test_signs_of_another_encoding_are_replaced() -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    with PlainSheet(stream) as sheet:
        sheet.show([], [], ["é ist da"])
    stream.seek(0)
    assert stream.read() == "? ist da\n"
