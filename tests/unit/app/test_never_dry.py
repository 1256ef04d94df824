"""The ready exhibits over a wire whose replies are 10 ms late: no motion waits for a line."""

from collections.abc import Iterator

import pytest

from controller.app.arms import arm_lines, axes_of, firmware_of, path_planner
from controller.app.emulation import board_of
from controller.config import load
from controller.drivers.arm import ArmDriver
from controller.events import Publisher
from controller.link.client import LinkClient
from controller.link.emulated import EmulatedTransport
from controller.model import State, Step
from controller.planner import solve_between
from controller.testing import FakeClock
from firmware_proto.supply import Supply

MOVES = 7  # of the smallest disks: every kind of leg


def steps(start: State, goal: State) -> Iterator[Step]:
    state = start
    for number, move in enumerate(solve_between(start, goal)[:MOVES], 1):
        yield Step(number, move, state)
        state = state.apply(move)


def supply_of(exhibit: str, latency: float) -> Supply:
    """The account of the exhibit's board after the first moves, all of them well."""
    config, clock, publisher = load(exhibit), FakeClock(), Publisher()
    start, goal = config.tower.start_state(), config.tower.goal_state()
    board = board_of(config, start, latency=latency)
    client = LinkClient(EmulatedTransport(board, clock), firmware_of(config.arm), clock, publisher)
    lines, axes = arm_lines(config.arm), axes_of(config.arm)
    arm = ArmDriver(client, path_planner(config), lines, publisher, axes=axes)
    arm.connect()
    for step in steps(start, goal):
        arm.execute(step)
    arm.rest()
    assert board.faults == ()
    return board.supply


@pytest.mark.parametrize("exhibit", ["marlin-arm", "grbl-arm", "uarm", "joint-arm", "tilted-table"])
def test_the_planner_never_runs_dry_away_from_grips_and_releases(exhibit) -> None:
    late, prompt = supply_of(exhibit, 0.01), supply_of(exhibit, 0.0)
    assert late.dry == prompt.dry == []
    # One that sees too few moves ahead brakes before it runs dry.
    assert late.seconds_moved == pytest.approx(prompt.seconds_moved, rel=1e-3)
