"""What a running Marlin remembers until its next reset, and how it is built."""

from dataclasses import dataclass, field

from firmware_proto.motion import MotionSettings
from firmware_proto.points import ORIGIN, Point


@dataclass(frozen=True, slots=True)
class MarlinBuild:
    """The options of the build; PROTOCOL.md names them."""

    emergency_parser: bool = True
    resend_ok: bool = True
    needs_homing: bool = True
    reset_on_open: bool = True
    wait_every: float | None = None


@dataclass(slots=True)
class MarlinSession:
    """Everything that a reset forgets; mm, seconds, mm/s."""

    motion: MotionSettings
    last_number: int = 0
    homed: set[str] = field(default_factory=set)
    relative: bool = False
    unit: float = 1.0
    speed: float = 25.0
    percent: float = 100.0
    shift: Point = ORIGIN
    busy_every: float = 2.0
    idle_timeout: float = 120.0
    paused: bool = False
    resumed: bool = False
    killed: bool = False
    stopping_until: float = 0.0
    gripped_with: str = ""
