"""One straight move in time: speed up, cruise, brake."""

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Trapezoid:
    """A way of `length` mm from speed `entry` to speed `leave`, never faster than `cruise` mm/s.

    `entry` and `leave` must be reachable from each other over the length; where there is no room to reach
    `cruise` the trapezoid is a triangle.
    """

    length: float
    entry: float
    cruise: float
    leave: float
    acceleration: float

    @property
    def peak(self) -> float:
        """The highest speed reached."""
        meeting = (2 * self.acceleration * self.length + self.entry**2 + self.leave**2) / 2
        return max(min(self.cruise, math.sqrt(meeting)), self.entry, self.leave)

    @property
    def _phases(self) -> tuple[float, float, float]:
        """Seconds of speeding up, cruising and braking."""
        peak = self.peak
        up, down = (peak - self.entry) / self.acceleration, (peak - self.leave) / self.acceleration
        ramps = up * (peak + self.entry) / 2 + down * (peak + self.leave) / 2
        return up, max(0.0, self.length - ramps) / peak, down

    @property
    def duration(self) -> float:
        """Seconds from one end to the other."""
        return sum(self._phases)

    def distance_at(self, seconds: float) -> float:
        """How far along after `seconds`, mm."""
        up, flat, down = self._phases
        rising = min(seconds, up)
        cruising = min(max(seconds - up, 0.0), flat)
        braking = min(max(seconds - up - flat, 0.0), down)
        return (
            rising * (self.entry + self.acceleration * rising / 2)
            + cruising * self.peak
            + braking * (self.peak - self.acceleration * braking / 2)
        )

    def speed_at(self, seconds: float) -> float:
        """How fast after `seconds`, mm/s."""
        up, flat, _ = self._phases
        if seconds < up:
            return self.entry + self.acceleration * max(seconds, 0.0)
        return max(self.peak - self.acceleration * max(seconds - up - flat, 0.0), self.leave)
