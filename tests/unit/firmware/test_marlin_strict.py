"""Marlin refuses what Marlin refuses, waits where it waits, and reports what it reports."""

import pytest
from emulator_wire import MakeWire, Wire

from firmware_proto.limits import Limits
from firmware_proto.marlin import MarlinEmulator
from firmware_proto.marlin.session import MarlinBuild
from firmware_proto.motion import MotionSettings

RING = Limits(radius=(80.0, 320.0), z=(0.0, 180.0))


def position(wire: Wire) -> str:
    return wire.say("M114")[0].split(" E:")[0]


def faults(wire: Wire) -> tuple[str, ...]:
    assert isinstance(wire.device, MarlinEmulator)
    return wire.device.faults


# Homing


def test_nothing_moves_before_homing(marlin: MakeWire) -> None:
    wire = marlin()
    assert wire.say("G1 X10 F6000", "G0 X10") == ["echo:Home XYZ First", "ok"] * 2
    assert position(wire) == "X:0.00 Y:0.00 Z:400.00"


def test_axes_home_one_by_one(marlin: MakeWire) -> None:
    wire = marlin()
    wire.say("G28 X Y")
    assert wire.say("G1 X10")[0] == "echo:Home Z First"
    wire.say("G28 Z")
    assert wire.say("G1 X10") == ["ok"]


def test_an_arm_without_endstops_may_be_built_to_move_unhomed(marlin: MakeWire) -> None:
    wire = marlin(build=MarlinBuild(needs_homing=False), stands_at=(120.0, 0.0, 150.0))
    assert wire.say("G1 Z100 F6000") == ["ok"]
    assert position(wire) == "X:120.00 Y:0.00 Z:100.00"


@pytest.mark.parametrize("line", ["M84", "M18"])
def test_motors_off_forgets_home_and_waits_for_motion_first(homed: MakeWire, line: str) -> None:
    wire = homed()
    began = wire.now
    wire.say("G1 Z300 F6000", line)
    assert wire.now - began > 1.0
    assert position(wire) == "X:0.00 Y:0.00 Z:300.00"
    assert wire.say("G1 Z200")[0] == "echo:Home XYZ First"


def test_after_two_minutes_of_rest_the_motors_go_off_silently(homed: MakeWire) -> None:
    wire = homed()
    assert wire.wait(119.0) == []
    assert wire.say("G1 X10 F6000") == ["ok"]
    assert wire.wait(119.0) == []
    assert wire.say("G1 X20") == ["ok"]
    assert wire.wait(125.0) == []
    assert wire.say("G1 X10")[0] == "echo:Home XYZ First"


@pytest.mark.parametrize(("line", "off"), [("M84 S0", False), ("M18 S10", True)])
def test_the_idle_timeout_can_be_set_or_switched_off(homed: MakeWire, line: str, off: bool) -> None:
    wire = homed()
    assert wire.say(line) == ["ok"]
    wire.wait(11.0 if off else 9999.0)
    assert (wire.say("G1 X10")[0] == "echo:Home XYZ First") is off


# Limits


def test_a_target_beyond_the_box_is_cut_back_and_told(homed: MakeWire) -> None:
    wire = homed()
    assert wire.say("G1 X500 Y-401 Z-1 F60000") == ["echo:endstops hit:  X:400.00 Y:-400.00 Z:0.00", "ok"]
    assert position(wire) == "X:400.00 Y:-400.00 Z:0.00"
    assert faults(wire) == ("G1 X500 Y-401 Z-1 F60000 leads beyond the machine's limits.",)


def test_a_target_outside_the_ring_is_left_out_and_told(homed: MakeWire) -> None:
    wire = homed(limits=RING)
    assert wire.say("G1 X10 Y0 Z50") == ["Error:Unreachable position X:10.00 Y:0.00 Z:50.00", "ok"]
    assert position(wire) == "X:80.00 Y:0.00 Z:180.00"
    assert faults(wire) == ("G1 X10 Y0 Z50 leads where the arm cannot reach.",)


def test_a_straight_way_through_the_base_is_a_fault_except_on_the_first_way_from_home(
    homed: MakeWire,
) -> None:
    wire = homed(limits=RING)
    wire.say("G1 Z100 F6000", "G1 X-120 Y10 F9000")
    assert faults(wire) == ()
    wire.say("G1 X120 Y-10")
    assert faults(wire) == ("The straight way to X120.0 Y-10.0 passes inside the arm's inner radius.",)


# Units, coordinates, numbers


def test_inches_and_relative_moves(homed: MakeWire) -> None:
    wire = homed()
    wire.say("G20", "G1 X1 F600", "G91", "G1 X1 Z-1", "G21", "G1 X1", "G90", "G1 Y5")
    assert position(wire) == "X:51.80 Y:5.00 Z:374.60"


def test_naming_the_position_shifts_coordinates_but_not_limits(homed: MakeWire) -> None:
    wire = homed()
    wire.say("G92 X100 Z0")
    assert position(wire) == "X:100.00 Y:0.00 Z:0.00"
    assert wire.say("G1 X600 F60000")[0] == "echo:endstops hit:  X:400.00"
    assert position(wire) == "X:500.00 Y:0.00 Z:0.00"
    wire.say("G28")
    assert position(wire) == "X:0.00 Y:0.00 Z:400.00"


def test_a_decimal_comma_ends_the_number(homed: MakeWire) -> None:
    wire = homed()
    wire.say("G1 X12,9 F6000")
    assert position(wire) == "X:12.00 Y:0.00 Z:400.00"


# Waiting, answering, time


def test_ok_means_planned_and_m400_means_arrived(homed: MakeWire) -> None:
    wire = homed(latency=0.0)
    wire.until_ok("G1 Z300 F6000")
    sent = wire.now
    wire.until_ok("M400")
    # 0.1 s of waiting for company; then 100 mm at 100 mm/s and 1200 mm/s2
    assert wire.now - sent == pytest.approx(0.1 + 1.0 + 100 / 1200, abs=1e-6)


def test_settings_change_the_time_that_moves_take(homed: MakeWire) -> None:
    wire = homed(latency=0.0)
    wire.say("M204 T600", "M203 Z50", "M205 J0.02", "M201 Z500", "M220 S200")
    sent = wire.now
    wire.say("G1 Z300 F6000", "M400")
    assert wire.now - sent == pytest.approx(0.1 + 100 / 50 + 50 / 500, abs=1e-6)


def test_settings_that_make_no_sense_are_left(homed: MakeWire) -> None:
    wire = homed(latency=0.0, settings=MotionSettings(acceleration=1200.0))
    wire.say("M204 T0", "M204", "M203 Z0", "M201 Z-5", "M205", "M220 S0", "G1 F0", "G1 F-5")
    sent = wire.now
    wire.say("G1 Z375", "M400")
    assert wire.now - sent == pytest.approx(0.1 + 1.0 + 25 / 1200, abs=1e-6)


def test_what_was_set_is_forgotten_at_a_reset(homed: MakeWire) -> None:
    wire = homed(latency=0.0)
    wire.say("M203 Z1", "G91", "G20")
    wire.open()
    wire.say("G28")
    sent = wire.now
    wire.say("G1 Z375 F1500", "M400")
    assert wire.now - sent == pytest.approx(0.1 + 1.0 + 25 / 1200, abs=1e-6)


@pytest.mark.parametrize(
    ("line", "seconds"), [("G4 P250", 0.25), ("G4 S2", 2.0), ("G4 P9 S1", 1.0), ("G4", 0.0)]
)
def test_a_dwell_waits_for_motion_and_then_its_time(homed: MakeWire, line: str, seconds: float) -> None:
    wire = homed(latency=0.0)
    sent = wire.now
    wire.say("G1 Z399 F6000", line)
    assert wire.now - sent == pytest.approx(0.1 + 2 * (1 / 1200) ** 0.5 + seconds, abs=1e-6)


def test_the_position_report_tells_the_target_and_with_r_the_truth(homed: MakeWire) -> None:
    wire = homed()
    wire.until_ok("G1 Z300 F6000")
    wire.wait(0.6)
    assert wire.until_ok("M114")[0].startswith("X:0.00 Y:0.00 Z:300.00 E:0.00 Count X:0 Y:0 Z:120000")
    z = float(wire.until_ok("M114 R")[0].split()[2].removeprefix("Z:"))
    assert 300 < z < 400


def test_moves_are_acknowledged_until_sixteen_are_planned(homed: MakeWire) -> None:
    wire = homed(latency=0.0)
    wire.send(*(f"G1 Z{399 - i} F60" for i in range(12)))
    assert wire.wait(0.0) == ["ok"] * 12
    wire.send(*(f"G1 Z{387 - i} F60" for i in range(8)))
    assert wire.wait(0.0) == ["ok"] * 4  # one of the others waits for a place, three stand behind it
    wire.send("M118 five")
    assert wire.wait(0.5) == []
    assert wire.wait(0.7) == ["ok"]  # the first move takes about a second
    assert wire.settle(200.0).count("ok") == 4


def test_a_command_that_takes_long_draws_busy_every_two_seconds(homed: MakeWire) -> None:
    wire = homed()
    assert wire.say("G4 S7") == ["echo:busy: processing"] * 3 + ["ok"]
    wire.say("M113 S3")
    assert wire.say("G4 S7") == ["echo:busy: processing"] * 2 + ["ok"]
    wire.say("M113 S0")
    assert wire.say("G4 S7") == ["ok"]


def test_a_move_that_waits_for_a_place_draws_busy_too(homed: MakeWire) -> None:
    wire = homed()
    wire.send(*(f"G1 Z{390 - 10 * i} F60" for i in range(17)))
    assert wire.wait(5.0) == ["ok"] * 16 + ["echo:busy: processing"] * 2


def test_outputs_act_at_once_and_spindle_and_coolant_wait_for_motion(homed: MakeWire) -> None:
    wire = homed()
    wire.until_ok("G1 Z300 F6000")
    before = wire.now
    for line in ("M42 P4 S255", "M106 S255", "M107", "M280 P0 S90"):
        wire.until_ok(line)
    assert wire.now - before < 0.1
    wire.until_ok("M3 S1000")
    assert wire.now - before > 1.0


def test_wait_is_said_each_second_of_rest_only_where_it_is_built_in(marlin: MakeWire) -> None:
    wire = marlin(build=MarlinBuild(wait_every=1.0))
    assert wire.wait(3.5)[:3] == ["wait"] * 3
    wire.send("G4 S1.5")
    assert wire.wait(1.6) == ["ok"]
    chatty = marlin(build=MarlinBuild(wait_every=1.0))
    chatty.until_ok("G28")
    chatty.wait(200.0)
    assert chatty.until_ok("G1 X1")[-2:] == ["echo:Home XYZ First", "ok"]
    assert marlin().wait(10.0) == []


def test_replies_take_their_latency(marlin: MakeWire) -> None:
    wire = marlin(latency=0.25)
    wire.send("G21")
    assert wire.wait(0.2) == []
    assert wire.wait(0.1) == ["ok"]


def test_commands_it_does_not_know_are_echoed(marlin: MakeWire) -> None:
    wire = marlin()
    for line in ("M999", "G2 X1", "T0", "M104 S200", "hello"):
        assert wire.say(line) == [f'echo:Unknown command: "{line}"', "ok"]
    assert marlin(build=MarlinBuild(emergency_parser=False)).say("M0") == ['echo:Unknown command: "M0"', "ok"]


def test_commands_without_effect_here_are_accepted(marlin: MakeWire) -> None:
    assert marlin().say("M17", "M105", "M108") == ["ok"] * 3


def test_the_endstops_are_told(homed: MakeWire) -> None:
    wire = homed()
    assert wire.say("M119")[:2] == ["Reporting endstop status", "x_min: TRIGGERED"]
    wire.say("G1 X10 Z100 F6000")
    assert wire.say("M119")[1] == "x_min: open"


@pytest.mark.parametrize("there", [True, False])
def test_it_says_whether_its_emergency_parser_is_there(marlin: MakeWire, there: bool) -> None:
    wire = marlin(build=MarlinBuild(emergency_parser=there))
    assert f"Cap:EMERGENCY_PARSER:{there:d}" in wire.say("M115")


def test_a_board_that_does_not_reset_when_opened_says_nothing_and_keeps_its_home(homed: MakeWire) -> None:
    wire = homed(build=MarlinBuild(reset_on_open=False))
    assert wire.open() == []
    assert wire.say("G1 X10 F6000") == ["ok"]
