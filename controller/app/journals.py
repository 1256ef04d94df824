"""A config's journal: where it is, what it is about, and what `hanoi journal` asks of it."""

import hashlib
import json
import os
import shlex
import sys
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from controller.config import Config, load
from controller.config.document import printable
from controller.config.exhibits import find
from controller.config.loader import mistake
from controller.errors import JournalFault, UsageError
from controller.journal import (
    Correction,
    Exhibit,
    Holder,
    Journal,
    Reader,
    Run,
    Standing,
    StepRecord,
    holder_of,
    reset,
)
from controller.journal.log import beside, why_silent
from controller.journal.place import MAGIC, check_place, is_recognised
from controller.link.clock import Clock
from controller.model import State
from controller.planner.notation import parse_state

_MEANING: dict[str, set[str]] = {"tower": {"disks", "pegs", "start"}, "arm": {"pegs", "disks"}}
_UNKNOWN = "The journal was begun anew, and nobody has said where the disks stand."


@dataclass(frozen=True, slots=True)
class Account:
    """What a journal tells, and who holds it now; `exhibit`: what the config, if named, says now.

    `silent`: without a standing, why that should be otherwise.
    """

    path: Path
    holder: Holder | None
    exhibit: Exhibit | None
    standing: Standing | None
    silent: str | None
    counters: dict[str, dict[str, float]]
    runs: list[Run]
    steps: list[StepRecord]
    corrections: list[Correction]


def open_journal(name: str, config: Config, clock: Clock) -> Journal | None:
    """The journal that the config called `name` asks for, ours until it is closed; None: it asks for none.

    Raises ConfigError for a place where none can be, JournalFault where it cannot be kept, or another
    process holds it.
    """
    path = check_journal(name, config)
    if path is None:
        return None
    return Journal.open(path, command_line(), utc_now, clock, exhibit_of(config))


def journal_path(name: str, config: Config) -> Path | None:
    """The file that `journal:` names, beside its config file unless it says otherwise; links followed."""
    if config.journal is None:
        return None
    try:
        file = Path(config.journal).expanduser()
    except RuntimeError as error:
        raise mistake(name, ("journal",), f"{config.journal}: {error}; write the whole path") from error
    return Path(os.path.realpath(find(name).parent / file))  # two names of one file are one journal


def own_files(name: str, config: Config) -> list[Path]:
    """The config file called `name`, its journal and what lies beside that: nobody else may write there."""
    journal = journal_path(name, config)
    return [find(name), *([] if journal is None else [journal, *beside(journal)])]


def exhibit_of(config: Config) -> Exhibit:
    """What the config's journal is about."""
    tower = config.tower
    arm, lights = config.arm is not None, config.leds is not None
    return Exhibit(tower.pegs, tower.start_state(), fingerprint(config), meaning(config), arm, lights)


def fingerprint(config: Config) -> str:
    """The same for two configs that say the same, however they are written: 64 hexadecimal digits."""
    return _digest(config.model_dump(mode="json"))


def meaning(config: Config) -> str:
    """The same for two configs in which the same disks stand on the same pegs: 64 hexadecimal digits."""
    return _digest(config.model_dump(mode="json", include=_MEANING))


def _digest(document: dict[str, object]) -> str:
    canonical = json.dumps(document, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def utc_now() -> datetime:
    """The time of day."""
    return datetime.now(UTC)


def command_line() -> str:
    """What this process was started with, as it was typed."""
    return printable(shlex.join(["hanoi", *sys.argv[1:]]))


def account(name: str) -> Account:
    """All that is in the journal of a config, or in the journal file `name`; nothing of it is changed."""
    path, config = _named(name)
    with Reader(path) as reader:
        return Account(
            path=path,
            holder=holder_of(path),
            exhibit=None if config is None else exhibit_of(config),
            standing=reader.standing(),
            silent=why_silent(path),
            counters=reader.counters(),
            runs=reader.runs(),
            steps=reader.steps(),
            corrections=reader.corrections(),
        )


def reset_journal(name: str, written: str | None) -> str:
    """Put the journal aside and begin a new one, with the disks where `written` says; returns what was done.

    Without `written` the next run asks whether they stand where the config starts, or, named by its file
    alone, where the old journal had them. Raises UsageError for a state that cannot be.
    """
    path, config = _named(name)
    exhibit, believed = _believed(name, path, config)
    state = believed if written is None else parse_state(written, exhibit.peg_names, exhibit.disks)
    kept = reset(path, command_line(), utc_now, exhibit, state, _UNKNOWN if written is None else None)
    told = f"{_what(kept)} is kept as {printable(str(kept))}. " if kept else ""
    if written is None:
        return f"{told}The next run asks where the disks stand, or is told with --from-state."
    return f"{told}The disks are taken to stand {exhibit.written(state)}."


def _what(kept: Path) -> str:
    return "The old journal" if is_recognised(kept) else "What lay there, too damaged to tell what it was,"


def check_journal(name: str, config: Config) -> Path | None:
    """Where the config called `name` keeps its journal; None: it keeps none.

    Raises ConfigError at its key for a place where none can be, as far as is known without making it.
    Whether it may be written there depends on who runs it.
    """
    path = journal_path(name, config)
    try:
        if path is not None:
            check_place(path)
    except JournalFault as fault:
        raise mistake(name, ("journal",), str(fault).rstrip(".")) from fault
    return path


def _named(name: str) -> tuple[Path, Config | None]:
    """The journal meant, and the config that names it; None where the journal's own file is named."""
    if _is_database(Path(name)):
        return Path(os.path.realpath(name)), None
    config = load(name)
    path = check_journal(name, config)
    if path is None:
        raise UsageError(f"{printable(name)}: it keeps no journal; write journal: FILE into it.")
    return path, config


def _is_database(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except (OSError, ValueError):
        return False


def _believed(name: str, path: Path, config: Config | None) -> tuple[Exhibit, State]:
    """The exhibit of a new journal, and where its disks are most likely to stand."""
    if config is not None:
        return exhibit_of(config), config.tower.start_state()
    try:
        with Reader(path) as reader:
            standing = reader.standing()
    except JournalFault:
        standing = None
    if standing is None:
        raise UsageError(
            f"{printable(name)}: it does not say which tower it is about; name the config instead."
        )
    state = standing.state
    return Exhibit(standing.peg_names, state, standing.fingerprint, standing.meaning), state
