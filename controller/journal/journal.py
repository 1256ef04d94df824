"""The journal of one machine: a listener of facts, and a barrier behind which they are on the disk."""

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from controller.errors import JournalFault
from controller.events import Event
from controller.journal.entries import Entries, correction, latch
from controller.journal.exhibit import Exhibit
from controller.journal.faults import told
from controller.journal.hold import Hold, identity
from controller.journal.log import why_silent
from controller.journal.opening import disown, open_for
from controller.journal.reader import Reader, Standing
from controller.journal.writer import Writer
from controller.link.clock import Clock
from controller.model import State

WallClock = Callable[[], datetime]
"""The time of day, with its time zone."""


class Journal:
    """Call it with each event, from the thread that carries out; it never waits for the disk nor raises.

    A write that fails is raised as JournalFault by `check`, and by all that wait for the disk, each time.
    """

    def __init__(
        self, path: Path, hold: Hold, writer: Writer, exhibit: Exhibit, wall_clock: WallClock, clock: Clock
    ) -> None:
        self._path = path
        self._hold = hold
        self._writer = writer
        self._exhibit = exhibit
        self._wall_clock = wall_clock
        self._clock = clock
        self._entries = Entries(exhibit)
        self._file = identity(path)

    @classmethod
    def open(cls, path: Path, holder: str, wall_clock: WallClock, clock: Clock, exhibit: Exhibit) -> Self:
        """The journal at `path`, begun where there is none, and ours alone until `close`.

        `holder` is what others are told who want it meanwhile. Raises JournalFault, one sentence, where
        somebody else has it or it cannot be kept there.
        """
        at = written(wall_clock())
        with told(path):
            silent = why_silent(path)  # asked before the lock, which lies beside it too
        hold = Hold.take(path, holder, at)
        try:
            writer = Writer(open_for(exhibit, path, at, silent), path)
        except BaseException:
            hold.release()
            raise
        return cls(path, hold, writer, exhibit, wall_clock, clock)

    def __call__(self, event: Event) -> None:
        """Hear an event, and have it written down if the disks or the parts' wear depend on it."""
        if entries := self._entries.after(event, written(self._wall_clock()), self._clock.now()):
            self._writer.put(entries)

    def settle(self) -> None:
        """Return once all that was heard is on the disk; raises JournalFault where it is not."""
        self._writer.settle()
        self._check_place()

    def check(self) -> None:
        """Raise JournalFault if a write has failed, or the file is another by now; waits for no write."""
        self._writer.check()
        self._check_place()

    def standing(self) -> Standing | None:
        """What is known of the disks; None: somebody has emptied it meanwhile."""
        self.settle()
        with Reader(self._path) as reader:
            return reader.standing()

    def correct(self, state: State) -> None:
        """A person or the sensors have said where the disks stand: on the disk when it returns.

        It ends all doubt, and a latch.
        """
        self._writer.put(correction(self._exhibit, state, written(self._wall_clock())))
        self.settle()

    def latch(self, state: State, reason: str) -> None:
        """A person has to look before anything moves, and why: on the disk when it returns.

        For a stop outside a run. What is known of the disks stays, a doubt too; `state` counts where
        nothing is written down.
        """
        self._writer.put(latch(self._exhibit, state, written(self._wall_clock()), reason))
        self.settle()

    def close(self) -> None:
        """Write what is left, and let the journal go; raises JournalFault as `settle` does."""
        moved = self._moved()
        try:
            self._writer.close(unmarked=moved is None)
        finally:
            if self._writer.ended:  # what still writes still owns
                if moved is not None:
                    self._disown()
                self._hold.release()
        if moved is not None:
            raise moved

    def _check_place(self) -> None:
        if (moved := self._moved()) is not None:
            raise moved

    def _moved(self) -> JournalFault | None:
        if not self._hold.is_held:
            return None
        if identity(self._path) != self._file:
            what, way_out = "the journal", "leave it where it is during a run, see where the disks stand"
        elif self._hold.is_lost:
            what, way_out = "the journal's lock", "leave it alone, see that nothing else moves the machine"
        else:
            return None
        return JournalFault(
            f"{self._path}: {what} was replaced or deleted while it was in use; {way_out}, then start again."
        )

    def _disown(self) -> None:
        """Have the next start ask, unless another has taken the journal meanwhile."""
        at = written(self._wall_clock())
        with suppress(JournalFault):  # the fault that led here is the one to be told
            hold = Hold.take(self._path, "hanoi", at) if self._hold.is_lost else self._hold
            try:
                if identity(self._path) != self._file:
                    disown(self._exhibit, self._path, at)
            finally:
                hold.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


def written(at: datetime) -> str:
    """A time of day as it is written down: 2026-11-30T01:28:04.512Z."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
