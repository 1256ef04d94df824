"""config/schema.json is what editors check configs against."""

import json
import runpy
from pathlib import Path

from controller.config import schema

FILE = Path(__file__).resolve().parents[3] / "config" / "schema.json"


def test_the_schema_in_the_checkout_is_current() -> None:
    current = FILE.read_text(encoding="utf-8") == schema.text()
    assert current, "write it anew: python -m controller.config.schema > config/schema.json"


def test_the_module_writes_the_schema(capsys) -> None:
    runpy.run_path(schema.__file__, run_name="__main__")
    assert capsys.readouterr().out == schema.text()


def test_the_schema_knows_the_keys_and_refuses_others() -> None:
    read = json.loads(schema.text())
    assert list(read["properties"]) == [
        "exhibit",
        "tower",
        "arm",
        "leds",
        "inputs",
        "kiosk",
        "journal",
    ]
    assert read["required"] == ["exhibit", "tower"]
    assert read["additionalProperties"] is False
    assert read["properties"]["arm"]["$ref"] == "#/$defs/Arm"
    assert read["$defs"]["Arm"]["required"] == [
        "firmware",
        "port",
        "pegs",
        "disks",
        "workspace",
        "park",
        "motion",
    ]


def test_the_schema_offers_no_null_since_a_key_without_a_value_is_a_mistake() -> None:
    assert "null" not in schema.text()


def test_every_key_is_described_for_the_editor() -> None:
    read = json.loads(schema.text())
    groups = [read, *read["$defs"].values()]
    keys = {name: key for group in groups for name, key in group.get("properties", {}).items()}
    assert [name for name, key in keys.items() if "description" not in key] == []
