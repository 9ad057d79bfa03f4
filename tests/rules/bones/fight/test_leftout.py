"""What the odds of a fight leave out is named, each thing once."""

from bones_desktop.rules.bones.fight.combat import AttackMode, Combatant
from bones_desktop.rules.bones.fight.fights import not_followed
from tests.support.fighting import die, own
from tests.support.rulebooks import rulebook

NOBODY = Combatant(own("melee"))
MAIL = die("defend, encumbrance", "item", "armour 1")
SHIELD = die("defend, blank", "item", "shield 2")


def codes(a: Combatant, b: Combatant = NOBODY) -> list[str]:
    found = [why.code for why in not_followed(rulebook(), a, b)]
    assert sorted(found) == sorted(why.code for why in not_followed(rulebook(), b, a))
    return found


def test_a_plain_fight_is_followed_to_its_end() -> None:
    assert codes(Combatant(own("universal, physical, melee, defend, riposte, slam", "fear-caster, prickly"))) == []


def test_poison_and_flaming() -> None:
    for sick in (die("blank", "hindering", "hindering 1"), die("melee+poison", "character", "die 2")):
        assert codes(Combatant((*own("melee"), sick))) == ["fight-leaves-hindering"]


def test_what_beasts_do_beyond_the_blow() -> None:
    assert codes(Combatant(own("poison-melee, poison-melee"))) == ["fight-leaves-riders"]
    assert codes(Combatant(own("regenerate"))) == ["fight-leaves-healing"]


def test_frost_goes_through_armour_but_not_through_shields() -> None:
    ghost = Combatant(own("hoar-frost"))
    assert codes(ghost) == []
    assert codes(ghost, Combatant((*own("melee"), SHIELD))) == ["fight-leaves-sacrifice"]
    assert set(codes(ghost, Combatant((*own("melee"), MAIL)))) == {"fight-leaves-sacrifice", "fight-leaves-frost"}


def test_armour_and_shields_given_up_are_named_once() -> None:
    knight = Combatant((*own("melee"), MAIL, SHIELD))
    assert codes(knight, knight) == ["fight-leaves-sacrifice"]


def test_magic_tires() -> None:
    assert codes(Combatant(own("magic"), AttackMode.MAGIC)) == ["fight-leaves-fatigue"]


def test_a_thrown_weapon_lies_where_it_fell() -> None:
    dagger, bow = die("melee, missile", "item", "weapon 1"), die("missile, missile x2", "item", "weapon 1")
    assert codes(Combatant((*own("melee"), dagger), AttackMode.MISSILE)) == ["fight-leaves-thrown"]
    assert codes(Combatant((*own("melee"), dagger), AttackMode.MELEE)) == []
    assert codes(Combatant((*own("melee"), bow), AttackMode.MISSILE)) == []
