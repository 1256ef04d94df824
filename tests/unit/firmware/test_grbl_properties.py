"""Whatever bytes arrive, whenever, the emulated GRBL lives and speaks in whole lines, one answer a line."""

import re

from emulator_laws import after_all_that, assert_listening_changes_nothing
from grbl_wire import GrblWire
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_proto.bench import Bench
from firmware_proto.faults import KINDS, Fault
from firmware_proto.grbl import GrblEmulator
from firmware_proto.grbl.session import GrblBuild

SAID = re.compile(
    r"ok|error:\d+|ALARM:[1236]||Grbl 1\.1h .*|\[(?:MSG|VER|OPT|HLP|GC|G\d\d|G92|TLO|PRB):.*\]|\$N?\d+=.*"
    r"|<(?:Idle|Run|Hold:[01]|Jog|Alarm|Door:[0-3]|Check|Home|Sleep)"
    r"\|[MW]Pos:-?[\d.]+,-?[\d.]+,-?[\d.]+(?:\|\w+:[\w.,-]+)*>"
)
CODES = """
    G0 G1 G4 G10 G20 G21 G28 G28.1 G30 G53 G54 G55 G80 G90 G91 G92 G92.1 M0 M2 M3 M5 M8 M9 M400 T1 $$ $G $# $H
    $X $C $I $SLP $J= $J=G91 $1=25 $1=255 $20=0 $21=1 $22=0 $22=1 $110=100 $120=0 $11=0
    $25=0 $RST=* $13=1 $10=2
"""
WORDS = "X0 X10 Y-3.5 Z390 Z0 F6000 F1 S1 P0.2 P1 L2 L20 X1,5 X- Z-999 E1 R"
codes = st.sampled_from(CODES.split())
words = st.sampled_from(WORDS.split())
lines = st.tuples(codes, st.lists(words, max_size=4)).map(lambda parts: " ".join((parts[0], *parts[1])))
single = st.sampled_from(
    [b"?", b"!", b"~", b"\x18", b"\x84", b"\x85", b"\x91", b"\x97", b"\x9e", b"\xa0", b"\xc3"]
)
noise = st.one_of(st.binary(max_size=150), lines.map(lambda line: line.encode() + b"\n"), single)
waits = st.sampled_from([0.0, 0.001, 0.03, 0.7, 3.0])
builds = st.builds(
    GrblBuild,
    settings=st.fixed_dictionaries({1: st.sampled_from([25, 255]), 22: st.sampled_from([0, 1])}),
    receive_bytes=st.sampled_from([128, 1024]),
)


def make(build: GrblBuild | None = None, faults: list[Fault] | None = None) -> GrblWire:
    bench = Bench({"A": (0, 0, 0), "B": (50, 0, 0)}, [10, 10], [30, 40], {"A": [2, 1]})
    wire = GrblWire(GrblEmulator(build=build, bench=bench, faults=faults or ()))
    wire.device.connect(0.0)
    return wire


@settings(max_examples=80, deadline=None)
@given(builds, st.lists(st.tuples(noise, waits), max_size=25))
def test_arbitrary_bytes_never_crash_it_and_its_words_are_well_formed(
    build: GrblBuild, script: list[tuple[bytes, float]]
) -> None:
    wire = make(build)
    for data, seconds in script:
        wire.put(data)
        wire.wait(seconds)
    wire.wait(20.0)
    assert [line for line in wire.heard if not SAID.fullmatch(line)] == []


@settings(max_examples=80, deadline=None)
@given(st.lists(lines.filter(lambda line: not line.startswith(("M0", "$SLP", "$RST", "$C"))), max_size=30))
def test_a_host_that_awaits_each_answer_gets_exactly_one_for_each_line(script: list[str]) -> None:
    wire = make()
    wire.settle()
    for line in script:
        said = wire.say(line)
        answers = sum(word == "ok" or word.startswith("error:") for word in said)
        if any(word.startswith("ALARM:") for word in said):
            assert answers <= 1
            wire.byte(b"\x18", 1.0)
        else:
            assert answers == 1


@settings(max_examples=60, deadline=None)
@given(
    builds,
    st.lists(st.tuples(lines, waits), max_size=12),
    st.sampled_from(sorted({*KINDS} - {"hangup"})),
    st.integers(1, 12),
)
def test_no_fault_breaks_the_emulator_itself(
    build: GrblBuild, script: list[tuple[str, float]], kind: str, at: int
) -> None:
    assert after_all_that(make(build, [Fault(kind, at)]), script)[:2] == ["", "Grbl 1.1h ['$' for help]"]


@settings(max_examples=40, deadline=None)
@given(st.lists(noise, max_size=20), st.lists(st.floats(0.001, 3.0), min_size=1, max_size=8))
def test_it_does_not_matter_how_often_one_listens(script: list[bytes], steps: list[float]) -> None:
    assert_listening_changes_nothing(make, GrblWire.put, script, steps, patience=100.0)


aside, height = st.integers(0, 40), st.integers(350, 400)
feeds = st.sampled_from([600, 6000, 60000])
moves = st.lists(st.builds("G1 X{} Y{} Z{} F{}".format, aside, aside, height, feeds), min_size=1, max_size=60)


@settings(max_examples=40, deadline=None)
@given(moves, st.floats(0.0001, 0.009))
def test_a_host_that_counts_characters_loses_nothing_and_arrives(script: list[str], latency: float) -> None:
    wire = GrblWire(GrblEmulator(latency=latency))
    wire.open()
    assert wire.say("$H") == ["ok"]
    waiting, flight, answers = [line + "\n" for line in script], [], 0
    while waiting or flight:
        while waiting and sum(map(len, flight)) + len(waiting[0]) <= 128:
            flight.append(waiting.pop(0))
            wire.put(flight[-1].encode())
        said = wire.wait(0.01)
        assert set(said) <= {"ok"}
        answers += len(said)
        del flight[: len(said)]
    assert answers == len(script)
    wire.say("G4 P0")
    x, y, z = (float(word[1:]) for word in script[-1].split()[1:4])
    assert wire.place() == (x, y, z)
