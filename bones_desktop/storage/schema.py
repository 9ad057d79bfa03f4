"""The published JSON schemas of our files: `python -m bones_desktop.storage.schema NAME > resources/schema/NAME`."""

import json
import sys
from typing import Any

from bones_desktop.storage.campaign.campaignfile import SCHEMA as CAMPAIGN_SCHEMA
from bones_desktop.storage.campaign.campaignfile import CampaignDocument
from bones_desktop.storage.files.characterfile import CharacterDocument
from bones_desktop.storage.files.migrations import SCHEMA
from bones_desktop.storage.files.validation import json_schema
from bones_desktop.storage.packs.packfile import SCHEMA as PACK_SCHEMA
from bones_desktop.storage.packs.packfile import PackDocument

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
NAME = f"character-{SCHEMA}.schema.json"
CAMPAIGN_NAME = f"campaign-{CAMPAIGN_SCHEMA}.schema.json"
PACK_NAME = f"pack-{PACK_SCHEMA}.schema.json"


def character_schema() -> str:
    """Return the schema as text. Other keys than those it names are allowed: they are kept as they are."""
    schema: dict[str, Any] = json_schema(CharacterDocument)
    schema = {
        "$schema": _DIALECT,
        **_open(schema),
        "title": "Bones Desktop character file",
        "description": "A .bones file, UTF-8. Faces are codes such as 'melee', 'defend x2', 'blank', '' (not chosen).",
    }
    schema["properties"]["schema"] |= {"const": SCHEMA}
    schema["required"] = ["format", "schema", "system", "character"]
    return json.dumps(schema, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def campaign_schema() -> str:
    """Return the schema of campaigns as text. Other keys than those it names are allowed: they are kept as they are."""
    schema: dict[str, Any] = json_schema(CampaignDocument)
    schema = {
        "$schema": _DIALECT,
        **_open(schema),
        "title": "Bones Desktop campaign file",
        "description": "A .bones-campaign file, UTF-8: members, calendar, sessions and house rules of a campaign.",
    }
    schema["properties"]["schema"] |= {"const": CAMPAIGN_SCHEMA}
    schema["required"] = ["format", "schema", "system", "campaign"]
    return json.dumps(schema, indent=2, sort_keys=True, ensure_ascii=False) + "\n"


def pack_schema() -> str:
    """Return the schema of packs as text. Other keys than those it names are allowed: they are kept as they are."""
    schema: dict[str, Any] = json_schema(PackDocument)
    schema = {
        "$schema": _DIALECT,
        **_open(schema),
        "title": "Bones Desktop pack",
        "description": "A .bonespack.json file, UTF-8: house templates, equipment and races to share.",
    }
    schema["properties"]["schema"] |= {"const": PACK_SCHEMA}
    schema["required"] = ["format", "schema", "id", "name"]
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
