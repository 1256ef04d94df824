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
class Halted(Reply):
    """The firmware has stopped itself and wants a person."""


@dataclass(frozen=True, slots=True)
class Refused(Reply):
    """A line was not carried out as it stood."""


@dataclass(frozen=True, slots=True)
class PositionReport(Reply):
    """Where the tool is, or is on its way to."""

    at: Point


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
class Info(Reply):
    """Anything else: worth a line in the log, never a decision."""
