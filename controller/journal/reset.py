"""A journal put aside, never deleted, and a new one begun in its place."""

from contextlib import suppress
from itertools import count as numbers
from pathlib import Path

from controller.errors import JournalFault
from controller.journal.entries import Entry, count, standing_anew
from controller.journal.exhibit import Exhibit
from controller.journal.faults import told
from controller.journal.hold import Hold
from controller.journal.journal import WallClock, written
from controller.journal.reader import Reader
from controller.journal.schema import open_to_write
from controller.journal.writer import Writer
from controller.model import State


def reset(
    path: Path, holder: str, wall_clock: WallClock, exhibit: Exhibit, state: State, latched: str | None
) -> Path | None:
    """Begin the journal at `path` anew with the disks in `state`; returns where the old one is kept, if any.

    What the parts have done goes on being counted. Raises JournalFault where somebody holds the journal.
    """
    at = written(wall_clock())
    hold = Hold.take(path, holder, at)
    try:
        kept = _put_aside(path, at) if path.exists() else None
        counters = _counted(kept) if kept else []
        _begin(path, [standing_anew(exhibit, state, at, latched), *counters])
    finally:
        hold.release()
    return kept


def _counted(path: Path) -> list[Entry]:
    with suppress(JournalFault):  # a damaged journal's counters are lost with it
        with Reader(path) as reader:
            found = reader.counters()
        return [count(part, what, amount) for part, whats in found.items() for what, amount in whats.items()]
    return []


def _put_aside(path: Path, at: str) -> Path:
    """Rename the journal, with what is only in the log beside it."""
    dated = f"{path.name}.{at[:19].replace(':', '-')}Z"
    names = (path.with_name(dated + ("" if number == 1 else f".{number}")) for number in numbers(1))
    kept = next(name for name in names if not name.exists())
    with told(path):
        for beside in ("", "-wal", "-shm"):
            file = path.with_name(path.name + beside)
            if file.exists():
                file.rename(kept.with_name(kept.name + beside))
    return kept


def _begin(path: Path, entries: list[Entry]) -> None:
    writer = Writer(open_to_write(path), path)
    writer.put(entries)
    writer.close()
