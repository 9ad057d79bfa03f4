"""How faces may be used in a fight, written from the rules: every way to fight against every other."""

from dataclasses import replace
from itertools import product

import pytest

from bones_desktop.rules.bones.book.characterdice import task_pool
from bones_desktop.rules.bones.book.definitions import ActionClass, Mastery
from bones_desktop.rules.bones.book.icons import Aptitude, face
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.fight.combat import (
    AttackMode,
    Combatant,
    FaceUse,
    Stance,
    Successes,
    fight_use,
    other_uses,
    task_uses,
)
from bones_desktop.rules.dice import Die, Throw
from tests.support.fighting import MODES, die, own, read_side
from tests.support.foreach import for_each
from tests.support.people import bob, ragnar
from tests.support.rulebooks import rulebook

PLAIN = HouseRules()
ALL_WAYS = tuple(product(MODES, MODES))

# One row for each face, one column for each way to fight: in melee, with missiles, with magic, each first against
# melee and then against anything else. a attacks, d defends, e either, c counts under the cap; - nothing.
CHARACTER_FACES = """
universal            e     e     e     e     c     c
physical             e     e     e     e     -     -
mental               c     c     c     c     c     c
blank                -     -     -     -     -     -
damage               -     -     -     -     -     -
melee                e     a     d     -     -     -
melee x2             2e    2a    2d    -     -     -
missile              -     -     a     a     -     -
missile x3           -     -     3a    3a    -     -
defend               d     d     d     d     d     d
defend x3            3d    3d    3d    3d    3d    3d
unarmed              c     c     c     c     -     -
magic                -     -     -     -     c     c
magic x2             -     -     -     -     2c    2c
maneuver             -     -     -     -     -     -
stealth              -     -     -     -     -     -
riding               -     -     -     -     -     -
perception           -     -     -     -     -     -
scholar              -     -     -     -     -     -
artisan              -     -     -     -     -     -
craft                -     -     -     -     -     -
healer               -     -     -     -     -     -
merchant             -     -     -     -     -     -
outdoorsman          -     -     -     -     -     -
sailor               -     -     -     -     -     -
social               -     -     -     -     -     -
thief                -     -     -     -     -     -
endurance            d     d     d     d     d     d
turtle               2d    2d    2d    2d    2d    2d
turtle x2            4d    4d    4d    4d    4d    4d
slam                 e     e     d     d     d     d
swashbuckler         d     d     d     d     d     d
deflection           e     e     d     d     -     -
two-weapon           e     a     d     -     -     -
riposte              2a    2a    -     -     -     -
accuracy             -     -     a     a     -     -
bow-fu               e     a     e     a     -     -
gut-shot             -     -     2a    2a    -     -
knight               e     a     d     -     -     -
assassin             e     a     d     -     -     -
crane-style          ed    ad    2d    d     d     d
monkey-style         e     a     d     -     -     -
tiger-style          2a    2a    -     -     -     -
arcane-knowledge     -     -     -     -     c     c
elf                  -     -     -     -     c     c
dwarf                e     e     d     d     d     d
halfling             d     d     e     e     d     d
orc                  e     e     d     d     d     d
fear-caster          d     d     d     d     d     d
fire-breathing       -     -     a     a     -     -
flight               -     -     -     -     -     -
hoar-frost           e     e     e     d     e     d
incorporeal          d     d     d     d     d     d
poison-melee         e     a     d     -     -     -
poison-missile       -     -     a     a     -     -
prickly              ad    d     ad    d     ad    d
regenerate           -     -     -     -     -     -
swim                 -     -     -     -     -     -
melee+defend         ed    ad    2d    d     d     d
encumbrance+defend   d     d     d     d     d     d
"""
WEAPON_FACES = """
melee                e     a     -     -     -     -
melee x3             3e    3a    -     -     -     -
missile              -     -     a     a     -     -
missile x2           -     -     2a    2a    -     -
blank                -     -     -     -     -     -
"""
SHIELD_AND_ARMOUR_FACES = """
defend               d     d     d     d     d     d
defend x3            3d    3d    3d    3d    3d    3d
encumbrance x2       -     -     -     -     -     -
encumbrance+defend   d     d     d     d     d     d
"""
MAGIC_ITEM_FACES = """
magic                -     -     -     -     c     c
stealth              -     -     -     -     -     -
defend               d     d     d     d     d     d
"""
NO_FACES_OF_THEIR_OWN = """
universal            -     -     -     -     -     -
melee                -     -     -     -     -     -
defend x2            -     -     -     -     -     -
mental               -     -     -     -     -     -
"""
KINDS = {
    ("character", "die 1"): CHARACTER_FACES,
    ("item", "weapon 1"): WEAPON_FACES,
    ("item", "shield 1"): SHIELD_AND_ARMOUR_FACES,
    ("item", "armour 1"): SHIELD_AND_ARMOUR_FACES,
    ("item", "magic-item 1"): MAGIC_ITEM_FACES,
    ("hindering", "hindering 1"): NO_FACES_OF_THEIR_OWN,
    ("challenge", "challenge 1"): NO_FACES_OF_THEIR_OWN,
}


def rows(table: str):
    for line in table.strip().splitlines():
        code, cells = line[:20].strip(), line[20:].split()
        assert len(cells) == 6, line
        yield code, cells


def column(mode: AttackMode, against: AttackMode) -> int:
    return 2 * MODES.index(mode) + (against is not AttackMode.MELEE)


def cell(use: FaceUse) -> str:
    parts = ((use.either, "e"), (use.attack, "a"), (use.defence, "d"), (use.capped, "c"))
    return "".join(f"{n if n > 1 else ''}{letter}" for n, letter in parts if n) or "-"


def stance(mode: AttackMode, against: AttackMode, *dice: Die, rules: HouseRules = PLAIN, conditions=()) -> Stance:
    return Stance(rulebook(), rules, Combatant(dice, mode, conditions=frozenset(conditions)), against)


@for_each(
    ("group", "key", "code", "cells"),
    [(group, key, code, cells) for (group, key), table in KINDS.items() for code, cells in rows(table)],
)
def test_what_a_face_may_be_used_for(group: str, key: str, code: str, cells: list[str]) -> None:
    thrown = die(code, group, key)
    found = [cell(stance(mode, against, thrown).use(thrown, face(code))) for mode, against in ALL_WAYS]
    assert found == [cells[column(mode, against)] for mode, against in ALL_WAYS]


def test_the_table_has_every_icon_that_counts_in_a_fight() -> None:
    listed = {code for code, _ in rows(CHARACTER_FACES)}
    book = rulebook()
    assert {skill.id for skill in book.skills} <= listed
    assert {race.id for race in book.races} <= listed
    assert {ability.id for ability in book.abilities} <= listed
    assert {mastery.id for mastery in book.masteries if mastery.combat} <= listed


def test_masteries_of_other_skills_do_nothing_in_a_fight() -> None:
    listed = {code for code, _ in rows(CHARACTER_FACES)}
    others: list[Mastery] = [mastery for mastery in rulebook().masteries if mastery.id not in listed]
    assert len(others) > 30
    for mastery, (mode, against) in product(others, ALL_WAYS):
        use = stance(mode, against).use(die(mastery.id), face(mastery.id))
        assert cell(use) == "-", (mastery.id, mode, against)


@pytest.mark.parametrize(("code", "condition"), [("inspired", "art"), ("cure", "healing")])
def test_masteries_that_are_magic_under_a_condition(code: str, condition: str) -> None:
    for against in MODES:
        assert cell(stance(AttackMode.MAGIC, against, conditions=[condition]).use(die(code), face(code))) == "c"
        assert cell(stance(AttackMode.MAGIC, against).use(die(code), face(code))) == "-"
        assert cell(stance(AttackMode.MELEE, against, conditions=[condition]).use(die(code), face(code))) == "-"


def successes(fighter: Stance, *dice: Die) -> tuple[int, int, int]:
    """What the dice give when each shows its first face."""
    found = read_side(fighter, Throw(dice, (0,) * len(dice))).successes
    return found.attack, found.defence, found.either


# --- Unarmed Combat (AMB-1, 2, 35) ------------------------------------------------------------------------------------


def test_unarmed_attacks_without_a_weapon_and_always_defends() -> None:
    fists, sword = own("unarmed, unarmed, blank"), die("blank", "item", "weapon 1")
    for against in MODES:
        assert successes(stance(AttackMode.MELEE, against, *fists), *fists) == (0, 0, 1)
        assert successes(stance(AttackMode.MELEE, against, *fists, sword), *fists, sword) == (0, 1, 0)
        assert successes(stance(AttackMode.MISSILE, against, *fists, sword), *fists, sword) == (0, 1, 0)
        assert successes(stance(AttackMode.MAGIC, against, *fists), *fists) == (0, 0, 0)


def test_a_shield_or_a_ring_is_no_weapon_in_the_hand() -> None:
    fists = own("unarmed, blank")
    for key in ("shield 1", "armour 1", "magic-item 1"):
        worn = die("blank", "item", key)
        assert successes(stance(AttackMode.MELEE, AttackMode.MELEE, *fists, worn), *fists, worn) == (0, 0, 1)


def test_mental_counts_for_unarmed_up_to_twice_its_icons() -> None:
    dice = own("mental, unarmed", "mental", "mental", "physical")
    assert successes(stance(AttackMode.MELEE, AttackMode.MELEE, *dice), *dice) == (0, 0, 3)
    special = HouseRules(unarmed_class=ActionClass.SPECIAL)
    assert successes(stance(AttackMode.MELEE, AttackMode.MELEE, *dice, rules=special), *dice) == (0, 0, 2)
    physical = HouseRules(unarmed_aptitude=Aptitude.PHYSICAL)
    assert successes(stance(AttackMode.MELEE, AttackMode.MELEE, *dice, rules=physical), *dice) == (0, 0, 1)


def test_without_an_unarmed_icon_of_his_own_mental_is_nothing() -> None:
    dice = (*own("mental, melee", "mental, defend"), die("unarmed", "item", "magic-item 1"))
    fighter = stance(AttackMode.MELEE, AttackMode.MELEE, *dice)
    reading = read_side(fighter, Throw(dice, (0, 0, 0)))
    assert reading.successes == Successes()
    assert [cell(use) for use in reading.uses] == ["-", "-", "-"]
    assert {use.rule for use in reading.uses} == {"TASK-3"}


def test_poison_takes_no_die_whose_mental_counts_for_nothing() -> None:
    # HIND-5: it must be a die that rolled a success, and without an Unarmed icon Mental is none.
    dice = (*own("mental", "melee x2", "blank"), die("poison", "hindering", "hindering 1"))
    reading = read_side(stance(AttackMode.MELEE, AttackMode.MELEE, *dice), Throw(dice, (0,) * 4))
    assert reading.taken == (1,)
    assert reading.successes == Successes()


# --- magic (AMB-73, MAG-23..26) ---------------------------------------------------------------------------------------


def test_magic_stands_under_its_cap_and_defend_beside_it() -> None:
    dice = own("universal, magic", "mental, magic", "magic", "mental", "defend", "physical", "melee")
    for against in MODES:
        assert successes(stance(AttackMode.MAGIC, against, *dice), *dice) == (0, 1, 3)


def test_who_has_no_magic_icon_casts_nothing_and_still_defends() -> None:
    dice = (*own("universal", "mental", "defend"), die("magic", "item", "magic-item 1"))
    fighter = stance(AttackMode.MAGIC, AttackMode.MELEE, *dice)
    assert successes(fighter, *dice) == (0, 1, 0)
    assert successes(
        Stance(rulebook(), PLAIN, Combatant(dice, AttackMode.MAGIC, automatic=2), AttackMode.MELEE), *dice
    ) == (
        0,
        1,
        0,
    )


def test_automatic_successes_fall_under_the_cap_of_magic_and_are_free_elsewhere() -> None:
    dice = own("magic", "universal")
    for mode, either in ((AttackMode.MAGIC, 1), (AttackMode.MELEE, 4), (AttackMode.MISSILE, 4)):
        fighter = Stance(rulebook(), PLAIN, Combatant(dice, mode, automatic=3), AttackMode.MELEE)
        assert successes(fighter, *dice) == (0, 0, either)


def test_the_elf_icon_opens_magic_unless_the_group_plays_otherwise() -> None:
    dice = own("elf", "universal")
    assert successes(stance(AttackMode.MAGIC, AttackMode.MELEE, *dice), *dice) == (0, 0, 1)
    strict = HouseRules(elf_icon_allows_magic=False)
    assert successes(stance(AttackMode.MAGIC, AttackMode.MELEE, *dice, rules=strict), *dice) == (0, 0, 0)


def test_encumbrance_weighs_on_magic_only_and_endurance_lifts_what_is_worn() -> None:
    mail = die("encumbrance x2", "item", "armour 1")
    cursed = die("encumbrance", "item", "magic-item 1")
    dice = own("magic, magic, magic, magic", "magic", "magic", "magic", "endurance")
    casting = stance(AttackMode.MAGIC, AttackMode.MELEE, *dice)
    assert successes(casting, *dice) == (0, 1, 4)
    assert successes(casting, *dice, mail) == (0, 1, 3)
    assert successes(casting, *dice[:4], mail) == (0, 0, 2)
    assert successes(casting, *dice, cursed) == (0, 1, 3)
    orc = own("magic, magic", "magic", "orc")
    assert successes(stance(AttackMode.MAGIC, AttackMode.MELEE, *orc), *orc, mail) == (0, 1, 1)
    # It cancels Magic, never the Defend beside it.
    little = own("magic", "defend")
    assert successes(stance(AttackMode.MAGIC, AttackMode.MELEE, *little), *little, mail) == (0, 1, 0)
    fencing = own("melee", "melee")
    assert successes(stance(AttackMode.MELEE, AttackMode.MELEE, *fencing), *fencing, mail) == (0, 0, 2)


# --- Two Weapon (AMB-18, AMB-53) --------------------------------------------------------------------------------------

SWORD = die("melee x2, melee", "item", "weapon 1")
KNIFE = die("melee, missile", "item", "weapon 2")
SHIELD = die("blank", "item", "shield 3")


def test_a_second_weapon_strikes_only_when_two_weapon_is_rolled() -> None:
    with_it, without = own("two-weapon"), own("melee")
    armed = stance(AttackMode.MELEE, AttackMode.MELEE, *with_it, SWORD, KNIFE)
    assert successes(armed, *with_it, SWORD, KNIFE) == (0, 0, 4)
    assert successes(armed, *without, SWORD, KNIFE) == (0, 0, 3)
    assert successes(stance(AttackMode.MELEE, AttackMode.MISSILE, *with_it, SWORD, KNIFE), *with_it, SWORD, KNIFE) == (
        4,
        0,
        0,
    )
    use = armed.use(KNIFE, KNIFE.faces[0])
    assert cell(use) == "-"
    assert use.rule == "AMB-18"


def test_by_house_rule_a_second_weapon_strikes_while_a_die_held_bears_two_weapon() -> None:
    rules = HouseRules(second_weapon_by_owning=True)
    bearing, without = own("melee, two-weapon"), own("melee")
    armed = stance(AttackMode.MELEE, AttackMode.MELEE, *bearing, SWORD, KNIFE, rules=rules)
    assert successes(armed, *bearing, SWORD, KNIFE) == (0, 0, 4)
    assert successes(armed, *without, SWORD, KNIFE) == (0, 0, 3)


def test_never_beside_a_shield_and_never_thrown() -> None:
    dice = (*own("two-weapon"), SWORD, KNIFE, SHIELD)
    assert successes(stance(AttackMode.MELEE, AttackMode.MELEE, *dice), *dice) == (0, 0, 3)
    axes = (*own("two-weapon"), die("missile", "item", "weapon 1"), die("missile", "item", "weapon 2"))
    assert successes(stance(AttackMode.MISSILE, AttackMode.MISSILE, *axes), *axes) == (1, 0, 0)


def test_the_weapon_in_hand_is_one_that_serves() -> None:
    bow = die("missile x2", "item", "weapon 2")
    dice = (*own("melee"), die("melee", "item", "weapon 1"), bow)
    assert successes(stance(AttackMode.MISSILE, AttackMode.MISSILE, *dice), *dice) == (2, 0, 0)
    assert successes(stance(AttackMode.MELEE, AttackMode.MELEE, *dice), *dice) == (0, 0, 2)


def test_a_die_taken_by_poison_frees_no_second_weapon() -> None:
    dice = (*own("two-weapon", "melee x2"), SWORD, KNIFE, die("poison", "hindering", "hindering 1"))
    reading = read_side(stance(AttackMode.MELEE, AttackMode.MELEE, *dice), Throw(dice, (0,) * 5))
    assert reading.taken == (0,)
    assert reading.successes == Successes(either=4)


# --- hindrances -------------------------------------------------------------------------------------------------------


def test_fear_hinders_the_others_as_often_as_it_shows() -> None:
    for mode, against in ALL_WAYS:
        use = stance(mode, against).use(die("fear-caster x2"), face("fear-caster x2"))
        assert (use.hinders, use.defence, use.successes) == (2, 2, 2)


def test_poison_flaming_and_nulls_hurt_their_own_side() -> None:
    fighter = stance(AttackMode.MELEE, AttackMode.MELEE)
    for group, code, damage, nulls in (
        ("hindering", "poison", 1, 0),
        ("hindering", "flaming x2", 2, 0),
        ("hindering", "damage", 1, 0),
        ("character", "damage", 0, 0),
        ("character", "melee+poison", 1, 0),
        ("hindering", "null x2", 0, 2),
        ("item", "null", 0, 1),
    ):
        use = fighter.use(die(code, group, "x 1"), face(code))
        assert (use.damage, use.nulls) == (damage, nulls)


def test_a_face_is_said_to_do_nothing_when_it_gives_nothing() -> None:
    for (mode, against), (group, key) in product(ALL_WAYS, KINDS):
        for code, _ in rows(KINDS[group, key]):
            use = stance(mode, against).use(die(code, group, key), face(code))
            assert (use.rule == "TASK-3") == (use.successes == 0), (code, mode, against)


def test_the_same_faces_are_read_the_same_whoever_holds_the_die() -> None:
    first, second = own("slam"), replace(own("slam")[0], key="die 7", label="Other")
    fighter = stance(AttackMode.MELEE, AttackMode.MELEE)
    assert fighter.use(first[0], face("slam")) == fighter.use(second, face("slam"))


MELEE, MISSILE, MAGIC = AttackMode


def use(code, character=None):
    return fight_use(rulebook(), HouseRules(), task_pool(rulebook(), character or ragnar()), face(code))


@pytest.mark.parametrize(
    ("code", "attacks", "defends", "successes"),
    [
        ("universal", (MELEE, MISSILE), (MELEE, MISSILE), 1),
        ("physical", (MELEE, MISSILE), (MELEE, MISSILE), 1),
        ("melee", (MELEE,), (MELEE,), 1),
        ("missile", (MISSILE,), (), 1),
        ("defend x2", (), (MELEE, MISSILE), 2),
        ("riposte", (MELEE,), (), 2),
        ("encumbrance+defend", (), (MELEE, MISSILE), 1),
    ],
)
def test_what_a_face_does_in_a_fight(code, attacks, defends, successes):
    found = use(code)
    assert found is not None
    assert (found.attacks, found.defends, found.successes) == (attacks, defends, successes)
    assert found.rule


def test_magic_fights_only_for_those_who_have_it():
    assert use("mental") is None
    wizard = use("mental", bob())
    assert wizard is not None
    assert wizard.attacks == (MAGIC,)
    universal = use("universal", bob())
    assert universal is not None
    assert universal.attacks == (MELEE, MISSILE, MAGIC)


def test_prickly_does_both_at_once():
    found = use("prickly")
    assert found is not None
    assert found.together
    assert found.successes == 2
    slam = use("slam")
    assert slam is not None
    assert not slam.together


@pytest.mark.parametrize("code", ["null", "blank", "craft", "encumbrance"])
def test_most_icons_do_nothing_in_a_fight(code):
    assert use(code) is None


def test_the_skills_a_face_counts_for():
    def counts(code):
        return {found.skill: found.counts for found in task_uses(rulebook(), HouseRules(), face(code))}

    assert len(counts("universal")) == len(rulebook().skills)
    assert set(counts("physical")) == {"defend", "maneuver", "melee", "missile", "riding", "stealth"}
    assert counts("craft") == {"craft": 1}
    assert counts("dwarf") == {"craft": 2, "defend": 1, "melee": 1, "perception": 1}
    assert counts("null") == {}
    assert counts("inspired") == {"artisan": 1}, "magic only under its own condition"


def test_ex_36_the_dwarfs_icon_may_be_one_of_several_things() -> None:
    uses = other_uses(rulebook(), HouseRules(), "defend", face("dwarf"))
    assert {(use.skill, use.mastery, use.counts) for use in uses} == {
        ("melee", "Slam", 1),
        ("craft", "Master", 2),
        ("perception", "Night Vision", 1),
    }
    assert "defend" in {use.skill for use in other_uses(rulebook(), HouseRules(), "social", face("dwarf"))}


def test_a_mastery_may_be_used_for_another_skill_and_a_plain_icon_for_none() -> None:
    assert [use.skill for use in other_uses(rulebook(), HouseRules(), "defend", face("slam"))] == ["melee"]
    for code in ("defend", "universal", "physical", "blank"):
        assert not other_uses(rulebook(), HouseRules(), "melee", face(code))
