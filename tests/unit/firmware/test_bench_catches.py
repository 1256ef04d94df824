"""Each wrong that a program can do is caught and told; what is right is not."""

import pytest

from firmware_proto.bench import Bench
from firmware_proto.table import Place

PEGS = {"A": (0.0, 0.0, 0.0), "B": (100.0, 0.0, 0.0), "C": (200.0, 0.0, 20.0)}
TOWER = {"A": (3, 2, 1)}
GRIP, RELEASE = "grip", "release"

Act = Place | str


def bench(stacks: dict[str, tuple[int, ...]] | None = None, **options: float) -> Bench:
    return Bench(PEGS, [10, 12, 14], [30, 40, 50], TOWER if stacks is None else stacks, **options)


def play(made: Bench, *acts: Act, seconds: float = 1.0) -> Bench:
    """The tool goes from place to place, a second each; a word works the gripper there."""
    at, now = (0.0, 0.0, 200.0), 100.0
    for act in acts:
        if act == GRIP:
            made.grip(at, now)
        elif act == RELEASE:
            made.release(at, now)
        else:
            assert not isinstance(act, str)
            made.move(at, act, now, now + seconds)
            at, now = act, now + seconds
    return made


def fault_of(made: Bench, *acts: Act) -> str:
    """The one thing that is wrong."""
    assert len(play(made, *acts).faults) == 1, made.faults
    return made.faults[0]


# Disk 1's upper face is at 36 on A; alone on B it is at 10, on C at 30.
ON_1 = (0.0, 0.0, 36.0)
CARRY_1_TO_C = (
    ON_1,
    GRIP,
    (0.0, 0.0, 80.0),
    (200.0, 0.0, 80.0),
    (200.0, 0.0, 30.0),
    RELEASE,
    (200.0, 0.0, 80.0),
)


def test_a_disk_carried_properly_stands_on_its_new_peg_at_that_pegs_own_level() -> None:
    made = play(bench(), *CARRY_1_TO_C)
    assert made.faults == ()
    assert made.stacks == {"A": (3, 2), "B": (), "C": (1,)}
    assert made.held is None


def test_while_it_is_carried_the_disk_is_held_and_stands_nowhere() -> None:
    made = play(bench(), *CARRY_1_TO_C[:3])
    assert (made.held, made.stacks["A"]) == (1, (3, 2))


def test_disks_of_all_thicknesses_pile_up_where_they_really_are() -> None:
    made = play(
        bench({"A": (1,), "B": (2,), "C": (3,)}),
        (100.0, 0.0, 200.0), (100.0, 0.0, 12.0), GRIP, (100.0, 0.0, 99.0), (200.0, 0.0, 99.0),
        (200.0, 0.0, 46.0), RELEASE, (200.0, 0.0, 99.0), (0.0, 0.0, 99.0), (0.0, 0.0, 10.0), GRIP,
        (0.0, 0.0, 99.0), (200.0, 0.0, 99.0), (200.0, 0.0, 56.0), RELEASE,
    )  # fmt: skip
    assert made.faults == ()
    assert made.verdict("C") == (True, "all 3 disks stand on C")


@pytest.mark.parametrize(
    ("acts", "told"),
    [
        (((0.0, 0.0, 60.0), GRIP), "The gripper closes on nothing: it is 24.0 mm too high above disk 1."),
        (((50.0, 0.0, 200.0), GRIP), "The gripper closes on nothing: no disk is under X50.0 Y0.0 Z200.0."),
        (((100.0, 0.0, 200.0), (100.0, 0.0, 10.0), GRIP), "no disk is under X100.0 Y0.0 Z10.0"),
        (((7.0, 0.0, 200.0), (7.0, 0.0, 36.0), GRIP), "Disk 1 is gripped 7.0 mm off its axis."),
        ((*CARRY_1_TO_C[:4], RELEASE), "Disk 1 is dropped from 50.0 mm above what stands on C."),
        ((*CARRY_1_TO_C[:3], (50.0, 0.0, 80.0), RELEASE), "is let go at X50.0 Y0.0 Z70.0, where no peg is."),
        (
            (*CARRY_1_TO_C[:3], (202.0, 0.0, 80.0), (202.0, 0.0, 30.0), RELEASE),
            "Disk 1 is put down 2.0 mm off the axis of C.",
        ),
        ((ON_1, GRIP, (40.0, 0.0, 36.0)), "Disk 1 runs into disk 2 on A"),
    ],
)  # fmt: skip
def test_a_wrong_grip_or_release_is_told(acts: tuple[Act, ...], told: str) -> None:
    assert told in fault_of(bench(), *acts)


def test_a_large_disk_on_a_small_one_is_told() -> None:
    made = bench({"A": (2,), "B": (1,)})
    acts = ((0.0, 0.0, 12.0), GRIP, (0.0, 0.0, 80.0), (100.0, 0.0, 80.0), (100.0, 0.0, 22.0), RELEASE)
    assert fault_of(made, *acts) == "Disk 2 is put on the smaller disk 1 on B."
    assert made.stacks["B"] == (1, 2)


@pytest.mark.parametrize(
    ("acts", "told"),
    [
        (((100.0, 0.0, 30.0), (0.0, 0.0, 30.0)), "The tool runs into disk 1 on A"),
        (((100.0, 0.0, 200.0), (100.0, 0.0, -3.0)), "The tool runs into the board at B"),
        (((200.0, 0.0, 200.0), (200.0, 0.0, 15.0)), "The tool runs into the board at C"),
        (((0.0, 0.0, 34.0),), "The tool runs into disk 1 on A"),
        ((*CARRY_1_TO_C[:4], (200.0, 0.0, 28.0)), "Disk 1 runs into the board at C"),
    ],
)
def test_the_tool_and_its_disk_run_into_what_is_in_the_way(acts: tuple[Act, ...], told: str) -> None:
    made = play(bench(), *acts)
    assert told in made.faults[0]


def test_a_carried_disk_hits_a_stack_that_the_bare_tool_would_pass() -> None:
    across = ((-60.0, 30.0, 41.0), (60.0, 30.0, 41.0))
    assert play(bench(), (-60.0, 30.0, 200.0), *across).faults == ()
    made = bench({"A": (2,), "B": (3, 1)})
    low = (
        (100.0, 0.0, 24.0),
        GRIP,
        (100.0, 0.0, 60.0),
        (100.0, 25.0, 60.0),
        (100.0, 25.0, 21.0),
        (-60.0, 25.0, 21.0),
    )
    told = play(made, (100.0, 0.0, 60.0), *low).faults
    assert any("Disk 1 runs into disk 3 on B" in sentence for sentence in told)
    assert any("Disk 1 runs into disk 2 on A" in sentence for sentence in told)


def test_a_disk_gripped_askew_keeps_its_offset_and_hits_later() -> None:
    made = play(bench(), (7.0, 0.0, 200.0), (7.0, 0.0, 36.0), GRIP, (7.0, 0.0, 80.0), (200.0, 0.0, 80.0),
                (200.0, 0.0, 30.0), RELEASE)  # fmt: skip
    assert made.faults[-1] == "Disk 1 is put down 7.0 mm off the axis of C."


def test_a_diagonal_landing_that_touches_only_at_its_end_is_no_collision() -> None:
    assert play(bench(), *CARRY_1_TO_C[:4], (150.0, 0.0, 80.0), (200.0, 0.0, 30.0), RELEASE).faults == ()


def test_pressing_a_disk_down_is_told_beyond_the_tolerance_only() -> None:
    gentle = play(bench(), *CARRY_1_TO_C[:4], (200.0, 0.0, 29.6), RELEASE)
    assert gentle.faults == ()
    hard = play(bench(), *CARRY_1_TO_C[:4], (200.0, 0.0, 29.4), RELEASE)
    assert hard.faults[-1] == "Disk 1 is pressed 0.6 mm into what stands on C."


@pytest.mark.parametrize(
    ("depth", "told"), [(5.0, "5.0 mm too low, inside disk 1"), (15.0, "too low, below disk 1: round two")]
)
def test_a_gripper_that_closes_too_deep_is_told(depth: float, told: str) -> None:
    made = play(bench(), (0.0, 0.0, 36.0 - depth), GRIP)
    assert told in made.faults[-1]


def test_fingers_reach_as_far_into_the_top_disk_as_they_grip_and_no_further() -> None:
    fingers = bench(grip_depth=6.0)
    assert play(fingers, (0.0, 0.0, 30.0), GRIP, (0.0, 0.0, 80.0)).faults == ()
    assert fingers.held == 1
    assert "runs into disk 1" in play(bench(grip_depth=6.0), (0.0, 0.0, 29.0)).faults[0]
    assert "too high" in play(bench(grip_depth=6.0), (0.0, 0.0, 36.0), GRIP).faults[0]


def test_a_disk_slides_down_a_pole_on_its_axis_and_hits_it_anywhere_else() -> None:
    poles = {"pole_height": 50.0, "grip_depth": 6.0}
    over = (
        (0.0, 0.0, 30.0),
        GRIP,
        (0.0, 0.0, 80.0),
        (100.0, 0.0, 80.0),
        (100.0, 0.0, 4.0),
        RELEASE,
        (100.0, 0.0, 80.0),
    )
    assert play(bench(**poles), *over).faults == ()
    low = ((0.0, 0.0, 30.0), GRIP, (0.0, 0.0, 50.0), (100.0, 0.0, 50.0))
    assert "Disk 1 runs into the pole of A" in play(bench(**poles), *low).faults[0]
    assert (
        "The tool runs into the pole of B"
        in play(bench(**poles), (60.0, 0.0, 40.0), (140.0, 0.0, 40.0)).faults[0]
    )


@pytest.mark.parametrize(("settle", "word"), [("grip_settle", "gripping"), ("release_settle", "letting go")])
def test_moving_before_the_gripper_has_settled_is_told(settle: str, word: str) -> None:
    made = bench(**{settle: 0.3})
    made.grip(ON_1, 10.0)
    if settle == "release_settle":
        made.release(ON_1, 10.0)
    made.move(ON_1, (0.0, 0.0, 80.0), 10.25, 11.0)
    assert made.faults == (f"The tool moves 0.05 s too early after {word}: the gripper has not settled.",)


def test_a_gripper_that_has_settled_just_in_time_is_fine() -> None:
    made = bench(grip_settle=0.3)
    made.grip(ON_1, 10.0)
    made.move(ON_1, (0.0, 0.0, 80.0), 10.3, 11.0)
    assert made.faults == ()


def test_standing_still_is_not_moving() -> None:
    made = bench(grip_settle=0.3)
    made.grip(ON_1, 10.0)
    made.move(ON_1, ON_1, 10.0, 10.1)
    assert made.faults == ()


def test_homing_and_motors_off_are_told_only_with_a_disk_in_the_gripper() -> None:
    made = bench()
    made.home()
    made.unpower()
    assert made.faults == ()
    made.grip(ON_1, 1.0)
    made.home()
    made.unpower()
    assert made.faults == (
        "The arm homes with disk 1 in the gripper.",
        "The motors go off with disk 1 in the gripper.",
    )


def test_working_the_gripper_twice_changes_nothing() -> None:
    made = play(bench(), RELEASE, *CARRY_1_TO_C[:2], GRIP, *CARRY_1_TO_C[2:], RELEASE)
    assert made.faults == ()
    assert made.stacks["C"] == (1,)


def test_a_disk_dropped_beside_the_pegs_lies_there_and_can_be_picked_up_and_be_run_into() -> None:
    made = play(bench({"A": (1,)}), (0.0, 0.0, 10.0), GRIP, (0.0, 0.0, 80.0), (50.0, 0.0, 80.0), RELEASE)
    assert made.verdict("A")[1].startswith("disk 1 lies beside the pegs")
    made.move((50.0, 40.0, 5.0), (50.0, -40.0, 5.0), 500.0, 501.0)
    assert "The tool runs into disk 1 on the way" in made.faults[-1]
    made.grip((50.0, 0.0, 10.0), 600.0)
    assert made.held == 1


def test_the_verdict_tells_what_is_missing_or_what_went_wrong() -> None:
    assert bench().verdict("A") == (True, "all 3 disks stand on A")
    assert bench().verdict("C") == (False, "not all disks stand on C; bottom to top, A: 3 2 1, B: -, C: -")
    assert bench({}).verdict("A")[0] is False
    assert bench({"A": (1, 2, 3)}).verdict("A")[0] is False
    assert play(bench(), *CARRY_1_TO_C[:3]).verdict("A") == (False, "disk 1 is still in the gripper")
    made = bench()
    made.blame("First.")
    assert made.verdict("A") == (False, "all 3 disks stand on A, but this went wrong: First.")
    made.blame("Second.")
    assert made.verdict("A") == (False, "all 3 disks stand on A, but this went wrong (and 1 more): First.")


def test_the_same_wrong_over_and_over_is_told_once() -> None:
    made = bench()
    for sentence in ("One.", "One.", "Two.", "One."):
        made.blame(sentence)
    assert made.faults == ("One.", "Two.", "One.")


@pytest.mark.parametrize(
    ("stacks", "told"),
    [
        ({"Z": (1,)}, "There is no peg Z"),
        ({"A": (1, 1)}, "each in one place"),
        ({"A": (4,)}, "The disks are 1 to 3"),
    ],
)
def test_a_bench_that_cannot_be_is_refused(stacks: dict[str, tuple[int, ...]], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        bench(stacks)


def test_thicknesses_and_diameters_must_match() -> None:
    with pytest.raises(ValueError, match="as many thicknesses as diameters"):
        Bench(PEGS, [10], [30, 40], {})
