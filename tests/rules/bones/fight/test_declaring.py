"""What everybody declares at one press: the last round's acts at foes who stand, and the best attack of each."""

import pytest

from bones_desktop.rules.bones.book.character import Character, CharacterKind
from bones_desktop.rules.bones.fight import roster, roundedits
from bones_desktop.rules.bones.fight.fighters import Apart, Declaration, How
from bones_desktop.rules.bones.injury.injuries import item_from, suffer_all
from bones_desktop.rules.bones.making.edits import character_from_block, character_from_text
from bones_desktop.rules.bones.text.blocktext import read_blocks
from tests.support.people import ID, bob
from tests.support.rulebooks import rulebook

GOBLIN = character_from_block(rulebook(), rulebook().block("goblin"), ID)


def made(text: str, *items: str) -> Character:
    block = read_blocks(rulebook(), text)[0]
    carried = tuple(item_from(rulebook().die(each)) for each in items)
    return character_from_text(block, CharacterKind.CAST, ID).with_(name="Caster", equipment=carried)


def against_goblins(who: Character, goblins: int = 3) -> roster.Fight:
    fight = roster.add(roster.new_fight(ID), who, side="A")
    return roster.add(fight, GOBLIN, side="B", number=goblins)


def fallen(fight: roster.Fight, who: str) -> roster.Fight:
    return roster.change(fight, who, character=suffer_all(fight.encounter.fighter(who).character, 2))


def last(fight: roster.Fight, *declared: Declaration) -> roster.Fight:
    return fight.with_(last=declared)


def test_as_last_round_aims_at_a_foe_who_still_stands():
    fight = last(
        against_goblins(bob()),
        Declaration(who="bob", how=How.MISSILE, whom="goblin-1", distance_m=60, cover=40, friends=1),
        Declaration(who="goblin-2", how=How.MELEE, whom="bob"),
    ).with_(last_allowed=(1,))
    again = roundedits.declare_as_before(fallen(fight, "goblin-1")).round.declarations
    assert [(each.who, each.how, each.whom) for each in again] == [
        ("bob", How.MISSILE, "goblin-2"), ("goblin-2", How.MELEE, "bob"),
    ]  # fmt: skip
    # What was said of the distance to another is not said of this one.
    assert (again[0].distance_m, again[0].cover, again[0].friends) == (None, None, None)


def test_who_was_removed_from_the_fight_is_replaced_too():
    fight = last(against_goblins(bob()), Declaration(who="bob", how=How.MELEE, whom="goblin-1"))
    again = roundedits.declare_as_before(roster.remove(fight, "goblin-1")).round.declarations
    assert [each.whom for each in again] == ["goblin-2"]


def test_nobody_is_aimed_at_twice_by_the_same_and_the_nearest_comes_first():
    fight = last(
        against_goblins(bob(), 4),
        Declaration(who="bob", how=How.MELEE, whom="goblin-1"),
        Declaration(who="bob", how=How.MELEE, whom="goblin-2"),
        Declaration(who="bob", how=How.MELEE, whom="goblin-4"),
    )
    fight = roster.surroundings(fight, apart=(Apart(a="bob", b="goblin-3", metres=8),))
    both = roundedits.declare_as_before(fallen(fight, "goblin-1")).round.declarations
    assert [each.whom for each in both] == ["goblin-3", "goblin-2", "goblin-4"]
    one = roundedits.declare_as_before(fallen(fallen(fight, "goblin-1"), "goblin-3")).round.declarations
    assert [each.whom for each in one] == ["goblin-2", "goblin-4"]


def test_with_nobody_left_nothing_is_declared():
    fight = last(against_goblins(bob(), 1), Declaration(who="bob", how=How.MELEE, whom="goblin"))
    assert roundedits.declare_as_before(fallen(fight, "goblin")).round.declarations == ()


def test_orders_and_the_coup_de_grace_are_not_turned_to_others():
    fight = last(
        against_goblins(bob()),
        Declaration(who="bob", how=How.MIND, whom="goblin-1", magnitude=3),
        Declaration(who="goblin-2", how=How.COUP, whom="bob"),
    )
    assert roundedits.declare_as_before(fallen(fight, "goblin-1")).round.declarations == ()
    down = roster.change(fight, "bob", character=suffer_all(bob(), len(bob().dice)))
    assert [each.how for each in roundedits.declare_as_before(down).round.declarations] == [How.COUP]


def test_as_last_round_leaves_out_weapons_that_are_gone():
    fight = against_goblins(bob(), 2)
    spear = next(die for die in rulebook().dice if die.id == "spear")
    fight = roster.lend(fight, "goblin-2", item_from(spear))
    said = (
        Declaration(who="bob", how=How.MELEE, whom="goblin-1"),
        Declaration(who="goblin-1", how=How.MELEE, whom="bob"),
        Declaration(who="goblin-2", how=How.MISSILE, whom="bob", weapon=spear.name),
    )
    fight = fight.with_(last=said, last_allowed=(3,))
    again = roundedits.declare_as_before(fight)
    assert again.round.declarations == said
    assert again.round.override == {"declare.3": 1}
    bare = roster.change(fight, "goblin-2", at_hand=())
    assert roundedits.declare_as_before(bare).round.declarations == said[:2]


def test_what_was_thrown_away_is_not_thrown_again():
    fight = against_goblins(bob(), 2)
    fight = roster.lend(fight, "bob", item_from(rulebook().die("dagger")))
    fight = roster.change(fight, "bob", at_hand=fight.encounter.fighter("bob").at_hand[-1:])
    fight = last(fight, Declaration(who="bob", how=How.MISSILE, whom="goblin-1"))
    assert [each.how for each in roundedits.declare_as_before(fight).round.declarations] == [How.MISSILE]
    bare = roster.change(fight, "bob", at_hand=())
    assert roundedits.declare_as_before(bare).round.declarations == ()
    assert roundedits.undeclared(bare)[0].id == "bob"


@pytest.mark.parametrize(
    ("text", "items", "how", "weapon"),
    [
        ("Wizard x4", (), How.MAGIC, ""),
        ("Wizard x4", ("dagger",), How.MAGIC, ""),
        ("Fighter x4", (), How.MELEE, ""),
        ("Fighter x4", ("sword",), How.MELEE, ""),
        ("Fighter x4", ("longbow",), How.MISSILE, ""),
        ("Fighter x4", ("javelin",), How.MISSILE, ""),
        ("Predator x3", (), How.MELEE, ""),
    ],
)
def test_each_attacks_as_does_most_damage(text, items, how, weapon):
    fight = against_goblins(made(text, *items))
    declared = roundedits.all_attack(rulebook(), fight).round.declarations[0]
    assert (declared.how, declared.weapon, declared.whom) == (how, weapon, "goblin-1")


def test_a_wizard_whose_magic_tires_strikes_by_hand():
    tired = made("Wizard x4").with_(recent_magic=9)
    assert roundedits.all_attack(rulebook(), against_goblins(tired)).round.declarations[0].how is How.MELEE


def test_a_weapon_is_named_where_another_one_would_serve():
    fight = against_goblins(made("Fighter x4", "dagger", "great-sword"))
    fight = roster.change(fight, "caster", at_hand=(0, 1))
    best = roundedits.all_attack(rulebook(), fight).round.declarations[0]
    assert (best.how, best.weapon) == (How.MELEE, rulebook().die("great-sword").name)


def test_nobody_strikes_by_hand_at_a_foe_too_far_away_who_may_shoot():
    fight = against_goblins(made("Fighter x4", "sling", "great-sword"), 1)
    fight = roster.change(fight, "caster", at_hand=(0, 1))
    assert roundedits.all_attack(rulebook(), fight).round.declarations[0].how is How.MELEE
    far = roster.surroundings(fight, apart=(Apart(a="caster", b="goblin", metres=60),))
    assert roundedits.all_attack(rulebook(), far).round.declarations[0].how is How.MISSILE


def test_who_declared_or_is_out_is_left_alone():
    fight = roster.declare(against_goblins(bob()), "bob", [Declaration(who="bob", how=How.NONE)])
    fight = fallen(fight, "goblin-1")
    declared = roundedits.all_attack(rulebook(), fight).round.declarations
    assert [(each.who, each.whom) for each in declared] == [("bob", ""), ("goblin-2", "bob"), ("goblin-3", "bob")]
    assert not roundedits.may_attack(fight.with_(round=roundedits.all_attack(rulebook(), fight).round))
