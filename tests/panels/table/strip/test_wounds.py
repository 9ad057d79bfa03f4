"""Dice struck off opponents without a file."""

from bones_desktop.panels.table.strip.wounds import Wounds
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.injury.injuries import lose, suffer_all
from tests.support.people import ragnar

GOBLIN = "block:goblin"


def kept(hurt: Character) -> Wounds:
    wounds = Wounds()
    wounds.begin_evening("seal")
    wounds.keep(GOBLIN, hurt)
    return wounds


def test_what_was_lost_stays_lost():
    hurt = suffer_all(lose(ragnar(), 1, "Poison"), 4)
    wounds = kept(hurt)
    assert wounds.has(GOBLIN)
    assert wounds.on(GOBLIN, ragnar()) == hurt
    assert wounds.on("block:orc", ragnar()) == ragnar()


def test_the_unhurt_are_not_remembered():
    wounds = kept(lose(ragnar(), 1))
    wounds.keep(GOBLIN, ragnar())
    assert not wounds.has(GOBLIN)
    wounds.forget(GOBLIN)


def test_another_evening_gives_all_dice_back():
    wounds = kept(lose(ragnar(), 1))
    assert not wounds.begin_evening("seal")
    assert wounds.has(GOBLIN)
    assert wounds.begin_evening("another seal")
    assert not wounds.has(GOBLIN)
    assert not wounds.begin_evening("a third"), "there was nothing to give back"


def test_dice_there_are_no_more_are_passed_over():
    wounds = kept(lose(lose(ragnar(), 0), 3))
    assert wounds.on(GOBLIN, ragnar().with_(dice=ragnar().dice[:2])).available() == (1,)
