"""Who has a port open, as far as this computer lets us see."""

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_PROC = Path("/proc")


@dataclass(frozen=True, slots=True)
class Holder:
    """A program that has a port open."""

    name: str
    pid: int

    def __str__(self) -> str:
        return f"{self.name} (process {self.pid})"


def holders(port: str, proc: Path = _PROC) -> list[Holder]:
    """The programs that have `port` open, by their numbers; other users' are seen by root alone.

    Only Linux tells; elsewhere the list is empty.
    """
    device = os.path.realpath(port)
    pids = sorted(int(entry.name) for entry in _entries(proc) if entry.name.isdecimal())
    return [Holder(_name(proc, pid), pid) for pid in pids if device in _open_files(proc / str(pid) / "fd")]


def _entries(folder: Path) -> list[Path]:
    with suppress(OSError):  # none such, not ours to see, or ended meanwhile
        return list(folder.iterdir())
    return []


def _open_files(folder: Path) -> Iterator[str]:
    for entry in _entries(folder):
        with suppress(OSError):
            yield str(entry.readlink())


def _name(proc: Path, pid: int) -> str:
    try:
        return (proc / str(pid) / "comm").read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return "a program"
