"""GRBL refuses what GRBL refuses, and reports what it reports."""

import pytest
from grbl_wire import GrblWire, homed, opened

from firmware_proto.grbl.session import GrblBuild
from firmware_proto.limits import Limits
from firmware_proto.motion import MotionSettings

RING = Limits(radius=(80.0, 320.0), z=(0.0, 180.0))


def built(**settings: float) -> GrblBuild:
    """A build with settings s20=0 and the like."""
    return GrblBuild(settings={int(name[1:]): value for name, value in settings.items()})


# Lines


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("1", 1),
        ("G1 X1,5 F600", 1),
        ("X", 2),
        ("hello", 2),
        ("G1 X-", 2),
        ("G4 P-1", 4),
        ("G1 X1 F-5", 4),
        ("M400", 20),
        ("M106 S255", 20),
        ("M114", 20),
        ("M7", 20),
        ("G2 X1 Y1 R5 F100", 20),
        ("G38.2 Z0 F10", 20),
        ("G1 X1e3 F600", 20),
        ("E1", 20),
        ("G0 G1 X1 F1", 24),
        ("G20 G21", 21),
        ("M3 M5", 21),
        ("G1 X1", 22),
        ("G1", 22),
        ("G1.5 X1 F1", 23),
        ("M3.1", 23),
        ("G1 G92 X1 F1", 24),
        ("X1 X2", 25),
        ("G92", 26),
        ("G10 L2 P1", 26),
        ("N10000001", 27),
        ("G4", 28),
        ("G10 L2 X1", 28),
        ("G10 L2 P7 X1", 29),
        ("G10 L3 P1 X1", 20),
        ("G80 G53 X1", 30),
        ("G80 X1", 31),
        ("G21 P3", 36),
        ("I5", 36),
        ("T256", 38),
        ("G1 X" + "1" * 77, 11),
    ],
)
def test_a_line_is_refused_with_its_code_and_nothing_of_it_is_done(line: str, code: int) -> None:
    wire = homed()
    assert wire.say(line) == [f"error:{code}"]
    assert wire.say("$G")[0] == "[GC:G0 G54 G17 G21 G90 G94 M5 M9 T0 F0 S0]"
    assert wire.place() == (0.0, 0.0, 400.0)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("$99=1", 3),
        ("$1", 3),
        ("$1=5x", 3),
        ("$N0=G54", 3),
        ("$HX", 3),
        ("$RST=x", 3),
        ("$RST=", 3),
        ("$I=mine", 3),
        ("$=", 2),
        ("$1=", 2),
        ("$y", 2),
        ("$120=-1", 4),
        ("$0=2", 6),
        ("$J", 16),
        ("$J=X1", 22),
        ("$J=F100", 26),
        ("$J=X1 F100 S5", 36),
        ("$J=G1 X1 F100", 16),
        ("$J=X401 F100", 15),
    ],
)
def test_a_dollar_line_is_refused_with_its_code(line: str, code: int) -> None:
    assert homed().say(line) == [f"error:{code}"]


def test_every_line_has_one_answer_and_empty_ones_and_comments_too() -> None:
    wire = homed()
    assert wire.say("", "(nothing)", "; nothing", " ") == ["ok"] * 4
    wire.put(b"G21\r\n")
    assert wire.settle() == ["ok", "ok"]


def test_blanks_case_and_comments_do_not_matter() -> None:
    wire = homed()
    assert wire.say("g1 (to the side) x 1 0 / y-.5 f6000 ; and so on)") == ["ok"]
    assert wire.place() == (10.0, -0.5, 400.0)


def test_a_comment_may_be_long_and_a_line_of_79_is_not_too_long() -> None:
    wire = homed()
    assert wire.say("G1 X1 F600 (" + "x" * 100 + ")") == ["ok"]
    assert wire.say("G1F600X" + "0" * 71 + "5") == ["ok"]
    assert wire.say("G1F600X" + "0" * 72 + "5") == ["error:11"]


def test_after_an_error_the_lines_behind_it_are_carried_out() -> None:
    wire = homed()
    assert wire.say("G1 X10 F6000", "G1 X1,2", "G1 Y10") == ["ok", "error:1", "ok"]
    assert wire.place() == (10.0, 10.0, 400.0)


def test_what_the_receive_buffer_cannot_hold_is_lost_silently() -> None:
    wire = homed()
    wire.send("G4 P1")
    wire.send(*["G21"] * 32, "G90")  # 32 times 4 bytes
    assert wire.settle() == ["ok"] * 33
    assert wire.say("$G")[0].startswith("[GC:G0 G54")


def test_a_lost_line_end_makes_one_line_of_two() -> None:
    wire = homed()
    wire.send("G4 P1")
    wire.put(b"G21\n" * 31 + b"G21")
    wire.put(b"\xc3\nG90\n")  # the first is no byte of a line; the line end is the 128th
    assert wire.settle() == ["ok"] * 33
    assert wire.say("G21") == ["ok"]


def test_relatives_have_larger_buffers_and_tell_so() -> None:
    wire = homed(build=GrblBuild(receive_bytes=1024, mist=True))
    assert wire.say("$I")[1] == "[OPT:VM,15,1024]"
    wire.send("G4 P1", *["G21"] * 256)
    assert wire.settle() == ["ok"] * 257
    assert wire.say("M7") == ["ok"]


# Locks and states


def test_it_starts_locked_where_homing_is_enabled_and_unlocks_on_a_word() -> None:
    wire = opened()
    assert wire.state() == "Alarm"
    assert wire.say("G21") == ["error:9"]
    assert wire.say("$X") == ["[MSG:Caution: Unlocked]", "ok"]
    assert wire.say("$X", "G21") == ["ok", "ok"]


def test_without_homing_it_counts_from_where_it_stands() -> None:
    wire = opened(build=built(s22=0), stands_at=(120.0, 0.0, 150.0))
    assert wire.state() == "Idle"
    assert wire.say("$H", "$20=1") == ["error:5", "error:10"]
    wire.say("G1 Z-50 F6000")
    assert wire.place() == (0.0, 0.0, -50.0)
    assert wire.device.faults == ()
    wire.say("G1 Z-151")
    assert wire.device.faults == ("G1Z-151 leads beyond the machine's limits.",)


def test_settings_are_not_told_or_set_in_motion() -> None:
    wire = homed()
    wire.send("G1 Z300 F6000")
    wire.wait(0.1)
    wire.send("$$", "$1=25", "$H", "$#", "$I", "$J=X1 F100", "$C")
    assert wire.wait(0.1) == ["error:8"] * 7
    wire.send("$G")
    assert wire.wait(0.1)[0].startswith("[GC:G1")


def test_check_mode_reads_lines_and_moves_nothing() -> None:
    wire = homed()
    assert wire.say("$C") == ["[MSG:Enabled]", "ok"]
    assert wire.state() == "Check"
    said = wire.say("G1 X10 F600", "M3 S5", "G4 P9", "M400", "$H", "M0", "M2")
    assert said == ["ok", "ok", "ok", "error:20", "error:8", "ok", "[MSG:Pgm End]", "ok"]
    assert wire.place() == (0.0, 0.0, 400.0)
    assert wire.say("$C") == ["[MSG:Disabled]", "ok", "", "Grbl 1.1h ['$' for help]"]
    assert wire.state() == "Idle"


def test_sleep_ends_with_a_reset_only_and_locked() -> None:
    wire = homed()
    assert wire.say("$SLP") == ["ok", "[MSG:Sleeping]"]
    assert wire.say("G21", "$X") == []
    assert wire.state() == "Sleep"
    wire.put(b"\x18")
    assert wire.settle()[-1] == "[MSG:'$H'|'$X' to unlock]"


def test_homing_before_planned_moves_have_begun_is_told() -> None:
    wire = homed()
    wire.say("G1 Z300 F6000", "$H")
    assert wire.device.faults == (
        "The arm homes while moves are still planned: their end must be awaited first.",
    )


# Settings and modes


def test_settings_stay_over_a_reset_and_can_be_restored() -> None:
    wire = homed()
    wire.each("$110=600", "G10 L2 P1 X5")
    wire.open()
    assert "$110=600.000" in wire.say("$$")
    assert wire.say("$#")[0] == "[G54:5.000,0.000,0.000]"
    assert wire.say("$RST=$")[:2] == ["[MSG:Restoring defaults]", "ok"]
    assert "$110=30000.000" in wire.say("$$")
    assert wire.say("$#")[0] == "[G54:5.000,0.000,0.000]"
    wire.each("$110=600")
    wire.say("$RST=#")
    assert "$110=600.000" in wire.say("$$")
    assert wire.say("$#")[0] == "[G54:0.000,0.000,0.000]"


def test_speed_and_acceleration_of_the_machine_are_its_settings() -> None:
    wire = homed(settings=MotionSettings(acceleration=700.0))
    told = wire.say("$$")
    assert {"$110=30000.000", "$120=700.000", "$122=700.000", "$11=0.010", "$132=400.000"} <= set(told)


def test_homing_off_takes_soft_limits_with_it() -> None:
    wire = homed()
    wire.say("$22=0")
    assert {"$20=0", "$22=0"} <= set(wire.say("$$"))


def test_whole_settings_are_kept_whole_and_switches_are_on_or_off() -> None:
    wire = homed()
    wire.each("$2=7.9", "$4=9", "$30=500")
    assert {"$2=7", "$4=1", "$30=500"} <= set(wire.say("$$"))


def test_writing_memory_loses_what_arrives_meanwhile() -> None:
    wire = homed()
    wire.send("$1=255", "G21", "G90")
    assert wire.settle() == ["ok"]
    assert wire.say("$1=255", "G21") == ["ok"]
    assert wire.say("G10 L2 P2 X1", "G28.1") == ["ok"]
    assert wire.say("G21") == ["ok"]


def test_help_startup_lines_and_modes_are_told() -> None:
    wire = homed()
    assert wire.say("$")[0].startswith("[HLP:$$ $# $G")
    assert wire.say("$N") == ["$N0=", "$N1=", "ok"]
    wire.say("G1 G55 G18 G20 G91 M4 M8 T3 F10 S500")
    assert wire.say("$G")[0] == "[GC:G1 G55 G18 G20 G91 G94 M4 M8 T3 F254 S500]"
    wire.say("$13=1")
    assert wire.say("$G")[0].endswith("F10.0 S500]")


def test_the_end_of_a_program_forgets_modes_and_switches_off() -> None:
    wire = homed()
    wire.say("G1 G55 G91 M3 S500 F600 G18")
    assert wire.say("M30") == ["[MSG:Pgm End]", "ok"]
    assert wire.say("$G")[0] == "[GC:G1 G54 G17 G21 G90 G94 M5 M9 T0 F600 S500]"
    assert wire.say("M1", "M2")[0] == "ok"


# Coordinates


def test_inches_relative_moves_and_motion_without_its_command() -> None:
    wire = homed()
    wire.say("G20 G1 X1 F600", "G91", "X1 Z-1", "G21", "X1", "G90", "Y5", "G0 Y6")
    assert wire.place() == (51.8, 6.0, 374.6)


def test_offsets_shift_coordinates_but_neither_machine_nor_limits() -> None:
    wire = homed()
    wire.each("G10 L2 P1 X100", "G92 Z0", "G1 X-90 Z-100 F12000")
    assert wire.place() == (10.0, 0.0, 300.0)
    assert wire.say("G55", "G1 X10 Z-100") == ["ok", "ok"]
    assert wire.place() == (10.0, 0.0, 300.0)
    wire.say("G92.1", "G53 G1 X20 Z290", "G54", "G10 L20 P0 X0 Y7")
    assert wire.place() == (20.0, 0.0, 290.0)
    assert wire.say("$#")[0] == "[G54:20.000,-7.000,0.000]"


def test_stored_places_are_gone_to_and_nothing_is_homed() -> None:
    wire = homed()
    wire.say("G1 X10 Z300 F12000", "G28.1", "G1 X50 Y50", "G28 Z350")
    assert wire.place() == (10.0, 0.0, 300.0)
    wire.say("G30.1", "G1 X0", "G30")
    assert wire.place() == (10.0, 0.0, 300.0)


def test_the_report_is_of_machine_or_work_and_in_inches_if_so_set() -> None:
    wire = homed()
    wire.each("G10 L2 P1 X25.4", "$10=2")
    assert wire.report() == "Idle|WPos:-25.400,0.000,400.000|Bf:15,128|FS:0,0"
    wire.each("$13=1", "$10=1", "G1 X0 F60000")
    assert wire.report() == "Idle|MPos:1.0000,0.0000,15.7480|FS:0,0"
    assert wire.say("$#")[0] == "[G54:1.0000,0.0000,0.0000]"


def reports(wire: GrblWire, number: int) -> list[str]:
    return [wire.byte(b"?")[0] for _ in range(number)]


def test_offset_and_overrides_are_told_now_and_then() -> None:
    wire = homed()
    wire.say("M4 S5 M8")
    told = reports(wire, 22)
    assert [at for at, report in enumerate(told) if "|WCO:" in report] == [0, 10, 20]
    assert [at for at, report in enumerate(told) if "|Ov:100,100,100|A:CF>" in report] == [1, 11, 21]
    wire.say("G92 X1")
    assert "|WCO:-1.000,0.000,0.000" in reports(wire, 1)[0]


def test_in_motion_they_are_told_more_seldom_and_buffers_fill() -> None:
    wire = homed(build=built(s10=3))
    wire.send(*(f"G1 X{1 + n % 2} F6" for n in range(10)))
    wire.wait(0.1)
    told = reports(wire, 40)
    assert [at for at, report in enumerate(told) if "|WCO:" in report] == [0, 30]
    assert "|Bf:5,128|FS:6,0" in told[0]
    wire.send(*(f"G1 X{1 + n % 2} F6" for n in range(8)))
    wire.wait(0.1)
    assert "|Bf:0,110|" in reports(wire, 1)[0]  # one line is in hand and two, of 18 bytes, wait


def test_a_full_planner_is_full_while_a_hold_brakes() -> None:
    wire = homed(build=GrblBuild(receive_bytes=1024, settings={10: 3}))
    wire.send(*(f"G1 Z{390 - 20 * n} F6000" for n in range(15)))
    wire.wait(0.05)
    wire.put(b"!")
    assert "|Bf:0,1024|" in reports(wire, 1)[0]


# Limits


def test_a_radius_counts_as_travel() -> None:
    wire = homed(limits=RING)
    assert wire.say("G1 X10 F6000") == ["ALARM:2", "[MSG:Reset to continue]"]
    assert wire.device.faults == ("G1X10F6000 leads beyond the machine's limits.",)


def test_travel_is_measured_down_from_the_upper_limits() -> None:
    wire = homed()
    wire.say("$132=50")
    assert wire.say("G1 Z351 F6000") == ["ok"]
    assert wire.say("G1 Z349 F6000")[0] == "ALARM:2"


def test_without_soft_limits_it_runs_into_the_switch_if_there_is_one() -> None:
    wire = homed(build=built(s20=0, s21=1))
    wire.send("G1 Z-10 F12000", "G1 X10")
    assert wire.wait(1.0) == ["ok"]
    assert wire.settle() == ["ALARM:1", "[MSG:Reset to continue]"]
    wire.put(b"\x18")
    assert wire.settle()[0] == "ok"
    assert wire.place() == (0.0, 0.0, 0.0)


def test_a_machine_that_stands_at_its_limit_strikes_at_once() -> None:
    wire = homed(build=built(s20=0, s21=1))
    assert wire.say("G1 Z401 F6000") == ["ALARM:1", "[MSG:Reset to continue]"]


def test_without_switches_either_nothing_is_said_and_the_place_is_wrong() -> None:
    wire = homed(build=built(s20=0))
    assert wire.say("G1 X500 F60000") == ["ok"]
    assert wire.place() == (400.0, 0.0, 400.0)
    assert wire.device.faults == ("G1X500F60000 leads beyond the machine's limits.",)
    ring = homed(build=built(s20=0), limits=RING)
    assert ring.say("G1 X10 F60000") == ["ok"]
    assert ring.place() == (80.0, 0.0, 180.0)
