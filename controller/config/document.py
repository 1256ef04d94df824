"""A config file as plain data, with the place of every value and the problems found so far."""

from dataclasses import dataclass, field
from typing import NamedTuple

Scalar = str | int | float | bool
Path = tuple[str | int, ...]  # from the top of the file down: keys, and positions in lists from 0


class Broken:
    """Stands where a value cannot be read; what is wrong with it has already been said."""


BROKEN = Broken()


class Place(NamedTuple):
    """Counted from 1."""

    line: int
    column: int


START = Place(1, 1)


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong with the value at `path`; `place` is where to look."""

    place: Place
    path: Path
    text: str

    def line(self, file: str) -> str:
        """The finished line for an error about `file`."""
        return printable(f"{file}:{self.place.line}:{self.place.column} {field_name(self.path)}: {self.text}")


def printable(text: str) -> str:
    """A text on one line, whatever it quotes."""
    return "".join(c if c.isprintable() else "?" for c in text)


@dataclass(slots=True)
class Document:
    """What one file says. A scalar's place is its own; that of a list or a group of keys is their key's."""

    name: str
    data: object = field(default_factory=dict)
    places: dict[Path, Place] = field(default_factory=dict)
    key_places: dict[Path, Place] = field(default_factory=dict)
    problems: dict[Problem, None] = field(default_factory=dict)  # a set that keeps its order
    _doubted: set[Path] = field(default_factory=set)
    _wrong: set[Path] = field(default_factory=set)
    _around_wrong: set[Path] = field(default_factory=set)

    def report(self, path: Path, text: str, place: Place | None = None) -> None:
        """Note a problem at `place`, or else at the value, or at what should hold it."""
        self.problems[Problem(place or self.place(path), path, text)] = None
        self._mark(path)

    def doubt(self, path: Path) -> None:
        """Take the value at `path` for unsound: what is wrong with it has been said elsewhere."""
        self._doubted.add(path)
        self._mark(path)

    def _mark(self, path: Path) -> None:
        self._wrong.add(path)
        self._around_wrong.update(path[:end] for end in range(len(path)))

    def forgive(self, path: Path) -> None:
        """Take back what has been said of the value at `path` itself."""
        kept = [problem for problem in self.problems if problem.path != path]
        self.problems, self._wrong, self._around_wrong = {}, set(), set()
        for problem in kept:
            self.report(problem.path, problem.text, problem.place)
        for doubted in self._doubted:
            self._mark(doubted)

    def place(self, path: Path) -> Place:
        """Where the value at `path` stands, or the nearest thing around it."""
        while path and path not in self.places:
            path = path[:-1]
        return self.places.get(path, START)

    def is_sound(self, *path: str | int) -> bool:
        """Whether nothing is wrong at `path`, below it or around it."""
        around = (path[:end] for end in range(len(path) + 1))
        return path not in self._around_wrong and self._wrong.isdisjoint(around)

    def get(self, *path: str | int) -> object:
        """The value at `path`, or None where there is none or something is wrong with it."""
        return self.found(*path) if self.is_sound(*path) else None

    def found(self, *keys: str | int) -> object:
        """The value at the path of `keys`, whatever may be wrong with it, or None where there is none."""
        value = self.data
        for key in keys:
            value = value.get(key) if isinstance(value, dict) else None
        return value

    def lines(self) -> list[str]:
        """A finished line for each problem, in the order of the file."""
        ordered = sorted(self.problems, key=lambda problem: problem.place)
        return [problem.line(self.name) for problem in ordered]


def field_name(path: Path) -> str:
    """A path as people write it, as arm.pegs.B or, counted from 1, tower.pegs[2]; the whole is "file"."""
    name = ""
    for part in path:
        name += f"[{part + 1}]" if isinstance(part, int) else f".{_key(part)}"
    return name.removeprefix(".") or "file"


def _key(key: str) -> str:
    plain = key.isprintable() and 0 < len(key) <= 40 and not set(key) & set(" .:[]")
    return key if plain else shown(key)


def shown(value: object) -> str:
    """A value as it looked in the file, shortened and on one line; text in quotes."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            text = value if len(value) <= 40 else value[:37] + "..."
            return '"' + "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text) + '"'
        case _:
            return str(value)
