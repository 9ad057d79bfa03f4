"""The published JSON schemas of our files: `python -m tests.support.schemas` writes resources/schema anew."""

import json
from typing import Any

from pydantic import TypeAdapter

from bones_desktop.storage.campaignfile import CAMPAIGNS
from bones_desktop.storage.files.characterfile import CHARACTERS
from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.storage.packfile import SCHEMA as PACK_SCHEMA
from bones_desktop.storage.packfile import PackDocument

FOLDER = shipped("resources") / "schema"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
SCHEMAS = {
    f"character-{CHARACTERS.schema}.schema.json": (
        CHARACTERS.document,
        CHARACTERS.schema,
        "Bones Desktop character file",
        "A .bones file, UTF-8. Faces are codes such as 'melee', 'defend x2', 'blank', '' (not chosen).",
        ["format", "schema", "system", "character"],
    ),
    f"campaign-{CAMPAIGNS.schema}.schema.json": (
        CAMPAIGNS.document,
        CAMPAIGNS.schema,
        "Bones Desktop campaign file",
        "A .bones-campaign file, UTF-8: members, calendar, sessions and house rules of a campaign.",
        ["format", "schema", "system", "campaign"],
    ),
    f"pack-{PACK_SCHEMA}.schema.json": (
        PackDocument,
        PACK_SCHEMA,
        "Bones Desktop pack",
        "A .bonespack.json file, UTF-8: house templates, equipment and races to share.",
        ["format", "schema", "id", "name"],
    ),
}


def schema(name: str) -> str:
    """Return a schema as text. Other keys than those it names are allowed: they are kept as they are."""
    kind, number, title, description, required = SCHEMAS[name]
    found = {**_open(TypeAdapter(kind).json_schema(mode="validation")), "$schema": DIALECT}
    found |= {"title": title, "description": description, "required": required}
    found["properties"]["schema"] |= {"const": number}
    return json.dumps(found, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def _open(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _open(inner) for key, inner in value.items() if key != "additionalProperties"}
    return [_open(inner) for inner in value] if isinstance(value, list) else value


if __name__ == "__main__":
    for each in SCHEMAS:
        (FOLDER / each).write_text(schema(each), encoding="utf-8")
