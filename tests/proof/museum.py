"""Museum days in one life of `hanoi kiosk`, on a clock that nobody waits for; and what they leave behind.

The arm is the emulated one or, for whole months, one that only takes its time: it lays each disk where it
should, tells all that an arm tells, and waits for the journal before it takes one. Everything else is the
program's own: kiosk, runner, journal with its thread, flight recorder, view.
"""

import gc
import math
import os
import sqlite3
import sys
from collections.abc import Callable
from contextlib import ExitStack, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from unittest.mock import patch

from eyewitness import Table
from lives import document_of

from controller.app import runs, starting
from controller.app.assembly import FarEnd, Machine, machine_with
from controller.app.emulation import board_of
from controller.app.options import RunOptions
from controller.config import Config, parse
from controller.errors import StoppedAtRest
from controller.events import (
    ArmTravelling,
    DiskGripped,
    DiskReleased,
    Event,
    Noted,
    Publisher,
    RunFinished,
    RunStarted,
    StepDone,
)
from controller.flight.tape import OPENING, RECENT
from controller.journal import Reader, opening
from controller.journal.entries import KEPT_RUNS, KEPT_STEPS
from controller.journal.schema import open_to_write
from controller.link.clock import VirtualClock
from controller.link.emulated import EmulatedTransport
from controller.model import Point, State, Step

HOUR = 3600.0
OPEN = 10 * HOUR
"""How long a day is for visitors; nothing happens in the others of its hours."""

DISKS = 4
LEG = 3.0
"""Seconds that an arm which only takes its time takes to a disk, and with it to its peg."""

MOST_BLOCKS = 2_000
"""Python's blocks of memory that an evening may have more or less than the second one, of some 300,000."""

MOST_PAGES = 1.05
"""What an evening may take of all memory, against the first one: what is given back is not always used."""

MOST_JOURNAL = 3 << 20
"""Bytes of the journal and its log."""

HERE = Point(0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Evening:
    """What there is as it closes: Python's blocks, pages of memory, bytes of the journal, entries on tape."""

    blocks: int
    pages: int
    journal: int
    tape: int


class PatientArm:
    """A Driver that only takes its time."""

    def __init__(
        self, table: Table, clock: VirtualClock, publisher: Publisher, settle: Callable[[], None]
    ) -> None:
        self._table, self._clock, self._settle = table, clock, settle
        self._publish = publisher.publish

    def connect(self) -> None:
        """Be ready."""

    def execute(self, step: Step) -> None:
        """Carry the disk over."""
        disk, source, target = step.move
        self._travel()
        self._settle()
        self._publish(DiskGripped(disk, source))
        self._travel()
        self._table.lay(disk, self._table.names[target])
        self._publish(DiskReleased(disk, target))

    def rest(self) -> None:
        """Get out of the way."""
        self._travel()

    def halt(self) -> None:
        """Stop."""

    def close(self) -> None:
        """Let go."""

    def _travel(self) -> None:
        self._publish(ArmTravelling(HERE, HERE, LEG))
        self._clock.sleep(LEG)


class Museum:
    """An exhibit of `family`, which keeps its journal in `folder`, its emulated arm, or one that is patient.

    `evenings`: what there was each time it closed. What has been told on the way: `steps`, `grips`, `ends` of
    runs, and `seconds` of them.
    """

    def __init__(self, family: str, folder: Path, patient: bool) -> None:
        self._config_file, self._journal_file = folder / "exhibit.yaml", folder / "tower.db"
        self._config_file.write_text(document_of(family, DISKS), encoding="utf-8")
        config = parse(family, document_of(family, DISKS))
        self._board = board_of(config, config.tower.start_state())
        self.table = Table(self._board.bench, config.tower.pegs)
        self._patient = patient
        self._clock = VirtualClock()
        self._machine: Machine | None = None
        self._closes, self._days, self._begun = 0.0, 0, 0.0
        self.evenings: list[Evening] = []
        self.steps = self.grips = self.ends = 0
        self.seconds = 0.0

    def open(self, days: int, hours: float = OPEN / HOUR) -> None:
        """Days of so many hours in one life of the program."""
        self._days, self._closes = days, hours * HOUR
        with ExitStack() as stack:
            stack.enter_context(patch.object(runs, "assemble", self._assemble))
            stack.enter_context(patch.object(starting, "MonotonicClock", lambda: self._clock))
            stack.enter_context(patch.object(opening, "open_to_write", _open_quickly))
            nowhere = stack.enter_context(Path(os.devnull).open("w", encoding="utf-8"))
            stack.enter_context(redirect_stdout(nowhere))
            stack.enter_context(redirect_stderr(nowhere))
            stack.enter_context(suppress(StoppedAtRest))
            runs.kiosk(str(self._config_file), RunOptions(plain=True))

    def counters(self) -> dict[str, dict[str, float]]:
        """What the journal has counted."""
        with Reader(self._journal_file) as reader:
            return reader.counters()

    def kept(self) -> tuple[int, int]:
        """How many runs and steps the journal keeps."""
        with Reader(self._journal_file) as reader:
            return len(reader.runs()), len(reader.steps())

    def _assemble(
        self, config: Config, options: RunOptions, _start: State, settle: Callable[[], None]
    ) -> Machine:
        wire = EmulatedTransport(self._board, self._clock, "the port")
        far = FarEnd(self._clock, 1.0, wire, None, pretended=False)
        machine = machine_with(far, config, options, before_grip=settle)
        if self._patient:
            arm = PatientArm(self.table, self._clock, machine.publisher, settle)
            machine = replace(machine, driver=arm)
        machine.publisher.subscribe(self._hear)
        self._machine = machine
        return machine

    def _hear(self, event: Event) -> None:
        match event:
            case RunStarted():
                self._begun = self._clock.now()
            case DiskGripped():
                self.grips += 1
            case StepDone():
                self.steps += 1
            case RunFinished():
                self.ends += 1
                self.seconds += self._clock.now() - self._begun
                if self._clock.now() >= self._closes:
                    self._close()
            case Noted() if self._clock.now() >= self._closes:  # the rest after a run
                self._closes += 24 * HOUR
                self._clock.skip(24 * HOUR - OPEN)

    def _close(self) -> None:
        """For the night, or for good."""
        self.evenings.append(self._evening())
        if len(self.evenings) == self._days:
            self._machine.controls.stop()

    def _evening(self) -> Evening:
        gc.collect()
        return Evening(
            sys.getallocatedblocks(),
            int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]),
            sum(file.stat().st_size for file in self._journal_file.parent.glob("tower.db*")),
            len(self._machine.recorder.tape.entries()),
        )


def check(museum: Museum) -> None:
    """The laws: what grows with the days is the counters alone, and they are true.

    The first day is for warming up: until its end the tape and the journal fill.
    """
    first, *later = museum.evenings
    for evening in later:
        assert abs(evening.blocks - later[0].blocks) <= MOST_BLOCKS, f"memory grows: {museum.evenings}"
        assert evening.pages <= MOST_PAGES * first.pages, f"memory grows: {museum.evenings}"
        assert evening.journal <= MOST_JOURNAL, f"the journal grows: {museum.evenings}"
        assert evening.tape <= OPENING + RECENT, f"the recorder's tape grows: {museum.evenings}"
    runs_kept, steps_kept = museum.kept()
    assert runs_kept == min(museum.ends, KEPT_RUNS)
    assert steps_kept <= KEPT_STEPS
    counters = museum.counters()
    arm, gripper = counters["arm"], counters["gripper"]
    assert (arm["moves"], arm["cycles"]) == (museum.steps, museum.ends)
    assert (gripper["grips"], gripper["cycles"]) == (museum.grips, museum.steps)
    assert math.isclose(arm["hours"] * HOUR, museum.seconds, rel_tol=1e-6)
    assert not museum.table.bench.faults


def _open_quickly(path: Path) -> sqlite3.Connection:
    """As ever, but that nobody waits for the disk: what is proven here does not hang on it."""
    connection = open_to_write(path)
    connection.execute("PRAGMA synchronous = OFF")
    return connection
