"""A sensor in the gripper that any emulated firmware answers for, as the bench has it."""

import pytest
from arm_wires import two_disks

from firmware_proto.emulators import EMULATORS
from firmware_proto.part_sensor import PartSensor
from firmware_proto.wired_board import WiredBoard

SENSOR = PartSensor("M119 P1", "full", "void")


def said(board: WiredBoard, line: str, now: float, end: bytes = b"\n") -> list[str]:
    board.receive(line.encode() + end, now)
    return board.transmit(now + 1.0).decode().split("\n")


@pytest.mark.parametrize("family", EMULATORS)
def test_the_question_is_answered_from_the_bench_whatever_its_blanks_and_case(family: str) -> None:
    bench = two_disks()
    board = EMULATORS[family].make(bench=bench)
    board.machine.part_sensor = SENSOR
    board.connect(0.0)
    board.transmit(5.0)
    tag, end = "#1 " if family == "uarm" else "", b"\r" if family == "custom" else b"\n"
    assert any("void" in answer for answer in said(board, f"{tag}M119 P1", 5.0, end))
    bench.grip((100, 100, 20), 7.0)
    answers = said(board, f"{tag}m119  p1", 8.0, end)
    assert any("full" in answer for answer in answers)
    assert sum(answer.split(" ")[0].strip() in ("ok", "$1") for answer in answers) == 1


def test_another_line_is_not_its_question() -> None:
    assert SENSOR.answer("M119", two_disks()) is None
    assert SENSOR.answer("m119p1", None) == "void"


def test_a_board_without_a_sensor_answers_by_itself() -> None:
    board = EMULATORS["marlin"].make()
    board.connect(0.0)
    board.transmit(5.0)
    assert "Reporting endstop status" in said(board, "M119", 5.0)
