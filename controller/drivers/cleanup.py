"""Leaving nothing burning or moving behind."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Protocol

from controller.errors import StoppedByPerson


class Live(Protocol):
    """Something that moves or burns: a driver, or an arm on a jog."""

    def halt(self) -> None:
        """Stop now."""

    def close(self) -> None:
        """Leave it as safe as the hardware allows."""


@contextmanager
def put_away(machine: Live, obstacle: Callable[[], str | None] = lambda: None) -> Iterator[None]:
    """Close `machine` at the end; whatever goes wrong inside, it is halted first.

    It is not halted where it is at rest: after a stop, and where a disk could not be taken. With an
    `obstacle` in its way it is, so that nothing is laid down.
    """
    try:
        yield
    except StoppedByPerson:
        raise  # a stop has parked, a halt has halted
    except BaseException as error:
        if not getattr(error, "disk_in_place", False):
            machine.halt()
        raise
    finally:
        if obstacle() is not None:
            machine.halt()
        machine.close()


def call_all(calls: Iterable[Callable[[], None]]) -> None:
    """Call them all in order, even where some raise; then raise the first error."""
    first: BaseException | None = None
    for call in calls:
        try:
            call()
        except BaseException as error:  # a Ctrl-C in between must not leave the rest undone either
            first = first or error
    if first is not None:
        raise first
