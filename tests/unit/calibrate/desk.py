"""A session at an emulated arm, with a person who types to order and a screen that remembers."""

import contextlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from controller.calibrate import KEYS, Calibration, Exhibit, Left, Order, Session, Station, parse_order
from controller.drivers.jog import Jogger
from controller.errors import UsageError
from controller.events import Event, LineSent, Publisher
from controller.gcode.firmware import Firmware
from controller.gcode.homing import OWN_HOMING, Homing
from controller.gcode.marlin import MARLIN
from controller.gcode.program import ArmLines
from controller.link.client import LinkClient
from controller.link.emulated import EmulatedTransport
from controller.model import Point
from controller.motion.axes import CARTESIAN, Axes
from controller.motion.geometry import Geometry, GripperTimes, MotionLimits, Workspace
from controller.motion.path import PathPlanner
from controller.testing import InterruptedClock
from firmware_proto.limits import Limits
from firmware_proto.marlin import MarlinEmulator
from firmware_proto.marlin.session import MarlinBuild

WORKSPACE = Workspace(z=(0.0, 180.0), radius=(80.0, 320.0))
LIMITS = MotionLimits(50.0, 20.0, 1200.0)
PLACES = {
    "A": Point(120.0, 110.0, 0.0),
    "B": Point(180.0, 0.0, 0.0),
    "C": Point(120.0, -110.0, 0.0),
    "park": Point(120.0, 0.0, 150.0),
}
GEOMETRY = Geometry(
    names=("A", "B", "C"),
    pegs=(PLACES["A"], PLACES["B"], PLACES["C"]),
    thickness=(8.0, 10.0, 12.0),
    diameters=(30.0, 40.0, 50.0),
    pole_height=0.0,
    grip_depth=0.0,
    clearance=5.0,
    workspace=WORKSPACE,
    park=PLACES["park"],
)


class Person:
    """Types one thing after another; a callable among them happens instead, and nothing is typed."""

    def __init__(self, *typed: str | Callable[[], object]) -> None:
        self.typed = list(typed)
        self.held: list[str] = []  # keys pressed while nobody asked
        self.forgotten: list[str] = []

    def next(self, seconds: float) -> str | None:
        if self.held:
            return self.held.pop(0)
        if not self.typed:
            raise EOFError
        first = self.typed.pop(0)
        if isinstance(first, str):
            return first
        first()
        return None

    def forget(self) -> None:
        self.forgotten += self.held
        self.held = []


class Screen:
    def __init__(self) -> None:
        self.rows: Sequence[str] = ()
        self.keys: Sequence[str] = ()
        self.said: list[str] = []

    def show(self, rows: Sequence[str], keys: Sequence[str], said: Sequence[str], /) -> None:
        self.rows, self.keys = rows, keys
        self.said += said


class Desk:
    """All of it; `saved` is what has been written, one entry each time."""

    def __init__(
        self,
        *typed: str | Callable[[], object],
        firmware: Firmware = MARLIN,
        homing: Homing = OWN_HOMING,
        axes: Axes = CARTESIAN,
        known: Mapping[str, Point] | None = None,
        keys: bool = False,
        strict: bool = False,
        board: MarlinEmulator | None = None,
        names: Iterable[str] = PLACES,
    ) -> None:
        self.clock = InterruptedClock()
        self.events: list[Event] = []
        self.board = board or MarlinEmulator(limits=Limits(z=(0.0, 180.0), radius=(80.0, 320.0)))
        publisher = Publisher(self.events.append)
        wire = EmulatedTransport(self.board, self.clock, "the arm's port")
        client = LinkClient(wire, firmware, self.clock, publisher)
        lines = ArmLines(diameters=(30.0, 40.0, 50.0), homing=homing)
        self.arm = Jogger(client, lines, axes, publisher, lambda *asked: self.session.ask(*asked))
        self.person, self.screen = Person(*typed), Screen()
        self.saved: list[dict[str, Point]] = []
        exhibit = Exhibit(
            "my-arm.yaml", LIMITS, GripperTimes(0.3, 0.2), homing != OWN_HOMING, self.planner, self.save
        )
        stations = tuple(Station(name, "where it belongs", on_board=name in "ABC") for name in names)
        calibration = Calibration(stations, WORKSPACE, dict(known or {}), dict(known or {}))
        read: Callable[[str], Order | None] = KEYS.get if keys else parse_order
        self.session = Session(exhibit, calibration, self.arm, self.person, read, self.screen, strict)
        publisher.subscribe(self.session)

    @staticmethod
    def planner(points: Mapping[str, Point]) -> PathPlanner:
        if points["B"].x < 150:
            raise UsageError("These places cannot be a table: peg B is too near.")
        pegs = tuple(points[name] for name in "ABC")
        return PathPlanner(replace(GEOMETRY, pegs=pegs, park=points["park"]), LIMITS, GripperTimes(0.3, 0.2))

    def save(self, points: Mapping[str, Point]) -> str:
        self.saved.append(dict(points))
        return "my-arm.yaml is written"

    def run(self) -> "Desk":
        self.session.run()
        return self

    def run_unsaved(self) -> "Desk":
        """Run, and leave with something taught that is not saved."""
        with contextlib.suppress(Left):
            self.session.run()
        return self

    def sent(self) -> list[str]:
        """The lines sent that move, grip or home, without number and checksum."""
        lines = [
            event.text.partition("*")[0].split(" ", 1)[-1]
            for event in self.events
            if isinstance(event, LineSent)
        ]
        return [line for line in lines if line.startswith(("G1", "G28", "G92", "M106", "M107", "M410"))]

    def said(self, words: str) -> bool:
        return any(words in sentence for sentence in self.screen.said)


def placed_board(at: Point) -> MarlinEmulator:
    """A Marlin without end switches that stands there."""
    return MarlinEmulator(
        limits=Limits(z=(0.0, 180.0), radius=(80.0, 320.0)),
        build=MarlinBuild(needs_homing=False),
        stands_at=at,
    )
