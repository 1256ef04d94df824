"""Plain lines: readable in a log, whatever happens to whoever reads along."""

import os
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path

from controller.events import (
    Event,
    LineSent,
    Noted,
    Paused,
    Pausing,
    Publisher,
    Resumed,
    RunEnded,
    RunFinished,
    RunStarted,
    StepDone,
    StepStarted,
    Stopping,
    WaitingForPerson,
)
from controller.model import Move, State, Step
from controller.views.plain import PlainView

START = State.tower(2, 0)
FIRST = Step(1, Move(1, 0, 1), START)
SECOND = Step(2, Move(2, 0, 2), START.apply(FIRST.move))
THIRD = Step(3, Move(1, 1, 2), SECOND.state.apply(SECOND.move))
STARTED = RunStarted("Lobby tower", ("A", "B", "C"), START, 3, 40.0)


def lines(*events: Event) -> list[str]:
    stream = StringIO()
    with PlainView(stream) as view:
        for event in events:
            view(event)
    return stream.getvalue().splitlines()


def test_a_whole_run_reads_like_this() -> None:
    assert lines(
        STARTED,
        StepStarted(FIRST),
        LineSent("G28", 0.0),
        StepDone(FIRST, SECOND.state, 4.0, 200.0),
        Pausing(),
        Paused(),
        Pausing(),
        Resumed(),
        StepDone(SECOND, THIRD.state, 12.36, 4.0),
        WaitingForPerson("Press Enter for move 3"),
        Noted("The lights are mocked."),
        StepDone(THIRD, State.tower(2, 2), 16.04, None),
        RunFinished(State.tower(2, 2), 3, 16.04),
    ) == [
        "Lobby tower: 3 moves, about 40 s; all 2 disks stand on A.",
        "move 1 of 3: disk 1 from A to B, 4.0 s, 4 min left",
        "Pausing after this move.",
        "Paused.",
        "Going on.",
        "move 2 of 3: disk 2 from A to C, 12.4 s, 4 s left",
        "Press Enter for move 3.",
        "The lights are mocked.",
        "move 3 of 3: disk 1 from B to C, 16.0 s",
        "Done: 3 of 3 moves in 16.0 s; all 2 disks stand on C.",
    ]


def test_an_early_end_says_where_the_disks_stand_and_why() -> None:
    assert lines(
        STARTED,
        StepDone(FIRST, SECOND.state, 4.0, None),
        Stopping(),
        RunEnded(SECOND.state, "Stopped by a person."),
    )[-2:] == [
        "Stopping after this move.",
        "Stopped: 1 of 3 moves in 4.0 s; the disks stand A:2 B:1 (bottom to top). Stopped by a person.",
    ]


def test_a_stop_at_a_question_waits_for_no_move() -> None:
    assert lines(WaitingForPerson("Place the arm by hand"), Stopping()) == [
        "Place the arm by hand.",
        "Stopping.",
    ]


def test_a_single_move_and_no_estimate() -> None:
    heading = lines(RunStarted("Desk", ("A", "B", "C"), State.tower(1, 0), 1))
    assert heading == ["Desk: 1 move; the one disk stands on A."]


def test_letters_the_stream_lacks_become_question_marks() -> None:
    raw = BytesIO()
    stream = TextIOWrapper(raw, encoding="ascii")
    with PlainView(stream) as view:
        view(Noted("Größe"))
    assert raw.getvalue() == b"Gr??e.\n"


def test_each_line_is_flushed_at_once() -> None:
    raw = BytesIO()
    stream = TextIOWrapper(raw, encoding="utf-8")
    with PlainView(stream) as view:
        view(STARTED)
    assert raw.getvalue().startswith(b"Lobby tower")


def test_a_reader_that_does_not_read_keeps_nobody_waiting() -> None:
    """More lines than a pipe holds are heard at once, and read later."""
    reading, writing = os.pipe()
    with os.fdopen(reading, encoding="utf-8") as reader, os.fdopen(writing, "w", encoding="utf-8") as stream:
        view = PlainView(stream)
        for number in range(20_000):
            view(Noted(f"Line {number}"))
        view.__enter__()
        read = [reader.readline() for _ in range(20_000)]
        view.__exit__(None, None, None)
    assert read[-1] == "Line 19999.\n"


def test_a_reader_that_never_reads_holds_up_no_ending() -> None:
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb"), os.fdopen(writing, "w", encoding="utf-8") as stream:
        with PlainView(stream) as view:
            for number in range(20_000):
                view(Noted(f"Line {number}"))
        assert Path(f"/proc/self/fd/{writing}").readlink() == Path(os.devnull)


def test_a_closed_pipe_ends_the_lines_and_nothing_else(caplog) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    heard: list[Event] = []
    with os.fdopen(writing, "w", encoding="utf-8") as stream, PlainView(stream) as view:
        publisher = Publisher(view, heard.append)
        publisher.publish(STARTED)
        publisher.publish(Paused())
    assert heard == [STARTED, Paused()]
    assert caplog.records == []


def test_a_closed_stream_is_no_reason_to_fail(caplog) -> None:
    stream = StringIO()
    stream.close()
    with PlainView(stream) as view:
        view(STARTED)
    assert caplog.records == []
