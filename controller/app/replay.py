"""`hanoi replay`: a recording played again by this version's own host, on the emulator."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass as checked

from controller.app.arms import firmware_of
from controller.app.assembly import FarEnd, Machine, is_pretended, machine_with
from controller.app.emulation import board_of, whereabouts
from controller.app.errands import Errand, carry_out
from controller.app.options import RunOptions
from controller.app.playback import PlayedControls, played_sensing
from controller.app.runs import connected
from controller.app.signals import on_signals
from controller.config import parse
from controller.config.document import printable
from controller.errors import IllegalState, StoppedByPerson, UsageError
from controller.flight.player import Difference, Player
from controller.flight.recording import Flight, Recording
from controller.flight.shelf import read
from controller.flight.understudy import Nobody, Understudy
from controller.gcode.replies import Info
from controller.link.clock import VirtualClock
from controller.link.emulated import EMULATED
from controller.planner.notation import parse_state
from controller.runner import Runner
from controller.views import choose_view
from firmware_proto.bench import Bench

_Options: Any = checked(RunOptions, frozen=True, config={"strict": True, "extra": "forbid"})
Dress = Callable[[Machine], AbstractContextManager[object]]


@dataclass(frozen=True, slots=True)
class Replayed:
    """What has come of a recording. `error`: how it ended this time, None: with all moves done.

    `difference`: the first line of the host that was another; `standing`: what the bench says in the end.
    """

    recording: Recording
    error: BaseException | None
    difference: Difference | None
    standing: str

    @property
    def same(self) -> bool:
        """Whether the recorded fault has come again, in its own words or at least after the same lines."""
        recorded, now = self.recording.end, self.error
        if type(now).__name__ != recorded.error:
            return False
        return str(now) == recorded.sentence or self.difference is None

    @property
    def told(self) -> tuple[str, ...]:
        """What has come of it, in sentences."""
        recorded = self.recording.end
        if self.same:
            verdict = f"The same fault again: {self.error}"
        else:
            now = "all moves are done" if self.error is None else f"{self.error}"
            verdict = f"Not the same fault. Recorded: {recorded.sentence} Now: {now}"
        return verdict, self._compared(), f"The bench says: {self.standing}."

    def _compared(self) -> str:
        if self.difference is None:
            return "The host has said what it said then."
        line, recorded, now = self.difference.line, self.difference.recorded, self.difference.now
        return (
            f"Line {line} of the host is the first that differs: recorded `{recorded}`, now `{now}`; "
            "from there on the emulator answered."
        )


def replayed(path: str | Path, speed: float = 0.0, dress: Dress = lambda _: nullcontext()) -> Replayed:
    """Play the recording in the file at `path`; raises UsageError for one that cannot be played.

    `speed` 0: as fast as possible. `dress` puts what shows it around the run. No port is opened, no journal
    is touched.
    """
    name = printable(str(path))
    recording = read(Path(path), name)
    errand = _errand(recording, name)
    player, bench, machine = _stage(recording, errand, speed)
    with dress(machine):
        error = _ending(errand, machine)
    return Replayed(recording, error, player.difference, _standing(bench))


def replay(path: Path, plain: bool, speed: float | None) -> bool:
    """Show the recording on the terminal; whether the same fault has come again."""
    animated = sys.stdout.isatty() and not plain
    pace = speed if speed is not None else 1.0 if animated else 0.0
    signals: list[int] = []

    @contextmanager
    def show(machine: Machine) -> Iterator[None]:
        view = choose_view(sys.stdout, plain=plain, speed=pace)
        machine.publisher.subscribe(view)
        with on_signals(machine.controls.halt) as heard, view:
            yield
            signals.extend(heard.heard)

    result = replayed(path, pace, show)
    if signals:
        raise StoppedByPerson(f"{printable(str(path))}: the replay was stopped.")
    for sentence in result.told:
        print(sentence)
    return result.same


def _errand(recording: Recording, name: str) -> Errand:
    """What was to be done, as this version understands it; raises UsageError where it does not."""
    flight = recording.flight
    config = parse(f"{name}: its config {flight.config_name}", flight.config)
    try:
        start = parse_state(flight.start, config.tower.pegs, config.tower.disks)
    except IllegalState as error:
        raise UsageError(f"{name}: where the disks stood at the start: {error}") from error
    return Errand(
        name=flight.config_name,
        text=flight.config,
        config=config,
        options=_options(flight, name),
        start=start,
        kiosk=flight.command == "kiosk",
        cycles=flight.cycles,
    )


def _options(flight: Flight, name: str) -> RunOptions:
    try:
        options: RunOptions = TypeAdapter(_Options).validate_json(json.dumps(flight.options))
    except ValidationError as error:
        key = error.errors()[0]["loc"][0]
        raise UsageError(
            printable(
                f"{name}: this version knows no option {key}: {json.dumps(flight.options[str(key)])}; replay "
                f"it with hanoi {flight.program}, which has recorded it."
            )
        ) from error
    return replace(options, wire_log=None)


def _stage(recording: Recording, errand: Errand, speed: float) -> tuple[Player, Bench | None, Machine]:
    """The machine of the recorded run, with the recorded device at the far end."""
    config, clock = errand.config, VirtualClock(speed)
    pretended = is_pretended(config.arm, errand.options)
    understudy, bench = _understudy(errand, pretended, clock)
    player = Player(recording, understudy, clock)
    far = FarEnd(
        clock=clock,
        speed=speed,
        transport=player if config.arm else None,
        bench=bench if pretended else None,
        pretended=pretended,
        felt=partial(played_sensing, config, player, bench),
    )
    hushed = replace(errand.options, dry_run=True)  # lamps are pretended
    machine = machine_with(far, config, hushed, partial(PlayedControls, player))
    machine.publisher.subscribe(player)
    return player, bench, machine


def _understudy(errand: Errand, pretended: bool, clock: VirtualClock) -> tuple[Understudy, Bench | None]:
    arm, options = errand.config.arm, errand.options
    if arm is None:
        return Understudy(Nobody(), "nobody", clock, lambda: Info), None
    board = board_of(errand.config, None if options.air else errand.start, imperfect=options.imperfect)
    port = EMULATED if pretended else arm.port
    return Understudy(board, port, clock, firmware_of(arm).parser), board.bench


def _ending(errand: Errand, machine: Machine) -> Exception | None:
    """Carry the errand out; how it ended."""
    runner = Runner(machine.driver, machine.publisher, machine.controls, machine.clock, errand.options.step)
    try:
        with machine.inputs, connected(machine, []):
            carry_out(errand, runner, machine)
    except Exception as error:  # whatever it is, it is what a replay is for
        return error
    return None


def _standing(bench: Bench | None) -> str:
    """Where the disks are, as the bench sees them."""
    if bench is None:
        return "there is no arm, and no disk has moved"
    return whereabouts(bench)
