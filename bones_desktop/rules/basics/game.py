"""The Basics as one `Game`: steps of making by house rules, and problems (BA-L1 to L4)."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from bones_desktop.rules.acts import Parameter
from bones_desktop.rules.basics import throws
from bones_desktop.rules.basics.acts import acts, lines
from bones_desktop.rules.basics.character import (
    ATTRIBUTES,
    HELD,
    RESERVE,
    SKILLS,
    BasicsBook,
    BasicsCharacter,
    BasicsSkill,
    Weapon,
    facts,
    lists,
    reference,
    sheet,
    tracks,
)
from bones_desktop.rules.basics.odds import odds
from bones_desktop.rules.basics.scene import SCENE
from bones_desktop.rules.basics.throws import HOUSE
from bones_desktop.rules.fields import DICE_COLOUR, as_held, rows, to_last, written
from bones_desktop.rules.games import Game, MakingStep, SheetForm
from bones_desktop.rules.reasons import Problem, Reason, Weight, counted, is_placed, reason
from bones_desktop.rules.typedtext import is_seen

_PATHS: Final = {
    **{each: f"attributes.{each}" for each in ATTRIBUTES},
    "skill-#": "skills.#.name",
    "dice-#": "skills.#.dice",
    "weapon-#": "weapons.#.name",
    "damage-#": "weapons.#.damage",
    "weapon-skill-#": "weapons.#.skill",
    "reload-#": "weapons.#.reload",
    "ranged-#": "weapons.#.ranged",
    "bruise-#": "weapons.#.bruise",
    "armour": "armour.name",
    "armour-value": "armour.value",
    "works-as-melee": "armour.works_as_melee",
    **{each.id: f"house.{each.id}" for each in HOUSE},
}


def steps(book: BasicsBook, who: BasicsCharacter) -> tuple[MakingStep, ...]:
    """Return the steps of making. Only a missing name, or nothing to roll, leaves a character unfinished."""
    held = partial(as_held, who, _PATHS)
    skills = rows(len(who.skills) + 1, Parameter.text("skill-#"), Parameter.number("dice-#", 0, 0, 60))
    weapons = (
        field for n, each in enumerate((*who.weapons, Weapon())[:HELD], 1) for field in _weapon_fields(who, n, each)
    )
    gear = (
        Parameter.text("armour"),
        Parameter.number("armour-value", 0, 0, 60),
        Parameter.yes_no("works-as-melee"),
        Parameter.number("movement", 0, 0, 1000),
    )
    attributes = held(*(Parameter.number(each, 0, -20, 40) for each in ATTRIBUTES))
    placed, dice = _counts(book, who)
    return (
        MakingStep("about", True, held(Parameter.text("concept"), Parameter.text("player"))),
        MakingStep("attributes", any(each.first for each in attributes), attributes, counts=(placed,)),
        MakingStep("skills", any(each.dice for each in who.skills), held(*skills), counts=(dice,)),
        MakingStep("weapons", True, held(*weapons)),
        MakingStep("gear", True, held(*gear)),
        MakingStep("name", is_seen(who.name), held(Parameter.text("name"), DICE_COLOUR)),
        MakingStep("house", True, held(*HOUSE)),
    )


def _counts(book: BasicsBook, who: BasicsCharacter) -> tuple[Reason, Reason]:
    """Return how many of the suggested dice are placed, for attributes and for skills (BA-L1, BA-L2)."""
    attributes = sum(getattr(who.attributes, each) for each in ATTRIBUTES)
    return (
        counted("ba-attributes", "BA-L1", attributes, book.budget("attributes").total),
        counted("ba-skills", "BA-L2", sum(each.dice for each in who.skills), book.budget("skills").total),
    )


def _weapon_fields(who: BasicsCharacter, n: int, weapon: Weapon) -> Iterator[Parameter]:
    """Yield the questions about a weapon; for a new one only its name and dice."""
    yield Parameter.text(f"weapon-{n}")
    yield Parameter.number(f"damage-{n}", 0, 0, 60)
    if weapon != Weapon():
        skills = tuple(dict.fromkeys(("", *(each.name for each in who.skills), weapon.skill)))
        yield Parameter.choice(f"weapon-skill-{n}", skills, names=skills)
        yield Parameter.number(f"reload-{n}", 0, 0, 20)
        yield from map(Parameter.yes_no, (f"ranged-{n}", f"bruise-{n}"))


def with_field(book: BasicsBook, who: BasicsCharacter, field: str, value: int | str) -> BasicsCharacter:
    """Return the character with a field of a step set; empty weapons and skills at the end of a list are left out."""
    after = written(steps(book, who), who, _PATHS, field, value)
    return after.with_(
        skills=to_last(after.skills, lambda each: each.name.strip() or each.dice),
        weapons=to_last(after.weapons, lambda each: each.name.strip() or each.with_(name="") != Weapon()),
    )


def check(book: BasicsBook, who: BasicsCharacter) -> tuple[Problem[str], ...]:
    """Return missing and forbidden parts, and the points left of the house's budget (BA-L1 to L4)."""
    return tuple(_problems(book, who))


def _problems(book: BasicsBook, who: BasicsCharacter) -> Iterator[Problem[str]]:
    if not is_seen(who.name):
        yield Problem(reason("no-name"), "name", Weight.UNFINISHED)
    for what, count in zip(("attributes", "skills"), _counts(book, who), strict=True):
        if not is_placed(count):
            yield Problem(count, what, Weight.ADVICE)
    budget = book.budget("attributes")
    for each in ATTRIBUTES:
        if not budget.least <= getattr(who.attributes, each) <= budget.most:
            why = reason("ba-range", "BA-L1", attribute=each, least=budget.least, most=budget.most)
            yield Problem(why, each, Weight.ADVICE)
    yield from _named_problems(who, book.budget("skills").most)
    if len(who.marks) > who.most_pips + RESERVE:
        most = who.most_pips + RESERVE
        yield Problem(reason("ba-too-many-marks", "BA-L4", marks=len(who.marks), most=most), "", Weight.ILLEGAL)


def _named_problems(who: BasicsCharacter, most: int) -> Iterator[Problem[str]]:
    """Yield the problems of individual skills and weapons (BA-L2, BA-L3)."""
    for place, skill in enumerate(who.skills, 1):
        if not skill.name.strip():
            yield Problem(reason("ba-no-skill", "BA-L3"), f"skill-{place}", Weight.ILLEGAL)
        elif skill.dice > most:  # reported by its name instead
            why = reason("ba-skill-range", "BA-L2", skill=skill.name.strip(), most=most)
            yield Problem(why, f"dice-{place}", Weight.ADVICE)
    known = {each.name.casefold() for each in who.skills} | {""}
    for place, weapon in enumerate(who.weapons, 1):
        if not weapon.name.strip():
            yield Problem(reason("ba-no-weapon", "BA-L3", n=place), f"weapon-{place}", Weight.ILLEGAL)
        elif weapon.skill.casefold() not in known:
            why = reason("ba-weapon-skill", "BA-R19", weapon=weapon.name, skill=weapon.skill)
            yield Problem(why, f"weapon-skill-{place}", Weight.ADVICE)


def new(id: str) -> BasicsCharacter:
    """Return a blank character with the skills that the text names."""
    named = (each.replace("-", " ").capitalize().replace("Hide and sneak", "Hide & Sneak") for each in SKILLS)
    return BasicsCharacter(id=id, skills=tuple(BasicsSkill(name=name) for name in named))


BASICS: Final[Game[BasicsCharacter, BasicsBook]] = Game(
    id="basics",
    title="The Basics",
    credit="The Basics: after a text of house rules headed The BASICS.",
    new=new,
    steps=steps,
    with_field=with_field,
    check=check,
    facts=facts,
    rolls=throws.rolls,
    plan=throws.plan,
    read=throws.read,
    odds=odds,
    tracks=tracks,
    acts=acts,
    lines=lines,
    lists=lists,
    sheet=sheet,
    form=SheetForm(
        (ATTRIBUTES, ("initiative", "actions", "movement", "armour", "awake", "penalty")),
        (("skill-#", "degrees"), ("weapons", "armour", "notes")),
    ),
    reference=reference,
    house=throws.HOUSE,
    scene=SCENE,
    # A partial success counts only if the Gamesmaster allows it (BA-R04).
    succeeds={
        "degree": ("success", "good", "impressive", "virtuoso", "awe", "godlike"),
        "winner": ("ours",),
        "surprise": ("initiative", "undefended"),
        "awake": ("yes",),
    },
)
