"""What a device can say, as facts, whatever its firmware; `text` is the line as it came."""

from dataclasses import dataclass

from controller.model import Point


@dataclass(frozen=True, slots=True)
class Reply:
    """The root of all replies."""

    text: str


@dataclass(frozen=True, slots=True)
class Ok(Reply):
    """A line was accepted; `number` where the firmware says which."""

    number: int | None = None


@dataclass(frozen=True, slots=True)
class LineDamaged(Reply):
    """A line arrived damaged or out of turn and was not carried out; a Resend follows."""


@dataclass(frozen=True, slots=True)
class Resend(Reply):
    """All lines before `number` were taken; that line is wanted next."""

    number: int


@dataclass(frozen=True, slots=True)
class Busy(Reply):
    """Alive, and not ready for more."""


@dataclass(frozen=True, slots=True)
class Started(Reply):
    """The firmware has just started: position, homing and queue are gone."""


@dataclass(frozen=True, slots=True)
class Locked(Reply):
    """Alive, and refuses all motion until it has been homed."""


@dataclass(frozen=True, slots=True)
class Halted(Reply):
    """The firmware has stopped itself and wants a person; `meaning` says in words what it said in numbers."""

    meaning: str = ""


@dataclass(frozen=True, slots=True)
class Refused(Reply):
    """A line was not carried out as it stood; `meaning` says in words what the firmware said in numbers."""

    meaning: str = ""


@dataclass(frozen=True, slots=True)
class Overflow(Reply):
    """A line found no room and was lost; which, the firmware does not say."""


@dataclass(frozen=True, slots=True)
class PositionReport(Reply):
    """Where the tool is, or is on its way to; `room`: the bytes free in the receive buffer, if told."""

    at: Point
    room: int | None = None


@dataclass(frozen=True, slots=True)
class GripReport(Reply):
    """Whether the gripper holds something."""

    holding: bool


@dataclass(frozen=True, slots=True)
class Modes(Reply):
    """The words that hold at present: `G90`, `M3`, `S1000` ..."""

    words: frozenset[str]


@dataclass(frozen=True, slots=True)
class Identity(Reply):
    """Who the firmware says it is."""

    firmware: str


@dataclass(frozen=True, slots=True)
class Capability(Reply):
    """What the firmware was built with, or without."""

    name: str
    present: bool


@dataclass(frozen=True, slots=True)
class Setting(Reply):
    """What one of the firmware's settings is, by the firmware's own name for it."""

    name: str
    value: float


@dataclass(frozen=True, slots=True)
class BufferSize(Reply):
    """How many bytes the firmware's receive buffer holds."""

    bytes: int


@dataclass(frozen=True, slots=True)
class Answered(Reply):
    """What is said to line `number`: by itself it means `content`."""

    number: int
    content: Reply


@dataclass(frozen=True, slots=True)
class Info(Reply):
    """Anything else: worth a line in the log, never a decision."""
