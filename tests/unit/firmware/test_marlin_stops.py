"""Stops: when they act, what they let go, and that the bench sees what the arm really did."""

import pytest
from emulator_wire import MakeWire, Wire, numbered

from firmware_proto.bench import Bench
from firmware_proto.marlin import MarlinEmulator
from firmware_proto.marlin.session import MarlinBuild

PLAIN = MarlinBuild(emergency_parser=False)


def emulator(wire: Wire) -> MarlinEmulator:
    assert isinstance(wire.device, MarlinEmulator)
    return wire.device


def height(wire: Wire) -> float:
    return float(wire.until_ok("M114")[-2].split()[2].removeprefix("Z:"))


def full(wire: Wire) -> None:
    """A slow move under way, and a command buffer full of commands behind an M400."""
    wire.until_ok("G1 Z0 F600")
    wire.send("M400", "G21", "G21", "G21")
    wire.wait(1.0)


@pytest.mark.parametrize("line", ["M410", numbered(1, "M410"), "M410 ; now"])
def test_with_an_emergency_parser_a_quick_stop_acts_however_full_the_buffers(
    homed: MakeWire, line: str
) -> None:
    wire = homed()
    full(wire)
    wire.send(line)
    stopped = wire.now
    assert wire.settle()[:1] == ["ok"]
    assert wire.now - stopped < 1.1
    assert 385 < height(wire) < 399


def test_without_it_a_quick_stop_waits_until_its_line_is_read(homed: MakeWire) -> None:
    wire = homed(build=PLAIN)
    full(wire)
    wire.send("M410")
    wire.settle()
    assert height(wire) == 0.0


def test_without_it_an_unnumbered_quick_stop_acts_once_read_and_a_numbered_one_in_its_turn(
    homed: MakeWire,
) -> None:
    for line, stops in (("M410", True), (numbered(1, "M410"), False)):
        wire = homed(build=PLAIN)
        wire.until_ok("G1 Z0 F600")
        wire.send("M400", line)
        wire.settle()
        assert (height(wire) > 300) is stops


def test_a_quick_stop_forgets_what_is_planned_and_a_second_later_does_what_was_buffered(
    homed: MakeWire,
) -> None:
    wire = homed(latency=0.0)
    wire.until_ok("G1 Z0 F600")
    wire.send(*(f"G1 Z{300 - i} F600" for i in range(15)), "G1 X50 F6000", "M118 last")
    assert wire.wait(1.0) == ["ok"] * 15
    wire.send("M410")
    assert wire.wait(0.9) == []
    assert wire.wait(0.2) == ["ok", "last", "ok", "ok"]
    wire.settle()
    # its target had been settled before the stop
    assert wire.until_ok("M114")[-2].startswith("X:50.00 Y:0.00 Z:286.00")


def test_a_quick_stop_during_a_dwell_only_delays_its_end(homed: MakeWire) -> None:
    wire = homed(latency=0.0)
    wire.send("G4 S1")
    wire.wait(0.5)
    wire.send("M410")
    assert wire.settle() == ["ok", "ok"]


def test_moving_on_after_a_quick_stop_without_homing_is_a_fault(homed: MakeWire) -> None:
    wire = homed()
    wire.until_ok("G1 Z0 F600")
    wire.wait(1.0)
    wire.say("M410")
    wire.say("G1 X10", "G1 X20")
    assert emulator(wire).faults == (
        "The arm moves after a quick stop without having been homed: its position is in doubt.",
    )


def test_homing_after_a_quick_stop_makes_all_well(homed: MakeWire) -> None:
    wire = homed()
    wire.until_ok("G1 Z0 F600")
    wire.wait(1.0)
    wire.say("M410", "G28", "G1 X10 F6000", "M410", "G1 X20")
    assert emulator(wire).faults == ()


def test_a_quick_stop_during_homing_leaves_the_arm_unhomed(homed: MakeWire) -> None:
    wire = homed()
    wire.say("G1 X200 Z100 F60000", "M400")
    wire.send("G28")
    wire.wait(1.0)
    wire.say("M410")
    assert wire.say("G1 X10")[0] == "echo:Home XYZ First"


@pytest.mark.parametrize("build", [MarlinBuild(), PLAIN])
@pytest.mark.parametrize("line", ["M112", numbered(1, "M112")])
def test_a_kill_says_one_line_and_then_nothing(homed: MakeWire, build: MarlinBuild, line: str) -> None:
    wire = homed(build=build)
    assert wire.say(line) == ["Error:Printer halted. kill() called!"]
    assert wire.say("G28", "M115", "M112") == []


def test_a_kill_stops_motion_part_way(homed: MakeWire) -> None:
    wire = homed()
    full(wire)
    assert wire.say("M112") == ["Error:Printer halted. kill() called!"]
    wire.open()
    assert 385 < height(wire) < 399


def test_a_pause_ends_with_m108_or_after_its_time(homed: MakeWire) -> None:
    wire = homed()
    wire.send("M0")
    assert wire.wait(2.5) == ["echo:busy: paused for user"]
    assert wire.say("M108") == ["ok", "ok"]
    assert wire.say("M1 S1") == ["ok"]


def test_m108_does_nothing_early_without_a_pause(homed: MakeWire) -> None:
    assert homed(build=PLAIN).say("M108", "G21") == ["ok", "ok"]


# With a disk in the gripper: disk 1 stands on A, its upper face at 10.


def holding(homed: MakeWire, grip: str = "M106 S255", release: str = "M107") -> Wire:
    bench = Bench({"A": (0, 0, 0), "B": (200, 0, 0)}, [10], [30], {"A": [1]})
    wire = homed(bench=bench, grip=[grip], release=[release])
    wire.say("G1 Z10 F60000", "M400", grip, "G1 Z100", "M400")
    assert (bench.held, bench.faults) == (1, ())
    return wire


def told(wire: Wire) -> tuple[str, ...]:
    return emulator(wire).faults


def test_opening_the_port_lets_everything_go(homed: MakeWire) -> None:
    wire = holding(homed)
    wire.open()
    assert told(wire) == ("Disk 1 is dropped from 90.0 mm above what stands on A.",)


def test_a_kill_switches_the_motors_off_and_leaves_a_fan_on(homed: MakeWire) -> None:
    wire = holding(homed)
    wire.say("M112")
    assert told(wire) == ("The motors go off with disk 1 in the gripper.",)


def test_a_kill_switches_a_spindle_off(homed: MakeWire) -> None:
    wire = holding(homed, "M3 S1000", "M5")
    wire.say("M112")
    assert told(wire) == ("Disk 1 is dropped from 90.0 mm above what stands on A.",)


def test_a_quick_stop_keeps_the_disk(homed: MakeWire) -> None:
    wire = holding(homed)
    wire.until_ok("G1 Z200 F600")
    wire.wait(1.0)
    wire.say("M410")
    bench = emulator(wire).bench
    assert bench is not None
    assert (bench.held, bench.faults) == (1, ())


@pytest.mark.parametrize("line", ["G28", "M84"])
def test_homing_or_letting_the_motors_go_with_a_disk_is_told(homed: MakeWire, line: str) -> None:
    wire = holding(homed)
    wire.say(line)
    assert len(told(wire)) == 1


def test_a_long_rest_with_a_disk_in_the_gripper_is_told(homed: MakeWire) -> None:
    wire = holding(homed)
    wire.wait(121.0)
    assert told(wire) == ("The motors go off with disk 1 in the gripper.",)


def test_a_gripper_that_opens_on_the_way_drops_its_disk_where_it_then_is(homed: MakeWire) -> None:
    wire = holding(homed)
    wire.until_ok("G1 X200 F6000")
    wire.wait(1.0)
    wire.until_ok("M107")
    assert told(wire)[0] == "The gripper is told M107 before motion has ended."
    assert told(wire)[1].startswith("Disk 1 is let go at X8")
    assert told(wire)[1].endswith("where no peg is.")


def test_a_gripper_that_closes_before_the_tool_has_arrived_is_told(homed: MakeWire) -> None:
    bench = Bench({"A": (0, 0, 0)}, [10], [30], {"A": [1]})
    wire = homed(bench=bench)
    wire.say("G1 Z10 F6000", "M106 S255")
    assert bench.faults[0] == "The gripper is told M106 S255 before motion has ended."
    assert "closes on nothing" in bench.faults[1]


def test_moving_before_the_gripper_has_settled_is_told(homed: MakeWire) -> None:
    bench = Bench({"A": (0, 0, 0)}, [10], [30], {"A": [1]}, grip_settle=0.3)
    wire = homed(bench=bench, latency=0.0)
    wire.say("G1 Z10 F60000", "M400", "M106 S255", "G4 P100", "G1 Z100")
    # 0.1 s of the dwell and 0.1 s of waiting for company
    assert bench.faults == ("The tool moves 0.10 s too early after gripping: the gripper has not settled.",)


def test_a_grip_line_of_the_exhibits_own_is_known_and_others_are_not(homed: MakeWire) -> None:
    bench = Bench({"A": (0, 0, 0)}, [10], [30], {"A": [1]})
    wire = homed(bench=bench, grip=["M800 D{diameter}"])
    wire.say("G1 Z10 F60000", "M400")
    assert wire.say("M801")[0] == 'echo:Unknown command: "M801"'
    assert wire.say("M800 D30.0") == ["ok"]
    assert bench.held == 1


def test_without_a_bench_a_gripper_works_on_nothing(homed: MakeWire) -> None:
    wire = homed()
    assert wire.say("M106 S255", "M107", "M84") == ["ok"] * 3
    assert told(wire) == ()
