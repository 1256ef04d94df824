"""A right program passes; the same program with any line left out, or with one changed, is caught."""

import pytest
from emulator_wire import MakeWire
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_proto.bench import Bench
from firmware_proto.table import Place

PEGS: dict[str, Place] = {"A": (-100.0, 0.0, 0.0), "B": (0.0, 50.0, 0.0), "C": (100.0, 0.0, 0.0)}

TWO_DISKS = """\
G28
G1 Z60 F20000
G1 X-100 Y0
G1 Z20
M400
M106 S255
G4 P300
G1 Z60
G1 X0 Y50
G1 Z10
M400
M107
G4 P300
G1 Z60
G1 X-100 Y0
G1 Z10
M400
M106 S255
G4 P300
G1 Z60
G1 X100 Y0
G1 Z10
M400
M107
G4 P300
G1 Z60
G1 X0 Y50
G1 Z10
M400
M106 S255
G4 P300
G1 Z60
G1 X100 Y0
G1 Z20
M400
M107
G4 P300
G1 Z60
M400
""".splitlines()

# Without them nothing is wrong: the tool comes down from home as well, and may stay where it last let go.
REDUNDANT = {1, 37, 38}


def verdict(homed: MakeWire, program: list[str], **options: float) -> tuple[bool, str]:
    bench = Bench(PEGS, [10, 10], [30, 40], {"A": [2, 1]}, grip_settle=0.3, release_settle=0.3, **options)
    wire = homed(bench=bench)
    for line in program:
        wire.until_ok(line)
    wire.settle(60.0)
    return bench.verdict("C")


def test_the_right_program_passes(homed: MakeWire) -> None:
    assert verdict(homed, TWO_DISKS) == (True, "all 2 disks stand on C")


@pytest.mark.parametrize("left_out", range(len(TWO_DISKS)))
def test_a_program_with_a_line_left_out_is_caught(homed: MakeWire, left_out: int) -> None:
    program = [line for index, line in enumerate(TWO_DISKS) if index != left_out]
    passed = left_out in REDUNDANT or TWO_DISKS[left_out] == "G28"  # it was homed before
    assert verdict(homed, program)[0] is passed


@pytest.mark.parametrize(
    ("line", "instead", "told"),
    [
        (3, "G1 Z30", "closes on nothing: it is 10.0 mm too high above disk 1"),
        (3, "G1 Z18", "The tool runs into disk 1 on A"),
        (9, "G1 Z8", "Disk 1 runs into the board at B"),
        (9, "G1 Z14", "Disk 1 is dropped from 4.0 mm above what stands on B"),
        (31, "G1 Z15", "Disk 1 runs into disk 2 on C"),
        (2, "G1 X-95 Y0", "Disk 1 is gripped 5.0 mm off its axis"),
        (8, "G1 X3 Y50", "Disk 1 is put down 3.0 mm off the axis of B"),
        (8, "G1 X40 Y-50", "Disk 1 is let go at X40.0 Y-50.0 Z0.0, where no peg is"),
        (20, "G1 X0 Y50", "Disk 2 runs into disk 1 on B"),
        (6, "G4 P100", "too early after gripping"),
        (12, "G4 P0.1", "too early after letting go"),
        (7, "G28", "The arm homes with disk 1 in the gripper"),
        (7, "M84", "The motors go off with disk 1 in the gripper"),
        (8, "G1 X500 Y50", "G1 X500 Y50 leads beyond the machine's limits"),
    ],
)
def test_a_wrong_line_is_told_in_its_own_words(homed: MakeWire, line: int, instead: str, told: str) -> None:
    program = [*TWO_DISKS[:line], instead, *TWO_DISKS[line + 1 :]]
    done, words = verdict(homed, program)
    assert not done
    assert told in words


def test_a_low_way_over_poles_is_caught(homed: MakeWire) -> None:
    assert verdict(homed, TWO_DISKS, pole_height=45.0) == (True, "all 2 disks stand on C")
    done, words = verdict(homed, TWO_DISKS, pole_height=55.0)
    assert not done
    assert "Disk 1 runs into the pole of A" in words


@settings(max_examples=40)
@given(
    st.lists(st.tuples(st.sampled_from("ABC"), st.sampled_from("ABC")), max_size=30),
    st.lists(st.sampled_from([6.0, 8.5, 13.25]), min_size=4, max_size=4),
    st.sampled_from([0.0, 3.0]),
)
def test_whatever_is_carried_rightly_is_where_it_was_put(
    wishes: list[tuple[str, str]], thickness: list[float], grip_depth: float
) -> None:
    bench = Bench(PEGS, thickness, [30, 40, 50, 60], {"A": [4, 3, 2, 1]}, grip_depth=grip_depth)
    stacks: dict[str, list[int]] = {"A": [4, 3, 2, 1], "B": [], "C": []}
    now, at = 0.0, (0.0, 0.0, 200.0)

    def go(peg: str, height: float) -> None:
        nonlocal now, at
        to = (*PEGS[peg][:2], height)
        bench.move(at, to, now, now + 1)
        now, at = now + 1, to

    for source, target in wishes:
        if (
            not stacks[source]
            or (stacks[target] and stacks[target][-1] < stacks[source][-1])
            or source == target
        ):
            continue
        for peg in (source, target):
            go(peg, 200.0)
            if peg == target:
                stacks[peg].append(stacks[source].pop())
            go(peg, sum(thickness[disk - 1] for disk in stacks[peg]) - grip_depth)
            (bench.grip if peg == source else bench.release)(at, now)
            go(peg, 200.0)
    assert bench.faults == ()
    assert bench.stacks == {peg: tuple(stack) for peg, stack in stacks.items()}
