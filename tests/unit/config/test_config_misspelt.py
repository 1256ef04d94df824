"""Every key that must be there, misspelt by one letter, in every ready exhibit: told, and no crash."""

import json
import re
from collections.abc import Iterator

import pytest
import yaml
from pydantic import BaseModel

from controller.config import ConfigError, exhibit_names, exhibits, parse
from controller.config.model import Config

Path = tuple[str, ...]
EXHIBITS = {
    name: yaml.safe_load((exhibits.folder() / f"{name}.yaml").read_text(encoding="utf-8"))
    for name in exhibit_names()
}


def required(data: object, part: object, path: Path = ()) -> Iterator[Path]:
    """The keys in `data` that a part of a config cannot be without, from the top down."""
    if not isinstance(data, dict):
        return
    for key, value in data.items():
        fields = getattr(part, "model_fields", {})
        if key in fields and fields[key].is_required():
            yield (*path, key)
        for inner in parts_in(fields[key].annotation) if key in fields else [part]:
            yield from required(value, inner, (*path, key))


def parts_in(annotation: object) -> Iterator[type[BaseModel]]:
    """The models that an annotation speaks of, through unions, mappings and annotations."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for inner in getattr(annotation, "__args__", ()):
        yield from parts_in(inner)


CASES = sorted({(name, path) for name, data in EXHIBITS.items() for path in required(data, Config)})


def renamed(data: object, path: Path, key: str) -> object:
    """`data` with the key at `path` called `key`."""
    assert isinstance(data, dict)
    first, *rest = path
    return {
        key if name == first and not rest else name: renamed(value, tuple(rest), key)
        if name == first and rest
        else value
        for name, value in data.items()
    }


def test_there_are_such_keys_on_every_level() -> None:
    paths = {path for _, path in CASES}
    assert {("tower",), ("tower", "disks"), ("arm", "pegs"), ("arm", "park", "x")} <= paths


@pytest.mark.parametrize(("name", "path"), CASES)
def test_a_misspelt_key_is_told_with_the_one_that_was_meant(name, path) -> None:
    key = path[-1]
    for misspelt in (f"{key}z", key[:-1] if len(key) > 2 else f"{key}{key}"):
        text = json.dumps(renamed(EXHIBITS[name], path, misspelt))  # which is YAML too
        with pytest.raises(ConfigError) as refused:
            parse("f.yaml", text)
        (told,) = [line for line in refused.value.problems if re.search(rf"[ .]{misspelt}: ", line)]
        assert "there is no such key here" in told
        assert f"did you mean {key}?" in told or len(key) == 1
