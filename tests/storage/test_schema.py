import json

from bones_desktop.storage.characterfile import dump_character
from bones_desktop.storage.locations import shipped
from bones_desktop.storage.schema import NAME, character_schema

REFRESH = "python -m bones_desktop.storage.schema > resources/schema/" + NAME


def test_the_published_schema_is_the_one_of_the_program():
    published = (shipped("resources") / "schema" / NAME).read_text(encoding="utf-8")
    assert published == character_schema(), f"refresh it: {REFRESH}"


def test_the_schema_names_every_key_that_is_written(character):
    schema = json.loads(character_schema())
    document = json.loads(dump_character(character))
    assert set(schema["properties"]) == set(document) == set(schema["required"])
    assert set(schema["$defs"]["Character"]["properties"]) == set(document["character"])
    assert set(schema["$defs"]["CharacterDie"]["properties"]) == set(document["character"]["dice"][0])
    assert "additionalProperties" not in character_schema()
