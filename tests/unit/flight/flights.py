"""Runs that are recorded as real ones are, on emulators in memory and on a clock that nobody waits for."""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from controller.app.assembly import FarEnd, Machine, machine_with
from controller.app.black_box import black_box
from controller.app.emulation import board_of
from controller.app.errands import Errand, carry_out
from controller.app.options import RunOptions
from controller.app.runs import connected
from controller.config import load
from controller.config.exhibits import folder
from controller.drivers.gripper import Sensing
from controller.events import Event, WaitingForPerson
from controller.flight.shelf import state_folder
from controller.flight.tape import Tape
from controller.link.clock import VirtualClock
from controller.link.emulated import EmulatedTransport
from controller.planner import solve_between
from controller.runner import Controls, Runner
from firmware_proto.bench import Bench

Act = Callable[[Event, Controls], None]


class Alarm(VirtualClock):
    """A clock that rings once, in mid-wait."""

    def __init__(self) -> None:
        super().__init__()
        self.at = float("inf")
        self.ring: Callable[[], None] = lambda: None

    def set(self, seconds: float | None) -> None:
        if seconds is not None:
            self.at = self.now() + seconds

    def sleep(self, seconds: float) -> None:
        super().sleep(seconds)
        if self.now() >= self.at:
            self.at = float("inf")
            self.ring()


@dataclass(frozen=True)
class Flown:
    """How a run ended, and the recordings that it has left."""

    error: Exception | None
    files: tuple[Path, ...]
    standing: str  # of the disks, on the bench of the recorded device

    @property
    def path(self) -> Path:
        (path,) = self.files
        return path


def say_yes(event: Event, controls: Controls) -> None:
    """The person who places an arm by hand."""
    if isinstance(event, WaitingForPerson):
        controls.proceed()


def fly(
    config_file: Path,
    faults: Iterable[str] = (),
    act: Act = say_yes,
    halt_in: Callable[[Event], float | None] = lambda _: None,
    tape: Tape | None = None,
    moves: int = 7,
    spoil: Callable[[Machine], None] = lambda _: None,
    journal: Callable[[], object] = lambda: None,
    feel: Callable[[Bench, VirtualClock], Sensing] | None = None,
    **errand: object,
) -> Flown:
    """Run the config's last `moves` at a port that is an emulator with `faults`; `act` is the person.

    `halt_in`: the seconds after an event at which somebody halts; None: nobody does.
    """
    config, options = load(str(config_file)), errand.pop("options", RunOptions())
    assert config.arm is not None
    assert isinstance(options, RunOptions)
    plan, clock = solve_between(config.tower.start_state(), config.tower.goal_state()), Alarm()
    start = plan.state_at(plan.length - moves)
    task = Errand(str(config_file), config_file.read_text(encoding="utf-8"), config, options, start, **errand)
    board = board_of(config, start, faults)
    far = FarEnd(clock, 0.0, EmulatedTransport(board, clock, config.arm.port), None, False)
    if feel is not None:
        assert board.bench is not None
        sensing = feel(board.bench, clock)
        far = replace(far, felt=lambda _: sensing)
    machine = machine_with(far, config, options)
    machine.recorder.tape = tape or machine.recorder.tape
    clock.ring = machine.controls.halt
    machine.publisher.subscribe(lambda event: act(event, machine.controls))
    machine.publisher.subscribe(lambda event: clock.set(halt_in(event)))
    spoil(machine)
    folders = state_folder(), config_file.parent
    before = {path for folder in folders for path in recordings(folder)}
    error = _carry_out(task, machine, journal)
    after = {path for folder in folders for path in recordings(folder)}
    return Flown(error, tuple(sorted(after - before)), standing_on(board.bench))


def _carry_out(task: Errand, machine: Machine, journal: Callable[[], object]) -> Exception | None:
    runner = Runner(machine.driver, machine.publisher, machine.controls, machine.clock, task.options.step)
    try:
        with black_box(task, machine, journal), connected(machine, []):
            carry_out(task, runner, machine)
    except Exception as error:
        return error
    return None


def recordings(folder: Path | None = None) -> list[Path]:
    """All that are kept at present."""
    return list((folder or state_folder()).glob("*.jsonl"))


def standing_on(bench: Bench | None) -> str:
    """Where the disks are, in the words of the end of a replay."""
    assert bench is not None
    stacks = [f"{peg}:{','.join(map(str, stack))}" for peg, stack in bench.stacks.items() if stack]
    held = f", disk {bench.held} is in the gripper" if bench.held else ""
    return " ".join(stacks) + held


def swap(path: Path, change: Callable[[dict[str, object]], object]) -> None:
    """Let `change` have each line of a recording, and keep what it makes of it."""
    entries = [json.loads(line) for line in path.read_text(encoding="ascii").splitlines()]
    for entry in entries:
        change(entry)
    path.write_text("".join(json.dumps(entry) + "\n" for entry in entries), encoding="ascii")


def at_a_port(exhibit: str, tmp_path: Path) -> Path:
    """A ready exhibit's config, at a port that is no emulator's."""
    text = (folder() / f"{exhibit}.yaml").read_text(encoding="utf-8")
    lines = ["  port: /dev/ttyUSB0" if line.startswith("  port:") else line for line in text.splitlines()]
    path = tmp_path / f"{exhibit}.yaml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path
