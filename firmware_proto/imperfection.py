"""What is not perfect about a machine and its disks, and the luck that decides when it shows.

Chance comes in as a generator, so that the same seed is the same day again.
"""

import math
from dataclasses import dataclass, fields
from typing import Protocol


class Chance(Protocol):
    """A generator of random numbers, such as `random.Random(seed)`."""

    def random(self) -> float:
        """A number from 0 up to, not including, 1, all equally likely."""

    def gauss(self, mu: float, sigma: float, /) -> float:
        """A normally distributed number."""


@dataclass(frozen=True, slots=True)
class Imperfections:
    """How far from perfect things are; a perfect machine by default.

    `picking`, `placing`: mm rms on each of X and Y that the tool is off its place when it grips and when it
    lets go; errors are normal and independent. `thickness`: mm by which every disk is thicker than it was
    said to be (thinner: below 0). `double_pick`: chance that a grip takes the disk beneath along;
    `late_release`: chance that a disk clings to the gripper as that draws away; `leak`: chance a second that
    the grip is lost while it holds. `sag`: mm by which the arm sinks each time that its motors go limp,
    until it is homed. Raises ValueError for what cannot be.
    """

    picking: float = 0.0
    placing: float = 0.0
    thickness: float = 0.0
    double_pick: float = 0.0
    late_release: float = 0.0
    leak: float = 0.0
    sag: float = 0.0

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if value < 0 and field.name != "thickness":
                raise ValueError(f"{field.name} is {value:g}; it cannot be below 0.")
        for name in ("double_pick", "late_release", "leak"):
            if getattr(self, name) > 1:
                raise ValueError(f"{name} is {getattr(self, name):g}; a chance is at most 1.")


PERFECT = Imperfections()


class Countdown:
    """Rare things counted down to, rather than a die thrown each time: the law is the same, and it is fast.

    What happens with `chance` at each trial happens for the first time at the n-th, n being geometrically
    distributed.
    """

    def __init__(self, chance: float, draw: Chance) -> None:
        self._chance, self._draw = chance, draw
        self._left = self._trials()

    def happens(self) -> bool:
        """One more trial; whether it happens this time."""
        self._left -= 1
        if self._left > 0:
            return False
        self._left = self._trials()
        return True

    def _trials(self) -> float:
        if not self._chance:
            return math.inf
        if self._chance == 1:
            return 1
        return math.floor(math.log(1 - self._draw.random()) / math.log1p(-self._chance)) + 1


class Leak:
    """Seconds of holding until the grip is lost, exponentially distributed: a leak has no memory."""

    def __init__(self, chance: float, draw: Chance) -> None:
        self._rate = -math.log1p(-chance) if chance < 1 else math.inf
        self._draw = draw
        self.left = self._seconds()

    def held(self, seconds: float) -> bool:
        """Disks have been held for `seconds` more; whether the grip was lost meanwhile."""
        self.left -= seconds
        if self.left > 0:
            return False
        self.left = self._seconds()
        return True

    def _seconds(self) -> float:
        return -math.log(1 - self._draw.random()) / self._rate if self._rate else math.inf


class Luck:
    """The draws of one bench, in the order in which things come about."""

    def __init__(self, imperfections: Imperfections, chance: Chance) -> None:
        self._chance = chance
        self._picking, self._placing = imperfections.picking, imperfections.placing
        self.double_pick = Countdown(imperfections.double_pick, chance)
        self.late_release = Countdown(imperfections.late_release, chance)
        self.leak = Leak(imperfections.leak, chance)

    def picking_error(self) -> tuple[float, float]:
        """How far off its place the tool is as it grips, mm in X and Y."""
        return self._error(self._picking)

    def placing_error(self) -> tuple[float, float]:
        """How far off its place the tool is as it lets go, mm in X and Y."""
        return self._error(self._placing)

    def _error(self, rms: float) -> tuple[float, float]:
        gauss = self._chance.gauss
        return (gauss(0.0, rms), gauss(0.0, rms)) if rms else (0.0, 0.0)


class NoChance:
    """Always the same number, for a machine to which nothing happens by chance."""

    def random(self) -> float:
        """Half."""
        return 0.5

    def gauss(self, mu: float, _sigma: float, /) -> float:
        """The middle."""
        return mu


NO_CHANCE = NoChance()
