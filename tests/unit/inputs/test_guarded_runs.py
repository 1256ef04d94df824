"""What the guard and the emergency stop do to a run: nobody can make an arm go on behind an open guard."""

import pytest
from gpiozero.pins.mock import MockFactory

from controller.errors import StoppedByPerson
from controller.events import Event, Noted, Paused, Publisher, Resumed, StepStarted, WaitingForPerson
from controller.inputs import InputMap, Inputs
from controller.model import Move, State
from controller.runner import Controls, Job, Runner, ask
from controller.testing import FakeClock, RecordingDriver

GUARD, STOP = 5, 6
JOB = Job("Exhibit", ("A", "B", "C"), State.tower(2, 0), (Move(1, 0, 1), Move(2, 0, 2), Move(1, 1, 2)), 3)


class Guarded:
    """A run behind a guard; what it publishes is heard by `on_event` as well."""

    def __init__(self, single_step: bool = False) -> None:
        self.events: list[Event] = []
        self.factory = MockFactory()
        self.driver = RecordingDriver()
        publisher = Publisher(self.events.append, self._hear)
        self.publisher = publisher
        self.controls = Controls(self.driver.halt, publisher)
        self.inputs = Inputs(
            InputMap(guard=GUARD, emergency_stop=STOP),
            publisher,
            self.controls.pause,
            self.controls.kill,
            lambda _: ("mock", self.factory),
            lambda _: None,
        )
        self.inputs.open()
        self.controls.obstacle = self.inputs.obstacle
        self.contact(GUARD, closed=True)
        self.contact(STOP, closed=True)
        self.runner = Runner(self.driver, publisher, self.controls, FakeClock(), single_step)
        self.driver.connect()
        self.acts: dict[type[Event], list[object]] = {}

    def contact(self, pin: int, closed: bool) -> None:
        (self.factory.pin(pin).drive_low if closed else self.factory.pin(pin).drive_high)()

    def _hear(self, event: Event) -> None:
        waiting = self.acts.get(type(event), [])
        if waiting:
            waiting.pop(0)()

    def notes(self) -> list[str]:
        return [event.text.partition(":")[0] for event in self.events if isinstance(event, Noted)]


def test_behind_an_open_guard_the_run_stands_until_it_is_closed_and_somebody_says_go() -> None:
    guarded = Guarded()

    def open_guard() -> None:
        guarded.contact(GUARD, closed=False)

    def close_and_go() -> None:
        guarded.contact(GUARD, closed=True)
        guarded.controls.resume()

    guarded.acts = {StepStarted: [open_guard], Paused: [guarded.controls.toggle_pause]}
    guarded.acts[Noted] = [lambda: None, close_and_go]  # the guard is open; it forbids to go on
    guarded.runner.run(JOB)
    assert [step.number for step in guarded.driver.steps] == [1, 2, 3]
    kinds = [type(event) for event in guarded.events]
    assert kinds.index(Paused) < kinds.index(Resumed)
    assert kinds.count(Resumed) == 1
    assert guarded.notes() == [
        "The guard is open",
        "The guard on GPIO5 is open, or its wire is cut",
        "The guard is closed again; somebody must say go.",
    ]


def test_a_single_step_is_not_begun_behind_an_open_guard() -> None:
    guarded = Guarded(single_step=True)
    go = guarded.controls.proceed

    def open_and_go() -> None:
        guarded.contact(GUARD, closed=False)
        go()

    def close_and_go() -> None:
        guarded.contact(GUARD, closed=True)
        go()

    guarded.acts = {WaitingForPerson: [open_and_go, go, go], Noted: [lambda: None, close_and_go]}
    guarded.runner.run(JOB)
    assert len(guarded.driver.steps) == 3
    assert "The guard on GPIO5 is open, or its wire is cut" in guarded.notes()


def test_a_yes_behind_an_open_guard_is_none() -> None:
    guarded = Guarded()

    def open_and_say_yes() -> None:
        guarded.contact(GUARD, closed=False)
        guarded.controls.proceed()

    guarded.acts = {WaitingForPerson: [open_and_say_yes]}
    looks: list[int] = []

    def listen() -> None:
        looks.append(1)
        guarded.contact(GUARD, closed=True)
        guarded.controls.proceed()

    ask(guarded.controls, guarded.publisher, "Placed?", listen)
    assert looks == [1]


def test_an_emergency_stop_ends_the_run_from_its_own_thread() -> None:
    guarded = Guarded()
    guarded.acts = {StepStarted: [lambda: None, lambda: guarded.contact(STOP, closed=False)]}
    with pytest.raises(StoppedByPerson, match="recording driver was halted"):
        guarded.runner.run(JOB)
    assert ("halt",) in guarded.driver.calls
    assert guarded.notes() == ["The emergency stop is pressed."]
    with pytest.raises(StoppedByPerson, match="The emergency stop on GPIO6"):
        guarded.inputs.check()
