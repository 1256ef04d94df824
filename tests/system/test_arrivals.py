"""Backlash, as the axes behind the wire see it: one that is named comes to every disk from one side."""

import re
from math import atan2, degrees

import pytest

GRIPPER = re.compile(r" M10[67]\b")
PLACE = re.compile(r"([XYZ])(-?[0-9.]+)")

AXES = {
    "x": lambda place: place["X"],
    "y": lambda place: place["Y"],
    "turn": lambda place: degrees(atan2(place["Y"], place["X"])),
}


def last_motions(log: str, reading) -> list[float]:
    """The last motion, if any, of an axis before each line that works the gripper on the way."""
    place, last, found = {}, 0.0, []
    for line in log.splitlines():
        if " > " not in line:
            continue
        if " G1 " in line or " G0 " in line:
            before, place = place, place | {axis: float(number) for axis, number in PLACE.findall(line)}
            moved = reading(place) - reading(before) if len(before) == 3 else 0.0
            last = moved or last
        elif GRIPPER.search(line) and len(place) == 3:
            found.append(last)
    return found


@pytest.fixture
def motions(hanoi, tmp_path):
    """The last motions of an axis before the grips and releases of a whole run, all disks on C after it."""

    def motions(config: str, axis: str) -> list[float]:
        log = tmp_path / "wire.log"
        log.unlink(missing_ok=True)
        code, out, err = hanoi("run", config, "--dry-run", "--speed", "0", "--plain", "--wire-log", str(log))
        assert code == 0, err
        assert "The bench says: all 5 disks stand on C." in out
        found = last_motions(log.read_text(encoding="utf-8"), AXES[axis])
        assert len(found) >= 62
        return found[:62]

    return motions


def turned(degrees: int) -> tuple[str, str]:
    """What makes the joint arm turn its base to there before each way down."""
    return "clearance: 6}", f"clearance: 6, arrive_from: {{base: {degrees}}}}}"


MM = ("arrive_from: {base: -1.5}", "arrive_from: {x: 3}")
REVERSED = ("direction: {base: 1,", "direction: {base: -1,")
UPRIGHT = (
    (", top: {x: 121.5, y: 111, z: 63}", ""),
    (", top: {x: 120, y: -112, z: 60}", ""),
    ("arrive_from: {base: -1.5}", "arrive_from: {x: -3, y: 2}"),
)
OVER_B = ("park: {x: 120, y: 0, z: 150}", "park: {x: 180, y: 0, z: 150}")


@pytest.mark.parametrize(
    ("exhibit", "edits", "axis", "sign"),
    [
        ("tilted-table", (), "turn", 1),
        ("tilted-table", (OVER_B,), "turn", 1),
        ("tilted-table", (MM,), "x", -1),
        ("tilted-table", UPRIGHT, "x", 1),
        ("tilted-table", (*UPRIGHT, OVER_B), "y", -1),
        ("joint-arm", (turned(-1),), "x", 1),
        ("joint-arm", (turned(2),), "x", -1),
        ("joint-arm", (turned(-1), REVERSED), "x", 1),
    ],
)
def test_the_last_motion_of_a_named_axis_has_one_sign_over_the_whole_run(
    motions, config_with, exhibit, edits, axis, sign
):
    assert all(sign * moved > 0 for moved in motions(config_with(exhibit, *edits), axis))


def test_without_a_side_to_arrive_from_they_come_from_both(motions, config_with):
    found = motions("joint-arm", "x")
    assert min(found) < 0 < max(found)
