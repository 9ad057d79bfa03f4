"""Wounds in words."""

import pytest

from bones_desktop.pages.tracker.healingcard import date_words, lost_sentence, plan_lines, toll_words, when_words
from bones_desktop.rules.bones.book.character import CharacterKind, LostDie
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.injury.blows import Blow, blow_plan
from bones_desktop.wording.glances import dice_words, healed_words, state_words
from tests.support.people import ragnar, someone
from tests.support.rulebooks import rulebook


@pytest.mark.parametrize(
    ("day", "words"), [(0, ""), (20, "today"), (22, "today"), (19, "yesterday"), (17, "3 days ago")]
)
def test_how_long_ago(day, words):
    assert when_words(day, 20) == words


@pytest.mark.parametrize(
    ("damage", "state", "toll"),
    [
        (0, "Unhurt", "8 more and Ragnar dies"),
        (3, "Wounded", "5 more and Ragnar dies"),
        (4, "Incapacitated", "4 more and Ragnar dies"),
        (5, "Dying", "3 more and Ragnar dies"),
        (8, "Dead", "8 damage is twice the 4 dice"),
    ],
)
def test_the_way_to_death(damage, state, toll):
    character = injuries.suffer_all(ragnar(), damage)
    assert state_words(injuries.condition(character)) == state
    assert toll_words(character) == toll


def test_the_nameless_and_the_killed():
    assert toll_words(ragnar().with_(name="")) == "8 more damage would kill"
    assert toll_words(injuries.slay(ragnar())) == "Killed outright"


def test_a_broken_horde():
    horde = injuries.suffer_all(someone(CharacterKind.HORDE, "universal,melee,melee,defend,defend,blank"), 1)
    assert toll_words(horde) == "A horde without dice cannot fight"


def test_who_loses_the_last_wing_is_said_to_fall():
    """BST-3."""
    griffon = someone(
        CharacterKind.BEAST, "flight,flight,flight,flight,flight,flight", "melee,melee,melee,melee,melee,melee"
    )
    lines = plan_lines(blow_plan(rulebook(), griffon, Blow(1, dice=(0,))))
    assert "No wing is left: it cannot fly, and falls out of the air." in lines
    assert toll_words(injuries.lose(griffon, 0)).endswith("without a wing it cannot fly")
    assert len(plan_lines(blow_plan(rulebook(), griffon, Blow(1, dice=(1,))))) == len(lines) - 1
    assert "wing" not in toll_words(injuries.lose(griffon, 1))


def test_why_and_when_a_die_was_lost():
    character = ragnar().with_(day=20)
    assert lost_sentence(character, LostDie(die=0, cause="arrow", day=19)) == "lost yesterday: arrow"
    assert lost_sentence(character, LostDie(die=0)) == "lost"
    held = lost_sentence(character, LostDie(die=0, held=True, day=20))
    assert held == "lost today, held by magic that is kept going: it does not heal before that ends"


def test_what_healed():
    before = injuries.suffer_all(ragnar(), 5)
    assert healed_words(before, injuries.heal_all(before)) == "1 below zero, dice 1, 2, 3, 4"
    assert healed_words(before, injuries.heal(before)) == "1 below zero"
    assert healed_words(before, before) == ""


def test_dice_and_days():
    assert [dice_words(dice) for dice in ((), (2,), (3, 1))] == ["", "die 3", "dice 4, 2"]
    assert date_words(92) == "day 1 of spring"
