"""Definitions of the rulebook, one class for each kind: skills, masteries, races, abilities and table entries.

`Rulebook` holds the values. The code defines which kinds of effect a mastery can have; the data say which icon has
which effect.
"""

from enum import StrEnum

from bones_desktop.rules.bones.book.icons import Aptitude
from bones_desktop.rules.records import Record


class ActionClass(StrEnum):
    """The class of a skill. It decides who may attempt it, and its cap (ACT-1..7)."""

    UNIVERSAL = "universal"
    RESTRICTED = "restricted"
    SPECIAL = "special"


class Skill(Record):
    """A skill and its basic icon, which share one id."""

    id: str
    name: str
    aptitude: Aptitude
    action_class: ActionClass
    covers: str
    sign: str
    source: str
    aliases: tuple[str, ...] = ()
    often_opposed_by: str = ""
    """Skill that the other side usually rolls (TASK-13); "" if tasks of this skill are usually unopposed."""
    words: tuple[str, ...] = ()
    """Everyday words with which a search finds the skill."""


class MasteryType(StrEnum):
    """The main effect of a mastery."""

    DOUBLE = "2x"
    EITHER = "either"
    BOTH = "both"
    OTHER = "other"
    CONDITIONAL = "conditional"
    ASSET = "asset"


class SuccessUse(StrEnum):
    """The way in which the icon's successes can be used in combat."""

    ANY = "any"
    ATTACK = "attack"
    DEFENCE = "defence"
    MELEE_DEFENCE = "melee-defence"
    MISSILE_DEFENCE = "missile-defence"


class Count(Record):
    """A way in which an icon may count: as `successes` of `skill`, under a `condition`.

    The condition is "" for always, or "art" or "healing" magic.
    """

    skill: str
    successes: int = 1
    condition: str = ""
    use: SuccessUse = SuccessUse.ANY


class Negation(Record):
    """An effect that cancels `points` of `what` for each rolled icon.

    `what` is "encumbrance", "cover", "darkness" or "opposed-stealth".
    """

    what: str
    points: int


class AssetOfIcons(Record):
    """The asset `what` that owned icons give: `base`, and one more for each `per` icons (MAST-21, 25, 36, 41)."""

    what: str
    per: int = 1
    base: int = 0


class Mastery(Record):
    """A mastery icon of `skill`; `rank` 1, 2 or 3 is its colour (blue, green, red) and its number of notches."""

    id: str
    number: int
    skill: str
    name: str
    rank: int
    type: MasteryType
    counts: tuple[Count, ...]
    """Ways in which the icon counts in a task of its skill.

    If there are several ways, the way for the skill of the task applies.
    """
    combat: tuple[Count, ...]
    """Ways in which the icon counts in combat.

    If the mastery's type is BOTH, all ways apply together, otherwise only one of them.
    """
    effect: str
    source: str
    negates: tuple[Negation, ...] = ()
    assets: tuple[AssetOfIcons, ...] = ()
    lends: bool = False
    """True if the character may lend a success of the icon to another character (MAST 14, 32, 44), or the crew (36)."""
    commands: str = ""
    """The kind of follower that the success can command in place of its count ("companion", "lackey", "crew")."""
    aliases: tuple[str, ...] = ()


class RacialReading(Record):
    """A skill that a racial icon may count as, or that skill's `mastery` if it is given (RACE-3, AMB-69)."""

    skill: str
    mastery: str = ""


class Race(Record):
    """A non-human race and its racial icon, which share one id (RACE-1..5)."""

    id: str
    name: str
    sign: str
    readings: tuple[RacialReading, ...]
    source: str
    aliases: tuple[str, ...] = ()
    letters: str = ""
    """Letters drawn on faces, for a race without a picture."""
    house: bool = False


class Ability(Record):
    """A beast's special ability (BST-5..13)."""

    id: str
    name: str
    sign: str
    effect: str
    counts: tuple[Count, ...]
    """Ways in which the ability counts in a task of a skill; empty if it gives no success."""
    combat: tuple[Count, ...]
    together: bool
    """True if all entries of `combat` apply at once (Prickly), False if only one of them does (Hoar Frost)."""
    independent: bool
    source: str
    rider: str = ""
    """Hindering die that a damaged target gets: "poison", "flaming" or ""."""
    hinders_others: bool = False
    aliases: tuple[str, ...] = ()


class Difficulty(Record):
    """A level of challenge: its challenge dice, and its Nulls that count without a roll (TASK-8)."""

    id: str
    name: str
    dice: int
    automatic_nulls: int
    source: str


class TaskExample(Record):
    """Two examples of tasks of a skill at a difficulty (GM reference)."""

    skill: str
    difficulty: str
    examples: tuple[str, ...]
    source: str


class SpiffPrice(Record):
    """A way to earn or spend spiffs.

    `least` and `most` are a range if they differ (SPF-1..15).
    """

    id: str
    name: str
    kind: str
    """"earn" or "spend"."""
    least: int | None
    most: int | None
    source: str


class IncomeRate(Record):
    """Coins for each success of an income action (OFF-6..8).

    If `skills` is empty, the rate is for all other skills.
    """

    skills: tuple[str, ...]
    coins: int
    assets_count: bool
    source: str


class ImprovementStep(Record):
    """Price of an icon in sessions while the highest die of the character is one of `dice` (IMP-2)."""

    dice: tuple[int, ...]
    sessions: int
    source: str


class PowerLevel(Record):
    """The power of a cast member, by its number of dice (CAST-2)."""

    least: int
    most: int
    name: str
    example: str
    source: str


class HordeSize(Record):
    """The danger of a horde by its number of dice (CMB-41)."""

    dice: int
    name: str
    example: str
    source: str


class EncounterRating(Record):
    """The word for an encounter that the party wins with a chance of at least `least` per cent."""

    least: int
    name: str
    source: str


class MindDegree(Record):
    """The limit for orders to a dominated mind, by the net result of the spell (MAG-20)."""

    net: int
    meaning: str
    source: str


class TaskCheck(Record):
    """A task of the adventure: the place, the skill or aptitude, and the opposition."""

    place: str
    skill: str
    difficulty: str
    """Id of the difficulty; "" if `note` describes the opposition."""
    purpose: str
    source: str
    note: str = ""


class NoteTopic(StrEnum):
    """The subject of a note of the rulebook."""

    ADVENTURE = "adventure"
    TIMETABLE = "timetable"
    CHRONOLOGY = "chronology"
    PEOPLES = "peoples"


class BookNote(Record):
    """A fact about the setting or the adventure that no rule uses. `topic` says where it is shown."""

    topic: NoteTopic
    title: str
    text: str
    source: str
    skill: str = ""
    """Skill or aptitude to roll against `difficulty`; "" if no roll is needed."""
    difficulty: str = ""
    fall_m: int = 0
    """Height in metres of a fall at this place; 0 for no fall."""


class ConceptTheme(Record):
    """A theme of magic that is proposed to players: its name, effect and limitations (MAG-3)."""

    name: str
    effect: str
    limitations: str


class Concept(Record):
    """An idea for a random character. It forbids nothing."""

    id: str
    name: str
    aptitude: Aptitude
    """The aptitude that is drawn more often than the other."""
    skills: tuple[str, ...]
    """Skills of the concept, the most important first."""
    items: tuple[tuple[str, ...], ...]
    """Printed equipment in groups. One item of each group is drawn."""
    source: str
    themes: tuple[ConceptTheme, ...] = ()


class FaceWord(Record):
    """A word in the text of dice, which no icon gives: "double", "unfilled", or a label of a stat block."""

    id: str
    name: str
    """The word; for a multiple with `{name}` in place of the icon's name."""


class NameList(Record):
    """Suggested names for a culture or race. `id` is that of the culture or race, "" for names that fit anybody."""

    id: str
    names: tuple[str, ...]
    source: str
