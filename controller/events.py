"""What has happened, as frozen facts, and the publisher that tells any number of listeners.

Times are seconds on the run's clock. A failing listener is logged and passed over: it never stops the
machine. Events may come from any thread.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass

from controller.model import Point, State, Step

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Event:
    """The root of all events."""


@dataclass(frozen=True, slots=True)
class RunStarted(Event):
    """A run of `moves` moves begins at `state`; `peg_points` is empty where there is no arm.

    `air`: every height is visited and nothing is gripped, so that no disk moves.
    """

    exhibit: str
    peg_names: tuple[str, ...]
    state: State
    moves: int
    seconds_left: float | None = None
    peg_points: tuple[Point, ...] = ()
    air: bool = False


@dataclass(frozen=True, slots=True)
class StepStarted(Event):
    """A step is about to be carried out."""

    step: Step


@dataclass(frozen=True, slots=True)
class StepDone(Event):
    """The disk is on its target; `state` is what stands now."""

    step: Step
    state: State
    seconds: float  # since the run began
    seconds_left: float | None


@dataclass(frozen=True, slots=True)
class ArmTravelling(Event):
    """The tool sets out in a straight line for about `seconds`; `start` None: known to the firmware only."""

    start: Point | None
    to: Point
    seconds: float


@dataclass(frozen=True, slots=True)
class DiskGripped(Event):
    """The gripper has closed on a disk and settled."""

    disk: int
    peg: int


@dataclass(frozen=True, slots=True)
class DiskReleased(Event):
    """The gripper has let a disk go and settled."""

    disk: int
    peg: int


@dataclass(frozen=True, slots=True)
class LineSent(Event):
    """One line went out on the wire, without its end."""

    text: str
    at: float


@dataclass(frozen=True, slots=True)
class LineReceived(Event):
    """One line came in on the wire, without its end."""

    text: str
    at: float


@dataclass(frozen=True, slots=True)
class Pausing(Event):
    """A person asked for a pause (or its end, if paused); the move is finished first."""


@dataclass(frozen=True, slots=True)
class Paused(Event):
    """The machine stands still between two moves until a person says go."""


@dataclass(frozen=True, slots=True)
class Resumed(Event):
    """A person said go."""


@dataclass(frozen=True, slots=True)
class Stopping(Event):
    """A person asked for the end; the move is finished first."""


@dataclass(frozen=True, slots=True)
class WaitingForPerson(Event):
    """Nothing moves until a person answers; `question` says what is asked."""

    question: str


@dataclass(frozen=True, slots=True)
class RunFinished(Event):
    """The run is over with every move done."""

    state: State
    moves: int
    seconds: float


@dataclass(frozen=True, slots=True)
class RunEnded(Event):
    """The run is over before its last move; `reason` is one sentence.

    `doubt`: the step that had begun and is not known to be done, whose disk may be anywhere on its way.
    `latched`: nothing moves again before a person has looked.
    """

    state: State
    reason: str
    doubt: Step | None = None
    latched: bool = False


@dataclass(frozen=True, slots=True)
class Noted(Event):
    """Something worth a line on the screen: a sentence."""

    text: str


Listener = Callable[[Event], None]


class Publisher:
    """Tells every listener, in the order they subscribed."""

    def __init__(self, *listeners: Listener) -> None:
        self._listeners = list(listeners)

    def subscribe(self, listener: Listener) -> None:
        """Add a listener; it hears all events from now on."""
        self._listeners.append(listener)

    def publish(self, event: Event) -> None:
        """Tell `event` to all listeners; one that raises is logged and the others still hear it."""
        for listener in self._listeners:
            try:
                listener(event)
            except Exception as error:
                debugging = _log.isEnabledFor(logging.DEBUG)  # visitors are shown no traceback
                _log.error("A listener failed on %s: %r", type(event).__name__, error, exc_info=debugging)
