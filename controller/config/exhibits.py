"""Where configs come from: ready exhibits by name, any other file by its path.

The name of a ready exhibit always means that exhibit, in whatever directory; `./demo` means a file of one's
own.
"""

import contextlib
import difflib
import os
import stat
from pathlib import Path

from controller.config.document import Place, Problem, printable
from controller.errors import ConfigError

LARGEST = 65_536  # bytes

_ENDINGS = (".yaml", ".yml")

_PACKAGE = Path(__file__).resolve().parent.parent
# Inside the package once installed, at the top of a checkout.
_FOLDERS = (_PACKAGE / "exhibits", _PACKAGE.parent / "config")


def folder() -> Path:
    """The folder that holds the ready exhibits."""
    return next((folder for folder in _FOLDERS if folder.is_dir()), _FOLDERS[0])


def exhibit_names() -> tuple[str, ...]:
    """The names of the ready exhibits, in alphabetical order."""
    return tuple(sorted(path.stem for path in folder().glob("*.yaml")))


def find(name_or_path: str) -> Path:
    """The file that is meant; raises ConfigError for a word that is neither an exhibit nor a file."""
    names = exhibit_names()
    if name_or_path in names:
        return folder() / f"{name_or_path}.yaml"
    path = Path(name_or_path)
    if name_or_path and (_looks_like_a_path(path) or os.path.lexists(path)):
        return path
    hint = _hint(name_or_path) if name_or_path else ""
    raise refusal(
        name_or_path, f"there is no such file and no ready exhibit of that name ({', '.join(names)}){hint}"
    )


def _looks_like_a_path(path: Path) -> bool:
    return len(path.parts) > 1 or path.suffix.lower() in _ENDINGS


def _hint(name_or_path: str) -> str:
    """A file or an exhibit that was perhaps meant, as a clause; "" if there is none."""
    path = Path(name_or_path)
    for ending in _ENDINGS:
        if (longer := path.with_name(path.name + ending)).is_file():
            return f"; did you mean {printable(str(longer))}?"
    near = {one: one for one in exhibit_names()}
    for file in _configs_beside(path):
        near[str(file)] = near[str(file.with_suffix(""))] = str(file)
    close = difflib.get_close_matches(str(path), near, 1)
    return f"; did you mean {printable(near[close[0]])}?" if close else ""


def _configs_beside(path: Path) -> list[Path]:
    with contextlib.suppress(OSError, ValueError):
        return sorted(file for file in path.parent.iterdir() if file.suffix in _ENDINGS)
    return []


def read_text(path: Path, name: str) -> str:
    """The text of the file called `name`, without a byte order mark; raises ConfigError."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            what = "a folder" if path.is_dir() else "no ordinary file"
            raise refusal(name, f"this is {what}; name a YAML file")
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except FileNotFoundError as error:
        raise refusal(name, f"there is no such file{_exhibit_hint(path)}") from error
    except PermissionError as error:
        raise refusal(name, "the file may not be read; change its permissions") from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise refusal(name, f"the file cannot be read: {reason}; copy it to where it can") from error
    return _decode(name, data)


def _exhibit_hint(path: Path) -> str:
    if path.stem in exhibit_names():
        return f"; the ready exhibit is called {path.stem}"
    return _hint(str(path)) or "; check its name and the directory you are in"


def _decode(name: str, data: bytes) -> str:
    if len(data) > LARGEST:
        raise refusal(name, f"the file is larger than {LARGEST // 1024} KiB; this is no config")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig", "replace")
        place = Place(before.count("\n") + 1, len(before) - before.rfind("\n"))
        raise refusal(name, "the file is not UTF-8; save it as UTF-8 text", place) from error
    return text


def refusal(name: str, text: str, place: Place | None = None) -> ConfigError:
    """The error for a file as a whole, which then names itself alone, or for one place in it."""
    if place is None:
        return ConfigError([f"{printable(name)}: {text}"])
    return ConfigError([Problem(place, (), text).line(name)])
