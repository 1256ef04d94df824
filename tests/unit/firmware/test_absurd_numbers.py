"""No number, however absurd, makes a board's time go back, run away or stop: four boards, all commands."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_proto.community_arm.emulator import CommunityArmEmulator
from firmware_proto.grbl.emulator import GrblEmulator
from firmware_proto.marlin.emulator import MarlinEmulator
from firmware_proto.uarm.emulator import UarmEmulator

TICKS = 3000  # of a board's clock in two minutes; busy words and reports ask for a few hundred

NUMBERS = st.one_of(
    st.sampled_from(("0", "-0", "-1", "-0.001", "0.0000001", "." + "0" * 40 + "1", "9" * 60, "-" + "9" * 60)),
    st.sampled_from(("nan", "inf", "1e99", "", "-", "256", "65536", "4294967296")),
    st.integers(-(10**6), 10**6).map(str),
)
BOARDS = {
    "Marlin": (
        MarlinEmulator,
        "G0 G1 G4 G28 G92 M0 M1 M18 M42 M84 M106 M110 M113 M114 M201 M203 M204 M205 M220 M280 M400 G20 G91",
    ),
    "GRBL": (
        GrblEmulator,
        "G0 G1 G4 G10L2 G10L20 G28 G28.1 G30 G53G0 G92 M3 M4 M5 $J= $1= $10= $11= $13= $24= $26= $27= "
        "$110= $120= $130= $ $H G20 G91 T N",
    ),
    "uArm": (
        UarmEmulator,
        "G0 G1 G2004 G2204 M17 M18 M2019 M2120 M2122 M2222 M2231 M2232 M2400 P2220 P2231",
    ),
    "community arm": (CommunityArmEmulator, "G0 G1 G4 G28 G91 G92 M1 M2 M3 M5 M17 M18 M106 M114 M205"),
}
HOMED = {"Marlin": b"G28\n", "GRBL": b"$H\n", "uArm": b"M17\n", "community arm": b"G28\n"}


def watched(board: type) -> type:
    """The board, its clock watched."""

    class Watched(board):
        ticks = 0

        def _tick(self, now: float) -> None:
            assert now >= self._now
            self.ticks += 1
            assert self.ticks < TICKS, "its time runs away"
            super()._tick(now)

    return Watched


@pytest.mark.parametrize("name", BOARDS)
@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_no_number_makes_time_run_away(name: str, data: st.DataObject) -> None:
    kind, codes = BOARDS[name]
    words = st.lists(st.tuples(st.sampled_from("XYZFSPVRTJLN"), NUMBERS).map("".join), max_size=4)
    lines = st.tuples(st.sampled_from(codes.split()), st.one_of(words.map(" ".join), NUMBERS)).map(" ".join)
    board = watched(kind)()
    board.connect(0.0)
    board.receive(HOMED[name], 5.0)
    for number, line in enumerate(data.draw(st.lists(lines, min_size=1, max_size=4))):
        board.receive(line.encode() + b"\n", 20.0 + number)
    said = board.transmit(120.0)
    assert len(said) < 100_000
    at = board.next_event()
    assert at is None or at > 120.0


@pytest.mark.parametrize(
    ("name", "line"),
    [("Marlin", "M113 S-1"), ("uArm", "M2120 V." + "0" * 40 + "1"), ("uArm", "M2120 V0.000001")],
)
def test_a_beat_too_quick_to_be_is_no_endless_one(name: str, line: str) -> None:
    board = watched(BOARDS[name][0])()
    board.connect(0.0)
    board.receive(f"{line}\nG4 P5000\n".encode(), 5.0)
    assert len(board.transmit(10.0)) < 50_000
