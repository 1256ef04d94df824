"""Ready exhibits by name, files by path; whatever is no readable config is refused in one line."""

import os
from pathlib import Path

import pytest

from controller.config import ConfigError, exhibit_names, exhibits, load

CHECKOUT = Path(__file__).resolve().parents[3]
EXHIBITS = tuple(sorted(path.stem for path in (CHECKOUT / "config").glob("*.yaml")))


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch) -> None:
    """Another working directory, where none of the exhibits lie."""
    monkeypatch.chdir(tmp_path)


def refusal(name: str) -> str:
    with pytest.raises(ConfigError) as refused:
        load(name)
    (line,) = refused.value.problems
    return line


def test_the_ready_exhibits_are_known_by_name_from_any_directory() -> None:
    assert exhibit_names() == EXHIBITS


@pytest.mark.parametrize("name", EXHIBITS)
def test_every_ready_exhibit_is_sound(name) -> None:
    config = load(name)
    assert config.tower.disks >= 5
    assert config.arm or config.leds


@pytest.mark.parametrize("name", EXHIBITS)
def test_every_ready_exhibit_explains_itself_and_names_its_schema(name) -> None:
    lines = (CHECKOUT / "config" / f"{name}.yaml").read_text(encoding="utf-8").splitlines()
    header = lines[: next(number for number, line in enumerate(lines) if not line.startswith("#"))]
    assert len(header) >= 5
    assert header[-1] == "# yaml-language-server: $schema=schema.json"


def test_four_pegs_has_four_pegs_and_led_tower_no_arm() -> None:
    assert len(load("four-pegs").tower.pegs) == 4
    assert load("led-tower").arm is None
    assert load("arm-and-leds").arm
    assert load("arm-and-leds").leds


def test_once_installed_the_exhibits_lie_inside_the_package(tmp_path, monkeypatch, sound) -> None:
    (tmp_path / "exhibits").mkdir()
    (tmp_path / "exhibits" / "mine.yaml").write_text(sound)
    monkeypatch.setattr(exhibits, "_FOLDERS", (tmp_path / "exhibits", tmp_path / "config"))
    assert exhibit_names() == ("mine",)
    assert load("mine").exhibit == "Lobby tower"


def test_without_any_exhibits_a_name_is_refused(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(exhibits, "_FOLDERS", (tmp_path / "exhibits", tmp_path / "config"))
    assert "no ready exhibit" in refusal("demo")


@pytest.mark.parametrize("name", ["mine.yaml", "mine", "./demo", "folder/demo"])
def test_a_file_is_read_by_its_path(tmp_path, sound, name) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / name).write_text(sound)
    assert load(name).exhibit == "Lobby tower"


@pytest.mark.parametrize("kind", ["file", "folder"])
def test_the_name_of_an_exhibit_means_the_exhibit_whatever_lies_here(tmp_path, kind) -> None:
    here = tmp_path / "demo"
    here.mkdir() if kind == "folder" else here.write_text("nonsense")
    assert load("demo").exhibit == "Demo tower"


@pytest.mark.parametrize("name", ["bad.yaml", "./bad.yaml"])
def test_mistakes_name_the_file_as_it_was_typed(tmp_path, name) -> None:
    (tmp_path / "bad.yaml").write_text("[]")
    assert refusal(name).startswith(f"{name}:1:1 file: ")


def test_a_word_that_is_neither_file_nor_exhibit_gets_the_names_and_a_guess() -> None:
    assert refusal("dmo") == (
        "dmo: there is no such file and no ready exhibit of that name "
        f"({', '.join(EXHIBITS)}); did you mean demo?"
    )


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("xyz", "no ready exhibit of that name"),
        ("", "no ready exhibit of that name"),
        ("lobby.yaml", "there is no such file; check its name"),
        ("no/such/lobby", "there is no such file"),
        ("demo.yml", "there is no such file; the ready exhibit is called demo"),
        ("a\nb", "no ready exhibit"),
        ("a/\0", "cannot be read"),
        ("x" * 5000 + ".yaml", "cannot be read"),
    ],
)
def test_what_is_not_there_is_told_in_one_line(name, words) -> None:
    line = refusal(name)
    assert ": " in line
    assert words in line
    assert "\n" not in line


def test_a_refused_file_is_named_as_it_was_typed() -> None:
    assert refusal("./lobby.yaml").startswith("./lobby.yaml: ")


def test_a_folder_is_no_config(tmp_path) -> None:
    (tmp_path / "folder.yaml").mkdir()
    assert refusal("folder.yaml") == "folder.yaml: this is a folder; name a YAML file"


def test_a_fifo_is_refused_without_waiting_for_a_writer(tmp_path) -> None:
    os.mkfifo(tmp_path / "fifo.yaml")
    assert "no ordinary file" in refusal("fifo.yaml")


def test_a_file_that_may_not_be_read_is_told_so(tmp_path, sound, mocker) -> None:
    (tmp_path / "mine.yaml").write_text(sound)
    mocker.patch.object(Path, "open", side_effect=PermissionError(13, "Permission denied"))
    assert refusal("mine.yaml") == "mine.yaml: the file may not be read; change its permissions"


def test_a_file_that_breaks_off_is_told_so(tmp_path, sound, mocker) -> None:
    (tmp_path / "mine.yaml").write_text(sound)
    mocker.patch.object(Path, "open", side_effect=OSError(5, "Input/output error"))
    assert (
        refusal("mine.yaml")
        == "mine.yaml: the file cannot be read: Input/output error; copy it to where it can"
    )


def test_a_dangling_link_is_a_missing_file(tmp_path) -> None:
    (tmp_path / "link").symlink_to("nowhere")
    assert "there is no such file" in refusal("link")


def test_a_file_that_is_not_utf_8_is_refused_where_it_goes_wrong(tmp_path) -> None:
    (tmp_path / "old.yaml").write_bytes(b"exhibit: x\n# K\xf6ln\n")
    assert refusal("old.yaml") == "old.yaml:2:4 file: the file is not UTF-8; save it as UTF-8 text"


def test_a_byte_order_mark_is_passed_over(tmp_path, edit) -> None:
    text = edit(("baud: 115200", "baud: 1"))
    (tmp_path / "mark.yaml").write_bytes(
        b"\xef\xbb\xbf" + text.replace("exhibit: Lobby tower", "exhibit: 5").encode()
    )
    with pytest.raises(ConfigError) as refused:
        load("mark.yaml")
    assert [line.split(" ")[0] for line in refused.value.problems] == ["mark.yaml:1:10", "mark.yaml:6:9"]


def test_a_huge_file_is_refused_unread(tmp_path) -> None:
    (tmp_path / "huge.yaml").write_text("# \n" * 30_000)
    assert "larger than 64 KiB" in refusal("huge.yaml")


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("my-grbl", "my-grbl.yaml"),
        ("my-grbl.yml", "my-grbl.yaml"),
        ("my-grb.yaml", "my-grbl.yaml"),
        ("my-gbrl", "my-grbl.yaml"),
        ("sub/lobby", "sub/lobby.yml"),
        ("sub/lobbi.yml", "sub/lobby.yml"),
        ("grbl-armm", "grbl-arm"),
        ("marlin-rm.yaml", "marlin-arm"),
    ],
)
def test_a_name_that_is_nearly_a_file_or_an_exhibit_is_told_which(
    tmp_path: Path, name: str, meant: str
) -> None:
    (tmp_path / "sub").mkdir()
    for file in ("my-grbl.yaml", "sub/lobby.yml", "notes.txt"):
        (tmp_path / file).touch()
    assert refusal(name).endswith(f"; did you mean {meant}?")


@pytest.mark.parametrize("name", ["nothing-like-it", "", "nowhere/x.yaml", "notes"])
def test_a_name_that_is_like_no_other_is_told_no_other(tmp_path: Path, name: str) -> None:
    (tmp_path / "notes.txt").touch()
    assert "did you mean" not in refusal(name)
