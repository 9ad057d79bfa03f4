"""Margin as one `Game`: making a character with points, and the problems of a character (MG-L1 to L8)."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from bones_desktop.rules.acts import Parameter
from bones_desktop.rules.fields import DICE_COLOUR, as_held, rows, to_last, written
from bones_desktop.rules.games import Game, MakingStep, SheetForm
from bones_desktop.rules.margin import character, readings, throws
from bones_desktop.rules.margin.acts import acts, asked_for, lines
from bones_desktop.rules.margin.character import (
    ATTRIBUTES,
    BONUSES,
    HIGHEST,
    MOST_BONUS,
    BookPower,
    MarginBook,
    MarginCharacter,
    MarginPower,
    MarginSkill,
)
from bones_desktop.rules.margin.scene import SCENE
from bones_desktop.rules.margin.throws import HOUSE
from bones_desktop.rules.reasons import Problem, Reason, Weight, counted, is_placed, reason
from bones_desktop.rules.records import replace
from bones_desktop.rules.typedtext import is_seen
from bones_desktop.rules.values import replaced

_INTIMACIES: Final = 2
NEEDS_CHOICE: Final = frozenset({"attribute", "skill"})
"""Effects for which the player must choose an attribute or a skill."""
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


def steps(book: MarginBook, who: MarginCharacter) -> tuple[MakingStep, ...]:
    """Return the steps in the order of the game (4(b)); equipment and Life Points are derived."""
    held = partial(as_held, who, _PATHS)
    attributes = held(*(Parameter.number(each, 0, -3, 6) for each in ATTRIBUTES))
    asked = Parameter.text("skill-#"), Parameter.number("dots-#", 0, 0, 20), Parameter.yes_no("everyman-#")
    weapons = held(*rows(character.weapons_due(book, who), Parameter.text("weapon-#")))
    due = max(character.powers_due(who), len(who.powers))
    powers = tuple(field for n in range(due) for field in _power_fields(book, who, n))
    wrong = {each.place for each in check(book, who) if each.weight is Weight.ILLEGAL}
    counts = _counts(book, who)
    found = (
        MakingStep("concept", bool(who.archetype.strip()), held(*map(Parameter.text, _CONCEPT))),
        MakingStep("intimacies", True, held(*rows(_INTIMACIES, Parameter.text("intimacy-#")))),
        MakingStep("attributes", "attributes" not in wrong and any(each.first for each in attributes), attributes),
        MakingStep(
            "skills",
            character.dots_due(book, who) == sum(each.dots for each in who.skills),
            held(*rows(len(who.skills) + 1, *asked)),
        ),
        MakingStep("weapons", all(str(each.first).strip() for each in weapons), weapons),
        MakingStep("powers", len(who.powers) == character.powers_due(who) and "powers" not in wrong, powers),
        MakingStep("description", True, held(Parameter.text("description", most=20_000))),
        MakingStep("name", is_seen(who.name), held(Parameter.text("name"), DICE_COLOUR)),
        MakingStep("house", True, held(*HOUSE)),
    )
    return tuple(replace(each, counts=(counts[each.id],)) if each.id in counts else each for each in found)


def _counts(book: MarginBook, who: MarginCharacter) -> dict[str, Reason]:
    """Return the counts of points, powers and other choices to place, by step (MG-L2 to L6)."""
    values = [getattr(who.attributes, each) for each in ATTRIBUTES]
    paid = -sum(min(0, each) for each in values) if who.house.negatives_buy_bonuses else 0
    dots, weapons = sum(each.dots for each in who.skills), sum(bool(each.strip()) for each in who.weapons)
    return {
        "attributes": counted("mg-bonuses", "MG-L2", sum(max(0, each) for each in values), BONUSES + paid),
        "skills": counted("mg-skills", "MG-L4", dots, character.dots_due(book, who)),
        "weapons": counted("mg-weapons", "MG-L5", weapons, character.weapons_due(book, who)),
        "powers": counted("mg-powers", "MG-L6", len(who.powers), character.powers_due(who)),
    }


def _power_fields(book: MarginBook, who: MarginCharacter, place: int) -> Iterator[Parameter]:
    held = who.powers[place] if place < len(who.powers) else MarginPower()
    keys, names = tuple(each.id for each in book.powers), tuple(each.name for each in book.powers)
    notes = {each.id: power_note(each) for each in book.powers}
    own = held.power == "" and bool(held.name.strip())
    chosen = "own" if own else held.power
    yield Parameter.choice(f"power-{place + 1}", (*keys, "own"), chosen, names=(*names, ""), notes=notes)
    found = character.power_of(book, held)
    if own:
        yield Parameter.text(f"own-{place + 1}", held.name)
        yield Parameter.text(f"text-{place + 1}", held.text, 20_000)
        yield Parameter.number(f"cost-{place + 1}", held.cost, 0, 20)
    yield from asked_for(who, found, f"choice-{place + 1}", held.choice)


def power_note(power: BookPower) -> Reason:
    """Return the effect of a power, and the cost of each use (MG-R18)."""
    if power.cost:
        return reason("mg-power-costs", "MG-R18", text=power.text[:-1], cost=power.cost)
    return reason("mg-power-free", "MG-R18", text=power.text[:-1])


def with_field(book: MarginBook, who: MarginCharacter, field: str, value: int | str) -> MarginCharacter:
    """Return the character with a field of a step set. Raise RulesError if the field or the value is unknown."""
    after = written(steps(book, who), who, _PATHS, field, value)
    word, _, number = field.partition("-")
    if word == "power":  # a different power must not keep the choice of the old one
        power = MarginPower(name="?") if value == "own" else MarginPower(power=str(value))
        after = after.with_(powers=replaced(after.powers, int(number) - 1, power))
    return after.with_(
        intimacies=to_last(after.intimacies, str.strip),
        weapons=to_last(after.weapons, str.strip),
        skills=to_last(after.skills, lambda each: each.name.strip() or each.dots),
    )


def check(book: MarginBook, who: MarginCharacter) -> tuple[Problem[str], ...]:
    """Return all problems: parts of the character that are missing or forbidden (MG-L1 to L7)."""
    return tuple(_problems(book, who))


def _problems(book: MarginBook, who: MarginCharacter) -> Iterator[Problem[str]]:
    illegal, missing = Weight.ILLEGAL, Weight.UNFINISHED
    if not is_seen(who.name):
        yield Problem(reason("no-name"), "name", missing)
    values = [getattr(who.attributes, each) for each in ATTRIBUTES]
    if max(values) > HIGHEST:
        yield Problem(reason("mg-too-high", "MG-L1", most=HIGHEST), "attributes", illegal)
    lacking = -sum(each for each in values if each < 0)
    counts = _counts(book, who)
    if lacking > HIGHEST:
        yield Problem(reason("mg-too-low", "MG-L2", most=HIGHEST, held=lacking), "attributes", illegal)
    if not is_placed(counts["attributes"]):
        yield Problem(counts["attributes"], "attributes", illegal)
    if sum(bool(each.strip()) for each in who.intimacies) > _INTIMACIES:
        yield Problem(reason("mg-intimacies", "MG-L3"), "intimacies", illegal)
    for what in ("skills", "weapons"):
        if not is_placed(counts[what]):
            weight = illegal if int(counts[what].value("to_place")) < 0 else missing
            yield Problem(counts[what], what, weight)
    if not is_placed(counts["powers"]):
        yield Problem(counts["powers"], "powers", illegal)
    yield from _powers(book, who)


def _powers(book: MarginBook, who: MarginCharacter) -> Iterator[Problem[str]]:
    illegal = Weight.ILLEGAL
    seen: list[str] = []
    for place, power in enumerate(who.powers, 1):
        found = character.power_of(book, power)
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
    if character.most_weapon_bonus(book, who) > MOST_BONUS:
        yield Problem(reason("mg-weapon-bonus", "MG-L7", most=MOST_BONUS), "powers", illegal)


_SKILLS: Final = (
    *((name, True) for name in ("Perception", "Stealth", "Persuade", "Athletics")),
    *((name, False) for name in ("Medicine", "Lore", "Nature", "Animals", "Thievery", "Crafting")),
)


def new(id: str) -> MarginCharacter:
    """Return a blank character that has the skills of the default list (MG-A2)."""
    return MarginCharacter(id=id, skills=tuple(MarginSkill(name=name, everyman=everyman) for name, everyman in _SKILLS))


MARGIN: Final[Game[MarginCharacter, MarginBook]] = Game(
    id="margin",
    title="Margin",
    credit="Margin: after an anonymous text of a game with three dice.",
    new=new,
    steps=steps,
    with_field=with_field,
    check=check,
    facts=character.facts,
    rolls=throws.rolls,
    plan=throws.plan,
    read=readings.read,
    odds=readings.odds,
    tracks=character.tracks,
    acts=acts,
    lines=lines,
    lists=character.lists,
    sheet=character.sheet,
    form=SheetForm(
        ((*ATTRIBUTES, "level"),),
        (("skill-#", "weapons", "intimacies", "difficulties"), ("powers", "conditions", "description")),
    ),
    reference=character.reference,
    house=throws.HOUSE,
    scene=SCENE,
    succeeds={
        "success": ("success",),
        "hit": ("hit", "unhurt"),
        "first-throw": ("win",),
        "surprise": ("noticed",),
    },
)
