"""Laws of an emulated arm of its own words: what a template writes it reads, and no bytes break it."""

import re
import string

import pytest
from described_wire import described, homed, two_disks
from emulator_laws import after_all_that, assert_listening_changes_nothing
from emulator_wire import Wire
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_proto.described_arm.lines import Template, seconds_in, speed_in
from firmware_proto.faults import KINDS, Fault

SAID = re.compile(r"READY|DONE|FAIL|TowerBot v0|POS -?[\d.]+/-?[\d.]+/-?[\d.]+")

between = st.text(string.ascii_letters + " =:;,()+*?[]^$|", min_size=1, max_size=5)
numbers = st.decimals(-99999, 99999, places=3, allow_nan=False)
words = st.permutations(["x", "y", "z", "speed"])


@settings(max_examples=150, deadline=None)
@given(words, st.lists(between, min_size=5, max_size=5), st.lists(numbers, min_size=4, max_size=4))
def test_what_is_filled_into_a_template_is_read_out_of_it(
    names: list[str], texts: list[str], values: list[object]
) -> None:
    pieces = [
        texts[0],
        *(part for name, text in zip(names, texts[1:], strict=True) for part in (f"{{{name}}}", text)),
    ]
    template = "".join(pieces)
    filled = template
    for name, value in zip(names, values, strict=True):
        filled = filled.replace(f"{{{name}}}", str(value))
    read = Template(template).read(filled)
    assert read == {name: float(str(value)) for name, value in zip(names, values, strict=True)}
    assert Template(template).read(filled + "x") is None
    assert Template(template).read("x" + filled) is None


def test_a_number_that_stands_twice_must_be_the_same_twice() -> None:
    template = Template("GO {x} {y} {z} CHECK {x} AT {speed}")
    assert template.read("GO 1 2 3 CHECK 1 AT 5") == {"x": 1, "y": 2, "z": 3, "speed": 5}
    assert template.read("GO 1 2 3 CHECK 2 AT 5") is None


@pytest.mark.parametrize(
    ("read", "values", "wanted"),
    [
        (speed_in, {"feed": 600.0}, 10.0),
        (speed_in, {"speed": 10.0}, 10.0),
        (seconds_in, {"milliseconds": 300.0}, 0.3),
        (seconds_in, {"seconds": 0.3}, 0.3),
    ],
)
def test_units_are_those_of_their_words(read, values: dict[str, float], wanted: float) -> None:
    assert read(values) == wanted


LINES = (
    "HOME Z|HOME XY|SYNC|WHO|MODE ABS|PUMP 1|PUMP 0|SLEEP 300|STOP|UP 60 AT 600|UP 999 AT 1|M400"
    "|GO 100 100 60 AT 6000|GO 200 0 5 AT 9000|UP 20 AT 0"
)
lines = st.sampled_from(LINES.split("|"))
noise = st.one_of(st.binary(max_size=200), lines.map(lambda line: line.encode() + b"\n"))
waits = st.sampled_from([0.0, 0.01, 0.7, 3.0])


def make(faults: list[Fault] | None = None) -> Wire:
    return described(bench=two_disks(), faults=faults or ())


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(noise, waits), max_size=25))
def test_arbitrary_bytes_never_break_it_and_its_words_are_its_own(script: list[tuple[bytes, float]]) -> None:
    wire = make()
    for data, seconds in script:
        wire.put(data)
        wire.wait(seconds)
    wire.wait(30.0)
    assert [line for line in wire.heard if not SAID.fullmatch(line)] == []


@settings(max_examples=50, deadline=None)
@given(st.lists(lines, max_size=30))
def test_a_host_that_awaits_each_answer_gets_exactly_one_for_each_line(script: list[str]) -> None:
    wire = homed(bench=two_disks())
    for line in script:
        said = wire.say(line)
        assert said.count("DONE") + said.count("FAIL") == 1


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(lines, waits), max_size=12),
    st.sampled_from(sorted(set(KINDS) - {"hangup"})),
    st.integers(1, 12),
)
def test_no_fault_breaks_the_emulated_arm_itself(script: list[tuple[str, float]], kind: str, at: int) -> None:
    assert after_all_that(make([Fault(kind, at)]), script)[0] == "READY"


@settings(max_examples=30, deadline=None)
@given(st.lists(lines, max_size=15), st.lists(st.floats(0.01, 5.0), min_size=1, max_size=6))
def test_it_does_not_matter_how_often_one_listens_to_it(script: list[str], steps: list[float]) -> None:
    assert_listening_changes_nothing(make, Wire.send, script, steps, patience=400.0)
