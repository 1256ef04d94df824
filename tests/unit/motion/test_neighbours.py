"""The open jaw beside neighbouring stacks, and what else is wrong with a gripper for its table."""

from dataclasses import replace

import pytest
from tables import FOUR, ROW

from controller.model import Point, State
from controller.motion.geometry import Geometry, Jaw
from controller.motion.proof import problems

JAW = ("arm", "gripper", "jaw")


def places(geometry: Geometry, goal: int = 2) -> list[tuple[str, ...]]:
    """Where carrying the tower from the first peg finds problems."""
    disks = len(geometry.thickness)
    return [x.where for x in problems(geometry, State.tower(disks, 0), State.tower(disks, goal))]


@pytest.mark.parametrize(("finger", "found"), [(20, []), (20.1, ["B", "C"])])
def test_the_open_jaw_keeps_its_clearance_beside_the_widest_disk(finger: float, found: list[str]) -> None:
    """80 mm between pegs in a row: 28 + 20 for the jaw, 27 for the disk, 5 between them."""
    table = replace(ROW, jaw=Jaw(open=56, finger=finger))
    assert places(table) == [("arm", "pegs", name) for name in found]


def test_beside_pegs_that_are_empty_at_the_time_the_jaw_needs_no_room() -> None:
    lone = replace(ROW, thickness=(9,), diameters=(54,), jaw=Jaw(open=56, finger=60))
    assert places(lone) == []


def test_a_peg_on_a_stand_above_the_tower_beside_it_sweeps_nothing_but_is_swept() -> None:
    """80 mm apart: fingers at A begin at 13, and B's disks stand at 60; only that direction is wrong."""
    stand = replace(FOUR, pegs=(FOUR.pegs[0], Point(130, 35, 60), Point(200, -215, 4)))
    narrow = replace(stand, diameters=(14, 22, 30, 38), jaw=Jaw(open=56, finger=33))
    (problem,) = problems(narrow, State.tower(4, 0), State.tower(4, 2))
    assert problem.where == ("arm", "pegs", "B")
    assert "122 mm across its fingers" in problem.text
    assert "what stands on peg B" in problem.text


def test_a_neighbours_pole_is_kept_clear_of_too() -> None:
    """One disk, so that nothing stands beside it but the poles, at 80 mm: 28 + 47 + 5."""
    lone = replace(ROW, thickness=(9,), diameters=(54,), pole_height=30, grip_depth=3)
    assert places(replace(lone, jaw=Jaw(open=56, finger=47))) == []
    assert places(replace(lone, jaw=Jaw(open=56, finger=47.1))) == [
        ("arm", "pegs", "B"),
        ("arm", "pegs", "C"),
    ]


def test_pegs_that_lean_together_bring_the_jaw_too_near() -> None:
    table = replace(ROW, jaw=Jaw(open=56, finger=19.5))
    assert places(table) == []
    together = ((0, 0), (0, 0.05), (0, 0))
    assert places(replace(table, leans=together)) == [("arm", "pegs", "B")]


def test_pegs_that_lean_together_bring_disks_into_contact() -> None:
    close = replace(FOUR, pegs=(FOUR.pegs[0], Point(181, 115, 4), FOUR.pegs[2]))
    assert places(close) == []
    assert places(replace(close, leans=((0, 0), (-0.1, 0), (0, 0)))) == [("arm", "pegs", "B")]


def test_a_jaw_that_does_not_go_round_the_largest_disk_is_told() -> None:
    assert places(replace(FOUR, jaw=Jaw(open=54, finger=2))) == []
    assert places(replace(FOUR, jaw=Jaw(open=53, finger=2))) == [JAW]


def test_fingers_pressed_through_the_thinnest_disk_are_told() -> None:
    deep = replace(FOUR, grip_depth=6)
    assert places(replace(deep, press=3)) == []
    assert places(replace(deep, press=3.5)) == [("arm", "gripper", "press")]


def test_a_pressed_cup_goes_below_the_workspace_sooner() -> None:
    """A disk on the board is gripped at 13 - 2."""
    at_eleven = replace(FOUR, press=2, workspace=replace(FOUR.workspace, z=(11, 200)))
    assert places(at_eleven) == []
    assert places(replace(at_eleven, press=2.5)) == [("arm", "pegs", name) for name in "ABC"]


def test_a_peg_that_leans_out_of_the_workspace_is_told_with_the_height() -> None:
    edge = replace(FOUR, pegs=(FOUR.pegs[0], Point(315, 0, 4), FOUR.pegs[2]))
    assert places(edge) == []
    leaning = replace(edge, leans=((0, 0), (0.1, 0), (0, 0)))
    (problem,) = problems(leaning, State.tower(4, 0), State.tower(4, 2))
    assert problem.where == ("arm", "pegs", "B")
    assert "leans and at z 150 is outside" in problem.text


@pytest.mark.parametrize("offset", [(8, 0), (-180, 60)])
def test_an_arrival_out_of_the_workspace_is_told(offset: tuple[float, float]) -> None:
    """8 mm beyond 315 is outside the ring; 180 mm to the left the way to C begins behind the base."""
    table = replace(FOUR, pegs=(Point(100, 115, 4), Point(315, 0, 4), Point(100, -115, 4)))
    assert places(table) == []
    found = places(replace(table, arrive_from=offset))
    assert set(found) == {("arm", "motion", "arrive_from")}
