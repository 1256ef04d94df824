"""What GRBL's and its relatives' lines mean, and what their settings tell."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.app.arms import axes_of
from controller.config import load
from controller.errors import UsageError
from controller.gcode.firmware import Finding, Part, Told
from controller.gcode.grbl import GRBL, Parser
from controller.gcode.replies import (
    BufferSize,
    Busy,
    Halted,
    Identity,
    Info,
    Locked,
    Ok,
    PositionReport,
    Refused,
    Reply,
    Setting,
    Started,
)
from controller.model import Point
from controller.motion.axes import CARTESIAN
from controller.motion.geometry import MotionLimits, Workspace

SOUND = {"$1": 255, "$11": 0.01, "$20": 1, "$22": 1, "$32": 0}
SOUND |= {"$110": 12000, "$111": 12000, "$112": 6000, "$120": 800, "$121": 800, "$122": 800, "$132": 180}
LIMITS = MotionLimits(200, 80, 800)
SPACE = Workspace(z=(0, 180), radius=(80, 320))


def meaning(*lines: str) -> Reply:
    """What the last of the lines means after those before it."""
    parser = Parser()
    return [parser(line) for line in lines][-1]


@pytest.mark.parametrize(
    "banner",
    [
        "Grbl 1.1h ['$' for help]",
        "GrblHAL 1.1f ['$' or '$HELP' for help]",
        "grblHAL 1.1f ['$' or '$HELP' for help]",
        "Grbl 1.3a [ESP32] ['$' for help]",
        "Grbl 3.9 [FluidNC v3.9.1 (wifi) '$' for help]",
        "Grbl v1.1 ['$' for help]",
    ],
)
def test_every_relative_says_that_it_starts(banner: str) -> None:
    assert meaning(banner) == Started(banner)
    assert GRBL.signature is not None
    assert GRBL.signature.match(banner)


@pytest.mark.parametrize(
    ("line", "fact"),
    [
        ("ok", Ok("ok")),
        ("[VER:1.1h.20190830:]", Identity("[VER:1.1h.20190830:]", "GRBL 1.1h.20190830")),
        ("[VER:1.1f.20210207:my arm]", Identity("[VER:1.1f.20210207:my arm]", "GRBL 1.1f.20210207")),
        ("[OPT:V,15,128]", BufferSize("[OPT:V,15,128]", 128)),
        ("[OPT:VNMSL,35,1024,3,0]", BufferSize("[OPT:VNMSL,35,1024,3,0]", 1024)),
        ("[OPT:V]", Info("[OPT:V]")),
        ("$110=30000.000", Setting("$110=30000.000", "$110", 30000)),
        ("$1=25 (step idle delay, msec)", Setting("$1=25 (step idle delay, msec)", "$1", 25)),
        ("$N0=G54", Info("$N0=G54")),
        ("error:9", Refused("error:9", "it is locked until it has been homed")),
        ("error:79", Refused("error:79")),
        ("error: Bad number format", Refused("error: Bad number format")),
        ("ALARM:1", Halted("ALARM:1", "a limit switch was hit")),
        ("ALARM:14", Halted("ALARM:14")),
        ("[MSG:'$H'|'$X' to unlock]", Info("[MSG:'$H'|'$X' to unlock]")),
        ("okay", Info("okay")),
        ("<garbage", Busy("<garbage")),
        ("", Info("")),
    ],
)
def test_a_line_means_what_grbl_means_by_it(line: str, fact: Reply) -> None:
    assert meaning(line) == fact


@pytest.mark.parametrize(
    ("report", "fact"),
    [
        ("<Run|MPos:1,2,3|FS:600,0>", Busy),
        ("<Run:1|MPos:1,2,3|F:600>", Busy),
        ("<Jog|MPos:1,2,3>", Busy),
        ("<Home|MPos:1,2,3>", Busy),
        ("<Alarm|MPos:1,2,3>", Locked),
        ("<Alarm:3|MPos:1,2,3>", Locked),
        ("<Hold:0|MPos:1,2,3>", Halted),
        ("<Door:1|MPos:1,2,3>", Halted),
        ("<Sleep|MPos:1,2,3>", Halted),
        ("<Check|MPos:1,2,3>", Halted),
        ("<Idle>", Busy),
        ("<Idle|MPos:1,2", Busy),
    ],
)
def test_only_a_tool_at_rest_tells_its_place(report: str, fact: type[Reply]) -> None:
    assert type(meaning(report)) is fact


@pytest.mark.parametrize(
    "report",
    [
        "<Idle|MPos:11.000,22.000,33.000|FS:0,0|WCO:10.000,20.000,30.000>",
        "<Idle|WPos:1.000,2.000,3.000|FS:0,0>",
        "<Idle|MPos:11,22,33,0,0|Bf:100,1023|Ln:5|FS:0,0|Pn:XZ|WCO:10,20,30,0,0|Ov:100,100,100|A:S>",
        "<Idle|WCO:10.0,20.0,30.0|F:0|MPos:11.0,22.0,33.0",
    ],
)
def test_the_place_is_the_programs_wherever_its_zero_is(report: str) -> None:
    reply = meaning(report)
    assert isinstance(reply, PositionReport)
    assert reply.at == Point(1, 2, 3)


def test_an_offset_once_told_counts_until_the_next_or_a_reset() -> None:
    first = "<Run|MPos:0,0,0|WCO:10,20,30>"
    assert meaning(first, "<Idle|MPos:11,22,33|FS:0,0>") == PositionReport(
        "<Idle|MPos:11,22,33|FS:0,0>", Point(1, 2, 3)
    )
    assert meaning(first, "<Run|MPos:0,0,0|WCO:0,0,0>", "<Idle|MPos:1,2,3>") == PositionReport(
        "<Idle|MPos:1,2,3>", Point(1, 2, 3)
    )
    assert isinstance(meaning(first, "Grbl 1.1h ['$' for help]", "<Idle|MPos:1,2,3>"), Busy)


def test_a_place_without_its_offset_is_not_known_yet() -> None:
    assert isinstance(meaning("<Idle|MPos:1,2,3|FS:0,0>"), Busy)


def test_a_relative_that_never_tells_an_offset_has_none() -> None:
    reports = ["<Idle|MPos:1,2,3|FS:0,0>"] * 4
    assert meaning(*reports) == PositionReport(reports[-1], Point(1, 2, 3))
    assert isinstance(meaning(*reports[:3]), Busy)


@pytest.mark.parametrize("stray", ["!", "?", "~"])
def test_a_byte_that_is_obeyed_wherever_it_stands_is_no_part_of_a_line(stray: str) -> None:
    with pytest.raises(UsageError, match="obeys wherever it stands"):
        GRBL.frame(1, f"M3 S1000 {stray}")
    assert GRBL.frame(1, "?") == b"?"


def test_inches_become_millimetres() -> None:
    reply = meaning("$13=1", "<Idle|MPos:1.0,2.0,3.0|WCO:0,0,0>")
    assert isinstance(reply, PositionReport)
    assert reply.at == pytest.approx(Point(25.4, 50.8, 76.2))


def test_a_report_may_say_how_much_room_there_is() -> None:
    assert meaning("<Idle|WPos:1,2,3|Bf:100,1023>") == PositionReport(
        "<Idle|WPos:1,2,3|Bf:100,1023>", Point(1, 2, 3), 1023
    )


@given(st.text())
def test_no_line_is_too_strange(line: str) -> None:
    assert isinstance(meaning(line), Reply)


def test_its_lines_are_in_its_own_units() -> None:
    assert GRBL.travel(Point(120, -110.5, 0), 200) == "G1 X120 Y-110.5 Z0 F12000"
    assert GRBL.dwell is not None
    assert GRBL.dwell(0.3) == "G4 P0.3"
    assert GRBL.dwell(0.30001) == "G4 P0.301"
    assert GRBL.frame(7, "G21") == b"G21\n"
    assert GRBL.frame(7, "?") == b"?"


def test_a_feed_hold_lets_nothing_go_and_a_reset_everything() -> None:
    assert GRBL.halt.data == b"!"
    assert GRBL.halt.lets_go == frozenset()
    assert GRBL.kill.lets_go == GRBL.opening == set(Part)


def told(homes: bool = True, **changes: float) -> list[Finding]:
    settings = SOUND | {f"${name[1:]}": value for name, value in changes.items()}
    return list(GRBL.review(Told({}, settings), CARTESIAN.asked(LIMITS, SPACE, ()), homes))


def test_sound_settings_are_not_worth_a_word() -> None:
    assert told() == []


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"_110": 6000}, "goes no faster than 100 mm/s along x ($110), and the config wants 200"),
        ({"_111": 11999.99}, "along y ($111)"),
        ({"_112": 4000}, "along z ($112), and the config wants 80"),
        ({"_120": 500}, "accelerates by no more than 500 mm/s2 along x ($120), and the config wants 800"),
        ({"_122": 500}, "along z ($122)"),
        ({"_132": 150}, "has a travel of 150 mm along z ($132), and the workspace spans 180"),
        ({"_1": 25}, "lets its motors go limp 25 ms after each stop ($1=25); send $1=255"),
        ({"_11": 0.5}, "takes corners without braking much ($11=0.5)"),
        ({"_20": 0}, "has its soft limits switched off ($20=0)"),
    ],
)
def test_what_a_setting_would_do_in_silence_is_told(changes: dict[str, float], words: str) -> None:
    (finding,) = told(**changes)
    assert words in finding.text
    assert not finding.grave


RING = Workspace(z=(0, 180), radius=(80, 320))
PLACES = (Point(120, 110, 0), Point(180, 0, 0), Point(120, -110, 0), Point(100, 0, 150))


@pytest.mark.parametrize(
    ("setting", "enough", "words"),
    [
        ("$130", 80, "along x ($130), and pegs, park and rest positions span 80"),
        ("$131", 220, "along y ($131), and pegs, park and rest positions span 220"),
        ("$132", 180, "along z ($132), and the workspace spans 180"),
    ],
)
def test_of_a_ring_the_travel_is_held_against_the_places_on_it(
    setting: str, enough: float, words: str
) -> None:
    asked = CARTESIAN.asked(LIMITS, RING, PLACES)
    assert list(GRBL.review(Told({}, SOUND | {setting: enough}), asked, True)) == []
    (finding,) = GRBL.review(Told({}, SOUND | {setting: enough - 1}), asked, True)
    assert finding.text == f"has a travel of {enough - 1:g} mm {words}"


JOINT_ARM = load("joint-arm").arm
assert JOINT_ARM is not None


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (
            {"$110": 60},
            r"no faster than 1 degrees/s along x \(base\) \(\$110\), and the config wants \d+$",
        ),
        ({"$112": 60}, r"along z \(elbow\) \(\$112\)"),
        (
            {"$131": 10},
            r"travel of 10 degrees along y \(shoulder\) \(\$131\), and its limits span \d+$",
        ),
    ],
)
def test_joints_are_held_against_the_settings_in_degrees(changes: dict[str, float], words: str) -> None:
    asked = axes_of(JOINT_ARM).asked(LIMITS, SPACE, ())
    ample = {name: 1e9 for name in SOUND if name[:3] in ("$11", "$12", "$13") and len(name) == 4}
    assert list(GRBL.review(Told({}, SOUND | ample), asked, True)) == []
    (finding,) = GRBL.review(Told({}, SOUND | ample | changes), asked, True)
    assert re.search(words, finding.text)


def test_laser_mode_forbids_all_motion() -> None:
    (finding,) = told(_32=1)
    assert "laser mode ($32=1)" in finding.text
    assert finding.grave


def test_an_arm_that_is_to_home_does_not_move_with_homing_switched_off() -> None:
    (finding,) = told(_22=0)
    assert "has homing switched off ($22=0)" in finding.text
    assert "send $22=1" in finding.text
    assert finding.grave


def test_an_arm_that_is_placed_by_hand_is_not_told_what_is_right_for_it() -> None:
    assert told(homes=False, _20=0, _22=0) == []


@pytest.mark.parametrize(
    ("changes", "words"), [({"_20": 1, "_22": 0}, "send $20=0"), ({"_20": 0, "_22": 1}, "send $22=0")]
)
def test_an_arm_that_is_placed_by_hand_is_told_of_end_switches(changes: dict[str, float], words: str) -> None:
    (finding,) = told(homes=False, **changes)
    assert words in finding.text
    assert not finding.grave


def test_a_firmware_that_tells_no_settings_is_told_of() -> None:
    (finding,) = GRBL.review(Told({}, {}), CARTESIAN.asked(LIMITS, SPACE, ()), True)
    assert "does not tell its settings" in finding.text


OLD_SETTINGS = {name: value for name, value in SOUND.items() if name != "$32"} | {"$10": 3, "$27": 1}


def of_old(mask: int) -> list[Finding]:
    return list(GRBL.review(Told({}, OLD_SETTINGS | {"$10": mask}), CARTESIAN.asked(LIMITS, SPACE, ()), True))


def test_a_grbl_from_before_1_1_is_told_what_it_never_says() -> None:
    (finding,) = of_old(3)
    assert "from before 1.1" in finding.text
    assert "never says that it stands" in finding.text
    assert not finding.grave


@pytest.mark.parametrize(
    ("mask", "grave", "words"),
    [
        (0, True, "tells no place in its reports ($10=0); send $10=3"),
        (28, True, "tells no place in its reports ($10=28)"),
        (1, False, "without the offsets of its program ($10=1); send $10=3"),
        (5, False, "without the offsets"),
    ],
)
def test_an_old_grbl_must_tell_where_the_program_is(mask: int, grave: bool, words: str) -> None:
    _, finding = of_old(mask)
    assert words in finding.text
    assert finding.grave is grave


def test_an_old_grbl_that_tells_its_program_alone_tells_enough() -> None:
    assert len(of_old(2)) == len(of_old(15)) == 1


@pytest.mark.parametrize(
    ("report", "at"),
    [
        ("<Idle,MPos:5.529,0.560,7.000,WPos:1.529,-5.440,-0.000>", Point(1.529, -5.44, 0)),
        ("<Idle,MPos:5.529,0.560,7.000,WPos:1.529,-5.440,-0.000,Buf:0,RX:0>", Point(1.529, -5.44, 0)),
        ("<Idle,WPos:1.529,-5.440,-0.000,Buf:0,RX:0,Ln:0,F:0.,Lim:000>", Point(1.529, -5.44, 0)),
        ("<Idle,WPos:1.529,-5.440,-0.000", Point(1.529, -5.44, 0)),
    ],
)
def test_a_report_of_0_9_tells_the_place_in_the_program(report: str, at: Point) -> None:
    assert meaning(report) == PositionReport(report, at)


@pytest.mark.parametrize(
    ("state", "fact"),
    [("Run", Busy), ("Home", Busy), ("Queue", Busy), ("Hold", Halted), ("Door", Halted), ("Alarm", Locked)],
)
def test_a_state_of_0_9_means_what_it_means_today(state: str, fact: type[Reply]) -> None:
    assert type(meaning(f"<{state},MPos:0.000,0.000,0.000,WPos:0.000,0.000,0.000>")) is fact


@pytest.mark.parametrize(
    ("line", "fact"),
    [
        ("[0.9j.20160303:]", Identity("[0.9j.20160303:]", "GRBL 0.9j.20160303")),
        ("[0.9g.20140905:my arm]", Identity("[0.9g.20140905:my arm]", "GRBL 0.9g.20140905")),
        ("$110=500.000 (x max rate, mm/min)", Setting("$110=500.000 (x max rate, mm/min)", "$110", 500)),
        ("$22=1 (homing cycle, bool)", Setting("$22=1 (homing cycle, bool)", "$22", 1)),
        ("ALARM: Hard limit", Halted("ALARM: Hard limit")),
        ("error: Expected command letter", Refused("error: Expected command letter")),
        ("['$H'|'$X' to unlock]", Info("['$H'|'$X' to unlock]")),
        ("[Reset to continue]", Info("[Reset to continue]")),
        ("Grbl 0.9j ['$' for help]", Started("Grbl 0.9j ['$' for help]")),
    ],
)
def test_0_9_says_in_words_what_is_a_number_today(line: str, fact: Reply) -> None:
    assert meaning(line) == fact
