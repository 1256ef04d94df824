"""A recording of something else than this version can do is not played as if it were of something like it."""

import json
from pathlib import Path

import pytest
from flights import at_a_port, fly

from controller.app.options import RunOptions
from controller.app.replay import replayed
from controller.errors import UsageError
from controller.flight.player import _difference

GOLDEN = Path(__file__).parents[2] / "recordings" / "homing-halted.jsonl"


def changed(folder: Path, **changes: object) -> Path:
    """The golden recording with other words in its header; a dict of options is added to those there."""
    header, *rest = GOLDEN.read_text(encoding="ascii").splitlines()
    flight = json.loads(header)["flight"]
    changes["options"] = {**flight["options"], **changes.get("options", {})}
    path = folder / "changed.jsonl"
    lines = [json.dumps({"flight": {**flight, **changes}}), *rest]
    path.write_text("".join(f"{line}\n" for line in lines), encoding="ascii")
    return path


def refusal(path: Path) -> str:
    with pytest.raises(UsageError) as refused:
        replayed(path)
    told = str(refused.value)
    assert told.startswith(str(path))
    assert told.isprintable()
    assert refused.value.exit_code == 2
    return told


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("command", "rm"),
        ("command", "Run"),
        ("command", None),
        ("cycles", -1),
        ("cycles", 0),
        ("cycles", 1.5),
    ],
)
def test_what_no_hanoi_does_is_damage_and_the_place_is_named(
    tmp_path: Path, field: str, value: object
) -> None:
    path = changed(tmp_path, **{field: value})
    assert refusal(path) == f"{path}:1: the recording is damaged here ({field}); get the whole file."


def test_a_field_that_is_no_word_is_damage_as_well(tmp_path: Path) -> None:
    assert "damaged here; get" in refusal(changed(tmp_path, **{"\n\x1b[2J": 1}))


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("dry_run", "yes"),
        ("dry_run", 1),
        ("dry_run", None),
        ("step", "no"),
        ("speed", "fast"),
        ("imperfect", 1.5),
        ("imperfect", True),
        ("from_state", 3),
        ("evil", True),
        ("evil\n\x1b[2J", "x"),
    ],
)
def test_an_option_that_this_version_does_not_know_is_named(
    tmp_path: Path, option: str, value: object
) -> None:
    told = refusal(changed(tmp_path, options={option: value}))
    assert f"this version knows no option {option[:4]}" in told
    assert told.endswith("replay it with hanoi 0.1.0, which has recorded it.")


def test_options_that_are_as_they_should_be_are_played(tmp_path: Path) -> None:
    options = {"wire_log": "somewhere", "speed": 2, "imperfect": 3, "plain": False}
    assert replayed(changed(tmp_path, options=options)).same


def test_every_option_of_a_run_can_be_played(tmp_path: Path) -> None:
    options = RunOptions(False, 0.5, True, tmp_path / "wire", "A:5,4,3,2,1", True, False, 7)
    flown = fly(at_a_port("marlin-arm", tmp_path), ["reset:60"], options=options)
    assert replayed(flown.path).same


def test_a_mistake_in_its_config_names_the_recording_too(tmp_path: Path) -> None:
    path = changed(tmp_path, config="exhibit: Lobby\ntower: 7\n")
    with pytest.raises(UsageError) as refused:
        replayed(path)
    lines = str(refused.value).splitlines()
    assert any(line.startswith(f"{path}: its config lobby.yaml:2:8 tower: ") for line in lines)
    assert all(line.startswith(f"{path}: its config lobby.yaml:") for line in lines)


def test_disks_that_cannot_stand_so_name_the_recording_too(tmp_path: Path) -> None:
    assert "where the disks stood at the start: There is no peg 'Q'" in refusal(
        changed(tmp_path, start="Q:1")
    )


def test_a_difference_never_shows_the_same_words_twice(tmp_path: Path) -> None:
    """Each entry twice: the line is asked for again, and begins with an empty one then."""
    header, *entries, end = GOLDEN.read_text(encoding="ascii").splitlines()
    path = tmp_path / "doubled.jsonl"
    doubled = [entry for entry in entries for _ in range(2)]
    path.write_text("".join(f"{line}\n" for line in [header, *doubled, end]), encoding="ascii")
    difference = replayed(path).difference
    assert difference is not None
    assert (difference.recorded, difference.now) == ("N1 M115*39\\n", "\\nN1 M115*39\\n")


@pytest.mark.parametrize(
    "other", [b"G28", b"G28\r\n", b" G28\n", b"G28 \n", b"\nG28\n", b"G28\n\n", b"\\nG28\n"]
)
def test_whatever_differs_is_seen(other: bytes) -> None:
    for recorded, now in ((b"G28\n", other), (other, b"G28\n"), (b"\nG28", other + b"x")):
        found = _difference(1, recorded, now)
        assert found.recorded != found.now
        assert found.now.isprintable()
