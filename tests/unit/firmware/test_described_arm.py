"""An emulated arm of its own words: strict about its lines, honest about its answers."""

import pytest
from described_wire import HOME, TOWER_BOT, described, homed, two_disks
from emulator_wire import Wire

from firmware_proto.described_arm import DescribedArmEmulator
from firmware_proto.faults import Fault
from firmware_proto.limits import Limits
from firmware_proto.part_sensor import PartSensor

ABOVE_A = "GO 100 100 60 AT 6000"


def place(wire: Wire) -> str:
    """Where the arm says that it is, once it stands."""
    return wire.say("SYNC")[0]


def blamed(wire: Wire) -> tuple[str, ...]:
    return wire.device.faults


def test_it_says_when_it_has_started_and_who_it_is() -> None:
    wire = described()
    assert wire.heard == ["READY"]
    assert wire.say("WHO") == ["TowerBot v0", "DONE"]


def test_an_arm_that_never_says_so_starts_in_silence() -> None:
    assert described(says={"ready": None}).heard == []


STRANGE = (
    "|SYNC |sync|GO 100 100 60|GO 100,0 100 60 AT 600|GO 1e2 100 60 AT 600|GO 1 1 60 AT 0|GO  1 1 60 AT 60"
    "|GO 9999999999 1 1 AT 1|HOME|PUMP 2|M400|UP AT 600|SLEEP -1 s"
)


@pytest.mark.parametrize("line", STRANGE.split("|"))
def test_a_line_that_is_not_described_is_refused_and_an_empty_one_not_heard(line: str) -> None:
    wire = homed()
    assert wire.say(line) == (["FAIL"] if line else [])
    assert place(wire) == "POS 0.00/0.00/400.00"


def test_every_line_that_is_described_is_taken() -> None:
    wire = homed(limits=Limits(z=(0.0, 400.0), x=(-400.0, 400.0), y=(-400.0, 400.0)))
    lines = ("MODE ABS", "GO 100 -100.5 60 AT 6000.25", "UP 20 AT 1200", "SLEEP 250", "PUMP 0")
    assert [wire.say(line) for line in lines] == [["DONE"]] * 5
    assert place(wire) == "POS 100.00/-100.50/20.00"


def test_nothing_moves_before_all_home_lines_have_come_in_their_order() -> None:
    wire = described()
    assert wire.say(ABOVE_A) == ["FAIL"]
    assert wire.say("HOME XY") == wire.say("HOME Z") == ["DONE"]
    assert wire.say(ABOVE_A) == ["FAIL"]
    assert wire.say("HOME XY") == wire.say(ABOVE_A) == ["DONE"]


def test_an_arm_without_home_lines_knows_where_it_is() -> None:
    wire = described(says={"home": ()}, stands_at=(100.0, 100.0, 50.0))
    assert place(wire) == "POS 100.00/100.00/50.00"
    assert wire.say(ABOVE_A) == ["DONE"]


def test_homing_leads_up_and_then_aside() -> None:
    bench = two_disks()
    wire = homed(bench=bench)
    wire.say(ABOVE_A, *HOME)
    assert place(wire) == "POS 0.00/0.00/400.00"
    assert blamed(wire) == ()


def test_a_person_who_places_it_badly_is_off_by_as_much_everywhere() -> None:
    wire = homed(bench=two_disks(), initial=(100.0, 100.0, 60.0), stands_at=(103.0, 100.0, 60.0))
    assert place(wire) == "POS 100.00/100.00/60.00"
    wire.say("UP 20 AT 600", "SYNC", "PUMP 1")
    assert blamed(wire) == ("Disk 1 is gripped 3.0 mm off its axis.",)


def test_a_move_is_answered_as_it_starts_and_sync_once_it_stands() -> None:
    wire = homed()
    wire.send("UP 350 AT 600")
    assert wire.wait(0.1) == ["DONE"]
    wire.send("SYNC")
    assert wire.wait(4.5) == []
    assert wire.wait(0.6) == ["POS 0.00/0.00/350.00", "DONE"]


def test_the_next_move_is_answered_only_as_it_starts_itself() -> None:
    wire = homed()
    wire.say("SYNC")
    wire.send("UP 350 AT 600", "UP 400 AT 600")
    assert wire.wait(4.9) == ["DONE"]
    assert wire.wait(0.2) == ["DONE"]


def test_it_waits_as_long_as_it_is_told() -> None:
    wire = homed()
    wire.send("SLEEP 1500")
    assert wire.wait(1.49) == []
    assert wire.wait(0.02) == ["DONE"]


@pytest.mark.parametrize("line", ["UP 401 AT 600", "GO 401 0 100 AT 600", "GO 50 0 100 AT 600"])
def test_what_leads_out_of_reach_is_refused_and_told(line: str) -> None:
    wire = homed(limits=Limits(z=(0.0, 400.0), radius=(80.0, 400.0)))
    assert wire.say(line) == ["FAIL"]
    assert blamed(wire) == (f"{line} leads out of reach.",)
    assert place(wire) == "POS 80.00/0.00/400.00"


def test_the_gripper_acts_at_once_and_whoever_does_not_wait_for_the_end_of_motion_is_told() -> None:
    bench = two_disks()
    wire = homed(bench=bench)
    wire.say(ABOVE_A)
    wire.send("UP 20 AT 600", "PUMP 1")
    assert wire.wait(0.1) == ["DONE", "DONE"]
    assert "before motion has ended" in bench.faults[0]


def test_it_carries_a_disk_from_peg_to_peg() -> None:
    bench = two_disks()
    wire = homed(bench=bench)
    carry = (ABOVE_A, "UP 20 AT 3000", "SYNC", "PUMP 1", "SLEEP 300", "UP 60 AT 3000", "GO 200 0 60 AT 6000")
    for line in (*carry, "UP 10 AT 3000", "SYNC", "PUMP 0", "SLEEP 300"):
        assert wire.say(line)[-1] == "DONE"
    assert bench.stacks == {"A": (2,), "B": (1,), "C": ()}
    assert bench.faults == ()


def test_gripper_lines_may_wait_or_ask_between_their_parts() -> None:
    bench = two_disks()
    wire = homed(bench=bench, grip=["SYNC", "PUMP 1", "SLEEP 300"])
    for line in (ABOVE_A, "UP 20 AT 3000", "SYNC", "PUMP 1"):
        wire.say(line)
    assert bench.held is None
    assert wire.say("SLEEP 300") == ["DONE"]
    assert bench.held == 1


def test_the_halt_acts_at_once_and_leaves_nothing_of_what_was_under_way() -> None:
    wire = homed()
    wire.say("SYNC")
    wire.send("UP 300 AT 600", "UP 200 AT 600", "SYNC")
    wire.wait(2.0)
    wire.put(b"\nSTOP\n")
    assert wire.wait(60.0) == ["DONE"]
    stopped = float(place(wire).rpartition("/")[2])
    assert 379 < stopped < 381
    wire.say("UP 300 AT 600")
    assert "position is in doubt" in blamed(wire)[0]


def test_without_a_halt_such_a_line_is_as_unknown_as_any() -> None:
    assert homed(says={"halt": None}).say("STOP") == ["FAIL"]


def test_a_reset_lets_everything_go_and_forgets_its_home() -> None:
    bench = two_disks()
    wire = homed(bench=bench)
    wire.say(ABOVE_A, "UP 20 AT 3000")
    wire.say("SYNC")
    wire.say("PUMP 1")
    assert bench.held == 1
    assert wire.open() == ["READY"]
    assert bench.held is None
    assert wire.say(ABOVE_A) == ["FAIL"]


@pytest.mark.parametrize(("end", "strange"), [("\n", b"\r"), ("\r", b"\n"), ("\r\n", b"\n")])
def test_a_line_ends_as_described_and_not_otherwise(end: str, strange: bytes) -> None:
    wire = described(says={"line_end": end})
    wire.put(b"WHO" + strange)
    assert wire.settle() == []
    wire.put(end.encode())
    assert wire.settle() == ["FAIL"]
    wire.put(b"WHO" + end.encode())
    assert wire.settle() == ["TowerBot v0", "DONE"]


def test_the_place_may_stand_in_the_answer_itself() -> None:
    wire = homed(says={"position": r"^DONE X(?:=)?{x} Y={y}, Z={z}$"})
    assert wire.say("SYNC") == ["DONE X0.00 Y=0.00, Z=400.00"]


def test_an_arm_that_does_not_say_where_it_is_only_says_that_it_stands() -> None:
    assert homed(says={"position": None}).say("SYNC") == ["DONE"]


@pytest.mark.parametrize(
    ("says", "told"),
    [
        ({"ok": r"(D)\1"}, r"ok finds \(\(D\)\\1\)"),
        ({"error": "DONE"}, r"ok finds \(\^DONE"),
        ({"ready": "FAIL|NO"}, "error finds"),
        ({"ready": "^ $"}, "ready finds"),
        ({"identity": r"(A)\1"}, "identify finds"),
        ({"position": "FAIL {x} {y} {z}"}, "position finds"),
        ({"position": r"(?<=\d){x}/{y}/{z}"}, "position finds"),
        ({"move": "GO {x}{y}{z} AT {feed}"}, r"nothing parts two of the numbers in GO \{x\}\{y\}\{z\} AT"),
        ({"lift": "UP {z}.{feed}"}, "nothing parts two of the numbers in UP"),
    ],
)
def test_what_cannot_be_played_is_told(says: dict[str, str], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        described(says=says)


@pytest.mark.parametrize(
    ("says", "line", "answer"),
    [
        ({"error": "^(?!DONE)"}, "M400", "error"),
        ({"ok": "^(?!FAIL)"}, "MODE ABS", "ok"),
        ({"ok": ".", "error": "^!"}, "MODE ABS", "ok"),
    ],
)
def test_where_nearly_any_words_would_do_plain_ones_are_chosen(
    says: dict[str, str], line: str, answer: str
) -> None:
    assert described(says={"ready": None, "identity": None, "position": None, **says}).say(line) == [answer]


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("resend", ["FAIL"]),
        ("error", ["FAIL"]),
        ("bad-resend", ["DONE"]),
        ("cut-line", ["FAIL"]),
        ("drop-ok", ["TowerBot v0"]),
        ("double-ok", ["TowerBot v0", "DONE", "DONE"]),
        ("busy", ["TowerBot v0", "DONE"]),
        ("halt", []),
        ("silence", []),
        ("reset", ["READY"]),
    ],
)
def test_a_fault_looks_like_this_on_an_arm_of_its_own_words(kind: str, said: list[str]) -> None:
    wire = described(faults=[Fault(kind, 2)])
    assert wire.say("MODE ABS") == ["DONE"]
    assert wire.say("WHO") == said


def test_a_halted_arm_hears_not_even_its_halt_until_a_reset() -> None:
    wire = described(faults=[Fault("halt", 1)])
    wire.say("MODE ABS")
    wire.put(b"\nSTOP\nWHO\n")
    assert wire.settle() == []
    assert wire.open() == ["READY"]


def test_a_busy_line_takes_nine_seconds_longer() -> None:
    wire = described(faults=[Fault("busy", 1)])
    wire.send("MODE ABS")
    assert wire.wait(8.9) == []
    assert wire.wait(0.2) == ["DONE"]


def test_it_needs_its_gripper_lines() -> None:
    with pytest.raises(TypeError, match="grip"):
        DescribedArmEmulator(TOWER_BOT)


def test_a_sensor_in_the_gripper_answers_before_the_ok() -> None:
    wire = homed(bench=two_disks())
    wire.device.machine.part_sensor = PartSensor("HOLDING?", "HOLDS ONE", "EMPTY")
    assert wire.say("HOLDING?") == ["EMPTY", "DONE"]
    wire.say(ABOVE_A, "UP 20 AT 3000")
    wire.say("SYNC")
    wire.say("PUMP 1")
    assert wire.say("HOLDING?") == ["HOLDS ONE", "DONE"]


def test_asking_for_rest_is_no_lack_of_moves() -> None:
    wire = homed()
    for line in ("UP 350 AT 600", "SYNC", "UP 340 AT 600", "SLEEP 300", "UP 330 AT 600"):
        wire.say(line)
    assert wire.device.supply.dry == []
    wire.wait(1.0)
    wire.say("UP 320 AT 600")
    assert len(wire.device.supply.dry) == 1


def test_a_sensors_answer_may_stand_in_the_ok_itself() -> None:
    wire = homed(bench=two_disks())
    wire.device.machine.part_sensor = PartSensor("HOLDING?", "DONE 1", "DONE 0")
    assert wire.say("HOLDING?") == ["DONE 0"]
