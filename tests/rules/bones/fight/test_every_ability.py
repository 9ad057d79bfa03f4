"""Each of the 51 masteries and every ability of a beast, in a round: what a task counts and what a fight does."""

from typing import Any

from bones_desktop.rules.bones.book.character import CharacterKind
from bones_desktop.rules.bones.fight.fighters import Health
from bones_desktop.rules.bones.fight.roundreading import RoundReading
from tests.support.foreach import for_each
from tests.support.rounds import does, fighter, foe, read
from tests.support.rulebooks import rulebook

MASTERIES = """
artiste               artisan 2
renown                artisan 1      social 1
inspired              artisan 1
driven                craft 1
master                craft 2
weaponsmith           craft 1
endurance             defend 1
turtle                defend 2
slam                  defend 1       melee 1
medic                 healer 1
cure                  healer 1
empathy               healer 2
acrobat               maneuver 2
pyramid               maneuver 1
swashbuckler          maneuver 1     defend 1
deflection            melee 1
two-weapon            melee 1
riposte               melee 2
trader                merchant 2
money-talks           merchant 1     social 1
merchant-prince       merchant 1
accuracy              missile 1
bow-fu                missile 1      melee 1
gut-shot              missile 2
animal-friend         outdoorsman 1
stalker               outdoorsman 1  stealth 1
one-with-the-forest   outdoorsman 1  perception 1
sharp-eye             perception 2
night-vision          perception 1
sixth-sense           perception 1
born-to-the-saddle    riding 2
horseman              riding 1
knight                riding 1       melee 1
son-of-a-sailor       sailor 2
sea-legs              sailor 1       maneuver 1
captain               sailor 1
sage                  scholar 2
doktor                scholar 1      healer 1
arcane-knowledge      scholar 1      magic 1
outgoing              social 2
boss                  social 1
connections           social 1       scholar 1
sneaky                stealth 2
guilder               stealth 1
assassin              stealth 1      melee 1
footpad               thief 1        stealth 1
burglar               thief 1        maneuver 1
master-thief          thief 2
crane-style           melee 1        defend 1     unarmed 1
monkey-style          melee 1        maneuver 1   unarmed 1
tiger-style           melee 2        unarmed 2
"""
BOW = {"weapon: Bow": "blank"}


def counts() -> dict[str, dict[str, int]]:
    found = {}
    for line in MASTERIES.strip().splitlines():
        name, *rest = line.split()
        found[name] = dict(zip(rest[::2], map(int, rest[1::2]), strict=True))
    return found


def test_the_table_has_every_mastery() -> None:
    assert list(counts()) == [mastery.id for mastery in rulebook().masteries]
    assert len(counts()) == 51


@for_each("mastery", counts())
def test_a_mastery_counts_for_its_skills_and_for_no_other(mastery: str) -> None:
    expected = counts()[mastery]
    for skill in (each.id for each in rulebook().skills):
        if skill == "magic" and skill not in expected:
            continue  # without an icon of Magic it may not be attempted
        a = fighter("a", mastery, "blank")
        found = read(a, declare=(does("a", "task", skill=skill, nulls=0),))
        assert found.efforts["a"].reading.successes == expected.get(skill, 0), skill


# --- beasts -----------------------------------------------------------------------------------------------------------


def attacked(beast: Any, *, how: str = "melee", **given: Any) -> RoundReading:
    """Return a round in which somebody of six dice strikes with three successes and is struck back."""
    who = fighter("a", "physical x3", *["blank"] * 5, items=given.pop("items", None))
    declare = (does("a", "melee", "b"), does("b", how, "a"))
    allot = {"a": {"1": ["attack b"] * 3}, **given.pop("allot", {})}
    return read(who, beast, declare=declare, allot=allot, **given)


def beast(*dice: str, **given: Any) -> Any:
    return foe("b", *dice, *["blank"] * 5, kind=CharacterKind.BEAST, **given)


def fear_caster() -> None:
    """One Defend, and a Null for all within 10 m."""
    found = attacked(beast("fear-caster"), allot={"a": {"1": ["attack b"] * 2}, "b": {"1": "defend"}})
    assert found.chips["a"][0].nulls == 1
    assert found.taken["b"] == 3 - 1 - 1


def fire_breathing() -> None:
    found = attacked(beast("fire-breathing"), how="missile", allot={"b": {"1": "attack a"}})
    assert found.wounds["a"].taken == 1
    assert found.wounds["a"].riders == ("flaming",)


def flight() -> None:
    for lost, fallen in (((), 0), ((1,), 2)):
        found = read(beast("flight", flying=8.0, flying_m=15.0, lost=lost), declare=())
        assert found.taken["b"] == fallen


def hoar_frost() -> None:
    found = attacked(beast("hoar-frost"), items={"armour: Mail": "blank"}, allot={"b": {"1": "attack a"}})
    assert found.taken["a"] == 1
    assert attacked(beast("hoar-frost"), allot={"b": {"1": "defend"}}).taken == {"a": 0, "b": 2}


def incorporeal() -> None:
    """One Defend against each attacker, unasked."""
    second = fighter("c", "physical x2", "blank")
    a, b = fighter("a", "physical x3", "blank"), beast("incorporeal")
    found = read(a, second, b, declare=(does("a", "melee", "b"), does("c", "melee", "b")),
                 allot={"a": {"1": ["attack b"] * 3}, "c": {"1": ["attack b"] * 2}})  # fmt: skip
    assert (found.net["a"]["b"], found.net["c"]["b"]) == (2, 1)


def poison_melee() -> None:
    found = attacked(beast("poison-melee"), allot={"b": {"1": "attack a"}})
    assert found.wounds["a"].riders == ("poison",)


def poison_missile() -> None:
    found = attacked(beast("poison-missile"), how="missile", allot={"b": {"1": "attack a"}})
    assert found.wounds["a"].riders == ("poison",)


def prickly() -> None:
    """One Defend, and one Melee against whoever comes by hand."""
    found = attacked(beast("prickly"), allot={"b": {"1": "defend"}})
    assert (found.net["b"]["a"], found.net["a"]["b"]) == (1, 2)


def regenerate() -> None:
    found = read(beast("regenerate", lost=(2, 3)), declare=())
    assert found.hands["b"].healed
    assert len(found.wounds["b"].character.lost) == 1


def swim() -> None:
    """Moves freely in water: it counts for nothing else."""
    found = attacked(beast("swim"))
    assert found.taken["b"] == 3
    assert found.states["b"] is Health.HURT


ABILITIES = {
    "fear-caster": fear_caster,
    "fire-breathing": fire_breathing,
    "flight": flight,
    "hoar-frost": hoar_frost,
    "incorporeal": incorporeal,
    "poison-melee": poison_melee,
    "poison-missile": poison_missile,
    "prickly": prickly,
    "regenerate": regenerate,
    "swim": swim,
}


def test_the_list_has_every_ability() -> None:
    assert set(ABILITIES) == {ability.id for ability in rulebook().abilities}


@for_each("ability", ABILITIES)
def test_an_ability_does_in_a_round_what_it_says(ability: str) -> None:
    ABILITIES[ability]()
