"""One axis' way from rest to rest: it speeds up, cruises and brakes (a trapezoid of speed)."""

from dataclasses import dataclass
from math import sqrt


@dataclass(frozen=True, slots=True)
class Stroke:
    """`length` mm, never faster than `peak` mm/s; `ramp` seconds of speeding up, and as many of braking."""

    length: float
    peak: float
    acceleration: float
    ramp: float
    seconds: float

    @property
    def bends(self) -> tuple[float, ...]:
        """When the acceleration changes."""
        return (0.0, self.ramp, self.seconds - self.ramp, self.seconds)

    @property
    def ramp_way(self) -> float:
        """The mm of speeding up, and as many of braking."""
        return self.peak * self.ramp / 2

    def way(self, time: float) -> float:
        """How far it is after so many seconds, which may lie before or after it."""
        left = self.seconds - time
        if time <= 0:
            return 0.0
        if left <= 0:
            return self.length
        if time <= self.ramp:
            return self.acceleration * time * time / 2
        if left < self.ramp:
            return self.length - self.acceleration * left * left / 2
        return self.peak * (time - self.ramp / 2)

    def speed(self, time: float) -> float:
        """How fast it is then, mm/s."""
        return max(0.0, min(self.peak, self.acceleration * min(time, self.seconds - time)))

    def when(self, way: float) -> float:
        """After how many seconds it is so far; 0 for what lies before it, its end for what lies beyond."""
        left, ramp = self.length - way, self.ramp_way
        if way <= 0:
            return 0.0
        if left <= 0:
            return self.seconds
        if way <= ramp:
            return sqrt(2 * way / self.acceleration)
        if left < ramp:
            return self.seconds - sqrt(2 * left / self.acceleration)
        return way / self.peak + self.ramp / 2


def stroke(length: float, speed: float, acceleration: float) -> Stroke:
    """Over `length` mm as fast as may be: at most `speed` mm/s, `acceleration` mm/s2 both ways."""
    peak = min(speed, sqrt(acceleration * length))
    ramp = peak / acceleration
    return Stroke(length, peak, acceleration, ramp, ramp + length / peak if length else 0.0)
