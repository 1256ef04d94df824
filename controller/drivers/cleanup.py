"""Leaving nothing burning or moving behind."""

from collections.abc import Callable, Iterable


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
