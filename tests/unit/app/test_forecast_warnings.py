"""`hanoi check` warns of what is no mistake and yet cannot last."""

import math

import pytest

from controller.app.check import check
from controller.app.forecast import journeys_of
from controller.app.wear import warnings
from controller.config import parse
from controller.config.exhibits import folder
from controller.views.words import duration

DEMO = (folder() / "demo.yaml").read_text(encoding="utf-8")
LIMP = DEMO.replace("firmware: marlin", "firmware: grbl\n  startup: ['$1=25']").replace(
    "grip: [M106 S255], release: [M107]", "grip: [M8], release: [M9]"
)
POLES = (folder() / "marlin-arm.yaml").read_text(encoding="utf-8")


def _told(text: str, tolerances: str = "{}", *replaced: tuple[str, str]) -> list[str]:
    for old, new in (("arm:\n", f"arm:\n  tolerances: {tolerances}\n"), *replaced):
        assert old in text
        text = text.replace(old, new, 1)
    return list(warnings(parse("f.yaml", text)))


def _seconds_a_move() -> float:
    """Of the demo's 31 moves there and 31 back."""
    return sum(journey.seconds for journey in journeys_of(parse("f.yaml", DEMO))) / 62


def test_flat_disks_under_a_cup_walk_off_and_the_time_is_told() -> None:
    (told,) = _told(DEMO)
    assert "arm.disks.seat: nothing centres a disk" in told
    moves = 5**2 / (2 * 0.2**2) * 31 / 16  # every other one is of disk 1
    walked = duration(moves * _seconds_a_move())
    assert f"0.2 mm: disk 1 is 5 mm off its axis after about {walked};" in told


@pytest.mark.parametrize(
    ("text", "tolerances", "replaced"),
    [
        (DEMO, "{placing: 0}", ()),
        (DEMO, "{placing: 0.005}", ()),
        (DEMO, "{}", (("pole_height: 0}", "pole_height: 0, seat: {kind: recess}}"),)),
        (DEMO, "{}", (("grip_depth: 0", "grip_depth: 4"),)),
        (POLES, "{}", ()),
        (DEMO, "{placing: 0, thickness: 0.1}", ()),
        (DEMO, "{placing: 0, thickness: 0.15}", (("grip_depth: 0", "grip_depth: 0, press: 1"),)),
        (LIMP, "{placing: 0, sag: 0.0000001}", ()),
    ],
)
def test_what_lasts_a_month_of_days_is_not_told(
    text: str, tolerances: str, replaced: tuple[tuple[str, str], ...]
) -> None:
    assert _told(text, tolerances, *replaced) == []


def test_a_seat_that_catches_too_little_is_told() -> None:
    narrow = ("pole_height: 0}", "pole_height: 0, seat: {kind: recess, capture: 0.6, play: 0}}")
    (told,) = _told(DEMO, "{}", narrow)
    missed = duration(math.exp(0.6**2 / (2 * 0.2**2)) * _seconds_a_move())
    assert f"misses the 0.6 mm that its seat catches about every {missed};" in told
    (told,) = _told(POLES, "{placing: 1.5}")
    assert "misses the 3 mm" in told


def test_thicknesses_add_up_over_the_stack() -> None:
    (told,) = _told(DEMO, "{placing: 0, thickness: 0.15}")
    assert "5 disks each 0.15 mm too thick or too thin make 0.75 mm" in told
    assert "bears 0.5 mm" in told


@pytest.mark.parametrize(("sag", "move"), [(0.7, 1), (0.2, 1), (0.15, 2), (0.1, 3), (0.02, 13)])
def test_an_arm_that_sags_at_its_stops_is_told_with_the_move(sag: float, move: int) -> None:
    """One stop to park, and two in each move."""
    (told,) = _told(LIMP, f"{{placing: 0, sag: {sag}}}")
    assert f"arm.tolerances.sag: an arm that sinks {sag:g} mm each time" in told
    assert f"bears 0.5 mm: too hard in move {move};" in told


def test_a_sag_of_motors_that_stay_powered_is_told_to_have_no_effect() -> None:
    (told,) = _told(DEMO, "{placing: 0, sag: 0.7}")
    assert told.startswith("arm.tolerances.sag: an arm that sinks 0.7 mm")
    assert told.endswith("it has no effect")
    (told,) = _told(LIMP.replace("$1=25", "$1=255"), "{placing: 0, sag: 0.7}")
    assert told.endswith("where its $1 is not 255, write that among the startup lines")


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        ("double_pick: 0.01", "arm.tolerances.double_pick: at 0.01 a disk is lost or dropped about every "),
        ("late_release: 0.001", "wait longer after letting go"),
        ("leak: 0.0001", "see to cup, hose and pump"),
    ],
)
def test_chances_that_come_within_a_month_are_told(chance: str, words: str) -> None:
    (told,) = _told(DEMO, f"{{placing: 0, {chance}}}")
    assert words in told


@pytest.mark.parametrize("name", ["double_pick", "late_release", "leak"])
def test_chances_that_come_once_in_years_are_not(name: str) -> None:
    assert _told(DEMO, f"{{placing: 0, {name}: 0.00000001}}") == []


def test_the_time_to_a_chance_is_that_of_its_share_of_the_moves() -> None:
    (told,) = _told(DEMO, "{placing: 0, late_release: 0.5}")
    assert f"about every {duration(2 * _seconds_a_move())};" in told


def test_lamps_wear_nothing_out() -> None:
    assert list(warnings(parse("f.yaml", (folder() / "led-tower.yaml").read_text(encoding="utf-8")))) == []


def test_warnings_follow_the_word_that_nothing_is_wrong() -> None:
    first, *others = check("demo").splitlines()
    assert first.endswith("nothing is wrong.")
    starts = [line.partition(": ")[2].split(": ")[1] for line in others]
    assert starts == ["arm.gripper.check", "arm.disks.seat"]
    assert check("watched-arm").endswith("nothing is wrong.")


def test_a_tower_that_takes_longer_than_the_universe_is_checked_all_the_same() -> None:
    diameters = "[" + ", ".join(f"{10 + disk / 2:g}" for disk in range(100)) + "]"
    told = _told(
        DEMO,
        "{}",
        ("disks: 5", "disks: 100"),
        ("thickness: 10, diameters: [30, 40, 50, 60, 70]", f"thickness: 1, diameters: {diameters}"),
    )
    assert "disk 1 is 5 mm off" in told[0]
