"""A file that a command writes: the whole of it, or none."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from controller.errors import UsageError


def write_whole(path: Path, lines: Iterable[str], what: str, encoding: str = "utf-8") -> None:
    """Write `lines`, or leave no file: half of it must not be used. Raises UsageError, which names `what`."""
    try:
        with path.open("w", encoding=encoding, newline="\n") as file, _whole(path):
            file.writelines(f"{line}\n" for line in lines)
            file.flush()
    except OSError as error:
        raise UsageError(
            f"{path}: {what} cannot be written ({error.strerror}); choose another file."
        ) from error


@contextmanager
def _whole(path: Path) -> Iterator[None]:
    try:
        yield
    except BaseException:
        if path.is_file() and not path.is_symlink():  # /dev/stdout is one, and stays
            path.unlink()
        raise
