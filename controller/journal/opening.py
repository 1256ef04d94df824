"""A journal opened by its owner: begun where there has been none, and else believed only if it is whole."""

import sqlite3
from contextlib import closing
from pathlib import Path

from controller.journal.entries import Entry, disbelief, standing_at_first
from controller.journal.exhibit import Exhibit
from controller.journal.faults import told
from controller.journal.log import drop_log, has_log, is_marked, log_is_anothers, log_is_lost, mark
from controller.journal.schema import closed_on_failure, open_to_write


def open_for(exhibit: Exhibit, path: Path, at: str, silent: str | None) -> sqlite3.Connection:
    """The journal of `exhibit` at `path`, to be written by whoever holds it; raises JournalFault.

    One that says nothing stands as the exhibit begins, and latches with the reason `silent`, if any; one
    whose log is lost latches as well.
    """
    whole = has_log(path)  # asked before sqlite makes one
    connection = open_to_write(path)
    with told(path), closed_on_failure(connection):
        first = [standing_at_first(exhibit, at, silent)]
        if not whole and is_marked(connection):
            first.append(disbelief(at, log_is_lost(path)))
        _commit(connection, first)
        mark(connection, path)
    return connection


def disown(exhibit: Exhibit, path: Path, at: str) -> None:
    """Have nothing believed of a file that has taken the journal's place; raises JournalFault.

    To be called by whoever holds the journal, once it is closed; the log that is left is of the former file.
    """
    if path.exists():
        reason = log_is_anothers(path)
        with told(path):
            drop_log(path)
            with closing(open_to_write(path)) as connection:
                _commit(connection, [standing_at_first(exhibit, at, reason), disbelief(at, reason)])


def _commit(connection: sqlite3.Connection, entries: list[Entry]) -> None:
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        for sql, values in entries:
            connection.execute(sql, values)
