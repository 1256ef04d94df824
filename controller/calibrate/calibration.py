"""What has been taught so far, where the tip stands, and what may come next. Pure: whoever drives it moves.

Rules: nothing is jogged or taught from a place that is not known; a step is one of three sizes, a distance
typed is bounded; the way keeps within the workspace; where no end switch has found the place, the first way
is up.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import hypot

from controller.calibrate.bounds import trouble
from controller.errors import UsageError
from controller.gcode.numbers import number
from controller.model import Point
from controller.motion.geometry import Workspace

STEPS = (10.0, 1.0, 0.1)
"""The sizes of a step, mm, coarse to fine."""

LONGEST = 100.0
"""No single way is longer, mm."""

CLOSEST = 1.0
"""Two pegs are not nearer to one another, mm."""

STEEPEST = 0.1
"""A board that rises by more, mm for each mm across, has more likely not been touched."""

UP = 2  # the axis


class Refused(UsageError):
    """An order that cannot be obeyed now; nothing has moved."""


@dataclass(frozen=True, slots=True)
class Station:
    """A place to be taught; `hint` says where the tip belongs, `on_board` whether that is on the board."""

    name: str
    hint: str
    on_board: bool = False


@dataclass(frozen=True, slots=True)
class Calibration:
    """The places taught so far (mm, by the names of the stations), and the place of the tip.

    `current` is the number of the station to be taught next, that of all stations once none is left.
    `at` None: not known. `upwards`: the next way must be up. `saved`: what the file says.
    """

    stations: tuple[Station, ...]
    workspace: Workspace
    points: Mapping[str, Point] = field(default_factory=dict)
    saved: Mapping[str, Point] = field(default_factory=dict)
    at: Point | None = None
    current: int = 0
    step: float = STEPS[0]
    upwards: bool = False

    @property
    def changed(self) -> dict[str, Point]:
        """The places taught since the file was written."""
        return {name: point for name, point in self.points.items() if self.saved.get(name) != point}

    @property
    def missing(self) -> list[str]:
        """The stations that have no place yet."""
        return [station.name for station in self.stations if station.name not in self.points]

    def homed(self, at: Point, upwards: bool) -> "Calibration":
        """The arm knows where it is; `upwards`: its first way is up, if there is room above it."""
        return replace(self, at=at, upwards=upwards and at.z < self.workspace.z[1])

    def lost(self) -> "Calibration":
        """Where the tip stands is not known any more."""
        return replace(self, at=None)

    def goal(self, axis: int, distance: float) -> Point:
        """Where a way of `distance` mm along `axis` (0: x) leads; raises Refused."""
        rises = axis == UP and distance > 0
        here = self._known_place() if rises else self.free_place()
        if not 0 < abs(distance) <= LONGEST:
            raise Refused(f"{distance:g} mm is no step; write 0.1 to {LONGEST:g} mm.")
        moved = [value + distance * (index == axis) for index, value in enumerate(here)]
        goal = Point(*(round(value, 3) for value in moved))
        if forbidden := trouble(self.workspace, here, goal):
            raise Refused(f"Not moved: {forbidden}.")
        return goal

    def free_place(self) -> Point:
        """Where the tip stands, if it may leave it in any direction; raises Refused."""
        if self.at is not None and self.upwards:
            raise Refused("Where no end switch has found the place, the first way is straight up.")
        return self._known_place()

    def rise(self) -> float:
        """How far up the arm goes by itself once it has been placed, mm; 0: it need not, or has no room."""
        room = self.workspace.z[1] - self.at.z if self.at is not None else 0.0
        return min(STEPS[0], max(0.0, room)) if self.upwards else 0.0

    def arrived(self, at: Point) -> "Calibration":
        """The tip has come to `at`."""
        return replace(self, at=at, upwards=False)

    def taught(self, name: str | None = None) -> "Calibration":
        """The place of the tip is that of the station `name`, or of the current one; raises Refused."""
        index = self._number_of(name)
        points = {**self.points, self.stations[index].name: self._known_place()}
        return replace(self, points=points, current=index + 1)

    def doubt(self, name: str | None = None) -> str | None:
        """What is odd about the place of the tip for the station `name`, or the current one; raises Refused.

        The board is flat, more or less, and each peg has a place of its own.
        """
        station, here = self.stations[self._number_of(name)], self._known_place()
        others = [
            (hypot(here.x - at.x, here.y - at.y), other, at)
            for other, at in self._on_board()
            if other != station.name
        ]
        if not station.on_board or not others:
            return None
        apart, other, at = min(others)
        if apart < CLOSEST:
            return f"{station.name} would stand where {other} stands"
        if abs(here.z - at.z) > STEEPEST * apart:
            side = "higher" if here.z > at.z else "lower"
            return f"{station.name} would stand {number(abs(here.z - at.z))} mm {side} than {other}"
        return None

    def _on_board(self) -> list[tuple[str, Point]]:
        """The places known on the board."""
        names = [station.name for station in self.stations if station.on_board]
        return [(name, self.points[name]) for name in names if name in self.points]

    def gone_back(self) -> "Calibration":
        """The station before is the current one again; what it has been taught stays until taught anew."""
        return replace(self, current=max(0, self.current - 1))

    def stepping(self, size: float) -> "Calibration":
        """With steps of `size`; raises Refused for any but the three."""
        if size not in STEPS:
            raise Refused(f"A step is one of {', '.join(map(number, STEPS))} mm.")
        return replace(self, step=size)

    def coarser(self, by: int) -> "Calibration":
        """With steps `by` sizes larger, or smaller for less than 0; the ends stay."""
        index = min(max(STEPS.index(self.step) - by, 0), len(STEPS) - 1)
        return replace(self, step=STEPS[index])

    def written(self) -> "Calibration":
        """The file says what has been taught."""
        return replace(self, saved=dict(self.points))

    def _known_place(self) -> Point:
        if self.at is None:
            raise Refused("Where the arm stands is not known: home it first.")
        return self.at

    def _number_of(self, name: str | None) -> int:
        if name is None and self.current == len(self.stations):
            raise Refused("Everything has been taught; name what to teach anew, or go back to it.")
        if name is None:
            return self.current
        names = [station.name for station in self.stations]
        if name not in names:
            raise Refused(f"{name} is nothing that can be taught here; it is one of {', '.join(names)}.")
        return names.index(name)
