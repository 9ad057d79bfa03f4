"""What changed between two versions of a character, in words."""

import pytest

from bones_desktop.rules.bones.injury.injuries import lose
from bones_desktop.rules.bones.making.edits import new_character, set_text
from bones_desktop.storage.files.characterfile import read_character
from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.storage.games import SMALL_GAMES
from bones_desktop.wording.versions import MOST, changed_words
from tests.support.people import ID


def sample(name):
    return read_character(shipped("resources") / "games" / "bones" / "samples" / f"{name}.bones").value


def test_numbers_texts_and_dice_are_compared_by_field():
    ragnar = sample("ragnar")
    later = lose(set_text(ragnar, "name", "Ragnar the Old"), 3, "Spear").with_(spiffs=3, dice=ragnar.dice[:3])
    assert changed_words(ragnar, later) == "name Ragnar → Ragnar the Old, dice 4 → 3, lost 0 → 1, spiffs 1 → 3"
    assert changed_words(later, later) == "nothing that is shown"


def test_long_texts_are_named_only_and_marks_of_acts_are_no_change():
    ragnar = sample("ragnar")
    assert changed_words(ragnar, ragnar.with_(notes="A long story. " * 9)) == "notes"
    assert changed_words(ragnar, ragnar.with_(slain=True)) == "slain"
    assert changed_words(ragnar.with_(slain=True), ragnar) == "no longer slain"


def test_changed_dice_are_named_by_their_places():
    ragnar = sample("ragnar")
    one, two, three, four = ragnar.dice
    assert changed_words(ragnar, ragnar.with_(dice=(two, one, three, four))) == "dice 1 + 2"
    assert changed_words(ragnar, ragnar.with_(dice=(two, three, one, two))) == "dice"


def test_many_changes_are_counted():
    words = changed_words(
        new_character(ID), sample("ragnar").with_(spiffs=2, coins=5, sessions=1, notes="x", gender="y")
    )
    assert words.endswith("more")
    assert words.count(", ") == MOST


@pytest.mark.parametrize("stored", SMALL_GAMES, ids=[each.game.id for each in SMALL_GAMES])
def test_a_character_of_each_game_can_be_compared(stored):
    made = stored.game.new(ID)
    assert changed_words(made, made.with_(name="Ann")) == "name – → Ann"
    assert changed_words(made, new_character(ID)) == "another game or kind of character"
