"""Places written into a config file: the old one saved beside it, the new one there whole or not at all."""

import codecs
import contextlib
import os
import shutil
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path

from controller.config import exhibits
from controller.config.document import printable
from controller.config.draft import parse_draft
from controller.config.rewrite import KeyPath, with_points
from controller.errors import UsageError
from controller.model import Point
from controller.whole_file import gone_on_failure, put, put_in_place


def own_file(name_or_path: str) -> Path:
    """The file meant, which may be changed; raises UsageError for a ready exhibit, ConfigError for none."""
    path = exhibits.find(name_or_path)
    ready = (exhibits.folder() / f"{exhibit}.yaml" for exhibit in exhibits.exhibit_names())
    if path.exists() and any(path.samefile(one) for one in ready):
        raise UsageError(
            f"{printable(name_or_path)} is a ready exhibit and stays as it is; copy it and calibrate the "
            f"copy: cp {printable(str(path))} my-{printable(path.name)}"
        )
    return path.resolve()


def save(path: Path, points: Mapping[KeyPath, Point]) -> Path | None:
    """Write `points` into the config at `path`, as it is now; returns where the old one is kept.

    None: it said so already. Raises ConfigError where it has become no config, UsageError where it cannot be
    written; it is then as it was.
    """
    text = exhibits.read_text(path, str(path))
    parse_draft(str(path), text)
    changed = with_points(text, points)
    written = parse_draft(str(path), changed).points
    if any(written.get(key) != point for key, point in points.items()):
        raise UsageError(
            f"{printable(str(path))} is written so that places cannot be put in; write them in by hand."
        )
    if changed == text:
        return None
    try:
        return _exchanged(path, changed)
    except OSError as error:
        raise UsageError(
            f"{printable(str(path))} cannot be written ({error.strerror or error}) and is as it was; "
            "see to its folder and the space on the disk, then save again."
        ) from error


def _exchanged(path: Path, text: str) -> Path:
    """Put `text` in the place of the file, in one step; returns a copy of what was there."""
    data = path.read_bytes()
    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    backup = next(name for name in _backups(path) if not os.path.lexists(name))
    with backup.open("xb") as file, gone_on_failure(backup):
        put(file.fileno(), data)
        _like(backup, path)
        put_in_place(path, mark + text.encode(), finish=lambda written: _like(written, path))
    return backup


def _backups(path: Path) -> Iterator[Path]:
    yield path.with_name(f"{path.name}.bak")
    for number in count(2):
        yield path.with_name(f"{path.name}.bak{number}")


def _like(path: Path, model: Path) -> None:
    """With the permissions of `model`, and its owner where that is allowed, as under sudo."""
    shutil.copymode(model, path)
    found = model.stat()
    with contextlib.suppress(OSError, AttributeError):
        os.chown(path, found.st_uid, found.st_gid)
