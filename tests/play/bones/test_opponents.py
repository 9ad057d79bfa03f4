"""The opponent chosen, and dice struck off opponents without a file."""

from bones_desktop.play.bones.played import ChosenOpponent
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.injury.injuries import lose, suffer_all
from bones_desktop.rules.bones.making.edits import character_from_block
from tests.support.people import ragnar
from tests.support.rulebooks import rulebook

GOBLIN = "block:goblin"


def goblin() -> Character:
    return character_from_block(rulebook(), rulebook().block("goblin"), "0" * 32)


def hurt(wounds: Character) -> ChosenOpponent:
    """Return a goblin who was hurt so this evening."""
    chosen = ChosenOpponent(rulebook())
    chosen.begin_evening("seal")
    chosen.set_thrower(ragnar())
    chosen.choose(GOBLIN)
    chosen.set_wounds(GOBLIN, wounds)
    return chosen


def test_what_was_lost_stays_lost(qapp):
    wounds = suffer_all(lose(goblin(), 1, "Poison"), 4)
    chosen = hurt(wounds)
    assert chosen.is_struck
    assert chosen.opponent.character == wounds
    chosen.choose("block:wolf")
    assert not chosen.is_struck
    assert not chosen.opponent.character.lost
    chosen.choose(GOBLIN)
    assert chosen.opponent.character == wounds


def test_the_unhurt_are_not_remembered(qapp):
    chosen = hurt(lose(goblin(), 1))
    chosen.set_wounds(GOBLIN, goblin())
    assert not chosen.is_struck
    chosen.give_back()
    assert chosen.opponent.character == goblin()


def test_another_evening_gives_all_dice_back(qapp):
    chosen = hurt(lose(goblin(), 1))
    told = []
    chosen.changed.connect(lambda: told.append(chosen.opponent))
    chosen.begin_evening("seal")
    assert chosen.is_struck
    assert not told
    chosen.begin_evening("another seal")
    assert not chosen.is_struck
    assert len(told) == 1
    chosen.begin_evening("a third")
    assert len(told) == 1, "there was nothing to give back"


def test_dice_there_are_no_more_are_passed_over(qapp):
    chosen = hurt(lose(lose(ragnar(), 0), 3))
    assert chosen.opponent.character.available() == (1,)


def test_who_throws_is_no_opponent_and_one_that_is_unknown_says_why(qapp):
    chosen = ChosenOpponent(rulebook())
    chosen.choose("block:nobody")
    assert chosen.opponent is None
    assert "None of your packs has this opponent" in chosen.trouble
    chosen.choose("")
    assert (chosen.opponent, chosen.trouble) == (None, "")
