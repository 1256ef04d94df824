"""Where the tool is while it glides along straight legs. Pure; seconds are those of the view's own clock."""

from dataclasses import dataclass
from typing import NamedTuple


class Spot(NamedTuple):
    """A place in the picture: 0 across is the first peg, 1 the second; a level is a disk's height."""

    across: float
    level: float


@dataclass(frozen=True, slots=True)
class Leg:
    """A straight glide that begins at `begins` and takes `seconds`."""

    start: Spot
    to: Spot
    begins: float
    seconds: float

    @property
    def ends(self) -> float:
        """When the tool is there."""
        return self.begins + self.seconds

    def at(self, now: float) -> Spot:
        """Where the tool is at `now`, which may lie before or after the leg."""
        if now >= self.ends:
            return self.to
        part = max(0.0, now - self.begins) / self.seconds
        return Spot(*(a + (b - a) * part for a, b in zip(self.start, self.to, strict=True)))


@dataclass(frozen=True, slots=True)
class Path:
    """Legs one after the other; the last one is never dropped, so that the tool is always somewhere."""

    legs: tuple[Leg, ...]

    @classmethod
    def resting(cls, spot: Spot, now: float) -> "Path":
        """No motion."""
        return cls((Leg(spot, spot, now, 0.0),))

    @property
    def end(self) -> Spot:
        """Where it leads to."""
        return self.legs[-1].to

    def at(self, now: float) -> Spot:
        """Where the tool is at `now`."""
        return next((leg for leg in self.legs if now < leg.ends), self.legs[-1]).at(now)

    def then(self, to: Spot, seconds: float, now: float) -> "Path":
        """On to `to` once what is under way has ended: a firmware queues its motions too."""
        leg = Leg(self.end, to, max(now, self.legs[-1].ends), seconds)
        return Path((*(old for old in self.legs if now < old.ends), leg))
