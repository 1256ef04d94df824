"""The JSON schema of a config, for editors: `python -m controller.config.schema > config/schema.json`."""

import json
from typing import Any

from controller.config.model import Config


def text() -> str:
    """The schema as the file holds it."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **Config.model_json_schema()}
    return json.dumps(_without_null(schema), indent=2, ensure_ascii=False) + "\n"


def _without_null(schema: Any) -> Any:
    """The schema without null: in a file, a key that is not meant is left out."""
    if isinstance(schema, list):
        return [_without_null(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {key: _without_null(value) for key, value in schema.items() if value is not None}
    options = [option for option in kept.pop("anyOf", ()) if option != {"type": "null"}]
    return {**kept, **(options[0] if len(options) == 1 else {"anyOf": options} if options else {})}


if __name__ == "__main__":
    print(text(), end="")
