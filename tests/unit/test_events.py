"""Events are told to everyone, whatever one listener does."""

import logging
from dataclasses import FrozenInstanceError

import pytest

from controller.events import Event, LineSent, Noted, Publisher
from controller.model import Move, State, Step


def fails(event: Event) -> None:
    raise RuntimeError("the screen has gone")


def test_all_listeners_hear_every_event_in_the_order_they_subscribed() -> None:
    heard: list[tuple[str, Event]] = []
    publisher = Publisher(lambda event: heard.append(("first", event)))
    publisher.subscribe(lambda event: heard.append(("second", event)))
    publisher.publish(Noted("one"))
    publisher.publish(Noted("two"))
    assert heard == [(who, Noted(text)) for text in ("one", "two") for who in ("first", "second")]


def test_a_late_listener_hears_only_what_comes_after() -> None:
    heard: list[Event] = []
    publisher = Publisher()
    publisher.publish(Noted("before"))
    publisher.subscribe(heard.append)
    publisher.publish(Noted("after"))
    assert heard == [Noted("after")]


def test_a_failing_listener_is_logged_and_the_others_still_hear(caplog: pytest.LogCaptureFixture) -> None:
    heard: list[Event] = []
    Publisher(fails, heard.append).publish(Noted("look"))
    assert heard == [Noted("look")]
    (record,) = caplog.records
    assert (record.levelname, record.getMessage()) == (
        "ERROR",
        "A listener failed on Noted: RuntimeError('the screen has gone')",
    )


def test_a_failing_listener_shows_visitors_no_traceback(caplog: pytest.LogCaptureFixture) -> None:
    Publisher(fails).publish(Noted("look"))
    assert not caplog.records[0].exc_info
    caplog.set_level(logging.DEBUG, "controller.events")
    Publisher(fails).publish(Noted("look"))
    assert caplog.records[1].exc_info


def test_a_ctrl_c_is_no_failure_of_a_listener() -> None:
    def interrupted(event: Event) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Publisher(interrupted).publish(Noted("look"))


def test_facts_cannot_be_changed_by_a_listener() -> None:
    with pytest.raises(FrozenInstanceError):
        LineSent("M400", 1.0).text = "M112"


def test_a_step_is_the_same_fact_whenever_it_says_the_same() -> None:
    assert Step(1, Move(1, 0, 2), State.tower(2, 0)) == Step(1, Move(1, 0, 2), State((0, 0), 3))
