"""The log beside a journal holds the newest of it: where it is lost, so is that, and it must be missed.

So the journal itself says, while somebody writes it, that there is a log; whoever finds no log then knows.
"""

import sqlite3
from pathlib import Path

from controller.errors import JournalFault

_BESIDE = (".lock", "-wal", "-shm")


def has_log(path: Path) -> bool:
    """Whether a log lies beside the journal at `path`; an empty one is none, and is left by no power cut."""
    log = _beside(path, "-wal")
    return log.exists() and log.stat().st_size > 0


def log_is_lost(path: Path) -> str:
    """Why a person has to look, where the log of the journal at `path` is gone."""
    return f"The journal has lost its log ({path.name}-wal), and with it what was done last."


def log_is_anothers(path: Path) -> str:
    """Why a person has to look, where another file has taken the place of the journal at `path`."""
    return f"The journal {path.name} was replaced while it was in use, and what was done last is not in it."


def drop_log(path: Path) -> None:
    """Delete a log that belongs to another file than the one that is at `path` now."""
    for name in ("-wal", "-shm"):
        _beside(path, name).unlink(missing_ok=True)


def why_silent(path: Path) -> str | None:
    """Why a journal at `path` that says nothing has something to hide; None: there has been none."""
    if path.exists():
        gone = f"The journal {path.name} has been emptied"
    elif any(_beside(path, name).exists() for name in _BESIDE):
        gone = f"The journal {path.name} is gone, of which something still lies there"
    else:
        return None
    return f"{gone}, and with it where the disks are."


def is_marked(connection: sqlite3.Connection) -> bool:
    """Whether the journal says that the newest of it is in the log."""
    found = connection.execute("SELECT open FROM log").fetchone()
    return found is None or bool(found[0])


def mark(connection: sqlite3.Connection, path: Path) -> None:
    """Say in the journal itself, beyond all logs, that there is a log from now on."""
    connection.execute("UPDATE log SET open = 1")
    blocked, _, _ = connection.execute("PRAGMA wal_checkpoint(FULL)").fetchone()
    if blocked:
        raise JournalFault(f"{path}: another program keeps reading it; close that, then start again.")


def unmark(connection: sqlite3.Connection) -> None:
    """All that is in the log goes over into the journal as it is closed."""
    connection.execute("PRAGMA wal_checkpoint")  # the mark then needs no more room, which may have run out
    connection.execute("UPDATE log SET open = 0")


def beside(path: Path) -> list[Path]:
    """The files that lie beside the journal at `path`, or will."""
    return [_beside(path, ending) for ending in _BESIDE]


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)
