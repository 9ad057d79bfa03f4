"""The published JSON schemas of our files: `python -m bones_desktop.storage.schema NAME > resources/schema/NAME`."""

import json
import sys
from typing import Any

from bones_desktop.storage.campaign.campaignfile import CAMPAIGNS
from bones_desktop.storage.files.characterfile import CHARACTERS
from bones_desktop.storage.files.datafile import Json, json_schema
from bones_desktop.storage.packs.packfile import SCHEMA as PACK_SCHEMA
from bones_desktop.storage.packs.packfile import PackDocument

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
NAME = f"character-{CHARACTERS.schema}.schema.json"
CAMPAIGN_NAME = f"campaign-{CAMPAIGNS.schema}.schema.json"
PACK_NAME = f"pack-{PACK_SCHEMA}.schema.json"


def character_schema() -> str:
    """Return the schema of characters as text."""
    return _text(
        CHARACTERS.document,
        CHARACTERS.schema,
        "Bones Desktop character file",
        "A .bones file, UTF-8. Faces are codes such as 'melee', 'defend x2', 'blank', '' (not chosen).",
        ["format", "schema", "system", "character"],
    )


def campaign_schema() -> str:
    """Return the schema of campaigns as text."""
    return _text(
        CAMPAIGNS.document,
        CAMPAIGNS.schema,
        "Bones Desktop campaign file",
        "A .bones-campaign file, UTF-8: members, calendar, sessions and house rules of a campaign.",
        ["format", "schema", "system", "campaign"],
    )


def pack_schema() -> str:
    """Return the schema of packs as text."""
    return _text(
        PackDocument,
        PACK_SCHEMA,
        "Bones Desktop pack",
        "A .bonespack.json file, UTF-8: house templates, equipment and races to share.",
        ["format", "schema", "id", "name"],
    )


def _text(kind: type, number: int, title: str, description: str, required: list[str]) -> str:
    """Return a schema as text. Other keys than those it names are allowed: they are kept as they are."""
    schema: Json = {"$schema": _DIALECT, **_open(json_schema(kind)), "title": title, "description": description}
    schema["properties"]["schema"] |= {"const": number}
    schema["required"] = required
    return json.dumps(schema, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def _open(value: Any) -> Any:  # noqa: ANN401 (JSON)
    if isinstance(value, dict):
        return {key: _open(inner) for key, inner in value.items() if key != "additionalProperties"}
    if isinstance(value, list):
        return [_open(inner) for inner in value]
    return value


if __name__ == "__main__":
    written = {PACK_NAME: pack_schema, CAMPAIGN_NAME: campaign_schema}
    sys.stdout.write(written.get(" ".join(sys.argv[1:]), character_schema)())
