"""A character of Margin, the tables of the game as values, the numbers derived from both, and the sheet.

The character stores attributes, dots, weapons and powers as chosen, and the effects of play.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Final, Literal

from bones_desktop.rules.acts import Answers
from bones_desktop.rules.games import Fact, Listing, SheetLine, SheetPart, Track, skill_key, things
from bones_desktop.rules.reading import Proposal
from bones_desktop.rules.reasons import reason
from bones_desktop.rules.records import Record
from bones_desktop.rules.values import GameCharacter, Id, Limits, Line, Note, Prose, Value

ATTRIBUTES: Final = ("body", "mind", "charisma", "spirit", "attack", "defense")
CONDITIONS: Final = ("blinded", "frightened", "held", "invisible", "poisoned", "prone")
BONUSES: Final = 6
"""Number of +1 bonuses that a new character gets (MG-R06a)."""
HIGHEST: Final = 3
"""Highest attribute of a new character. The sum of its negative attributes must be at least minus this value."""
MOST_BONUS: Final = 6
"""Highest sum of all bonuses in a roll (MG-R03)."""
Rating = Annotated[int, Limits(ge=-20, le=20)]
Count = Annotated[int, Limits(ge=0, le=1000)]
Condition = Literal["blinded", "frightened", "held", "invisible", "poisoned", "prone"]


class MarginAttributes(Value):
    """Attributes as the player chose them, without the bonuses of powers."""

    body: Rating = 0
    mind: Rating = 0
    charisma: Rating = 0
    spirit: Rating = 0
    attack: Rating = 0
    defense: Rating = 0


class MarginSkill(Value):
    """A skill and its dots."""

    name: Line = ""
    dots: Annotated[int, Limits(ge=0, le=20)] = 0
    everyman: bool = False


class MarginPower(Value):
    """A power from the list (`power`), or the player's own power by its name."""

    power: Id = ""
    choice: Line = ""
    """The attribute or skill that the power improves, if it needs one."""
    name: Line = ""
    text: Note = ""
    cost: Annotated[int, Limits(ge=0, le=20)] = 0


class Hold(Value):
    """A hold that keeps the character from acting until it is broken or over (MG-R19)."""

    name: Line = ""
    total: Annotated[int, Limits(ge=-20, le=60)] = 0
    """The total of the attack. A roll must exceed it to break the hold."""
    rounds: Annotated[int, Limits(ge=1, le=60)] = 1


class RunningPower(Value):
    """A power that was used and still has an effect (MG-R20)."""

    power: Id = ""
    """Id of a power from the list; "" for the player's own power."""
    name: Line = ""
    minutes: Annotated[int, Limits(ge=1, le=1000)] = 1
    """Minutes left."""


class MarginHouseRules(Value):
    """House rules for questions that the rulebook leaves open."""

    bands: Literal["modified", "natural", "none"] = "modified"
    """MG-A3: results that decide a combat roll whatever its target.

    "modified": totals up to 4 and from 17; "natural": sums of exactly three dice; "none": no results.
    """
    negatives_buy_bonuses: bool = True
    """MG-A1: if False, attributes below zero do not pay for bonuses."""


class MarginCharacter(GameCharacter):
    """A character of Margin."""

    player: Line = ""
    archetype: Line = ""
    archetype_skills: Line = ""
    description: Prose = ""
    intimacies: Annotated[tuple[Line, ...], Limits(max_length=8)] = ()
    attributes: MarginAttributes = MarginAttributes()
    skills: Annotated[tuple[MarginSkill, ...], Limits(max_length=60)] = ()
    weapons: Annotated[tuple[Line, ...], Limits(max_length=40)] = ()
    level: Annotated[int, Limits(ge=1, le=40)] = 1
    powers: Annotated[tuple[MarginPower, ...], Limits(max_length=60)] = ()
    lp_lost: Count = 0
    bleeding: Annotated[int, Limits(ge=0, le=18)] = 0
    """Rounds that the character has left to live; 0 if it is not bleeding (MG-R27)."""
    is_dead: bool = False
    is_aided: bool = False
    """True if first aid has helped since the last damage (MG-R29)."""
    luck_used: Count = 0
    luck_awarded: Count = 0
    conditions: Annotated[tuple[Condition, ...], Limits(max_length=6)] = ()
    holds: Annotated[tuple[Hold, ...], Limits(max_length=20)] = ()
    running: Annotated[tuple[RunningPower, ...], Limits(max_length=20)] = ()
    """Powers that still have an effect."""
    house: MarginHouseRules = MarginHouseRules()


Effect = Literal["attribute", "skill", "dots", "lp", "luck", "weapons", "weapon", "defense"]
"""The effect that a power has without being used.

Possible effects are +1 to a chosen attribute, +2 to a chosen skill, dots, Life Points, Luck, further weapons to learn,
+1 to attacks with a weapon, and +1 to Defense.
"""


class MarginDifficulty(Record, kw_only=True):
    """A difficulty: the number that a check must exceed (MG-R02)."""

    id: str
    name: str
    target: int


class Trained(Record, kw_only=True):
    """A skill. Everyman skills can be used untrained, at a disadvantage (MG-R05a, MG-A2)."""

    id: str
    name: str
    everyman: bool = False


class BookPower(Record, kw_only=True):
    """A power from the list."""

    id: str
    name: str
    text: str
    cost: int = 0
    """Life Points that each use costs (MG-R18)."""
    effect: Effect | None = None
    value: int = 0
    needs: str = ""
    """Id of the power that a character must have before this power."""
    attack: Literal["", "spell", "hold", "power"] = ""
    """The kind of attack: damage to one target, a hold, or an area or something else; "" for no attack."""
    lasts: bool = False
    """True if the power has an effect for some minutes (MG-R20)."""
    helps: Literal["", "attack"] = ""
    """The kind of roll that gets an extra die while the power lasts."""
    skill: str = ""
    """The skill to which `value` is added while the power lasts."""
    once: bool = False


class BookCondition(Record, kw_only=True):
    """The effect of a condition, in words (MG-R22a)."""

    id: str
    name: str
    text: str


@dataclass(frozen=True)
class MarginBook:
    """All tables of the game. `storage` reads them from data."""

    difficulties: tuple[MarginDifficulty, ...]
    skills: tuple[Trained, ...]
    powers: tuple[BookPower, ...]
    conditions: tuple[BookCondition, ...]

    @cached_property
    def by_id(self) -> dict[str, BookPower]:
        """Powers by their ids."""
        return {each.id: each for each in self.powers}


_LP: int = 10
_DOTS: int = 4
_POWERS: int = 2


def power_of(book: MarginBook, power: MarginPower) -> BookPower | None:
    """Return a power's entry in the list; None for the player's own power."""
    return book.by_id.get(power.power)


def power_name(book: MarginBook, power: MarginPower) -> str:
    """Return the name of a power, including the choice that was made for it."""
    found = power_of(book, power)
    name = found.name if found is not None else power.name
    return f"{name} ({power.choice})" if power.choice else name


def cost_of(book: MarginBook, power: MarginPower) -> int:
    """Return the Life Points that each use of a power costs (MG-R18, MG-A12)."""
    found = power_of(book, power)
    return found.cost if found is not None else power.cost


def _with(book: MarginBook, who: MarginCharacter, effect: Effect) -> tuple[tuple[MarginPower, BookPower], ...]:
    pairs = ((power, power_of(book, power)) for power in who.powers)
    return tuple((power, found) for power, found in pairs if found is not None and found.effect == effect)


def attribute(book: MarginBook, who: MarginCharacter, id: str) -> int:
    """Return an attribute including the bonuses of powers."""
    base: int = getattr(who.attributes, id)
    chosen = sum(found.value for power, found in _with(book, who, "attribute") if power.choice == id)
    armour = sum(found.value for _power, found in _with(book, who, "defense")) if id == "defense" else 0
    return base + chosen + armour


def specialty(book: MarginBook, who: MarginCharacter, skill: str) -> int:
    """Return the bonus that powers give to a skill. Only the best bonus counts (MG-R03)."""
    wanted = skill_key(skill)
    chosen = [found.value for power, found in _with(book, who, "skill") if skill_key(power.choice) == wanted]
    lasting = [each.value for each in lasting_powers(book, who) if wanted and skill_key(each.skill) == wanted]
    return max((*chosen, *lasting), default=0)


def lasting_powers(book: MarginBook, who: MarginCharacter) -> tuple[BookPower, ...]:
    """Return the powers from the list that have an effect now (MG-R20)."""
    return tuple(book.by_id[each.power] for each in who.running if each.power in book.by_id)


def is_helped(book: MarginBook, who: MarginCharacter, roll: str) -> bool:
    """Return whether a lasting power gives a roll an extra die (MG-R20, MG-A6)."""
    return any(each.helps == roll for each in lasting_powers(book, who))


def can_last(book: MarginBook, power: MarginPower) -> bool:
    """Return whether a power can have an effect for minutes, as the player's own supernatural powers can (MG-R20)."""
    found = power_of(book, power)
    return found.lasts if found is not None else bool(power.cost)


def attack_of(book: MarginBook, power: MarginPower) -> str:
    """Return the kind of attack of a power; "" if it makes none. The player's own power may damage one target."""
    found = power_of(book, power)
    return found.attack if found is not None else "spell" * bool(power.cost)


def weapon_bonus(book: MarginBook, who: MarginCharacter, weapon: str) -> int:
    """Return the bonus of powers to attacks with a weapon.

    A power without a chosen weapon applies to all learned weapons.
    """
    wanted = weapon.casefold()
    return sum(f.value for p, f in _with(book, who, "weapon") if wanted and p.choice.casefold() in {"", wanted})


def most_weapon_bonus(book: MarginBook, who: MarginCharacter) -> int:
    """Return the highest bonus of powers to attacks with one weapon (MG-L7)."""
    chosen = {power.choice for power, _found in _with(book, who, "weapon")}
    return max((weapon_bonus(book, who, each or "any") for each in chosen), default=0)


def is_hindered_with(who: MarginCharacter, weapon: str) -> bool:
    """Return whether a second attack with another weapon hinders attacks with `weapon` (Extra Attack, L151)."""
    chosen = {each.choice.casefold() for each in who.powers if each.power == "extra-attack"} - {""}
    return bool(chosen) and weapon.casefold() not in chosen


def is_held(who: MarginCharacter) -> bool:
    """Return whether a hold prevents the character from acting (MG-R19)."""
    return bool(who.holds) or "held" in who.conditions


def most_lp(book: MarginBook, who: MarginCharacter) -> int:
    """Return the maximum Life Points (MG-R26, MG-A8)."""
    body = attribute(book, who, "body")
    healthy = len(_with(book, who, "lp")) * max(0, 2 + body)
    return max(1, _LP + body) + (who.level - 1) * max(0, body) + healthy


def lp_left(book: MarginBook, who: MarginCharacter) -> int:
    """Return the Life Points left, at least 0 (MG-R29)."""
    return max(0, most_lp(book, who) - who.lp_lost)


def most_luck(book: MarginBook, who: MarginCharacter) -> int:
    """Return the number of uses of Luck in a session (MG-R08)."""
    return 1 + sum(found.value for _power, found in _with(book, who, "luck")) + who.luck_awarded


def luck_left(book: MarginBook, who: MarginCharacter) -> int:
    """Return the number of uses of Luck that are left."""
    return max(0, most_luck(book, who) - who.luck_used)


def dots_due(book: MarginBook, who: MarginCharacter) -> int:
    """Return the number of dots that the character gets for skills (MG-L4)."""
    more = sum(found.value for _power, found in _with(book, who, "dots"))
    return max(0, _DOTS + attribute(book, who, "mind") + more)


def weapons_due(book: MarginBook, who: MarginCharacter) -> int:
    """Return the number of weapons that the character may learn (MG-L5)."""
    more = sum(found.value for _power, found in _with(book, who, "weapons"))
    return 1 + max(0, attribute(book, who, "attack")) + more


def powers_due(who: MarginCharacter) -> int:
    """Return the number of powers that the character gets at its level (MG-L6)."""
    return _POWERS + who.level - 1


def state(book: MarginBook, who: MarginCharacter) -> str:
    """Return "fine", "hurt", "unconscious", "bleeding" or "dead" (MG-R26, MG-R27)."""
    if who.is_dead:
        return "dead"
    if not lp_left(book, who):
        return "bleeding" if who.bleeding else "unconscious"
    return "hurt" if who.lp_lost else "fine"


def a_round_later(who: MarginCharacter) -> MarginCharacter:
    """Return the character a round later: holds may end, and a bleeding character has a round less (MG-R19, MG-R27)."""
    holds = tuple(each.with_(rounds=each.rounds - 1) for each in who.holds if each.rounds > 1)
    left = max(0, who.bleeding - 1)
    return who.with_(holds=holds, bleeding=left, is_dead=bool(who.bleeding) and not left)


def suffered(book: MarginBook, who: MarginCharacter) -> tuple[str, ...]:
    """Return all conditions of the character, including those of a hold and of having no Life Points (MG-R22a)."""
    down = state(book, who) in {"unconscious", "bleeding"}
    brought = ("held",) * is_held(who) + ("unconscious", "prone") * down
    return tuple(dict.fromkeys((*who.conditions, *brought)))


_FEET: Final = {"sphere": 10, "line": 50, "cone": 20, "range": 60}
"""Sizes in feet of the areas of powers, and the usual range of powers (MG-R17)."""
_ROUND: Final = ("attack", "power", "move", "run", "hide", "ready", "search", "object", "disengage", "opportunity")
"""Actions of a round, and the free opportunity attack (MG-R09, MG-R13)."""


def facts(book: MarginBook, who: MarginCharacter) -> tuple[Fact, ...]:
    """Return the numbers on the sheet, each with its reasons."""
    body = attribute(book, who, "body")
    found = [
        Fact("life", lp_left(book, who), (reason("mg-life-how", "MG-R26", body=body, level=who.level),)),
        Fact(
            "luck",
            luck_left(book, who),
            (reason("mg-luck-how", "MG-R08", most=most_luck(book, who)),),
        ),
        Fact("level", who.level, (reason("mg-level-how", "MG-R30", powers=powers_due(who)),)),
    ]
    found += [
        Fact(
            each,
            f"{attribute(book, who, each):+d}".replace("-", "−"),
            (reason("mg-attribute-how", "MG-R06a"),),
        )
        for each in ATTRIBUTES
    ]
    if has := [each for each in book.conditions if each.id in suffered(book, who)]:
        how = tuple(reason("mg-condition-how", "MG-R22a", condition=each.name, text=each.text[:-1]) for each in has)
        found.append(Fact("conditions", ", ".join(each.name for each in has), how))
    found += [Fact(f"skill-{n}", each.dots, (), each.name) for n, each in enumerate(who.skills, 1) if each.dots]
    return tuple(found)


def tracks(book: MarginBook, who: MarginCharacter) -> tuple[Track, ...]:
    """Return the Life Points and the uses of Luck."""
    hurt = Proposal("hurt", Answers({"value": 1}))
    heal = Proposal("heal", Answers({"value": 1}))
    most = most_lp(book, who)
    luck = most_luck(book, who)
    used = Proposal("luck", Answers({"value": 1}))
    why = reason("mg-luck-back", "MG-R08")
    return (
        Track("life", most, min(most, who.lp_lost), state(book, who), hurt, heal),
        Track("luck", luck, min(luck, who.luck_used), "", used, None, why),
    )


def lists(book: MarginBook, who: MarginCharacter) -> tuple[Listing, ...]:
    """Return the powers, the weapons, the holds on the character, and the powers that last now."""
    powers = things(
        (
            power_name(book, each),
            (reason("mg-cost", "MG-R18", n=cost),) if (cost := cost_of(book, each)) else (),
        )
        for each in who.powers
    )
    weapons = things((each, ()) for each in who.weapons)
    holds = things(
        (each.name or "–", (reason("mg-hold", "MG-R19", total=each.total, rounds=each.rounds),)) for each in who.holds
    )
    lasting = who.running or any(can_last(book, each) for each in who.powers)
    return (
        Listing("powers", powers, "power", ("power", "forget"), "learn", "power"),
        Listing("weapons", weapons, "weapon", ("drop",), "arm"),
        Listing("holds", holds, "hold", ("free",), "hold"),
        *((running(who),) if lasting else ()),
    )


def running(who: MarginCharacter) -> Listing:
    """Return the list of powers that have an effect now (MG-R20)."""
    items = things((each.name, (reason("mg-running", "MG-R20", n=each.minutes),)) for each in who.running)
    return Listing("running", items, "running", ("end",), "sustain")


def sheet(book: MarginBook, who: MarginCharacter) -> tuple[SheetPart, ...]:
    """Return the lines of the printed page, except figures and tracks."""
    about = (("archetype", who.archetype), ("archetype-skills", who.archetype_skills), ("player", who.player))
    powers = []
    for each in who.powers:
        found, cost = power_of(book, each), cost_of(book, each)
        text = found.text if found is not None else each.text
        powers.append(SheetLine(power_name(book, each), f"{cost} LP" if cost else "", text))
    parts = (
        SheetPart("who", tuple(SheetLine(id, "", value) for id, value in about if value.strip())),
        SheetPart("intimacies", tuple(SheetLine(each) for each in who.intimacies if each.strip())),
        SheetPart("weapons", tuple(SheetLine(each) for each in who.weapons)),
        SheetPart("powers", tuple(powers)),
        SheetPart("running", tuple(SheetLine(each.name, str(each.minutes)) for each in who.running)),
        SheetPart(
            "conditions",
            tuple(SheetLine(e.id, "", e.text) for e in book.conditions if e.id in suffered(book, who)),
        ),
        SheetPart("description", (SheetLine("", "", who.description),) if who.description.strip() else ()),
        SheetPart("difficulties", _difficulties(book), paper_only=True),
    )
    return tuple(part for part in parts if part.lines)


def _difficulties(book: MarginBook) -> tuple[SheetLine, ...]:
    """Return the difficulties. The last difficulty has no upper limit (MG-R02)."""
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
