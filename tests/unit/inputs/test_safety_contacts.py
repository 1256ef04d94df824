"""The guard pauses and the emergency stop kills; an open contact and a cut wire are the same."""

import re

import pytest
from gpiozero.pins.mock import MockFactory

from controller.errors import PinFault, StoppedByPerson
from controller.events import Publisher
from controller.inputs import InputMap, Inputs

GUARD, STOP = 5, 6
BOTH = InputMap(guard=GUARD, emergency_stop=STOP)


def test_closed_contacts_forbid_nothing(board) -> None:
    inputs = board.wire(BOTH)
    inputs.check()
    assert (inputs.obstacle(), board.asked) == (None, [])


def test_a_guard_that_opens_pauses_and_forbids_until_it_is_closed_which_resumes_nothing(board) -> None:
    inputs = board.wire(BOTH)
    board.pin(GUARD).drive_high()
    assert board.asked == ["pause"]
    with pytest.raises(
        StoppedByPerson, match=r"^The guard on GPIO5 is open, or its wire is cut: nothing moves until"
    ):
        inputs.check()
    board.pin(GUARD).drive_low()
    inputs.check()
    assert board.asked == ["pause"]
    assert [text.split(":")[0].split(";")[0] for text in board.told()] == [
        "The guard is open",
        "The guard is closed again",
    ]


def test_an_emergency_stop_kills_and_forbids_until_the_inputs_are_opened_anew(board) -> None:
    inputs = board.wire(BOTH)
    board.pin(STOP).drive_high()
    assert board.asked == ["kill"]
    assert inputs.obstacle().startswith("The emergency stop on GPIO6 is pressed, or its wire is cut: ")
    board.pin(STOP).drive_low()
    assert inputs.obstacle().startswith("The emergency stop on GPIO6 has been pressed: ")
    assert board.told() == [
        "The emergency stop is pressed.",
        "The emergency stop is released; nothing moves until the program is started again.",
    ]
    inputs.open()
    board.pin(STOP).drive_low()
    assert board.asked == ["kill"]


def test_the_kill_goes_out_before_anybody_is_told(board) -> None:
    inputs = board.wire(BOTH)
    told_at_kill: list[int] = []
    inputs._kill = lambda: told_at_kill.append(len(board.events))
    board.pin(STOP).drive_high()
    assert told_at_kill == [0]


@pytest.mark.parametrize(("pin", "asked"), [(GUARD, "pause"), (STOP, "kill")])
def test_a_contact_that_was_never_closed_or_whose_wire_is_cut_forbids_a_start(
    board, pin: int, asked: str
) -> None:
    inputs = board.wire(BOTH, well=False)
    board.pin(GUARD + STOP - pin).drive_low()
    with pytest.raises(StoppedByPerson, match=f"on GPIO{pin} is"):
        inputs.check()
    assert board.asked == []


@pytest.mark.parametrize("pin", [GUARD, STOP])
def test_a_bounce_is_looked_at_again_and_means_nothing(board, pin: int) -> None:
    board.wire(BOTH)
    board.meanwhile = board.pin(pin).drive_low
    board.pin(pin).drive_high()
    assert board.waits == [0.01]
    assert (board.asked, board.told()) == ([], [])


def test_a_bounce_as_it_is_pressed_ends_as_pressed(board) -> None:
    """It opens, touches again and opens for good: the last change counts."""
    board.wire(BOTH)

    def bounce() -> None:
        board.pin(STOP).drive_low()
        board.pin(STOP).drive_high()

    board.meanwhile = bounce
    board.pin(STOP).drive_high()
    assert "kill" in board.asked


def test_a_contact_that_cannot_be_read_counts_as_open(board, caplog) -> None:
    inputs = board.wire(BOTH)

    def fail() -> bool:
        raise OSError("lost")

    board.pin(GUARD)._get_state = fail
    assert inputs.obstacle().startswith("The guard on GPIO5 is open")
    assert "The guard on GPIO5 cannot be read (lost): check its wiring and start again." in caplog.messages


def test_the_pins_are_pulled_up_so_that_only_a_closed_contact_is_low(board) -> None:
    board.wire(BOTH)
    assert [board.pin(pin).pull for pin in (GUARD, STOP)] == ["up", "up"]


def test_closing_gives_the_pins_back_and_hears_no_more(board) -> None:
    inputs = board.wire(BOTH)
    inputs.close()
    inputs.close()
    board.pin(STOP).drive_low()
    board.pin(STOP).drive_high()
    assert (board.asked, inputs.obstacle()) == ([], None)


def test_nothing_wired_opens_nothing(board) -> None:
    with board.wire(InputMap()) as inputs:
        inputs.check()
    assert board.opened == []


def test_making_inputs_opens_nothing_and_the_named_factory_is_asked_for(board) -> None:
    board.wire(InputMap(pin_factory="lgpio", guard=GUARD))
    assert board.opened == ["lgpio"]


def test_a_pin_that_cannot_be_opened_is_named_and_the_others_are_given_back(board) -> None:
    taken = board.factory
    wires = InputMap(guard=GUARD, emergency_stop=99)
    with pytest.raises(
        PinFault, match=r"^The emergency stop on GPIO99 cannot be opened \(.*\): check its pin"
    ):
        board.wire(wires)
    assert taken.pins == {}


def test_a_factory_that_is_not_there_is_told_in_the_words_of_the_lamps() -> None:
    inputs = Inputs(InputMap(pin_factory="pigpio", guard=GUARD), Publisher(), print, print)
    with pytest.raises(PinFault, match=re.escape("The pin factory pigpio cannot be used here (")) as fault:
        inputs.open()
    assert "install the pi extra and join the group gpio" in str(fault.value)


def test_trouble_in_closing_is_logged_and_keeps_no_other_pin(board, caplog, monkeypatch) -> None:
    inputs = board.wire(BOTH)

    def fail(_factory: MockFactory) -> None:
        raise OSError("stuck")

    monkeypatch.setattr(MockFactory, "close", fail)
    inputs.close()
    assert "The pin factory mock cannot be closed (stuck): end the program." in caplog.messages
