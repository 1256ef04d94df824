"""One step at a time: intent, execute, done, publish; and what a person may say meanwhile."""

import enum
import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import NoReturn

from controller.drivers.base import Driver, ShowsState
from controller.errors import HanoiError, StoppedAtRest, StoppedByPerson
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
from controller.link.clock import Clock
from controller.model import Move, Point, State, Step

_log = logging.getLogger(__name__)


class Wish(enum.Enum):
    """What a person can ask of a run."""

    PAUSE = "pause"
    RESUME = "resume"
    TOGGLE_PAUSE = "toggle pause"
    PROCEED = "proceed"
    STOP = "stop"
    HALT = "halt"
    KILL = "kill"


class Controls:
    """The one object through which views ask for things; every method may be called from any thread.

    Pausing and Stopping are published from the calling thread at once: a screen answers before the move ends.
    `obstacle` says what keeps the machine from going on, one sentence: while it does, nobody can make it.
    """

    def __init__(
        self,
        halt: Callable[[], None],
        publisher: Publisher,
        kill: Callable[[], None] | None = None,
        overhear: Callable[[Wish], None] = lambda _: None,
    ) -> None:
        self._halt = halt
        self._kill = kill or halt  # where there is nothing harder
        self._overhear = overhear  # told of each wish before anything follows from it; quick, takes no lock
        self._publisher = publisher
        self.obstacle: Callable[[], str | None] = lambda: None
        self._wishes: SimpleQueue[Wish] = SimpleQueue()

    def pause(self) -> None:
        """Stand still after the present move."""
        self._ask(Wish.PAUSE)
        self._publisher.publish(Pausing())

    def resume(self) -> None:
        """Go on after a pause."""
        self._ask(Wish.RESUME)

    def toggle_pause(self) -> None:
        """Pause after the present move, or go on if paused."""
        self._ask(Wish.TOGGLE_PAUSE)
        self._publisher.publish(Pausing())

    def proceed(self) -> None:
        """Carry out the next move, where the run waits for each."""
        self._ask(Wish.PROCEED)

    def stop(self) -> None:
        """Finish the present move, park, end."""
        self._ask(Wish.STOP)
        self._publisher.publish(Stopping())

    def halt(self) -> None:
        """Stop motion now, holding: told to the machine from this very thread before anything else."""
        self._overhear(Wish.HALT)
        self._halt()
        self._wishes.put(Wish.HALT)

    def kill(self) -> None:
        """Stop everything now, whatever sinks or falls: for an emergency; likewise from this very thread."""
        self._overhear(Wish.KILL)
        self._kill()
        self._wishes.put(Wish.KILL)

    def _ask(self, wish: Wish) -> None:
        self._overhear(wish)
        self._wishes.put(wish)

    def next_wish(self, timeout: float) -> Wish | None:
        """For the runner alone: the next wish, or None after `timeout` real seconds."""
        try:
            return self._wishes.get(timeout=timeout) if timeout > 0 else self._wishes.get_nowait()
        except Empty:
            return None


class Mode(enum.Enum):
    """What the runner is doing, as far as a person's wishes go."""

    RUNNING = "running"
    PAUSED = "paused"
    AWAITING = "awaiting a word before the next move"
    STOPPING = "stopping"
    HALTED = "halted"
    KILLED = "killed"


# Pause and stop end the move, so both are heard between moves only; a halt or a kill has already reached the
# machine when it is heard here. A wish that is not in the table changes nothing.
TRANSITIONS: dict[tuple[Mode, Wish], Mode] = {
    (Mode.RUNNING, Wish.PAUSE): Mode.PAUSED,
    (Mode.RUNNING, Wish.TOGGLE_PAUSE): Mode.PAUSED,
    (Mode.PAUSED, Wish.RESUME): Mode.RUNNING,
    (Mode.PAUSED, Wish.TOGGLE_PAUSE): Mode.RUNNING,
    (Mode.AWAITING, Wish.PROCEED): Mode.RUNNING,
    **{(mode, Wish.STOP): Mode.STOPPING for mode in (Mode.RUNNING, Mode.PAUSED, Mode.AWAITING)},
    **{(mode, Wish.HALT): Mode.HALTED for mode in Mode},
    **{(mode, Wish.KILL): Mode.KILLED for mode in Mode},
}
_STANDING = (Mode.PAUSED, Mode.AWAITING)
_ENDS = {
    Mode.STOPPING: "Stopped by a person between two moves; the machine is at rest.",
    Mode.HALTED: "Halted by a person: nothing moves any more.",
    Mode.KILLED: "Killed in an emergency: the arm may have sunk, and a held disk may have fallen.",
}
# Real seconds between looks while a person is waited for: signals are heard at once all the same.
_LOOK = 0.1


def _followed(mode: Mode, wish: Wish, controls: Controls, publish: Callable[[Event], None]) -> Mode:
    """The mode after a wish; what stands goes on only where there is no obstacle, which is told."""
    after = TRANSITIONS.get((mode, wish), mode)
    if mode in _STANDING and after is Mode.RUNNING and (obstacle := controls.obstacle()) is not None:
        publish(Noted(obstacle))
        return mode
    return after


def ask(controls: Controls, publisher: Publisher, question: str, listen: Callable[[], None]) -> None:
    """Put `question` to a person and return at a yes; `listen` is called again and again meanwhile.

    Raises StoppedByPerson at a stop or a halt. A yes that was said before the question answers nothing.
    """
    _hear_out(controls, Mode.RUNNING, publisher)
    publisher.publish(WaitingForPerson(question))
    while _hear_out(controls, Mode.AWAITING, publisher) is not Mode.RUNNING:
        listen()
    publisher.publish(Resumed())


def _hear_out(controls: Controls, mode: Mode, publisher: Publisher) -> Mode:
    while (wish := controls.next_wish(0)) is not None:
        mode = _followed(mode, wish, controls, publisher.publish)
        if mode is Mode.KILLED:
            raise StoppedByPerson(_ENDS[mode])
        if mode in _ENDS:
            raise StoppedAtRest("Stopped by a person before anything moved.")
    return mode


@dataclass(frozen=True, slots=True)
class Job:
    """One run: `moves` (of number `length`) from `start`; `seconds_left(m)` foretells from after move m.

    `air`: nothing is gripped, so that no disk moves.
    """

    exhibit: str
    peg_names: tuple[str, ...]
    start: State
    moves: Iterable[Move]
    length: int
    peg_points: tuple[Point, ...] = ()
    seconds_left: Callable[[int], float | None] = lambda _: None
    air: bool = False


class Runner:
    """Carries jobs out on a connected driver. With `single_step` it waits for a word before each move.

    `allowed` is called before each move and raises what forbids it.
    """

    def __init__(
        self,
        driver: Driver,
        publisher: Publisher,
        controls: Controls,
        clock: Clock,
        single_step: bool = False,
        allowed: Callable[[], None] = lambda: None,
    ) -> None:
        self._driver = driver
        self._publish = publisher.publish
        self._controls = controls
        self._clock = clock
        self._single_step = single_step
        self._allowed = allowed
        self._doubt: Step | None = None  # begun, and not known to be done

    def run(self, job: Job) -> State:
        """Carry out the whole job, park, and return where the disks stand.

        Raises StoppedByPerson after a stop (parked) or a halt, and whatever the driver raises.
        """
        begun = self._clock.now()
        state = job.start
        self._doubt = None
        self._announce(job)
        try:
            for number, move in enumerate(job.moves, 1):
                self._heed_before(number)
                state = self._carry_out(Step(number, move, state), job, begun)
            if self._controls.obstacle() is not None:
                self._heed(Mode.RUNNING)  # what stands in the way has asked for a pause
            self._driver.rest()
        except HanoiError as error:
            self._break_off(state, error)
            raise
        self._publish(RunFinished(state, job.length, self._clock.now() - begun))
        return state

    def _break_off(self, state: State, error: HanoiError) -> None:
        doubt = self._doubt
        if error.disk_in_place:
            doubt = None
            self._get_out_of_the_way()
        self._publish(RunEnded(state, str(error), doubt, error.latches))

    def _get_out_of_the_way(self) -> None:
        if self._controls.obstacle() is not None:
            return
        try:
            self._driver.rest()
        except HanoiError as error:  # what broke the run off is what is told
            _log.warning("The machine could not be brought to rest: %s", error)

    def wait(self, seconds: float) -> None:
        """Stand at rest between two jobs; raises StoppedByPerson as `run` does."""
        self._publish(Noted(f"Resting for {seconds:g} s."))
        end = self._clock.now() + seconds
        while (left := end - self._clock.now()) > 0:
            self._heed(Mode.RUNNING)
            self._clock.sleep(min(left, _LOOK))

    def _announce(self, job: Job) -> None:
        if isinstance(self._driver, ShowsState):
            self._driver.show(job.start)
        self._publish(
            RunStarted(
                exhibit=job.exhibit,
                peg_names=job.peg_names,
                state=job.start,
                moves=job.length,
                seconds_left=job.seconds_left(0),
                peg_points=job.peg_points,
                air=job.air,
            )
        )

    def _carry_out(self, step: Step, job: Job, begun: float) -> State:
        after = step.state.apply(step.move)  # an illegal move raises before anything stirs
        self._doubt = step
        self._publish(StepStarted(step))
        self._driver.execute(step)
        self._doubt = None
        seconds = self._clock.now() - begun
        self._publish(StepDone(step, after, seconds, job.seconds_left(step.number)))
        return after

    def _heed_before(self, number: int) -> None:
        self._heed(Mode.RUNNING)  # an Enter that came before the question does not answer it
        self._allowed()
        if not self._single_step:
            return
        self._publish(WaitingForPerson(f"Press Enter for move {number}."))
        self._heed(Mode.AWAITING)

    def _heed(self, mode: Mode) -> None:
        """Follow the wishes that have come in; return once running, raise once stopped or halted."""
        while True:
            wish = self._controls.next_wish(_LOOK if mode in _STANDING else 0)
            if wish is None:
                if mode not in _STANDING:
                    return
                continue
            before, mode = mode, _followed(mode, wish, self._controls, self._publish)
            self._tell(before, mode)

    def _stop(self) -> NoReturn:
        """Park and end; with an obstacle there is no way to park, and the end is where it stands."""
        if (obstacle := self._controls.obstacle()) is not None:
            self._driver.halt()
            raise StoppedByPerson(f"Stopped by a person where it stands. {obstacle}")
        self._driver.rest()
        raise StoppedAtRest(_ENDS[Mode.STOPPING])

    def _tell(self, before: Mode, mode: Mode) -> None:
        if mode is Mode.STOPPING:
            self._stop()
        if mode in _ENDS:
            raise StoppedByPerson(_ENDS[mode])
        if mode is Mode.PAUSED and before is not mode:
            self._publish(Paused())
        if mode is Mode.RUNNING and before is Mode.PAUSED:
            self._publish(Resumed())
