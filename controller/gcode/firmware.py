"""What a file about a firmware family offers: plain data and pure functions, nothing that acts."""

import enum
from collections.abc import Callable
from dataclasses import dataclass

from controller.gcode.replies import Reply
from controller.model import Point


class Part(enum.Enum):
    """What an arm holds, and a stop may let go."""

    MOTORS = "motors"
    GRIPPER = "gripper"
    POSITION = "position"


@dataclass(frozen=True, slots=True)
class Stop:
    """Bytes that stop motion wherever they arrive, and what they let go."""

    data: bytes
    lets_go: frozenset[Part]


@dataclass(frozen=True, slots=True)
class Flow:
    """How much may be on its way and not yet acknowledged."""

    lines: int
    bytes: int


@dataclass(frozen=True, slots=True)
class Firmware:
    """A firmware family. Speeds are in mm/s, waits in seconds; its functions write them in its own units."""

    name: str
    flow: Flow
    prelude: tuple[str, ...]  # units, absolute coordinates: whatever makes the other lines mean what they say
    home: tuple[str, ...]
    drain: str  # acknowledged once motion has ended
    where: str  # answered by a PositionReport
    identify: str  # answered by an Identity
    grip: tuple[str, ...]
    release: tuple[str, ...]
    travel: Callable[[Point, float], str]
    lift: Callable[[float, float], str]
    dwell: Callable[[float], str]
    parse: Callable[[str], Reply]
    frame: Callable[[int, str], bytes]  # numbered, with its checksum and line end; raises UsageError
    greeting: bytes  # safe to repeat at any time; afterwards the next line is number 1
    halt: Stop  # the gentlest stop: keeps motors and gripper energised where the firmware can
    kill: Stop  # the emergency
    opening: frozenset[Part]  # what opening the port lets go


@dataclass(frozen=True, slots=True)
class Command:
    """One line to a firmware.

    `seconds` is the longest it may rightly take by itself. A question names its `answer`: it is done only
    once such a reply has come, and may be put again.
    """

    text: str
    seconds: float = 0.0
    answer: type[Reply] | None = None
