"""Who has a port open, as far as this computer lets us see."""

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_PROC = Path("/proc")
_MASTERS = frozenset({"/dev/ptmx", "/dev/pts/ptmx"})


@dataclass(frozen=True, slots=True)
class Holder:
    """A program that has a port open; `plays`: it is the device behind it, a pseudo-terminal, as well."""

    name: str
    pid: int
    plays: bool = False

    def __str__(self) -> str:
        return f"{self.name} (process {self.pid})"


def holders(port: str, proc: Path = _PROC) -> list[Holder]:
    """The programs that have `port` open, by their numbers; other users' are seen by root alone.

    Only Linux tells; elsewhere the list is empty.
    """
    device = os.path.realpath(port)
    pids = sorted(int(entry.name) for entry in _entries(proc) if entry.name.isdecimal())
    found = {pid: set(_open_files(proc / str(pid) / "fd")) for pid in pids}
    return [
        Holder(_name(proc, pid), pid, bool(_MASTERS & files) and _plays(proc / str(pid), device))
        for pid, files in found.items()
        if device in files
    ]


def _plays(process: Path, device: str) -> bool:
    """Whether a program has the other end of a pseudo-terminal: both ends bear one number."""
    number = device.removeprefix("/dev/pts/")
    return any(f"tty-index:\t{number}\n" in _text(entry) for entry in _entries(process / "fdinfo"))


def _entries(folder: Path) -> list[Path]:
    with suppress(OSError):  # none such, not ours to see, or ended meanwhile
        return list(folder.iterdir())
    return []


def _open_files(folder: Path) -> Iterator[str]:
    for entry in _entries(folder):
        with suppress(OSError):
            yield str(entry.readlink())


def _name(proc: Path, pid: int) -> str:
    return _text(proc / str(pid) / "comm").strip() or "a program"


def _text(path: Path) -> str:
    with suppress(OSError):
        return path.read_text(encoding="utf-8", errors="replace")
    return ""
