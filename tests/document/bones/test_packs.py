"""The open character under another rulebook: packs came or went."""

from dataclasses import replace

import pytest

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.rules.bones.life.packs import with_packs
from bones_desktop.rules.bones.making.edits import set_racial_icon, set_template, set_text
from tests.support.packs import norse
from tests.support.people import bob, ragnar
from tests.support.rulebooks import rulebook

pytestmark = pytest.mark.usefixtures("qapp")


def test_a_pack_that_comes_is_shown_once_and_undo_stays():
    document = CharacterDocument(rulebook(), ragnar())
    document.apply("Rename", lambda now: set_text(now, "name", "Sven"))
    told, saved = [], []
    document.changed.connect(told.append)
    document.about_to_show.connect(saved.append)
    book = with_packs(rulebook(), [norse()])
    document.set_rulebook(book)
    document.set_rulebook(book)
    assert len(told) == 1
    assert told[0].before == told[0].after
    assert told[0].name
    assert saved == []
    document.apply("Raider", lambda now: set_template(document.rulebook, now, 3, "norse/raider"))
    assert document.undo_stack.count() == 2


def test_a_pack_that_goes_leaves_the_faces_and_names_the_gap():
    book = with_packs(rulebook(), [norse()])
    document = CharacterDocument(book, set_template(book, ragnar(), 3, "norse/raider"))
    faces = document.character.dice[3].faces
    assert not [problem for problem in document.problems if problem.reason.code.startswith("template")]
    document.set_rulebook(rulebook())
    assert document.character.dice[3].faces == faces
    assert [problem.reason.code for problem in document.problems if problem.place.die == 3] == [
        "template-of-missing-pack"
    ]
    column = document.sheet.dice[3]
    assert (column.title, column.house) == ("Raider", True)


def test_a_character_of_a_missing_race_is_played_with_the_faces_it_has():
    book = with_packs(rulebook(), [norse()])
    troll = set_racial_icon(book, bob(), "norse/troll")
    with_pack, without = CharacterDocument(book, troll), CharacterDocument(rulebook(), troll)
    for document in (with_pack, without):
        assert len(document.skill_odds(None)) == len(rulebook().skills)
        assert [cell.code for cell in document.sheet.dice[0].faces][1] == "norse/troll"
    assert without.sheet.dice[0].faces[1].name == "Troll"
    melee = [skill.id for skill in rulebook().skills].index("melee")
    assert with_pack.skill_odds(())[melee] != without.skill_odds(())[melee]


def test_odds_are_those_of_the_rulebook_of_now(qapp: object) -> None:
    document = CharacterDocument(rulebook(), ragnar())
    before = document.odds
    assert document.odds is before
    document.set_rulebook(replace(rulebook()))
    assert document.odds is not before
