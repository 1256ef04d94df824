"""When the emulated community arm answers, what waits for what, what it loses, and how each fault looks."""

import pytest
from arm_wires import ArmWire, community, homed, two_disks

from firmware_proto.faults import GARBAGE, Fault
from firmware_proto.imperfection import Imperfections
from firmware_proto.motion import MotionSettings

UNKNOWN = "ERROR: COMMAND NOT RECOGNIZED"
STIFF = MotionSettings(acceleration=1000.0)


def test_a_moves_ok_comes_as_it_starts_and_the_next_ok_when_it_has_ended() -> None:
    wire = homed(latency=0.0, settings=STIFF)
    wire.send("G1 Z70 F100", "M114")
    assert wire.wait(0.0)[-1] == "ok"
    assert wire.wait(0.599) == []  # 50 mm at 100 mm/s, and 0.1 s to speed up and brake
    assert wire.wait(0.002)[-1] == "ok"


@pytest.mark.parametrize("line", ["M1", "M2", "G4 S0", "M17", "G90"])
def test_every_command_waits_for_the_move_before_it(line: str) -> None:
    wire = homed(latency=0.0, settings=STIFF)
    wire.send("G1 Z70 F100")
    wire.wait(0.0)
    wire.send(line)
    assert wire.wait(0.59) == []
    assert wire.settle()[-1] == "ok"


def test_so_the_pump_never_grips_in_mid_air() -> None:
    bench = two_disks()
    wire = homed(bench=bench, stands_at=(100.0, 100.0, 60.0))
    wire.say("G1 Z20 F80", "M1")
    assert bench.held == 1
    assert bench.faults == ()


@pytest.mark.parametrize(
    ("line", "seconds"),
    [
        ("G1 Z20 F100", 1.0 + 0.1),
        ("G1 Z20", 1.0 + 0.1),  # 10 times the root of 100 mm
        ("G1 Z20 F4", 1.0 + 0.1),
        ("G1 Z119.96 F0", 2 * (0.04 / 1000) ** 0.5),
        ("G1 Z120 F100", 0.0),
    ],
)
def test_speed_is_in_mm_per_second_and_a_small_one_gives_way(line: str, seconds: float) -> None:
    wire = homed(latency=0.0, settings=STIFF)
    begun = wire.now
    wire.say(line, "G4 S0")
    assert wire.now - begun == pytest.approx(seconds, abs=2e-3)


def test_speed_is_not_kept_for_later_moves() -> None:
    wire = homed(latency=0.0, settings=STIFF)
    wire.say("G1 Z110 F10")
    begun = wire.now
    wire.say("G1 Z10")
    assert wire.now - begun == pytest.approx(1.1)


def test_each_move_starts_and_ends_at_rest() -> None:
    wire = homed(latency=0.0, settings=STIFF)
    begun = wire.now
    wire.say("G1 Z70 F100", "G1 Z20 F100")
    assert wire.now - begun == pytest.approx(2 * (0.5 + 0.1))


@pytest.mark.parametrize(("line", "seconds"), [("G4 S0.5", 0.5), ("G4 P500", 0.0), ("M3", 0.3), ("M5", 0.3)])
def test_what_blocks_blocks_this_long_and_its_ok_comes_then(line: str, seconds: float) -> None:
    wire = homed(latency=0.0)
    begun = wire.now
    assert wire.say(line) == ["ok"]
    assert wire.now - begun == pytest.approx(seconds)


def test_fifteen_commands_wait_and_the_serial_port_keeps_63_bytes_more() -> None:
    wire = homed(latency=0.0)
    wire.send("G1 Z20 F10")
    wire.wait(0.0)
    wire.send(*["M17"] * 15)
    wire.put(b"M17\r" * 20)  # 80 bytes: 15 commands fit, three bytes of a sixteenth
    assert wire.settle().count("ok") == 15 + 15
    wire.put(b"\r")
    assert wire.settle() == ["ok"]


def test_while_it_blocks_it_hears_no_more_than_63_bytes() -> None:
    wire = homed(latency=0.0)
    wire.send("G4 S1")
    wire.put(b"M17\r" * 20)
    assert wire.settle().count("ok") == 1 + 15


def test_a_line_without_an_end_is_cut_in_the_end() -> None:
    wire = community()
    for _ in range(10):
        wire.put(b"M114 " * 10)
    wire.put(b"\r")
    assert wire.settle()[-1] == "ok"


def test_answers_take_their_latency() -> None:
    wire = community(latency=0.25)
    wire.send("M17")
    assert wire.wait(0.24) == []
    assert wire.wait(0.02) == ["ok"]


def test_a_reset_lets_everything_go_and_forgets() -> None:
    bench = two_disks()
    wire = homed(bench=bench, stands_at=(100.0, 100.0, 20.0))
    wire.say("M1", "G4 S0.3", "G91")
    wire.send("G1 Z40 F10", "M17", "G1")
    wire.wait(2.0)
    wire.device.reset(wire.now)
    assert wire.settle()[0] == "INFO: ROBOT ONLINE"
    assert bench.held is None
    assert "dropped" in bench.faults[0]
    assert wire.say("M114")[0] == "INFO: ABSOLUTE MODE"
    wire.say("G28")
    assert wire.say("G1 Z130 F100")[-1] == "ok"


def test_a_reset_forgets_what_waits_in_the_queue_and_in_the_serial_port() -> None:
    wire = homed()
    wire.send("G1 Z20 F10", *["M17"] * 15, "G90")
    wire.wait(1.0)
    wire.device.reset(wire.now)
    assert wire.settle() == ["INFO: ROBOT ONLINE", "INFO: HOME ROBOT MANUALLY & SEND G28 TO CALIBRATE"]


def test_homing_again_has_no_gripper_left_to_open() -> None:
    wire = homed(latency=0.0)
    begun = wire.now
    wire.say("M3", "G28")
    opening = wire.now - begun
    begun = wire.now
    wire.say("G28")
    assert wire.now - begun == pytest.approx(opening - 2 * 0.3)


def test_a_reset_lets_the_arm_sink_onto_what_is_below() -> None:
    bench = two_disks(imperfections=Imperfections(sag=5.0))
    wire = homed(bench=bench, stands_at=(100.0, 100.0, 60.0))
    wire.say("G1 Z22 F80")
    wire.open()
    assert "The tool runs into disk 1 on A" in bench.faults[0]


def test_opening_the_port_resets_it() -> None:
    wire = homed()
    assert wire.open()[0] == "INFO: ROBOT ONLINE"
    wire.say("G1 X10 F100")
    assert "motors off" in wire.device.faults[0]


def third(kind: str) -> list[str]:
    """What is said to the third line, after two plain ones."""
    wire = community(faults=[Fault(kind, 3)])
    assert wire.say("M17", "M2") == ["ok", "ok"]
    return wire.say("M205 S1")


PROFILE = "INFO: SPEED PROFILE: [1]"


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("resend", [UNKNOWN]),
        ("bad-resend", ["ok"]),
        ("cut-line", [UNKNOWN, "ok"]),
        ("drop-ok", [PROFILE]),
        ("double-ok", [PROFILE, "ok", "ok"]),
        ("error", [UNKNOWN, "ok"]),
        ("halt", []),
        ("silence", []),
        ("garbage", [PROFILE, GARBAGE[:-1].decode("latin-1"), "ok"]),
        ("reset", ["INFO: ROBOT ONLINE", "INFO: HOME ROBOT MANUALLY & SEND G28 TO CALIBRATE"]),
    ],
)
def test_a_fault_looks_like_this_on_a_community_arm(kind: str, said: list[str]) -> None:
    assert third(kind) == said


@pytest.mark.parametrize(("kind", "seconds"), [("late-ok", 5.0), ("busy", 9.0)])
def test_an_ok_may_be_late_to_order(kind: str, seconds: float) -> None:
    wire = community(faults=[Fault(kind, 1)], latency=0.0)
    wire.send("M17")
    assert wire.wait(seconds - 0.01) == []
    assert wire.wait(0.02) == ["ok"]


def test_a_hung_firmware_needs_a_reset_and_its_move_still_ends() -> None:
    wire = homed(faults=[Fault("halt", 3)], latency=0.0)
    wire.send("G1 X450 F100", "M114")
    assert wire.wait(0.0)[-1] == "ok"
    assert wire.settle() == []
    assert wire.say("M114") == []
    assert wire.device.next_event() is None
    assert wire.open()[0] == "INFO: ROBOT ONLINE"
    assert wire.say("M17") == ["ok"]


def test_a_hang_up_lasts_until_the_port_is_opened_anew() -> None:
    wire: ArmWire = community(faults=[Fault("hangup", 1)])
    wire.send("M17")
    with pytest.raises(OSError, match="gone"):
        wire.device.transmit(wire.now)
    assert wire.open()[0] == "INFO: ROBOT ONLINE"
