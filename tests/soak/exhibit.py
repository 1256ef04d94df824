"""Two disks, an arm of any family and a bad wire to its board, all on a clock of their own."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from random import Random

import yaml
from bad_wire import BadWire, Strike

from controller.app.arms import arm_lines, axes_of, firmware_of, path_planner
from controller.app.emulation import board_of
from controller.config import Config, parse
from controller.drivers.arm import ArmDriver
from controller.errors import PortError
from controller.events import Publisher
from controller.link.client import LinkClient
from controller.link.emulated import EmulatedTransport
from controller.model import State, Step
from controller.motion.path import PathPlanner
from controller.planner import solve_between
from controller.testing import FakeClock
from firmware_proto.bench import Bench
from firmware_proto.wired_board import WiredBoard

EXHIBITS = {"marlin": "marlin-arm", "grbl": "grbl-arm", "uarm": "uarm", "custom": "community-arm"}
DISKS = 2
FOLDER = Path(__file__).resolve().parents[2] / "config"
BY_ID = "/dev/serial/by-id/usb-the_arm"


class Hang(Exception):
    """What should have ended goes on and on."""


class Deadline(FakeClock):
    """A clock on which nothing lasts longer than `limit` seconds, nor takes more than so many waits."""

    WAITS = 200_000

    def __init__(self, limit: float) -> None:
        super().__init__()
        self._limit, self._waits = limit, 0

    def sleep(self, seconds: float) -> None:
        """Be later, but not too late."""
        self._waits += 1
        if self.now() > self._limit or self._waits > self.WAITS:
            raise Hang(f"after {self.now():.0f} s and {self._waits} waits")
        self.advance(seconds)


@lru_cache
def config_of(family: str) -> Config:
    """The family's ready exhibit, with two disks."""
    text = (FOLDER / f"{EXHIBITS[family]}.yaml").read_text(encoding="utf-8")
    document = yaml.safe_load(text)
    document["tower"]["disks"] = DISKS
    for measure in ("thickness", "diameters"):
        if isinstance(values := document["arm"]["disks"][measure], list):
            document["arm"]["disks"][measure] = values[:DISKS]
    return parse(family, yaml.safe_dump(document, sort_keys=False))


class Port(EmulatedTransport):
    """A wire that can be opened under one of the `names` that its board has at the moment."""

    def __init__(self, wire: BadWire, clock: FakeClock, name: str, names: set[str]) -> None:
        super().__init__(wire, clock, name)
        self._names = names

    def open(self) -> None:
        """Raises PortError as the system does where there is no such file."""
        if self.name not in self._names:
            raise PortError(f"{self.name} does not exist; `hanoi ports` lists the ports there are.")
        super().open()


class Exhibit:
    """`did` is what the machine has done: places it was sent to, and lines for its outputs.

    `arches`: with rounded corners, in many short lines, where the firmware takes them.
    """

    def __init__(
        self,
        family: str,
        strike: Strike | None = None,
        faults: tuple[str, ...] = (),
        seed: int = 0,
        limit: float = 1e9,
        arches: bool = False,
    ) -> None:
        self.config = config_of(family)
        self.start, self.goal = self.config.tower.start_state(), self.config.tower.goal_state()
        board = board_of(self.config, self.start, faults)
        assert isinstance(board, WiredBoard)
        self.did = _watched(board)
        self.clock = Deadline(limit)
        self.wire = BadWire(board, strike, Random(seed))
        self.names = {"/dev/ttyUSB0", BY_ID}
        self._arches = arches
        self.arm = self.arm_at("/dev/ttyUSB0")

    def arm_at(self, name: str) -> ArmDriver:
        """A driver for the arm behind a port."""
        arm, publisher = self.config.arm, Publisher()
        assert arm is not None
        port = Port(self.wire, self.clock, name, self.names)
        client = LinkClient(port, firmware_of(arm), self.clock, publisher)
        return ArmDriver(client, self._planner(), arm_lines(arm), publisher, axes=axes_of(arm))

    def _planner(self) -> PathPlanner:
        planner = path_planner(self.config)
        assert planner is not None
        limits = planner.limits
        arches = limits.arches and self._arches
        return PathPlanner(planner.geometry, replace(limits, arches=arches), planner.gripper)

    @property
    def bench(self) -> Bench:
        """Where things really are."""
        assert self.wire.board.bench is not None
        return self.wire.board.bench

    @property
    def steps(self) -> list[Step]:
        """From the start to the goal."""
        return _steps(self.start, self.goal)

    @property
    def solved(self) -> bool:
        """Whether the bench is content."""
        return self.bench.verdict(self.config.tower.goal)[0]

    @property
    def situation(self) -> tuple[object, ...]:
        """The tool's place, the disk in it, and the others."""
        place = self.wire.board.machine.motion.position(self.clock.now())
        return place, self.bench.held, self.bench.stacks

    def standing(self, state: State) -> dict[str, tuple[int, ...]]:
        """What the bench sees where the disks are as in `state`."""
        return dict(zip(self.config.tower.pegs, state.stacks, strict=True))

    def solve(self, after_step: Callable[[State], None] = lambda _: None) -> None:
        """Connect, carry all steps out and rest."""
        self.arm.connect()
        for step in self.steps:
            self.arm.execute(step)
            after_step(step.state.apply(step.move))
        self.arm.rest()

    def solve_from_here(self, arm: ArmDriver) -> None:
        """The same behind another port, from where the disks are; with one that has fallen only rest."""
        arm.connect()
        if sum(map(len, self.bench.stacks.values())) == DISKS:
            for step in _steps(self._state(), self.goal):
                arm.execute(step)
        arm.rest()
        arm.close()

    def settle(self, seconds: float) -> None:
        """Let time pass for the board alone."""
        self.clock.advance(seconds)
        self.wire.board.receive(b"", self.clock.now())

    def _state(self) -> State:
        pegs = self.config.tower.pegs
        peg_of = {disk: pegs.index(peg) for peg, stack in self.bench.stacks.items() for disk in stack}
        return State(tuple(peg_of[disk] for disk in sorted(peg_of)), len(pegs))


def _steps(start: State, goal: State) -> list[Step]:
    """The steps of the shortest way."""
    steps = []
    for number, move in enumerate(solve_between(start, goal), 1):
        steps.append(Step(number, move, start))
        start = start.apply(move)
    return steps


def _watched(board: WiredBoard) -> list[str]:
    """What its machine does from now on; the same thing twice over changes nothing, and is told once."""
    did: list[str] = []
    machine = board.machine
    move, output = machine.move, machine.output

    def tell(deed: str) -> None:
        if deed not in did[-1:]:
            did.append(deed)

    def moving(target, speed, now):
        tell(f"to {target.x:.3f} {target.y:.3f} {target.z:.3f}")
        move(target, speed, now)

    def switching(line, now):
        tell(line)
        return output(line, now)

    machine.move, machine.output = moving, switching
    return did
