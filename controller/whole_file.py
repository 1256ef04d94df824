"""A file in its place whole or not at all, whatever happens while it is written."""

import contextlib
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path


def put_in_place(path: Path, data: bytes, finish: Callable[[Path], None] = lambda _: None) -> None:
    """Have `data` at `path`, and on the disk, in one step; raises OSError, and `path` is as it was.

    `finish` is called with the finished file before it takes its place.
    """
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    temporary = Path(name)
    with gone_on_failure(temporary):
        try:
            put(handle, data)
        finally:
            os.close(handle)
        finish(temporary)
        temporary.replace(path)


@contextlib.contextmanager
def gone_on_failure(path: Path) -> Iterator[None]:
    """Whatever is raised inside, there is no file at `path` any more."""
    try:
        yield
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def put(handle: int, data: bytes) -> None:
    """All of `data` into the open file, down to the disk."""
    while data:
        data = data[os.write(handle, data) :]
    os.fsync(handle)
