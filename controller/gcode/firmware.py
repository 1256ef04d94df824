"""What a file about a firmware family offers: plain data and pure functions, nothing that acts."""

import enum
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from controller.gcode.replies import Reply
from controller.gcode.vocabulary import Vocabulary
from controller.model import Point
from controller.motion.axes import Demand


class Part(enum.Enum):
    """What an arm holds, and a stop may let go."""

    MOTORS = "motors"
    GRIPPER = "gripper"
    POSITION = "position"


@dataclass(frozen=True, slots=True)
class Stop:
    """Bytes that stop motion wherever they arrive, and what they let go.

    Said again `again` seconds after one another, while lines may still be on their way; or, where a line that
    `at_rest` finds tells that the arm stands, until it has come, with the question for it, `ask`, behind.
    """

    data: bytes
    lets_go: frozenset[Part]
    again: tuple[float, ...] = (0.0,)
    ask: bytes = b""
    at_rest: re.Pattern[str] | None = None


@dataclass(frozen=True, slots=True)
class _Window:
    """How much may be on its way and not yet acknowledged."""

    lines: int
    bytes: int


@dataclass(frozen=True, slots=True)
class Numbered(_Window):
    """Lines are numbered and checked; the device asks for a lost one again."""


@dataclass(frozen=True, slots=True)
class Counted(_Window):
    """One answer a line, in order.

    `status`: a byte that is answered out of turn, and is itself no line. Lines that `alone` finds are sent
    when nothing else is on its way, and awaited.
    """

    status: bytes = b""
    alone: re.Pattern[str] | None = None


@dataclass(frozen=True, slots=True)
class Tagged(_Window):
    """Each answer names its line by its number modulo `tags`.

    `pulse`: a question for the position, harmless, answered out of turn as soon as it has been read.
    """

    pulse: str
    tags: int


Flow = Numbered | Counted | Tagged  # how lines are acknowledged, and what may be on its way


@dataclass(frozen=True, slots=True)
class Told:
    """What a firmware has told of itself: what it was built with, and its settings by their names."""

    capabilities: Mapping[str, bool]
    settings: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something about a firmware that a person should know: a sentence; a `grave` one forbids any motion."""

    text: str
    grave: bool = False


# What is asked of X, Y and Z, and whether the arm is to home by itself, and is not placed by hand.
Review = Callable[[Told, Sequence[Demand], bool], Iterator[Finding]]


def nothing_to_tell(_told: Told, _asked: Sequence[Demand], _homes: bool) -> Iterator[Finding]:
    """The review of a firmware that tells nothing of itself."""
    return iter(())


@dataclass(frozen=True, slots=True, kw_only=True)
class Firmware:
    """A firmware family. Speeds are in mm/s, waits in seconds; its functions write them in its own units."""

    name: str
    signature: re.Pattern[str] | None  # lines by which no other family introduces itself
    flow: Flow
    prelude: tuple[str, ...]  # before homing: whatever makes the other lines mean what they say
    home: tuple[str, ...]
    placed: Callable[[Point], tuple[str, ...]]  # instead of homing: these are its axes where it stands now
    modes: tuple[str, ...] = ()  # the rest of the prelude, where it is taken only after homing
    unlocked: Callable[[str], bool] = lambda _: True  # whether a line is taken before homing too
    vocabulary: Vocabulary | None = None  # None: what it knows only its owner can say
    drain: tuple[str, ...]  # acknowledged once motion has ended
    where: str | None  # answered by a PositionReport
    usb: Mapping[str, str] = field(default_factory=dict)  # vendor:product it comes with, and as what
    takes_joints: bool = True  # its X, Y and Z may be degrees; otherwise it reckons its joints by itself
    takes_negative_s: bool = True
    not_homed: Mapping[str, str] = field(default_factory=dict)  # kinds of homing it cannot have, and why
    identify: str | None  # answered by an Identity that begins with the family's name; None: it cannot
    inquiries: tuple[str, ...] = ()  # answered by Capability or Setting
    grip: tuple[str, ...]
    release: tuple[str, ...]
    tell_modes: str | None = None  # answered by Modes
    outputs: Callable[[Iterable[str]], frozenset[str]] = lambda _: frozenset()  # told by it after such lines
    holds: Callable[[Sequence[str]], str | None] = lambda _: None  # the question after such grip lines
    travel: Callable[[Point, float], str]
    lift: Callable[[float, float], str]
    dwell: Callable[[float], str] | None  # None: it has none, and the host waits
    parser: Callable[[], Callable[[str], Reply]]  # a new one each time the port is opened: some remember
    frame: Callable[[int, str], bytes]  # as it goes over the wire, with its line end; raises UsageError
    greeting: bytes  # safe to repeat at any time; b"": there is nothing harmless to say
    greeting_interval: float = 2.0  # seconds
    unheard: str = ""  # what else may be wrong where it does not answer as it should, as a clause
    reset_wait: float = 2.0  # seconds a board may take to start; infinite: it always says when it has
    review: Review = field(default=nothing_to_tell)
    per_axis: bool = False  # limits the acceleration of each axis alone, not along the path
    junction_deviation: float = 0.013  # mm, as it is built; 0: it stops at every corner
    fills_up_first: bool = False  # while lines come in, it begins to move only once its planner is full
    arches: bool = False  # takes many short lines in its stride: corners rounded with them are quicker
    stop_seconds: float = 0.0  # what it takes to prove a stop
    halt: Stop  # the gentlest stop: keeps motors and gripper energised where the firmware can
    kill: Stop  # the emergency
    opening: frozenset[Part]  # what opening the port lets go


@dataclass(frozen=True, slots=True)
class Command:
    """One line to a firmware; an empty one is a wait of the host's own.

    `seconds` is the longest it may rightly take by itself. A question names its `answer`: it is done only
    once such a reply has come, and may be put again. Of a `queued` command being acknowledged means that it
    is accepted, of others that they are done.
    """

    text: str
    seconds: float = 0.0
    answer: type[Reply] | None = None
    queued: bool = False
