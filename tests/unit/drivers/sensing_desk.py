"""Two disks, an arm behind any firmware, and sensors that feel what the bench shows, until told otherwise."""

import math
from collections.abc import Callable, Iterable

from controller.drivers.arm import ArmDriver
from controller.drivers.gripper import Sensing
from controller.events import Event, LineReceived, LineSent, Publisher
from controller.gcode.custom import Description, custom_firmware
from controller.gcode.firmware import Firmware
from controller.gcode.grbl import GRBL
from controller.gcode.homing import OWN_HOMING, Placed
from controller.gcode.marlin import MARLIN
from controller.gcode.program import ArmLines
from controller.gcode.uarm import UARM
from controller.link.client import LinkClient
from controller.link.emulated import EmulatedTransport
from controller.model import Move, Point, State, Step
from controller.motion.geometry import Geometry, GripperTimes, MotionLimits, Workspace
from controller.motion.path import PathPlanner
from controller.testing import InterruptedClock
from firmware_proto.bench import Bench
from firmware_proto.emulators import EMULATORS
from firmware_proto.limits import Limits
from firmware_proto.part_sensor import PartSensor
from firmware_proto.wired_board import WiredBoard

NAMES = ("A", "B", "C")
PEGS = (Point(120, 110, 0), Point(180, 0, 0), Point(120, -110, 0))
PARK = Point(120, 0, 150)
STEPS = [
    Step(1, Move(1, 0, 1), State.tower(2, 0)),
    Step(2, Move(2, 0, 2), State((1, 0), 3)),
    Step(3, Move(1, 1, 2), State((1, 2), 3)),
]
COMMUNITY = Description(
    name="the custom firmware",
    line_end="\r\n",
    ready="ROBOT ONLINE",
    identify=None,
    identity=None,
    startup=("G90",),
    home=("G28",),
    move="G1 X{x} Y{y} Z{z} F{speed}",
    lift="G1 Z{z} F{speed}",
    dwell="G4 S{seconds}",
    finished="M114",
    position=r"CURRENT POSITION: \[X:{x} Y:{y} Z:{z}",
    halt=None,
    ok="^ok",
    error="^ERROR",
)
FIRMWARES: dict[str, Firmware] = {
    "marlin": MARLIN,
    "grbl": GRBL,
    "uarm": UARM,
    "custom": custom_firmware(COMMUNITY, ("M1",), ("M2",)),
}


class Desk:
    """`stacks`: what really stands there; `placed`: an arm without end switches, placed at its park position.

    `make` makes the emulated board, of `build`.
    """

    def __init__(
        self,
        family: str = "marlin",
        *,
        gripper: bool = True,
        pegs: bool = False,
        tries: int = 2,
        stacks: dict[str, tuple[int, ...]] | None = None,
        firmware: Firmware | None = None,
        part_sensor: PartSensor | None = None,
        before_grip: Callable[[], None] = lambda: None,
        grip_depth: float = 0.0,
        air: bool = False,
        shutdown: tuple[str, ...] = (),
        placed: bool = False,
        make: Callable[..., WiredBoard] | None = None,
        **build: object,
    ) -> None:
        self.bench = Bench(
            dict(zip(NAMES, PEGS, strict=True)),
            (10, 10),
            (30, 40),
            {"A": (2, 1)} if stacks is None else stacks,
            grip_settle=0.3,
            release_settle=0.3,
            grip_depth=grip_depth,
        )
        build |= {"stands_at": PARK, **EMULATORS[family].without_endstops} if placed else {}
        self.board = (make or EMULATORS[family].make)(
            bench=self.bench, limits=Limits(z=(0.0, 180.0), radius=(80.0, 320.0)), **build
        )
        self.board.machine.part_sensor = part_sensor
        self.events: list[Event] = []
        self.clock = InterruptedClock()
        self.deceived: list[bool] = []  # what the gripper's sensor says first, before it tells the truth
        self.blind: dict[int, bool] = {}  # what a peg's sensor says instead of the truth
        self.clings = False  # the disk, as far as the gripper's sensor knows
        self.late = False  # it feels the first disk once more after that has been let go
        self.truth = lambda: self.bench.held is not None
        self.looks = 0
        publisher = Publisher(self.events.append)
        client = LinkClient(
            EmulatedTransport(self.board, self.clock), firmware or FIRMWARES[family], self.clock, publisher
        )
        geometry = Geometry(
            names=NAMES,
            pegs=PEGS,
            thickness=(10, 10),
            diameters=(30, 40),
            pole_height=0,
            grip_depth=grip_depth,
            clearance=5,
            workspace=Workspace(z=(0, 180), radius=(80, 320)),
            park=PARK,
        )
        planner = PathPlanner(geometry, MotionLimits(200, 80, 1200), GripperTimes(0.3, 0.3))
        sensing = Sensing(self.holds if gripper else None, (lambda: self.occupied()) if pegs else None, tries)
        self.arm = ArmDriver(
            client,
            planner,
            ArmLines((30, 40), shutdown=shutdown, homing=Placed(PARK) if placed else OWN_HOMING),
            publisher,
            air,
            confirm=lambda _question, _listen: None,
            sensing=sensing,
            before_grip=before_grip,
        )

    def holds(self) -> bool:
        self.looks += 1
        if self.clings:
            return True
        if self.late and self.sent("M107"):
            self.late = False
            return True
        return self.deceived.pop(0) if self.deceived else self.truth()

    def occupied(self) -> list[bool | None]:
        return [self.blind.get(peg, bool(self.bench.stacks[name])) for peg, name in enumerate(NAMES)]

    def carry(self, steps: Iterable[Step] = STEPS) -> None:
        self.arm.connect()
        self.carry_on(steps)
        self.arm.rest()

    def carry_on(self, steps: Iterable[Step] = STEPS) -> None:
        for step in steps:
            self.arm.execute(step)

    def after(self, seconds: float, what: Callable[[], None]) -> None:
        """Have it happen, in another thread, so many seconds from now."""
        self.clock.due = self.clock.now() + seconds
        self.clock.interruption = what

    def drop(self) -> None:
        """The disk in the gripper falls."""
        self.bench.release(Point(*self.tip), self.clock.now())

    @property
    def tip(self) -> Point:
        return Point(*self.board.machine.motion.position(self.clock.now()))

    def is_parked(self) -> bool:
        return math.dist(self.tip, PARK) < 0.01

    def moves_on(self) -> bool:
        """Whether the arm is elsewhere half a minute later."""
        stood = self.tip
        self.clock.advance(30.0)
        self.board.transmit(self.clock.now())
        return math.dist(stood, self.tip) > 0.001

    def sent(self, *beginnings: str) -> list[str]:
        """The lines sent that begin so, or all, without number, tag and checksum."""
        lines = [event.text for event in self.events if isinstance(event, LineSent)]
        bare = [line.split("*")[0].split(" ", 1)[1] if line[:1] in "N#" else line for line in lines]
        return [line for line in bare if not beginnings or line.startswith(beginnings)]

    def heard(self) -> list[str]:
        return [event.text for event in self.events if isinstance(event, LineReceived)]

    def is_solved(self) -> bool:
        return self.bench.stacks == {"A": (), "B": (), "C": (2, 1)} and self.bench.faults == ()
