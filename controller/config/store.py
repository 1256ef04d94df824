"""Places written into a config file: the old one saved beside it, the new one there whole or not at all."""

import codecs
import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path

from controller.config import exhibits
from controller.config.draft import parse_draft
from controller.config.rewrite import KeyPath, with_points
from controller.errors import UsageError
from controller.model import Point


def own_file(name_or_path: str) -> Path:
    """The file meant, which may be changed; raises UsageError for a ready exhibit, ConfigError for none."""
    path = exhibits.find(name_or_path)
    ready = (exhibits.folder() / f"{exhibit}.yaml" for exhibit in exhibits.exhibit_names())
    if path.exists() and any(path.samefile(one) for one in ready):
        raise UsageError(
            f"{name_or_path} is a ready exhibit and stays as it is; copy it and calibrate the copy: "
            f"cp {path} my-{path.name}"
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
    if any(written[key] != point for key, point in points.items()):
        raise UsageError(f"{path} is written so that places cannot be put in; write them in by hand.")
    if changed == text:
        return None
    try:
        backup = _backed_up(path)
        _replace(path, changed)
    except OSError as error:
        raise UsageError(
            f"{path} cannot be written ({error.strerror or error}) and is as it was; see to its folder and"
            " the space on the disk, then save again."
        ) from error
    return backup


def _backed_up(path: Path) -> Path:
    """A copy beside `path`, under the first name that is free."""
    data = path.read_bytes()
    for backup in _backups(path):
        with contextlib.suppress(FileExistsError), backup.open("xb") as file:
            _put(file.fileno(), data)
            shutil.copystat(path, backup)
            return backup
    raise AssertionError


def _backups(path: Path) -> Iterator[Path]:
    yield path.with_name(f"{path.name}.bak")
    for number in count(2):
        yield path.with_name(f"{path.name}.bak{number}")


def _replace(path: Path, text: str) -> None:
    """Put `text` in the place of the file in one step, with its permissions and its byte order mark."""
    mark = codecs.BOM_UTF8 if path.read_bytes().startswith(codecs.BOM_UTF8) else b""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        try:
            _put(handle, mark + text.encode())
        finally:
            os.close(handle)
        shutil.copymode(path, temporary)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _put(handle: int, data: bytes) -> None:
    """All of `data`, down to the disk."""
    while data:
        data = data[os.write(handle, data) :]
    os.fsync(handle)
