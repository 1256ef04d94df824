"""Streaming dense ways over a wire whose replies are late: the planner of the firmware is never left dry."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import pytest

from controller.events import Publisher
from controller.gcode.firmware import Command, Counted, Firmware, Numbered
from controller.gcode.grbl import GRBL
from controller.gcode.marlin import MARLIN
from controller.gcode.program import ArmLines, opening_commands
from controller.gcode.uarm import UARM
from controller.link.client import LinkClient
from controller.link.emulated import EmulatedTransport
from controller.model import Point
from controller.testing import FakeClock
from firmware_proto.device import Board
from firmware_proto.grbl import GrblEmulator
from firmware_proto.marlin import MarlinEmulator
from firmware_proto.uarm import UarmEmulator

LATE = 0.01  # seconds from a reply's being said to its being heard
SPEED = 200.0  # mm/s
PEGS = (Point(130, 115, 20), Point(190, 0, 20), Point(130, -115, 20))

FAMILIES = [(MARLIN, MarlinEmulator), (GRBL, GrblEmulator), (UARM, UarmEmulator)]
STREAMING = [family for family in FAMILIES if isinstance(family[0].flow, Numbered | Counted)]


def arch(start: Point, end: Point, segment: float) -> Iterator[Point]:
    """An upright semicircle from one place to another of the same height, in `segment`s of so many mm."""
    width = math.dist(start, end)
    segments = max(2, round(math.pi * width / 2 / segment))
    for turn in (math.pi * number / segments for number in range(1, segments + 1)):
        share = (1 - math.cos(turn)) / 2
        x, y = start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share
        yield Point(x, y, start.z + math.sin(turn) * width / 2)


@dataclass
class Ride:
    """Six arches from peg to peg, a grip or a release at each end."""

    firmware: Firmware
    board: Board
    segment: float  # mm

    def __post_init__(self) -> None:
        clock = FakeClock()
        wire = EmulatedTransport(self.board, clock)
        self.client = LinkClient(wire, self.firmware, clock, Publisher())
        self.client.connect()
        self.client.run(opening_commands(self.firmware, ArmLines(diameters=(30.0,))))
        self.travel([PEGS[0]])
        for leg in range(6):
            self.travel([*arch(PEGS[leg % 3], PEGS[(leg + 1) % 3], self.segment)])
            lines: Sequence[str] = self.firmware.release if leg % 2 else self.firmware.grip
            self.client.run(map(Command, lines))
            self.client.drain()

    def travel(self, places: Sequence[Point]) -> None:
        self.client.run(self._lines(places))
        self.client.drain()

    def _lines(self, places: Sequence[Point]) -> Iterator[Command]:
        for place in places:
            yield Command(self.firmware.travel(place, SPEED), 1.0, queued=True)


@pytest.mark.parametrize("segment", [1.0, 1.5, 3.0])
@pytest.mark.parametrize(("firmware", "emulator"), STREAMING, ids=["marlin", "grbl"])
def test_the_planner_never_runs_dry_between_grip_and_release(firmware, emulator, segment) -> None:
    late = Ride(firmware, emulator(latency=LATE), segment).board.supply
    assert late.dry == []
    assert late.seconds_moved > math.pi / 2 * 2 * (129 + 129 + 230) / SPEED  # it was no ride of nothing


@pytest.mark.parametrize(("firmware", "emulator"), STREAMING, ids=["marlin", "grbl"])
def test_late_replies_do_not_even_slow_the_arm_down(firmware, emulator) -> None:
    """A planner that sees too few moves ahead brakes, long before it runs dry."""
    late, prompt = (Ride(firmware, emulator(latency=wait), 1.5).board.supply for wait in (LATE, 0.0))
    assert late.seconds_moved == pytest.approx(prompt.seconds_moved, rel=1e-3)


def test_a_host_that_awaits_every_ok_would_be_caught() -> None:
    """The proof that dryness is seen: the same way with one line in flight, over a slower wire."""
    lone = replace(MARLIN, flow=Numbered(lines=1, bytes=120))
    supply = Ride(lone, MarlinEmulator(latency=0.2), 10.0).board.supply
    assert len(supply.dry) > 10
    assert supply.share_dry > 0.02


def test_a_uarm_is_in_flow_for_as_many_lines_as_its_queue_may_hold() -> None:
    """It answers at rest only: so many lines flow, and no more."""
    widest = math.pi / 2 * math.dist(PEGS[0], PEGS[2])
    assert Ride(UARM, UarmEmulator(latency=LATE), widest / UARM.flow.lines).board.supply.dry == []
    assert Ride(UARM, UarmEmulator(latency=LATE), widest / UARM.flow.lines / 2).board.supply.dry != []


@pytest.mark.parametrize("segment", [2.0, 5.0, 10.0])
def test_no_line_to_a_uarm_is_lost_for_lack_of_room(segment) -> None:
    """What it has not read is fewer than 128 bytes, the question that tells what it has read included."""
    board = UarmEmulator(latency=LATE)
    Ride(UARM, board, segment)
    assert board.faults == ()
