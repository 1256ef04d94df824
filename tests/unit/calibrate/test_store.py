"""A config file written anew: whole or not at all, the old one kept, nothing of anybody's overwritten."""

import errno
import os
import stat
from pathlib import Path

import pytest

from controller.config import exhibit_names, exhibits, store
from controller.config.store import own_file, save
from controller.errors import ConfigError, UsageError
from controller.model import Point

PARK = ("arm", "park")
OLD = """\
tower: {disks: 3, pegs: [A, B, C], start: A, goal: C}
arm: {firmware: marlin, port: emulated, park: {x: 1, y: 2, z: 3}}  # é
"""
NEW = OLD.replace("{x: 1, y: 2, z: 3}", "{x: 4, y: 5, z: 6}")
THERE = {PARK: Point(4.0, 5.0, 6.0)}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "my arm.yaml"
    path.write_text(OLD, encoding="utf-8")
    return path


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_the_new_text_is_there_and_the_old_one_beside_it(file: Path) -> None:
    assert save(file, THERE) == file.with_name("my arm.yaml.bak")
    assert file.read_text(encoding="utf-8") == NEW
    assert file.with_name("my arm.yaml.bak").read_text(encoding="utf-8") == OLD
    assert names(file.parent) == ["my arm.yaml", "my arm.yaml.bak"]


def test_no_old_copy_is_ever_overwritten(file: Path) -> None:
    file.with_name("my arm.yaml.bak").write_text("mine")
    file.with_name("my arm.yaml.bak2").symlink_to("nowhere")
    assert save(file, THERE) == file.with_name("my arm.yaml.bak3")
    assert file.with_name("my arm.yaml.bak").read_text() == "mine"


def test_what_is_said_already_is_not_written_again(file: Path) -> None:
    assert save(file, {PARK: Point(1.0, 2.0, 3.0)}) is None
    assert names(file.parent) == ["my arm.yaml"]


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o664])
def test_permissions_stay(file: Path, mode: int) -> None:
    file.chmod(mode)
    backup = save(file, THERE)
    assert backup is not None
    assert [stat.S_IMODE(path.stat().st_mode) for path in (file, backup)] == [mode, mode]


def test_a_byte_order_mark_and_line_ends_stay(file: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbf" + OLD.replace("\n", "\r\n").encode())
    save(file, THERE)
    assert file.read_bytes() == b"\xef\xbb\xbf" + NEW.replace("\n", "\r\n").encode()


def test_what_an_editor_has_changed_meanwhile_stays(file: Path) -> None:
    file.write_text(OLD + "# a note\n", encoding="utf-8")
    save(file, THERE)
    assert file.read_text(encoding="utf-8") == NEW + "# a note\n"


def test_a_file_that_is_no_config_any_more_is_left_alone(file: Path) -> None:
    file.write_text("arm: [")
    with pytest.raises(ConfigError, match=r"my arm\.yaml"):
        save(file, THERE)
    assert names(file.parent) == ["my arm.yaml"]


@pytest.mark.parametrize("call", ["fsync", "write", "replace", "chmod"])
def test_a_failure_leaves_the_folder_as_it_was(
    file: Path, call: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk, a folder that may not be written, whenever it shows."""

    def full(*_: object, **__: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, call, full)
    with pytest.raises(
        UsageError, match=r"my arm\.yaml cannot be written \(No space left on device\) and is as"
    ):
        save(file, THERE)
    monkeypatch.undo()
    assert names(file.parent) == ["my arm.yaml"]
    assert file.read_text(encoding="utf-8") == OLD


def test_where_the_last_step_fails_nothing_is_left_over(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(UsageError, match="Permission denied"):
        save(file, THERE)
    assert names(file.parent) == ["my arm.yaml"]


def test_a_write_that_takes_only_a_part_goes_on(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: whole(handle, data[:7]))
    save(file, THERE)
    assert file.read_text(encoding="utf-8") == NEW


def test_an_owner_that_cannot_be_given_is_no_failure(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "chown", refuse)
    save(file, THERE)
    assert file.read_text(encoding="utf-8") == NEW


def test_keys_that_are_written_the_long_way_are_found(file: Path) -> None:
    file.write_text(OLD.replace("park: {x: 1, y: 2, z: 3}", "? park\n  : {x: 1, y: 2}"), encoding="utf-8")
    save(file, THERE)
    assert "{x: 4, y: 5, z: 6}" in file.read_text(encoding="utf-8")


def test_a_text_that_would_not_say_what_has_been_taught_is_not_written(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "with_points", lambda text, _: f"{text}# lost")
    with pytest.raises(UsageError, match="places cannot be put in; write them in by hand"):
        save(file, THERE)
    assert file.read_text(encoding="utf-8") == OLD


@pytest.mark.parametrize("name", exhibit_names())
def test_a_ready_exhibit_is_never_the_file_meant(name: str) -> None:
    for meant in (name, str(exhibits.find(name))):
        with pytest.raises(
            UsageError, match=f"is a ready exhibit and stays as it is; copy it.*my-{name}.yaml"
        ):
            own_file(meant)


def test_a_link_leads_to_the_file_itself(file: Path) -> None:
    link = file.with_name("link.yaml")
    link.symlink_to(file)
    assert own_file(str(link)) == file.resolve()


def test_a_word_that_is_no_file_is_told() -> None:
    with pytest.raises(ConfigError, match="no such file and no ready exhibit"):
        own_file("dmeo")
