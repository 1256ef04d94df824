"""One owner at a time: a lock of the operating system beside the journal, which dies with its process."""

import importlib
import json
import os
import stat
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any, Self

from controller.errors import JournalFault
from controller.journal.faults import told
from controller.journal.place import check_place

_WINDOWS = os.name == "nt"
_SAFELY = sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC"))
_OURS = '{"pid": '  # with which all that is ever written there begins
_FAR = 1 << 30  # Windows lets nobody read what is locked: what is there is never read


@dataclass(frozen=True, slots=True)
class Holder:
    """Who has the journal: its process, what was typed, and since when, in UTC."""

    pid: int
    command: str
    since: str

    def __str__(self) -> str:
        since = f"{self.since[:10]} {self.since[11:19]} UTC"
        return f"{self.command} (process {self.pid}, since {since})"


class Hold:
    """The journal at `path` for us alone, until `release` or the end of the process, however it comes."""

    def __init__(self, file: IO[str], path: Path) -> None:
        self._file = file
        self._path = path

    @classmethod
    def take(cls, path: Path, command: str, since: str) -> Self:
        """Hold the journal; raises JournalFault, which names the holder, where another does."""
        check_place(path)
        with told(path):
            # Opened without being emptied: until the lock is ours the words are the holder's.
            file = _open(_lock_file(path), os.O_RDWR | os.O_CREAT, "r+")
            try:
                if not _try_lock(file, alone=True):
                    raise JournalFault(_refusal(path, _read(file)))
                _check_ours(file, _lock_file(path))
                _write(file, json.dumps(asdict(Holder(os.getpid(), command, since))))
            except BaseException:
                file.close()
                raise
        return cls(file, _lock_file(path))

    @property
    def is_held(self) -> bool:
        """Whether it has not been let go."""
        return not self._file.closed

    @property
    def is_lost(self) -> bool:
        """Whether the lock is another file by now or none, so that others may take the journal as well."""
        held = os.fstat(self._file.fileno())
        return identity(self._path) != (held.st_dev, held.st_ino)

    def release(self) -> None:
        """Let it go; may be called twice."""
        if not self._file.closed:
            with suppress(OSError):  # the words are only for show, the lock goes with the file
                _write(self._file, "")
            self._file.close()


def holder_of(path: Path) -> Holder | None:
    """Who holds the journal at `path`, or None where nobody does."""
    try:
        with _open(_lock_file(path), os.O_RDONLY, "r") as file:
            holder = _read(file)
            return holder if holder and not _try_lock(file, alone=False) else None
    except (OSError, JournalFault):  # no lock, or one that is not ours to read
        return None


def identity(path: Path) -> tuple[int, int] | None:
    """What tells the file at `path` from any other that takes its place; None: there is none."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _open(lock: Path, flags: int, mode: str) -> IO[str]:
    """The lock's file, without following a link or waiting for a pipe; raises JournalFault for those."""
    if lock.is_symlink():
        raise JournalFault(_not_ours(lock, "a link"))
    descriptor = os.open(lock, flags | _SAFELY, 0o644)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise JournalFault(_not_ours(lock, "no ordinary file"))
    return os.fdopen(descriptor, mode, encoding="utf-8", errors="replace")


def _check_ours(file: IO[str], lock: Path) -> None:
    file.seek(0)
    if not _OURS.startswith(file.read(len(_OURS)).strip("\0")):
        raise JournalFault(_not_ours(lock, "some other file"))


def _not_ours(lock: Path, what: str) -> str:
    return (
        f"{lock}: the journal's lock belongs there, and this is {what}, which is left alone; move it away, "
        "or name another file under journal:."
    )


def _try_lock(file: IO[str], alone: bool) -> bool:
    """Whether the lock is ours now; not `alone`: only not another's."""
    if _WINDOWS:
        return _try_lock_on_windows(file)
    import fcntl

    try:
        fcntl.flock(file, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _try_lock_on_windows(file: IO[str]) -> bool:
    msvcrt: Any = importlib.import_module("msvcrt")
    file.seek(_FAR)
    try:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    except OSError:
        return False
    return True


def _lock_file(path: Path) -> Path:
    return path.with_name(f"{path.name}.lock")


def _refusal(path: Path, holder: Holder | None) -> str:
    who = str(holder) if holder else "another program"
    return (
        f"{path}: {who} holds this journal, and one machine has one owner; end that first, then start again."
    )


def _read(file: IO[str]) -> Holder | None:
    file.seek(0)
    try:
        return Holder(**json.loads(file.readline()))
    except (ValueError, TypeError):  # empty: let go; half a line: about to be written
        return None


def _write(file: IO[str], text: str) -> None:
    file.seek(0)
    file.truncate()
    file.write(text)
    file.flush()
