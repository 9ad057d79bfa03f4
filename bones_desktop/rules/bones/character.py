"""What a player has chosen and what play has done to it. Totals are never stored: `sheet.derive` computes them.

A new field is one line here: a type that files can hold, its `Limits`, and a default, which older files are given.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Final

from bones_desktop.rules.bones.houserules import USUAL, HouseRules
from bones_desktop.rules.bones.icons import UNFILLED, Face, face
from bones_desktop.rules.bones.limits import FACES, MOST_DICE
from bones_desktop.rules.fitting import Limits
from bones_desktop.rules.values import Value

STARTING_DICE: Final = 4
MOST_PLAYER_DICE: Final = 10


class _AsCode:
    """Tells pydantic, by the method it asks for, that a face stands in files as its code."""

    def __get_pydantic_core_schema__(self, _source: type, _handler: Callable[[Any], Any]) -> dict[str, Any]:
        return {
            "type": "function-plain",
            "function": {"type": "no-info", "function": _read_face},
            "json_schema_input_schema": {"type": "str", "max_length": 80},
            "serialization": {
                "type": "function-plain",
                "function": lambda shown: shown.code,
                "return_schema": {"type": "str"},
            },
        }


def _read_face(value: object) -> Face:
    if isinstance(value, str):
        return face(value)
    raise ValueError("a face is text such as 'melee' or 'defend x2'")


StoredFace = Annotated[Face, _AsCode()]
"""A face, written in files as its code."""

Line = Annotated[str, Limits(max_length=200)]
Note = Annotated[str, Limits(max_length=2_000)]
Text = Annotated[str, Limits(max_length=200_000)]
Id = Annotated[str, Limits(max_length=80, pattern=r"^[a-z0-9/_-]*$")]
Tag = Annotated[str, Limits(min_length=1, max_length=40)]
Day = Annotated[str, Limits(pattern=r"^([0-9]{4}-[0-9]{2}-[0-9]{2})?$")]
"""A date as 2026-11-21, "" for an unknown one."""
Base64 = Annotated[str, Limits(max_length=400_000, pattern=r"^[A-Za-z0-9+/]*={0,2}$")]
Faces = Annotated[tuple[StoredFace, ...], Limits(min_length=FACES, max_length=FACES)]


class Kind(StrEnum):
    """Who the dice belong to; the game treats them alike."""

    PLAYER = "player"
    CAST = "cast"
    BEAST = "beast"
    HORDE = "horde"


class Mode(StrEnum):
    """How a player character is made (AMB-89)."""

    COLD_IRON = "cold-iron"
    CORE = "core"


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterDie(Value):
    """One of a character's own dice."""

    template: Id = ""
    """Cold Iron template it was made from; "" for a die of free faces."""
    printed: Id = ""
    """Modular die of the rulebook it is (cast, beasts, hordes); "" otherwise."""
    name: Line = ""
    """Own name of a unique die."""
    faces: Faces = (UNFILLED,) * FACES
    note: Note = ""


class ItemKind(StrEnum):
    """What an equipment die stands for."""

    WEAPON = "weapon"
    SHIELD = "shield"
    ARMOUR = "armour"
    MAGIC_ITEM = "magic-item"


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemDie(Value):
    """An equipment die (EQP-1)."""

    name: Line
    kind: ItemKind
    faces: Faces
    printed: Id = ""
    """Printed die it is; "" for one made by hand."""
    range_increment: Annotated[int, Limits(ge=1, le=10_000)] | None = None
    note: Note = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HinderingDie(Value):
    """A Poison, Flaming or other hindering die the character carries until it is remedied (HIND-3, HIND-6)."""

    name: Line
    faces: Faces
    printed: Id = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LostDie(Value):
    """A die taken by damage (CMB-13); it is not rolled until healed."""

    die: Annotated[int, Limits(ge=0, lt=MOST_DICE)]
    """Which of the character's dice, counted from 0."""
    cause: Line = ""
    held: bool = False
    """Whether it cannot heal while an effect it was given for lasts (HEAL-5)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MagicTheme(Value):
    """What a magic user's magic is about, with its stated effect and limitations (MAG-3)."""

    name: Line = ""
    effect: Note = ""
    limitations: Note = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Follower(Value):
    """Who or what a mastery brings along: a companion or lackey with dice, a small asset or a vessel without."""

    mastery: Id
    """The mastery that grants it (MAST 21, 25, 36, 41)."""
    name: Line = ""
    dice: Annotated[tuple[CharacterDie, ...], Limits(max_length=MOST_DICE)] = ()
    note: Note = ""


class LedgerKind(StrEnum):
    """What an entry of the ledger records."""

    AWARD = "award"
    """Sessions earned by playing."""
    ICON = "icon"
    """An icon bought with sessions (IMP-2)."""
    PERMISSION = "permission"
    """A face of a finished character changed with the GM's permission."""
    SUCCESS = "success"
    """An earned success used up in play (IMP-5, AMB-81)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerEntry(Value):
    """One line of how a finished character grew (IMP-1..9)."""

    kind: LedgerKind
    on: Day = ""
    sessions: Annotated[int, Limits(ge=-10_000, le=10_000)] = 0
    """What the saved sessions changed by: more for an award, fewer for an icon."""
    die: Annotated[int, Limits(ge=0, lt=MOST_DICE)] | None = None
    face: Annotated[int, Limits(ge=0, lt=FACES)] | None = None
    """Which face changed, both counted from 0; None for an award."""
    before: StoredFace = UNFILLED
    after: StoredFace = UNFILLED
    note: Line = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Created(Value):
    """The character as it was when its making was finished."""

    on: Day = ""
    dice: Annotated[tuple[CharacterDie, ...], Limits(max_length=MOST_DICE)] = ()
    equipment: Annotated[tuple[ItemDie, ...], Limits(max_length=40)] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Character(Value):
    """A player character, cast member, beast or horde."""

    id: Annotated[str, Limits(pattern=r"^[0-9a-f]{32}$")]
    """Given once, when it is made; earlier versions and undo follow it, not the file's name."""
    kind: Kind = Kind.PLAYER
    mode: Mode = Mode.COLD_IRON
    name: Line = ""
    age: Line = ""
    race: Line = "Human"
    """As written on the sheet; `racial_icon` is what the rules use."""
    racial_icon: Id = ""
    """Icon of a non-human race; "" for humans."""
    gender: Line = ""
    description: Note = ""
    back_story: Text = ""
    dice: Annotated[tuple[CharacterDie, ...], Limits(max_length=MOST_DICE)] = ()
    equipment: Annotated[tuple[ItemDie, ...], Limits(max_length=40)] = ()
    hindering: Annotated[tuple[HinderingDie, ...], Limits(max_length=20)] = ()
    lost: Annotated[tuple[LostDie, ...], Limits(max_length=MOST_DICE)] = ()
    """In the order they were lost."""
    excess_damage: Annotated[int, Limits(ge=0, le=1_000)] = 0
    """Damage taken with no die left to take (CMB-15, AMB-43)."""
    slain: bool = False
    """Killed outright (CMB-16)."""
    spiffs: Annotated[int, Limits(ge=0, le=10_000)] = 0
    sessions: Annotated[int, Limits(ge=0, le=10_000)] = 0
    """Sessions earned and not yet spent on icons."""
    finances: Note = ""
    other_equipment: Note = ""
    notes: Text = ""
    move: Annotated[float, Limits(ge=0, le=1_000)] = 1.0
    """Movement score; 1 is 15 metres a round (MOVE-1)."""
    flying: Annotated[float, Limits(ge=0, le=1_000)] | None = None
    portrait: Base64 = ""
    """A JPEG picture; "" for none."""
    tags: Annotated[tuple[Tag, ...], Limits(max_length=20)] = ()
    """Words the player sorts the shelf by."""
    themes: Annotated[tuple[MagicTheme, ...], Limits(max_length=10)] = ()
    followers: Annotated[tuple[Follower, ...], Limits(max_length=20)] = ()
    created: Created | None = None
    """None while the character is still being made; from then on its faces change by improvement only."""
    ledger: Annotated[tuple[LedgerEntry, ...], Limits(max_length=5_000)] = ()
    """Awards, purchases and permitted changes since then, oldest first."""
    house_rules: HouseRules = USUAL

    def available(self) -> tuple[int, ...]:
        """Return the places of the dice not lost, in order (DICE-8, DICE-9)."""
        lost = {entry.die for entry in self.lost}
        return tuple(place for place in range(len(self.dice)) if place not in lost)
