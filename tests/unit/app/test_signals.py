"""What each signal means: a stop first, then a halt, and no waiting for somebody who may not be there."""

import signal
from collections.abc import Callable

import pytest

from controller.app.signals import Signals


class Desk:
    """Signals whose deeds are written down, and whose timer runs out when told to."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.due: list[tuple[float, Callable[[], None]]] = []
        self.signals = Signals(lambda: self.done.append("halt"), lambda *timer: self.due.append(timer))

    def running(self) -> "Desk":
        self.signals.stop_first(lambda: self.done.append("stop"), within=30.0)
        return self


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_before_the_run_has_begun_every_signal_halts(number: int) -> None:
    desk = Desk()
    desk.signals(number)
    assert (desk.done, desk.signals.heard) == (["halt"], [number])


@pytest.mark.parametrize("first", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("second", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_in_a_run_the_first_signal_stops_and_the_second_halts(first: int, second: int) -> None:
    desk = Desk().running()
    desk.signals(first)
    assert desk.done == ["stop"]
    desk.signals(second)
    assert desk.done == ["stop", "halt"]


def test_ctrl_backslash_halts_at_once() -> None:
    desk = Desk().running()
    desk.signals(signal.SIGQUIT)
    assert desk.done == ["halt"]


def test_a_signal_within_a_signal_is_obeyed_after_it() -> None:
    desk = Desk()

    def stop() -> None:
        desk.signals(signal.SIGTERM)
        desk.done.append("stop")

    desk.signals.stop_first(stop, within=30.0)
    desk.signals(signal.SIGINT)
    assert desk.done == ["stop", "halt"]


@pytest.mark.parametrize(
    ("heard", "told"),
    [
        ([], False),
        ([signal.SIGTERM], True),
        ([signal.SIGTERM, signal.SIGINT], False),
        ([signal.SIGINT], False),
    ],
)
def test_a_system_that_ends_the_opening_is_no_person_who_halts(heard: list[int], told: bool) -> None:
    desk = Desk()
    for number in heard:
        desk.signals(number)
    assert desk.signals.told_to_leave is told
    assert not desk.running().signals.told_to_leave


def test_once_one_has_been_heard_no_other_is_the_first() -> None:
    desk = Desk().running()
    desk.signals(signal.SIGTERM)
    desk.running()
    desk.signals(signal.SIGTERM)
    assert desk.done == ["stop", "halt"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_where_nobody_may_be_there_to_insist_the_halt_follows_in_its_time(number: int) -> None:
    desk = Desk().running()
    desk.signals(number)
    [(seconds, act)] = desk.due
    assert (seconds, desk.done) == (30.0, ["stop"])
    act()
    assert desk.done == ["stop", "halt"]


def test_after_ctrl_c_a_person_is_there_and_no_halt_follows_by_itself() -> None:
    desk = Desk().running()
    desk.signals(signal.SIGINT)
    assert desk.due == []
