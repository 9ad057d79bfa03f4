"""The published JSON schema of character files: `python -m bones_desktop.storage.schema > resources/schema/...`."""

import json
import sys
from typing import Any

from bones_desktop.storage.characterfile import CharacterDocument
from bones_desktop.storage.migrations import SCHEMA

NAME = f"character-{SCHEMA}.schema.json"


def character_schema() -> str:
    """Return the schema as text. Other keys than those it names are allowed: they are kept as they are."""
    schema: dict[str, Any] = CharacterDocument.model_json_schema(by_alias=True, mode="validation")
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **_open(schema),
        "title": "Bones Desktop character file",
        "description": "A .bones file, UTF-8. Faces are codes such as 'melee', 'defend x2', 'blank', '' (not chosen).",
    }
    schema["properties"]["schema"] |= {"const": SCHEMA}
    schema["required"] = ["format", "schema", "system", "character"]
    return json.dumps(schema, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def _open(value: Any) -> Any:  # noqa: ANN401 (JSON)
    if isinstance(value, dict):
        return {key: _open(inner) for key, inner in value.items() if key != "additionalProperties"}
    if isinstance(value, list):
        return [_open(inner) for inner in value]
    return value


if __name__ == "__main__":
    sys.stdout.write(character_schema())
