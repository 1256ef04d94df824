"""The emulated community arm reads, answers and refuses as PROTOCOL.md says."""

import pytest
from arm_wires import ArmWire, community, homed, two_disks

from firmware_proto.community_arm import CommunityArmEmulator
from firmware_proto.limits import Limits

UNKNOWN = "ERROR: COMMAND NOT RECOGNIZED"


def where(wire: ArmWire) -> str:
    return wire.say("M114")[1].removeprefix("INFO: CURRENT POSITION: ")


def test_it_says_that_it_is_there_and_that_a_person_must_place_it() -> None:
    wire = ArmWire(CommunityArmEmulator())
    assert wire.open() == ["INFO: ROBOT ONLINE", "INFO: HOME ROBOT MANUALLY & SEND G28 TO CALIBRATE"]


def test_a_line_ends_with_a_carriage_return_and_with_nothing_else() -> None:
    wire = community()
    wire.put(b"G90\n")
    assert wire.settle() == []
    wire.put(b"\r")
    assert wire.settle() == ["INFO: ABSOLUTE MODE ON", "ok"]
    wire.put(b"M17\nM17\r\n")
    assert wire.settle() == ["ok"]


def test_what_it_says_ends_with_both_bytes() -> None:
    device = CommunityArmEmulator(latency=0.0)
    device.connect(0.0)
    assert device.transmit(0.0).startswith(b"INFO: ROBOT ONLINE\r\n")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("g90", ["INFO: ABSOLUTE MODE ON", "ok"]),
        ("G 9 1", ["INFO: RELATIVE MODE ON", "ok"]),
        ("M017", ["ok"]),
        ("M114", ["INFO: ABSOLUTE MODE", "INFO: CURRENT POSITION: [X:0.00 Y:174.00 Z:120.00 E:0.00]", "ok"]),
        ("M119", ["INFO: ENDSTOP: [X:0 Y:0 Z:0]", "ok"]),
        ("M205 S1", ["INFO: SPEED PROFILE: [1]", "ok"]),
        ("M400", [UNKNOWN, "ok"]),
        ("G2 X1", [UNKNOWN, "ok"]),
        ("G", ["INFO: LINEAR MOVE: [X:0.00 Y:174.00 Z:120.00 E:0.00]", "ok"]),
        ("hello", [UNKNOWN]),
        ("N1 G28*18", [UNKNOWN]),
        ("; comment", [UNKNOWN]),
        ("", [UNKNOWN]),
    ],
)
def test_a_line_draws_this(line: str, said: list[str]) -> None:
    assert community().say(line) == said


def test_as_shipped_it_never_says_ok() -> None:
    assert community(says_ok=False).say("M17", "G90") == ["INFO: ABSOLUTE MODE ON"]


def test_relative_moves_and_renamed_places_lead_where_they_say() -> None:
    wire = homed()
    wire.say("G1 X10 F100", "G91", "G1 X5 Z-20")
    assert where(wire) == "[X:15.00 Y:174.00 Z:100.00 E:0.00]"
    wire.say("G90")
    assert wire.say("G92 X0 Z0") == [
        "INFO: POSITION OFFSET: [X:15.00 Y:0.00 Z:100.00 E:0.00]",
        "INFO: CURRENT POSITION: [X:0.00 Y:174.00 Z:0.00 E:0.00]",
        "ok",
    ]
    assert wire.say("G1 X1 F100")[0] == "INFO: LINEAR MOVE: [X:1.00 Y:174.00 Z:0.00 E:0.00]"
    assert wire.device.machine.motion.target == (16, 174, 100)


def test_a_value_that_is_no_number_is_0() -> None:
    wire = homed()
    wire.say("G1 X7,5 Y F100")
    assert where(wire) == "[X:7.00 Y:0.00 Z:120.00 E:0.00]"


def test_a_move_out_of_reach_is_acknowledged_and_stops_where_it_would_leave() -> None:
    wire = homed(limits=Limits(radius=(80.0, 320.0), z=(0.0, 180.0)), latency=0.0)
    wire.send("G1 Y374 F100")
    assert wire.wait(0.0)[-1] == "ok"
    assert wire.wait(1.4) == []
    assert wire.wait(0.6) == ["ERROR: LIMIT REACHED: [X:0.00 Y:321.00 Z:120.00 E:0.00]"]
    assert where(wire) == "[X:0.00 Y:320.00 Z:120.00 E:0.00]"
    assert wire.device.faults == ("G1Y374F100 leads out of reach.",)
    assert wire.say("G1 Y200 F100")[-1] == "ok"
    assert where(wire) == "[X:0.00 Y:200.00 Z:120.00 E:0.00]"


def test_a_line_through_the_inner_radius_stops_before_it() -> None:
    wire = homed(limits=Limits(radius=(80.0, 320.0), z=(0.0, 180.0)))
    assert "LIMIT REACHED" in wire.say("G1 Y-174 F100")[-1]
    assert where(wire) == "[X:0.00 Y:80.00 Z:120.00 E:0.00]"


def test_a_first_pose_out_of_reach_gives_way_to_one_within() -> None:
    assert where(community(limits=Limits(z=(0.0, 100.0)))) == "[X:0.00 Y:0.00 Z:100.00 E:0.00]"


def test_a_firmware_made_for_another_first_pose_stands_in_that() -> None:
    assert where(homed(initial=(150.0, 0.0, 60.0))) == "[X:150.00 Y:0.00 Z:60.00 E:0.00]"


def test_an_arm_placed_wrongly_is_off_by_as_much_everywhere() -> None:
    bench = two_disks()
    wire = homed(bench=bench, initial=(100.0, 100.0, 60.0), stands_at=(103.0, 100.0, 60.0))
    wire.say("G1 Z20 F100", "M1")
    assert bench.faults == ("Disk 1 is gripped 3.0 mm off its axis.",)
    assert where(wire) == "[X:100.00 Y:100.00 Z:20.00 E:0.00]"


def test_moves_before_homing_are_counted_not_made_and_told() -> None:
    wire = community()
    assert wire.say("G1 X50 F100")[-1] == "ok"
    assert where(wire) == "[X:50.00 Y:174.00 Z:120.00 E:0.00]"
    assert wire.device.machine.motion.target == (0, 174, 120)
    assert "with its motors off" in wire.device.faults[0]
    wire.say("M17", "G1 X60 F100")
    assert wire.device.machine.motion.target == (10, 174, 120)
    wire.say("G1 F100")
    assert len(wire.device.faults) == 1


def test_motors_off_drop_nothing_and_are_told_with_a_disk_in_the_gripper() -> None:
    bench = two_disks()
    wire = homed(bench=bench, stands_at=(100.0, 100.0, 20.0))
    wire.say("M1", "M18")
    assert bench.faults == ("The motors go off with disk 1 in the gripper.",)
    assert bench.held == 1


def test_homing_opens_the_gripper_and_drops_the_disk() -> None:
    bench = two_disks()
    wire = homed(bench=bench, grip=["M3"], release=["M5"], stands_at=(100.0, 100.0, 20.0))
    wire.say("M3", "G4 S0.3", "G1 Z60 F80", "G28")
    assert bench.held is None
    assert "dropped from 40.0 mm" in bench.faults[0]


def test_homing_leaves_the_pump_on_and_is_told() -> None:
    bench = two_disks()
    wire = homed(bench=bench, stands_at=(100.0, 100.0, 20.0))
    wire.say("M1", "G28")
    assert bench.held == 1
    assert bench.faults == ("The arm homes with disk 1 in the gripper.",)


@pytest.mark.parametrize("line", ["M106", "M107", "M6", "M7", "M3"])
def test_only_the_line_that_works_the_gripper_grips(line: str) -> None:
    bench = two_disks()
    wire = homed(bench=bench, stands_at=(100.0, 100.0, 20.0))
    assert wire.say(line) == ["ok"]
    assert bench.held is None


def test_the_fan_grips_nothing_even_where_a_config_says_so() -> None:
    bench = two_disks()
    wire = homed(bench=bench, grip=["M106"], release=["M107"], stands_at=(100.0, 100.0, 20.0))
    wire.say("M106")
    assert bench.held is None


def test_lines_of_ones_own_that_work_the_gripper_are_known() -> None:
    bench = two_disks()
    wire = homed(
        bench=bench, grip=["M280 P0 S{angle}"], release=["M280 P0 S0"], stands_at=(100.0, 100.0, 20.0)
    )
    assert wire.say("M280 P0 S45.5") == ["ok"]
    assert bench.held == 1
    assert wire.say("M281") == [UNKNOWN, "ok"]
