"""Streaming dense ways over a wire whose replies are late: the planner of the firmware is never left dry."""

import math
from dataclasses import replace

import pytest
from dense_arches import PEGS, ROUND, SPEED, ride

from controller.events import Publisher
from controller.gcode.firmware import Firmware, Numbered
from controller.gcode.grbl import GRBL
from controller.gcode.marlin import MARLIN
from controller.gcode.uarm import UARM
from controller.link.client import LinkClient
from controller.link.emulated import EmulatedTransport
from controller.testing import FakeClock
from firmware_proto.device import Board
from firmware_proto.grbl import GrblEmulator
from firmware_proto.marlin import MarlinEmulator
from firmware_proto.supply import Supply
from firmware_proto.uarm import UarmEmulator

LATE = 0.01  # seconds from a reply's being said to its being heard
LENGTH = math.pi / 2 * sum(map(math.dist, ROUND, ROUND[1:]))  # mm
STREAMING = [(MARLIN, MarlinEmulator), (GRBL, GrblEmulator)]  # the others have few lines on their way


def supply_of(firmware: Firmware, board: Board, segment: float) -> Supply:
    """The account of the board after the program in segments of so many mm."""
    clock = FakeClock()
    ride(LinkClient(EmulatedTransport(board, clock), firmware, clock, Publisher()), segment)
    return board.supply


@pytest.mark.parametrize("segment", [1.0, 1.5, 3.0])
@pytest.mark.parametrize(("firmware", "emulator"), STREAMING, ids=["marlin", "grbl"])
def test_the_planner_never_runs_dry_between_grip_and_release(firmware, emulator, segment) -> None:
    late = supply_of(firmware, emulator(latency=LATE), segment)
    assert late.dry == []
    assert late.seconds_moved > LENGTH / SPEED  # it was no ride of nothing


@pytest.mark.parametrize(("firmware", "emulator"), STREAMING, ids=["marlin", "grbl"])
def test_late_replies_do_not_even_slow_the_arm_down(firmware, emulator) -> None:
    """A planner that sees too few moves ahead brakes, long before it runs dry."""
    late, prompt = (supply_of(firmware, emulator(latency=wait), 1.5) for wait in (LATE, 0.0))
    assert late.seconds_moved == pytest.approx(prompt.seconds_moved, rel=1e-3)


def test_a_host_that_awaits_every_ok_would_be_caught() -> None:
    """The proof that dryness is seen: the same way with one line in flight, over a slower wire."""
    lone = replace(MARLIN, flow=Numbered(lines=1, bytes=120))
    supply = supply_of(lone, MarlinEmulator(latency=0.2), 10.0)
    assert len(supply.dry) > 10
    assert supply.share_dry > 0.02


def test_a_uarm_is_in_flow_for_as_many_lines_as_its_queue_may_hold() -> None:
    """It answers at rest only: so many lines flow, and no more."""
    widest = math.pi / 2 * math.dist(PEGS[0], PEGS[2])
    assert supply_of(UARM, UarmEmulator(latency=LATE), widest / UARM.flow.lines).dry == []
    assert supply_of(UARM, UarmEmulator(latency=LATE), widest / UARM.flow.lines / 2).dry != []


@pytest.mark.parametrize("segment", [2.0, 5.0, 10.0])
def test_no_line_to_a_uarm_is_lost_for_lack_of_room(segment) -> None:
    """What it has not read is fewer than 128 bytes, the question that tells what it has read included."""
    board = UarmEmulator(latency=LATE)
    supply_of(UARM, board, segment)
    assert board.faults == ()
