"""What the model knows about the field at a path: its type, its keys, an example."""

import types
from collections.abc import Iterator, Mapping
from typing import Any, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from controller.config.document import Path
from controller.config.model import Config
from controller.config.quantities import Part


def field_at(path: Path) -> FieldInfo | None:
    """The field that a key at `path` fills, or None where it fills none."""
    model = _part(_type_at(path[:-1]))
    return model.model_fields.get(str(path[-1])) if model else None


def keys_at(path: Path) -> tuple[str, ...]:
    """The keys that may stand in the group at `path`; empty where any may, or none."""
    model = _part(_type_at(path))
    return tuple(model.model_fields) if model else ()


def entries_at(path: Path) -> int:
    """How many entries the list at `path` must have; 0 where it may have any number."""
    return _entries(_type_at(path))


def _entries(kind: Any) -> int:
    arguments = get_args(kind)
    if get_origin(kind) is tuple:
        return 0 if Ellipsis in arguments else len(arguments)
    return next((count for option in arguments if (count := _entries(option))), 0)


def example_at(path: Path) -> str | None:
    """What could be written at `path`, as YAML on one line; None where the model has no example."""
    field = field_at(path)
    return as_yaml(field.examples[0]) if field and field.examples else None


def as_yaml(value: object) -> str:
    """Plain data as YAML on one line; words are taken to need no quotes."""
    match value:
        case dict():
            return "{" + ", ".join(f"{key}: {as_yaml(item)}" for key, item in value.items()) + "}"
        case list() | tuple():
            return "[" + ", ".join(map(as_yaml, value)) + "]"
        case _:
            return str(value)


def where_used(key: str) -> Iterator[Path]:
    """The paths of all groups in which a key of this name has its place."""
    return (path[:-1] for path in _paths((), Config) if path[-1] == key)


def _paths(path: Path, kind: Any) -> Iterator[Path]:
    model = _part(kind)
    for name, field in model.model_fields.items() if model else ():
        yield (*path, name)
        yield from _paths((*path, name), field.annotation)


def _type_at(path: Path) -> Any:
    kind: Any = Config
    for key in path:
        kind = _inside(kind, key)
    return kind


def _inside(kind: Any, key: str | int) -> Any:
    """The type of what stands under `key` in a value of type `kind`, or None."""
    if model := _part(kind):
        field = model.model_fields.get(str(key))
        return field.annotation if field else None
    arguments = get_args(kind)
    if get_origin(kind) is Mapping:
        return arguments[1]
    if get_origin(kind) is tuple:
        return arguments[0]
    return next((found for option in arguments if (found := _inside(option, key))), None)


def _part(kind: Any) -> type[Part] | None:
    """The Part that `kind` is, or that it is where it is not None."""
    options = get_args(kind) if get_origin(kind) in (Union, types.UnionType) else (kind,)
    return next((option for option in options if isinstance(option, type) and issubclass(option, Part)), None)
