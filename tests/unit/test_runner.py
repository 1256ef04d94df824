"""The runner: intent, execute, done, publish; and what a person's wishes do to it."""

import threading
from collections.abc import Callable

import pytest

from controller.errors import DeviceFault, IllegalMove, NothingGripped, StoppedByPerson
from controller.events import (
    Event,
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
from controller.kiosk import day, run_day
from controller.model import Move, State, Step
from controller.runner import TRANSITIONS, Controls, Job, Mode, Runner, Wish, ask

THREE_MOVES = (Move(1, 0, 1), Move(2, 0, 2), Move(1, 1, 2))
PAIR = State.tower(2, 0)


class Clock:
    """Time that passes only when waited for."""

    def __init__(self) -> None:
        self.time = 0.0

    def now(self) -> float:
        return self.time

    def sleep(self, seconds: float) -> None:
        self.time += seconds


class Driver:
    """Writes down what is asked of it; `on_step` runs inside the step of that number."""

    def __init__(self, clock: Clock, on_step: dict[int, Callable[[], None]] | None = None) -> None:
        self.calls: list[object] = []
        self._clock = clock
        self._on_step = on_step or {}

    def connect(self) -> None:
        self.calls.append("connect")

    def show(self, state: State) -> None:
        self.calls.append(("show", state.stacks))

    def execute(self, step: Step) -> None:
        self.calls.append(step.number)
        self._clock.sleep(10)
        self._on_step.get(step.number, lambda: None)()

    def rest(self) -> None:
        self.calls.append("rest")

    def halt(self) -> None:
        self.calls.append("halt")

    def close(self) -> None:
        self.calls.append("close")


class Stage:
    """A runner with everything around it, and the events it published."""

    def __init__(
        self, on_step: dict[int, Callable[["Stage"], None]] | None = None, single_step: bool = False
    ) -> None:
        self.heard: list[Event] = []
        self.publisher = Publisher(self.heard.append)
        self.clock = Clock()
        inside = {number: lambda act=act: act(self) for number, act in (on_step or {}).items()}
        self.driver = Driver(self.clock, inside)
        self.controls = Controls(self.driver.halt, self.publisher)
        self.runner = Runner(self.driver, self.publisher, self.controls, self.clock, single_step)

    def kinds(self) -> list[type[Event]]:
        return [type(event) for event in self.heard]

    def when(self, kind: type[Event], act: Callable[[], None]) -> None:
        """Act, from another thread as a keyboard does, once an event of this kind has been heard."""

        def listen(event: Event) -> None:
            if isinstance(event, kind):
                threading.Thread(target=act).start()

        self.publisher.subscribe(listen)


def job(moves: tuple[Move, ...] = THREE_MOVES, start: State = PAIR) -> Job:
    return Job("Test", ("A", "B", "C"), start, moves, len(moves), seconds_left=lambda done: 10.0 * (3 - done))


def test_each_step_is_announced_carried_out_and_then_called_done():
    stage = Stage()
    end = stage.runner.run(job())
    assert end == State.tower(2, 2)
    assert stage.driver.calls == [("show", PAIR.stacks), 1, 2, 3, "rest"]
    assert stage.kinds() == [RunStarted, *[StepStarted, StepDone] * 3, RunFinished]


def test_the_steps_carry_number_state_and_time():
    stage = Stage()
    stage.runner.run(job())
    done = [event for event in stage.heard if isinstance(event, StepDone)]
    assert [event.step.number for event in done] == [1, 2, 3]
    assert [event.step.state.stacks for event in done] == [
        ((2, 1), (), ()),
        ((2,), (1,), ()),
        ((), (1,), (2,)),
    ]
    assert [(event.seconds, event.seconds_left) for event in done] == [(10, 20), (20, 10), (30, 0)]
    assert stage.heard[-1] == RunFinished(State.tower(2, 2), 3, 30)


def test_an_illegal_move_is_refused_before_anything_stirs():
    stage = Stage()
    with pytest.raises(IllegalMove):
        stage.runner.run(job((Move(2, 0, 1),)))
    assert stage.driver.calls == [("show", PAIR.stacks)]


def test_a_fault_ends_the_run_with_the_last_certain_state_and_without_a_further_motion():
    def fail(_: Stage) -> None:
        raise DeviceFault("The cable is out.")

    stage = Stage({2: fail})
    with pytest.raises(DeviceFault, match="cable"):
        stage.runner.run(job())
    doubt = Step(2, THREE_MOVES[1], State((1, 0), 3))
    assert stage.heard[-1] == RunEnded(State((1, 0), 3), "The cable is out.", doubt)
    assert stage.driver.calls == [("show", PAIR.stacks), 1, 2]


def test_a_fault_that_left_the_disk_in_its_place_leaves_no_step_in_doubt():
    def fail(_: Stage) -> None:
        raise NothingGripped("The cup does not hold disk 2.")

    stage = Stage({2: fail})
    with pytest.raises(NothingGripped):
        stage.runner.run(job())
    assert stage.heard[-1] == RunEnded(State((1, 0), 3), "The cup does not hold disk 2.")


def test_what_forbids_a_move_is_heard_before_it_and_leaves_every_disk_certain():
    stage = Stage()
    forbidden = iter([None, DeviceFault("The disk is full.")])

    def allowed() -> None:
        if fault := next(forbidden):
            raise fault

    runner = Runner(stage.driver, stage.publisher, stage.controls, stage.clock, allowed=allowed)
    with pytest.raises(DeviceFault, match="full"):
        runner.run(job())
    assert stage.driver.calls == [("show", PAIR.stacks), 1]
    assert stage.heard[-1] == RunEnded(State((1, 0), 3), "The disk is full.")


def test_a_stop_finishes_the_move_parks_and_ends():
    stage = Stage({2: lambda s: s.controls.stop()})
    with pytest.raises(StoppedByPerson):
        stage.runner.run(job())
    assert stage.driver.calls[1:] == [1, 2, "rest"]
    assert stage.kinds()[-3:] == [Stopping, StepDone, RunEnded]


def test_a_halt_reaches_the_machine_from_the_calling_thread_at_once():
    stage = Stage({2: lambda s: s.controls.halt()})
    with pytest.raises(StoppedByPerson, match="Halted"):
        stage.runner.run(job())
    assert stage.driver.calls[1:] == [1, 2, "halt"]


def test_space_pauses_after_the_move_and_goes_on_again():
    stage = Stage({1: lambda s: s.controls.toggle_pause()})
    stage.when(Paused, stage.controls.toggle_pause)
    stage.runner.run(job())
    told = [kind for kind in stage.kinds() if kind is not Pausing]
    assert told == [
        RunStarted,
        StepStarted,
        StepDone,
        Paused,
        Resumed,
        *[StepStarted, StepDone] * 2,
        RunFinished,
    ]


def test_a_pause_can_be_resumed_stopped_or_halted():
    for act, ending in (("resume", RunFinished), ("stop", RunEnded), ("halt", RunEnded)):
        stage = Stage({1: lambda s: s.controls.pause()})
        stage.when(Paused, getattr(stage.controls, act))
        if ending is RunEnded:
            with pytest.raises(StoppedByPerson):
                stage.runner.run(job())
        else:
            stage.runner.run(job())
        assert isinstance(stage.heard[-1], ending), act


def test_nothing_is_executed_while_paused():
    stage = Stage({1: lambda s: s.controls.pause()})
    seen: list[list[object]] = []

    def look_and_go_on() -> None:
        seen.append(list(stage.driver.calls))
        stage.controls.resume()

    stage.when(Paused, look_and_go_on)
    stage.runner.run(job())
    assert seen == [[("show", PAIR.stacks), 1]]


def test_single_steps_wait_for_a_word_before_each_move():
    stage = Stage(single_step=True)
    stage.when(WaitingForPerson, stage.controls.proceed)
    stage.runner.run(job())
    assert stage.kinds().count(WaitingForPerson) == 3
    assert stage.driver.calls[1:] == [1, 2, 3, "rest"]


def test_an_enter_pressed_during_a_plain_run_is_not_kept():
    stage = Stage({1: lambda s: s.controls.proceed()})
    stage.runner.run(job())
    assert stage.driver.calls[1:] == [1, 2, 3, "rest"]


def test_an_enter_that_comes_before_the_question_does_not_answer_it():
    stage = Stage({1: lambda s: (s.controls.proceed(), s.controls.proceed())}, single_step=True)
    asked: list[str] = []

    def answer(event: Event) -> None:
        if isinstance(event, WaitingForPerson):
            asked.append(event.question)
            stage.controls.proceed()

    stage.publisher.subscribe(answer)
    stage.runner.run(job())
    assert asked == [f"Press Enter for move {number}." for number in (1, 2, 3)]


def test_every_mode_but_the_last_two_can_be_left_by_stop_and_every_mode_by_halt():
    for mode in Mode:
        assert TRANSITIONS[mode, Wish.HALT] is Mode.HALTED
    for mode in (Mode.RUNNING, Mode.PAUSED, Mode.AWAITING):
        assert TRANSITIONS[mode, Wish.STOP] is Mode.STOPPING


def test_a_failing_listener_does_not_stop_the_run(caplog: pytest.LogCaptureFixture):
    stage = Stage()

    def fail(_: Event) -> None:
        raise RuntimeError("broken view")

    stage.publisher.subscribe(fail)
    stage.runner.run(job())
    assert stage.driver.calls[-1] == "rest"
    assert "broken view" in caplog.text


def test_a_day_goes_there_and_back_with_rests_between():
    stage = Stage()
    back = job(tuple(Move(d, t, s) for d, s, t in reversed(THREE_MOVES)), State.tower(2, 2))
    run_day(stage.runner, day(job(), back, job(), cycles=2), rest=20)
    ends = [event.state for event in stage.heard if isinstance(event, RunFinished)]
    assert ends == [State.tower(2, 2), PAIR, State.tower(2, 2), PAIR]
    assert stage.clock.now() == pytest.approx(4 * 30 + 3 * 20)


def test_a_stop_ends_a_rest():
    stage = Stage()
    stage.controls.stop()
    with pytest.raises(StoppedByPerson):
        stage.runner.wait(20)
    assert stage.clock.now() == 0


def test_a_day_without_a_number_of_cycles_goes_on_until_stopped():
    stage = Stage()
    finished = iter(range(1, 8))

    def count(event: Event) -> None:
        if isinstance(event, RunFinished) and next(finished) == 7:
            stage.controls.stop()

    stage.publisher.subscribe(count)
    back = job(tuple(Move(d, t, s) for d, s, t in reversed(THREE_MOVES)), State.tower(2, 2))
    with pytest.raises(StoppedByPerson):
        run_day(stage.runner, day(job(), back, job()), rest=20)
    assert stage.kinds().count(RunFinished) == 7


def test_notes_pass_through_untouched():
    stage = Stage()
    stage.publisher.publish(Noted("hello"))
    assert stage.heard == [Noted("hello")]


class Asking:
    """A question put through `ask`, and what a person says meanwhile."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.publisher = Publisher(self.events.append)
        self.halts = 0
        self.controls = Controls(lambda: None, self.publisher)
        self.listened = 0

    def ask(self, *answers: str) -> None:
        waiting = iter(answers)

        def listen() -> None:
            self.listened += 1
            getattr(self.controls, next(waiting, "proceed"))()

        ask(self.controls, self.publisher, "Is it clear?", listen)


def test_a_question_is_told_and_waits_for_a_yes_listening_meanwhile() -> None:
    asking = Asking()
    asking.ask("pause", "resume", "proceed")
    assert WaitingForPerson("Is it clear?") in asking.events
    assert asking.listened == 3


@pytest.mark.parametrize("answer", ["stop", "halt"])
def test_a_question_is_answered_by_a_stop_too(answer: str) -> None:
    with pytest.raises(StoppedByPerson, match="before anything moved"):
        Asking().ask(answer)


def test_a_yes_before_the_question_answers_nothing() -> None:
    asking = Asking()
    asking.controls.proceed()
    asking.ask("proceed")
    assert asking.listened == 1


def test_a_stop_before_the_question_is_heeded() -> None:
    asking = Asking()
    asking.controls.stop()
    with pytest.raises(StoppedByPerson):
        asking.ask()
    assert WaitingForPerson("Is it clear?") not in asking.events


def guarded(on_step: dict[int, Callable[["Stage"], None]]) -> tuple[Stage, list[str]]:
    """A stage whose guard is open while there is something in the list."""
    stage, obstacles = Stage(on_step), []
    stage.controls.obstacle = lambda: obstacles[0] if obstacles else None
    return stage, obstacles


def test_a_stop_behind_an_open_guard_moves_nothing_any_more():
    stage, obstacles = guarded({2: lambda s: s.controls.stop()})
    obstacles.append("The guard is open.")
    with pytest.raises(StoppedByPerson, match=r"where it stands\. The guard is open\.") as stopped:
        stage.runner.run(job())
    assert stage.driver.calls[1:] == [1, 2, "halt"]
    assert stopped.value.latches


def test_after_the_last_move_too_it_parks_only_once_the_guard_is_closed_and_somebody_says_go():
    stage, obstacles = guarded({3: lambda s: (obstacles.append("The guard is open."), s.controls.pause())})
    calls_then: list[object] = []

    def close_the_guard() -> None:
        calls_then.extend(stage.driver.calls)
        obstacles.clear()
        stage.controls.resume()

    stage.when(Paused, close_the_guard)
    stage.runner.run(job())
    assert calls_then[-1] == 3
    assert stage.driver.calls[-1] == "rest"


def test_a_disk_that_could_not_be_taken_leaves_the_arm_where_it_is_behind_an_open_guard():
    def fail(_: Stage) -> None:
        raise NothingGripped("The cup does not hold disk 2.")

    stage, obstacles = guarded({2: fail})
    obstacles.append("The guard is open.")
    with pytest.raises(NothingGripped):
        stage.runner.run(job())
    assert stage.driver.calls[1:] == [1, 2]
