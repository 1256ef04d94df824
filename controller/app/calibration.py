"""`hanoi calibrate`: an arm, a keyboard, a sheet of words, and the config file that learns the places."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from controller.app.assembly import (
    EMULATED,
    answer_oneself,
    arm_lines,
    axes_of,
    firmware_of,
    homing_of,
    path_planner,
    slowed,
)
from controller.app.emulation import empty_board
from controller.app.options import RunOptions
from controller.app.signals import on_signals
from controller.calibrate import KEYS, Calibration, Exhibit, Session, Station, parse_order
from controller.config import Arm, Draft, parse, parse_draft
from controller.config.exhibits import read_text
from controller.config.rewrite import KeyPath, as_yaml, with_points
from controller.config.store import own_file, save
from controller.drivers.jog import Jogger
from controller.drivers.opening import Confirm
from controller.errors import ConfigError, StoppedByPerson, UsageError
from controller.events import Publisher
from controller.gcode.homing import OwnHoming
from controller.link.client import LinkClient
from controller.link.clock import Clock, MonotonicClock, VirtualClock
from controller.link.emulated import EmulatedTransport
from controller.link.serial_port import SerialTransport
from controller.link.transport import Transport
from controller.link.wire_log import WireLog
from controller.model import Point
from controller.motion import proof
from controller.motion.path import PathPlanner
from controller.views.sheet import choose_sheet
from controller.views.typed import TypedKeys, TypedLines


@dataclass(frozen=True, slots=True)
class _File:
    """A config file, what it says so far, and what its places are called."""

    name: str
    path: Path
    text: str
    draft: Draft
    names: Mapping[str, KeyPath]

    def paths(self, points: Mapping[str, Point]) -> dict[KeyPath, Point]:
        """Points by their places in the config."""
        return {self.names[name]: point for name, point in points.items()}

    def planner(self, points: Mapping[str, Point]) -> PathPlanner:
        """Slow paths between the places taught; raises UsageError where they cannot be a table."""
        if "disks" in self.draft.lacks:
            raise UsageError(f"{self.name} does not say how thick the disks are; write arm.disks first.")
        draft = parse_draft(self.name, with_points(self.text, self.paths(points)))
        tower = draft.config.tower
        ends = (tower.start_state(), tower.goal_state())
        if found := proof.problems(draft.arm.geometry(tower), *ends, draft.arm.joints()):
            raise UsageError(f"These places cannot be a table: {found[0].text}.")
        planner = path_planner(draft.config, air=True)
        assert planner is not None
        return planner

    def calibration(self) -> Calibration:
        """What is known at the beginning."""
        known = {name: point for name, path in self.names.items() if (point := self.draft.points[path])}
        stations = tuple(Station(name, _hint(path)) for name, path in self.names.items())
        return Calibration(stations, self.draft.arm.geometry(self.draft.config.tower).workspace, known, known)

    def exhibit(self) -> Exhibit:
        """What a session must know."""
        arm = self.draft.arm
        limits = slowed(arm.motion_limits())
        upwards = not isinstance(homing_of(arm), OwnHoming)
        return Exhibit(self.name, limits, arm.gripper.times(), upwards, self.planner, self.save)

    def save(self, points: Mapping[str, Point]) -> str:
        """Write them, and say what became of it."""
        backup = save(self.path, self.paths(points))
        kept = f"; the old one is kept as {backup.name}" if backup else ""
        return f"{self.name} is written{kept}.\n{self._verdict()}"

    def _verdict(self) -> str:
        try:
            parse(self.name, read_text(self.path, self.name))
        except ConfigError as error:
            more = len(error.problems) - 1
            others = f" (and {more} more)" if more else ""
            return f"Not all is well yet: hanoi check {self.name} says {error.problems[0]}{others}."
        return f"Nothing is wrong with it: hanoi run {self.name} --dry-run."


def calibrate(name: str, options: RunOptions) -> None:
    """Teach the places in the config `name`, a file of one's own, until a person leaves."""
    path = own_file(name)
    text = read_text(path, name)
    file = _file(name, path, text)
    pretended = options.dry_run or file.draft.arm.port == EMULATED
    if options.speed is not None and not pretended:
        raise UsageError("--speed: a real machine sets its own pace; add --dry-run, or leave --speed out.")
    with _session(file, options, pretended) as session:
        session.run()


def _file(name: str, path: Path, text: str) -> _File:
    draft = parse_draft(name, text)
    pegs = draft.config.tower.pegs
    names = {_called(key, pegs): key for key in draft.points}
    return _File(name, path, text, draft, names)


def _called(path: KeyPath, pegs: tuple[str, ...]) -> str:
    match path:
        case (_, "pegs", peg):
            return peg
        case (_, "pegs", peg, top):
            return f"{peg} {top}"
    return "park" if "park" not in pegs else "park position"


def _hint(path: KeyPath) -> str:
    match path:
        case (_, "pegs", _):
            return "the empty tip touches the board on its axis"
        case (_, "pegs", _, _):
            return "the tip is high up on its axis"
    return "out of the way, above everything"


@contextmanager
def _session(file: _File, options: RunOptions, pretended: bool) -> Iterator[Session]:
    """A session on the terminal; all is put away after it, and what has not been saved is printed."""
    publisher = Publisher()
    arm = _arm(file.draft.arm, options.speed, pretended, publisher, lambda *asked: session.ask(*asked))
    person = sys.stdin is not None and sys.stdin.isatty()
    keys = person and not options.plain
    typed = TypedKeys(sys.stdin, arm.halt) if keys else TypedLines(sys.stdin)
    sheet = choose_sheet(sys.stdout, plain=not keys)
    read = KEYS.get if keys else parse_order
    session = Session(file.exhibit(), file.calibration(), arm, typed, read, sheet, strict=not person)
    publisher.subscribe(session)
    with ExitStack() as stack:
        stack.callback(lambda: _print_unsaved(session.calibration.changed))
        if options.wire_log is not None:
            log = WireLog(options.wire_log)
            stack.callback(log.close)
            publisher.subscribe(log)
        stack.enter_context(sheet)
        stack.enter_context(on_signals(session.end))
        stack.enter_context(typed)
        stack.enter_context(_put_away(arm))
        for note in _notes(file.draft, pretended):
            session.tell(note)
        yield session


def _arm(arm: Arm, speed: float | None, pretended: bool, publisher: Publisher, confirm: Confirm) -> Jogger:
    clock: Clock = VirtualClock(1.0 if speed is None else speed) if pretended else MonotonicClock()
    transport: Transport = SerialTransport(arm.port, arm.baud)
    if pretended:
        transport, confirm = (
            EmulatedTransport(empty_board(arm), clock, EMULATED),
            partial(answer_oneself, publisher),
        )
    client = LinkClient(transport, firmware_of(arm), clock, publisher)
    return Jogger(client, arm_lines(arm), axes_of(arm), publisher, confirm)


@contextmanager
def _put_away(arm: Jogger) -> Iterator[None]:
    """Close the arm; whatever goes wrong inside, it is halted first."""
    try:
        yield
    except StoppedByPerson:
        raise  # it stands already
    except BaseException:
        arm.halt()
        raise
    finally:
        arm.close()


def _notes(draft: Draft, pretended: bool) -> Iterator[str]:
    if pretended:
        yield "Dry run: the arm is emulated, and nothing real moves."
    yield from draft.notes
    yield "Home the arm first (h, or home): it moves by itself, keep clear of it."


def _print_unsaved(points: Mapping[str, Point]) -> None:
    """For a person to write in by hand."""
    if points:
        print("Taught, and not in the file:", file=sys.stderr)
    for name, point in points.items():
        print(f"  {name}: {as_yaml(point)}", file=sys.stderr)
