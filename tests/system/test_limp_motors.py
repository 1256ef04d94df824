"""Motors that go limp at stops: what a whole run comes to is what the forecast says, and check."""

import random
import re

import pytest

from controller.app.forecast import journeys_of
from controller.app.imperfect import quick_bench
from controller.app.wear import warnings
from controller.config import load

PORT = "  baud: 115200\n"
RUN = ("--dry-run", "--speed", "0", "--plain", "--imperfect", "1")


def first_mishap(name: str) -> int | None:
    """The move of a run that the quick bench sees the first mishap in; None: in none."""
    config = load(name)
    bench = quick_bench(config.arm, config.tower.start_state().stacks, random.Random(1))
    moves = enumerate(journeys_of(config)[0], 1)
    return next((number for number, carry in moves if bench.carry(*carry)), None)


def told_move(name: str) -> int | None:
    """The move that check tells."""
    told = [found for text in warnings(load(name)) if (found := re.search(r"too hard in move (\d+)", text))]
    return int(told[0][1]) if told else None


@pytest.fixture
def failed_move(hanoi):
    """The move of a whole run that the bench sees something wrong in; None: in none."""

    def failed_move(name: str) -> int | None:
        code, out, err = hanoi("run", name, *RUN)
        if code == 0:
            assert "all 5 disks stand on C" in out
            return None
        assert "The bench saw what must not happen" in err
        done = re.search(r"Stopped: (\d+) of 31 moves", out)
        assert done, out
        return int(done[1]) + 1

    return failed_move


@pytest.mark.parametrize(
    ("delay", "sag", "press", "move"),
    [
        (25, 0, 0, None),
        (25, 0.3, 0, 1),
        (25, 0.1, 0, 3),
        (25, 0.02, 0, 13),
        (25, 0.1, 1, 8),
        (255, 0.3, 0, None),
    ],
)
def test_the_arm_has_sunk_too_far_in_the_same_move_for_all(failed_move, config_with, delay, sag, press, move):
    name = config_with(
        "grbl-arm",
        (PORT, f"{PORT}  startup: ['$1={delay}']\n  tolerances: {{placing: 0, sag: {sag}}}\n"),
        ("grip_settle: 0.3", f"press: {press}, grip_settle: 0.3"),
        ("z: [0, 180]", "z: [-5, 180]"),
    )
    assert (failed_move(name), first_mishap(name), told_move(name)) == (move, move, move)


def test_a_marlin_keeps_its_motors_powered(failed_move, config_with):
    name = config_with("demo", ("arm:\n", "arm:\n  tolerances: {placing: 0, sag: 2}\n"))
    assert (failed_move(name), first_mishap(name), told_move(name)) == (None, None, None)


@pytest.mark.parametrize(
    ("grip", "release", "move"),
    [
        ("[PUMP ON]", "[PUMP OFF]", None),
        ("[PUMP ON]", "[PUMP OFF, M84 S0]", None),
        ("[PUMP ON]", "[PUMP OFF, M84]", 3),
        ("[PUMP ON, M18]", "[PUMP OFF, M18]", 2),
    ],
)
def test_lines_of_a_custom_firmware_that_let_the_motors_go_count_each(
    failed_move, config_with, grip, release, move
):
    """0.2 mm each; 0.5 mm are borne."""
    custom = "custom\n  custom: {move: 'G1 X{x} Y{y} Z{z} F{feed}', finished: M400, home: [G28]}"
    name = config_with(
        "demo",
        ("arm:\n", "arm:\n  tolerances: {placing: 0, sag: 0.2}\n"),
        ("firmware: marlin", f"firmware: {custom}"),
        ("grip: [M106 S255], release: [M107]", f"grip: {grip}, release: {release}"),
    )
    assert (failed_move(name), first_mishap(name), told_move(name)) == (move, move, move)
