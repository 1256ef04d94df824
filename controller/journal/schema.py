"""The journal's file: an sqlite database, its tables, and how it is opened to be written or read."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from controller.errors import JournalFault
from controller.journal.faults import DAMAGED, told
from controller.journal.place import APPLICATION, check_place

VERSION = 2

_PATIENCE = 5.0  # seconds in which another program may have the file to itself
_LEAST = 512  # bytes; sqlite takes what is smaller for nothing, and writes over it
_PAGE = 1024  # bytes; every commit writes whole pages, and small ones spare a memory card
_WAL_PAGES = 512  # after so many, what is new goes over into the file itself
_WAL_BYTES = 1 << 20

# States are written as `--from-state` reads them, times in UTC, so that any sqlite browser shows the whole.
_TABLES = f"""
PRAGMA application_id = {int.from_bytes(APPLICATION, "big")};
PRAGMA user_version = {VERSION};
CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    exhibit TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    start TEXT NOT NULL,
    moves TEXT NOT NULL,                    -- may be more than 64 bits hold
    begun TEXT NOT NULL,
    ended TEXT,
    placed INTEGER NOT NULL DEFAULT 0,
    seconds REAL,
    outcome TEXT CHECK (outcome IN ('finished', 'ended')),
    reason TEXT
);
CREATE TABLE steps (
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL,
    number INTEGER NOT NULL,
    disk INTEGER NOT NULL,
    source TEXT NOT NULL,
    target TEXT NOT NULL,
    intended TEXT NOT NULL,
    gripped TEXT,
    released TEXT,
    placed TEXT,
    seconds REAL
);
CREATE TABLE corrections (                  -- what a person or the sensors have said
    id INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    state TEXT NOT NULL
);
CREATE TABLE standing (                     -- one row: where the disks are
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    meaning TEXT NOT NULL,                  -- a fingerprint of what the disks and pegs are
    disks INTEGER NOT NULL,
    pegs TEXT NOT NULL,                     -- their names, parted by spaces
    state TEXT NOT NULL,                    -- with all steps that are placed
    step INTEGER,                           -- intended and not placed
    latched TEXT                            -- why a person has to look first
);
CREATE TABLE counters (
    part TEXT NOT NULL,
    what TEXT NOT NULL,
    amount NUMERIC NOT NULL,
    PRIMARY KEY (part, what)
) WITHOUT ROWID;
CREATE TABLE log (                          -- one row
    open INTEGER NOT NULL                   -- 1: the newest is not here, but in the log beside this file
);
INSERT INTO log VALUES (0);
"""


def open_to_write(path: Path) -> sqlite3.Connection:
    """The journal at `path`, begun where there is none; every commit is on the disk when it returns.

    To be called by whoever holds the journal; raises JournalFault. It may be used from one other thread.
    """
    check_place(path)
    with told(path):
        _check_size(path)
        connection = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
        with closed_on_failure(connection):
            _ready(connection, path)
        return connection


def open_to_read(path: Path) -> sqlite3.Connection:
    """The journal at `path` as it is now, also while another program writes it; raises JournalFault.

    One that is not there, or that has only just been made, is one in which nothing has happened.
    """
    check_place(path)
    if not path.exists() or not path.stat().st_size:
        return _empty()
    # Without a log beside it nobody writes, and reading it as it stands leaves no files of ours behind.
    still = "" if path.with_name(f"{path.name}-wal").exists() else "&immutable=1"
    with told(path):
        _check_size(path)
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=ro{still}", timeout=_PATIENCE, isolation_level=None, uri=True
        )
        with closed_on_failure(connection):
            _check_version(connection, path)
        return connection


@contextmanager
def closed_on_failure(connection: sqlite3.Connection) -> Iterator[None]:
    """Close `connection` where the block fails."""
    try:
        yield
    except BaseException:
        connection.close()
        raise


def _empty() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.executescript(_TABLES)
    return connection


def _check_size(path: Path) -> None:
    if path.exists() and 0 < path.stat().st_size < _LEAST:
        raise JournalFault(f"{path}: {DAMAGED}.")


def _ready(connection: sqlite3.Connection, path: Path) -> None:
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA page_size = {_PAGE}")
    if _is_new(connection):
        connection.executescript(f"BEGIN IMMEDIATE; {_TABLES} COMMIT")
    _check_version(connection, path)
    connection.executescript("BEGIN IMMEDIATE; COMMIT")  # refused where only reading is allowed
    _check_whole(connection, path)
    if connection.execute("PRAGMA journal_mode = WAL").fetchone()[0] != "wal":
        raise JournalFault(
            f"{path}: this file system cannot keep a journal safe (a network drive, perhaps); name a file on "
            "a disk of this computer under journal:."
        )
    connection.execute(f"PRAGMA wal_autocheckpoint = {_WAL_PAGES}")
    connection.execute(f"PRAGMA journal_size_limit = {_WAL_BYTES}")


def _is_new(connection: sqlite3.Connection) -> bool:
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    return not tables and not _pragma(connection, "application_id")


def _check_version(connection: sqlite3.Connection, path: Path) -> None:
    version = _pragma(connection, "user_version")
    if version != VERSION:
        raise JournalFault(
            f"{path}: another version of hanoi has written this journal (format {version}; this one knows "
            f"{VERSION}); install that version, or put the file aside with hanoi journal reset CONFIG."
        )


def _check_whole(connection: sqlite3.Connection, path: Path) -> None:
    found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        raise JournalFault(f"{path}: {DAMAGED} (sqlite: {' '.join(str(found).split())}).")


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    value: int = connection.execute(f"PRAGMA {name}").fetchone()[0]
    return value
