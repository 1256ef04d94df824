"""Whatever bytes arrive, whenever, the emulated community arm lives and speaks in whole lines."""

import re

from arm_wires import ArmWire, homed, two_disks
from emulator_laws import after_all_that, assert_listening_changes_nothing
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_proto.community_arm import CommunityArmEmulator
from firmware_proto.faults import KINDS, Fault

SAID = re.compile(r"ok|INFO: .+|ERROR: COMMAND NOT RECOGNIZED|ERROR: LIMIT REACHED: \[.+\]")

WORDS = "X0 X100 Y-3.5 Z90 F60 S1 E2 P20 X999 X1,5 Z-"
CODES = "G0 G1 G4 G28 G90 G91 G92 M1 M2 M3 M5 M6 M17 M18 M106 M114 M119 M205 M400 T0"
commands = st.tuples(
    st.sampled_from(CODES.split()), st.lists(st.sampled_from(WORDS.split()), max_size=4)
).map(lambda parts: " ".join((parts[0], *parts[1])))
noise = st.one_of(st.binary(max_size=200), commands.map(lambda line: line.encode() + b"\r\n"))
waits = st.sampled_from([0.0, 0.01, 0.7, 3.0])


def make(faults: list[Fault] | None = None) -> ArmWire:
    wire = ArmWire(CommunityArmEmulator(bench=two_disks(), faults=faults or ()))
    wire.device.connect(0.0)
    return wire


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(noise, waits), max_size=25))
def test_arbitrary_bytes_never_crash_a_community_arm_and_its_words_are_well_formed(
    script: list[tuple[bytes, float]],
) -> None:
    wire = make()
    for data, seconds in script:
        wire.put(data)
        wire.wait(seconds)
    wire.wait(30.0)
    assert [line for line in wire.heard if not SAID.fullmatch(line)] == []


@settings(max_examples=50, deadline=None)
@given(st.lists(commands.filter(lambda line: line != "T0" and line[0] != "T"), max_size=30))
def test_a_host_that_awaits_each_ok_gets_exactly_one_for_each_command(script: list[str]) -> None:
    wire = homed(bench=two_disks())
    for line in script:
        assert wire.say(line).count("ok") == 1


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(commands, waits), max_size=12),
    st.sampled_from(sorted(set(KINDS) - {"hangup"})),
    st.integers(1, 12),
)
def test_no_fault_breaks_the_emulated_community_arm_itself(
    script: list[tuple[str, float]], kind: str, at: int
) -> None:
    assert after_all_that(make([Fault(kind, at)]), script)[0] == "INFO: ROBOT ONLINE"


@settings(max_examples=30, deadline=None)
@given(st.lists(commands, max_size=15), st.lists(st.floats(0.01, 5.0), min_size=1, max_size=6))
def test_it_does_not_matter_how_often_one_listens_to_a_community_arm(
    script: list[str], steps: list[float]
) -> None:
    assert_listening_changes_nothing(make, ArmWire.send, script, steps, patience=400.0)
