"""Whether moves came in time: the account that a planner keeps, against times reckoned by hand."""

import pytest

from firmware_proto.live_motion import LivePlanner
from firmware_proto.motion import MotionPlanner, MotionSettings
from firmware_proto.points import ORIGIN, Point
from firmware_proto.supply import Supply

SECOND = 10.0  # mm that take one second: 0.5 s from rest to 20 mm/s, and 0.5 s back


def planner() -> MotionPlanner:
    made = MotionPlanner(ORIGIN, blocks=16, start_delay=0.0)
    made.settings = MotionSettings(acceleration=40.0)
    return made


def go(motion: MotionPlanner, x: float, now: float) -> None:
    """Move along x, asked for at `now`."""
    wait(motion, now)
    motion.add(Point(x, 0.0, 0.0), 1000.0, now)


def wait(motion: MotionPlanner, now: float) -> Supply:
    list(motion.advance(now))
    return motion.supply


def test_a_move_that_comes_after_the_last_has_ended_leaves_a_dry_stretch() -> None:
    motion = planner()
    go(motion, SECOND, 0.0)
    go(motion, 2 * SECOND, 1.25)
    supply = wait(motion, 5.0)
    assert supply.dry == [(pytest.approx(1.0), pytest.approx(1.25))]
    assert supply.seconds_dry == pytest.approx(0.25)
    assert supply.seconds_moved == pytest.approx(2.0)
    assert supply.share_dry == pytest.approx(0.25 / 2.25)


def test_a_move_that_comes_in_time_leaves_none() -> None:
    motion = planner()
    go(motion, SECOND, 0.0)
    go(motion, 2 * SECOND, 0.5)
    assert wait(motion, 5.0).dry == []


@pytest.mark.parametrize("asked_at", [0.5, 3.0], ids=["before the end", "after it"])
def test_rest_that_was_asked_for_is_not_dry(asked_at: float) -> None:
    motion = planner()
    go(motion, SECOND, 0.0)
    wait(motion, asked_at).rest_wanted()
    go(motion, 2 * SECOND, 7.0)
    go(motion, 3 * SECOND, 9.0)  # the rest is over with the move before this one
    assert wait(motion, 20.0).dry == [(pytest.approx(8.0), pytest.approx(9.0))]


def test_what_stands_at_the_end_is_not_dry() -> None:
    motion = planner()
    go(motion, SECOND, 0.0)
    assert wait(motion, 100.0).dry == []
    assert motion.supply.share_dry == 0.0


def test_nothing_is_dry_before_the_first_move_or_after_a_stop() -> None:
    motion = planner()
    go(motion, SECOND, 10.0)
    wait(motion, 10.5)
    motion.stop(10.5)
    go(motion, SECOND, 20.0)
    assert wait(motion, 30.0).dry == []
    assert motion.supply.seconds_moved == pytest.approx(0.5 + 2 * (SECOND / 2 / 40.0) ** 0.5)


def test_a_planner_that_never_moved_has_no_share() -> None:
    assert planner().supply.share_dry == 0.0


def test_a_hold_is_rest_that_was_asked_for() -> None:
    motion = LivePlanner(ORIGIN, blocks=15)
    motion.settings = MotionSettings(acceleration=40.0)
    motion.add(Point(SECOND, 0.0, 0.0), 1000.0, 0.0)
    motion.start(0.0)
    motion.hold(0.75)
    wait(motion, 3.0)
    motion.resume(3.0)
    assert wait(motion, 9.0).dry == []
