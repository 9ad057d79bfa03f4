"""Making a character of Margin by its point rules, and what is wrong with one (MG-L1 to L8)."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from bones_desktop.rules.acts import Parameter
from bones_desktop.rules.fields import as_held, rows, to_last, written
from bones_desktop.rules.games import Step
from bones_desktop.rules.margin import figures
from bones_desktop.rules.margin.book import Book, BookPower
from bones_desktop.rules.margin.character import ATTRIBUTES, BONUSES, HIGHEST, MOST_BONUS, MarginCharacter, Power
from bones_desktop.rules.margin.throws import HOUSE
from bones_desktop.rules.problems import Problem, Weight
from bones_desktop.rules.reasons import reason
from bones_desktop.rules.typedtext import is_seen
from bones_desktop.rules.values import replaced

_INTIMACIES: Final = 2
NEEDS_CHOICE: Final = frozenset({"attribute", "skill"})
"""Effects that are chosen for an attribute or a skill."""
_CONCEPT: Final = ("archetype", "archetype_skills", "player")
_PATHS: Final = {
    **{each: f"attributes.{each}" for each in ATTRIBUTES},
    "intimacy-#": "intimacies.#",
    "skill-#": "skills.#.name",
    "dots-#": "skills.#.dots",
    "everyman-#": "skills.#.everyman",
    "weapon-#": "weapons.#",
    "power-#": "powers.#.power",
    "own-#": "powers.#.name",
    "text-#": "powers.#.text",
    "cost-#": "powers.#.cost",
    "choice-#": "powers.#.choice",
    **{each.id: f"house.{each.id}" for each in HOUSE},
}


def steps(book: Book, who: MarginCharacter) -> tuple[Step, ...]:
    """Return the steps in the order of the game (4(b)); equipment and Life Points follow by themselves."""
    held = partial(as_held, who, _PATHS)
    attributes = held(*(Parameter.number(each, 0, -3, 6) for each in ATTRIBUTES))
    asked = Parameter.text("skill-#"), Parameter.number("dots-#", 0, 0, 20), Parameter.yes_no("everyman-#")
    weapons = held(*rows(figures.weapons_due(book, who), Parameter.text("weapon-#")))
    due = max(figures.powers_due(who), len(who.powers))
    powers = tuple(field for n in range(due) for field in _power(book, who, n))
    wrong = {each.place for each in check(book, who) if each.weight is Weight.ILLEGAL}
    return (
        Step("concept", bool(who.archetype.strip()), held(*map(Parameter.text, _CONCEPT))),
        Step("intimacies", True, held(*rows(_INTIMACIES, Parameter.text("intimacy-#")))),
        Step("attributes", "attributes" not in wrong and any(each.first for each in attributes), attributes),
        Step(
            "skills",
            figures.dots_due(book, who) == sum(each.dots for each in who.skills),
            held(*rows(len(who.skills) + 1, *asked)),
        ),
        Step("weapons", all(str(each.first).strip() for each in weapons), weapons),
        Step("powers", len(who.powers) == figures.powers_due(who) and "powers" not in wrong, powers),
        Step("description", True, held(Parameter.text("description", most=20_000))),
        Step("name", is_seen(who.name), held(Parameter.text("name"))),
        Step("house", True, held(*HOUSE)),
    )


def _power(book: Book, who: MarginCharacter, place: int) -> Iterator[Parameter]:
    held = who.powers[place] if place < len(who.powers) else Power()
    keys, names = tuple(each.id for each in book.powers), tuple(each.name for each in book.powers)
    own = held.power == "" and bool(held.name.strip())
    chosen = "own" if own else held.power
    yield Parameter.choice(f"power-{place + 1}", (*keys, "own"), chosen, names=(*names, ""))
    found = figures.power_of(book, held)
    if own:
        yield Parameter.text(f"own-{place + 1}", held.name)
        yield Parameter.text(f"text-{place + 1}", held.text, 20_000)
        yield Parameter.number(f"cost-{place + 1}", held.cost, 0, 20)
    yield from asked_for(who, found, f"choice-{place + 1}", held.choice)


def asked_for(who: MarginCharacter, power: BookPower | None, id: str, first: str | None) -> tuple[Parameter, ...]:
    """Return what a power of the list is chosen for: an attribute, a skill, a weapon learned, or nothing."""
    skills = tuple(dict.fromkeys(each.name for each in who.skills if each.name.strip()))
    weapons = tuple(dict.fromkeys(each for each in who.weapons if each.strip()))
    match power.effect if power is not None else None:
        case "attribute":
            return (Parameter.choice(id, ATTRIBUTES, first),)
        case "skill":
            keys = tuple(dict.fromkeys((*skills, *weapons)))
        case "weapon":
            keys = ("", *weapons)
        case _:
            return ()
    return (Parameter.choice(id, keys, first, names=keys),)


def with_field(book: Book, who: MarginCharacter, field: str, value: int | str) -> MarginCharacter:
    """Return the character with a field of a step set; RulesError for one that is not there or cannot hold it."""
    after = written(steps(book, who), who, _PATHS, field, value)
    word, _, number = field.partition("-")
    if word == "power":  # another power has nothing of the one before
        power = Power(name="?") if value == "own" else Power(power=str(value))
        after = after.with_(powers=replaced(after.powers, int(number) - 1, power))
    return after.with_(
        intimacies=to_last(after.intimacies, str.strip),
        weapons=to_last(after.weapons, str.strip),
        skills=to_last(after.skills, lambda each: each.name.strip() or each.dots),
    )


def check(book: Book, who: MarginCharacter) -> tuple[Problem[str], ...]:
    """Return everything that is missing or not allowed (MG-L1 to L7)."""
    return tuple(_problems(book, who))


def _problems(book: Book, who: MarginCharacter) -> Iterator[Problem[str]]:
    illegal, missing = Weight.ILLEGAL, Weight.UNFINISHED
    if not is_seen(who.name):
        yield Problem(reason("no-name"), "name", missing)
    values = [getattr(who.attributes, each) for each in ATTRIBUTES]
    if max(values) > HIGHEST:
        yield Problem(reason("mg-too-high", "MG-L1", most=HIGHEST), "attributes", illegal)
    lacking = -sum(each for each in values if each < 0)
    due = BONUSES + (lacking if who.house.negatives_buy_bonuses else 0)
    up = sum(each for each in values if each > 0)
    if lacking > HIGHEST:
        yield Problem(reason("mg-too-low", "MG-L2", most=HIGHEST, held=lacking), "attributes", illegal)
    if up != due:
        yield Problem(reason("mg-bonuses", "MG-L2", due=due, held=up), "attributes", illegal)
    if sum(bool(each.strip()) for each in who.intimacies) > _INTIMACIES:
        yield Problem(reason("mg-intimacies", "MG-L3"), "intimacies", illegal)
    yield from _counted("skills", "MG-L4", figures.dots_due(book, who), sum(each.dots for each in who.skills))
    yield from _counted("weapons", "MG-L5", figures.weapons_due(book, who), sum(bool(e.strip()) for e in who.weapons))
    yield from _powers(book, who)


def _counted(what: str, rule: str, due: int, held: int) -> Iterator[Problem[str]]:
    if held > due:
        yield Problem(reason(f"mg-{what}-over", rule, due=due, held=held), what, Weight.ILLEGAL)
    elif held < due:
        yield Problem(reason(f"mg-{what}-under", rule, due=due, held=held), what, Weight.UNFINISHED)


def _powers(book: Book, who: MarginCharacter) -> Iterator[Problem[str]]:
    illegal, due = Weight.ILLEGAL, figures.powers_due(who)
    if len(who.powers) != due:
        yield Problem(reason("mg-powers", "MG-L6", due=due, held=len(who.powers)), "powers", illegal)
    seen: list[str] = []
    for place, power in enumerate(who.powers, 1):
        found = figures.power_of(book, power)
        if found is None:
            if not power.name.strip() or power.name == "?":
                yield Problem(reason("mg-power-undefined", "MG-L6"), f"power-{place}", illegal)
            elif not power.text.strip():
                yield Problem(reason("mg-power-vague", "MG-L6", power=power.name), f"text-{place}", illegal)
            continue
        if found.effect in NEEDS_CHOICE and (
            not is_seen(power.choice) or (found.effect == "attribute" and power.choice not in ATTRIBUTES)
        ):
            yield Problem(reason("mg-power-choice", "MG-L6", power=found.name), f"choice-{place}", illegal)
        if found.once and found.id in seen:
            yield Problem(reason("mg-power-once", "MG-L7", power=found.name), f"power-{place}", illegal)
        if found.needs and all(each.power != found.needs for each in who.powers):
            needed = book.by_id[found.needs].name
            yield Problem(reason("mg-power-needs", "MG-L7", power=found.name, needed=needed), f"power-{place}", illegal)
        seen.append(found.id)
    if figures.most_weapon_bonus(book, who) > MOST_BONUS:
        yield Problem(reason("mg-weapon-bonus", "MG-L7", most=MOST_BONUS), "powers", illegal)
