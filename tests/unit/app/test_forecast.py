"""Days on the bench: what comes of them, in figures that can be foretold."""

import json
import math
import random
import sys
from pathlib import Path

import pytest

from controller.app.forecast import Forecast, forecast
from controller.app.wear import seconds_to_a_miss, seconds_to_walk_off
from controller.cli import main
from controller.config.exhibits import folder
from controller.errors import UsageError
from firmware_proto.quick_bench import Mishap

# A GRBL whose motors go limp 25 ms after each stop.
LIMP = (
    ("firmware: marlin", "firmware: grbl\n  startup: ['$1=25']"),
    ("[M106 S255]", "[M8]"),
    ("[M107]", "[M9]"),
)
RECESS = "pole_height: 0, seat: {kind: recess}}"


@pytest.fixture
def demo(tmp_path: Path):
    """The demo with other tolerances, and with what else is replaced in its text."""

    def write(tolerances: str, *replaced: tuple[str, str]) -> str:
        text = (folder() / "demo.yaml").read_text(encoding="utf-8")
        for old, new in (("arm:\n", f"arm:\n  tolerances: {tolerances}\n"), *replaced):
            assert old in text
            text = text.replace(old, new, 1)
        path = tmp_path / "own.yaml"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


@pytest.fixture
def hanoi(capsys: pytest.CaptureFixture[str]):
    def run(*arguments: str) -> tuple[int, str, str]:
        try:
            code = main(arguments)
        except SystemExit as leaving:  # argparse leaves so
            code = int(leaving.code or 0)
        return (code, *capsys.readouterr())

    return run


def test_flat_disks_under_a_cup_walk_out_of_line_within_the_day(demo) -> None:
    found = forecast(demo("{placing: 0.2}"), 5)
    assert found.bad_days == 5
    assert found.causes("out of line") == ["walk"]
    assert found.count("lost") == found.count("dropped") == 0
    assert found.disks("out of line", "walk")[0] == 1


def test_a_seat_ends_the_walk(demo) -> None:
    found = forecast(demo("{placing: 0.2}", ("pole_height: 0}", RECESS)), 5)
    assert (found.bad_days, found.hours_to_first()) == (0, None)


def test_the_same_seed_is_the_same_days_and_another_is_not(demo) -> None:
    name = demo("{placing: 0.2}")
    first, again, other = (forecast(name, 3, seed=seed) for seed in (1, 1, 2))
    assert first == again
    assert first.mishaps != other.mishaps


@pytest.mark.parametrize(
    ("key", "cause", "outcome"),
    [("double_pick", "double pick", "lost"), ("late_release", "late release", "dropped")],
)
def test_a_chance_a_carry_comes_as_often_as_its_share_of_the_carries(
    demo, key: str, cause: str, outcome: str
) -> None:
    found = forecast(demo(f"{{placing: 0, {key}: 0.004}}"), 12)
    # A disk that stands alone on its peg cannot bring another one along.
    alone = _alone() if key == "double_pick" else 0.0
    expected = found.moves * (1 - alone) * 0.004
    assert found.count(outcome, cause) == pytest.approx(expected, abs=4 * math.sqrt(expected))
    assert found.causes(outcome) == [cause]


def _alone() -> float:
    """The share of all moves of five disks that take the only disk of a peg."""
    pegs = [[5, 4, 3, 2, 1], [], []]
    alone = 0

    def transfer(disks: int, source: int, target: int) -> None:
        nonlocal alone
        if not disks:
            return
        transfer(disks - 1, source, 3 - source - target)
        alone += len(pegs[source]) == 1
        pegs[target].append(pegs[source].pop())
        transfer(disks - 1, 3 - source - target, target)

    transfer(5, 0, 2)
    return alone / 31


def test_leaks_come_as_often_as_the_seconds_of_holding_say(demo) -> None:
    name = demo("{placing: 0, leak: 0.003}")
    found = forecast(name, 10)
    running = 10 * 8 * 3600
    # Most of the time something moves, and about half of that is carrying.
    assert 0.25 * running * 0.003 < found.count("dropped", "leak") < 0.6 * running * 0.003


def test_the_first_walk_off_comes_when_the_closed_form_says(demo) -> None:
    # So little an error that the last step beyond the bound does not matter, and a bound for disk 1 alone.
    name = demo("{placing: 0.1, off_axis: 2}")
    found = forecast(name, 12)
    ones = sum(times for mishap, times in found.mishaps.items() if mishap.disk == 1)
    carries = found.moves * 16 / 31
    alone = seconds_to_walk_off(0.1, 2.0, 1.0)  # in carries of disk 1
    assert alone == pytest.approx(200)
    # Others that are out first have all put straight, so that disk 1 is out more seldom than alone.
    assert 0.5 < ones * alone / carries < 1.0


def test_a_walk_alone_takes_as_long_as_the_closed_form_says() -> None:
    draw, steps, walks = random.Random(4), 0, 400
    for _ in range(walks):
        x = y = 0.0
        while math.hypot(x, y) <= 2.0:
            x, y, steps = x + draw.gauss(0, 0.05), y + draw.gauss(0, 0.05), steps + 1
    assert steps / walks == pytest.approx(seconds_to_walk_off(0.05, 2.0, 1.0), rel=0.12)


def test_an_error_is_longer_than_the_room_as_often_as_the_closed_form_says() -> None:
    draw = random.Random(4)
    misses = sum(math.hypot(draw.gauss(0, 0.2), draw.gauss(0, 0.2)) > 0.5 for _ in range(40_000))
    assert 40_000 / misses == pytest.approx(seconds_to_a_miss(0.2, 0.5, 1.0), rel=0.06)
    assert seconds_to_a_miss(0.001, 50.0, 1.0) > 1e300


def test_a_grip_that_always_fails_hides_nothing_that_is_rarer(demo) -> None:
    rare = "leak: 0.001, late_release: 0.004"
    found, without = (forecast(demo(f"{{placing: 0, {more}{rare}}}", *LIMP), 12) for more in ("sag: 3, ", ""))
    assert found.hiding == ("sag",)
    assert found.count("out of line", "sag") == found.moves
    for cause in ("leak", "late release"):
        assert found.count("dropped", cause) == without.count("dropped", cause) > 0
    assert found.bad_days == 12


def test_motors_that_stay_powered_let_nothing_sag(demo) -> None:
    found = forecast(demo("{placing: 0, sag: 3}"), 2)
    assert (found.mishaps, found.told["sag"]) == ({}, 0)


def test_a_sag_adds_up_stop_by_stop_and_after_each_mishap_anew(demo) -> None:
    """0.5 mm are borne; 0.1 at the park position and 0.2 in each move are 0.5 after the second."""
    found = forecast(demo("{placing: 0, sag: 0.1}", *LIMP), 2)
    assert found.told["sag"] == 0.1
    assert found.count("out of line", "sag") in (found.moves // 3, found.moves // 3 + 1)


def test_each_of_two_that_hide_one_another_is_told_by_itself(demo) -> None:
    found = forecast(demo("{placing: 0.2, sag: 3, late_release: 1}", *LIMP), 2)
    assert found.hiding == ("sag", "late release")
    assert found.count("out of line", "sag") == found.count("dropped", "late release") == found.moves
    assert 0 < found.count("out of line", "walk") < found.moves / 20


def test_a_walk_that_hides_the_rest_is_set_aside_with_all_that_comes_of_errors(demo) -> None:
    found = forecast(demo("{placing: 4, leak: 0.001}"), 2)
    assert found.hiding == ("walk",)
    alone = forecast(demo("{placing: 0, leak: 0.001}"), 2)
    assert found.count("dropped", "leak") == alone.count("dropped", "leak") > 0


def test_days_go_on_where_the_day_before_has_ended(demo) -> None:
    slow = demo("{placing: 0.03}")
    assert forecast(slow, 1).bad_days == 0
    assert forecast(slow, 12).bad_days > 0


def test_long_journeys_are_worked_out_as_they_go(demo) -> None:
    diameters = "[" + ", ".join(str(20 + 2 * disk) for disk in range(17)) + "]"
    found = forecast(
        demo(
            "{placing: 0.2}",
            ("disks: 5", "disks: 17"),
            ("thickness: 10, diameters: [30, 40, 50, 60, 70]", f"thickness: 2, diameters: {diameters}"),
        ),
        1,
        hours=0.5,
    )
    assert found.moves > 100


def test_lamps_have_nothing_to_lose() -> None:
    with pytest.raises(UsageError, match="lamps lose no disks"):
        forecast("led-tower", 1)


def test_the_forecast_in_words_says_how_often_and_from_what(hanoi, demo) -> None:
    code, out, err = hanoi("forecast", demo("{placing: 0.2, leak: 0.001}"), "--days", "4")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].startswith("Demo tower: 4 days of 8 h, ")
    assert "on 4 of them" in lines[1]
    assert any("never" in line and "lost:" in line for line in lines)
    assert any("out of line:" in line and "in 1,000 days" in line for line in lines)
    assert any("from walk (disks 1, " in line and "give it a seat" in line for line in lines)
    assert any("from leak (disk" in line for line in lines)
    assert "placing 0.2" in lines[-2]
    assert "double picks, late releases;" in lines[-1]


def test_what_always_fails_is_said_first_and_what_is_rarer_is_said_too(hanoi, demo) -> None:
    code, out, _ = hanoi("forecast", demo("{placing: 0, sag: 3, leak: 0.001}", *LIMP), "--days", "2")
    assert code == 0
    lines = out.splitlines()
    assert lines[2].startswith("Every move fails from sag: the arm sinks")
    assert "All other causes are counted as if it were put right." in lines[2]
    assert any("dropped:" in line and "never" not in line for line in lines)


def test_what_fails_often_is_said_with_its_share(hanoi, demo) -> None:
    lines = hanoi("forecast", demo("{placing: 0, late_release: 0.5}"), "--days", "2")[1].splitlines()
    assert lines[2].startswith("About 1 move in 2 fails from late release: it clung to the gripper")


def test_a_forecast_of_nothing_says_so(hanoi, demo) -> None:
    chances = "double_pick: 0.000000000001, late_release: 0.000000000001, leak: 0.000000000001"
    out = hanoi("forecast", demo(f"{{placing: 0, {chances}}}"), "--days", "1")[1]
    assert "1 day of 8 h" in out
    assert "Nothing has gone wrong." in out
    assert "Not reckoned" not in out


@pytest.mark.parametrize(("times", "told"), [(7, "2.3 in"), (6, "2 in"), (4000, "1,333 in")])
def test_mishaps_are_told_by_the_thousand_days_in_digits_that_mean_something(
    hanoi, mocker, times: int, told: str
) -> None:
    tolerances = dict.fromkeys(("placing", "double_pick", "late_release", "leak"), 0.1)
    found = Forecast("Rare", 3000, 8.0, 10_000_000, {Mishap("leak", 1): times}, times, tolerances)
    mocker.patch("controller.app.forecast.forecast", return_value=found)
    (line,) = [line for line in hanoi("forecast", "demo")[1].splitlines() if "dropped:" in line]
    assert line.strip().startswith(told)


def test_the_forecast_as_json_has_the_same_figures(hanoi, demo) -> None:
    name = demo("{placing: 0.2}")
    said = json.loads(hanoi("forecast", name, "--days", "5", "--seed", "3", "--json", "--hours", "4")[1])
    found = forecast(name, 5, hours=4.0, seed=3)
    assert (said["days"], said["hours"], said["seed"], said["moves"]) == (5, 4.0, 3, found.moves)
    assert said["per_1000_days"] == {"lost": 0, "dropped": 0, "out_of_line": found.count("out of line") * 200}
    assert said["days_with_mishaps"] == found.bad_days
    assert said["hours_to_first"] == found.hours_to_first() == 20 / found.count("out of line")
    (cause,) = said["causes"]
    assert (cause["outcome"], cause["cause"], cause["disks"][0]) == ("out of line", "walk", 1)
    assert said["tolerances"]["placing"] == 0.2
    assert said["counted_apart"] == []


@pytest.mark.parametrize(
    ("option", "value", "told"),
    [
        ("--days", "0", "number of days"),
        ("--days", "many", "number of days"),
        ("--hours", "25", "up to 24"),
        ("--hours", "nan", "up to 24"),
        ("--hours", "x", "up to 24"),
    ],
)
def test_days_that_cannot_be_are_refused(hanoi, option: str, value: str, told: str) -> None:
    code, _, err = hanoi("forecast", "demo", option, value)
    assert code == 2
    assert told in err


@pytest.mark.parametrize(
    ("watched", "days", "told"), [(True, 125, True), (True, 1, False), (False, 125, False)]
)
def test_a_person_who_waits_is_told_so_and_a_log_is_not(
    demo, hanoi, monkeypatch: pytest.MonkeyPatch, watched: bool, days: int, told: bool
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: watched)
    code, _, err = hanoi("forecast", demo("{placing: 0.2}"), "--days", str(days))
    assert code == 0
    assert err == ("Playing 125 days of 8 h; this takes a while. Ctrl-C ends it.\n" if told else "")
