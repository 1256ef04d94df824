"""Whatever bytes arrive, whenever, the emulated uArm lives and speaks in whole lines."""

import re

from arm_wires import ArmWire, two_disks
from emulator_laws import after_all_that, assert_listening_changes_nothing
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_proto.faults import KINDS, Fault
from firmware_proto.uarm import UarmEmulator

SAID = re.compile(
    r"\$?\d*(?: ?ok(?: .+)?| ?E2[0-7])?|E23 buffer full|@1|@3 X\S+ Y\S+ Z\S+ R\S+|@5 V[01]|@9 V0"
    r"|device name : .*|soft ver : .*|api ver : .*|work mode : \d"
)

WORDS = "X0 X200 Y-3.5 Z390 F6000 V0 V1 V2 S0 P20 P0 N1 X1,5 Z- ; ("
CODES = (
    "G0 G1 G28 G90 G2004 G2204 M17 M2019 M2120 M2121 M2122 M2222 M2231 M2232 M2400 P2201 P2220 P2231 P2234 P9"
)
plain_words = st.sampled_from(["X200", "Y-3.5", "Z390", "F6000", "V0", "S0"])
tags = st.sampled_from(["#1 ", "#22 ", "#", ""])
commands = st.tuples(
    tags, st.sampled_from(CODES.split()), st.lists(st.sampled_from(WORDS.split()), max_size=4)
).map(lambda parts: parts[0] + " ".join((parts[1], *parts[2])))
noise = st.one_of(st.binary(max_size=200), commands.map(lambda line: line.encode() + b"\n"), st.just(b"\x18"))
waits = st.sampled_from([0.0, 0.01, 0.7, 3.0])


def make(faults: list[Fault] | None = None) -> ArmWire:
    wire = ArmWire(UarmEmulator(bench=two_disks(), faults=faults or ()))
    wire.device.connect(0.0)
    return wire


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(noise, waits), max_size=25))
def test_arbitrary_bytes_never_crash_uarm_and_its_words_are_well_formed(
    script: list[tuple[bytes, float]],
) -> None:
    wire = make()
    for data, seconds in script:
        wire.put(data)
        wire.wait(seconds)
    wire.wait(30.0)
    assert [line for line in wire.heard if not SAID.fullmatch(line)] == []


@settings(max_examples=50, deadline=None)
@given(st.lists(st.sampled_from(CODES.split()), max_size=25), st.data())
def test_a_host_that_awaits_each_answer_gets_exactly_one_for_each_command(
    codes: list[str], data: st.DataObject
) -> None:
    wire = make()
    wire.wait(0.1)
    for number, code in enumerate(codes):
        words = data.draw(
            st.lists(st.sampled_from(["X200", "Y-3.5", "Z390", "F6000", "V0", "S0"]), max_size=3)
        )
        wire.send(" ".join((f"#{number}", code, *words)))
        answers = [line for line in wire.wait(20.0) if line[0] != "@"]
        assert [answer.split()[0] for answer in answers] == [f"${number}"]


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(commands, waits), max_size=12),
    st.sampled_from(sorted(set(KINDS) - {"hangup"})),
    st.integers(1, 12),
)
def test_no_fault_breaks_the_emulated_uarm_itself(
    script: list[tuple[str, float]], kind: str, at: int
) -> None:
    assert "@1" in after_all_that(make([Fault(kind, at)]), script)


@settings(max_examples=30, deadline=None)
@given(st.lists(commands, max_size=15), st.lists(st.floats(0.01, 5.0), min_size=1, max_size=6))
def test_it_does_not_matter_how_often_one_listens_to_uarm(script: list[str], steps: list[float]) -> None:
    assert_listening_changes_nothing(make, ArmWire.send, script, steps, patience=100.0)
