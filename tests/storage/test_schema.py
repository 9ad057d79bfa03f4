import json

import pytest

from bones_desktop.storage.campaignfile import dump_campaign
from bones_desktop.storage.files.characterfile import dump_character
from bones_desktop.storage.packfile import dump_pack
from tests.storage.campaigns import whole_campaign
from tests.support.packs import norse
from tests.support.schemas import FOLDER, SCHEMAS, schema

CHARACTER, CAMPAIGN, PACK = (json.loads(schema(name)) for name in SCHEMAS)


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_published_schema_is_the_one_of_the_program(name):
    published = (FOLDER / name).read_text(encoding="utf-8")
    assert published == schema(name), "refresh it: python -m tests.support.schemas"
    assert "additionalProperties" not in published


def test_every_schema_that_is_published_is_made():
    assert {path.name for path in FOLDER.iterdir()} == set(SCHEMAS)


def test_the_schema_names_every_key_that_is_written(character):
    document = json.loads(dump_character(character))
    assert set(CHARACTER["properties"]) == set(document) == set(CHARACTER["required"])
    assert set(CHARACTER["$defs"]["Character"]["properties"]) == set(document["character"])
    assert set(CHARACTER["$defs"]["CharacterDie"]["properties"]) == set(document["character"]["dice"][0])


def test_the_schema_of_packs_names_every_key_that_is_written():
    document = json.loads(dump_pack(norse().with_(note="A note")))
    assert set(PACK["properties"]) == set(document)
    assert set(PACK["required"]) <= set(document)
    for definition, part in (("PackTemplate", "templates"), ("PackItem", "equipment"), ("PackRace", "races")):
        written = {key for entry in document[part] for key in entry}
        assert written <= set(PACK["$defs"][definition]["properties"])


def test_the_schema_of_campaigns_names_every_key_that_is_written():
    document = json.loads(dump_campaign(whole_campaign()))
    assert set(CAMPAIGN["properties"]) == set(document) == set(CAMPAIGN["required"])
    written = document["campaign"]
    assert set(CAMPAIGN["$defs"]["Campaign"]["properties"]) == set(written)
    for definition, part in (("Member", "members"), ("Passage", "passages"), ("GameSession", "sessions")):
        assert set(CAMPAIGN["$defs"][definition]["properties"]) == set(written[part][0])
    assert set(CAMPAIGN["$defs"]["Award"]["properties"]) == set(written["sessions"][0]["awards"][0])
