import json
import typing
from pathlib import Path

import pytest

from bones_desktop.storage.campaignfile import CampaignFileError, FightFileError
from bones_desktop.storage.files.characterfile import CharacterFileError, dump_character, parse_character
from bones_desktop.storage.files.datafile import ErrorCode
from bones_desktop.storage.files.textfiles import FileProblem, FileProblemCode
from bones_desktop.wording.files import file_sentence, place_in_file, size_text
from tests.support.foreach import for_each
from tests.support.people import ragnar

PATH = Path("/home/user/characters/Ragnar {name}.bones")


@for_each("code", typing.get_args(FileProblemCode))
def test_every_problem_of_the_disk_has_its_sentences(code):
    problem = FileProblem(code, PATH, needed=20_000, free=100, text="Input/output error", thing=str(PATH.parent))
    sentence = file_sentence(problem)
    assert sentence.endswith(".")
    assert "Ragnar {name}.bones" in sentence or str(PATH.parent) in sentence
    assert "{" not in sentence.replace("{name}", "")


def codes_of(kind: str) -> list[str]:
    """Return the codes that reading a file of one kind gives."""
    others = {"not-character", "not-campaign", "not-fight"} - {f"not-{kind}"}
    return sorted(set(typing.get_args(ErrorCode)) - others)


DAMAGED = {
    CharacterFileError: (PATH.name, "value_error", ("a campaign.", "the campaign", "fight")),
    FightFileError: ("Ford {name}.bones-fight", "fighter_twice", ("character.", "campaign")),
    CampaignFileError: ("Vale {name}.bones-campaign", "passage_order", ("a character.", "the character")),
}


@for_each(("kind", "code"), [(kind, code) for kind in DAMAGED for code in codes_of(kind.kind)])
def test_every_damage_of_every_kind_of_file_has_its_sentences(kind, code):
    name, hint, alien = DAMAGED[kind]
    where = ("dice", 1, "faces", 2) if kind is CharacterFileError else ()
    sentence = file_sentence(kind(code, Path(name), where=where, line=3, column=4, hint=hint))
    assert sentence.startswith(name)
    assert "(line 3, character 4)" in sentence
    assert "{" not in sentence.replace("{name}", "")
    assert not [words for words in alien if words in sentence]


def test_a_file_that_is_plainly_no_campaign_is_told():
    error = CampaignFileError("not-json", Path("notes.txt"))
    assert file_sentence(error) == "notes.txt is not a campaign file; those end in .bones-campaign."


def test_a_full_disk_says_how_much_is_missing():
    sentence = file_sentence(FileProblem("disk-full", PATH, needed=20_000, free=100))
    assert "20 kB needed, 100 bytes free" in sentence


def test_a_wrong_value_is_told_as_people_count():
    error = CharacterFileError("invalid", PATH, where=("dice", 1, "faces", 2), hint="value_error")
    assert "is damaged at “dice 2, faces 3”: this is not a face of a die." in file_sentence(error)
    assert place_in_file(("house_rules", "leather_as_in_prose")) == "house rules, leather as in prose"
    assert place_in_file(()) == "the character"


@pytest.mark.parametrize(("place", "value"), [((), []), (("house_rules",), 3), (("dice", 0), "melee")])
def test_a_group_of_values_that_is_none_is_told(place, value):
    document = {"character": json.loads(dump_character(ragnar()))["character"]}
    inner = document
    for step in ("character", *place)[:-1]:
        inner = inner[step]
    inner[("character", *place)[-1]] = value
    data = json.dumps({"format": "bones-desktop", "schema": 1, "system": "bones", **document}).encode()
    with pytest.raises(CharacterFileError) as caught:
        parse_character(data, PATH)
    assert "this should be a group of named values" in file_sentence(caught.value)


@pytest.mark.parametrize(
    ("size", "text"),
    [(0, "0 bytes"), (999, "999 bytes"), (1_001, "2 kB"), (1_400_000, "1.4 MB"), (2 * 10**9, "2.0 GB")],
)
def test_sizes_are_said_as_people_say_them(size, text):
    assert size_text(size) == text
