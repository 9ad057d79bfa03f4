"""Making a character of the Basics, and what is wrong with one. How it is made is of the house (BA-L1 to L4).

Codes refused: no-field (field), no-choice (field, choice).
"""

from collections.abc import Iterator

from bones_desktop.rules.acts import Parameter, as_held
from bones_desktop.rules.basics.book import Book
from bones_desktop.rules.basics.character import ATTRIBUTES, RESERVE, BasicsCharacter, Skill
from bones_desktop.rules.basics.throws import HOUSE
from bones_desktop.rules.games import Step, field_of
from bones_desktop.rules.problems import Problem, Weight
from bones_desktop.rules.reasons import reason, refuse
from bones_desktop.rules.typedtext import is_seen
from bones_desktop.rules.values import UnfitError, edited


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
        Step("gear", True, gear),
        Step("name", is_seen(who.name), (Parameter.text("name", who.name),)),
        Step("house", True, as_held(HOUSE, who.house)),
    )


def with_field(book: Book, who: BasicsCharacter, field: str, value: int | str) -> BasicsCharacter:
    """Return the character with a field of a step set; RulesError for one that is not there or cannot hold it."""
    field_of(steps(book, who), field, value)
    try:
        if field in ATTRIBUTES:
            return who.with_(attributes=who.attributes.with_(**{field: int(value)}))
        if field in {each.id for each in HOUSE}:
            return who.with_(house=who.house.with_(**{field: bool(value)}))
        kind, _, place = field.rpartition("-")
        match kind or field:
            case "skill":
                return _skilled(who, int(place) - 1, name=str(value))
            case "dice":
                return _skilled(who, int(place) - 1, dice=int(value))
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


def _skilled(who: BasicsCharacter, place: int, **changes: str | int) -> BasicsCharacter:
    skills = edited(who.skills, place, Skill(), **changes)
    while skills and not skills[-1].name.strip() and not skills[-1].dice:
        skills = skills[:-1]
    return who.with_(skills=skills)


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
    for place, skill in enumerate(who.skills, 1):
        if not skill.name.strip():
            yield Problem(reason("ba-no-skill", "BA-L3"), f"skill-{place}", Weight.ILLEGAL)
        elif skill.dice > budget.most:  # told of by its name
            why = reason("ba-skill-range", "BA-L2", skill=skill.name.strip(), most=budget.most)
            yield Problem(why, f"dice-{place}", Weight.ADVICE)
    if len(who.marks) > who.most_pips + RESERVE:
        most = who.most_pips + RESERVE
        yield Problem(reason("ba-too-many-marks", "BA-L4", marks=len(who.marks), most=most), "", Weight.ILLEGAL)
