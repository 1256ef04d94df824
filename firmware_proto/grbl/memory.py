"""What GRBL keeps in EEPROM: `$` settings, offsets of its systems of coordinates, stored places."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from firmware_proto.grbl.lines import Refusal
from firmware_proto.limits import Limits, Range
from firmware_proto.motion import MotionSettings
from firmware_proto.points import ORIGIN, Point

IDLE_DELAY, REPORT, JUNCTION, INCHES, SOFT_LIMITS, HARD_LIMITS, HOMING = 1, 10, 11, 13, 20, 21, 22
LOCATE_RATE, SEEK_RATE, DEBOUNCE, PULL_OFF = 24, 25, 26, 27
RATE, ACCELERATION, TRAVEL = 110, 120, 130
NEVER = 255
"""The idle delay that leaves the motors on."""

SLOWEST = 1.0
"""mm/min: nothing is slower, whatever is asked for."""

_FEEBLEST = 1e-3
_STEP_PULSE = 0
_BYTES = frozenset((0, 1, 2, 3, 10, 23, 26))
_SWITCHES = frozenset((4, 5, 6, 13, 20, 21, 22, 32))
_WHOLE = _BYTES | _SWITCHES | {30, 31}
_BUILT = {
    0: 10, 1: NEVER, 2: 0, 3: 0, 4: 0, 5: 0, 6: 0, 10: 1, 11: 0.010, 12: 0.002, 13: 0,
    20: 1, 21: 0, 22: 1, 23: 0, 24: 100.0, 25: 3000.0, 26: 250, 27: 1.0, 30: 1000, 31: 0, 32: 0,
    100: 80.0, 101: 80.0, 102: 80.0, 110: 30000.0, 111: 30000.0, 112: 30000.0,
    120: 1200.0, 121: 1200.0, 122: 1200.0,
}  # fmt: skip


def _built(limits: Limits, motion: MotionSettings | None) -> dict[int, float]:
    values: dict[int, float] = dict(_BUILT)
    for axis, (low, high) in enumerate(bounds(limits)):
        values[TRAVEL + axis] = high - low
        if motion:
            values[RATE + axis] = motion.max_speed[axis] * 60
            values[ACCELERATION + axis] = min(motion.max_acceleration[axis], motion.acceleration)
    return values


def bounds(limits: Limits) -> tuple[Range, Range, Range]:
    """How far the axes reach, mm; an arm's as far as its radius."""
    reach = limits.radius[1] if limits.radius else 0.0
    around = (-reach, reach)
    return limits.x or around, limits.y or around, limits.z


@dataclass(slots=True)
class Offsets:
    """The offsets of G54 to G59 and the places of G28 and G30, in the machine's coordinates."""

    systems: list[Point] = field(default_factory=lambda: [ORIGIN] * 6)
    stored: dict[str, Point] = field(default_factory=lambda: {"G28": ORIGIN, "G30": ORIGIN})


class GrblMemory:
    """Settings by number, and offsets; `own`: settings that differ from the build's."""

    def __init__(self, limits: Limits, motion: MotionSettings | None, own: Mapping[int, float]) -> None:
        self._limits = limits
        self._built = _built(limits, motion) | dict(own)
        self.restore("*")

    def __getitem__(self, number: int) -> float:
        return self._values[number]

    def restore(self, what: str) -> None:
        """Back to what was built: `$` settings, `#` offsets, `*` all."""
        if what in "$*":
            self._values = dict(self._built)
            self._drop_soft_limits()
        if what in "#*":
            self.offsets = Offsets()

    def set(self, number: int, value: float) -> None:
        """Set one; raises Refusal."""
        if value < 0:
            raise Refusal(4)
        if number not in self._values:
            raise Refusal(3)
        if number == _STEP_PULSE and value < 3:
            raise Refusal(6)
        if number == SOFT_LIMITS and value and not self._values[HOMING]:
            raise Refusal(10)
        self._values[number] = _stored(number, value)
        self._drop_soft_limits()

    def _drop_soft_limits(self) -> None:
        if not self._values[HOMING]:
            self._values[SOFT_LIMITS] = 0

    def lines(self) -> Iterator[str]:
        """All of them as `$$` tells them."""
        for number, value in sorted(self._values.items()):
            yield f"${number}={value:.0f}" if number in _WHOLE else f"${number}={value:.3f}"

    @property
    def motion(self) -> MotionSettings:
        """What they mean for motion: every axis is limited for itself, and nothing along the way."""
        return MotionSettings(
            max_speed=Point(*(max(rate, SLOWEST) / 60 for rate in self._of_axes(RATE))),
            max_acceleration=Point(*(max(most, _FEEBLEST) for most in self._of_axes(ACCELERATION))),
            acceleration=float("inf"),
            junction_deviation=self[JUNCTION],
        )

    @property
    def stop_seconds(self) -> float:
        """How long a stop takes."""
        return self[IDLE_DELAY] / 1000 if self.limp else 0.0

    @property
    def limp(self) -> bool:
        """Whether the motors go off at each stop."""
        return self[IDLE_DELAY] != NEVER

    def within_travel(self, place: Point) -> bool:
        """Whether a place in the machine's coordinates passes the soft limits."""
        high = Point(*(highest for _, highest in bounds(self._limits)))
        low = high.minus(self._of_axes(TRAVEL))
        box = Limits(x=(low.x, high.x), y=(low.y, high.y), z=(low.z, high.z))
        return box.cut(place) == place and self._limits.reaches(place)

    def _of_axes(self, first: int) -> Point:
        return Point(self[first], self[first + 1], self[first + 2])


def _stored(number: int, value: float) -> float:
    if number in _SWITCHES:
        return float(value != 0)
    return float(int(value) % 256) if number in _BYTES else value
