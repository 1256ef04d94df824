"""Asking who is there: scripted boards, the emulated ones in memory, and nothing said that moves."""

import re

import pytest

from controller.errors import PortError
from controller.link.emulated import EmulatedTransport
from controller.link.probe import Answer, probe
from controller.testing import FakeClock, ScriptedTransport
from firmware_proto.community_arm import CommunityArmEmulator
from firmware_proto.device import Board
from firmware_proto.grbl import GrblEmulator
from firmware_proto.grbl.session import GrblBuild
from firmware_proto.marlin import MarlinEmulator
from firmware_proto.marlin.session import MarlinBuild
from firmware_proto.uarm import UarmEmulator

MOVES = re.compile(r"G0|G1|G28|\$H|\$J|M106|M3|M2231|M2232|M84|M18", re.IGNORECASE)


class Overheard(EmulatedTransport):
    """An emulated board, and all that was said to it."""

    def __init__(self, board: Board) -> None:
        self.time = FakeClock()
        self.said = b""
        self.closed = False
        super().__init__(board, self.time)

    def write(self, data: bytes) -> None:
        self.said += data
        super().write(data)

    def close(self) -> None:
        self.closed = True
        super().close()


@pytest.mark.parametrize(
    ("board", "firmware"),
    [
        (MarlinEmulator(), "Marlin"),
        (MarlinEmulator(build=MarlinBuild(reset_on_open=False)), "Marlin"),
        (GrblEmulator(), "GRBL"),
        (GrblEmulator(build=GrblBuild(reset_on_open=False)), "GRBL"),
        (GrblEmulator(build=GrblBuild(banner="GrblHAL 1.1f ['$' or '$HELP' for help]")), "GRBL"),
        (UarmEmulator(), "uArm"),
    ],
)
def test_each_family_is_known_whether_it_resets_or_not(board: Board, firmware: str) -> None:
    wire = Overheard(board)
    assert probe(wire, wire.time).firmware == firmware
    assert wire.closed
    assert board.faults == ()
    assert not MOVES.search(wire.said.decode("ascii"))


def test_a_board_of_no_family_is_quoted_and_told_nothing_that_moves() -> None:
    board = CommunityArmEmulator()
    wire = Overheard(board)
    assert probe(wire, wire.time) == Answer(None, "INFO: ROBOT ONLINE")
    assert not MOVES.search(wire.said.decode("ascii"))


def test_silence_is_an_answer_too_and_soon() -> None:
    clock = FakeClock()
    wire = ScriptedTransport("", clock)
    wire.write = lambda data: None
    assert probe(wire, clock) == Answer(None, "")
    assert clock.now() < 10
    assert (wire.opened, wire.closed) == (1, 1)


def test_bytes_that_are_no_text_are_no_words() -> None:
    clock = FakeClock()
    wire = ScriptedTransport("! bytes fff00a\n! bytes 00010a", clock)
    wire.write = lambda data: None
    assert probe(wire, clock) == Answer(None, "")


def test_a_port_that_goes_in_mid_question_is_told_and_closed() -> None:
    clock = FakeClock()
    wire = ScriptedTransport("< start\n ! gone", clock)
    with pytest.raises(PortError):
        probe(wire, clock)
    assert wire.closed == 1
