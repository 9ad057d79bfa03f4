import json

from bones_desktop.storage.campaign.campaignfile import dump_campaign
from bones_desktop.storage.files.characterfile import dump_character
from bones_desktop.storage.files.locations import shipped
from bones_desktop.storage.packs.packfile import dump_pack
from bones_desktop.storage.schema import (
    CAMPAIGN_NAME,
    NAME,
    PACK_NAME,
    campaign_schema,
    character_schema,
    pack_schema,
)
from tests.storage.campaigns import whole_campaign
from tests.support.packs import norse

REFRESH = "python -m bones_desktop.storage.schema > resources/schema/" + NAME
REFRESH_PACK = f"python -m bones_desktop.storage.schema {PACK_NAME} > resources/schema/{PACK_NAME}"
REFRESH_CAMPAIGN = f"python -m bones_desktop.storage.schema {CAMPAIGN_NAME} > resources/schema/{CAMPAIGN_NAME}"


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


def test_the_published_schema_of_campaigns_is_the_one_of_the_program():
    published = (shipped("resources") / "schema" / CAMPAIGN_NAME).read_text(encoding="utf-8")
    assert published == campaign_schema(), f"refresh it: {REFRESH_CAMPAIGN}"


def test_the_schema_of_campaigns_names_every_key_that_is_written():
    schema = json.loads(campaign_schema())
    document = json.loads(dump_campaign(whole_campaign()))
    assert set(schema["properties"]) == set(document) == set(schema["required"])
    written = document["campaign"]
    assert set(schema["$defs"]["Campaign"]["properties"]) == set(written)
    for definition, part in (("Member", "members"), ("Passage", "passages"), ("GameSession", "sessions")):
        assert set(schema["$defs"][definition]["properties"]) == set(written[part][0])
    assert set(schema["$defs"]["Award"]["properties"]) == set(written["sessions"][0]["awards"][0])
    assert "additionalProperties" not in campaign_schema()
