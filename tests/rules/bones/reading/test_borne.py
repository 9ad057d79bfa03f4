"""What equipment counts in a roll: one weapon, a second while Two Weapon shows, one shield, one suit of armour."""

from fractions import Fraction

import pytest

from bones_desktop.rules.bones.book.attempts import Task
from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.fight.combat import AttackMode, Combatant
from bones_desktop.rules.bones.fight.fights import solve
from bones_desktop.rules.bones.fight.rounds import round_odds
from bones_desktop.rules.bones.reading.odds import OddsCalculator
from bones_desktop.rules.bones.reading.tasks import borne, parsed_pool, read_task
from bones_desktop.rules.bones.text.blocktext import parse_dice
from bones_desktop.rules.dice import Die, Throw
from tests.support.foreach import for_each
from tests.support.rulebooks import rulebook

PLAIN = HouseRules()
SWORDMASTER = "universal, physical, two-weapon, turtle, social, maneuver"
FIGHTER = "fighter"


def pool(dice: str, items: str = "") -> tuple[Die, ...]:
    book = rulebook()
    along = parsed_pool(book, parse_dice(book, items), "item") if items else ()
    return (*parsed_pool(book, parse_dice(book, dice), "character"), *along)


def counts(dice: str, items: str, skill: str, faces: tuple[int, ...], house: HouseRules = PLAIN) -> list[tuple]:
    """Return for each equipment die what it counts for, and the code of the reason."""
    shown = Throw(pool(dice, items), tuple(face - 1 for face in faces))
    reading = read_task(rulebook(), house, Task(skill, against=0), shown)
    return [(die.counts, die.reason.code) for die in reading.reading.dice if die.group == "item"]


def success(dice: str, items: str, skill: str = "melee", house: HouseRules = PLAIN) -> Fraction:
    return Fraction(*OddsCalculator(rulebook(), house).task(Task(skill, "average"), pool(dice, items)).success)


def test_a_second_weapon_counts_only_while_two_weapon_shows():
    assert counts(FIGHTER, "sword; sword", "melee", (3, 1, 1)) == [(2, "counts-skill"), (0, "idle-weapon")]
    assert counts(SWORDMASTER, "sword; sword", "melee", (1, 1, 1)) == [(2, "counts-skill"), (0, "idle-second")]
    assert counts(SWORDMASTER, "sword; sword", "melee", (3, 1, 1)) == [(2, "counts-skill"), (2, "counts-skill")]
    assert counts(SWORDMASTER, "sword; sword; sword", "melee", (3, 1, 1, 1))[2] == (0, "idle-weapon")


def test_no_second_weapon_beside_a_shield():
    found = counts(SWORDMASTER, "sword; sword; buckler", "melee", (3, 1, 1, 6))
    assert found[1] == (0, "idle-beside-shield")


def test_by_a_house_rule_owning_two_weapon_is_enough():
    owning = HouseRules(second_weapon_by_owning=True)
    assert counts(SWORDMASTER, "sword; sword", "melee", (1, 1, 1), owning)[1] == (2, "counts-skill")
    assert counts(FIGHTER, "sword; sword", "melee", (3, 1, 1), owning)[1] == (0, "idle-weapon")
    assert success(SWORDMASTER, "sword; sword", house=owning) > success(SWORDMASTER, "sword; sword")


def test_two_weapon_on_a_die_that_poison_takes_lets_nothing_strike():
    dice = pool(f"{SWORDMASTER}; {FIGHTER}", "sword; sword")
    poison = Die((face("poison"),) * 6, "Poison", "hindering", "hindering 1")
    shown = Throw((*dice, poison), (2, 2, 0, 0, 0))
    task = Task("melee", against=0)
    taken = read_task(rulebook(), PLAIN, task, shown, lost=(0,))
    kept = read_task(rulebook(), PLAIN, task, shown, lost=(1,))
    assert (taken.successes, kept.successes) == (3, 5)


def test_two_swords_have_the_odds_of_one_without_the_mastery():
    assert success(FIGHTER, "sword; sword") == success(FIGHTER, "sword")
    assert success(SWORDMASTER, "sword; sword") > success(SWORDMASTER, "sword")
    assert success(SWORDMASTER, "sword; sword; buckler") == success(SWORDMASTER, "sword; buckler")


@pytest.mark.parametrize(("kind", "worn"), [("armour", "heavy-armour"), ("shield", "tower-shield")])
def test_one_suit_of_armour_and_one_shield(kind, worn):
    assert counts(FIGHTER, f"{worn}; {worn}", "defend", (1, 1, 1)) == [(3, "counts-skill"), (0, f"idle-{kind}")]
    for skill in ("defend", "stealth", "maneuver"):
        assert success(FIGHTER, f"{worn}; {worn}", skill) == success(FIGHTER, worn, skill)


@pytest.mark.parametrize("mode", list(AttackMode))
def test_fights_count_what_a_roll_counts(mode):
    wizard = "wizard; wizard"
    foe = Combatant(pool(wizard))

    def of(items: str):
        return solve(rulebook(), PLAIN, Combatant(pool(wizard, items), mode), foe).odds.win

    assert of("heavy-armour; heavy-armour") == of("heavy-armour")
    assert of("buckler; buckler") == of("buckler")
    assert of("sword; longbow") == of("longbow; sword")
    assert of("sword; sword") == of("sword")


def test_what_lies_idle_hinders_nobody():
    cursed = Die((face("null"),) * 6, "Cursed mail", "item", "armour 2")
    mail = Die((face("defend"),) * 6, "Mail", "item", "armour 1")
    task = Task("defend", against=0)
    own = pool(FIGHTER)
    shown = Throw((*own, mail, cursed), (0, 0, 0))
    assert read_task(rulebook(), PLAIN, task, shown).net == 2
    assert OddsCalculator(rulebook(), PLAIN).task(task, (*own, mail, cursed)).net.at_least(1).value == 1
    a, b = Combatant((*own, mail, cursed)), Combatant(own)
    assert round_odds(rulebook(), PLAIN, a, b) == round_odds(rulebook(), PLAIN, Combatant((*own, mail)), b)


def used(items: str, skill: str, lost: dict[str, int] | None = None) -> str:
    dice = pool(FIGHTER, items)
    key = borne(dice, {skill}, None, lost).used(skill)
    return next((die.label for die in dice if die.key == key), "")


@for_each(
    ("items", "skill", "chosen"),
    [
        ("sword; longbow", "missile", "Longbow"),
        ("longbow; sword", "missile", "Longbow"),
        ("dagger; javelin", "missile", "Javelin"),
        ("javelin; sling", "missile", "Sling"),  # it shoots, the javelin would be thrown
        ("sling; short-bow; longbow", "missile", "Longbow"),
        ("great-sword", "missile", ""),
        ("longbow; sword; great-sword", "melee", "Sword"),
        ("sword", "unarmed", ""),
        ("sword", "magic", ""),
    ],
)
def test_the_weapon_fits_the_attack_whatever_its_place(items, skill, chosen):
    assert used(items, skill) == chosen


def test_of_two_bows_the_one_that_does_more_at_that_distance():
    strong = Die((face("missile x3"),) * 6, "Strong", "item", "weapon 1")
    far = Die((face("missile x2"),) * 6, "Far", "item", "weapon 2")
    assert borne((strong, far), {"missile"}, None, {"weapon 1": 0, "weapon 2": 0}).used("missile") == "weapon 1"
    assert borne((strong, far), {"missile"}, None, {"weapon 1": 4, "weapon 2": 0}).used("missile") == "weapon 2"
    chosen = borne((strong, far), {"missile"}, {"missile": "weapon 2"}, {})
    assert chosen.used("missile") == "weapon 2"
    assert chosen.idle["weapon 1"].code == "idle-weapon"


STYLES = {"crane-style": 1, "monkey-style": 1, "tiger-style": 2}


@pytest.mark.parametrize(("style", "n"), STYLES.items())
def test_unarmed_masteries_count_for_unarmed_outside_the_cap(style, n):
    own = pool(f"{style}, {style}, {style}; unarmed, unarmed, blank")
    task = Task("unarmed", against=0, automatic=20)
    found = read_task(rulebook(), PLAIN, task, Throw(own, (0, 0)))
    assert found.cap == 10
    assert found.successes == 10 + n
    assert [step.code for step in found.reading.steps].count("step-outside-cap") == 1
    odds = OddsCalculator(rulebook(), PLAIN).task(task, own)
    assert max(net for net, _ in odds.net) == 10 + n
    assert Fraction(*odds.net.at_least(10 + n)) == Fraction(1, 2)


def test_encumbrance_takes_nothing_where_no_success_is_left():
    loaded = Die((face("encumbrance x3"),) * 6, "Plate", "item", "armour 1")
    own = pool("blank, universal, endurance")
    task = Task("stealth", against=1, penalty=1)
    reads = [read_task(rulebook(), PLAIN, task, Throw((*own, loaded), (face, 0))).net for face in range(3)]
    assert reads == [-2, -2, -2]
    distribution = OddsCalculator(rulebook(), PLAIN).task(task, (*own, loaded)).net
    assert list(distribution) == [(-2, distribution.total)]
