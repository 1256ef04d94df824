"""Each fault acts at its line, once, and looks as PROTOCOL.md says."""

import pytest
from emulator_wire import MakeWire, numbered

from firmware_proto.faults import GARBAGE, KINDS, Fault, FaultSchedule, parse_fault


@pytest.mark.parametrize("kind", KINDS)
def test_every_fault_can_be_ordered(kind: str) -> None:
    assert parse_fault(f"{kind}:12") == Fault(kind, 12)


@pytest.mark.parametrize("text", ["", "fire:3", ":7", "RESEND:7"])
def test_an_unknown_fault_is_refused_with_the_names_of_all(text: str) -> None:
    with pytest.raises(ValueError, match=r"the faults are resend, bad-resend, .* hangup"):
        parse_fault(text)


@pytest.mark.parametrize(
    "text", ["resend", "resend:", "resend:0", "resend:-1", "resend:x", "resend:1.5", "resend:²"]
)
def test_a_fault_without_a_proper_line_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="lacks its line"):
        parse_fault(text)


def test_a_fault_strikes_once_and_several_may_strike_one_line() -> None:
    schedule = FaultSchedule([Fault("busy", 2), Fault("late-ok", 2)])
    assert [schedule.next_line() for _ in range(3)] == [frozenset(), {"busy", "late-ok"}, frozenset()]


def third(marlin: MakeWire, kind: str) -> list[str]:
    """What is said to the third line, after two plain ones."""
    wire = marlin(faults=[Fault(kind, 3)])
    assert wire.say(numbered(1, "G21"), numbered(2, "G90")) == ["ok", "ok"]
    return wire.say(numbered(3, "M118 done"))


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("resend", ["Error:checksum mismatch, Last Line: 2", "Resend: 3", "ok"]),
        ("bad-resend", ["Error:checksum mismatch, Last Line: 2", "Resend: 1003", "ok"]),
        ("cut-line", ["Error:No Checksum with line number, Last Line: 2", "Resend: 3", "ok"]),
        ("drop-ok", ["done"]),
        ("double-ok", ["done", "ok", "ok"]),
        ("error", ["Error:The command failed to order", "ok"]),
        ("halt", ["Error:Printer halted. kill() called!"]),
        ("silence", []),
        ("busy", ["echo:busy: processing"] * 4 + ["done", "ok"]),
    ],
)
def test_a_fault_looks_like_this(marlin: MakeWire, kind: str, said: list[str]) -> None:
    assert third(marlin, kind) == said


def test_garbage_comes_before_the_ok(marlin: MakeWire) -> None:
    assert third(marlin, "garbage") == ["done", GARBAGE[:-1].decode("latin-1"), "ok"]


def test_a_late_ok_is_five_seconds_late(marlin: MakeWire) -> None:
    wire = marlin(faults=[Fault("late-ok", 1)])
    wire.send("G21")
    assert wire.wait(4.9) == []
    assert wire.wait(0.2) == ["ok"]


def test_a_reset_in_mid_run_brings_the_banner_and_forgets_the_number(marlin: MakeWire) -> None:
    said = third(marlin, "reset")
    assert said[0] == "start"
    assert "ok" not in said


def test_a_hang_up_makes_the_port_vanish_until_it_is_plugged_in_again(marlin: MakeWire) -> None:
    wire = marlin(faults=[Fault("hangup", 1)])
    wire.send("G21")
    with pytest.raises(OSError, match="gone"):
        wire.device.transmit(wire.now)
    assert wire.open()[0] == "start"


def test_nothing_arrives_over_a_port_that_is_gone(marlin: MakeWire) -> None:
    wire = marlin(faults=[Fault("hangup", 1)])
    wire.send("G21", "G28")
    assert wire.device.next_event() is None, "it does not home"


def test_a_silent_board_speaks_again_once_its_port_is_opened_anew(marlin: MakeWire) -> None:
    wire = marlin(faults=[Fault("silence", 1)])
    assert wire.say("G28", "M115") == []
    assert wire.open()[0] == "start"
    assert wire.say("M400") == ["ok"]


def test_a_halted_board_needs_a_reset(marlin: MakeWire) -> None:
    wire = marlin(faults=[Fault("halt", 1)])
    wire.say("G28")
    assert wire.say("M115", "M400") == []
    assert wire.device.next_event() is None
    assert wire.open()[0] == "start"


def test_the_count_goes_on_over_a_reset_and_over_empty_lines(marlin: MakeWire) -> None:
    wire = marlin(faults=[Fault("drop-ok", 3)])
    assert wire.say("G21", "", "; nothing") == ["ok"]
    wire.open()
    assert wire.say("G21") == ["ok"]
    assert wire.say("G21") == []
