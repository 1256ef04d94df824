"""What joints do not allow is told at its peg, its park position or its home; whole runs are the witness."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from joint_arms import PARALLEL, SERIAL, with_limits
from tables import GRIPPER, LIMITS, tower_steps

from controller.model import Point, State
from controller.motion.actions import Travel
from controller.motion.geometry import Geometry, Workspace
from controller.motion.kinematics import JointArm, Joints, OutOfReach
from controller.motion.kinematics.proof import home_problem
from controller.motion.path import PathPlanner
from controller.motion.proof import problems

TABLE = Geometry(
    names=("A", "B", "C"),
    pegs=(Point(190, 100, 0), Point(225, 0, 0), Point(190, -100, 0)),
    thickness=(10, 10, 10, 10),
    diameters=(30, 42, 54, 66),
    pole_height=0,
    grip_depth=0,
    clearance=6,
    workspace=Workspace(z=(0, 220), radius=(150, 300)),
    park=Point(200, 0, 130),
)
PARK = ("arm", "park")


def peg(name: str) -> tuple[str, ...]:
    return ("arm", "pegs", name)


def found(arm: JointArm, table: Geometry = TABLE) -> list[tuple[tuple[str, ...], str]]:
    """Where and what is wrong with carrying the whole tower from A to C."""
    disks, pegs = len(table.thickness), len(table.pegs)
    start, goal = State.tower(disks, 0, pegs), State.tower(disks, 2, pegs)
    return [(problem.where, problem.text) for problem in problems(table, start, goal, arm)]


def moved(number: int, place: Point, table: Geometry = TABLE) -> Geometry:
    pegs = list(table.pegs)
    pegs[number] = place
    return replace(table, pegs=tuple(pegs))


def tips(table: Geometry) -> Iterator[Point]:
    """Places of the tip in the whole run, a few mm apart, from park to park."""
    planner = PathPlanner(table, LIMITS, GRIPPER)
    at = table.park
    for step in tower_steps(len(table.thickness), 0, 2):
        for action in planner.carry(step, at):
            if isinstance(action, Travel):
                yield from sampled(at, action.to)
                at = action.to
        state = step.state.apply(step.move)
    for action in planner.park(state, at):
        yield from sampled(at, action.to)
        at = action.to


def sampled(start: Point, end: Point, parts: int = 40) -> Iterator[Point]:
    for part in range(parts + 1):
        yield Point(*(a + (b - a) * part / parts for a, b in zip(start, end, strict=True)))


def within_reach(arm: JointArm, places: Iterator[Point]) -> bool:
    """Whether every place is reached, without a leap of the joints."""
    try:
        readings = [arm.inverse(place) for place in places]
    except OutOfReach:
        return False
    return all(max(abs(a - b) for a, b in zip(*pair, strict=True)) < 90 for pair in pairwise(readings))


@pytest.mark.parametrize("arm", [PARALLEL, SERIAL])
def test_a_table_within_reach_of_the_joints_has_no_problems(arm):
    assert found(arm) == []
    assert within_reach(arm, tips(TABLE))


def test_a_peg_too_far_out_is_told_there_once():
    short = with_limits(PARALLEL, shoulder=(-15, 50))
    ((where, text),) = found(short, moved(1, Point(290, 0, 0)))
    assert where == peg("B")
    assert text.startswith("peg B: x 290.0, y 0.0, z 10.0 would need the shoulder at ")
    assert "outside its limits: -15 to 50" in text


def test_a_peg_where_the_arm_would_be_stretched_is_told():
    long_armed = with_limits(PARALLEL, shoulder=(-90, 200), elbow=(-90, 200))
    far = replace(
        moved(1, Point(365, 0, 0)),
        workspace=Workspace(z=(0, 220), radius=(150, 400)),
        park=Point(250, 0, 130),
    )
    assert [where for where, text in found(long_armed, far) if "too far out" in text] == [peg("B")]


def test_a_park_position_out_of_reach_is_told_there():
    ((where, text),) = found(PARALLEL, replace(TABLE, park=Point(160, 0, 220)))
    assert where == PARK
    assert text.startswith("the park position: x 160.0, y 0.0, z 220.0")


def test_a_base_that_does_not_turn_so_far_is_told_at_the_pegs():
    places = [where for where, _ in found(with_limits(PARALLEL, base=(-20, 100)))]
    assert places == [peg("C")]


def test_a_way_that_comes_too_near_to_the_shoulder_is_told_though_both_its_ends_are_reached():
    """From A to C the tip passes 100 mm from the axis, where this forearm cannot fold so far."""
    table = replace(
        TABLE,
        pegs=(Point(100, 180, 0), Point(225, 0, 0), Point(100, -180, 0)),
        workspace=Workspace(z=(0, 220), radius=(90, 300)),
    )
    for name, place in zip("ABC", table.pegs, strict=True):
        assert within_reach(PARALLEL, sampled(place._replace(z=10), place._replace(z=60))), name
    problems = found(PARALLEL, table)
    assert [where for where, _ in problems] == [peg("C")]
    assert problems[0][1].startswith("the way between peg A and peg C: x 100.0, y ")


def test_a_leaning_peg_is_followed_up_to_where_the_joints_end():
    """Upright it is reached all the way up; leaning outwards it is too far out at the top."""
    table, arm = moved(1, Point(285, 0, 0)), with_limits(PARALLEL, elbow=(17, 85))
    assert found(arm, table) == []
    ((where, text),) = found(arm, replace(table, leans=((0.0, 0.0), (0.1, 0.0), (0.0, 0.0))))
    assert where == peg("B")
    assert "need the elbow at" in text


def test_without_joints_nothing_of_this_is_asked():
    start, goal = State.tower(4, 0), State.tower(4, 2)
    assert problems(replace(TABLE, park=Point(160, 0, 220)), start, goal) == []


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from([PARALLEL, SERIAL]),
    st.tuples(*[st.floats(-12, 12)] * 6),
    st.floats(-30, 60),
    st.floats(-60, 60),
)
def test_what_has_no_problems_can_be_carried_to_the_end(arm, shifts, lower, wider):
    """Limits cut here and there: whenever the proof says yes, every place of the run is reached."""
    cut = {
        name: (joint.limits[0] + lower, joint.limits[1] + wider)
        for name, joint in zip(("shoulder", "elbow"), arm.joints[1:], strict=True)
    }
    arm = with_limits(arm, **cut)
    pegs = [
        Point(place.x + shifts[2 * number], place.y + shifts[2 * number + 1], 0)
        for number, place in enumerate(TABLE.pegs)
    ]
    table = replace(TABLE, pegs=tuple(pegs))
    if not found(arm, table):
        assert within_reach(arm, tips(table))


def home_of(arm: JointArm, table: Geometry = TABLE) -> str | None:
    return home_problem(arm, PathPlanner(table, LIMITS, GRIPPER))


@pytest.mark.parametrize("arm", [PARALLEL, SERIAL])
def test_from_a_sound_home_the_park_position_is_reached(arm):
    assert home_of(arm) is None


@pytest.mark.parametrize(
    ("arm", "words"),
    [
        (replace(PARALLEL, home=Joints(0, 0, -89)), "too far out"),  # the forearm stands up too
        (replace(PARALLEL, home=Joints(0, 90, 0)), "too far out"),
        (replace(with_limits(SERIAL, elbow=(-170, 170)), home=Joints(0, 20, 130)), "keeps it above"),
        (replace(PARALLEL, home=Joints(120, 0, 0)), "need the base at 120.0 degrees"),
        (replace(PARALLEL, home=Joints(95, 0, 84)), "need the shoulder at"),
    ],
)
def test_a_home_from_which_no_straight_way_leads_is_told(arm, words):
    assert words in (home_of(arm) or "nothing")
