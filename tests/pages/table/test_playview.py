"""What the reading shows, made from a play."""

from dataclasses import replace

import pytest

from bones_desktop.pages.table.readingmodel import OtherUse, play_view
from bones_desktop.rules.bones.book.character import CharacterKind
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.reading.plays import Play, Reroll, read_play
from bones_desktop.rules.bones.reading.requests import Request
from bones_desktop.rules.reading import Role
from tests.support.people import ragnar, someone
from tests.support.plays import other_side, play_of
from tests.support.rulebooks import rulebook

DWARF = "universal,dwarf,craft,melee,defend,blank"
RULES = HouseRules()
MELEE = Request("melee", difficulty="easy")


def seen(play: Play, rules: HouseRules = RULES, roles=None):
    return play_view(rulebook(), rules, play, read_play(rulebook(), rules, play), "It", roles)


def test_faces_and_numbers_are_those_of_the_throw():
    hurt = injuries.lose(ragnar(), 1)
    view = seen(play_of(hurt, MELEE, "melee,defend,missile"))
    assert view.codes == ("melee", "defend", "missile", "blank", "blank")
    assert view.numbers == (1, 3, 4, 0, 0)
    assert view.roles[:2] == (Role.COUNTS, Role.IDLE)
    assert not view.before
    assert not view.other_codes


def test_a_die_that_burns_is_told_by_its_blank_faces_too():
    flaming = injuries.hindering_from(rulebook().die("flaming"))
    poison = injuries.hindering_from(rulebook().die("poison"))
    hindered = injuries.add_hindering(injuries.add_hindering(ragnar(), poison), flaming)
    view = seen(play_of(hindered, MELEE, "melee,defend,melee,missile,blank,blank"))
    assert view.groups == ("character",) * 4 + ("hindering", "burning") + ("challenge",) * 2


def test_a_die_thrown_again_shows_both_faces():
    play = play_of(ragnar(), MELEE, "melee,defend,melee,missile")
    again = replace(play, reroll=Reroll(1, 0))
    view = seen(again)
    assert view.codes[1] == "universal"
    assert view.before == {1: "defend"}


def test_dice_lost_since_are_told_by_the_caller():
    play = play_of(ragnar(), MELEE, "melee,defend,melee,missile")
    roles = (Role.LOST, *(Role.IDLE,) * 5)
    assert seen(play, roles=roles).roles == roles


def test_other_uses_are_those_of_both_sides_that_may_be_tried():
    goblin = someone(CharacterKind.CAST, DWARF)
    play = play_of(
        ragnar(),
        replace(MELEE, difficulty=""),
        "melee,defend,melee,missile",
        other=other_side(goblin, "defend", "dwarf"),
    )
    view = seen(play)
    assert view.uses[:4] == ((), (), (), ())
    assert set(view.uses[4]) == {
        OtherUse("Melee", "Slam"),
        OtherUse("Craft", "Master", 2),
        OtherUse("Perception", "Night Vision"),
    }
    assert view.other_codes == ("dwarf",)


@pytest.mark.parametrize(("own_icons_only", "uses"), [(False, ("Magic",)), (True, ())])
def test_what_may_not_be_tried_is_no_other_use(own_icons_only, uses):
    rules = HouseRules(only_own_icons_open_a_skill=own_icons_only)
    sage = someone(CharacterKind.CAST, "universal,scholar,arcane-knowledge,blank,blank,blank").with_(house_rules=rules)
    view = seen(play_of(sage, Request("scholar", difficulty="easy"), "arcane-knowledge"), rules)
    assert tuple(use.skill for use in view.uses[0]) == uses
