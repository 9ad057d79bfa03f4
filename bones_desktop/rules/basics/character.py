"""A character of the Basics, the tables of the game as values, and facts, tracks and sheet derived from both.

A character has attributes and skills in dice, weapons, armour and marked pips. The rulebook has no rules for making and
growing a character, so house data gives such rules. Limits in the house data are advice: a character that exceeds a
limit can still be saved.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Final, Literal

from bones_desktop.rules.acts import Answers
from bones_desktop.rules.games import Fact, Listing, SheetLine, SheetPart, Track, skill_key, things
from bones_desktop.rules.reading import Proposal
from bones_desktop.rules.reasons import Reason, reason
from bones_desktop.rules.records import Record
from bones_desktop.rules.values import GameCharacter, Limits, Line, Prose, Value

ATTRIBUTES: Final = ("strength", "dexterity", "fortitude", "wits", "resolve", "presence")
SKILLS: Final = ("hide-and-sneak", "bluff", "perception", "empathy", "dodge", "medicine", "brawl", "swords", "shooting")
"""Skills that a new character is offered. Other skills can be added."""
HELD: Final = 40
"""Maximum number of weapons of a character."""
RESERVE: Final = 8
"""Pips of the four reserve dice (BA-R25)."""
PENALTIES: Final = (0, 2, 4, 8, 16)
"""Number of black dice, by the last reserve die that has a mark (BA-R25)."""
_PACE: Final = (12, 3)
"""Movement in yards per round: at Dexterity 0, and added for each die of Dexterity.

The rulebook only says that Dexterity decides the movement.
"""
Rating = Annotated[int, Limits(ge=-20, le=40)]
Dice = Annotated[int, Limits(ge=0, le=60)]
Mark = Literal["normal", "bruise", "fading"]
"""Kinds of marked pips. A bruise is fading after the character has begun to rest (BA-R27)."""


class BasicsAttributes(Value):
    """Number of dice of each attribute; it may be below zero."""

    strength: Rating = 0
    dexterity: Rating = 0
    fortitude: Rating = 0
    wits: Rating = 0
    resolve: Rating = 0
    presence: Rating = 0


class BasicsSkill(Value):
    """A skill and its dice."""

    name: Line = ""
    dice: Dice = 0


class Weapon(Value):
    """A weapon. All its numbers are typed in, because the text has no list of weapons."""

    name: Line = ""
    damage: Dice = 1
    skill: Line = ""
    ranged: bool = False
    bruise: bool = False
    """True if the weapon only causes bruises (BA-R20)."""
    reload: Annotated[int, Limits(ge=0, le=20)] = 0
    """Rounds needed to reload after a shot; 0 for a weapon that is not reloaded (BA-R15)."""
    empty: Annotated[int, Limits(ge=0, le=20)] = 0
    """Rounds of reloading that are left before the next shot; 0 if the weapon is loaded."""


class BasicsArmour(Value):
    """Armour: its value, and whether it also protects against shots, not only in melee (BA-R21)."""

    name: Line = ""
    value: Dice = 0
    works_as_melee: bool = False


class Tries(Value):
    """Number of failed attempts at one thing (BA-R09)."""

    task: Line = ""
    failed: Annotated[int, Limits(ge=1, le=60)] = 1


class BasicsHouseRules(Value):
    """House rules for questions that the text leaves open."""

    fortitude_as_pips: bool = False
    """BA-A2: if True, Health is 4 + Fortitude pips; if False, it is 2 + Fortitude dice of two pips each."""
    sixes_once: bool = False
    """BA-A1: if True, a die that shows a six is re-rolled only once."""
    growth: bool = False
    """True if points buy skills and attributes; the text has no rule for growth."""


class BasicsCharacter(GameCharacter):
    """A character of the Basics."""

    player: Line = ""
    concept: Line = ""
    attributes: BasicsAttributes = BasicsAttributes()
    skills: Annotated[tuple[BasicsSkill, ...], Limits(max_length=60)] = ()
    movement: Annotated[int, Limits(ge=0, le=1000)] = 0
    """Movement in yards per round, as typed in; 0 if the house formula gives it (BA-A13)."""
    weapons: Annotated[tuple[Weapon, ...], Limits(max_length=HELD)] = ()
    armour: BasicsArmour = BasicsArmour()
    marks: Annotated[tuple[Mark, ...], Limits(max_length=200)] = ()
    """Marked pips, oldest first."""
    is_out: bool = False
    """True if the character is unconscious."""
    is_dead: bool = False
    """True if the character is dead. The Gamesmaster decides this after every pip of the reserve is marked (BA-R30)."""
    tries: Annotated[tuple[Tries, ...], Limits(max_length=60)] = ()
    points: Annotated[int, Limits(ge=0, le=10_000)] = 0
    note: Prose = ""
    house: BasicsHouseRules = BasicsHouseRules()

    @property
    def most_pips(self) -> int:
        """Number of pips of Health (BA-R24, BA-A2)."""
        fortitude = self.attributes.fortitude
        return max(2, 4 + fortitude) if self.house.fortitude_as_pips else 2 * max(1, 2 + fortitude)

    @property
    def reserve_marked(self) -> int:
        """Number of marked pips of the reserve."""
        return min(RESERVE, max(0, len(self.marks) - self.most_pips))

    @property
    def penalty(self) -> int:
        """Number of black dice that wounds add to every action (BA-R25, BA-R32)."""
        return PENALTIES[(self.reserve_marked + 1) // 2]

    @property
    def most_actions(self) -> int:
        """Maximum number of actions in a round (BA-R13)."""
        return 1 + max(0, self.attributes.dexterity)

    @property
    def moves(self) -> int:
        """Movement in yards per round: as typed in, else by the house formula from Dexterity (BA-A13)."""
        return self.movement or max(_PACE[1], _PACE[0] + _PACE[1] * self.attributes.dexterity)

    @property
    def state(self) -> str:
        """Return "fine", "hurt", "reserve", "unconscious" or "dead"."""
        if self.is_dead:
            return "dead"
        if self.is_out:
            return "unconscious"
        if self.reserve_marked:
            return "reserve"
        return "hurt" if self.marks else "fine"

    def skill(self, name: str) -> int:
        """Return the dice of the skill with this name; 0 if the character does not have it."""
        wanted = skill_key(name)
        return next((each.dice for each in self.skills if skill_key(each.name) == wanted), 0)


FAILURE: Final = "failure"
FOUL: Final = "foul"
DEGREES: Final = (
    (20, "godlike"),
    (15, "awe"),
    (10, "virtuoso"),
    (6, "impressive"),
    (3, "good"),
    (2, "success"),
    (1, "partial"),
    (0, FAILURE),
)
"""Minimum net successes for each degree. Any lower number is a foul failure (BA-R04)."""
CALLED: Final = {"none": 0, "arm-leg": 3, "hand-foot": 6, "eye-ear": 12}
"""Number of black dice for a called shot, by the part of the body (BA-R22)."""


_ROUND: Final = (
    "act-attack",
    "act-defend",
    "act-grapple",
    "act-draw",
    "act-reload",
    "act-move",
    "act-magic",
    "act-machine",
    "act-door",
    "act-posture",
    "act-long",
    "act-free",
)
"""Ids of the actions in the table of a round.

A fighter takes one action, unless the dice are divided among several (BA-R13, BA-R14).
"""
_SPEEDS: Final = (6, 12, 18, 24, 30, 45, 60, 90)
"""Speeds in yards per round that the table shows as miles an hour."""
_GAINS: Final = {"gain-horse": 5, "gain-steam": 30}
"""Lowest and highest change in a ground vehicle's speed in a round, in yards per round (BA-R23)."""


class BasicsDifficulty(Record, kw_only=True):
    """A difficulty: black dice against the pool, dice added to the pool, or no roll at all (BA-R05)."""

    id: str
    name: str
    black: int = 0
    dice: int = 0
    automatic: int = 0
    """Net successes without a roll; 0 if dice are rolled."""

    @property
    def sign(self) -> str:
        """The dice added to the pool, or the black dice against it: "+6", "−3"; a tick if no dice are rolled."""
        return "✓" if self.automatic else f"+{self.dice}" if self.dice else f"−{self.black}" if self.black else "0"


class Budget(Record, kw_only=True):
    """Points for a new character. They are house data, because the text has none (BA-L1, BA-L2)."""

    id: str
    total: int
    least: int
    most: int


@dataclass(frozen=True)
class BasicsBook:
    """All tables of the game. `storage` reads them from data."""

    difficulties: tuple[BasicsDifficulty, ...]
    budgets: tuple[Budget, ...]

    @cached_property
    def by_id(self) -> dict[str, BasicsDifficulty]:
        """Difficulties by their ids."""
        return {each.id: each for each in self.difficulties}

    def budget(self, id: str) -> Budget:
        """Return the budget of "attributes" or "skills". Raise KeyError when there is none."""
        return {each.id: each for each in self.budgets}[id]


def degree(net: int) -> str:
    """Return the degree of a number of net successes (BA-R04)."""
    return next((name for least, name in DEGREES if net >= least), FOUL)


def mph(yards: int) -> int:
    """Return a speed in yards per round as miles an hour, rounded (BA-R23)."""
    return (2 * yards + 1) // 3


def initiative(who: BasicsCharacter) -> int:
    """Return the dice of initiative, by a house rule (BA-A13)."""
    return max(0, who.attributes.dexterity + who.attributes.wits)


def damage_dice(who: BasicsCharacter, weapon: Weapon) -> int:
    """Return the number of dice for a weapon's damage, at least one. In melee Strength is added (BA-R19)."""
    return max(1, weapon.damage + (0 if weapon.ranged else who.attributes.strength))


def facts(_book: BasicsBook, who: BasicsCharacter) -> tuple[Fact, ...]:
    """Return the numbers on the sheet and the reasons for each."""
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
    how = reason("ba-movement-how" if who.movement else "ba-movement-house", "BA-A13", mph=mph(who.moves))
    found.append(Fact("movement", who.moves, (how,)))
    found += [Fact(each, getattr(who.attributes, each)) for each in ATTRIBUTES]
    found += [Fact(f"skill-{n}", each.dice, (), each.name) for n, each in enumerate(who.skills, 1) if each.name.strip()]
    return tuple(found)


def tracks(_book: BasicsBook, who: BasicsCharacter) -> tuple[Track, ...]:
    """Return the pips of Health and of the four reserve dice (BA-R24, BA-R25)."""
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
        Listing("weapons", weapons, "weapon", ("reload", "drop"), "arm", "reload"),
        Listing("tries", tries, "tried", ("reset",), "try"),
    )


def _weapon(who: BasicsCharacter, weapon: Weapon) -> tuple[Reason, ...]:
    code = "ba-weapon-bruise" if weapon.bruise else "ba-weapon"
    reload = (reason("ba-weapon-reload", "BA-R15", n=weapon.reload),) if weapon.reload else ()
    if weapon.empty:
        reload = (reason("ba-weapon-empty", "BA-R15", n=weapon.empty),)
    return (reason(code, "BA-R19", dice=damage_dice(who, weapon)), *reload)


def _weapon_text(weapon: Weapon) -> str:
    """Return the notes on a weapon for the printed page: "Shooting, shot, reload 1 round"."""
    reload = f"reload {weapon.reload} round{'s' * (weapon.reload > 1)}" if weapon.reload else ""
    return ", ".join(filter(None, (weapon.skill, "shot" * weapon.ranged, "bruises" * weapon.bruise, reload)))


def sheet(_book: BasicsBook, who: BasicsCharacter) -> tuple[SheetPart, ...]:
    """Return the lines of the printed page, except figures and pips."""
    weapons = tuple(SheetLine(each.name, str(damage_dice(who, each)), _weapon_text(each)) for each in who.weapons)
    about = (("concept", who.concept), ("player", who.player))
    parts = (
        SheetPart("who", tuple(SheetLine(id, value) for id, value in about if value.strip())),
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
    """Return the tables: difficulties, degrees, called shots, reserve dice, actions of a round, and vehicles."""
    ratings = tuple(
        SheetLine(each.name, "succeeds" if each.automatic else f"+{each.dice}" if each.dice else str(each.black or "–"))
        for each in book.difficulties
    )
    called = tuple(SheetLine(id, str(black)) for id, black in CALLED.items() if black)
    reserve = tuple(SheetLine(f"{n}", str(black)) for n, black in enumerate(PENALTIES) if n)
    speeds = (SheetLine(str(yards), f"{mph(yards)} mph") for yards in _SPEEDS)
    gains = (SheetLine(id, str(yards)) for id, yards in _GAINS.items())
    return (
        SheetPart("difficulties", ratings, "BA-R05"),
        SheetPart("degrees", _degrees(), "BA-R04"),
        SheetPart("called-shots", called, "BA-R22"),
        SheetPart("reserve-dice", reserve, "BA-R25"),
        SheetPart("round-actions", tuple(SheetLine(each) for each in _ROUND), "BA-R13"),
        SheetPart("vehicle-gains", tuple(gains), "BA-R23"),
        SheetPart("vehicle-speeds", tuple(speeds), "BA-R23"),
    )
