"""A path of a person's choice that leads to a pseudo-terminal, whose own name changes with each start."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from string import digits

from controller.config.document import printable
from controller.errors import UsageError


@contextmanager
def fixed_link(link: Path | None, target: str) -> Iterator[None]:
    """Let `link` lead to the pseudo-terminal `target` for a while; None: nothing is made.

    A link that an emulator has left behind is replaced. Raises UsageError where anything else is there, and
    where no link can be made.
    """
    if link is None:
        yield
        return
    _make(link, target)
    try:
        yield
    finally:
        if _leads_to(link) == target:  # otherwise somebody has put something else there
            with suppress(OSError):
                link.unlink()


def _make(link: Path, target: str) -> None:
    name = printable(str(link))
    old = _leads_to(link)
    if old is not None and old.rstrip(digits) == target.rstrip(digits):  # /dev/pts/7 and /dev/pts/12
        with suppress(OSError):  # what cannot be removed cannot be replaced, which is told
            link.unlink()
    try:
        link.symlink_to(target)
    except FileExistsError as error:
        raise UsageError(
            f"{name} is there already, and no link of an emulator; give --link another."
        ) from error
    except OSError as error:
        raise UsageError(f"{name}: no link can be made ({error.strerror}); give --link another.") from error


def _leads_to(link: Path) -> str | None:
    """What `link` leads to, also where that is gone; None: it is no link."""
    try:
        return str(link.readlink())
    except OSError:
        return None
