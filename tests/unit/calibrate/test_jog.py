"""An arm led by hand: no way from a place that is not known, none that the joints do not allow."""

import pytest
from desk import LIMITS, PLACES, WORKSPACE, Desk

from controller.errors import DeviceFault, PersonNeeded, StoppedByPerson
from controller.model import Point
from controller.motion.axes import JointAxes
from controller.motion.kinematics.arm import OutOfReach
from firmware_proto.limits import Limits
from firmware_proto.marlin import MarlinEmulator

ABOVE = Point(120.0, 0.0, 100.0)


def homed(**options: object) -> Desk:
    desk = Desk(**options)
    desk.arm.home(LIMITS, WORKSPACE)
    return desk


def test_nothing_goes_before_homing() -> None:
    arm = Desk().arm
    for act in (lambda: arm.to(ABOVE, 10.0), lambda: arm.grip(0.0), lambda: arm.release(0.0)):
        with pytest.raises(PersonNeeded, match="is not known; home it first"):
            act()
    arm.listen()
    arm.close()


def test_a_place_that_the_firmware_does_not_reach_is_a_fault_and_then_nothing_is_known() -> None:
    desk = homed(board=MarlinEmulator(limits=Limits(x=(0.0, 110.0), y=(-9.0, 9.0), z=(0.0, 180.0))))
    with pytest.raises(DeviceFault, match="endstops hit"):
        desk.arm.to(ABOVE, 50.0)
    assert desk.arm.at is None
    assert desk.arm.home(LIMITS, WORKSPACE) == Point(0.0, 0.0, 180.0)


def test_a_halt_in_the_midst_of_a_way_leaves_the_place_unknown() -> None:
    desk = homed()
    desk.clock.due, desk.clock.interruption = desk.clock.now() + 1.0, desk.arm.halt
    with pytest.raises(StoppedByPerson):
        desk.arm.to(PLACES["B"]._replace(z=180.0), 10.0)
    assert desk.arm.at is None


def test_after_close_nothing_is_known() -> None:
    desk = homed()
    desk.arm.close()
    assert desk.arm.at is None


def test_a_way_that_the_joints_do_not_allow_is_refused_before_anything_is_sent(jointed: Desk) -> None:
    before = jointed.sent()
    at = jointed.arm.at
    assert at is not None
    with pytest.raises(OutOfReach):
        jointed.arm.to(at._replace(z=900.0), 10.0)
    assert (jointed.sent(), jointed.arm.at) == (before, at)


def test_joints_lead_the_tip_along_a_straight_way(jointed: Desk) -> None:
    at = jointed.arm.at
    assert at is not None
    goal = at._replace(z=at.z - 30.0)
    jointed.arm.to(goal, 20.0)
    assert jointed.arm.at == goal
    assert len(jointed.sent()) > 2, "subdivided"


@pytest.fixture
def jointed() -> Desk:
    from controller.app.arms import homing_of
    from controller.app.emulation import empty_board
    from controller.config import load

    arm = load("joint-arm").arm
    assert arm is not None
    joints = arm.joints()
    assert joints is not None
    desk = Desk(board=empty_board(arm), axes=JointAxes(joints), homing=homing_of(arm))
    desk.arm.home(arm.motion_limits(), arm.geometry(load("joint-arm").tower).workspace)
    return desk
