"""Facts, tracks, lists, sheet and tables of Margin."""

from typing import Final

from bones_desktop.rules.acts import Answers
from bones_desktop.rules.games import Fact, Listing, SheetLine, SheetPart, Track, things
from bones_desktop.rules.margin import character
from bones_desktop.rules.margin.character import ATTRIBUTES, MarginBook, MarginCharacter
from bones_desktop.rules.reading import Proposal
from bones_desktop.rules.reasons import reason

_FEET: Final = {"sphere": 10, "line": 50, "cone": 20, "range": 60}
"""Feet of the areas of powers, and their usual range (MG-R17)."""
_ROUND: Final = ("attack", "power", "move", "run", "hide", "ready", "search", "object", "disengage", "opportunity")
"""Actions of a round, and the free opportunity attack (MG-R09, MG-R13)."""


def facts(book: MarginBook, who: MarginCharacter) -> tuple[Fact, ...]:
    """Return the numbers on the sheet, each with its reasons."""
    body = character.attribute(book, who, "body")
    found = [
        Fact("life", character.lp_left(book, who), (reason("mg-life-how", "MG-R26", body=body, level=who.level),)),
        Fact(
            "luck",
            character.luck_left(book, who),
            (reason("mg-luck-how", "MG-R08", most=character.most_luck(book, who)),),
        ),
        Fact("level", who.level, (reason("mg-level-how", "MG-R30", powers=character.powers_due(who)),)),
    ]
    found += [
        Fact(
            each,
            f"{character.attribute(book, who, each):+d}".replace("-", "−"),
            (reason("mg-attribute-how", "MG-R06a"),),
        )
        for each in ATTRIBUTES
    ]
    if has := [each for each in book.conditions if each.id in character.suffered(book, who)]:
        how = tuple(reason("mg-condition-how", "MG-R22a", condition=each.name, text=each.text[:-1]) for each in has)
        found.append(Fact("conditions", ", ".join(each.name for each in has), how))
    found += [Fact(f"skill-{n}", each.dots, (), each.name) for n, each in enumerate(who.skills, 1) if each.dots]
    return tuple(found)


def tracks(book: MarginBook, who: MarginCharacter) -> tuple[Track, ...]:
    """Return the Life Points and the uses of Luck."""
    hurt = Proposal("hurt", Answers({"value": 1}))
    heal = Proposal("heal", Answers({"value": 1}))
    most = character.most_lp(book, who)
    luck = character.most_luck(book, who)
    used = Proposal("luck", Answers({"value": 1}))
    why = reason("mg-luck-back", "MG-R08")
    return (
        Track("life", most, min(most, who.lp_lost), character.state(book, who), hurt, heal),
        Track("luck", luck, min(luck, who.luck_used), "", used, None, why),
    )


def lists(book: MarginBook, who: MarginCharacter) -> tuple[Listing, ...]:
    """Return the powers, the weapons, any hold on the character, and the powers that last, if any can."""
    powers = things(
        (
            character.power_name(book, each),
            (reason("mg-cost", "MG-R18", n=cost),) if (cost := character.cost_of(book, each)) else (),
        )
        for each in who.powers
    )
    weapons = things((each, ()) for each in who.weapons)
    holds = things(
        (each.name or "–", (reason("mg-hold", "MG-R19", total=each.total, rounds=each.rounds),)) for each in who.holds
    )
    lasting = who.running or any(character.can_last(book, each) for each in who.powers)
    return (
        Listing("powers", powers, "power", ("power", "forget"), "learn", "power"),
        Listing("weapons", weapons, "weapon", ("drop",), "arm"),
        Listing("holds", holds, "hold", ("free",), "hold"),
        *((running(who),) if lasting else ()),
    )


def running(who: MarginCharacter) -> Listing:
    """Return the list of the powers that have an effect now (MG-R20)."""
    items = things((each.name, (reason("mg-running", "MG-R20", n=each.minutes),)) for each in who.running)
    return Listing("running", items, "running", ("end",), "sustain")


def sheet(book: MarginBook, who: MarginCharacter) -> tuple[SheetPart, ...]:
    """Return the lines of the printed page apart from figures and tracks."""
    about = (("archetype", who.archetype), ("archetype-skills", who.archetype_skills), ("player", who.player))
    powers = []
    for each in who.powers:
        found, cost = character.power_of(book, each), character.cost_of(book, each)
        text = found.text if found is not None else each.text
        powers.append(SheetLine(character.power_name(book, each), f"{cost} LP" if cost else "", text))
    parts = (
        SheetPart("who", tuple(SheetLine(id, "", value) for id, value in about if value.strip())),
        SheetPart("intimacies", tuple(SheetLine(each) for each in who.intimacies if each.strip())),
        SheetPart("weapons", tuple(SheetLine(each) for each in who.weapons)),
        SheetPart("powers", tuple(powers)),
        SheetPart("running", tuple(SheetLine(each.name, str(each.minutes)) for each in who.running)),
        SheetPart(
            "conditions",
            tuple(SheetLine(e.id, "", e.text) for e in book.conditions if e.id in character.suffered(book, who)),
        ),
        SheetPart("description", (SheetLine("", "", who.description),) if who.description.strip() else ()),
        SheetPart("difficulties", _difficulties(book), paper_only=True),
    )
    return tuple(part for part in parts if part.lines)


def _difficulties(book: MarginBook) -> tuple[SheetLine, ...]:
    """Return the difficulties; the last one has no upper limit (MG-R02)."""
    *others, last = (SheetLine(each.name, str(each.target)) for each in book.difficulties)
    return (*others, SheetLine(last.title, f"{last.value}+"))


def reference(book: MarginBook) -> tuple[SheetPart, ...]:
    """Return the tables: difficulties, skills, powers, conditions, areas, and the actions of a round."""
    return (
        SheetPart("difficulties", _difficulties(book), "MG-R02"),
        SheetPart(
            "skills",
            tuple(SheetLine(e.name, "", "everyman" if e.everyman else "trained") for e in book.skills),
            "MG-R05a",
        ),
        SheetPart(
            "powers", tuple(SheetLine(e.name, f"{e.cost} LP" if e.cost else "", e.text) for e in book.powers), "MG-R18"
        ),
        SheetPart("conditions", tuple(SheetLine(e.name, "", e.text) for e in book.conditions), "MG-R22a"),
        SheetPart("areas", tuple(SheetLine(id, str(feet)) for id, feet in _FEET.items()), "MG-R17"),
        SheetPart("round-actions", tuple(SheetLine(f"act-{each}") for each in _ROUND), "MG-R13"),
    )
