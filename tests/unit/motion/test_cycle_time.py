"""A run is nearly as quick as its speeds allow, pulls no axis harder than plain corners, and stays clear."""

import pytest
from cycle import actions_of, bound, emulated_seconds, planner_of, reference, ride, sent
from tables import Checker

from controller.config import Config, exhibits, load
from controller.motion.estimate import estimate
from controller.planner import solve_between

BAR = 1.12
NEARLY_THERE = 1.05  # where nothing but the speeds of the axes is in the way


@pytest.fixture(scope="module")
def job(tmp_path_factory: pytest.TempPathFactory) -> Config:
    return reference(tmp_path_factory.mktemp("reference"))


@pytest.mark.parametrize("config", ["reference", "joint-arm"])
def test_arches_are_quick_and_pull_no_axis_harder_than_plain_corners_do(config: str, job: Config) -> None:
    """By the real driver, over the wire; joints are held to their own accelerations, in degrees."""
    chosen = job if config == "reference" else load(config)
    arches, corners = ride(chosen), ride(chosen, arches=False)
    assert arches.seconds / bound(chosen) < (NEARLY_THERE if chosen is job else BAR)
    assert arches.seconds < corners.seconds
    for in_arches, at_corners in zip(arches.pulls, corners.pulls, strict=True):
        assert in_arches <= at_corners * 1.001


def test_the_arm_sets_out_at_once_however_many_lines_follow(job: Config) -> None:
    """Two dwells of 53 ms prove the end of motion at each of 30 stops; setting out takes a few ms more."""
    assert ride(job).stopping / 30 < 2 * 0.053 + 0.01


@pytest.mark.parametrize(("disks", "pole"), [(5, 0), (8, 0), (4, 40), (5, 20)])
def test_more_disks_and_poles_are_near_their_bounds_too(disks: int, pole: float, tmp_path) -> None:
    config = reference(tmp_path, disks, pole)
    seconds = emulated_seconds(config, actions_of(config, planner_of(config)))
    assert seconds / bound(config) < NEARLY_THERE


@pytest.mark.parametrize(("disks", "pole"), [(4, 0), (5, 0), (4, 40), (5, 20)])
def test_the_way_that_is_really_sent_keeps_the_clearance(disks: int, pole: float, tmp_path) -> None:
    """Read back from the program's lines, rounded as they are."""
    config = reference(tmp_path, disks, pole)
    geometry = planner_of(config).geometry
    checker = Checker(geometry, config.tower.start_state(), geometry.park).watch(sent(config))
    assert checker.slack > -0.001
    assert checker.stacks[2] == list(range(disks, 0, -1))


def test_lines_are_not_too_brief_for_a_host_to_keep_up_with(job: Config) -> None:
    """At most a few of a run are under 3 ms."""
    planner = planner_of(job)
    at, brief, lines = planner.geometry.park, 0, 0
    for action in sent(job):
        if hasattr(action, "to"):
            seconds = sum(abs(a - b) ** 2 for a, b in zip(at, action.to, strict=True)) ** 0.5 / action.speed
            at, brief, lines = action.to, brief + (seconds < 0.003), lines + 1
    assert brief / lines < 0.02


SLOW_JOINTS = (
    "max_speed: {base: 90, shoulder: 60, elbow: 60}",
    "max_speed: {base: 30, shoulder: 15, elbow: 15}",
)


@pytest.mark.parametrize("slow", [False, True])
def test_joints_are_foretold_at_their_own_speeds(slow: bool, tmp_path) -> None:
    """To within 2 % of the emulated planner, which knows degrees alone."""
    text = (exhibits.folder() / "joint-arm.yaml").read_text(encoding="utf-8")
    path = tmp_path / "joints.yaml"
    path.write_text(text.replace(*SLOW_JOINTS) if slow else text, encoding="utf-8")
    config = load(str(path))
    planner, start = planner_of(config), config.tower.start_state()
    foretold = estimate(planner, solve_between(start, config.tower.goal_state()), start).seconds
    assert foretold == pytest.approx(emulated_seconds(config, actions_of(config, planner)), rel=0.02)
