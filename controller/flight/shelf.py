"""Where recordings are kept: named by time and exhibit, whole or not at all, old ones thrown away."""

import contextlib
import os
import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from itertools import chain, count
from pathlib import Path

from controller.errors import UsageError
from controller.flight.recording import Recording, from_lines
from controller.whole_file import gone_on_failure, put_in_place

MOST = 50  # recordings in one folder
LARGEST = 64 << 20  # bytes
_NAME = re.compile(r"flight-\d{8}T\d{6}Z-[a-z0-9-]*\.jsonl")


def state_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """Where this program keeps what it writes by itself."""
    base = environ.get("XDG_STATE_HOME", "")
    home = Path(base) if Path(base).is_absolute() else Path.home() / ".local" / "state"
    return home / "hanoi"


def keep(folder: Path, exhibit: str, at: datetime, lines: Iterable[str]) -> Path:
    """Write a recording of `exhibit`, made `at` (UTC), into `folder`; raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    path = _new_file(folder, f"flight-{at:%Y%m%dT%H%M%SZ}-{_slug(exhibit)}")
    with gone_on_failure(path):
        put_in_place(path, "".join(f"{line}\n" for line in lines).encode("ascii"))
    _throw_old_away(folder)
    return path


def _new_file(folder: Path, name: str) -> Path:
    """A file that nobody else has, empty as yet: two faults may come in one second, also of two programs."""
    names = chain([f"{name}.jsonl"], (f"{name}-{number}.jsonl" for number in count(2)))
    return next(path for path in map(folder.joinpath, names) if _made(path))


def _made(path: Path) -> bool:
    """Whether there was no such file before."""
    try:
        path.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


def _slug(exhibit: str) -> str:
    """The exhibit's name as a part of a file's name."""
    return re.sub(r"[^a-z0-9]+", "-", exhibit.lower()).strip("-")[:40]


def _throw_old_away(folder: Path) -> None:
    """All but the youngest go, by their names; nothing else in the folder is touched."""
    kept = sorted(path for path in folder.iterdir() if _NAME.fullmatch(path.name))
    for path in kept[:-MOST]:
        with contextlib.suppress(OSError):
            path.unlink()


def read(path: Path, name: str) -> Recording:
    """The recording in the file at `path`, called `name` in errors; raises UsageError."""
    try:
        if not path.is_file():
            what = "this is a folder" if path.is_dir() else "there is no such file"
            raise UsageError(f"{name}: {what}; name a recording that a fault has left.")
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UsageError(
            f"{name}: the file cannot be read ({reason}); copy it to where you may read it."
        ) from error
    if len(data) > LARGEST:
        raise UsageError(f"{name}: the file is larger than {LARGEST >> 20} MiB; this is no flight recording.")
    return from_lines(name, data.decode("utf-8", "replace").splitlines())
