"""Estimates: walked where short, counted where long, and both the same; quick for any number of disks."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tables import FOUR, GRIPPER, LIMITS, ROW, geometries, grown, last_point, real_tables, states, tower_moves

from controller.errors import UsageError
from controller.model import Move, Point, State, Step
from controller.motion import census
from controller.motion import estimate as estimating
from controller.motion.estimate import Estimate, estimate
from controller.motion.geometry import Breakaway, Geometry, Workspace
from controller.motion.path import PathPlanner
from controller.planner import Plan, solve, solve_between

# The middle peg stands high, 40 mm beside the way between the others: narrow disks on it do not count.
BESIDE = replace(
    FOUR,
    pegs=(FOUR.pegs[0], Point(170, 0, 60), FOUR.pegs[2]),
    thickness=(5, 6, 7, 8, 9, 10, 11, 12, 13),
    diameters=(22, 30, 38, 46, 54, 62, 70, 78, 86),
)


TIGHT = Workspace(z=(0, 70), radius=(80, 320))


def planner(geometry: Geometry) -> PathPlanner:
    return PathPlanner(geometry, LIMITS, replace(GRIPPER, release_settle=0.5))


def estimated(geometry: Geometry, plan: Plan) -> Estimate:
    return estimate(planner(geometry), plan, plan.state_at(0))


def carried_out(geometry: Geometry, plan: Plan) -> list[float]:
    """The seconds after each move, and after parking, of the actions that an arm is really given."""
    return timed(planner(geometry), plan)


def timed(paths: PathPlanner, plan: Plan) -> list[float]:
    """The same for any planner."""
    at, clock, times = paths.geometry.park, 0.0, list[float]()
    for number, move in enumerate(plan):
        actions = paths.carry(Step(number + 1, move, plan.state_at(number)), at)
        clock += paths.seconds(actions, at)
        times.append(clock)
        at = last_point(actions, at)
    return [*times, clock + paths.seconds(paths.park(plan.state_at(plan.length), at), at)]


def counted(geometry: Geometry, plan: Plan, monkeypatch: pytest.MonkeyPatch) -> Estimate:
    """The estimate of a plan taken for too long to walk."""
    with monkeypatch.context() as patch:
        patch.setattr(estimating, "WALKED_MOVES", 0)
        return estimated(geometry, plan)


@dataclass(frozen=True)
class Listed:
    """A plan that does not say what it is made of."""

    start: State
    moves: tuple[Move, ...]

    @property
    def length(self) -> int:
        return len(self.moves)

    def __iter__(self) -> Iterator[Move]:
        return iter(self.moves)

    def __getitem__(self, index: int, /) -> Move:
        return self.moves[index]

    def state_at(self, moves: int, /) -> State:
        state = self.start
        for move in self.moves[:moves]:
            state = state.apply(move)
        return state


def test_a_short_run_is_timed_as_its_actions_are() -> None:
    plan = solve(4)
    *after_moves, parked = carried_out(FOUR, plan)
    found = estimated(FOUR, plan)
    assert found.moves == 15
    assert found.exact
    assert found.per_disk == (8, 4, 2, 1)
    assert found.seconds == pytest.approx(parked)
    left = [found.seconds_left(done) for done in range(1, 16)]
    assert left == pytest.approx([parked - seconds for seconds in after_moves])


def test_the_time_left_falls_from_all_of_it_to_that_of_parking() -> None:
    *after_moves, parked = carried_out(FOUR, solve(4))
    found = estimated(FOUR, solve(4))
    assert found.seconds_left(0) == pytest.approx(parked)
    assert found.seconds_left(1) == pytest.approx(parked - after_moves[0])
    assert found.seconds_left(15) == pytest.approx(parked - after_moves[-1])


def test_nothing_to_move_takes_no_time() -> None:
    found = estimated(FOUR, solve_between(State.tower(4, 1), State.tower(4, 1)))
    assert (found.moves, found.seconds, found.per_disk) == (0, 0, (0, 0, 0, 0))
    assert found.seconds_left(0) == 0


def test_a_plan_that_does_not_say_what_it_is_made_of_is_walked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimating, "WALKED_MOVES", 0)
    listed = Listed(State.tower(4, 0), tuple(tower_moves(4, 0, 2)))
    found = estimate(planner(FOUR), listed, listed.start)
    assert found.seconds == pytest.approx(carried_out(FOUR, solve(4))[-1])
    assert found.per_disk == (8, 4, 2, 1)


def test_a_disk_moved_twice_running_is_timed_too() -> None:
    """The tool does not leave it: the second grip costs its settle alone."""
    start = State.tower(4, 0)
    listed = Listed(start, (Move(1, 0, 1), Move(1, 1, 2)))
    paths = planner(FOUR)
    first = paths.carry(Step(1, listed[0], start), FOUR.park)
    at = last_point(first, FOUR.park)
    second = paths.carry(Step(2, listed[1], listed.state_at(1)), at)
    found = estimate(paths, listed, start)
    assert found.seconds - found.seconds_left(2) == pytest.approx(
        paths.seconds(first, FOUR.park) + paths.seconds(second, at)
    )


@pytest.mark.parametrize("geometry", [FOUR, ROW, BESIDE, replace(ROW, pole_height=30, grip_depth=4)])
@pytest.mark.parametrize("disks", [4, 7, 9])
def test_counting_agrees_with_walking(
    geometry: Geometry, disks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether the way between the outer pegs leads past the middle stack, over it, or over part of it."""
    many, plan = grown(geometry, disks), solve(disks)
    found = counted(many, plan, monkeypatch)
    assert found.exact
    assert found.seconds == pytest.approx(carried_out(many, plan)[-1], rel=1e-9)
    moves = Counter(move.disk for move in plan)
    assert found.per_disk == tuple(moves[disk] for disk in range(1, disks + 1))


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_counting_agrees_with_walking_between_any_states_on_any_table(data: st.DataObject) -> None:
    """Disks of all sizes, so that the ways come over some disks of a stack and not over others."""
    pegs = data.draw(st.sampled_from([3, 4]))
    geometry = data.draw(geometries(pegs, most_disks=6))
    disks = len(geometry.thickness)
    start, goal = data.draw(states(disks, pegs)), data.draw(states(disks, pegs))
    plan = data.draw(st.sampled_from([solve_between(start, goal), solve(disks, pegs)]))
    with pytest.MonkeyPatch.context() as patch:
        found = counted(geometry, plan, patch)
    assert found.seconds == pytest.approx(carried_out(geometry, plan)[-1] if plan else 0)
    assert sum(found.per_disk) == plan.length


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_counting_agrees_with_walking_on_real_tables(data: st.DataObject) -> None:
    """Leaning pegs, where heights matter and not just their differences; jaws, backlash, slow first mm."""
    geometry = data.draw(real_tables(most_disks=5))
    plan = solve(len(geometry.thickness))
    slowly = replace(LIMITS, breakaway=data.draw(st.none() | st.just(Breakaway(height=3, speed=9))))
    paths = PathPlanner(geometry, slowly, GRIPPER)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(estimating, "WALKED_MOVES", 0)
        found = estimate(paths, plan, plan.state_at(0))
    assert found.exact
    assert found.seconds == pytest.approx(timed(paths, plan)[-1])


ARCHES = replace(LIMITS, arches=True)


@pytest.mark.parametrize(
    "geometry", [FOUR, ROW, replace(ROW, pole_height=30, grip_depth=4), replace(FOUR, workspace=TIGHT)]
)
@pytest.mark.parametrize("slow_start", [None, Breakaway(height=3, speed=10)])
def test_counting_agrees_with_walking_in_arches(
    geometry: Geometry, slow_start: Breakaway | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Legs that differ only in how far they lead straight up or down are timed once, and rightly."""
    paths, plan = PathPlanner(grown(geometry, 7), replace(ARCHES, breakaway=slow_start), GRIPPER), solve(7)
    monkeypatch.setattr(estimating, "WALKED_MOVES", 0)
    assert estimate(paths, plan, plan.state_at(0)).seconds == pytest.approx(timed(paths, plan)[-1], rel=1e-5)


@pytest.mark.parametrize("arches", [True, False])
@pytest.mark.parametrize("geometry", [FOUR, ROW, replace(FOUR, arrive_from=(-3, 4))])
@pytest.mark.parametrize("slow_start", [None, Breakaway(height=3, speed=10)])
def test_stacks_as_high_as_the_table_is_wide_are_timed_as_walked(
    geometry: Geometry, arches: bool, slow_start: Breakaway | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stack far below the highest only lengthens the ways straight up and down."""
    thick = replace(grown(geometry, 6), thickness=(95, 60, 80, 75, 70, 90), workspace=Workspace(z=(0, 900)))
    limits = replace(LIMITS, arches=arches, breakaway=slow_start)
    paths, plan = PathPlanner(thick, limits, GRIPPER), solve(6)
    monkeypatch.setattr(estimating, "WALKED_MOVES", 0)
    assert estimate(paths, plan, plan.state_at(0)).seconds == pytest.approx(timed(paths, plan)[-1], rel=1e-7)


def test_a_tower_of_a_hundred_disks_is_counted_in_full() -> None:
    found = estimated(grown(FOUR, 100), solve(100))
    assert found.exact
    assert found.moves == 2**100 - 1


def test_arches_between_leaning_pegs_are_counted_in_proportion(monkeypatch: pytest.MonkeyPatch) -> None:
    leaning = grown(replace(FOUR, leans=((0.03, 0.02), (0.0, 0.0), (0.0, -0.05))), 8)
    paths, plan = PathPlanner(leaning, ARCHES, GRIPPER), solve(8)
    monkeypatch.setattr(estimating, "WALKED_MOVES", 0)
    assert estimate(paths, plan, plan.state_at(0)).seconds == pytest.approx(timed(paths, plan)[-1], rel=5e-3)


def test_the_time_left_of_a_long_run_is_close_after_any_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """To within 1 % of what walking tells where only a sixteenth is walked, and exact in that."""
    many, plan = grown(FOUR, 12), solve(12)
    monkeypatch.setattr(estimating, "LAST_MOVES", 256)
    walked, told = estimated(many, plan), counted(many, plan, monkeypatch)
    for done in range(1, plan.length - 256, 37):
        assert told.seconds_left(done) == pytest.approx(walked.seconds_left(done), rel=0.01)
    for done in range(plan.length - 256, plan.length + 1):
        assert told.seconds_left(done) == pytest.approx(walked.seconds_left(done))


def test_the_famous_tower_is_counted_in_full() -> None:
    """2^64 - 1 moves, disk d making 2^(64 - d) of them; a move takes some seconds."""
    tall = grown(FOUR, 64)
    found = estimated(tall, solve(64))
    assert found.exact
    assert found.moves == 2**64 - 1
    assert found.per_disk == tuple(2 ** (64 - disk) for disk in range(1, 65))
    assert 3 < found.seconds / found.moves < 60
    assert found.seconds_left(2**63) == pytest.approx(found.seconds / 2)


def test_each_further_disk_takes_a_little_more_than_twice_as_long() -> None:
    """Twice for the moves, and more for the higher stacks."""
    seconds = [estimated(grown(FOUR, disks), solve(disks)).seconds for disks in (13, 14, 15, 40, 41)]
    assert 2 < seconds[1] / seconds[0] < 2.1
    assert 2 < seconds[2] / seconds[1] < 2.1
    assert 2 < seconds[4] / seconds[3] < 2.05


def test_four_pegs_are_counted_too() -> None:
    four_pegs = replace(FOUR, names=tuple("ABCD"), pegs=(*FOUR.pegs, Point(260, 0, 4)))
    found = estimated(grown(four_pegs, 64), solve(64, 4))
    assert found.exact
    assert found.moves == sum(found.per_disk) == 18433


def test_where_the_kinds_are_too_many_a_sample_is_scaled_and_said_to_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plan, many = solve(12), grown(FOUR, 12)
    exact = estimated(many, plan)
    monkeypatch.setattr(census, "MOST_HEIGHTS", 100)
    found = counted(many, plan, monkeypatch)
    assert not found.exact
    assert found.per_disk == exact.per_disk
    assert found.seconds == pytest.approx(exact.seconds, rel=0.03)


def test_times_beyond_all_numbers_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(census, "MOST_HEIGHTS", 0)
    monkeypatch.setattr(estimating, "SAMPLED_MOVES", 2)
    with pytest.raises(UsageError, match="1100 disks"):
        estimated(grown(FOUR, 1100), solve(1100))
