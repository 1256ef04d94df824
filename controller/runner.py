"""One step at a time: intent, execute, done, publish; and what a person may say meanwhile."""

import enum
from collections.abc import Callable
from queue import Empty, SimpleQueue

from controller.drivers.base import Driver
from controller.errors import HanoiError, StoppedByPerson
from controller.events import (
    Paused,
    Publisher,
    Resumed,
    RunEnded,
    RunFinished,
    StepDone,
    StepStarted,
    Stopping,
    WaitingForPerson,
)
from controller.link.clock import Clock
from controller.model import Move, State, Step


class Wish(enum.Enum):
    """What a person can ask of a run."""

    PAUSE = "pause"
    RESUME = "resume"
    TOGGLE_PAUSE = "toggle pause"
    STOP = "stop"
    HALT = "halt"
    PROCEED = "proceed"


class Controls:
    """The one object through which views ask for things; every method may be called from any thread."""

    def __init__(self, halt: Callable[[], None]) -> None:
        self._halt = halt
        self._wishes: SimpleQueue[Wish] = SimpleQueue()

    def pause(self) -> None:
        """Stand still after the present move."""
        self._wishes.put(Wish.PAUSE)

    def resume(self) -> None:
        """Go on after a pause."""
        self._wishes.put(Wish.RESUME)

    def toggle_pause(self) -> None:
        """Pause, or go on if paused."""
        self._wishes.put(Wish.TOGGLE_PAUSE)

    def stop(self) -> None:
        """Finish the present move, park, end."""
        self._wishes.put(Wish.STOP)

    def proceed(self) -> None:
        """Carry out the next move, where the run waits for each."""
        self._wishes.put(Wish.PROCEED)

    def halt(self) -> None:
        """Stop motion now: told to the machine from this very thread before anything else."""
        self._halt()
        self._wishes.put(Wish.HALT)

    def next_wish(self, wait: bool) -> Wish | None:
        """For the runner alone: the next wish, or None at once unless `wait`."""
        try:
            # A bounded wait keeps the main thread open to signals on every platform.
            return self._wishes.get(timeout=0.1) if wait else self._wishes.get_nowait()
        except Empty:
            return None
