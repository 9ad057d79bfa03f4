import json

from bones_desktop.storage.characterfile import dump_character
from bones_desktop.storage.locations import shipped
from bones_desktop.storage.packfile import dump_pack
from bones_desktop.storage.schema import NAME, PACK_NAME, character_schema, pack_schema
from tests.support.packs import norse

REFRESH = "python -m bones_desktop.storage.schema > resources/schema/" + NAME
REFRESH_PACK = f"python -m bones_desktop.storage.schema {PACK_NAME} > resources/schema/{PACK_NAME}"


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


def test_the_published_schema_of_packs_is_the_one_of_the_program():
    published = (shipped("resources") / "schema" / PACK_NAME).read_text(encoding="utf-8")
    assert published == pack_schema(), f"refresh it: {REFRESH_PACK}"


def test_the_schema_of_packs_names_every_key_that_is_written():
    schema = json.loads(pack_schema())
    document = json.loads(dump_pack(norse().with_(note="A note")))
    assert set(schema["properties"]) == set(document)
    assert set(schema["required"]) <= set(document)
    for definition, part in (("PackTemplate", "templates"), ("PackItem", "equipment"), ("PackRace", "races")):
        written = {key for entry in document[part] for key in entry}
        assert written <= set(schema["$defs"][definition]["properties"])
