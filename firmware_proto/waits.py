"""What a command that is being carried out may wait for, and what comes first of several times."""

from collections.abc import Callable, Iterator
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


class Task:
    """A command being carried out: its steps tell what they wait for, and it is over after the last one."""

    def __init__(self, steps: Iterator[Wait]) -> None:
        self._steps = steps
        self._wait: Wait | None = None
        self.over = False

    @property
    def due(self) -> float | None:
        """When it may go on by itself."""
        return self._wait.at if self._wait else None

    def step(self, now: float) -> bool:
        """Take the next step; whether it could be taken."""
        if self._wait is not None and not self._wait.ready(now):
            return False
        self._wait = next(self._steps, None)
        self.over = self._wait is None
        return True


def earliest(*times: float | None) -> float | None:
    """The first of several times, those that never come left out; None: none comes."""
    return min((time for time in times if time is not None), default=None)
