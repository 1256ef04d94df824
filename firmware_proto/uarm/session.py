"""What a running uArm remembers until its next reset."""

from collections import deque
from dataclasses import dataclass, field

from firmware_proto.points import Point


@dataclass(slots=True)
class UarmSession:
    """Everything that a reset forgets; mm, seconds, mm/s."""

    speed: float | None = None
    """Of moves; None before the first F."""
    pieces: deque[tuple[Point, float]] = field(default_factory=deque)
    """The rest of the move being planned, each with its speed."""
    dwelling_until: float = 0.0
    closed: set[str] = field(default_factory=set)
    """The commands, M2231 or M2232, whose output is on."""
    motors: bool = True
    powered: bool = True
    moved: bool = False
    """Whether something has moved since the last @9."""
    tells_stops: bool = False
    report_every: float | None = None
    report_at: float | None = None
