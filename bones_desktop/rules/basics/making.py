"""Making a character of the Basics, and what is wrong with one. How it is made is of the house (BA-L1 to L4).

Codes refused: no-field (field), no-choice (field, choice).
"""

from collections.abc import Iterator
from typing import Final, TypeVar

from bones_desktop.rules.acts import Parameter, as_held
from bones_desktop.rules.basics.book import Book
from bones_desktop.rules.basics.character import ATTRIBUTES, HELD, RESERVE, BasicsCharacter, Skill, Weapon
from bones_desktop.rules.basics.throws import HOUSE
from bones_desktop.rules.games import Step, field_of
from bones_desktop.rules.problems import Problem, Weight
from bones_desktop.rules.reasons import reason, refuse
from bones_desktop.rules.typedtext import is_seen
from bones_desktop.rules.values import UnfitError, edited

_OF_SKILL: Final = {"skill": ("name", str), "dice": ("dice", int)}
_OF_WEAPON: Final = {
    "weapon": ("name", str),
    "damage": ("damage", int),
    "weapon-skill": ("skill", str),
    "reload": ("reload", int),
    "ranged": ("ranged", bool),
    "bruise": ("bruise", bool),
}
"""Fields of the steps, by their ids without the place: the field of the value, and its type."""
Named = TypeVar("Named", Skill, Weapon)


def steps(_book: Book, who: BasicsCharacter) -> tuple[Step, ...]:
    """Return the steps; only a name and something to throw are ever missing."""
    about = as_held((Parameter.text("concept"), Parameter.text("player")), who)
    attributes = as_held((Parameter.number(each, 0, -20, 40) for each in ATTRIBUTES), who.attributes)
    skills: list[Parameter] = []
    for place in range(len(who.skills) + 1):
        held = who.skills[place] if place < len(who.skills) else Skill()
        skills += (
            Parameter.text(f"skill-{place + 1}", held.name),
            Parameter.number(f"dice-{place + 1}", held.dice, 0, 60),
        )
    weapons: list[Parameter] = []
    for place, weapon in enumerate((*who.weapons, Weapon())[:HELD], 1):
        weapons += _weapon_fields(who, place, weapon)
    gear = (
        Parameter.text("armour", who.armour.name),
        Parameter.number("armour-value", who.armour.value, 0, 60),
        Parameter.yes_no("works-as-melee", int(who.armour.works_as_melee)),
        Parameter.number("movement", who.movement, 0, 1000),
    )
    return (
        Step("about", True, about),
        Step("attributes", any(getattr(who.attributes, each) for each in ATTRIBUTES), attributes),
        Step("skills", any(each.dice for each in who.skills), tuple(skills)),
        Step("weapons", True, tuple(weapons)),
        Step("gear", True, gear),
        Step("name", is_seen(who.name), (Parameter.text("name", who.name),)),
        Step("house", True, as_held(HOUSE, who.house)),
    )


def _weapon_fields(who: BasicsCharacter, place: int, weapon: Weapon) -> Iterator[Parameter]:
    """Yield what is asked of a weapon; of one that is not there yet its name and dice alone."""
    yield Parameter.text(f"weapon-{place}", weapon.name)
    yield Parameter.number(f"damage-{place}", weapon.damage, 0, 60)
    if weapon != Weapon():
        skills = tuple(dict.fromkeys(("", *(each.name for each in who.skills), weapon.skill)))
        yield Parameter.choice(f"weapon-skill-{place}", skills, weapon.skill, names=skills)
        yield Parameter.number(f"reload-{place}", weapon.reload, 0, 20)
        yield Parameter.yes_no(f"ranged-{place}", int(weapon.ranged))
        yield Parameter.yes_no(f"bruise-{place}", int(weapon.bruise))


def with_field(book: Book, who: BasicsCharacter, field: str, value: int | str) -> BasicsCharacter:
    """Return the character with a field of a step set; RulesError for one that is not there or cannot hold it."""
    field_of(steps(book, who), field, value)
    try:
        if field in ATTRIBUTES:
            return who.with_(attributes=who.attributes.with_(**{field: int(value)}))
        if field in {each.id for each in HOUSE}:
            return who.with_(house=who.house.with_(**{field: bool(value)}))
        kind, _, place = field.rpartition("-")
        if kind in _OF_SKILL:
            return who.with_(skills=_with(who.skills, int(place), Skill(), _OF_SKILL[kind], value))
        if kind in _OF_WEAPON:
            return who.with_(weapons=_with(who.weapons, int(place), Weapon(), _OF_WEAPON[kind], value))
        match kind or field:
            case "armour" if place == "value":
                return who.with_(armour=who.armour.with_(value=int(value)))
            case "works-as":
                return who.with_(armour=who.armour.with_(works_as_melee=bool(value)))
            case "armour":
                return who.with_(armour=who.armour.with_(name=str(value)))
            case "movement":
                return who.with_(movement=int(value))
        return who.with_(**{field: str(value)})
    except (UnfitError, ValueError) as error:
        raise refuse("no-choice", field=field, choice=str(value)[:40]) from error


def _with(
    held: tuple[Named, ...], place: int, empty: Named, field: tuple[str, type], value: object
) -> tuple[Named, ...]:
    """Return skills or weapons with a field of one of them set; those at the end that hold nothing are left out."""
    name, kind = field
    found = edited(held, place - 1, empty, **{name: kind(value)})
    while found and not found[-1].name.strip() and found[-1].with_(name="") == empty:
        found = found[:-1]
    return found


def check(book: Book, who: BasicsCharacter) -> tuple[Problem[str], ...]:
    """Return what is missing or not allowed, and where the house's budget is left (BA-L1 to L4)."""
    return tuple(_problems(book, who))


def _problems(book: Book, who: BasicsCharacter) -> Iterator[Problem[str]]:
    if not is_seen(who.name):
        yield Problem(reason("no-name"), "name", Weight.UNFINISHED)
    attributes = [getattr(who.attributes, each) for each in ATTRIBUTES]
    budget = book.budget("attributes")
    if sum(attributes) != budget.total:
        why = reason("ba-attributes", "BA-L1", total=budget.total, held=sum(attributes))
        yield Problem(why, "attributes", Weight.ADVICE)
    for each in ATTRIBUTES:
        if not budget.least <= getattr(who.attributes, each) <= budget.most:
            why = reason("ba-range", "BA-L1", attribute=each, least=budget.least, most=budget.most)
            yield Problem(why, each, Weight.ADVICE)
    budget = book.budget("skills")
    held = sum(each.dice for each in who.skills)
    if held != budget.total:
        yield Problem(reason("ba-skills", "BA-L2", total=budget.total, held=held), "skills", Weight.ADVICE)
    yield from _named_problems(who, budget.most)
    if len(who.marks) > who.most_pips + RESERVE:
        most = who.most_pips + RESERVE
        yield Problem(reason("ba-too-many-marks", "BA-L4", marks=len(who.marks), most=most), "", Weight.ILLEGAL)


def _named_problems(who: BasicsCharacter, most: int) -> Iterator[Problem[str]]:
    """Yield what is wrong with single skills and weapons (BA-L2, BA-L3)."""
    for place, skill in enumerate(who.skills, 1):
        if not skill.name.strip():
            yield Problem(reason("ba-no-skill", "BA-L3"), f"skill-{place}", Weight.ILLEGAL)
        elif skill.dice > most:  # told of by its name
            why = reason("ba-skill-range", "BA-L2", skill=skill.name.strip(), most=most)
            yield Problem(why, f"dice-{place}", Weight.ADVICE)
    known = {each.name.casefold() for each in who.skills} | {""}
    for place, weapon in enumerate(who.weapons, 1):
        if not weapon.name.strip():
            yield Problem(reason("ba-no-weapon", "BA-L3", n=place), f"weapon-{place}", Weight.ILLEGAL)
        elif weapon.skill.casefold() not in known:
            why = reason("ba-weapon-skill", "BA-R19", weapon=weapon.name, skill=weapon.skill)
            yield Problem(why, f"weapon-skill-{place}", Weight.ADVICE)
