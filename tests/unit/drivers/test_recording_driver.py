"""The fake driver that is given to users: what it remembers and how it fails."""

import pytest

from controller.drivers.base import Follower, ShowsState
from controller.errors import DeviceSilent, PinFault
from controller.events import DiskGripped, Event, Publisher
from controller.link.clock import VirtualClock
from controller.model import Move, State, Step
from controller.testing import RecordingDriver

START = State.tower(2, 0)
FIRST = Step(1, Move(1, 0, 1), START)
SECOND = Step(2, Move(2, 0, 2), START.apply(FIRST.move))


def test_remembers_every_call_in_order() -> None:
    driver = RecordingDriver()
    driver.connect()
    driver.show(START)
    driver.execute(FIRST)
    driver.leave(SECOND)
    driver.arrive(SECOND)
    driver.rest()
    driver.halt()
    driver.close()
    assert driver.calls == [
        ("connect",),
        ("show", START),
        ("execute", FIRST),
        ("leave", SECOND),
        ("arrive", SECOND),
        ("rest",),
        ("halt",),
        ("close",),
    ]
    assert driver.steps == [FIRST]


def test_fails_at_the_step_it_is_told_to_with_the_disk_in_the_air() -> None:
    heard: list[Event] = []
    driver = RecordingDriver(publisher=Publisher(heard.append), failures={2: DeviceSilent("no answer")})
    driver.connect()
    driver.execute(FIRST)
    with pytest.raises(DeviceSilent, match="no answer"):
        driver.execute(SECOND)
    assert heard[-1] == DiskGripped(2, 0)


def test_fails_in_the_method_it_is_told_to() -> None:
    driver = RecordingDriver(failures={"rest": PinFault("no rest")})
    driver.connect()
    with pytest.raises(PinFault, match="no rest"):
        driver.rest()


def test_takes_the_time_it_is_given() -> None:
    clock = VirtualClock()
    driver = RecordingDriver(clock, seconds=2.5)
    driver.connect()
    driver.execute(FIRST)
    assert clock.now() == 2.5


def test_can_follow_and_show() -> None:
    driver = RecordingDriver()
    assert isinstance(driver, Follower)
    assert isinstance(driver, ShowsState)
