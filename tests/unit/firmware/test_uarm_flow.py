"""When the emulated uArm answers, what it does meanwhile, and what it loses."""

import math

import pytest
from arm_wires import ArmWire, two_disks, uarm

from firmware_proto.motion import MotionSettings
from firmware_proto.points import Point
from firmware_proto.uarm.paths import swing

HALF_SECOND = MotionSettings(acceleration=1000.0)
"""With these, 50 mm at 200 mm/s take 0.25 + 0.2 s."""


def seconds(wire: ArmWire, *lines: str) -> float:
    begun = wire.now
    wire.say(*lines)
    return wire.now - begun


def test_a_moves_answer_comes_when_it_has_ended() -> None:
    wire = uarm(latency=0.0, settings=HALF_SECOND)
    wire.send("#1 G1 Z350 F12000")
    assert wire.wait(0.449) == []
    assert wire.wait(0.002) == ["$1 ok"]


def test_moves_in_flight_are_answered_together_and_go_through_without_stopping() -> None:
    together = uarm(latency=0.0)
    begun = together.now
    together.send("#1 G1 Z350 F6000", "#2 G1 Z300")
    while together.now < begun + 5 and not together.heard[-1].startswith("$"):
        together.wait(0.05)
    assert together.heard[-2:] == ["$1 ok", "$2 ok"]
    apart = uarm(latency=0.0)
    stopped = seconds(apart, "#1 G1 Z350 F6000") + seconds(apart, "#2 G1 Z300 F6000")
    through = seconds(uarm(latency=0.0), "#1 G1 Z350 F6000", "#2 G1 Z300")
    assert through == pytest.approx(stopped - 100 / 1200, abs=1e-6)


def test_a_query_is_answered_at_once_ahead_of_what_waits_for_motion() -> None:
    wire = uarm(latency=0.0)
    wire.send("#1 G1 Z300 F6000", "#2 P2220")
    assert wire.wait(0.021)[0].startswith("$2 ok X0.0000 Y0.0000 Z399.")
    assert wire.settle() == ["$1 ok"]


def test_a_second_query_replaces_one_that_has_not_been_answered() -> None:
    wire = uarm()
    assert wire.say("#1 P2201", "#2 P2203") == ["$2 ok V4.4.0"]
    assert wire.say("#3 P2201") + wire.say("#4 P2203") == ["$3 ok SwiftPro", "$4 ok V4.4.0"]


def test_the_pump_does_not_wait_for_motion_and_grips_in_mid_air() -> None:
    bench = two_disks()
    wire = uarm(bench=bench, stands_at=(100.0, 100.0, 60.0))
    wire.say("#1 G1 Z20 F4800", "#2 M2231 V1")
    assert bench.held is None
    assert bench.faults[0] == "The gripper is told M2231V1 before motion has ended."
    assert "closes on nothing" in bench.faults[1]


def test_the_pump_awaited_grips() -> None:
    bench = two_disks()
    wire = uarm(bench=bench, stands_at=(100.0, 100.0, 60.0))
    wire.say("#1 G1 Z20 F4800")
    wire.say("#2 M2231 V1")
    assert bench.held == 1
    assert bench.faults == ()


def test_a_dwell_is_answered_at_its_beginning_and_holds_up_what_follows() -> None:
    wire = uarm(latency=0.0)
    wire.send("#1 G2004 P500", "#2 M2231 V0")
    assert wire.wait(0.0) == ["$1 ok"]
    assert wire.wait(0.499) == []
    assert wire.wait(0.002) == ["$2 ok"]


def test_a_dwell_does_not_wait_for_motion() -> None:
    bench = two_disks()
    wire = uarm(bench=bench, stands_at=(100.0, 100.0, 60.0), latency=0.0)
    wire.send("#1 G1 Z20 F600", "#2 G2004 P500", "#3 M2231 V1")
    wire.wait(0.6)
    assert "before motion has ended" in bench.faults[0]


def test_twenty_commands_wait_and_the_next_one_is_lost_without_a_tag() -> None:
    wire = uarm(latency=0.0)
    wire.say("#0 G2004 P1000")
    wire.send(*(f"#{n} M2122 V0" for n in range(1, 22)))
    assert wire.wait(0.5) == ["E23 buffer full"]
    assert wire.settle() == [f"${n} ok" for n in range(1, 21)]


def test_a_place_is_taken_until_its_answer_has_been_sent() -> None:
    wire = uarm(latency=0.0)
    wire.send("#0 G1 Z0 F600")
    for n in range(1, 21):
        wire.send(f"#{n} M2122 V0")
        wire.wait(0.01)
    assert wire.heard[-1] == "E23 buffer full"
    assert wire.settle() == [f"${n} ok" for n in range(20)]


def test_nothing_is_read_while_a_move_waits_for_room() -> None:
    wire = uarm(latency=0.0)
    wire.send("#1 G1 Z300 F6000", "#2 G1 Z200", "#3 P2201")
    assert wire.wait(0.1) == []  # the second move has room for eight of its ten pieces
    assert "$3 ok SwiftPro" in wire.wait(0.4)
    assert wire.settle() == ["$1 ok", "$2 ok"]


def test_what_comes_beyond_the_receive_buffer_meanwhile_is_lost_silently() -> None:
    wire = uarm(latency=0.0)
    wire.send("#1 G1 Z300 F6000", "#2 G1 Z200")
    wire.send(*(f"#{n} M2122 V0" for n in range(10, 30)))  # 14 bytes each
    said = wire.settle()
    assert said[:2] == ["$1 ok", "$2 ok"]
    assert [line for line in said if line.endswith(" ok")][2:] == [f"${n} ok" for n in range(10, 19)]


@pytest.mark.parametrize(("code", "strays"), [("G1", False), ("G0", True)])
def test_only_a_straight_line_lifts_a_disk_off_its_pole(code: str, strays: bool) -> None:
    bench = two_disks(pole_height=50.0, grip_depth=5.0)
    wire = uarm(bench=bench, stands_at=(100.0, 100.0, 15.0))
    wire.say("#1 M2231 V1", "#2 G2004 P300")
    wire.say(f"#3 {code} Z120 F6000")
    assert any("Disk 1 runs into the pole of A" in told for told in bench.faults) is strays


def test_a_move_by_the_joints_ends_exactly_where_it_should() -> None:
    wire = uarm(stands_at=(200.0, 0.0, 50.0))
    wire.say("#1 G0 X0 Y200 Z150 F6000")
    assert wire.say("#2 P2220") == ["$2 ok X0.0000 Y200.0000 Z150.0000"]


def test_a_move_by_the_joints_swings_round_the_base_at_its_radius() -> None:
    wire = uarm(stands_at=(200.0, 0.0, 100.0), latency=0.0)
    wire.send("#1 G0 X0 Y200 Z100 F6000")
    wire.wait(1.5)
    wire.send("#2 P2220")
    x, y, z = (float(word[1:]) for word in wire.wait(0.1)[-1].split()[2:])
    assert (x * x + y * y) ** 0.5 == pytest.approx(200, abs=1)
    assert min(x, y) > 50
    assert z == pytest.approx(100)


def test_a_swing_at_one_height_keeps_its_height_and_its_radius() -> None:
    for place in swing(Point(200.0, 0.0, 50.0), Point(0.0, 200.0, 50.0)):
        assert place.z == pytest.approx(50)
        assert math.hypot(place.x, place.y) == pytest.approx(200)


def test_the_end_of_motion_is_told_where_it_is_wanted() -> None:
    wire = uarm()
    assert wire.say("#1 G1 Z390 F6000", "#2 M2122 V1", "#3 G1 Z380") == ["$1 ok", "$2 ok", "$3 ok", "@9 V0"]
    assert wire.say("#4 G1 Z380") == ["$4 ok", "@9 V0"]
    assert wire.say("#5 M2231 V0") == ["$5 ok"]
    assert wire.say("#6 M2122 V0", "#7 G1 Z370") == ["$6 ok", "$7 ok"]


def test_the_position_is_told_from_time_to_time_where_it_is_wanted() -> None:
    wire = uarm(latency=0.0)
    wire.send("#1 M2120 V0.2", "#2 G1 Z300 F6000")
    told = [line for line in wire.wait(0.9) if line.startswith("@3 X0.0000 Y0.0000 Z")]
    assert len(told) == 4
    heights = [float(line.split()[3][1:]) for line in told]
    assert heights == sorted(heights, reverse=True)
    wire.send("#3 M2120 V0")
    assert "@3" not in "".join(wire.wait(2.0))
    wire.send("#4 M2120 V0.2", "#5 M2121")
    assert wire.wait(2.0) == ["$4 ok", "$5 ok"]
    assert wire.device.next_event() is None


def test_answers_take_their_latency() -> None:
    wire = uarm(latency=0.25)
    wire.send("#1 M17")
    assert wire.wait(0.24) == []
    assert wire.wait(0.02) == ["$1 ok"]
