"""What stops the emulated uArm, what each stop lets go, and how each fault to order looks."""

import pytest
from arm_wires import ArmWire, two_disks, uarm

from firmware_proto.faults import GARBAGE, Fault
from firmware_proto.imperfection import Imperfections
from firmware_proto.uarm import UarmEmulator

RESET_MOTION = b"\x18"


def height(wire: ArmWire, tag: int) -> float:
    wire.send(f"#{tag} P2220")
    return float(wire.wait(0.1)[-1].split()[-1][1:])


def test_0x18_stops_the_arm_part_way_and_answers_as_if_it_had_arrived() -> None:
    wire = uarm(latency=0.0)
    wire.send("#1 G1 Z300 F600")
    wire.wait(2.0)
    wire.put(RESET_MOTION)
    assert wire.settle() == ["$1 ok"]
    stopped = height(wire, 2)
    assert 379 < stopped < 382
    assert height(wire, 3) == stopped


def test_0x18_in_the_midst_of_a_line_is_no_part_of_it() -> None:
    wire = uarm()
    wire.put(b"#1 M!2~2?31 V\x181\n")
    assert wire.settle() == ["$1 ok"]


def test_0x18_forgets_what_is_planned_and_not_what_is_queued() -> None:
    bench = two_disks()
    wire = uarm(bench=bench, stands_at=(100.0, 100.0, 100.0), latency=0.0)
    wire.send("#1 G1 Z60 F600", "#2 G2004 P3000", "#3 M2231 V1", "#4 G1 Z90 F600")
    wire.wait(1.0)
    wire.put(RESET_MOTION)
    assert wire.settle() == ["$1 ok", "$2 ok", "$3 ok", "$4 ok"]
    assert "closes on nothing" in bench.faults[0]
    assert height(wire, 5) == 90


def test_0x18_forgets_the_rest_of_a_move_that_waits_for_room() -> None:
    wire = uarm(latency=0.0)
    wire.send("#1 G1 Z300 F600", "#2 G1 Z200")
    wire.wait(0.5)
    wire.put(RESET_MOTION)
    assert wire.settle() == ["$1 ok", "$2 ok"]
    assert height(wire, 3) > 390


def test_0x18_keeps_motors_and_pump_and_the_position_is_known_afterwards() -> None:
    bench = two_disks()
    wire = uarm(bench=bench, stands_at=(100.0, 100.0, 20.0))
    wire.say("#1 M2231 V1", "#2 G2004 P300")
    wire.send("#3 G1 Z120 F600")
    wire.wait(3.0)
    wire.put(RESET_MOTION)
    wire.settle()
    assert bench.held == 1
    wire.say("#4 G1 Z120 F600")
    assert bench.faults == ()


def test_a_reset_answers_nothing_that_was_on_its_way() -> None:
    bench = two_disks()
    wire = uarm(bench=bench, stands_at=(100.0, 100.0, 100.0))
    wire.send("#1 G1 Z60 F600", "#2 G2004 P5000", "#3 M2231 V1", "#4 G1")
    wire.wait(1.0)
    wire.device.reset(wire.now)
    assert wire.settle()[-2:] == ["@1", "@5 V1"]
    assert wire.say("00 X1 F1") == []  # the line begun is gone too
    assert wire.say("#4 P2231") == ["$4 ok V0"]
    assert wire.say("#5 G1 Z100 F6000") == ["$5 ok"]
    assert bench.faults == ()  # the encoders know where the arm has stopped


@pytest.mark.parametrize("stop", ["reset", "connect", "lose_power"])
def test_a_stop_finds_the_arm_where_it_has_come_to_even_if_nobody_listened(stop: str) -> None:
    device = UarmEmulator(latency=0.0)
    device.connect(0.0)
    device.receive(b"#1 G1 Z300 F600\n", 1.0)
    getattr(device, stop)(3.0)
    assert 379 < device.machine.motion.target.z < 382


def test_bytes_find_the_arm_where_it_has_come_to_even_if_nobody_listened() -> None:
    device = UarmEmulator(latency=0.0)
    device.connect(0.0)
    device.receive(b"#1 G1 Z300 F600\n", 1.0)
    device.receive(b"\x18", 3.0)
    assert 379 < device.machine.motion.target.z < 382


def test_without_the_mains_adapter_the_disk_falls_and_only_questions_are_answered() -> None:
    bench = two_disks()
    device = UarmEmulator(bench=bench, stands_at=(100.0, 100.0, 20.0))
    wire = ArmWire(device)
    wire.open()
    wire.say("#1 M2231 V1", "#2 G2004 P300")
    wire.say("#3 G1 Z120 F6000")
    wire.send("#4 G1 Z60 F600")
    wire.wait(1.0)
    wire.send("#5 G2004 P5000", "#6 M2231 V0")
    device.lose_power(wire.now)
    assert wire.settle() == ["@5 V0"]
    assert "The motors go off with disk 1" in bench.faults[0]
    assert bench.held is None
    assert wire.say("#5 G1 Z100", "#6 M17") == []
    assert wire.say("#7 P2234") == ["$7 ok V0"]
    assert wire.say("#8 P2231") == ["$8 ok V0"]
    assert wire.open()[-1] == "@5 V1"
    assert wire.say("#1 P2234") == ["$1 ok V1"]


def test_power_lost_in_motion_lets_the_arm_sink_and_its_encoders_tell() -> None:
    bench = two_disks(imperfections=Imperfections(sag=5.0))
    device = UarmEmulator(bench=bench, stands_at=(100.0, 100.0, 100.0), latency=0.0)
    wire = ArmWire(device)
    wire.open()
    wire.send("#1 G1 Z60 F600", "#2 G1 Z50")
    wire.wait(2.0)
    device.lose_power(wire.now)
    assert 74 < height(wire, 3) < 77
    assert wire.open()[-1] == "@5 V1"
    assert 74 < height(wire, 4) < 77
    wire.say("#5 G1 Z60 F6000")
    assert bench.faults == ()


def third(kind: str) -> list[str]:
    """What is said to the third line, after two plain ones."""
    wire = uarm(faults=[Fault(kind, 3)])
    assert wire.say("#1 M17", "#2 G90") == ["$1 ok", "$2 ok"]
    return wire.say("#3 M2231 V1")


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("resend", ["E23 buffer full"]),
        ("bad-resend", ["$1003 E20"]),
        ("cut-line", ["$3 E20"]),
        ("drop-ok", []),
        ("double-ok", ["$3 ok", "$3 ok"]),
        ("error", ["$3 E21"]),
        ("halt", ["@5 V0"]),
        ("silence", []),
        ("busy", ["$3 ok"]),
        ("garbage", [GARBAGE[:-1].decode("latin-1"), "$3 ok"]),
    ],
)
def test_a_fault_looks_like_this_on_uarm(kind: str, said: list[str]) -> None:
    assert third(kind) == said


@pytest.mark.parametrize(("kind", "seconds"), [("late-ok", 5.0), ("busy", 9.0)])
def test_an_answer_may_be_late_to_order(kind: str, seconds: float) -> None:
    wire = uarm(faults=[Fault(kind, 1)], latency=0.0)
    wire.send("#1 M17")
    assert wire.wait(seconds - 0.01) == []
    assert wire.wait(0.02) == ["$1 ok"]


def test_faults_strike_questions_too() -> None:
    wire = uarm(faults=[Fault("drop-ok", 1), Fault("error", 2), Fault("garbage", 3)])
    assert wire.say("#1 P2201") == []
    assert wire.say("#2 P2201") == ["$2 E21"]
    assert wire.say("#3 P2201")[-1] == "$3 ok SwiftPro"


def test_a_busy_arm_reads_nothing() -> None:
    wire = uarm(faults=[Fault("busy", 1)], latency=0.0)
    wire.send("#1 M17", "#2 P2201")
    assert wire.wait(8.9) == []
    assert wire.wait(0.2) == ["$1 ok", "$2 ok SwiftPro"]


def test_a_reset_to_order_brings_the_banner() -> None:
    assert third("reset")[4] == "@1"


def test_a_line_cut_short_may_be_valid_and_lead_elsewhere() -> None:
    wire = uarm(faults=[Fault("cut-line", 2)])
    assert wire.say("#1 G1 Z390 F6000", "#2 G1 X120 Y110 Z60 F12000") == ["$1 ok", "$2 ok"]
    assert wire.say("#3 P2220") == ["$3 ok X120.0000 Y1.0000 Z390.0000"]


def test_a_hang_up_and_a_silence_last_until_the_port_is_opened_anew() -> None:
    wire = uarm(faults=[Fault("hangup", 1), Fault("silence", 2)])
    wire.send("#1 M17")
    with pytest.raises(OSError, match="gone"):
        wire.device.transmit(wire.now)
    assert wire.open()[4] == "@1"
    assert wire.say("#2 M17") == []
    assert wire.open()[4] == "@1"
    assert wire.say("#3 M17") == ["$3 ok"]
