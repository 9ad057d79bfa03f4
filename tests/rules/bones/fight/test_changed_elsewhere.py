"""A character changed elsewhere during a round: its dice count as rolled, its wounds are taken as its sheet is now."""

from bones_desktop.rules.bones.book.character import Character, CharacterDie, ItemDie, ItemKind, LostDie
from bones_desktop.rules.bones.fight import roster
from bones_desktop.rules.bones.fight.fighters import Absorbing, Fighter, Health, health
from bones_desktop.rules.bones.fight.roundreading import Phase, read_round
from bones_desktop.rules.bones.fight.suggestions import complete
from bones_desktop.rules.bones.injury.injuries import condition
from tests.support.people import ID
from tests.support.rounds import does, fighter, foe, fought, six
from tests.support.rulebooks import rulebook


def blows(n: int, bob: Fighter, **given) -> roster.Fight:
    """Return a fight in which n successes strike Bob, whose file keeps his wounds."""
    dice = tuple("melee x3" for _ in range(n // 3)) + (("melee",) * (n % 3))
    now = fought(
        bob, foe("g", *dice, "blank"), declare=(does("b", "melee", "g"), does("g", "melee", "b")),
        allot={"g": {str(at): ("attack b",) * (3 if at <= n // 3 else 1) for at in range(1, len(dice) + 1)}}, **given,
    )  # fmt: skip
    return roster.Fight(id=ID, round=now, files={"b": ID})


def changed(fight: roster.Fight, sheet: Character) -> roster.Fight:
    return roster.refresh(fight, {ID: sheet.with_(house_rules=fight.encounter.house_rules)})


def closed(fight: roster.Fight) -> Character:
    """Return Bob as the round leaves him, everything decided as the program would."""
    done = fight.with_(round=complete(rulebook(), fight.round).choices)
    return roster.close(rulebook(), done, "2026-11-28").encounter.fighter("b").character


def own(fight: roster.Fight) -> Character:
    return fight.encounter.fighter("b").own


def more_dice(character: Character, n: int) -> Character:
    return character.with_(dice=(*character.dice, *(CharacterDie(faces=six("blank")) for _ in range(n))))


def test_new_dice_are_lost_before_damage_goes_below_zero():
    fight = blows(8, fighter("b", "blank", "blank", "blank", "blank"))
    assert read_round(rulebook(), fight.round).states["b"] is Health.DEAD
    grown = changed(fight, more_dice(own(fight), 6))
    read = read_round(rulebook(), grown.round)
    assert read.states["b"] is Health.HURT
    assert [each.phase for each in read.questions] == [Phase.LOSE]
    after = closed(grown)
    assert (len(after.lost), after.excess_damage) == (8, 0)
    assert health(after) is Health.HURT


def test_a_die_lost_elsewhere_is_not_lost_again():
    fight = blows(2, fighter("b", "blank", "blank", "blank", "blank"))
    chosen = roster.choose(fight, "lose", "b", (1, 2))
    hurt = own(fight).with_(lost=(LostDie(die=0),))
    after = closed(changed(chosen, hurt))
    assert sorted(each.die for each in after.lost) in ([0, 1, 2], [0, 1, 3])
    assert len(after.available()) == 1


def test_who_was_hurt_to_the_last_die_elsewhere_dies_of_the_round():
    fight = blows(4, fighter("b", "blank", "blank", "blank", "blank"))
    assert read_round(rulebook(), fight.round).states["b"] is Health.INCAPACITATED
    hurt = own(fight).with_(lost=tuple(LostDie(die=die) for die in range(4)))
    after = closed(changed(fight, hurt))
    assert after.excess_damage == 4
    assert health(after) is Health.DEAD


def test_who_was_healed_elsewhere_takes_the_blows_on_healed_dice():
    fight = blows(3, fighter("b", "blank", "blank", "blank", "blank", lost=(1, 2)))
    after = closed(changed(fight, own(fight).with_(lost=())))
    assert (len(after.lost), after.excess_damage) == (3, 0)


def test_who_has_fewer_dice_now_loses_those_there_are():
    fight = blows(3, fighter("b", "blank", "blank", "blank", "blank"))
    after = closed(changed(fight, own(fight).with_(dice=own(fight).dice[:2])))
    assert (len(after.lost), after.excess_damage) == (2, 1)
    assert condition(after).is_dying


def test_the_dice_count_as_they_were_rolled():
    fight = blows(
        1,
        fighter("b", "defend", "blank"),
    )
    fight = roster.choose(fight, "allot", "b", {"1": ("defend",)})
    gone = own(fight).with_(lost=(LostDie(die=0),))
    after = changed(fight, gone)
    assert read_round(rulebook(), after.round).taken["b"] == 0
    assert closed(after).lost == gone.lost


def test_spiffs_and_equipment_are_those_of_the_sheet():
    bob = fighter("b", "blank", "blank", items={"armour: Mail": "blank", "weapon: Sword": "blank"}, spiffs=2)
    fight = roster.choose(blows(2, bob), "absorb", "b", (Absorbing(item=0, by="g"),))
    sheet = own(fight)
    torch = ItemDie(name="Torch", kind=ItemKind.MAGIC_ITEM, faces=six("blank"))
    found = sheet.with_(spiffs=5, equipment=(torch, *sheet.equipment))
    done = changed(fight, found)
    over = roster.close(rulebook(), done.with_(round=complete(rulebook(), done.round).choices), "2026-11-28")
    who = over.encounter.fighter("b")
    assert [item.name for item in who.character.equipment] == ["Torch", "Sword"]
    assert [who.character.equipment[place].name for place in who.at_hand] == ["Sword"]
    assert (who.character.spiffs, who.sheet) == (5, None)


def test_what_the_file_is_told_begins_with_what_it_says():
    fight = blows(2, fighter("b", "blank", "blank", "blank", "blank"))
    done = changed(fight, more_dice(own(fight), 1).with_(spiffs=3))
    over = roster.close(rulebook(), done.with_(round=complete(rulebook(), done.round).choices), "2026-11-28")
    [(before, after)] = roster.changed_by(done, over).values()
    assert before == done.encounter.fighter("b").sheet
    assert (len(before.lost), len(after.lost), after.spiffs) == (0, 2, 3)
    assert roster.with_play_state(before, before, after).lost == after.lost
