"""What an arm feels: a grip that fails, a disk that clings or falls, pegs that are not as planned."""

import pytest
from sensing_desk import FIRMWARES, STEPS, Desk

from controller.errors import (
    DeviceFault,
    DeviceSilent,
    DiskLost,
    DiskStuck,
    NothingGripped,
    PegsDisagree,
    PersonNeeded,
    PinFault,
)
from controller.events import DiskGripped, DiskReleased, Noted
from controller.gcode.grip_check import GripQuestion, asked_by
from controller.gcode.marlin import MARLIN
from controller.model import Move, State, Step
from firmware_proto.part_sensor import PartSensor

QUESTION = GripQuestion("M119", "grip: TRIGGERED", "grip: open")
SENSOR = PartSensor("M119", "grip: TRIGGERED", "grip: open")


def test_what_is_as_it_should_be_is_looked_at_and_carried() -> None:
    desk = Desk(pegs=True)
    desk.carry()
    assert desk.is_solved()
    assert desk.looks > 12
    assert desk.sent("M106", "M107") == ["M106 S255", "M107"] * 3


def test_in_the_air_nothing_is_looked_at() -> None:
    desk = Desk(pegs=True, air=True, stacks={})
    desk.carry()
    assert desk.looks == 0
    assert desk.sent("M106", "M107") == []


def test_a_grip_that_takes_its_time_is_only_looked_at_again() -> None:
    desk = Desk()
    desk.deceived = [False]
    desk.carry()
    assert desk.is_solved()
    assert desk.sent("M106", "M107") == ["M106 S255", "M107"] * 3


@pytest.mark.parametrize(("grip_depth", "lower"), [(0.0, 0.4), (4.0, 0.0)])
def test_a_failed_grip_is_let_go_and_tried_again_a_cup_pressed_on(grip_depth: float, lower: float) -> None:
    desk = Desk(grip_depth=grip_depth)
    desk.deceived = [False, False]
    desk.carry()
    assert desk.is_solved()
    assert desk.sent("M106", "M107") == ["M106 S255", "M107"] * 4
    assert bool(desk.sent(f"G1 X120 Y110 Z{20 - grip_depth - lower:g}")) is True


@pytest.mark.parametrize("tries", [1, 3])
def test_a_grip_that_fails_as_often_as_it_may_leaves_the_arm_parked_and_the_disk_in_its_place(
    tries: int,
) -> None:
    desk = Desk(tries=tries, stacks={"A": (2,)})
    desk.arm.connect()
    often = {1: "once", 3: "3 times"}[tries]
    with pytest.raises(NothingGripped, match=f"closed {often} on disk 1 on A and holds nothing") as fault:
        desk.arm.execute(STEPS[0])
    assert fault.value.disk_in_place
    assert desk.sent("M106", "M107") == ["M106 S255", "M107"] * tries
    assert desk.is_parked()
    assert not any(isinstance(event, DiskGripped) for event in desk.events)
    sent = len(desk.sent())
    desk.arm.rest()
    assert len(desk.sent()) == sent


def test_after_a_failed_grip_the_arm_goes_on_without_homing() -> None:
    desk = Desk(stacks={"B": (2, 1)})
    desk.arm.connect()
    with pytest.raises(NothingGripped):
        desk.arm.execute(STEPS[0])
    desk.arm.execute(Step(1, Move(1, 1, 2), State.tower(2, 1)))
    assert desk.bench.stacks == {"A": (), "B": (2,), "C": (1,)}


def test_a_disk_that_its_peg_does_not_feel_either_is_not_where_it_was() -> None:
    desk = Desk(pegs=True, stacks={})
    desk.blind = {0: True}
    desk.arm.connect()
    desk.deceived = [False, False, False, False]
    desk.after(2.0, lambda: desk.blind.clear())
    with pytest.raises(PegsDisagree, match="peg A reads no disk, and disks 2, 1 should stand there"):
        desk.arm.execute(STEPS[0])
    assert desk.is_parked()


def test_a_disk_that_falls_on_its_way_stops_the_arm_where_it_is() -> None:
    desk = Desk()
    desk.arm.connect()
    desk.after(3.0, desk.drop)
    with pytest.raises(DiskLost, match=r"disk 1 has been lost in the air on its way from A"):
        desk.arm.execute(STEPS[0])
    assert desk.clock.now() - desk.clock.due < 1.5
    assert desk.sent()[-1] == "M410"
    assert not desk.moves_on()
    with pytest.raises(DeviceFault, match=r"connected and homed anew after this fault: .* lost in the air"):
        desk.arm.rest()


def test_a_sensor_that_blinks_on_the_way_loses_nothing() -> None:
    desk = Desk()
    desk.arm.connect()
    desk.after(3.0, lambda: desk.deceived.append(False))
    desk.arm.execute(STEPS[0])
    assert desk.bench.stacks == {"A": (2,), "B": (1,), "C": ()}


def test_a_firmware_that_is_asked_finds_the_loss_before_it_lets_go() -> None:
    desk = Desk(gripper=False, firmware=asked_by(MARLIN, QUESTION), part_sensor=SENSOR)
    desk.arm.connect()
    desk.after(3.0, desk.drop)
    with pytest.raises(DiskLost, match=r"holds nothing over B, where it should let go of disk 1"):
        desk.arm.execute(STEPS[0])
    assert desk.sent("M107") == []
    desk.arm.rest()
    assert [event.text for event in desk.events if isinstance(event, Noted)][-1].startswith("The arm stays")
    assert not desk.is_parked()


@pytest.mark.parametrize("family", FIRMWARES)
def test_any_firmware_can_be_asked_by_a_question_of_the_exhibits_own(family: str) -> None:
    desk = Desk(
        family, gripper=False, firmware=asked_by(FIRMWARES[family], QUESTION), part_sensor=SENSOR, pegs=True
    )
    desk.carry()
    assert desk.is_solved()
    assert desk.sent("M119", "P2231") == ["M119"] * 9


@pytest.mark.parametrize("family", FIRMWARES)
def test_any_firmware_that_says_no_is_believed(family: str) -> None:
    firmware = asked_by(FIRMWARES[family], QUESTION)
    desk = Desk(family, gripper=False, firmware=firmware, part_sensor=SENSOR, stacks={})
    desk.arm.connect()
    with pytest.raises(NothingGripped, match="holds nothing"):
        desk.arm.execute(STEPS[0])
    assert desk.is_parked()


@pytest.mark.parametrize("family", FIRMWARES)
def test_an_answer_that_is_neither_is_not_guessed_at(family: str) -> None:
    firmware = asked_by(FIRMWARES[family], QUESTION)
    desk = Desk(family, gripper=False, firmware=firmware, part_sensor=PartSensor("M119", "full", "void"))
    desk.arm.connect()
    with pytest.raises(DeviceSilent, match=r"does not \w+ line .* `M119`"):
        desk.arm.execute(STEPS[0])


def test_a_disk_that_does_not_come_off_is_looked_at_twice_and_the_arm_stays() -> None:
    desk = Desk(shutdown=("M84",))
    desk.arm.connect()
    desk.after(3.0, lambda: setattr(desk, "clings", True))
    with pytest.raises(DiskStuck, match="disk 1 does not come off the gripper over B"):
        desk.arm.execute(STEPS[0])
    assert not any(isinstance(event, DiskReleased) for event in desk.events)
    desk.arm.rest()
    with pytest.raises(PersonNeeded, match="disk 1 may still be in the gripper"):
        desk.arm.execute(STEPS[1])
    desk.arm.close()
    assert desk.sent()[-1] == "M114"
    assert desk.sent("M84") == ["M84 S0"]


def test_a_disk_that_comes_off_late_is_looked_at_again() -> None:
    desk = Desk()
    desk.arm.connect()
    desk.late = True
    desk.arm.execute(STEPS[0])
    assert not desk.late
    assert desk.bench.stacks == {"A": (2,), "B": (1,), "C": ()}


def test_pegs_are_held_against_the_start_before_anything_moves() -> None:
    desk = Desk(pegs=True, stacks={"B": (2, 1)})
    desk.arm.connect()
    sent = len(desk.sent())
    words = "peg A reads no disk, and disks 2, 1 should stand there; the arm is at rest"
    with pytest.raises(PegsDisagree, match=words):
        desk.arm.execute(STEPS[0])
    assert len(desk.sent()) == sent


def test_pegs_are_held_against_the_plan_after_each_step_and_the_arm_gets_out_of_the_way() -> None:
    desk = Desk(pegs=True)
    desk.arm.connect()
    desk.after(3.0, lambda: desk.blind.update({2: True}))
    with pytest.raises(PegsDisagree, match="peg C reads disks, and there should be none"):
        desk.arm.execute(STEPS[0])
    assert desk.is_parked()
    assert desk.bench.faults == ()
    assert desk.bench.stacks == {"A": (2,), "B": (1,), "C": ()}


def test_a_peg_without_a_sensor_is_taken_to_be_as_planned_and_one_that_flickers_is_looked_at_again() -> None:
    desk = Desk(pegs=True)
    truth = desk.occupied
    flickers = iter([False] + [True] * 100)
    desk.occupied = lambda: [next(flickers) and truth()[0], None, truth()[2]]
    desk.carry()
    assert desk.is_solved()


def test_the_barrier_is_passed_at_rest_on_the_disk_before_the_grippers_line() -> None:
    passed: list[tuple[float, int, bool]] = []
    desk = Desk(
        before_grip=lambda: passed.append(
            (round(desk.tip.z, 2), len(desk.sent("M106")), desk.board.machine.motion.idle)
        )
    )
    desk.carry()
    assert passed == [(20.0, 0, True), (10.0, 1, True), (10.0, 2, True)]


def test_an_error_of_the_barrier_touches_nothing_and_leaves_the_way_to_rest() -> None:
    def barrier() -> None:
        raise PinFault("The barrier is down.")

    desk = Desk(before_grip=barrier)
    desk.arm.connect()
    with pytest.raises(PinFault, match="barrier"):
        desk.arm.execute(STEPS[0])
    assert desk.sent("M106") == []
    desk.arm.rest()
    assert desk.is_parked()
    assert desk.bench.faults == ()


def test_a_sensor_that_fails_at_the_grip_leaves_the_disk_where_it_cannot_fall() -> None:
    desk = Desk()
    desk.arm.connect()

    def fail() -> bool:
        raise PinFault("The gripper's sensor on GPIO16 cannot be read.")

    desk.truth = fail
    with pytest.raises(PinFault, match="GPIO16"):
        desk.arm.execute(STEPS[0])
    assert desk.bench.held == 1
    desk.arm.rest()
    assert (round(desk.tip.x), round(desk.tip.z)) == (120, 20)
    assert not desk.is_parked()


def test_a_sensor_that_fails_on_the_way_stops_the_arm_too() -> None:
    desk = Desk()
    desk.arm.connect()

    def fail() -> bool:
        raise PinFault("The gripper's sensor on GPIO16 cannot be read.")

    desk.after(3.0, lambda: setattr(desk, "truth", fail))
    with pytest.raises(PinFault, match="GPIO16"):
        desk.arm.execute(STEPS[0])
    assert desk.sent()[-1] == "M410"
    assert not desk.moves_on()
