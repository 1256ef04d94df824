"""What sensors at the gripper and the pegs read, and what a cut wire reads like."""

import pytest

from controller.errors import PinFault
from controller.inputs import InputMap, Readings, Wire

LOW, HIGH = Wire(16, high=False), Wire(16, high=True)


@pytest.mark.parametrize(("wire", "held"), [(LOW, "drive_low"), (HIGH, "drive_high")])
def test_a_disk_is_felt_at_the_level_that_the_wire_has_for_it(board, wire: Wire, held: str) -> None:
    inputs = board.wire(InputMap(gripper=wire))
    assert inputs.holds() is False
    getattr(board.pin(16), held)()
    assert inputs.holds() is True
    assert inputs.readings() == Readings(True, ())


@pytest.mark.parametrize(("wire", "pull"), [(LOW, "up"), (HIGH, "down")])
def test_a_cut_wire_never_reads_as_a_disk(board, wire: Wire, pull: str) -> None:
    inputs = board.wire(InputMap(gripper=wire, pegs=(wire.__class__(17, wire.high),)))
    assert board.pin(16).pull == board.pin(17).pull == pull
    assert inputs.readings() == Readings(False, (False,))


def test_pegs_are_read_in_their_order_and_those_without_a_sensor_tell_nothing(board) -> None:
    inputs = board.wire(InputMap(pegs=(Wire(12, high=True), None, Wire(13, high=True))))
    board.pin(13).drive_high()
    assert inputs.occupied() == (False, None, True)
    assert inputs.readings() == Readings(None, (False, None, True))


def test_a_gripper_that_nothing_feels_is_not_guessed_at(board) -> None:
    with pytest.raises(PinFault, match="No sensor of the gripper is open"):
        board.wire(InputMap()).holds()


def test_a_sensor_that_cannot_be_read_is_named(board) -> None:
    inputs = board.wire(InputMap(gripper=LOW))
    board.pin(16)._get_state = lambda: 1 / 0
    with pytest.raises(PinFault, match=r"The gripper's sensor on GPIO16 cannot be read \(division by zero\)"):
        inputs.holds()


def test_closed_inputs_read_nothing(board) -> None:
    inputs = board.wire(InputMap(gripper=LOW, pegs=(Wire(12, high=True),)))
    inputs.close()
    assert inputs.readings() == Readings(None, ())
