"""The JSON schema of a config, for editors: `python -m controller.config.schema > config/schema.json`."""

import json

from controller.config.model import Config


def text() -> str:
    """The schema as the file holds it."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **Config.model_json_schema()}
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(text(), end="")
