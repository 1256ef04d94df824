"""A config on its way: places may still be missing, and all that calibration can do without."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from controller.config import loader, reader, rules
from controller.config.arm import Arm, Peg
from controller.config.document import BROKEN, Document
from controller.config.model import Config
from controller.config.rewrite import KeyPath, is_gap
from controller.errors import ConfigError
from controller.model import Point

PEGS: KeyPath = ("arm", "pegs")
PARK: KeyPath = ("arm", "park")

_NOWHERE: dict[str, Any] = {"x": 0, "y": 0, "z": 0}
_WORKSPACE: dict[str, Any] = {"x": (-400, 400), "y": (-400, 400), "z": (0, 400)}
_MOTION: dict[str, Any] = {"travel_speed": 80, "lift_speed": 40, "acceleration": 400, "clearance": 5}
_STAND_INS = {
    "workspace": (_WORKSPACE, "the arm is kept within 400 mm of 0 in x and y, and z from 0 to 400"),
    "motion": (_MOTION, "the arm goes slowly, and keeps 5 mm away"),
    "disks": (None, "there is no dry touch before it says how thick they are"),
}


@dataclass(frozen=True, slots=True)
class Draft:
    """What a config says so far. `config` has stand-ins in the place of what is missing.

    `points`: every place that can be taught, in the order of the tower's pegs, then the park position; None
    where the config has none. `lacks`: keys of `arm` for which something stands in; `notes` says what.
    """

    config: Config
    arm: Arm
    points: Mapping[KeyPath, Point | None]
    lacks: frozenset[str]
    notes: tuple[str, ...]


def parse_draft(name: str, text: str) -> Draft:
    """The draft that `text` holds; `name` stands for its file in errors. Raises ConfigError."""
    document = reader.read(name, text)
    if any(not problem.path for problem in document.problems):
        raise ConfigError(document.lines())
    names = [peg for peg in _items(document.get("tower", "pegs")) if isinstance(peg, str)]
    places = _places(document, names)
    _forgive_gaps(document, text, places)
    points = {path: _point(document.found(*path)) for path in places}
    lacks = frozenset(key for key in _STAND_INS if document.found("arm", key) is None)
    config = _validated(document, names)
    parts = {("tower",), ("arm",), ("inputs",)}
    relevant = [problem for problem in document.problems if problem.path[:1] in parts]
    document.problems = dict.fromkeys(relevant)
    if document.problems or config is None or config.arm is None:
        raise ConfigError(document.lines())
    notes = tuple(f"arm.{key} is missing: {_STAND_INS[key][1]}." for key in _STAND_INS if key in lacks)
    arm = _parked_within(config.arm, points[PARK])
    return Draft(config.model_copy(update={"arm": arm}), arm, points, lacks, notes)


def _places(document: Document, names: Iterable[str]) -> list[KeyPath]:
    """What can be taught: each peg, the top of one that has the key, the park position."""
    places: list[KeyPath] = []
    for name in names:
        peg = document.found(*PEGS, name)
        places.append((*PEGS, name))
        if isinstance(peg, dict) and "top" in peg:
            places.append((*PEGS, name, "top"))
    return [*places, PARK]


def _forgive_gaps(document: Document, text: str, places: Iterable[KeyPath]) -> None:
    """A place without a value is not known yet, and no mistake."""
    groups = [PEGS, *places]
    for path in (*groups, *((*group, axis) for group in groups for axis in "xyz")):
        if document.found(*path) is BROKEN and is_gap(text, path):
            document.forgive(path)
            around = document.found(*path[:-1])
            assert isinstance(around, dict)
            del around[path[-1]]


def _point(value: object) -> Point | None:
    numbers = [value.get(axis) for axis in "xyz"] if isinstance(value, dict) else []
    found = [float(number) for number in numbers if isinstance(number, int | float)]
    return Point(*found) if len(found) == 3 else None


def _validated(document: Document, names: list[str]) -> Config | None:
    """What is there, with stand-ins for what is not; its mistakes are among the document's problems."""
    arm = document.found("arm")
    if not isinstance(arm, dict):
        if arm is not BROKEN:
            document.report(("arm",), "there is no arm here, and only an arm is calibrated")
        return None
    data: dict[str, Any] = {"exhibit": "draft", "arm": _completed(arm, names, document.get("tower", "disks"))}
    for part in ("tower", "inputs"):
        if (found := document.found(part)) is not None:
            data[part] = found
    document.data = data
    config = _modelled(document)
    rules.check(document)
    for line in ("grip", "release"):
        if document.found("arm", "gripper", line) is None:
            document.forgive(("arm", "gripper", line))
    return config


def _modelled(document: Document) -> Config | None:
    try:
        return Config.model_validate(document.data)
    except ValidationError as error:
        loader.report_all(document, error.errors(include_url=False))
    return None


def _completed(arm: dict[str, Any], names: Iterable[str], disks: object) -> dict[str, Any]:
    count = disks if type(disks) is int else 1
    thin = {"thickness": 1, "diameters": tuple(range(1, count + 1))}
    complete = {key: value or thin for key, (value, _) in _STAND_INS.items()}
    complete |= {"park": _NOWHERE, "pegs": {}} | arm
    complete["park"] = _complete_point(complete["park"])
    pegs = complete["pegs"]
    if isinstance(pegs, dict):
        pegs = dict.fromkeys(names, _NOWHERE) | pegs
        complete["pegs"] = {name: _upright(_complete_point(peg)) for name, peg in pegs.items()}
    return complete


def _complete_point(value: Any) -> Any:
    return _NOWHERE | value if isinstance(value, dict) else value


def _upright(peg: Any) -> Any:
    """A peg without a top that is not known, or can only be a mistake until it has been taught anew."""
    try:
        Peg.model_validate(peg)
    except ValidationError:
        return {key: value for key, value in peg.items() if key != "top"} if isinstance(peg, dict) else peg
    return peg


def _parked_within(arm: Arm, park: Point | None) -> Arm:
    """The arm with a place to stand at in the middle of its workspace, where none has been taught."""
    if park is not None:
        return arm
    space = arm.workspace
    x, y = (_middle(limits) for limits in (space.x, space.y))
    if space.radius:
        x, y = _middle(space.radius), 0.0
    middle = arm.park.model_copy(update={"x": x, "y": y, "z": _middle(space.z)})
    return arm.model_copy(update={"park": middle})


def _middle(limits: tuple[float, float] | None) -> float:
    return sum(limits) / 2 if limits else 0.0


def _items(value: object) -> Iterator[object]:
    return iter(value if isinstance(value, tuple) else ())
