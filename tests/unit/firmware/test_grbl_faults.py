"""Each fault acts at its line, once, and looks as PROTOCOL.md says."""

import pytest
from grbl_wire import RESET, homed, opened

from firmware_proto.faults import GARBAGE, KINDS, Fault
from firmware_proto.grbl.session import GrblBuild


def third(kind: str) -> list[str]:
    """What is said to the third line, after two plain ones."""
    wire = opened(faults=[Fault(kind, 3)])
    assert wire.say("$H", "", "G21") == ["ok"] * 3  # an empty line is answered and does not count
    return wire.say("G92 X12")


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("resend", ["error:1"]),
        ("bad-resend", ["error:2"]),
        ("cut-line", ["error:26"]),
        ("drop-ok", []),
        ("double-ok", ["ok", "ok"]),
        ("error", ["error:20"]),
        ("halt", ["ALARM:1", "[MSG:Reset to continue]"]),
        ("reset", ["", "Grbl 1.1h ['$' for help]", "[MSG:'$H'|'$X' to unlock]"]),
        ("silence", []),
        ("busy", ["ok"]),
        ("late-ok", ["ok"]),
    ],
)
def test_a_fault_looks_like_this(kind: str, said: list[str]) -> None:
    assert third(kind) == said


def test_every_kind_is_one_that_grbl_can_have() -> None:
    for kind in KINDS:
        wire = opened(faults=[Fault(kind, 1)])
        wire.send("G21")
        if kind == "hangup":
            with pytest.raises(OSError, match="gone"):
                wire.device.transmit(wire.now)
        else:
            wire.settle()
        assert wire.open()[-1] == "[MSG:'$H'|'$X' to unlock]"


def test_garbage_comes_before_the_answer() -> None:
    assert third("garbage") == [GARBAGE[:-1].decode("latin-1"), "ok"]


def test_a_line_cut_in_half_may_be_a_good_one_and_lead_elsewhere() -> None:
    wire = opened(faults=[Fault("cut-line", 3)])
    assert wire.say("$H", "G1 X100 F6000", "X1234Y") == ["ok"] * 3
    assert wire.place() == (12.0, 0.0, 400.0)


def test_a_late_answer_is_five_seconds_late_and_a_busy_line_nine() -> None:
    for kind, seconds in (("late-ok", 5.0), ("busy", 9.0)):
        wire = opened(faults=[Fault(kind, 2)])
        wire.say("$H")
        wire.send("G21")
        assert wire.wait(seconds - 0.1) == []
        assert wire.wait(0.2)[-1:] == ["ok"]


def test_a_limit_switch_in_motion_stops_it_dead() -> None:
    wire = homed(faults=[Fault("halt", 3)])
    wire.send("G1 Z100 F6000")
    wire.wait(0.5)
    assert wire.say("G21") == ["ALARM:1", "[MSG:Reset to continue]"]
    wire.byte(RESET)
    assert 350 < wire.place()[2] < 360
    wire.say("$X", "G1 Z300 F6000")
    assert len(wire.device.faults) == 1


def test_what_was_received_behind_a_reset_to_order_is_forgotten() -> None:
    wire = homed(faults=[Fault("reset", 3)])
    wire.send("G4 P1", "G21", "$X", "G1 X10 F6000")
    assert wire.settle() == ["ok", "", "Grbl 1.1h ['$' for help]", "[MSG:'$H'|'$X' to unlock]"]


def test_a_reset_to_order_forgets_where_it_was() -> None:
    wire = homed(faults=[Fault("reset", 3)])
    wire.say("G1 Z100 F6000", "G21")
    assert wire.place() == (0.0, 0.0, 0.0)


def test_a_board_that_does_not_reset_on_opening_says_nothing() -> None:
    wire = homed(build=GrblBuild(reset_on_open=False))
    assert wire.open() == []
    assert wire.say("G21") == ["ok"]
