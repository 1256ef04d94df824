"""What a running GRBL remembers until its next reset, and how it is built."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from firmware_proto.points import ORIGIN, Point


@dataclass(frozen=True, slots=True)
class GrblBuild:
    """The options of the build; PROTOCOL.md names them. `settings`: `$` settings that differ from it."""

    banner: str = "Grbl 1.1h ['$' for help]"
    version: str = "1.1h.20190830"
    receive_bytes: int = 128
    blocks: int = 15
    mist: bool = False
    reset_on_open: bool = True
    line_seconds: float = 0.002
    settings: Mapping[int, float] = field(default_factory=dict)


@dataclass(slots=True)
class GrblModes:
    """The parser's modes, as a reset sets them; places in the machine's coordinates, mm, feed in mm/min."""

    motion: str = "G0"
    system: int = 0
    plane: str = "G17"
    units: str = "G21"
    distance: str = "G90"
    spindle: str = "M5"
    coolant: str = "M9"
    tool: int = 0
    feed: float = 0.0
    revolutions: float = 0.0
    offset: Point = ORIGIN  # G92
    position: Point = ORIGIN

    @property
    def unit(self) -> float:
        """How many mm a unit of length has."""
        return 25.4 if self.units == "G20" else 1.0


@dataclass(slots=True)
class GrblSession:
    """What it is doing. `shift`: from the machine's coordinates, as it counts them, to the true place, mm."""

    modes: GrblModes = field(default_factory=GrblModes)
    shift: Point = ORIGIN
    locked: bool = False
    critical: bool = False
    checking: bool = False
    jogging: bool = False
    homing: bool = False
    asleep: bool = False
    suspended: str = ""  # Hold or Door
    spindle_stopped: bool = False
    asked: bool = False  # for a report that cannot be given yet
    resume_at: float | None = None
    deaf_until: float = 0.0
    struck: bool = False  # on its way into a limit
    due: str = ""  # what follows the answer: reset or sleep
    feed_percent: int = 100
    rapid_percent: int = 100
    gripped_with: str = ""

    def restarted(self) -> "GrblSession":
        """What a soft reset leaves of it."""
        return GrblSession(shift=self.shift, locked=self.locked)
