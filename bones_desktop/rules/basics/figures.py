"""What follows from a character of the Basics: Health and reserve in pips, pools, and its printed lines."""

from bones_desktop.rules.acts import Answers
from bones_desktop.rules.basics.character import (
    ATTRIBUTES,
    CALLED,
    DEGREES,
    FOUL,
    PENALTIES,
    RESERVE,
    BasicsBook,
    BasicsCharacter,
    Weapon,
)
from bones_desktop.rules.games import Fact, Listing, SheetLine, SheetPart, Track, things
from bones_desktop.rules.reading import Proposal
from bones_desktop.rules.reasons import Reason, reason


def initiative(who: BasicsCharacter) -> int:
    """Return the dice of initiative, by a house rule (BA-A13)."""
    return max(0, who.attributes.dexterity + who.attributes.wits)


def damage_dice(who: BasicsCharacter, weapon: Weapon) -> int:
    """Return the dice of a weapon's damage, Strength with it in melee, one at least (BA-R19)."""
    return max(1, weapon.damage + (0 if weapon.ranged else who.attributes.strength))


def facts(_book: BasicsBook, who: BasicsCharacter) -> tuple[Fact, ...]:
    """Return the numbers on the sheet, each with its reasons."""
    code = "ba-health-pips" if who.house.fortitude_as_pips else "ba-health-how"
    awake = max(0, who.attributes.resolve + who.attributes.fortitude)
    found = [
        Fact("health", who.most_pips, (reason(code, "BA-R24", fortitude=who.attributes.fortitude),)),
        Fact("penalty", who.penalty, (reason("ba-penalty-how", "BA-R25", pips=who.reserve_marked),)),
        Fact("actions", who.most_actions, (reason("ba-actions-how", "BA-R13"),)),
        Fact("initiative", initiative(who), (reason("ba-initiative-how", "BA-A13"),)),
        Fact("awake", awake, (reason("ba-awake-how", "BA-R26"),)),
        Fact("armour", who.armour.value, (reason("ba-armour-how", "BA-R21"),)),
    ]
    if who.movement:
        found.append(Fact("movement", who.movement, (reason("ba-movement-how", "BA-A13"),)))
    found += [Fact(each, getattr(who.attributes, each)) for each in ATTRIBUTES]
    found += [Fact(f"skill-{n}", each.dice, (), each.name) for n, each in enumerate(who.skills, 1) if each.name.strip()]
    return tuple(found)


def tracks(_book: BasicsBook, who: BasicsCharacter) -> tuple[Track, ...]:
    """Return the pips of Health and those of the four reserve dice (BA-R24, BA-R25)."""
    hurt = Proposal("hurt", Answers({"value": 1, "kind": "normal"}))
    treat = Proposal("treat", Answers({"value": 1}))
    marked = min(len(who.marks), who.most_pips)
    return (
        Track("health", who.most_pips, marked, who.state, hurt, treat),
        Track("reserve-pips", RESERVE, who.reserve_marked, "", hurt, treat),
    )


def lists(_book: BasicsBook, who: BasicsCharacter) -> tuple[Listing, ...]:
    """Return the weapons and the failed attempts."""
    weapons = things((each.name, _weapon(who, each)) for each in who.weapons)
    tries = things((each.task, (reason("ba-tried", "BA-R09", n=each.failed),)) for each in who.tries)
    return (
        Listing("weapons", weapons, "weapon", ("drop",), "arm"),
        Listing("tries", tries, "tried", ("reset",), "try"),
    )


def _weapon(who: BasicsCharacter, weapon: Weapon) -> tuple[Reason, ...]:
    code = "ba-weapon-bruise" if weapon.bruise else "ba-weapon"
    reload = (reason("ba-weapon-reload", "BA-R15", n=weapon.reload),) if weapon.reload else ()
    return (reason(code, "BA-R19", dice=damage_dice(who, weapon)), *reload)


def _weapon_text(weapon: Weapon) -> str:
    """Return the notes on a weapon for the printed page: "Shooting, shot, reload 1 round"."""
    reload = f"reload {weapon.reload} round{'s' * (weapon.reload > 1)}" if weapon.reload else ""
    return ", ".join(filter(None, (weapon.skill, "shot" * weapon.ranged, "bruises" * weapon.bruise, reload)))


def sheet(_book: BasicsBook, who: BasicsCharacter) -> tuple[SheetPart, ...]:
    """Return the lines of the printed page beside figures and pips."""
    weapons = tuple(SheetLine(each.name, str(damage_dice(who, each)), _weapon_text(each)) for each in who.weapons)
    parts = (
        SheetPart("who", (SheetLine("concept", who.concept),) if who.concept.strip() else ()),
        SheetPart("weapons", weapons),
        SheetPart("armour", (SheetLine(who.armour.name, str(who.armour.value)),) if who.armour.name.strip() else ()),
        SheetPart("notes", (SheetLine("", "", who.note),) if who.note.strip() else ()),
        SheetPart("degrees", _degrees(), paper_only=True),
    )
    return tuple(part for part in parts if part.lines)


def _degrees() -> tuple[SheetLine, ...]:
    rows = (SheetLine(f"degree-{name}", str(least)) for least, name in reversed(DEGREES))
    return (SheetLine(f"degree-{FOUL}", "<0"), *rows)


def reference(book: BasicsBook) -> tuple[SheetPart, ...]:
    """Return the tables: difficulties, degrees, and what the reserve costs."""
    ratings = tuple(
        SheetLine(each.name, "succeeds" if each.automatic else f"+{each.dice}" if each.dice else str(each.black or "–"))
        for each in book.difficulties
    )
    called = tuple(SheetLine(id, str(black)) for id, black in CALLED.items() if black)
    reserve = tuple(SheetLine(f"{n}", str(black)) for n, black in enumerate(PENALTIES) if n)
    return (
        SheetPart("difficulties", ratings, "BA-R05"),
        SheetPart("degrees", _degrees(), "BA-R04"),
        SheetPart("called-shots", called, "BA-R22"),
        SheetPart("reserve-dice", reserve, "BA-R25"),
    )
