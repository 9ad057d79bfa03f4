"""A stored character: the player's choices, the results of play (dice lost, effects, spiffs, seasons), its packs.

Totals are never stored; `sheet.derive` calculates them. A new field needs one line here: a type that files can hold,
its `Limits`, and a default for older files.

Codes refused: not-below-zero (), too-many (most).
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, Final, Literal

from bones_desktop.rules.bones.book.fields import (
    FACES,
    MOST_COUNTED,
    MOST_DAYS,
    MOST_DICE,
    Base64,
    Day,
    Faces,
    GameDay,
    GameSeason,
    Id,
    Line,
    Note,
    Prose,
    Text,
)
from bones_desktop.rules.bones.book.icons import UNFILLED, Face
from bones_desktop.rules.bones.book.rulebook import USUAL, HouseRules, Rulebook
from bones_desktop.rules.reasons import Reason, reason, refuse
from bones_desktop.rules.records import Record
from bones_desktop.rules.values import GameCharacter, Limits, Value


class HinderingDie(Value):
    """A Poison, Flaming or other hindering die. The character carries it until it is removed (HIND-3, HIND-6)."""

    name: Line
    faces: Faces
    printed: Id = ""
    remedy: Line = ""
    """The way to remove the die, in the GM's words."""
    day: GameDay = 0
    """Day on which the character got the die."""


class LostDie(Value):
    """A die taken by damage (CMB-13). It is not rolled until it heals."""

    die: Annotated[int, Limits(ge=0, le=MOST_DICE - 1)]
    """Index of the die among the character's dice, from 0."""
    cause: Line = ""
    held: bool = False
    """True if the die cannot heal, because the effect that it was sacrificed for still lasts (HEAL-5)."""
    day: GameDay = 0
    """Day on which the die was lost; 0 if unknown."""


class Care(Value):
    """Treated damage: its points, and the number of days in which one point heals (HEAL-3, HEAL-4, AMB-45)."""

    points: Annotated[int, Limits(ge=1, le=1_000)]
    days: Annotated[int, Limits(ge=1, le=7)]


class Sacrifice(StrEnum):
    """The kind of sacrifice that makes an effect of magic last (MAG-28..31)."""

    HEALTH = "health"
    """A die, which stays lost as long as the effect lasts."""
    VALUE = "value"
    """A valuable thing, which is destroyed. The effect lasts for a number of rounds."""
    BLOOD = "blood"
    """The life of a victim."""


class MaintainedEffect(Value):
    """Magic that lasts because of a sacrifice (MAG-28..34)."""

    name: Line = ""
    strength: Annotated[int, Limits(ge=0, le=1_000)] = 0
    """Successes of the spell, after the cap and fatigue, before Nulls (MAG-32, AMB-77)."""
    sacrifice: Sacrifice = Sacrifice.HEALTH
    die: Annotated[int, Limits(ge=0, le=MOST_DICE - 1)] | None = None
    """Index of the die sacrificed, for a sacrifice of health."""
    rounds: Annotated[int, Limits(ge=0, le=1_000_000)] | None = None
    """Rounds left, for a sacrifice of value; None if the effect lasts until it is countered or released."""
    given: Line = ""
    """The thing or person sacrificed."""
    day: GameDay = 0


class SpiffEntry(Value):
    """One line of the ledger of spiffs earned and spent (SPF-1..17)."""

    by: Annotated[int, Limits(ge=-10_000, le=10_000)]
    """Number of spiffs: positive if earned, negative if spent."""
    reason: Id = ""
    """Id of the rulebook's entry; "" for another reason, which `note` states."""
    note: Line = ""
    on: Day = ""
    veto: bool = False
    """True if the GM refused this use of spiffs, or if the line gives the spiffs of a refused use back (SPF-17)."""
    occasion: Line = ""
    """The campaign session in which the spiffs were given; "" without a session."""


class ActionKind(StrEnum):
    """The purpose of an action between adventures (OFF-4, OFF-5)."""

    INCOME = "income"
    STRATEGIC = "strategic"


class SeasonAction(Value):
    """One strategic action in a season, and its result (OFF-1..11)."""

    season: GameSeason
    kind: ActionKind
    title: Line = ""
    """The action in the player's words."""
    skill: Id = ""
    difficulty: Id = ""
    """Difficulty of a strategic action; "" for an income action, or if the GM named a number."""
    successes: Annotated[int, Limits(ge=-1_000, le=1_000)] = 0
    """Net successes of the action."""
    assets: Annotated[int, Limits(ge=0, le=1_000)] = 0
    """Number of assets that earned coins with this action."""
    coins: Annotated[int, Limits(ge=0, le=10_000_000)] = 0
    outcome: Note = ""
    """The result of the action in the player's words."""
    made: Line = ""
    """Name of the asset that the action made; "" for none."""
    on: Day = ""


class Asset(Value):
    """A possession that earns coins with an income action (OFF-6, OFF-7, OFF-10)."""

    name: Line = ""
    season: GameSeason | None = None
    """The only season of a temporary asset; None for a permanent asset."""


class CoinEntry(Value):
    """Coins spent, or gained without an income action."""

    season: GameSeason
    by: Annotated[int, Limits(ge=-1_000_000_000, le=1_000_000_000)]
    """Number of coins: positive if gained, negative if spent."""
    note: Line = ""
    on: Day = ""


class LivedUntil(Value):
    """A campaign that the character left, and the character's last day in the calendar of that campaign."""

    campaign: Id
    day: GameDay


STARTING_DICE: Final = 4
MOST_PLAYER_DICE: Final = 10
MOST_LIVED: Final = 40
"""Maximum number of campaigns that a character left."""
CountField = Literal["spiffs", "sessions"]


class CharacterKind(StrEnum):
    """The kind of a character. The dice of all kinds follow the same rules."""

    PLAYER = "player"
    CAST = "cast"
    BEAST = "beast"
    HORDE = "horde"


class MakingMode(StrEnum):
    """The way in which a player character is made (AMB-89)."""

    COLD_IRON = "cold-iron"
    CORE = "core"


class CharacterDie(Value):
    """One of a character's own dice."""

    template: Id = ""
    """Id of the Cold Iron template of the die; "" for a die with free faces."""
    printed: Id = ""
    """Id of the printed modular die (cast, beasts, hordes); "" for other dice."""
    name: Line = ""
    """The die's own name; "" if it has none."""
    faces: Faces = (UNFILLED,) * FACES
    note: Note = ""


class ItemKind(StrEnum):
    """The kind of an equipment die."""

    WEAPON = "weapon"
    SHIELD = "shield"
    ARMOUR = "armour"
    MAGIC_ITEM = "magic-item"


class ItemDie(Value):
    """An equipment die (EQP-1)."""

    name: Line
    kind: ItemKind
    faces: Faces
    printed: Id = ""
    """Id of the printed die; "" for a die made by hand."""
    range_increment: Annotated[int, Limits(ge=1, le=10_000)] | None = None
    note: Note = ""


class MagicTheme(Value):
    """A theme of a magic user: its name, effect and limitations (MAG-3)."""

    name: Line = ""
    effect: Note = ""
    limitations: Note = ""


class Follower(Value):
    """A follower that a mastery grants: with dice (companion, lackey) or without (small asset, vessel)."""

    mastery: Id
    """The mastery that grants the follower (MAST-21, 25, 36, 41)."""
    name: Line = ""
    dice: Annotated[tuple[CharacterDie, ...], Limits(max_length=MOST_DICE)] = ()
    note: Note = ""


class LedgerKind(StrEnum):
    """The subject of a ledger entry."""

    AWARD = "award"
    """An award of sessions earned by playing."""
    ICON = "icon"
    """An icon bought with sessions (IMP-2)."""
    PERMISSION = "permission"
    """A change that the GM permitted: to a face of a finished character, or an occupation."""
    SUCCESS = "success"
    """A success earned by sessions and used up in play (IMP-5, AMB-81)."""


class LedgerEntry(Value):
    """One line about a character's growth (IMP-1..9), or an occupation that the GM permitted during making."""

    kind: LedgerKind
    on: Day = ""
    sessions: Annotated[int, Limits(ge=-10_000, le=10_000)] = 0
    """Change of the saved sessions: positive for an award, negative for an icon."""
    die: Annotated[int, Limits(ge=0, le=MOST_DICE - 1)] | None = None
    face: Annotated[int, Limits(ge=0, le=FACES - 1)] | None = None
    """Index of the face that changed, from 0; None for an award or an occupation.

    `die` is the index of its die, from 0; None for an award.
    """
    before: Face = UNFILLED
    after: Face = UNFILLED
    template: Id = ""
    """Occupation that the GM permitted for the die (AMB-90). No face changed."""
    note: Line = ""
    occasion: Line = ""
    """The campaign session in which the entry was earned; "" without a session."""


class Created(Value):
    """The character as it was at the end of its making."""

    on: Day = ""
    dice: Annotated[tuple[CharacterDie, ...], Limits(max_length=MOST_DICE)] = ()
    equipment: Annotated[tuple[ItemDie, ...], Limits(max_length=40)] = ()


class Character(GameCharacter):
    """A player character, cast member, beast or horde."""

    id: Annotated[str, Limits(pattern=r"^[0-9a-f]{32}$")]
    """An id that never changes. Earlier versions and the undo history belong to the id, not to the name of the file."""
    kind: CharacterKind = CharacterKind.PLAYER
    mode: MakingMode = MakingMode.COLD_IRON
    age: Line = ""
    race: Line = "Human"
    """Name of the race, as written on the sheet; the rules use `racial_icon`."""
    racial_icon: Id = ""
    """Icon of a non-human race; "" for humans."""
    gender: Line = ""
    description: Prose = ""
    back_story: Text = ""
    dice: Annotated[tuple[CharacterDie, ...], Limits(max_length=MOST_DICE)] = ()
    equipment: Annotated[tuple[ItemDie, ...], Limits(max_length=40)] = ()
    hindering: Annotated[tuple[HinderingDie, ...], Limits(max_length=20)] = ()
    lost: Annotated[tuple[LostDie, ...], Limits(max_length=MOST_DICE)] = ()
    """Dice lost, in the order of loss."""
    excess_damage: Annotated[int, Limits(ge=0, le=1_000)] = 0
    """Damage taken after the last die (CMB-15, AMB-43)."""
    slain: bool = False
    """True if the character was killed outright (CMB-16)."""
    day: Annotated[int, Limits(ge=1, le=MOST_DAYS)] = 1
    """The character's day in the calendar; in a campaign, the day of the campaign."""
    care: Annotated[tuple[Care, ...], Limits(max_length=40)] = ()
    """Treatments, oldest first, which is the order of healing. Damage beyond their points is untreated (HEAL-1)."""
    rested: Annotated[int, Limits(ge=0, le=6)] = 0
    """Days of rest that count toward the next point that heals."""
    recent_magic: Annotated[int, Limits(ge=0, le=10_000)] = 0
    """Uses of magic in the last four hours (MAG-10, AMB-72)."""
    magic_beyond: Annotated[int, Limits(ge=0, le=10_000)] = 0
    """Uses of magic beyond the safe level since the last four hours of rest (MAG-11, MAG-15)."""
    magic_unanswered: Annotated[int, Limits(ge=0, le=10_000)] = 0
    """Uses beyond the safe level for which the user has not said yet whether a success was left (MAG-12)."""
    effects: Annotated[tuple[MaintainedEffect, ...], Limits(max_length=40)] = ()
    actions: Annotated[tuple[SeasonAction, ...], Limits(max_length=5_000)] = ()
    """The diary of the seasons, oldest first."""
    assets: Annotated[tuple[Asset, ...], Limits(max_length=100)] = ()
    """Assets that were made or given in play. Assets from masteries are derived (OFF-12)."""
    coins: Annotated[int, Limits(ge=0, le=1_000_000_000)] = 0
    """Coins that the character has."""
    coin_ledger: Annotated[tuple[CoinEntry, ...], Limits(max_length=5_000)] = ()
    """Coins spent, or gained in other ways than by income actions, oldest first."""
    campaign: Id = ""
    """Id of the character's campaign; "" for none."""
    lived: Annotated[tuple[LivedUntil, ...], Limits(max_length=MOST_LIVED)] = ()
    """Campaigns that the character left, the latest last."""
    spiffs: Annotated[int, Limits(ge=0, le=10_000)] = 0
    spiff_ledger: Annotated[tuple[SpiffEntry, ...], Limits(max_length=5_000)] = ()
    """Spiffs earned and spent, oldest first. Spiffs from before the ledger began have no lines."""
    sessions: Annotated[int, Limits(ge=0, le=10_000)] = 0
    """Sessions earned and not yet spent on icons."""
    finances: Prose = ""
    other_equipment: Prose = ""
    notes: Text = ""
    move: Annotated[float, Limits(ge=0, le=1_000)] = 1.0
    """Movement score; 1 is 15 metres a round (MOVE-1)."""
    flying: Annotated[float, Limits(ge=0, le=1_000)] | None = None
    portrait: Base64 = ""
    """A JPEG picture; "" for none."""
    themes: Annotated[tuple[MagicTheme, ...], Limits(max_length=10)] = ()
    followers: Annotated[tuple[Follower, ...], Limits(max_length=20)] = ()
    created: Created | None = None
    """The character at the end of its making; None during making. Later its faces change only by improvement."""
    ledger: Annotated[tuple[LedgerEntry, ...], Limits(max_length=5_000)] = ()
    """Awards, purchases and permitted changes since `created`, oldest first.

    Occupations that the GM permitted before that come first.
    """
    played_before: Annotated[int, Limits(ge=0, le=MOST_COUNTED)] = 0
    """Number of sessions in which the character was played before this program was used.

    These sessions paid for the dice beyond the fourth (DICE-6, IMP-2).
    """
    house_rules: HouseRules = USUAL

    def available(self) -> tuple[int, ...]:
        """Return the indexes of the dice that are not lost, in order (DICE-8, DICE-9)."""
        lost = {entry.die for entry in self.lost}
        return tuple(place for place in range(len(self.dice)) if place not in lost)


def add_count(character: Character, field: CountField, by: int) -> Character:
    """Return the character with `by` more spiffs or sessions (fewer if negative). Refused below zero (SPF-18)."""
    value = int(getattr(character, field)) + by
    if value < 0:
        raise refuse("not-below-zero", "SPF-18")
    # A file with a greater number could not be read.
    if value > MOST_COUNTED:
        raise refuse("too-many", "", most=MOST_COUNTED)
    return character.with_(**{field: value})


class SheetSection(StrEnum):
    """A section of the sheet that can have a problem."""

    CHARACTER = "character"
    NAME = "name"
    RACE = "race"
    DIE = "die"
    ITEM = "item"
    HINDERING = "hindering"
    EQUIPMENT = "equipment"
    BACK_STORY = "back-story"
    MAGIC = "magic"
    FOLLOWERS = "followers"
    INJURIES = "injuries"


class SheetPlace(Record):
    """A section of the sheet, or a die or face in it, numbered from 0. None means the whole section."""

    part: SheetSection
    die: int | None = None
    face: int | None = None


# House templates are part of the program, so they are never missing.
_SHIPPED = "house"


def packs_used(character: Character) -> tuple[str, ...]:
    """Return the packs of a character's templates, race, icons, followers and equipment, in the order of the sheet."""
    return tuple(dict.fromkeys(pack for each in _ids(character) if (pack := pack_of(each))))


def uses_house(character: Character) -> bool:
    """Return whether a character needs a pack or the shipped house templates."""
    return any("/" in each for each in _ids(character))


def pack_of(id: str) -> str:
    """Return the id of the pack that contains `id`; "" for the rulebook and the shipped house templates."""
    pack, slash, _own = id.partition("/")
    return pack if slash and pack != _SHIPPED else ""


def pack_name(rulebook: Rulebook, pack: str) -> str:
    """Return the name of a pack; its id if the pack is missing."""
    return next((title.name for title in rulebook.packs if title.id == pack), "") or pack


def spoken(id: str) -> str:
    """Return a readable name that is made from an id: "norse/sea-raider" becomes "Sea raider"."""
    return id.rpartition("/")[2].replace("-", " ").capitalize()


def unknown_template(rulebook: Rulebook, template: str) -> Reason:
    """Return why a die's template cannot be used (CHR-4)."""
    return _unknown(rulebook, "template", "CHR-4", template)


def unknown_icon(rulebook: Rulebook, icon: str) -> Reason:
    """Return why an icon is unknown (DICE-1)."""
    return _unknown(rulebook, "icon", "DICE-1", icon)


def unknown_race(rulebook: Rulebook, race: str) -> Reason:
    """Return why a race is unknown (RACE-5)."""
    return _unknown(rulebook, "race", "RACE-5", race)


def _unknown(rulebook: Rulebook, what: str, rule: str, id: str) -> Reason:
    pack = pack_of(id)
    if not pack:
        return reason(f"{what}-unknown", rule, **{what: id})
    here = any(title.id == pack for title in rulebook.packs)
    code = f"{what}-not-in-pack" if here else f"{what}-of-missing-pack"
    return reason(code, rule, name=spoken(id), pack=pack_name(rulebook, pack))


def _ids(character: Character) -> Iterator[str]:
    yield character.racial_icon
    yield from _die_ids(*character.dice)
    for follower in character.followers:
        yield from _die_ids(*follower.dice)
    held: tuple[ItemDie | HinderingDie, ...] = (*character.equipment, *character.hindering)
    for item in held:
        yield item.printed
        for face in item.faces:
            yield from face.icons


def _die_ids(*dice: CharacterDie) -> Iterator[str]:
    for die in dice:
        yield die.template
        yield die.printed
        for face in die.faces:
            yield from face.icons
