"""The emulated uArm knows what PROTOCOL.md says, refuses the rest, and reads as the real one reads."""

import pytest
from arm_wires import two_disks, uarm

from firmware_proto.imperfection import Imperfections
from firmware_proto.limits import Limits
from firmware_proto.uarm import UarmEmulator

AT_A = (100.0, 100.0, 20.0)
RING = Limits(radius=(80.0, 320.0), z=(0.0, 180.0))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("#1 P2201", ["$1 ok SwiftPro"]),
        ("#1p2201", ["$1 ok SwiftPro"]),
        ("P2201", ["ok SwiftPro"]),
        ("#P2201", ["ok SwiftPro"]),
        ("#123456789 M17", ["$123456789 ok"]),
        ("#1 M17 ; on", ["$1 ok"]),
        ("#1 M(motors)17", ["$1 ok"]),
        ("#1 G01 X10 F100", ["$1 ok"]),
        ("#1 G0 X20 Y0 Z390 F6000", ["$1 ok"]),
        ("", []),
        ("; nothing", []),
        ("hello", []),
        ("$$", []),
        ("#7", []),
        ("#1 hello", ["$1 E20"]),
    ],
)
def test_a_line_is_read_as_the_firmware_reads_it(line: str, said: list[str]) -> None:
    assert uarm().say(line) == said


@pytest.mark.parametrize(
    "line", ["M999", "G28", "G91", "G20", "G92 X0", "M106 S255", "M400", "P9999", "G1.5 X1"]
)
def test_what_it_does_not_know_is_refused(line: str) -> None:
    assert uarm().say(f"#4 {line}") == ["$4 E20"]


@pytest.mark.parametrize("line", ["G1 X10 E5 F100", "G1 P10 F100"])
def test_a_move_with_a_strange_letter_is_refused(line: str) -> None:
    wire = uarm()
    assert wire.say(f"#4 {line}") == ["$4 E20"]
    assert wire.say("#5 P2220") == ["$5 ok X0.0000 Y0.0000 Z400.0000"]


@pytest.mark.parametrize(
    "line",
    [
        "M2231", "M2231 V2", "M2231 S1", "M2232 V9", "M2400 S8", "M2400", "M2122 V3", "M2120", "G2004",
        "G2004 S1", "G2204 X1 Y1 Z1", "G2204 Y1 X1 Z1 F100", "G2204 X1 Y1 Z1 F0", "M2222 X1 Y1 Z1",
        "M2222 X1 Y1 Z1 P1",
    ],
)  # fmt: skip
def test_a_wrong_or_missing_parameter_is_refused(line: str) -> None:
    assert uarm().say(f"#4 {line}") == ["$4 E21"]


@pytest.mark.parametrize("line", ["G1 X F100", "G1 X1,5 F100", "G1 X10", "G1 X10 F0", "G1 X10 F-3"])
def test_a_number_that_cannot_be_or_a_missing_speed_draws_the_bare_tag(line: str) -> None:
    wire = uarm()
    assert wire.say(f"#4 {line}") == ["$4"]
    assert wire.say("#5 P2220") == ["$5 ok X0.0000 Y0.0000 Z400.0000"]


def test_the_speed_is_kept_for_later_moves() -> None:
    assert uarm().say("#1 G1 X10 F6000", "#2 G1 X20") == ["$1 ok", "$2 ok"]


@pytest.mark.parametrize("target", ["X79 Y0 Z50", "X321 Y0 Z50", "X100 Y0 Z181", "X100 Y0 Z-1"])
def test_a_target_out_of_reach_is_refused_told_and_not_approached(target: str) -> None:
    wire = uarm(limits=RING)
    assert wire.say(f"#1 G1 {target} F6000") == ["$1 E22"]
    assert wire.say("#2 P2220") == ["$2 ok X80.0000 Y0.0000 Z180.0000"]
    assert "leads where the arm cannot reach" in wire.device.faults[0]
    assert wire.say(f"#3 M2222 {target} P0", "#4 M2222 X100 Y0 Z50 P0") == ["$3 ok V0", "$4 ok V1"]


def test_a_straight_way_past_the_base_is_told() -> None:
    wire = uarm(limits=RING, stands_at=(100.0, -100.0, 50.0))
    wire.say("#1 G1 X101 Y-100 Z50 F6000", "#2 G1 X-100 Y100 Z50")
    assert "inner radius" in wire.device.faults[0]


def test_a_line_of_fifty_characters_loses_its_end() -> None:
    wire = uarm()
    assert wire.say(f"#1 G1 X20 F6000 {' ' * 31}Z390") == ["$1 ok"]
    assert wire.say("#2 P2220") == ["$2 ok X20.0000 Y0.0000 Z3.0000"]


def test_a_move_by_so_much_starts_where_the_last_one_ends() -> None:
    wire = uarm()
    wire.send("#1 G1 X100 Y0 Z100 F6000", "#2 G2204 X10 Y-5 Z20 F6000")
    wire.settle()
    assert wire.say("#3 P2220") == ["$3 ok X110.0000 Y-5.0000 Z120.0000"]


@pytest.mark.parametrize("loose", ["M2019", "M18"])
def test_motors_let_loose_are_told_refuse_moves_and_come_back(loose: str) -> None:
    bench = two_disks()
    wire = uarm(bench=bench, stands_at=AT_A)
    wire.say("#1 M2231 V1", f"#2 {loose}")
    assert bench.faults[0] == "The motors go off with disk 1 in the gripper."
    assert wire.say("#3 G1 Z100 F6000") == ["$3 E27"]
    assert wire.say("#4 M17", "#5 G1 Z100 F6000") == ["$4 ok", "$5 ok"]


def test_an_arm_that_has_sunk_knows_it() -> None:
    bench = two_disks(imperfections=Imperfections(sag=5.0))
    wire = uarm(bench=bench, stands_at=(100.0, 100.0, 100.0))
    wire.say("#1 G1 Z90 F6000", "#2 G90")
    wire.say("#3 M2019")
    assert wire.say("#4 P2220") == ["$4 ok X100.0000 Y100.0000 Z85.0000"]
    wire.say("#4 M17")
    assert wire.say("#5 P2220") == ["$5 ok X100.0000 Y100.0000 Z85.0000"]
    wire.say("#6 G1 Z20 F6000")
    wire.say("#7 M2231 V1")
    assert bench.held == 1
    assert bench.faults == ()


def test_what_is_mounted_is_kept_over_a_reset() -> None:
    wire = uarm()
    assert wire.say("#1 M2400 S3", "#2 P2400") == ["$1 ok", "$2 ok V3"]
    assert "work mode : 3" in wire.open()
    assert wire.say("#1 P2400") == ["$1 ok V3"]


@pytest.mark.parametrize(("code", "query"), [("M2231", "P2231"), ("M2232", "P2232")])
def test_it_tells_off_at_work_and_gripped_apart(code: str, query: str) -> None:
    bench = two_disks()
    wire = uarm(bench=bench, grip=[f"{code} V1"], release=[f"{code} V0"], stands_at=AT_A)
    assert wire.say(f"#1 {query}") == ["$1 ok V0"]
    wire.say(f"#2 {code} V1")
    assert wire.say(f"#3 {query}") == ["$3 ok V2"]
    assert bench.held == 1
    wire.say(f"#4 {code} V0")
    assert wire.say(f"#5 {query}") == ["$5 ok V0"]
    assert bench.held is None


def test_a_pump_that_sucks_at_nothing_does_not_say_gripped() -> None:
    wire = uarm(bench=two_disks(), stands_at=(200.0, 0.0, 50.0))
    assert wire.say("#1 M2231 V1", "#2 P2231") == ["$1 ok", "$2 ok V1"]
    assert uarm().say("#1 M2231 V1", "#2 P2231") == ["$1 ok", "$2 ok V1"]


def test_lines_that_work_the_gripper_in_another_way_are_known() -> None:
    bench = two_disks()
    wire = uarm(bench=bench, grip=["M2240 N4 V1"], release=["M2240 N4 V0"], stands_at=AT_A)
    assert wire.say("#1 M2240 N4 V1") == ["$1 ok"]
    assert bench.held == 1
    assert wire.say("#2 M2240 N5 V1") == ["$2 E20"]


def test_opening_the_port_resets_the_board_lets_go_and_keeps_the_position() -> None:
    bench = two_disks()
    wire = uarm(bench=bench, stands_at=AT_A)
    wire.say("#1 M2231 V1", "#2 G1 Z100 F6000")
    said = wire.open()
    assert said == [
        "device name : SwiftPro", "soft ver : V4.4.0", "api ver : V4.0.3", "work mode : 0", "@1", "@5 V1",
    ]  # fmt: skip
    assert "dropped" in bench.faults[-1]
    assert wire.say("#3 P2220", "#4 G1 Z90") == ["$4", "$3 ok X100.0000 Y100.0000 Z100.0000"]


def test_it_says_its_position_and_faults_without_a_bench() -> None:
    device = UarmEmulator()
    assert device.bench is None
    assert device.faults == ()
