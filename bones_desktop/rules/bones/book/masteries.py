"""The 51 masteries with their typed effects: code knows the kinds of effect, data says which icon has which."""

from dataclasses import dataclass
from enum import StrEnum


class MasteryType(StrEnum):
    """Primary mechanical type of a mastery."""

    DOUBLE = "2x"
    EITHER = "either"
    BOTH = "both"
    OTHER = "other"
    CONDITIONAL = "conditional"
    ASSET = "asset"


class Use(StrEnum):
    """What a success of the icon may be used for in combat."""

    ANY = "any"
    ATTACK = "attack"
    DEFENCE = "defence"
    MELEE_DEFENCE = "melee-defence"
    MISSILE_DEFENCE = "missile-defence"


@dataclass(frozen=True, slots=True)
class Count:
    """The icon may be counted as `successes` of `skill`, if `condition` holds: "" always; "art" or "healing" magic."""

    skill: str
    successes: int = 1
    condition: str = ""
    use: Use = Use.ANY


@dataclass(frozen=True, slots=True)
class Negation:
    """Each rolled icon takes `points` off `what`: "encumbrance", "cover", "darkness" or "opposed-stealth"."""

    what: str
    points: int


@dataclass(frozen=True, slots=True)
class Asset:
    """Owning icons gives `what`: one per `per` icons plus `base` (MAST 21, 25, 36, 41)."""

    what: str
    per: int = 1
    base: int = 0


@dataclass(frozen=True, slots=True)
class Mastery:
    """A mastery icon of `skill`; `rank` 1, 2 or 3 is its colour (blue, green, red) and its number of notches."""

    id: str
    number: int
    skill: str
    name: str
    rank: int
    type: MasteryType
    counts: tuple[Count, ...]
    """What it counts as in a task of that skill. Of several, one applies: the one for the skill at hand."""
    combat: tuple[Count, ...]
    """What it counts as in combat; all of them together for BOTH, one of them for the rest."""
    effect: str
    source: str
    negates: tuple[Negation, ...] = ()
    assets: tuple[Asset, ...] = ()
    lends: bool = False
    """Its success may be given to another (MAST 14, 32, 44; 36 to the crew)."""
    commands: str = ""
    """Whom it may command instead ("companion", "lackey", "crew")."""
    aliases: tuple[str, ...] = ()
