"""The emulated firmware's motion planner, written apart, takes as long as predicted."""

from dataclasses import replace

import pytest
from tables import FOUR, GRIPPER, LIMITS, ROW, last_point, tower_steps

from controller.model import Point, State
from controller.motion.actions import Action, Travel
from controller.motion.geometry import Geometry
from controller.motion.path import PathPlanner
from firmware_proto.motion import MotionPlanner
from firmware_proto.points import Point as Place


def run_in_emulator(actions: list[Action], at: Point) -> float:
    """Seconds of motion; grips and releases wait for its end, and their settles are added."""
    machine = MotionPlanner(Place(*at), blocks=16, start_delay=0.0)
    machine.settings.acceleration = LIMITS.acceleration
    machine.settings.junction_deviation = LIMITS.junction_deviation
    now = 0.0
    for action in actions:
        if isinstance(action, Travel):
            machine.add(Place(*action.to), action.speed, now)
        else:
            now = at_rest(machine, now) + action.settle
    return at_rest(machine, now)


def at_rest(machine: MotionPlanner, now: float) -> float:
    """When the machine stands still."""
    while (change := machine.next_change()) is not None:
        now = change
        list(machine.advance(now))
    return now


@pytest.mark.parametrize(
    "geometry",
    [
        FOUR,
        replace(ROW, pole_height=40, grip_depth=4),
        # The ways between the outer pegs lead round the base.
        replace(FOUR, pegs=(Point(0, 130, 4), Point(190, 0, 4), Point(0, -130, 4))),
    ],
)
def test_a_whole_run_takes_as_long_as_predicted(geometry: Geometry) -> None:
    paths = PathPlanner(geometry, LIMITS, GRIPPER)
    at, actions = geometry.park, list[Action]()
    for step in tower_steps(4, 0, 2):
        actions += paths.carry(step, at)
        at = last_point(actions, at)
    actions += paths.park(State.tower(4, 2), at)
    assert paths.seconds(actions, geometry.park) == pytest.approx(
        run_in_emulator(actions, geometry.park), rel=1e-6
    )
