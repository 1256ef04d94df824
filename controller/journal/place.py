"""Where a journal can be, and which files can be one: others are left alone."""

from contextlib import suppress
from pathlib import Path

from controller.errors import JournalFault
from controller.journal.faults import told

MAGIC = b"SQLite format 3\0"
APPLICATION = b"HANO"
"""In the file's header, by which it is told from other databases."""

_APPLICATION_AT = 68
_HEADER = _APPLICATION_AT + len(APPLICATION)
_TRACE = b"-- one row: where the disks are"  # sqlite keeps the words of a table
_BLANK = b"\0\xff"  # what memory cards make of what they lose
_SECTOR = 512
_SEARCHED = 4 << 20  # bytes, twice as many as a journal comes to


def check_place(path: Path) -> None:
    """Raise JournalFault where no journal can be at `path`, or some other file is; nothing is made."""
    with told(path):
        if path.exists() and not path.is_file():
            what = "a folder" if path.is_dir() else "no ordinary file"
            raise JournalFault(
                f"{path}: the journal is a file, and this is {what}; name a file under journal:."
            )
        if not path.parent.is_dir():
            raise JournalFault(
                f"{path}: the journal's folder is not there; make it (mkdir -p {path.parent}), or name "
                "another file under journal:."
            )
        path.with_name(f"{path.name}.lock").exists()  # raises where that name is too long
        if (other := _other(path)) is not None:
            raise JournalFault(
                f"{path}: this is {other}, no journal, and is left alone; name another file under journal:."
            )


def is_recognised(path: Path) -> bool:
    """Whether the file at `path` is a journal for certain, and not only too damaged to be anything else."""
    return _is_recognised(_beginning(path))


def _other(path: Path) -> str | None:
    """What the file at `path` is, where it cannot be a journal, however damaged."""
    data = b""
    with suppress(OSError):  # none there, or one that may not be read: which is told by whoever opens it
        data = _beginning(path)
    is_cut_short = len(data) < _HEADER and data[: len(MAGIC)] == MAGIC[: len(data)]
    if is_cut_short or _is_recognised(data) or not data[:_SECTOR].strip(_BLANK):
        return None
    return "some other program's database" if data.startswith(MAGIC) else "some other file"


def _is_recognised(data: bytes) -> bool:
    is_marked = data.startswith(MAGIC) and data.startswith(APPLICATION, _APPLICATION_AT)
    return is_marked or _TRACE in data


def _beginning(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(_SEARCHED)
