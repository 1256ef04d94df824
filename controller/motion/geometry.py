"""The table: where pegs, disks and poles are, and where the tool may go."""

from dataclasses import dataclass

from controller.model import Point

Range = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Workspace:
    """Where the tool tip may be, mm: a box (x, y), a ring round the base (radius), or both; z always."""

    z: Range
    x: Range | None = None
    y: Range | None = None
    radius: Range | None = None


@dataclass(frozen=True, slots=True)
class Geometry:
    """The exhibit's measures in mm: peg axes at the board's top; disks from the smallest up."""

    names: tuple[str, ...]
    pegs: tuple[Point, ...]
    thickness: tuple[float, ...]
    diameters: tuple[float, ...]
    pole_height: float
    grip_depth: float
    clearance: float
    workspace: Workspace
    park: Point


@dataclass(frozen=True, slots=True)
class MotionLimits:
    """Speeds in mm/s along the path; an acceleration in mm/s2 that no axis exceeds; what is done at corners.

    `per_axis`: the firmware limits each axis alone (GRBL), so that a diagonal speeds up faster; otherwise the
    acceleration is that along the path (Marlin). `junction_deviation` is in mm; 0 stops at every corner.
    """

    travel_speed: float
    lift_speed: float
    acceleration: float
    junction_deviation: float = 0.013
    per_axis: bool = False


@dataclass(frozen=True, slots=True)
class GripperTimes:
    """Seconds to wait after gripping and after letting go."""

    grip_settle: float
    release_settle: float


@dataclass(frozen=True, slots=True)
class GeometryProblem:
    """What cannot be built or reached; `where` is the place in the config, as ("arm", "pegs", "B")."""

    where: tuple[str, ...]
    text: str
