"""A recording as it stands in a file: lines of JSON, a header, what was heard, and the end. Pure."""

import dataclasses
import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal, cast

from pydantic import Field, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass as checked

from controller.errors import UsageError
from controller.flight.tape import Entry, Kind
from controller.runner import Wish

SCHEMA = 1
_WISHES = {wish.value for wish in Wish}
_KINDS = {kind.value: kind for kind in Kind}
_STRICT: Any = {"strict": True, "extra": "forbid"}


@checked(frozen=True, config=_STRICT)
class Flight:
    """What was to be done, and by whom. `start`: where the disks stood, as `--from-state` has it."""

    schema: int
    program: str
    python: str
    platform: str
    written: str  # UTC
    arguments: list[str]
    command: Literal["run", "kiosk"]
    options: dict[str, bool | int | float | str | None]
    cycles: Annotated[int, Field(ge=1)] | None
    config_name: str
    config: str
    start: str
    journal: Any = None


@checked(frozen=True, config=_STRICT)
class End:
    """How it ended: `error` names the class, `traceback` is empty for errors that are sentences."""

    at: float
    error: str
    sentence: str
    exit_code: int
    traceback: list[str]


@dataclass(frozen=True, slots=True)
class Recording:
    """One run that has failed."""

    flight: Flight
    entries: tuple[Entry, ...]
    end: End


def to_lines(recording: Recording) -> Iterator[str]:
    """The lines of its file."""
    yield _as_json({"flight": recording.flight})
    for entry in recording.entries:
        told = {} if entry.told is None else {"told": entry.told}
        yield _as_json({"at": round(entry.at, 6), entry.kind.value: entry.what, **told})
    yield _as_json({"end": recording.end})


def from_lines(name: str, lines: list[str]) -> Recording:
    """The recording in the file called `name`; raises UsageError for what is none."""
    if not lines:
        raise UsageError(f"{name}: the file is empty; name a recording that a fault has left.")
    flight = _flight(name, lines[0])
    entries, end = [], None
    for number, line in enumerate(lines[1:], 2):
        if end is not None:
            raise _damaged(name, number)
        found = _read(name, number, line)
        if "end" in found:
            end = _checked(End, found["end"], name, number)
        else:
            entries.append(_entry(found, name, number))
    if end is None:
        raise UsageError(f"{name}: the recording has no end, it was cut off; get the whole file.")
    return Recording(flight, tuple(entries), end)


def _flight(name: str, line: str) -> Flight:
    try:
        found = json.loads(line)["flight"]
        schema = found["schema"]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise UsageError(f"{name}: this is no flight recording; name one that a fault has left.") from error
    if isinstance(schema, int) and schema > SCHEMA:
        raise UsageError(
            f"{name}: the recording has form {schema}, and this version reads form {SCHEMA}; "
            "replay it with a newer hanoi."
        )
    flight: Flight = _checked(Flight, found, name, 1)
    return flight


def _entry(found: dict[str, Any], name: str, number: int) -> Entry:
    at = found.pop("at", None)
    told = found.pop("told", None)
    match list(found.items()):
        case [(word, str(what))] if word in _KINDS and isinstance(at, int | float) and math.isfinite(at):
            if _is_sound(_KINDS[word], what):
                return Entry(at, _KINDS[word], what, told)
    raise _damaged(name, number)


def _is_sound(kind: Kind, what: str) -> bool:
    if kind in (Kind.SENT, Kind.RECEIVED, Kind.URGENT):
        return all(ord(letter) < 256 for letter in what)
    return kind is not Kind.WISH or what in _WISHES


def _read(name: str, number: int, line: str) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise _damaged(name, number) from error
    if not isinstance(found, dict):
        raise _damaged(name, number)
    return cast("dict[str, Any]", found)


def _checked(kind: type[Any], found: object, name: str, number: int) -> Any:
    try:
        return TypeAdapter(kind).validate_json(json.dumps(found))  # where objects are no dataclasses yet
    except ValidationError as error:
        key = "".join(map(str, error.errors()[0]["loc"][:1]))
        raise _damaged(name, number, f" ({key})" if key.isidentifier() else "") from error


def _damaged(name: str, number: int, what: str = "") -> UsageError:
    return UsageError(f"{name}:{number}: the recording is damaged here{what}; get the whole file.")


def _as_json(value: object) -> str:
    return json.dumps(value, default=_plain)


def _plain(value: object) -> object:
    """Events and states as their fields, whatever else as its text."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    return str(value)
