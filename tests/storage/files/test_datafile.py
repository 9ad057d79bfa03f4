import json
from dataclasses import replace
from pathlib import Path

import pytest

from bones_desktop.storage.files.characterfile import (
    CHARACTERS,
    CharacterFileError,
    dump_character,
    read_character,
)
from bones_desktop.storage.files.datafile import migrate

MUSEUM = Path(__file__).parents[2] / "data" / "museum"


def _spell_out_spiffs(document):
    character = dict(document["character"])
    character["spiffs"] = int(character.pop("luck"))
    return {**document, "character": character}


def _name_from_two_parts(document):
    character = dict(document["character"])
    character["name"] = f"{character.pop('first')} {character.pop('last')}"
    return {**document, "character": character}


CHAIN = (_spell_out_spiffs, _name_from_two_parts)
LATER = replace(CHARACTERS, migrations=CHAIN)
SCHEMA = CHARACTERS.schema


def _old(character):
    document = json.loads(dump_character(character))
    inner = document["character"]
    inner["luck"] = str(inner.pop("spiffs"))
    inner["first"], inner["last"] = inner.pop("name").split(" ", 1)
    return document


def test_the_newest_schema_needs_no_step():
    assert len(CHARACTERS.migrations) + 1 == SCHEMA
    document = {"schema": SCHEMA, "a": 1}
    assert migrate(document, SCHEMA, CHARACTERS.migrations) == document


def test_each_file_takes_only_the_steps_it_lacks(character):
    first = _old(character)
    kept = json.dumps(first)
    third = migrate(first, 1, CHAIN)
    assert json.dumps(first) == kept
    second = migrate(first, 1, CHAIN[:1])
    assert (second["schema"], third["schema"]) == (2, 3)
    assert migrate(second, 2, CHAIN) == third


def test_an_older_file_is_read_as_if_it_were_new(character):
    found = LATER.parse(json.dumps(_old(character)).encode(), Path("old.bones"))
    assert (found.value, found.schema, found.newer) == (character, 1, False)


def test_a_file_that_is_not_what_its_number_says_is_told(character):
    with pytest.raises(CharacterFileError) as caught:
        LATER.parse(dump_character(character), Path("old.bones"))
    assert (caught.value.code, caught.value.hint) == ("migration", "1")


@pytest.mark.parametrize("path", sorted(MUSEUM.rglob("*.bones")), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_file_of_the_museum_can_be_read(path):
    found = read_character(path)
    assert found.schema == int(path.parent.name.removeprefix("schema-"))
    assert found.value.name


def test_the_museum_holds_files_of_every_schema():
    assert {int(path.parent.name.removeprefix("schema-")) for path in MUSEUM.rglob("*.bones")} == set(
        range(1, SCHEMA + 1)
    )
