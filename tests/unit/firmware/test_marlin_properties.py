"""Whatever bytes arrive, whenever, the emulator lives and speaks in whole lines."""

import re

from emulator_laws import after_all_that, assert_listening_changes_nothing
from emulator_wire import Wire, numbered
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_proto.bench import Bench
from firmware_proto.faults import KINDS, Fault
from firmware_proto.marlin import MarlinEmulator
from firmware_proto.marlin.session import MarlinBuild

SAID = re.compile(
    r"ok|wait|start| External Reset|Marlin 2.*|echo:.*|Error:.*|Resend: -?\d+|X:.*|FIRMWARE_NAME:.*"
    r"|Cap:\w+:[01]|Reporting endstop status|[xyz]_(?:min|max): \w+"
)

WORDS = "X0 X10 Y-3.5 Z390 F6000 S1 P20 E1 N5 J.1 T9 Z-999 X1,5 S- R"
CODES = """
    G0 G1 G4 G20 G21 G28 G90 G91 G92 M0 M3 M5 M17 M18 M42 M84 M105 M106 M107 M108 M110 M112 M113 M114 M115
    M119 M201 M203 M204 M205 M220 M280 M400 M410 M999 T0
"""
words = st.sampled_from(WORDS.split())
codes = st.sampled_from(CODES.split())
commands = st.tuples(codes, st.lists(words, max_size=4)).map(lambda parts: " ".join((parts[0], *parts[1])))
lines = st.one_of(commands, st.tuples(st.integers(0, 6), commands).map(lambda pair: numbered(*pair)))
noise = st.one_of(st.binary(max_size=200), lines.map(lambda line: line.encode() + b"\n"))
waits = st.sampled_from([0.0, 0.01, 0.7, 3.0, 130.0])
builds = st.builds(
    MarlinBuild,
    emergency_parser=st.booleans(),
    resend_ok=st.booleans(),
    needs_homing=st.booleans(),
    wait_every=st.sampled_from([None, 1.0]),
)


def make(build: MarlinBuild, faults: list[Fault] | None = None) -> Wire:
    bench = Bench({"A": (0, 0, 0), "B": (50, 0, 0)}, [10, 10], [30, 40], {"A": [2, 1]})
    wire = Wire(MarlinEmulator(build=build, bench=bench, faults=faults or ()))
    wire.device.connect(0.0)
    return wire


@settings(max_examples=60, deadline=None)
@given(builds, st.lists(st.tuples(noise, waits), max_size=25))
def test_arbitrary_bytes_never_crash_it_and_its_words_are_well_formed(
    build: MarlinBuild, script: list[tuple[bytes, float]]
) -> None:
    wire = make(build)
    for data, seconds in script:
        wire.put(data)
        wire.wait(seconds)
    wire.wait(30.0)
    assert all(SAID.fullmatch(line) for line in wire.heard if not line.startswith("echo:Unknown"))


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        commands.filter(lambda line: "M112" not in line and "M0" not in line and "M110" not in line),
        max_size=40,
    )
)
def test_a_host_that_awaits_each_ok_gets_exactly_one_for_each_line(script: list[str]) -> None:
    wire = make(MarlinBuild())
    wire.settle()
    for line in script:
        assert wire.until_ok(line).count("ok") == 1


@settings(max_examples=60, deadline=None)
@given(
    builds,
    st.lists(st.tuples(lines, waits), max_size=15),
    st.sampled_from(sorted(set(KINDS) - {"hangup"})),
    st.integers(1, 15),
)
def test_no_fault_breaks_the_emulator_itself(
    build: MarlinBuild, script: list[tuple[str, float]], kind: str, at: int
) -> None:
    assert after_all_that(make(build, [Fault(kind, at)]), script)[:1] == ["start"]


@settings(max_examples=30, deadline=None)
@given(st.lists(lines, max_size=20), st.lists(st.floats(0.01, 5.0), min_size=1, max_size=8))
def test_it_does_not_matter_how_often_one_listens(script: list[str], steps: list[float]) -> None:
    assert_listening_changes_nothing(lambda: make(MarlinBuild()), Wire.send, script, steps, patience=400.0)
