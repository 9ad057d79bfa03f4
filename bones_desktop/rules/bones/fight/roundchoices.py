"""A stored round: its declarations, throws and choices. Any part may be missing.

`roundreading` derives everything else. Places of dice are counted from 1, as players count them.

A choice that the rules refuse is a `ChoiceError`, which names it as the command `round` does: "allot.b.2".
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Final

from bones_desktop.rules.bones.book.fields import Id, Line
from bones_desktop.rules.bones.fight.fighters import Encounter, FighterId, Metres
from bones_desktop.rules.reasons import Reason, RulesError
from bones_desktop.rules.values import Limits, Value

# Several for each fighter of the largest fight; it bounds the time to read a stored round.
MOST_DECLARATIONS: Final = 1_000
BOUGHT: Final = "bought"
AUTOMATIC: Final = "automatic"
LENT: Final = "lent"
"""Successes without a die, as `Round.allot` names them: bought with spiffs, earned by sessions, lent by another."""
HINDERING_DAMAGE: Final = "hindering"
FATIGUE: Final = "fatigue"
FALL: Final = "fall"
"""Causes of damage other than blows, as `Round.soak` names them."""

Places = Annotated[tuple[Annotated[int, Limits(ge=1, le=1_000)], ...], Limits(max_length=1_000)]
Faces = Annotated[tuple[Annotated[int, Limits(ge=1, le=6)] | None, ...], Limits(max_length=1_000)]
"""The faces of dice, 1 to 6; None for a lost die, which is not rolled."""
Word = Annotated[str, Limits(min_length=1, max_length=80)]
"""The use of a success: "attack ID", "defend", "defend ID", "lend ID", "none", "open".

Or "as ID", the reading of a face.
"""
Words = Annotated[tuple[Word, ...], Limits(max_length=40)]


class How(StrEnum):
    """The kinds of action in a round."""

    MELEE = "melee"
    MISSILE = "missile"
    UNARMED = "unarmed"
    MAGIC = "magic"
    MIND = "mind"
    """Magic that fools or rules a mind (MAG-18)."""
    MOVE = "move"
    TASK = "task"
    COUP = "coup"
    """A coup de grace (CMB-16, AMB-105)."""
    NONE = "none"
    """Nothing but defending."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaration(Value):
    """One action: its kind, target and means."""

    who: FighterId
    how: How
    whom: Annotated[str, Limits(max_length=60)] = ""
    weapon: Line = ""
    """Name of the weapon in use; "" for the best one."""
    distance_m: Metres | None = None
    cover: Annotated[int, Limits(ge=0, le=100)] | None = None
    """Percent of cover; None for the target's own."""
    friends: Annotated[int, Limits(ge=0, le=1_000)] | None = None
    """Figures friendly to the shooter in the melee; None to take them from the declarations."""
    skill: Id = ""
    difficulty: Id = ""
    nulls: Annotated[int, Limits(ge=0, le=1_000)] | None = None
    """Nulls rolled on the challenge dice of a task."""
    challenge: Faces = ()
    """Faces of those dice if they were rolled here; none for typed Nulls."""
    evades: bool = False
    """Whether the task also avoids blows (CMB-18)."""
    magnitude: Annotated[int, Limits(ge=1, le=5)] | None = None
    """Magnitude of an order to a ruled mind (MAG-20); None for magic without an order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundReroll(Value):
    """A die re-rolled for a spiff (SPF-9)."""

    die: Annotated[int, Limits(ge=1, le=1_000)]
    face: Annotated[int, Limits(ge=1, le=6)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Absorbing(Value):
    """An armour or shield die given up against a blow (EQP-5)."""

    item: Annotated[int, Limits(ge=0, le=1_000)]
    """Place among the owner's equipment, from 0."""
    by: Annotated[str, Limits(max_length=60)]
    """The attacker whose blow it absorbs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Round(Value):
    """A round: the encounter before it, its choices and throws; a missing key is a choice not made."""

    encounter: Encounter
    declarations: Annotated[tuple[Declaration, ...], Limits(max_length=MOST_DECLARATIONS)] = ()
    faces: dict[str, Faces] = field(default_factory=dict)
    """By fighter."""
    horde_faces: dict[str, dict[str, Faces]] = field(default_factory=dict)
    """For hordes, by opponent (CMB-40)."""
    rerolls: dict[str, RoundReroll] = field(default_factory=dict)
    resist: dict[str, Faces] = field(default_factory=dict)
    """Throws against magic that rules minds, one for each of the victim's own dice (MAG-22).

    Keys are the victim's id, or `resisting` if several fighters rule one mind in a round. A throw under the bare id
    counts against all rulers without a throw of their own.
    """
    resist_again: dict[str, Faces] = field(default_factory=dict)
    """Throws against an order that goes far, given together with the magic (MAG-21); keys as in `resist`."""
    allot: dict[str, dict[str, Words]] = field(default_factory=dict)
    """By fighter and place, or `BOUGHT`, `AUTOMATIC`, `LENT`: one word for the whole face, or one for each success."""
    absorb: dict[str, tuple[Absorbing, ...]] = field(default_factory=dict)
    soak: dict[str, str] = field(default_factory=dict)
    """The attacker or cause whose damage is soaked by one (SPF-11); "" for nothing."""
    lose: dict[str, Places] = field(default_factory=dict)
    """Dice given up, in order."""
    riders: dict[str, tuple[Line, ...]] = field(default_factory=dict)
    """Ids of printed hindering dice that the GM gives to victims (MAG-27)."""
    override: dict[str, int] = field(default_factory=dict)
    """Numbers set by the GM: "taken.ID" for a victim, "attack.ID.ID", "defence.ID.ID" and "net.ID.ID" for a pair.

    "net.ID.ID" is also for magic on a mind, and with the same ID twice for a task. "allot.ID.PLACE" and
    "declare.NUMBER" set to 1 allow what the rules refuse.
    """

    def shown(self, who: str) -> Faces:
        """Return the faces a fighter shows now, with the re-rolled die; not for hordes."""
        faces, again = self.faces.get(who, ()), self.rerolls.get(who)
        return (
            faces
            if again is None
            else tuple(again.face if place == again.die else face for place, face in enumerate(faces, 1))
        )


def resisting(whom: str, by: str) -> str:
    """Return the key of a throw against one of several rulers of the same mind."""
    return f"{whom} {by}"


def thrown_against(thrown: Mapping[str, Faces], whom: str, by: str) -> Faces | None:
    """Return the throw of resistance of a victim against a ruler; None if it is missing."""
    return thrown.get(resisting(whom, by), thrown.get(whom))


class ChoiceError(RulesError):
    """A choice that the rules refuse, and its key: "allot.b.2"."""

    def __init__(self, place: str, why: Reason) -> None:
        super().__init__(why)
        self.place = place


def require(choices: Round, place: str, why: Reason | None) -> None:
    """Refuse a choice for a reason, if there is one and the GM has not allowed it (amendment 9)."""
    if why is not None and not choices.override.get(place):
        raise ChoiceError(place, why)
