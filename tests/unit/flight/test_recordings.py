"""A recording's file: read as it was written, and one clear sentence for every other file."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.errors import UsageError
from controller.events import Noted
from controller.flight.recording import SCHEMA, End, Flight, Recording, from_lines, to_lines
from controller.flight.shelf import LARGEST, keep, read, state_folder
from controller.flight.tape import Entry, Kind

NOON = datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC)
GOLDEN = Path(__file__).parents[2] / "recordings" / "homing-halted.jsonl"


def recording(*entries: Entry) -> Recording:
    flight = Flight(
        schema=SCHEMA,
        program="0.1.0",
        python="3.11",
        platform="Linux",
        written="2026-11-30T12:00:00+00:00",
        arguments=["run", "lobby.yaml"],
        command="run",
        options={"dry_run": False, "speed": None},
        cycles=None,
        config_name="lobby.yaml",
        config="exhibit: Lobby\n",
        start="A:1",
        journal=None,
    )
    return Recording(flight, entries, End(12.5, "DeviceReset", "It has started anew.", 3, []))


BYTES = (Kind.SENT, Kind.RECEIVED, Kind.URGENT)
bytes_of_wire = st.binary(max_size=60).map(lambda data: data.decode("latin-1"))
wire = st.builds(
    Entry, st.floats(0, 1e6).map(lambda at: round(at, 6)), st.sampled_from(BYTES), bytes_of_wire, st.none()
)


@given(st.lists(wire, max_size=6))
def test_every_byte_comes_back(entries: list[Entry]) -> None:
    lines = list(to_lines(recording(*entries)))
    assert all(line.isascii() and "\n" not in line for line in lines)
    assert from_lines("x.jsonl", lines) == recording(*entries)


def test_events_are_written_with_all_they_tell() -> None:
    line = list(to_lines(recording(Entry(1.0, Kind.EVENT, "Noted", Noted("So it is.")))))[1]
    assert json.loads(line) == {"at": 1.0, "event": "Noted", "told": {"text": "So it is."}}


@given(st.data())
def test_a_file_that_was_cut_off_anywhere_is_refused_in_a_sentence(data: st.DataObject) -> None:
    text = GOLDEN.read_text(encoding="ascii")
    cut = data.draw(st.integers(0, len(text) - 2))
    with pytest.raises(UsageError, match=r"^x\.jsonl(:\d+)?: [^\n]*\.$"):
        from_lines("x.jsonl", text[:cut].splitlines())


@given(st.text(max_size=80))
def test_any_other_text_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(UsageError, match=r"^x\.jsonl(:\d+)?: [^\n]*\.$"):
        from_lines("x.jsonl", text.splitlines())


def changed(number: int, **changes: object) -> list[str]:
    lines = GOLDEN.read_text(encoding="ascii").splitlines()
    found = json.loads(lines[number])
    inner = found.get("flight") or found.get("end") or found
    for key, value in changes.items():
        inner[key] = value
    lines[number] = json.dumps(found)
    return lines


@pytest.mark.parametrize(
    "lines",
    [
        changed(0, config=7),
        changed(0, platform=None),
        changed(0, nobody="knows"),
        changed(-1, at="late"),
        changed(-1, sentence=None),
        changed(2, at=float("nan")),
        changed(2, at="now"),
        changed(2, opened=None),
        changed(3, received="€"),
        changed(4, wish="stop"),
        [*changed(0)[:4], '{"at": 1.0, "wish": "dance"}', *changed(0)[4:]],
        [*changed(0), '{"at": 1, "sent": "x"}'],
        ['{"flight": 3}'],
        ["[" * 100_000],
        [*changed(0)[:3], "[]", *changed(0)[3:]],
    ],
)
def test_a_damaged_recording_is_refused(lines: list[str]) -> None:
    with pytest.raises(UsageError, match=r"^x\.jsonl(:\d+)?: "):
        from_lines("x.jsonl", lines)


def test_a_recording_of_a_newer_form_names_the_way_out() -> None:
    with pytest.raises(UsageError, match="newer hanoi"):
        from_lines("x.jsonl", changed(0, schema=SCHEMA + 1))


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    huge = tmp_path / "huge.jsonl"
    with huge.open("wb") as file:
        file.truncate(LARGEST + 1)
    for path, why in ((tmp_path, "folder"), (tmp_path / "none", "no such file"), (huge, "larger than")):
        with pytest.raises(UsageError, match=why):
            read(path, str(path))


def test_a_file_that_may_not_be_read_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(UsageError, match=r"cannot be read \(Permission denied\)"):
        read(GOLDEN, "x.jsonl")


def test_the_name_tells_time_and_exhibit(tmp_path: Path) -> None:
    path = keep(tmp_path / "new", "Lobby Tower, dry run!", NOON, ["{}"])
    assert path.name == "flight-20261130T120000Z-lobby-tower-dry-run.jsonl"
    assert path.read_text() == "{}\n"


def test_two_faults_in_a_second_leave_two_files(tmp_path: Path) -> None:
    paths = [keep(tmp_path, "Ω", NOON, [str(number)]) for number in range(3)]
    assert [path.read_text() for path in paths] == ["0\n", "1\n", "2\n"]


def test_two_programs_in_one_second_leave_two_files(tmp_path: Path) -> None:
    others: list[Path] = []

    def lines() -> Iterator[str]:
        others.append(keep(tmp_path, "Lobby", NOON, ["theirs"]))
        yield "ours"

    ours = keep(tmp_path, "Lobby", NOON, lines())
    assert [path.read_text("ascii") for path in (ours, *others)] == ["ours\n", "theirs\n"]
    assert len([*tmp_path.iterdir()]) == 2


def test_fifty_are_kept_and_nothing_else_is_touched(tmp_path: Path) -> None:
    others = [tmp_path / name for name in ("lobby.yaml", "flight-log.jsonl", "flight-1.jsonl")]
    for path in others:
        path.write_text("mine")
    for minute in range(55):
        newest = keep(tmp_path, "Lobby", NOON + timedelta(minutes=minute), ["{}"])
    kept = sorted(set(tmp_path.iterdir()) - set(others))
    assert len(kept) == 50
    assert kept[0].name == "flight-20261130T120500Z-lobby.jsonl"
    assert kept[-1] == newest
    assert all(path.exists() for path in others)


def test_half_a_recording_is_not_left_behind(tmp_path: Path) -> None:
    def lines() -> list[str]:
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        keep(tmp_path, "Lobby", NOON, (line for line in lines()))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("environ", "folder"),
    [
        ({"XDG_STATE_HOME": "/var/state"}, Path("/var/state/hanoi")),
        ({"XDG_STATE_HOME": "not/absolute"}, Path.home() / ".local/state/hanoi"),
        ({}, Path.home() / ".local/state/hanoi"),
    ],
)
def test_recordings_go_where_programs_keep_their_state(environ: dict[str, str], folder: Path) -> None:
    assert state_folder(environ) == folder
