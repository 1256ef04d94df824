"""The thread that owns the database: what is put is written in order, each group whole or not at all."""

import sqlite3
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue

from controller.errors import JournalFault
from controller.journal.entries import Entry
from controller.journal.faults import told
from controller.journal.log import unmark

PATIENCE = 10.0
"""Seconds within which a disk that works has taken everything."""

_Work = Sequence[Entry] | threading.Event | None  # a group; somebody who waits; None: leave


class Writer:
    """Writes groups of entries to `connection`, which is its own from now on, and closes it in the end.

    After a failed write nothing more is written, so that the journal has no gaps, and `check`, `settle` and
    `close` raise the failure, each time.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path, patience: float = PATIENCE) -> None:
        self._connection = connection
        self._path = path
        self._patience = patience
        self._queue: SimpleQueue[_Work] = SimpleQueue()
        self._fault: JournalFault | None = None
        self._unmarks = True
        self._thread = threading.Thread(target=self._work, name="journal", daemon=True)
        self._thread.start()

    def put(self, group: Sequence[Entry]) -> None:
        """Have the entries written, all or none; returns at once."""
        self._queue.put(group)

    def check(self) -> None:
        """Raise JournalFault if a write has failed."""
        if self._fault is not None:
            raise JournalFault(str(self._fault)) from self._fault

    def settle(self) -> None:
        """Return once all that was put is on the disk; raises JournalFault where it is not."""
        if self.ended:
            self.check()
            raise JournalFault(f"{self._path}: the journal is closed; open it again.")
        settled = threading.Event()
        self._queue.put(settled)
        if not settled.wait(self._patience):
            raise self._hung()
        self.check()

    def close(self, unmarked: bool = True) -> None:
        """Write what is left and close the database; raises JournalFault as `settle` does.

        Not `unmarked`: it goes on saying that there is more to it, so that it is not believed by itself.
        """
        self._unmarks = unmarked
        self._queue.put(None)
        self._thread.join(self._patience)
        if not self.ended:
            raise self._hung()
        self.check()

    @property
    def ended(self) -> bool:
        """Whether nothing can be written any more."""
        return not self._thread.is_alive()

    def _hung(self) -> JournalFault:
        return JournalFault(
            f"{self._path}: for {self._patience:g} s the disk has not taken what was written; see to the "
            "disk, then start again."
        )

    def _work(self) -> None:
        waiting: list[_Work] = [()]
        while waiting[-1] is not None:
            waiting = self._next()
            self._write([entry for group in waiting if isinstance(group, Sequence) for entry in group])
            for settled in waiting:
                if isinstance(settled, threading.Event):
                    settled.set()
        with suppress(sqlite3.Error):  # all that was committed is in the log, and is found there
            if self._unmarks:
                unmark(self._connection)
        with suppress(sqlite3.Error):
            self._connection.close()

    def _next(self) -> list[_Work]:
        """All that waits, at least one: the more waits, the more goes to the disk at once."""
        waiting = [self._queue.get()]
        with suppress(Empty):
            while waiting[-1] is not None:
                waiting.append(self._queue.get_nowait())
        return waiting

    def _write(self, entries: Sequence[Entry]) -> None:
        if self._fault is not None or not entries:
            return
        try:
            with told(self._path):
                self._commit(entries)
        except JournalFault as fault:
            self._fault = fault
        except Exception as error:  # a mistake of ours must be heard as well, and not end this thread
            self._fault = JournalFault(
                f"{self._path}: it could not be written down ({error!r}); start again."
            )

    def _commit(self, entries: Sequence[Entry]) -> None:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            for sql, values in entries:
                self._connection.execute(sql, values)
            self._connection.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self._connection.execute("ROLLBACK")
            raise
