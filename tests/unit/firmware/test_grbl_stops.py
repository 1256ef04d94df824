"""GRBL's stops: when they act, what they let go, and that the bench sees what the arm really did."""

import pytest
from grbl_wire import RESET, GrblWire, holding, homed, one_disk, opened

from firmware_proto.grbl.session import GrblBuild

BANNER = ["", "Grbl 1.1h ['$' for help]"]
LOCKED = [*BANNER, "[MSG:'$H'|'$X' to unlock]"]
DROPPED = "Disk 1 is dropped from 90.0 mm above what stands on A."
LIMP = "The motors go off with disk 1 in the gripper."


def moving(**options: object) -> GrblWire:
    """Homed, on its way down at 100 mm/s."""
    wire = homed(**options)
    wire.send("G1 Z100 F6000")
    wire.wait(0.5)
    return wire


# Feed hold


def test_a_hold_brakes_and_keeps_everything_and_goes_on() -> None:
    wire = moving()
    wire.put(b"!")
    assert wire.state() == "Hold:1"
    wire.put(b"~")  # too early
    wire.wait(0.2)
    assert wire.state() == "Hold:0"
    assert 345 < wire.place()[2] < 355
    wire.send("G1 Z90")
    assert wire.wait(5.0) == []
    wire.put(b"~")
    assert wire.settle() == ["ok"]
    assert wire.place()[2] == 90.0
    assert wire.device.faults == ()


def test_a_hold_at_rest_stops_lines_at_once() -> None:
    wire = homed()
    wire.put(b"!!")
    assert wire.state() == "Hold:0"
    wire.send("G1 Z300 F6000")
    assert wire.wait(1.0) == []
    wire.put(b"~")
    assert wire.settle() == ["ok"]
    assert wire.place()[2] == 300.0


def test_a_dwell_stands_still_in_a_hold() -> None:
    wire = homed()
    wire.send("G4 P1")
    wire.wait(0.5)
    wire.put(b"!")
    assert wire.wait(10.0) == []
    wire.put(b"~")
    assert wire.wait(0.4) == []
    assert wire.wait(0.2) == ["ok"]


def test_a_program_pauses_itself() -> None:
    wire = homed()
    wire.send("G1 Z399 F6000", "M0", "G1 Z398")
    assert wire.settle() == ["ok"]
    assert wire.state() == "Hold:0"
    wire.put(b"~")
    assert wire.settle() == ["ok", "ok"]


def test_a_start_byte_does_no_harm() -> None:
    wire = moving()
    wire.put(b"~")
    wire.settle()
    wire.put(b"~")
    assert wire.state() == "Idle"


# Soft reset


def test_after_a_hold_a_reset_keeps_the_place_and_needs_no_homing() -> None:
    wire = moving()
    wire.say("G10 L2 P2 X1")
    wire.send("G1 Z50", "G92 X5")
    wire.wait(0.1)
    wire.byte(b"!", 1.0)
    place = wire.place()
    assert wire.byte(RESET) == BANNER
    assert wire.place() == place
    assert wire.say("G21", "$#")[1:3] == ["[G54:0.000,0.000,0.000]", "[G55:1.000,0.000,0.000]"]
    assert wire.say("G1 Z300 F6000") == ["ok"]
    assert wire.device.faults == ()


def test_in_motion_a_reset_loses_the_place() -> None:
    wire = moving()
    assert wire.byte(RESET) == ["ALARM:3"]
    assert wire.state() == "Alarm"
    wire.send("G21")
    wire.byte(RESET)
    assert wire.wait(0.6) == LOCKED
    wire.say("$X", "G1 Z300 F6000")
    assert wire.device.faults == (
        "The arm moves after a quick stop without having been homed: its position is in doubt.",
    )


def test_homing_after_an_alarm_makes_all_well() -> None:
    wire = moving()
    wire.byte(RESET, 1.0)
    assert wire.say("$H", "G1 Z300 F6000") == ["ok", "ok"]
    assert wire.device.faults == ()


def test_while_it_brakes_a_reset_loses_the_place_too() -> None:
    wire = moving()
    wire.put(b"!")
    wire.wait(0.01)
    assert wire.byte(RESET, 1.0) == ["ALARM:3", *LOCKED]


@pytest.mark.parametrize(
    ("line", "said"), [("G4 P9", BANNER), ("G1 Z300 F6000\nG4 P0", ["ALARM:3", *LOCKED])]
)
def test_the_line_that_waits_gets_an_ok_that_means_nothing(line: str, said: list[str]) -> None:
    wire = homed()
    wire.send(line, "G21", "G21")
    wire.wait(0.1)
    at = said.index("")
    assert wire.byte(RESET, 1.0) == [*said[:at], "ok", *said[at:]]
    assert wire.wait(9.0) == []


def test_homing_cut_short_is_an_alarm_of_its_own() -> None:
    wire = homed()
    wire.send("$H")
    wire.wait(0.5)
    assert wire.byte(RESET, 1.0) == ["ALARM:6", "ok", *LOCKED]
    assert wire.state() == "Alarm"


def test_a_reset_forgets_lines_half_received_and_overrides() -> None:
    wire = homed()
    wire.put(b"\x91G1 X10")
    wire.byte(RESET)
    assert wire.say("G21") == ["ok"]
    assert "Ov:100" in "".join(wire.byte(b"?")[0] for _ in range(2))


# Alarms


def test_after_a_soft_limit_only_a_reset_is_answered() -> None:
    wire = moving()
    wire.send("G1 X500")
    assert wire.settle() == ["ALARM:2", "[MSG:Reset to continue]"]
    assert wire.say("$X", "$H", "G21", "?!~") == []
    assert wire.byte(RESET) == ["ok", *LOCKED]
    assert wire.say("$X", "G1 Z300 F6000")[-1] == "ok"
    assert wire.device.faults == ("G1X500 leads beyond the machine's limits.",)


def test_bytes_that_come_while_it_is_dead_are_forgotten_with_the_reset() -> None:
    wire = homed()
    wire.say("G1 X500 F6000", "G1 X10")
    wire.send("G1 X20")
    wire.byte(RESET)
    wire.say("$X")
    assert wire.place() == (0.0, 0.0, 400.0)


# With a disk in the gripper


def test_a_hold_keeps_the_disk_and_a_reset_lets_it_fall() -> None:
    wire = holding(bench := one_disk())
    assert wire.device.bench is bench
    wire.byte(b"!")
    assert bench.held == 1
    wire.byte(RESET)
    assert bench.held is None
    assert wire.device.faults == (DROPPED,)


def test_a_reset_in_motion_lets_the_disk_fall_and_the_motors_off() -> None:
    wire = holding(bench := one_disk())
    wire.send("G1 X200 F6000")
    wire.wait(1.0)
    wire.byte(RESET)
    assert bench.held is None
    assert [fault.endswith("where no peg is.") for fault in bench.faults] == [True]


@pytest.mark.parametrize("line", ["M2", "$SLP"])
def test_what_ends_everything_lets_the_disk_fall(line: str) -> None:
    wire = holding(one_disk())
    wire.say(line)
    assert DROPPED in wire.device.faults


def test_opening_the_port_lets_everything_go() -> None:
    wire = holding(one_disk())
    wire.open()
    assert wire.device.faults == (LIMP, DROPPED)


def test_a_gripper_that_holds_without_current_holds_through_a_reset() -> None:
    bench = one_disk()
    wire = homed(bench=bench, grip=["M5"], release=["M3 S1000"])
    wire.say("M3 S1000", "G1 Z10 F12000", "M5", "G1 Z100", "G4 P0")
    wire.byte(RESET)
    assert (bench.held, bench.faults) == (1, ())


def test_coolant_may_be_the_pump_and_lines_may_have_numbers() -> None:
    bench = one_disk()
    wire = homed(bench=bench, grip=["m8"], release=["m9"])
    wire.say("G1 Z10 F12000", "N5 M8", "G4 P0.3", "G1 Z100", "G1 Z10", "G4 P0", "N9 M9", "G1 Z100")
    assert bench.faults == ()
    assert bench.stacks["A"] == (1,)


def test_motors_that_go_off_at_each_stop_are_told() -> None:
    bench = one_disk()
    wire = homed(bench=bench, build=GrblBuild(settings={1: 25}))
    wire.say("G1 Z10 F12000", "M3 S1000", "G4 P0.3", "G1 Z100", "G4 P0")
    assert bench.faults == (LIMP,)


def test_motors_that_go_off_without_a_disk_do_no_harm() -> None:
    wire = homed(build=GrblBuild(settings={1: 25}))
    wire.say("G1 Z10 F12000", "G4 P0")
    assert wire.device.faults == ()


def test_moving_before_the_gripper_has_settled_is_told() -> None:
    bench = one_disk(grip_settle=0.3)
    wire = homed(bench=bench)
    wire.say("G1 Z10 F12000", "M3 S1000", "G4 P0.2", "G1 Z100")
    assert bench.faults == ("The tool moves 0.10 s too early after gripping: the gripper has not settled.",)


def test_an_unlocked_machine_counts_from_where_it_was_switched_on_and_the_bench_knows_better() -> None:
    bench = one_disk()
    wire = opened(bench=bench, stands_at=(0.0, 0.0, 100.0), build=GrblBuild(settings={20: 0}))
    wire.say("$X", "G1 Z-90 F6000", "M3 S1000")
    assert wire.place() == (0.0, 0.0, -90.0)
    assert (bench.held, bench.faults) == (1, ())


# Door, jog, and stray bytes


def test_the_door_lets_go_and_closing_it_switches_on_again() -> None:
    wire = holding(bench := one_disk())
    wire.send("G1 Z200 F6000")
    wire.wait(0.5)
    assert wire.byte("Ä".encode()) == ["[MSG:Check Door]"]  # its second byte is the door's
    assert wire.state() == "Door:2"
    wire.wait(0.5)
    assert wire.state() == "Door:0"
    assert bench.held is None
    wire.byte(b"!~")
    assert wire.state() == "Door:3"
    wire.wait(3.8)
    assert wire.state() == "Door:3"
    wire.wait(0.2)
    assert wire.state() == "Run"


def test_closing_the_door_does_not_grip_with_what_has_been_let_go() -> None:
    wire = holding(bench := one_disk())
    wire.say("G1 Z10", "M5", "G1 Z100", "M4 S5", "G4 P0")
    wire.byte(b"\x84~", 5.0)
    assert (wire.state(), bench.faults) == ("Idle", ())


def test_the_door_at_rest_goes_on_at_once_where_nothing_runs() -> None:
    wire = homed()
    wire.byte(b"\x84")
    assert wire.state() == "Door:0"
    wire.byte(b"~")
    assert wire.state() == "Idle"


def test_the_door_ends_a_jog_and_means_nothing_in_an_alarm() -> None:
    wire = homed()
    wire.send("$J=Z100 F6000")
    wire.wait(0.5)
    assert wire.byte(b"\x84", 0.5) == ["[MSG:Check Door]"]
    assert wire.state() == "Idle"
    assert opened().byte(b"\x84") == []


@pytest.mark.parametrize("byte", [b"!", b"\x85"])
def test_a_jog_ends_where_it_can_and_what_was_planned_is_dropped(byte: bytes) -> None:
    wire = homed()
    wire.send("$J=Z100 F6000", "$J=Z50 F6000")
    wire.wait(0.5)
    assert wire.state() == "Jog"
    wire.byte(byte, 0.5)
    assert wire.state() == "Idle"
    assert 345 < wire.place()[2] < 355
    assert wire.say("G91 G1 Z-10 F6000") == ["ok"]
    assert 335 < wire.place()[2] < 345
    assert wire.device.faults == ()


def test_a_jog_cancel_means_nothing_without_a_jog() -> None:
    wire = moving()
    wire.byte(b"\x85\x9e\xff\xc3")
    assert wire.state() == "Run"


def test_a_reset_in_a_jog_loses_the_place() -> None:
    wire = homed()
    wire.send("$J=Z100 F6000")
    wire.wait(0.5)
    assert wire.byte(RESET)[-1] == "ALARM:3"


def test_a_no_break_space_switches_the_coolant() -> None:
    wire = homed()
    wire.put("G21 (\u00a0)\n".encode())
    assert wire.settle() == ["ok"]
    assert " M8 " in wire.say("$G")[0]
    wire.byte(b"\xa0")
    assert " M9 " in wire.say("$G")[0]
    locked = opened()
    locked.byte(b"\xa0")
    assert " M9 " in locked.say("$G")[0]


def test_the_spindle_can_be_stopped_in_a_hold_only_and_comes_on_again() -> None:
    wire = holding(bench := one_disk())
    wire.byte(b"\x9e")
    assert bench.held == 1
    wire.byte(b"!")
    wire.byte(b"\x9e")
    assert bench.held is None
    wire.byte(b"~")
    assert bench.faults[0] == DROPPED
    assert bench.faults[1].startswith("The gripper closes on nothing")


# A gripper line that a line end has cut in two


@pytest.mark.parametrize("speed", [0, 1000])
@pytest.mark.parametrize("at", range(len("M3 S1000") + 1))
def test_a_gripper_on_the_spindle_closes_with_what_the_spindle_comes_to(at: int, speed: int) -> None:
    bench = one_disk()
    wire = homed(bench=bench)
    wire.say(f"S{speed}", "G1 Z10 F12000")
    wire.say("M3 S1000"[:at], "M3 S1000"[at:], "G4 P0")
    modes = wire.say("$G")[0]
    assert (bench.held == 1) == (" M3 " in modes and modes.endswith(" S1000]"))


@pytest.mark.parametrize("grip", [["M3"], ["M3", "S1000"], ["M03 S1000"]])
def test_a_gripper_closes_with_its_own_lines_however_they_are_written(grip: list[str]) -> None:
    bench = one_disk()
    wire = homed(bench=bench, grip=grip)
    wire.say("S500", "G1 Z10 F12000", *grip, "G4 P0")
    assert bench.held == 1
