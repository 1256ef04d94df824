"""The one clock that all waiting goes through: real, or virtual for dry runs."""

import time
from typing import Protocol


class Clock(Protocol):
    """Seconds that only go forward."""

    def now(self) -> float:
        """Seconds since some fixed instant."""

    def sleep(self, seconds: float) -> None:
        """Wait; never less than asked."""


class MonotonicClock:
    """The machine's own time, from when the clock was made."""

    def __init__(self) -> None:
        self._start = time.monotonic()

    def now(self) -> float:
        """Seconds since the clock was made."""
        return time.monotonic() - self._start

    def sleep(self, seconds: float) -> None:
        """Really wait."""
        if seconds > 0:
            time.sleep(seconds)


class VirtualClock:
    """Time that passes only by waiting: `speed` times as fast as real time, or at once with speed 0.

    Late by more than a moment (a pause, a slow screen), it goes on from now instead of hurrying to catch up.
    """

    _MOMENT = 0.25
    _SLICE = 0.05  # real seconds within which a sleeper hears `hurry`

    def __init__(self, speed: float = 0.0) -> None:
        self._speed = speed
        self._hurried = not speed
        self._now = 0.0
        self._anchor: tuple[float, float] | None = None  # (real, virtual) seconds that belong together

    def now(self) -> float:
        """Virtual seconds waited so far."""
        return self._now

    def hurry(self, hurried: bool = True) -> None:
        """Have time pass at once from now on, for whoever sleeps at the moment too; from any thread.

        False: from now on at its own speed again.
        """
        self._hurried = hurried or not self._speed
        if not hurried:
            self._anchor = None

    def skip(self, seconds: float) -> None:
        """Be `seconds` later, without anybody having waited."""
        self._now += max(0.0, seconds)
        self._anchor = None

    def sleep(self, seconds: float) -> None:
        """Advance by `seconds`, and really wait `seconds / speed`."""
        if seconds <= 0:
            return
        before, self._now = self._now, self._now + seconds
        if not self._hurried:
            self._wait(before)

    def _wait(self, before: float) -> None:
        real = time.monotonic()
        if self._anchor is None or real - self._due(self._anchor, before) > self._MOMENT:
            self._anchor = (real, before)
        due = self._due(self._anchor, self._now)
        while not self._hurried and (left := due - time.monotonic()) > 0:
            time.sleep(min(left, self._SLICE))

    def _due(self, anchor: tuple[float, float], now: float) -> float:
        return anchor[0] + (now - anchor[1]) / self._speed


def hurry(clock: Clock) -> None:
    """Have the time of `clock` pass at once from now on, where it is virtual; real time takes its time."""
    if isinstance(clock, VirtualClock):
        clock.hurry()
