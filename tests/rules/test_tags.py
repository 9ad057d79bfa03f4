"""Tags of characters of any game."""

import pytest

from bones_desktop.rules.margin.character import MarginCharacter
from bones_desktop.rules.reasons import RulesError
from bones_desktop.rules.values import LONGEST_TAG, MOST_TAGS, retag
from tests.support.people import ragnar


def test_tags_are_added_once_and_removed_whatever_their_case():
    tagged = retag(ragnar(), add=["Friday  group", "NPC", "npc", "  "])
    assert tagged.tags == ("Friday group", "NPC")
    assert retag(tagged, add=["new"], remove=["FRIDAY group"]).tags == ("NPC", "new")


def test_a_tag_of_signs_that_cannot_be_shown_can_be_removed():
    odd = ragnar().with_(tags=("a\x1fb",))
    assert retag(odd, remove=["ab"]).tags == ()


@pytest.mark.parametrize(
    ("add", "code"),
    [(["x" * (LONGEST_TAG + 1)], "text-too-long"), ([str(n) for n in range(MOST_TAGS + 1)], "too-many-tags")],
)
def test_what_the_file_cannot_hold_is_refused(add, code):
    with pytest.raises(RulesError) as caught:
        retag(ragnar(), add=add)
    assert caught.value.reason.code == code
    assert retag(ragnar(), add=[each[:LONGEST_TAG] for each in add[:MOST_TAGS]]).tags


def test_a_character_of_another_game_bears_tags_too():
    who = retag(MarginCharacter(name="Sable"), add=["Friday", "npc"])
    assert retag(who, add=["new"], remove=["FRIDAY"]).tags == ("npc", "new")
