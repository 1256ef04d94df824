"""A signal between the first look at the config and the first word to the machine."""

import os
import signal
from collections.abc import Iterator
from io import StringIO

import pytest

from controller.app.options import RunOptions
from controller.app.runs import run
from controller.errors import StoppedByPerson
from controller.views.plain import PlainView

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """The handlers of the tests' own process, which goes on after a run that has heard a signal."""
    former = [(number, signal.getsignal(number)) for number in SIGNALS]
    yield
    for number, handler in former:
        signal.signal(number, handler)


class Interrupted(PlainView):
    """While it opens, somebody presses Ctrl-C."""

    def __enter__(self) -> "Interrupted":
        super().__enter__()
        os.kill(os.getpid(), signal.SIGINT)
        return self


def test_nothing_is_sent_after_a_signal_that_came_before_the_machine_was_connected(mocker, tmp_path) -> None:
    mocker.patch("controller.app.runs.choose_view", return_value=Interrupted(StringIO()))
    log = tmp_path / "wire.log"
    with pytest.raises(StoppedByPerson, match="before anything moved"):
        run("demo", RunOptions(dry_run=True, speed=0.0, wire_log=log))
    assert log.read_text() == ""
