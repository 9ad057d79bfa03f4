"""A fight as it is kept: who joins it, what is declared and chosen, and how a round leaves everybody."""

from random import Random

import pytest

from bones_desktop.rules.bones.book.rulebook import DieUse, HouseRules
from bones_desktop.rules.bones.fight import roster, roundedits
from bones_desktop.rules.bones.fight.fighters import Declaration, How
from bones_desktop.rules.bones.fight.roundedits import open_throws, throw_rest, throws_of, with_faces
from bones_desktop.rules.bones.fight.roundreading import read_round
from bones_desktop.rules.bones.fight.suggestions import complete
from bones_desktop.rules.bones.injury.injuries import item_from
from bones_desktop.rules.bones.making.edits import character_from_block
from bones_desktop.rules.reasons import RulesError
from tests.support.people import ID, bob, ragnar
from tests.support.rulebooks import rulebook

GOBLIN = character_from_block(rulebook(), rulebook().block("goblin"), ID)


def two_sides() -> roster.Fight:
    fight = roster.add(roster.new_fight(ID, "At the ford"), bob().with_(id="b" * 32), side="A", filed=True)
    return roster.add(fight, GOBLIN, side="B", number=2)


def at_each_other(fight: roster.Fight) -> roster.Fight:
    fight = roster.declare(fight, "bob", [Declaration(who="bob", how=How.MELEE, whom="goblin-1")])
    for who in ("goblin-1", "goblin-2"):
        fight = roster.declare(fight, who, [Declaration(who=who, how=How.MELEE, whom="bob")])
    return fight


def played(fight: roster.Fight, seed: int = 1) -> roster.Fight:
    thrown = throw_rest(rulebook(), fight.round, Random(seed))
    return fight.with_(round=complete(rulebook(), thrown).choices)


def test_several_alike_are_told_apart_by_numbers():
    fight = roster.add(two_sides(), GOBLIN, side="B")
    assert [(each.id, each.name, each.side) for each in fight.encounter.fighters] == [
        ("bob", "Bob", "A"),
        ("goblin-1", "Goblin 1", "B"),
        ("goblin-2", "Goblin 2", "B"),
        ("goblin-3", "Goblin 3", "B"),
    ]
    assert fight.files == {"bob": "b" * 32}


def test_the_first_of_a_kind_gets_its_number_when_the_second_comes():
    fight = roster.add(roster.add(roster.new_fight(ID), GOBLIN, side="B"), GOBLIN, side="B")
    assert [each.name for each in fight.encounter.fighters] == ["Goblin 1", "Goblin 2"]


def test_all_who_fight_are_read_by_the_house_rules_of_the_fight():
    """AMB-57: the wight's own sheet says otherwise, and stays as it is."""
    wight = character_from_block(rulebook(), rulebook().block("barrow-wight"), "b" * 32)
    rules = HouseRules(beasts_without_aptitudes=True)
    fight = roster.surroundings(roster.new_fight(ID), house_rules=rules)
    fight = roster.add(fight, wight, side="B", filed=True)
    (fighter,) = fight.encounter.fighters
    codes = {shown.code for die in fighter.dice(rulebook()) for shown in die.faces}
    assert "melee" in codes
    assert "physical" not in codes
    assert roster.refresh(fight, {"b" * 32: wight}) == fight
    assert roster.changed_by(fight, roster.close(rulebook(), played(fight), "2026-11-21")) == {}
    back = roster.surroundings(fight, house_rules=HouseRules())
    assert "physical" in {shown.code for die in back.encounter.fighters[0].dice(rulebook()) for shown in die.faces}


def test_who_leaves_takes_along_what_was_said_of_him():
    fight = played(at_each_other(two_sides()))
    left = roster.remove(fight, "goblin-1")
    assert [each.id for each in left.encounter.fighters] == ["bob", "goblin-2"]
    assert [each.who for each in left.round.declarations] == ["goblin-2"]
    assert "goblin-1" not in str(left.round.with_(allot={}))
    with pytest.raises(RulesError):
        roster.remove(left, "goblin-1")


def test_a_round_closes_when_nothing_is_open_and_says_the_same_again_next_time():
    fight = at_each_other(two_sides())
    with pytest.raises(RulesError) as refused:
        roster.close(rulebook(), fight, "2026-11-23")
    assert refused.value.reason.code == "round-not-over"
    over = played(fight)
    after = roster.close(rulebook(), over, "2026-11-23")
    assert after.encounter.round == 2
    assert not after.round.declarations
    assert roundedits.declare_as_before(after).round.declarations == fight.round.declarations
    hurt = read_round(rulebook(), over.round).taken
    for fighter in after.encounter.fighters:
        assert len(fighter.character.lost) + fighter.character.excess_damage == hurt[fighter.id]


def test_what_a_round_changed_of_those_with_files_is_known():
    for seed in range(20):
        over = played(at_each_other(two_sides()), seed)
        after = roster.close(rulebook(), over, "2026-11-23")
        found = roster.changed_by(over, after)
        hurt = bool(after.encounter.fighter("bob").character.lost)
        assert set(found) == ({"b" * 32} if hurt else set())
        if hurt:
            before, now = found["b" * 32]
            named = before.with_(notes="changed elsewhere")
            assert roster.with_play_state(named, before, now).lost == now.lost
            with pytest.raises(RulesError):
                roster.with_play_state(now, before, now)
            return
    raise AssertionError("nobody was hurt in twenty rounds")


def test_throws_of_some_fall_alone_and_all_in_one_draw():
    fight = at_each_other(two_sides())
    throws = open_throws(rulebook(), fight.round)
    assert [(each.who, len(each.dice)) for each in throws] == [
        ("bob", 4), ("goblin-1", 2), ("goblin-2", 2),
    ]  # fmt: skip
    once = with_faces(fight.round, throws_of(throws, {"bob"}), (5, 0, 3, 1))
    assert once.faces == {"bob": (6, 1, 4, 2)}
    assert [each.who for each in open_throws(rulebook(), once)] == ["goblin-1", "goblin-2"]


def test_a_file_that_changed_is_taken_in_before_its_owner_throws():
    fight = at_each_other(two_sides())
    healed = bob().with_(id="b" * 32, notes="rested")
    assert roster.refresh(fight, {"b" * 32: healed}).encounter.fighter("bob").character == healed
    thrown = played(fight)
    after = roster.refresh(thrown, {"b" * 32: healed})
    bobs = after.encounter.fighter("bob")
    assert (bobs.character, bobs.sheet) == (thrown.encounter.fighter("bob").character, healed)
    assert roster.refresh(after, {"b" * 32: bobs.own}) == thrown, "it is as it was again"
    assert roster.begin_again(after).encounter.fighter("bob").character == healed


def test_nobody_joins_a_fight_that_is_full():
    with pytest.raises(RulesError):
        roster.add(roster.new_fight(ID), ragnar(), side="A", number=201)


def test_what_is_lent_stays_out_of_the_file_and_is_given_back():
    axe = next(die for die in rulebook().dice if die.use is DieUse.WEAPON)
    fight = roster.lend(two_sides(), "bob", item_from(axe))
    bobs = fight.encounter.fighter("bob")
    assert bobs.character.equipment[-1].name == axe.name
    assert len(bobs.own.equipment) == len(bobs.character.equipment) - 1
    assert bobs.at_hand[-1] == len(bobs.own.equipment)
    assert roster.changed_by(two_sides(), fight) == {}
    found = bobs.own.with_(equipment=(item_from(axe), *bobs.own.equipment), spiffs=9)
    again = roster.refresh(fight, {"b" * 32: found}).encounter.fighter("bob")
    assert again.own == found
    assert again.character.equipment[-1].name == axe.name
    assert again.at_hand[-1] == len(found.equipment)
    assert roster.refresh(fight, {"b" * 32: bobs.own}) == fight
    back = roster.give_back(fight, "bob", bobs.at_hand[-1])
    assert back == two_sides()


def test_what_the_gm_allowed_follows_its_declaration():
    fight = at_each_other(two_sides())
    both = [Declaration(who="bob", how=How.MELEE, whom="goblin-1"), Declaration(who="bob", how=How.MOVE)]
    fight = roster.allow(roster.declare(fight, "bob", both), [4])
    fight = roster.declare(fight, "goblin-1", [])
    assert fight.round.declarations[2] == both[1]
    assert fight.round.override == {"declare.3": 1}
    assert roster.begin_again(fight).round.override == {"declare.3": 1}
    assert roster.remove(fight, "goblin-2").round.override == {"declare.2": 1}
    read_round(rulebook(), fight.round)
    assert not roster.declare(fight, "bob", both[:1]).round.override


def test_suggested_choices_leave_nothing_open_that_dice_do_not_decide():
    rich = bob().with_(id="b" * 32, spiffs=9)
    fight = roster.add(roster.new_fight(ID), rich, side="A")
    fight = roundedits.all_attack(rulebook(), roster.add(fight, GOBLIN, side="B", number=3))
    soaked = set()
    for seed in range(30):
        now = played(fight, seed)
        assert not read_round(rulebook(), now.round).questions
        soaked |= {now.round.soak.get("bob")}
    assert "" in soaked


def test_the_weapon_in_hand_is_the_one_that_fits_what_is_declared():
    armed = bob().with_(equipment=tuple(item_from(rulebook().die(die)) for die in ("sword", "buckler", "longbow")))
    fight = roster.add(roster.add(roster.new_fight(ID), armed, side="A"), GOBLIN, side="B")
    foe = fight.encounter.fighters[1].id

    def at_hand(now, **given):
        said = Declaration(who="bob", whom=foe, **given)
        return roster.declare(now, "bob", [said]), roster.declare(now, "bob", [said]).encounter.fighter("bob").at_hand

    assert at_hand(fight, how=How.MELEE)[1] == (0, 1)
    shooting, held = at_hand(fight, how=How.MISSILE)
    assert held == (2, 1)
    assert at_hand(shooting, how=How.MELEE)[1] == (0, 1)
    assert at_hand(fight, how=How.MISSILE, weapon="Sword/mace/club/battle ax (1-handed)")[1] == (0, 1)
    both = roster.change(fight, "bob", at_hand=(0, 2))
    assert at_hand(both, how=How.MISSILE)[1] == (0, 2)
    bare = roster.change(fight, "bob", at_hand=(1,))
    assert at_hand(bare, how=How.MISSILE)[1] == (1,)
