"""What a command that is being carried out may wait for, and what comes first of several times."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wait:
    """What the command being carried out waits for; `at`: a time at which that may come true by itself."""

    ready: Callable[[float], bool]
    at: float | None = None

    @classmethod
    def until(cls, at: float) -> "Wait":
        """Wait for a time."""
        return cls(lambda now: now >= at, at)


def earliest(*times: float | None) -> float | None:
    """The first of several times, those that never come left out; None: none comes."""
    return min((time for time in times if time is not None), default=None)
