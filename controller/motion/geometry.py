"""The table: where pegs, disks and poles are, and where the tool may go."""

from dataclasses import dataclass

from controller.model import Point

Range = tuple[float, float]
Slope = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Workspace:
    """Where the tool tip may be, mm: a box (x, y), a ring round the base (radius), or both; z always."""

    z: Range
    x: Range | None = None
    y: Range | None = None
    radius: Range | None = None


@dataclass(frozen=True, slots=True)
class Jaw:
    """Fingers round the tool's axis: `finger` mm thick, open they leave a circle of `open` mm free."""

    open: float
    finger: float


@dataclass(frozen=True, slots=True)
class Geometry:
    """The exhibit's measures in mm: peg axes at the board's top; disks from the smallest up.

    `leans`: mm to x and to y that each peg's axis leans for each mm upwards; empty where all are upright.
    `press`: how far the tip goes on below the height of contact, to grip and to let go. `arrive_from`: where,
    seen from a peg's axis, the last sideways motion to it begins; or `arrive_turned`: by how many degrees the
    base is turned there, anticlockwise. `rest`: where the arm lies by its own weight.
    """

    names: tuple[str, ...]
    pegs: tuple[Point, ...]
    thickness: tuple[float, ...]
    diameters: tuple[float, ...]
    pole_height: float
    grip_depth: float
    clearance: float
    workspace: Workspace
    park: Point
    rest: Point | None = None
    leans: tuple[Slope, ...] = ()
    jaw: Jaw | None = None
    press: float = 0.0
    arrive_from: tuple[float, float] = (0.0, 0.0)
    arrive_turned: float = 0.0

    @property
    def one_sided(self) -> bool:
        """Whether pegs are arrived at from one side."""
        return bool(self.arrive_turned or any(self.arrive_from))

    def lean(self, peg: int) -> Slope:
        """How far the axis of `peg` leans, mm to x and to y for each mm upwards."""
        return self.leans[peg] if self.leans else (0.0, 0.0)

    def axis(self, peg: int, z: float) -> Point:
        """The point of the axis of `peg` at height `z`: there the tip holds a disk that rests on the peg."""
        foot = self.pegs[peg]
        if not self.leans:
            return Point(foot.x, foot.y, z)
        x, y = self.leans[peg]
        return Point(foot.x + x * (z - foot.z), foot.y + y * (z - foot.z), z)

    def problem_at(self, peg: int, text: str) -> "GeometryProblem":
        """What is wrong with `peg`; `text` goes on after its name."""
        name = self.names[peg]
        return GeometryProblem(("arm", "pegs", name), f"peg {name} {text}")


@dataclass(frozen=True, slots=True)
class Breakaway:
    """The first `height` mm up from a disk just gripped or let go, at `speed` mm/s, against sticking."""

    height: float
    speed: float


@dataclass(frozen=True, slots=True)
class MotionLimits:
    """Speeds in mm/s along the path; an acceleration in mm/s2 that no axis exceeds; what is done at corners.

    `per_axis`: the firmware limits each axis alone (GRBL), so that a diagonal speeds up faster; otherwise the
    acceleration is that along the path (Marlin). `junction_deviation` is in mm; 0 stops at every corner.
    `arches`: the firmware takes many short lines in its stride, so that corners may be rounded with them.
    `lift_share`: how much of the acceleration these use to rise and to sink.
    """

    travel_speed: float
    lift_speed: float
    acceleration: float
    junction_deviation: float = 0.013
    per_axis: bool = False
    breakaway: Breakaway | None = None
    arches: bool = False
    lift_share: float = 1.0

    @property
    def lift_acceleration(self) -> float:
        """The acceleration with which an arch rises and sinks, mm/s2."""
        return self.lift_share * self.acceleration


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
