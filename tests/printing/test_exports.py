"""Characters in the forms of other programs: what those read, and that this program reads the same character back."""

import json
import re
from pathlib import Path

import pytest
import yaml

from bones_desktop.printing.exports import EXPORTS, to_export
from bones_desktop.rules.bones.making.edits import new_character
from bones_desktop.storage.files.characterfile import CHARACTERS, CharacterFileError
from bones_desktop.storage.files.sharedtext import content_of, read_pasted_text
from bones_desktop.storage.games import GAMES, SMALL_GAMES, read_shared_games
from bones_desktop.wording.files import file_sentence
from tests.support.people import ragnar
from tests.support.rulebooks import rulebook

ACTOR = {
    "_id", "name", "type", "img", "system", "prototypeToken", "items", "effects", "folder", "sort", "ownership", "flags"
}  # fmt: skip
"""Fields of Foundry's `ActorData` that a program outside Foundry can give."""
ITEM = {"_id", "name", "type", "img", "system", "effects", "flags"}
HOSTILE = 'Ra"g: nar\\ #{x}\n---\n``` [[b]] & - | é \u2028 😀'


def exported(form: str, who, stored=GAMES[0], data: bytes | None = None) -> str:
    given = to_export(rulebook(), stored, who, stored.form.dump(who) if data is None else data)
    return EXPORTS[form].make(given)


def parts_of(note: str) -> tuple[dict, dict]:
    """Return the front matter and the statblock of a note."""
    before, front, rest = note.split("---\n", 2)
    assert before == ""
    block = rest.partition("\n```statblock\n")[2].partition("\n```\n")[0]
    return yaml.safe_load(front), yaml.safe_load(block)


def test_an_actor_has_foundry_s_fields_and_an_item_for_each_die():
    made = json.loads(exported("foundry", ragnar()))
    assert made.keys() == ACTOR
    assert all(each.keys() == ITEM for each in made["items"])
    ids = [made["_id"], *(each["_id"] for each in made["items"])]
    assert all(re.fullmatch("[A-Za-z0-9]{16}", each) for each in ids)
    assert len(set(ids)) == len(ids)
    dice = [each["flags"]["bones-desktop"] for each in made["items"]]
    assert [len(each["faces"]) for each in dice if each["kind"] == "die"] == [6] * len(ragnar().dice)
    assert (made["name"], made["type"]) == ("Ragnar", "character")
    assert made["system"]["health"]["max"] == len(ragnar().dice)


def test_an_actor_gives_back_the_file_byte_by_byte(tmp_path):
    data = CHARACTERS.dump(ragnar()).replace(b"{", b'{"later": "kept \xc3\xa9",', 1)
    path = tmp_path / "a.json"
    path.write_text(exported("foundry", ragnar(), data=data), encoding="utf-8")
    assert content_of(path) == data
    # Foundry writes the same values in another way.
    path.write_text(json.dumps(json.loads(path.read_bytes()) | {"_stats": {"systemId": "x"}}), encoding="utf-8")
    assert content_of(path) == data


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda actor: actor["flags"].clear(), "is an actor of Foundry that this program did not export."),
        (lambda actor: actor.pop("flags"), "did not export."),
        (lambda actor: actor["flags"]["bones-desktop"].update(file="x"), "and its character is damaged"),
        (lambda actor: actor["flags"]["bones-desktop"].update(file=7), "and its character is damaged"),
        (lambda actor: actor["flags"]["bones-desktop"].update(version=2), "written by a newer version"),
        (lambda actor: actor["flags"]["bones-desktop"].update(version="\n"), "and its character is damaged"),
        (lambda actor: actor["flags"]["bones-desktop"].pop("sha256"), "and its character is damaged"),
    ],
)
def test_a_foreign_newer_or_damaged_actor_is_refused(tmp_path, change, said):
    made = json.loads(exported("foundry", ragnar()))
    change(made)
    path = tmp_path / "a.json"
    path.write_text(json.dumps(made), encoding="utf-8")
    with pytest.raises(CharacterFileError) as refused:
        content_of(path)
    assert said in file_sentence(refused.value)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": "bones-desktop-pack"}', '"flags"', "\x00"])
def test_what_is_no_actor_is_left_to_others(tmp_path, text):
    path = tmp_path / "a.json"
    path.write_text(text, encoding="utf-8")
    assert content_of(path) is None
    assert content_of(tmp_path / "none.json") is None


def test_a_note_has_front_matter_and_a_statblock_and_names_cannot_break_them():
    front, block = parts_of(exported("obsidian", ragnar()))
    assert front["aliases"] == ["Ragnar"]
    assert front["game"] == "BONES"
    assert block["name"] == "Ragnar"
    assert [each["name"] for each in block["traits"]] == ["Gaul", "Hunter/Gatherer", "Armsman", "Armsman"]
    assert all("```" not in each["desc"] for each in block["traits"])
    who = ragnar().with_(name=HOSTILE.replace("\n", " ")[:60], tags=("wild west", "#a b"), description=HOSTILE)
    front, block = parts_of(exported("obsidian", who))
    assert block["name"].startswith('Ra"g: nar\\ #{x}')
    assert front["tags"] == ["bones", "wild-west", "a-b"]


@pytest.mark.parametrize("form", ["obsidian", "roll20", "discord"])
def test_a_text_gives_back_the_same_character_and_no_other(form):
    for who in (ragnar(), ragnar().with_(name="A ``` B", description=HOSTILE)):
        found = read_pasted_text(rulebook(), exported(form, who))
        assert [each.shared for each in found] == [who.with_(id="0" * 32, portrait="", campaign="")]


@pytest.mark.parametrize("small", SMALL_GAMES, ids=lambda small: small.game.id)
def test_characters_of_other_games_are_exported_and_come_back(small, tmp_path):
    who = small.form.read(small.samples[0]).value
    data = small.samples[0].read_bytes()
    path = tmp_path / "a.json"
    path.write_text(exported("foundry", who, small, data), encoding="utf-8")
    assert content_of(path) == data
    made = json.loads(path.read_bytes())
    assert made["items"]
    assert made["system"]["attributes"]
    _front, block = parts_of(exported("obsidian", who, small))
    assert block["traits"]
    for form in ("obsidian", "roll20", "discord"):
        [(game, back)] = read_shared_games(exported(form, who, small))
        assert (game, back) == (small, who.with_(id="0" * 32))


def test_roll20_gets_a_card_and_a_macro_without_its_own_signs():
    who = ragnar().with_(name="}} {{evil=[[99d99]]}} @{x}")
    card, macro, *_rest = exported("roll20", who).splitlines()
    assert card.startswith("&{template:default} {{name=)) ((evil-((99d99)))) @(x)}} {{ =Player character")
    assert macro.count("[[1d6]]") == len(who.dice) + len(who.equipment)
    assert all(line.count("{{") == line.count("}}") for line in (card, macro))


def test_an_empty_character_is_exported():
    for form in EXPORTS:
        assert exported(form, new_character("1" * 32))


def test_discord_begins_with_a_line_of_its_own():
    assert exported("discord", ragnar()).startswith("🎲 **Ragnar** · Player character · 4D")


def test_samples_are_whole(tmp_path: Path):
    for stored in GAMES:
        for sample in stored.samples:
            path = tmp_path / "a.json"
            path.write_text(exported("foundry", stored.form.read(sample).value, stored, sample.read_bytes()), "utf-8")
            assert content_of(path) == sample.read_bytes()
