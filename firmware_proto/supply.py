"""Whether moves reach a motion planner in time: told of what happens, it keeps the account. Pure."""

from typing import NamedTuple


class Stretch(NamedTuple):
    """A time during which the planner stood without moves, though nobody had asked for rest, seconds."""

    begun: float
    ended: float


class Supply:
    """How long a planner has moved, and the stretches between two moves for which it had run dry.

    It has not run dry where rest was asked for since the last move (a drain, a dwell, an output at rest), nor
    where motion was stopped, nor where no move has come since.
    """

    def __init__(self) -> None:
        self.dry: list[Stretch] = []
        self._moved = 0.0
        self._moving_since: float | None = None
        self._dry_since: float | None = None
        self._rest_wanted = False

    @property
    def seconds_moved(self) -> float:
        """How long all motion that is over has taken."""
        return self._moved

    @property
    def seconds_dry(self) -> float:
        """How long all stretches have taken."""
        return sum(stretch.ended - stretch.begun for stretch in self.dry)

    @property
    def share_dry(self) -> float:
        """Of the time between setting out and arriving, the part for which no move was there, 0 to 1."""
        return self.seconds_dry / ((self._moved + self.seconds_dry) or 1.0)

    def move_came(self) -> None:
        """A move has been planned."""
        self._rest_wanted = False

    def rest_wanted(self) -> None:
        """Somebody waits for motion to end, or does what is to be done at rest."""
        self._rest_wanted = True
        self._dry_since = None

    def began(self, at: float) -> None:
        """A move begins."""
        if self._dry_since is not None and self._dry_since < at:
            self.dry.append(Stretch(self._dry_since, at))
        self._dry_since = None
        if self._moving_since is None:
            self._moving_since = at

    def ran_out(self, at: float) -> None:
        """The last planned move is over."""
        self.stopped(at)
        if not self._rest_wanted:
            self._dry_since = at

    def stopped(self, at: float) -> None:
        """Motion was stopped, and all moves are forgotten."""
        if self._moving_since is not None:
            self._moved += at - self._moving_since
        self._moving_since = self._dry_since = None
