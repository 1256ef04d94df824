"""Lives of the program at one table: each is `hanoi` in this process, disturbed or cut off anywhere.

What is emulated is the world alone: the board and its bench, the passing of time, the sensors, the person who
is asked; and death, after which nothing of a life reaches the world any more, whatever it still does.
"""

import sqlite3
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from unittest.mock import patch

import yaml
from eyewitness import TAKE, Eyewitness, Table

from controller.app import runs, starting
from controller.app.assembly import FarEnd, Machine, machine_with
from controller.app.emulation import board_of
from controller.app.options import RunOptions
from controller.config import Config, parse
from controller.drivers.gripper import Sensing
from controller.errors import HanoiError
from controller.events import Event, Paused, RunStarted, StepDone
from controller.gcode.families import FIRMWARES
from controller.inputs import Readings
from controller.journal import Reader, Standing, journal
from controller.journal.entries import Entry
from controller.journal.log import unmark
from controller.journal.writer import Writer
from controller.link.clock import VirtualClock
from controller.link.emulated import EmulatedTransport
from controller.model import State
from controller.runner import Controls
from firmware_proto.faults import KINDS, Fault, FaultSchedule

Barrier = Callable[[], None]

EXHIBITS = {"marlin": "marlin-arm", "grbl": "grbl-arm", "uarm": "uarm"}
FOLDER = Path(__file__).resolve().parents[2] / "config"
DISKS = 2
PLAIN = {name: replace(firmware, arches=False) for name, firmware in FIRMWARES.items()}
"""Without rounded corners, whose many short lines take longest and change nothing here."""

FAULTS = {f"wire: {kind}": kind for kind in KINDS}
"""Acts that strike the next line the board gets."""

AFTERWARDS = 120.0
"""Seconds after which nothing stirs any more that a life has set going."""


class Died(BaseException):
    """The process is gone: kill -9, or the mains."""


@dataclass(frozen=True, slots=True)
class Incident:
    """What happens in a life at an instant of its kind: the `at`-th of its kind, from 1.

    `luck` is whatever more has to be decided.
    """

    instant: str
    at: int
    act: str
    luck: int = 0


@lru_cache
def document_of(family: str, disks: int = DISKS) -> str:
    """A family's exhibit with so many disks, and a journal beside it."""
    document = yaml.safe_load((FOLDER / f"{EXHIBITS[family]}.yaml").read_text(encoding="utf-8"))
    document["journal"] = "tower.db"
    document["tower"]["disks"] = disks
    for measure in ("thickness", "diameters"):
        if isinstance(values := document["arm"]["disks"][measure], list):
            document["arm"]["disks"][measure] = values[:disks]
    return yaml.safe_dump(document, sort_keys=False)


class World:
    """A table, an arm of a family and what feels the disks: a sensor in the gripper, sensors at the pegs."""

    def __init__(self, family: str, gripper: bool, pegs: bool, folder: Path) -> None:
        self.name = str(folder / "exhibit.yaml")
        Path(self.name).write_text(document_of(family), encoding="utf-8")
        self.config = parse(family, document_of(family))
        self.board = board_of(self.config, self.config.tower.start_state())
        assert self.board.bench is not None
        self.bench = self.board.bench
        self.clock = VirtualClock()
        self.table = Table(self.bench, self.config.tower.pegs)
        self.person = Eyewitness(self.table)
        self.deceived = False
        """Disks have been moved by hands, or lost, where nothing felt it: what is believed may not be so."""
        self.fallen = False
        """Something has gone wrong at the table, and nobody has looked since."""
        self._journal = folder / "tower.db"
        self._gripper, self._pegs = gripper, pegs
        self.feels_grip = gripper or family == "uarm"
        self.weak_grips = 0  # that are to come
        self._close, self.bench.grip = self.bench.grip, self._grip

    @property
    def readings(self) -> Readings:
        """What the sensors on pins say."""
        return Readings(self._holds() if self._gripper else None, self._occupied())

    @property
    def sensing(self) -> Sensing:
        """The same for the driver."""
        return Sensing(self._holds if self._gripper else None, self._occupied if self._pegs else None)

    @property
    def standing(self) -> Standing | None:
        """What the journal says."""
        with Reader(self._journal) as reader:
            return reader.standing()

    def is_so(self, state: State) -> bool:
        """Whether all disks really stand as in `state`."""
        return self.bench.held is None and (*self.bench.stacks.values(),) == state.stacks

    def looks_so(self, state: State) -> bool:
        """Whether the sensors see nothing else."""
        read, stacks = self.readings, state.stacks
        seen = zip(read.pegs, stacks, strict=True)
        return not read.gripper and all(peg is None or peg is bool(stack) for peg, stack in seen)

    def lay(self, source: int, target: int) -> None:
        """A visitor takes the top disk of one peg and lays it on another."""
        names = self.table.names
        if source != target and (stack := self.bench.stacks[names[source]]):
            self.table.lay(stack[-1], names[target])
            self.deceived = True

    def drop(self) -> None:
        """The disk in the gripper falls."""
        if self.bench.held is not None:
            self.deceived = self.deceived or not self.feels_grip
            now = self.clock.now()
            self.bench.release(self.board.machine.motion.position(now), now)

    def pass_by(self, seconds: float) -> None:
        """Let time pass for the board alone."""
        self.clock.skip(seconds)
        self.board.receive(b"", self.clock.now())

    def _holds(self) -> bool:
        return self.bench.held is not None

    def _occupied(self) -> tuple[bool | None, ...]:
        stacks = self.bench.stacks
        return tuple(bool(stacks[name]) if self._pegs else None for name in self.table.names)

    def _grip(self, *where: object) -> None:
        if self.weak_grips:
            self.weak_grips -= 1
            self.deceived = self.deceived or not self.feels_grip
        else:
            self._close(*where)


class Life:
    """One run of the program in a world; `lag`: how many facts its journal's thread may be behind."""

    def __init__(self, world: World, incidents: Sequence[Incident] = (), lag: int = 0) -> None:
        self.lag = lag
        self.dead = self.journal_full = False
        self.error: HanoiError | Died | None = None
        self.wrongs: list[str] = []
        """Laws that have been broken; no listener may raise."""
        self.questions: list[str] = []
        self.began: State | None = None
        self.acts: set[str] = set()
        """What has happened."""
        self._world, self._incidents = world, incidents
        self._instants: Counter[str] = Counter()
        self._controls: Controls | None = None
        self._visit: int | None = None

    def run(self, program: Callable[[], None]) -> None:
        """Live: to the end of `program`, or until it is broken off."""
        with ExitStack() as stack:
            stack.enter_context(patch.dict(FIRMWARES, PLAIN))
            stack.enter_context(patch.object(runs, "assemble", self._assemble))
            stack.enter_context(patch.object(starting, "_ask", self._ask))
            stack.enter_context(patch.object(starting, "_readings", lambda _: self._world.readings))
            stack.enter_context(patch.object(journal, "Writer", partial(LateWriter, self)))
            try:
                program()
            except (HanoiError, Died) as error:
                self.error = error
        self._world.pass_by(AFTERWARDS)
        self._world.weak_grips, self._world.board._schedule = 0, FaultSchedule()

    def at(self, instant: str) -> None:
        """It has come to an instant: what is due happens."""
        if self.dead:
            raise Died
        self._instants[instant] += 1
        for incident in self._incidents:
            if (incident.instant, incident.at) == (instant, self._instants[instant]):
                self.acts.add(incident.act)
                self._happen(incident.act, incident.luck)

    def _happen(self, act: str, luck: int) -> None:
        world, controls = self._world, self._controls
        match act:
            case "death":
                self.dead = True
                raise Died
            case "full disk":
                self.journal_full = True
            case "drop":
                world.drop()
            case "weak grip":
                world.weak_grips = 1 + luck % 3
            case "stop" | "halt" | "kill" if controls is not None:
                getattr(controls, act)()
            case "visit" if controls is not None:
                self._visit = luck
                controls.pause()
            case _ if act in FAULTS:
                world.board._schedule = FaultSchedule([Fault(FAULTS[act], 1)])

    def _assemble(self, config: Config, options: RunOptions, _start: State, settle: Barrier) -> Machine:
        world = self._world
        wire = MortalWire(self, EmulatedTransport(world.board, world.clock, "the port"))
        far = FarEnd(world.clock, 1.0, wire, None, False, lambda _: world.sensing)
        machine = machine_with(far, config, options, before_grip=settle)
        machine.publisher.subscribe(self._hear)
        self._controls = machine.controls
        return machine

    def _ask(self, question: str) -> str:
        self.at("question")
        self.questions.append(question)
        answer = self._world.person.answer(question)
        self.at("answer")
        return answer

    def _hear(self, event: Event) -> None:
        self.at("event")
        match event:
            case RunStarted(state=state):
                if self.began is None:
                    self._believe()
                self.began = self.began or state
                self._check(state, "it begins with")
            case StepDone(state=state):
                self._check(state, "it has done a step, and believes in")
                if not self._world.looks_so(state):
                    self.wrongs.append(f"it believes in {state}, and the sensors see something else")
            case Paused() if self._visit is not None:
                self._world.lay(self._visit % 3, self._visit // 3 % 3)
                self._visit = None
                self._controls.resume()

    def _believe(self) -> None:
        """What a person has said is in the journal by now, and whoever looks sets right what has fallen."""
        if not all(map(TAKE.search, self.questions)):  # that is about one disk, and the others go unseen
            self._world.deceived = self._world.fallen = False

    def _check(self, state: State, what: str) -> None:
        if not (self._world.is_so(state) or self._world.deceived):
            self.wrongs.append(f"{what} {state}, and so it is: {self._world.table.places()}")


class MortalWire:
    """A Transport for one life."""

    def __init__(self, life: Life, wire: EmulatedTransport) -> None:
        self.name = wire.name
        self.open = wire.open
        self.close = wire.close
        self._life, self._wire = life, wire

    def write(self, data: bytes) -> None:
        self._life.at("write")
        self._wire.write(data)
        self._life.at("written")

    def write_now(self, data: bytes) -> None:
        if not self._life.dead:
            self._wire.write_now(data)

    def read(self, timeout: float) -> bytes:
        data = self._wire.read(timeout)
        self._life.at("read")
        return data


class LateWriter(Writer):
    """The journal's writer with the lateness of its thread, and without its thread."""

    def __init__(self, life: Life, connection: sqlite3.Connection, path: Path) -> None:
        self._life = life
        self._connection, self._path, self._fault = connection, path, None
        self._late: list[Sequence[Entry]] = []
        self._ended = False
        connection.execute("PRAGMA synchronous = OFF")  # what is committed outlives a process without that

    @property
    def ended(self) -> bool:
        return self._ended

    def put(self, group: Sequence[Entry]) -> None:
        self._late.append(group)
        while len(self._late) > self._life.lag:
            self._write(self._late.pop(0))

    def settle(self) -> None:
        if self.ended:
            super().settle()
        self._write_all()
        self.check()

    def close(self, unmarked: bool = True) -> None:
        try:
            self._write_all()
        finally:
            self._ended = True
            self._close_file(unmarked)
        self.check()

    def _close_file(self, unmarked: bool) -> None:
        if not self._life.dead:
            if unmarked:
                unmark(self._connection)
            self._connection.close()
            return
        log = self._path.with_name(f"{self._path.name}-wal")
        left = log.read_bytes()
        self._connection.close()
        log.write_bytes(left)  # which a process that has died leaves there

    def _write_all(self) -> None:
        late, self._late = self._late, []
        self._write([entry for group in late for entry in group])

    def _commit(self, entries: Sequence[Entry]) -> None:
        self._life.at("commit")
        if self._life.journal_full:
            full = sqlite3.OperationalError("database or disk is full")
            full.sqlite_errorname = "SQLITE_FULL"
            raise full
        super()._commit(entries)
        self._life.at("committed")
