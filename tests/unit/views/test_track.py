"""Events folded into scenes: what is shown is what is."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.events import (
    ArmTravelling,
    DiskGripped,
    DiskReleased,
    Event,
    LineReceived,
    LineSent,
    Noted,
    Paused,
    Pausing,
    Resumed,
    RunEnded,
    RunFinished,
    RunStarted,
    StepDone,
    StepStarted,
    Stopping,
    WaitingForPerson,
)
from controller.model import Move, Point, State, Step
from controller.views.glide import Spot
from controller.views.scene import Phase
from controller.views.track import Track

NAMES = ("A", "B", "C", "D")
PEGS = (Point(0, 0, 5), Point(100, 0, 5), Point(200, 0, 5))
THICK = 10.0


def told(*events: Event, track: Track | None = None, now: float = 0.0) -> Track:
    track = track or Track()
    for event in events:
        track = track.after(event, now)
    return track


def started(state: State, moves: int = 7, arm: bool = True) -> RunStarted:
    return RunStarted("Lobby", NAMES[: state.pegs], state, moves, 70.0, PEGS if arm else ())


@st.composite
def legal_moves(draw: st.DrawFn) -> tuple[State, list[Move]]:
    """A state of up to six disks on three or four pegs, and a few legal moves from it."""
    pegs = draw(st.integers(3, 4))
    peg_of = draw(st.lists(st.integers(0, pegs - 1), min_size=1, max_size=6))
    state = start = State(tuple(peg_of), pegs)
    moves = []
    for _ in range(draw(st.integers(0, 8))):
        tops = {peg: state.top(peg) for peg in range(pegs)}
        legal = [
            Move(disk, source, target)
            for source, disk in tops.items()
            if disk is not None
            for target, onto in tops.items()
            if target != source and (onto is None or onto > disk)
        ]
        moves.append(draw(st.sampled_from(legal)))
        state = state.apply(moves[-1])
    return start, moves


def events_of(start: State, moves: list[Move], arm: bool) -> Iterator[tuple[Event, State, int | None]]:
    """The events of a run, each with the state after it and the disk that is in the air."""
    state = start
    for number, move in enumerate(moves, 1):
        step = Step(number, move, state)
        yield StepStarted(step), state, None if arm else move.disk
        if arm:
            yield DiskGripped(move.disk, move.source), state, move.disk
            yield ArmTravelling(None, Point(50.0 * number, 0, 90), 1.0), state, move.disk
            yield DiskReleased(move.disk, move.target), state.apply(move), None
        state = state.apply(move)
        yield StepDone(step, state, number * 2.0, None), state, None


@settings(max_examples=60)
@given(legal_moves(), st.booleans(), st.floats(0, 3))
def test_the_disks_shown_are_always_where_the_disks_are(
    run: tuple[State, list[Move]], arm: bool, later: float
) -> None:
    start, moves = run
    points = tuple(Point(100.0 * peg, 0, 0) for peg in range(start.pegs)) if arm else ()
    track = told(RunStarted("Lobby", NAMES[: start.pegs], start, len(moves), None, points))
    for now, (event, state, in_the_air) in enumerate(events_of(start, moves, arm)):
        track = track.after(event, float(now))
        scene = track.scene(now + later)
        expected = tuple(tuple(d for d in stack if d != in_the_air) for stack in state.stacks)
        assert scene.standing == expected
        assert scene.held == in_the_air
        assert in_the_air is None or scene.tool is not None


def test_before_the_run_begins_it_is_getting_ready_and_lines_are_shown() -> None:
    scene = told(LineSent("G28", 0.0)).scene(1.0)
    assert (scene.phase, scene.line, scene.gone) == (Phase.READYING, "G28", 0)


def test_a_leg_is_shown_as_an_even_glide_over_its_predicted_time() -> None:
    track = told(
        started(State.tower(3, 0)),
        ArmTravelling(None, PEGS[0]._replace(z=65), 0.0),
        ArmTravelling(PEGS[0]._replace(z=65), PEGS[2]._replace(z=65), 4.0),
    )
    across = [scene.tool.across for scene in map(track.scene, (0.0, 1.0, 2.0, 4.0, 9.0)) if scene.tool]
    assert across == [0.0, 0.5, 1.0, 2.0, 2.0]


def test_a_run_ten_times_as_fast_glides_ten_times_as_fast() -> None:
    track = told(
        started(State.tower(3, 0)),
        ArmTravelling(None, PEGS[0]._replace(z=65), 0.0),
        ArmTravelling(None, PEGS[2]._replace(z=65), 4.0),
        track=Track(speed=10.0),
    )
    assert track.scene(0.2).tool == Spot(1.0, 5.0)
    assert track.scene(0.4).tool == Spot(2.0, 5.0)


def test_a_run_as_fast_as_possible_does_not_glide() -> None:
    step = Step(1, Move(1, 0, 2), State.tower(3, 0))
    track = told(started(step.state, arm=False), StepStarted(step), track=Track(speed=0.0))
    assert track.scene(0.0).tool == Spot(2.0, 1.0)


def test_legs_that_come_in_a_burst_are_shown_one_after_the_other() -> None:
    up, over = PEGS[0]._replace(z=65), PEGS[1]._replace(z=65)
    track = told(started(State.tower(3, 0)), ArmTravelling(None, up, 0.0))
    track = told(ArmTravelling(up, over, 1.0), ArmTravelling(over, up, 1.0), track=track)
    assert [track.scene(now).tool for now in (0.5, 1.0, 1.5, 2.5)] == [
        Spot(0.5, 5.0),
        Spot(1.0, 5.0),
        Spot(0.5, 5.0),
        Spot(0.0, 5.0),
    ]


def test_gripping_shows_the_tool_on_the_top_disk_wherever_the_picture_was() -> None:
    state = State.tower(3, 0)
    track = told(started(state), ArmTravelling(None, Point(150, 0, 90), 60.0), DiskGripped(1, 0))
    assert track.scene(0.0).tool == Spot(0.0, 3.0)
    assert track.scene(0.0).standing == ((3, 2), (), ())


def test_the_height_of_a_disk_is_learned_at_the_first_grip() -> None:
    """Pegs at z 5 and three disks of 10 mm: touching at 35, so 55 is five disks above the board."""
    track = told(
        started(State.tower(3, 0)),
        ArmTravelling(None, PEGS[0]._replace(z=35), 0.0),
        DiskGripped(1, 0),
        ArmTravelling(None, PEGS[0]._replace(z=45), 0.0),
    )
    assert track.scene(1.0).tool == Spot(0.0, 4.0)
    track = told(ArmTravelling(None, PEGS[2]._replace(z=16), 0.0), track=track)
    assert track.scene(1.0).tool == Spot(2.0, 1.0)


def test_before_it_is_learned_going_down_means_down_to_the_disks() -> None:
    track = told(
        started(State.tower(3, 0)),
        ArmTravelling(None, PEGS[0]._replace(z=80), 0.0),
        ArmTravelling(None, PEGS[0]._replace(z=35), 1.0),
    )
    assert track.scene(0.0).tool == Spot(0.0, 5.0)
    assert track.scene(1.0).tool == Spot(0.0, 3.0)


def test_without_an_arm_the_disk_flies_and_is_down_when_the_step_is_done() -> None:
    step = Step(1, Move(1, 0, 2), State.tower(3, 0))
    track = told(started(step.state, arm=False), StepStarted(step))
    assert track.scene(0.0).tool == Spot(0.0, 3.0)
    assert track.scene(0.4).tool == Spot(1.0, 5.0)
    assert track.scene(5.0).tool == Spot(2.0, 1.0)
    done = told(StepDone(step, step.state.apply(step.move), 1.0, None), track=track).scene(5.0)
    assert (done.tool, done.held, done.arm) == (None, None, False)


def test_without_an_arm_a_travelling_tool_is_no_business_of_the_picture() -> None:
    track = told(started(State.tower(3, 0), arm=False), ArmTravelling(None, Point(0, 0, 0), 1.0))
    assert track.scene(0.0).tool is None


def test_time_goes_on_between_steps_and_is_set_right_by_each() -> None:
    state = State.tower(3, 0)
    step = Step(1, Move(1, 0, 2), state)
    track = told(started(state), StepStarted(step), now=10.0)
    assert (track.scene(13.5).gone, track.scene(13.5).left) == (3, 66)
    track = told(StepDone(step, state.apply(step.move), 8.0, 60.0), track=track, now=14.0)
    assert (track.scene(15.0).gone, track.scene(15.0).left) == (9, 59)
    assert track.scene(500.0).left == 0


def test_time_stands_still_while_the_machine_does() -> None:
    track = told(started(State.tower(3, 0)))
    track = told(Paused(), track=track, now=5.0)
    assert (track.scene(100.0).gone, track.scene(100.0).left) == (5, 65)
    track = told(Resumed(), track=track, now=100.0)
    assert (track.scene(102.0).gone, track.scene(102.0).left) == (7, 63)


@pytest.mark.parametrize(
    ("event", "phase", "message"),
    [
        (Pausing(), Phase.PAUSING, ""),
        (Paused(), Phase.PAUSED, ""),
        (Resumed(), Phase.RUNNING, ""),
        (Stopping(), Phase.STOPPING, ""),
        (WaitingForPerson("Press Enter for move 1"), Phase.WAITING, "Press Enter for move 1."),
        (RunFinished(State.tower(3, 2), 7, 70.0), Phase.DONE, ""),
        (RunEnded(State.tower(3, 0), "Halted."), Phase.ENDED, "Halted."),
        (Noted("The lights are mocked"), Phase.RUNNING, "The lights are mocked."),
        (LineReceived("ok", 0.0), Phase.RUNNING, ""),
    ],
)
def test_what_the_run_is_doing(event: Event, phase: Phase, message: str) -> None:
    scene = told(started(State.tower(3, 0)), event).scene(0.0)
    assert (scene.phase, scene.message) == (phase, message)


@pytest.mark.parametrize(
    "still", [(), (WaitingForPerson("Place the arm"),), (started(State.tower(3, 0)), Paused())]
)
def test_where_no_move_is_under_way_none_is_waited_for(still: tuple[Event, ...]) -> None:
    assert told(*still, Stopping()).scene(0.0).phase is Phase.LEAVING


def test_a_new_step_ends_the_waiting_but_not_the_stopping() -> None:
    step = Step(1, Move(1, 0, 2), State.tower(3, 0))
    waiting = told(started(step.state), WaitingForPerson("Ready?"), StepStarted(step)).scene(0.0)
    stopping = told(started(step.state), Stopping(), StepStarted(step)).scene(0.0)
    assert (waiting.phase, waiting.message) == (Phase.RUNNING, "")
    assert stopping.phase is Phase.STOPPING


def test_asking_for_the_end_of_a_pause_is_no_new_pause() -> None:
    """The key is the same for both, and so is the fact that it was pressed."""
    assert told(started(State.tower(3, 0)), Paused(), Pausing()).phase is Phase.PAUSED
    assert told(started(State.tower(3, 0)), Stopping(), Pausing()).phase is Phase.STOPPING


def test_an_early_end_freezes_the_arm_where_it_is() -> None:
    track = told(
        started(State.tower(3, 0)),
        ArmTravelling(None, PEGS[0]._replace(z=80), 0.0),
        ArmTravelling(None, PEGS[2]._replace(z=80), 4.0),
    )
    track = told(RunEnded(State.tower(3, 0), "Halted."), track=track, now=1.0)
    assert track.scene(99.0).tool == Spot(0.5, 5.0)


def test_a_second_run_begins_afresh_with_the_arm_where_it_was() -> None:
    track = told(
        started(State.tower(3, 0)),
        ArmTravelling(None, PEGS[1]._replace(z=80), 0.0),
        Noted("Resting"),
        RunFinished(State.tower(3, 2), 7, 70.0),
        started(State.tower(3, 2)),
    )
    scene = track.scene(0.0)
    assert (scene.phase, scene.done, scene.gone, scene.message) == (Phase.RUNNING, 0, 0, "")
    assert scene.tool == Spot(1.0, 5.0)


def test_last_words_of_a_whole_run() -> None:
    track = told(started(State.tower(3, 0)), RunFinished(State.tower(3, 2), 7, 21.25))
    assert track.last_words == "Done: 7 of 7 moves in 21.2 s; all 3 disks stand on C."


def test_last_words_of_a_run_that_never_began_name_pegs_by_letters() -> None:
    track = told(RunEnded(State.tower(2, 3, pegs=4), "The arm is silent"))
    assert track.last_words == "Stopped: 0 of 0 moves in 0.0 s; all 2 disks stand on D. The arm is silent."


STEP = Step(1, Move(1, 0, 2), State.tower(3, 0))


@pytest.mark.parametrize(
    "heard", [(), (DiskGripped(1, 0),), (DiskGripped(1, 0), ArmTravelling(None, PEGS[2], 1.0))]
)
def test_after_an_end_in_mid_step_the_disk_may_be_anywhere_on_its_way(heard: tuple[Event, ...]) -> None:
    """Neither a grip nor a release that was under way is known to have been done, or not."""
    track = told(
        started(STEP.state), StepStarted(STEP), *heard, RunEnded(STEP.state, "The arm is silent", STEP)
    )
    assert track.last_words == (
        "Stopped: 0 of 7 moves in 0.0 s; disk 1 may be in the gripper, on A or on C: look; "
        "the others stand A:3,2 (bottom to top). The arm is silent."
    )


def test_a_disk_whose_release_has_settled_is_certain_in_mid_step_too() -> None:
    heard = (StepStarted(STEP), DiskGripped(1, 0), DiskReleased(1, 2))
    track = told(started(STEP.state), *heard, RunEnded(STEP.state, "Halted.", STEP))
    assert "moves in 0.0 s; the disks stand A:3,2 C:1 (bottom to top). Halted." in track.last_words


def test_a_step_whose_disk_is_known_to_have_stayed_leaves_every_disk_certain() -> None:
    heard = (StepStarted(STEP), RunEnded(STEP.state, "The cup does not hold disk 1.", doubt=None))
    track = told(started(STEP.state), *heard)
    assert "0 of 7 moves in 0.0 s; all 3 disks stand on A." in track.last_words


def test_between_two_steps_every_disk_is_certain() -> None:
    after = STEP.state.apply(STEP.move)
    heard = (StepStarted(STEP), StepDone(STEP, after, 2.0, None))
    track = told(started(STEP.state), *heard, RunEnded(after, "Stopped."))
    assert "1 of 7 moves in 2.0 s; the disks stand A:3,2 C:1 (bottom to top). Stopped." in track.last_words


def test_without_an_arm_a_disk_in_mid_step_was_on_its_way() -> None:
    state = State.tower(1, 0)
    step = Step(1, Move(1, 0, 2), state)
    track = told(started(state, arm=False), StepStarted(step), RunEnded(state, "Halted.", step))
    assert track.last_words == ("Stopped: 0 of 7 moves in 0.0 s; disk 1 was on its way from A to C. Halted.")
