"""What cannot be a journal is told by `hanoi check`, at its key, and is left alone by all others."""

import os
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from journal_desk import EXHIBIT, START, Time, opened

from controller.app.journals import check_journal, open_journal
from controller.config import ConfigError, load
from controller.config.exhibits import find
from controller.errors import JournalFault, UsageError
from controller.journal import reset

DEMO = find("demo").read_text(encoding="utf-8")


def config(folder: Path, journal: str) -> Path:
    path = folder / "lobby.yaml"
    path.write_text(f"journal: {journal}\n{DEMO}", encoding="utf-8")
    return path


def begun_anew(path: Path) -> Path | None:
    return reset(path, "hanoi journal reset", Time().of_day, EXHIBIT, START, None)


@pytest.mark.parametrize(
    ("journal", "why"),
    [
        (".", "this is a folder"),
        ("/dev/null", "no ordinary file"),
        ("missing/m.journal", "mkdir -p"),
        ("j" * 300, "File name too long"),
        ("j" * 252, "File name too long"),
        ("list.txt", "some other file"),
        ("photos.db", "some other program's database"),
        ("~nobody-of-this-name/m.journal", "write the whole path"),
    ],
)
def test_what_cannot_be_a_journal_is_told_at_its_key(tmp_path: Path, journal: str, why: str) -> None:
    (tmp_path / "list.txt").write_text("eggs")
    with closing(sqlite3.connect(tmp_path / "photos.db")) as photos:
        photos.execute("CREATE TABLE photos (name TEXT)")
    path = config(tmp_path, journal)
    before = sorted(tmp_path.iterdir())
    with pytest.raises(ConfigError) as wrong:
        check_journal(str(path), load(str(path)))
    with pytest.raises(ConfigError, match=f"^{re.escape(str(wrong.value))}$"):  # a run says the same
        open_journal(str(path), load(str(path)), Time())
    (told,) = wrong.value.problems
    assert told.startswith(f"{path}:1:10 journal: ")
    assert why in told
    assert not told.endswith(".")
    assert sorted(tmp_path.iterdir()) == before, "looking makes nothing"


def test_a_journal_that_is_there_or_will_be_is_nothing_to_tell(tmp_path: Path) -> None:
    path = config(tmp_path, "m.journal")
    check_journal(str(path), load(str(path)))
    assert sorted(tmp_path.iterdir()) == [path]
    opened(tmp_path / "m.journal").close()
    check_journal(str(path), load(str(path)))
    check_journal("demo", load("demo"))


def test_a_config_cannot_be_its_own_journal(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("lobby.yaml")
    for name in ("lobby.yaml", "./lobby.yaml", str(tmp_path / "lobby.yaml"), "link"):
        path = config(tmp_path, name)
        with pytest.raises(ConfigError, match=r"lobby\.yaml:1:10 journal: the journal would be written over"):
            load(str(path))


def test_another_link_to_the_config_is_the_config(tmp_path: Path) -> None:
    path = config(tmp_path, "twin")
    os.link(path, tmp_path / "twin")
    with pytest.raises(ConfigError, match="written over this config"):
        load(str(path))


@pytest.mark.parametrize("text", ["eggs", "eggs\n" * 200, "exhibit: Other\n", "\x7fELF\0\0"])
def test_a_reset_leaves_other_files_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "other"
    path.write_text(text)
    with pytest.raises(JournalFault, match="this is some other file, no journal, and is left alone"):
        begun_anew(path)
    assert [file.name for file in tmp_path.iterdir()] == ["other"]
    assert path.read_text() == text


def test_a_reset_leaves_other_databases_alone(tmp_path: Path) -> None:
    path = tmp_path / "photos.db"
    with closing(sqlite3.connect(path)) as photos:
        photos.execute("CREATE TABLE standing (name TEXT)")
    before = path.read_bytes()
    with pytest.raises(JournalFault, match="this is some other program's database"):
        begun_anew(path)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["photos.db"]


@pytest.mark.parametrize("place", [0, 16, 60, 68])
@pytest.mark.parametrize("rubbish", [b"\0" * 16, b"\xff" * 16, b"rubbish, rubbish"])
def test_a_journal_whose_beginning_is_damaged_is_still_known(
    tmp_path: Path, place: int, rubbish: bytes
) -> None:
    path = tmp_path / "journal"
    opened(path).close()
    sound = path.read_bytes()
    path.write_bytes(sound[:place] + rubbish + sound[place + len(rubbish) :])
    assert begun_anew(path) is not None


@pytest.mark.parametrize("length", [0, 1, 15, 16, 17, 70, 71, 72, 100, 511, 512])
def test_a_journal_that_is_cut_short_may_be_put_aside(tmp_path: Path, length: int) -> None:
    path = tmp_path / "journal"
    opened(path).close()
    os.truncate(path, length)
    assert begun_anew(path) is not None


@pytest.mark.parametrize("blank", [b"\0", b"\xff"])
def test_what_a_memory_card_has_lost_may_be_put_aside(tmp_path: Path, blank: bytes) -> None:
    path = tmp_path / "journal"
    path.write_bytes(blank * 8192)
    with pytest.raises(JournalFault, match="damaged; hanoi journal reset CONFIG"):
        opened(path)
    assert begun_anew(path) is not None


def test_the_home_of_nobody_is_told_to_whoever_runs_it_too(tmp_path: Path) -> None:
    path = config(tmp_path, "~nobody-of-this-name/m.journal")
    with pytest.raises(UsageError, match=r":1:10 journal: .*write the whole path"):
        check_journal(str(path), load(str(path)))
