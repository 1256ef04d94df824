"""What goes wrong with the journal's file, in one sentence each, with the way out."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from controller.errors import JournalFault

DAMAGED = (
    "the file is damaged; hanoi journal reset CONFIG puts it aside under another name, and its --state "
    "says where the disks stand"
)
_NO_MEMORY = "memory has run out; close other programs, then start again"
_UNUSABLE = (
    "it cannot be used as it is; start again, and where that does not help, put it aside with hanoi journal "
    "reset CONFIG"
)
_WORDS = {
    "SQLITE_FULL": "the disk is full; make room on it, then start again",
    "SQLITE_READONLY": "the file, its folder or the whole disk may only be read; give leave to write there, "
    "or name another file under journal:",
    "SQLITE_PERM": "this user may not use it; give leave to write the file and its folder",
    "SQLITE_AUTH": "this user may not use it; give leave to write the file and its folder",
    "SQLITE_CANTOPEN": "it cannot be opened; give leave to read and write the file and its folder, or name "
    "another file under journal:",
    "SQLITE_BUSY": "another program keeps it locked (a browser, a backup); close that, then start again",
    "SQLITE_IOERR": "the disk does not take or give what it should; see to the disk and to the space on it, "
    "then start again",
    "SQLITE_NOTADB": DAMAGED,
    "SQLITE_CORRUPT": DAMAGED,
    "SQLITE_NOMEM": _NO_MEMORY,
    "SQLITE_TOOBIG": "the disk does not take a file so large; see to the space on it, then start again",
}


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Turn whatever goes wrong with the file inside into a JournalFault, one sentence with the way out."""
    try:
        yield
    except sqlite3.Error as error:
        raise JournalFault(f"{path}: {_in_words(error)} (sqlite: {error}).") from error
    except MemoryError as error:
        raise JournalFault(f"{path}: {_NO_MEMORY}.") from error
    except OSError as error:
        raise JournalFault(
            f"{path}: the journal cannot be kept there ({error.strerror or error}); see to the folder, "
            "its permissions and the space on the disk, or name another file under journal:."
        ) from error
    except (ValueError, TypeError) as error:  # not what was ever written
        raise JournalFault(f"{path}: {DAMAGED} ({error!r}).") from error


def _in_words(error: sqlite3.Error) -> str:
    name = getattr(error, "sqlite_errorname", "")
    return next((words for code, words in _WORDS.items() if name.startswith(code)), _UNUSABLE)
