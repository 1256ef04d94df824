"""A firmware is entered once on each side, and both sides know the same ones."""

import pytest

from controller.app.emulation import bare_board
from controller.config.arm import Arm
from controller.gcode.families import CUSTOM, FAMILIES, FIRMWARES, NAMES
from firmware_proto.emulators import EMULATORS


def test_both_sides_know_the_same_firmwares() -> None:
    assert set(EMULATORS) == set(NAMES)
    assert list(FIRMWARES.values()) == list(FAMILIES)
    assert CUSTOM not in FIRMWARES


def test_a_config_may_name_each_of_them() -> None:
    assert Arm.model_json_schema()["properties"]["firmware"]["enum"] == list(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_each_has_a_board_that_says_something_or_listens(name: str) -> None:
    board = bare_board(name)
    board.connect(0.0)
    assert board.transmit(5.0)
    assert board.faults == ()


def test_the_command_line_names_them_all(capsys: pytest.CaptureFixture[str]) -> None:
    from controller.cli import main

    with pytest.raises(SystemExit):
        main(["emulate", "--help"])
    assert ", ".join(NAMES) in capsys.readouterr().out
