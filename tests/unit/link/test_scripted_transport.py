"""The scripted wire that is given to users for tests of their own."""

import pytest

from controller.errors import PortError
from controller.testing import FakeClock, ScriptedTransport


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


def test_the_device_speaks_once_the_lines_above_are_written(clock: FakeClock) -> None:
    wire = ScriptedTransport("# a greeting\n> M115\n< ok\n", clock)
    assert wire.read(0.5) == b""
    assert clock.now() == 0.5
    wire.write(b"\nM115\n")
    assert wire.read(0.5) == b"ok\n"
    assert wire.rest == []
    assert wire.read(0.5) == b""


@pytest.mark.parametrize(("script", "expected"), [("> M115", "> M115"), ("< ok", "nothing more")])
def test_another_line_than_the_scripts_is_an_assertion_that_tells_both(
    clock: FakeClock, script: str, expected: str
) -> None:
    wire = ScriptedTransport(script, clock)
    with pytest.raises(AssertionError, match=f"`> M114` was written where the script has `{expected}`"):
        wire.write(b"M114\n")


def test_it_can_wait_say_any_bytes_and_go(clock: FakeClock) -> None:
    wire = ScriptedTransport("! wait 2.5\n ! bytes ff00\n ! gone", clock, "the wire")
    while not (said := wire.read(0.5)):
        assert clock.now() <= 3.0
    assert said == b"\xff\x00"
    assert clock.now() >= 2.5
    with pytest.raises(PortError, match="the wire has gone"):
        wire.read(0.5)


def test_urgent_bytes_openings_and_closings_are_remembered(clock: FakeClock) -> None:
    wire = ScriptedTransport("", clock)
    wire.open()
    wire.write_now(b"\nM410\n")
    wire.close()
    assert (wire.opened, wire.urgent, wire.closed) == (1, [b"\nM410\n"], 1)


def test_fake_time_passes_by_waiting_or_when_told(clock: FakeClock) -> None:
    clock.sleep(1.5)
    clock.advance(2.0)
    clock.advance(-1.0)
    assert (clock.now(), clock.sleeps) == (3.5, [1.5])
