"""What the reading shows, made from a play."""

from dataclasses import replace

import pytest

from bones_desktop.pages.table.playview import play_view
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
    dice = seen(play_of(hurt, MELEE, "melee,defend,missile")).dice
    assert [die.code for die in dice] == ["melee", "defend", "missile", "blank", "blank"]
    assert [die.role for die in dice[:2]] == [Role.COUNTS, Role.IDLE]
    assert not any(die.before for die in dice)


def test_a_die_that_burns_is_told_by_its_blank_faces_too():
    flaming = injuries.hindering_from(rulebook().die("flaming"))
    poison = injuries.hindering_from(rulebook().die("poison"))
    hindered = injuries.add_hindering(injuries.add_hindering(ragnar(), poison), flaming)
    view = seen(play_of(hindered, MELEE, "melee,defend,melee,missile,blank,blank"))
    assert [die.group for die in view.dice] == ["character"] * 4 + ["hindering", "burning"] + ["challenge"] * 2


def test_a_die_thrown_again_shows_both_faces():
    play = play_of(ragnar(), MELEE, "melee,defend,melee,missile")
    dice = seen(replace(play, reroll=Reroll(1, 0))).dice
    assert (dice[1].code, dice[1].before) == ("universal", "defend")
    assert not dice[0].before


def test_dice_lost_since_are_told_by_the_caller():
    play = play_of(ragnar(), MELEE, "melee,defend,melee,missile")
    roles = (Role.LOST, *(Role.IDLE,) * 5)
    assert tuple(die.role for die in seen(play, roles=roles).dice) == roles


def test_other_uses_are_those_of_both_sides_that_may_be_tried():
    goblin = someone(CharacterKind.CAST, DWARF)
    play = play_of(
        ragnar(),
        replace(MELEE, difficulty=""),
        "melee,defend,melee,missile",
        other=other_side(goblin, "defend", "dwarf"),
    )
    dice = seen(play).dice
    assert [die.uses for die in dice[:4]] == [""] * 4
    for use in ("Melee as Slam", "Craft as Master (2)", "Perception as Night Vision"):
        assert use in dice[4].uses
    assert dice[4].code == "dwarf"


@pytest.mark.parametrize(("own_icons_only", "uses"), [(False, "It might be used for Magic instead."), (True, "")])
def test_what_may_not_be_tried_is_no_other_use(own_icons_only, uses):
    rules = HouseRules(only_own_icons_open_a_skill=own_icons_only)
    sage = someone(CharacterKind.CAST, "universal,scholar,arcane-knowledge,blank,blank,blank").with_(house_rules=rules)
    view = seen(play_of(sage, Request("scholar", difficulty="easy"), "arcane-knowledge"), rules)
    assert view.dice[0].uses == uses


def test_successes_without_a_die_have_a_line_after_all_dice():
    goblin = someone(CharacterKind.CAST, DWARF)
    request = replace(MELEE, difficulty="", free=2)
    play = play_of(ragnar(), request, "melee,defend,melee,missile", other=other_side(goblin, "defend", "dwarf"))
    *dice, free = seen(play).dice
    assert all(die.rolled for die in dice)
    assert (free.rolled, free.amount, free.why) == (False, "+2", "Automatic successes: +2.")


def test_dice_have_the_colours_of_their_owners():
    goblin = someone(CharacterKind.CAST, DWARF)
    play = play_of(
        ragnar(), Request("melee"), "melee,defend,melee,missile", other=other_side(goblin, "defend", "dwarf")
    )
    reading = read_play(rulebook(), RULES, play)
    for other in ("", "sky"):
        colours = {"character": "coral", "opponent": other}
        view = play_view(rulebook(), RULES, play, reading, "It", name="Ragnar", colours=colours)
        kinds = [each.group for each in view.dice if each.group != "challenge"]
        assert kinds == ["coral"] * 4 + [other or "opponent"] * (len(kinds) - 4)
        assert len(kinds) > 4
    assert view.dice[0].caption == "Ragnar"
