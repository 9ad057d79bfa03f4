"""One round as it is kept: what each declares, what was thrown, and what was chosen about it. Any part may be missing.

Everything else follows and is read by `roundreading`. Places of dice are counted from 1, as players count them.

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

MOST_DECLARATIONS: Final = 1_000
BOUGHT: Final = "bought"
AUTOMATIC: Final = "automatic"
LENT: Final = "lent"
"""Successes that no die shows, as `Round.allot` names them: bought with spiffs, earned by sessions, lent by another."""
HINDERING_DAMAGE: Final = "hindering"
FATIGUE: Final = "fatigue"
FALL: Final = "fall"
"""Causes of damage that is nobody's blow, as `Round.soak` names them."""

Places = Annotated[tuple[Annotated[int, Limits(ge=1, le=1_000)], ...], Limits(max_length=1_000)]
Faces = Annotated[tuple[Annotated[int, Limits(ge=1, le=6)] | None, ...], Limits(max_length=1_000)]
"""The face each die shows, 1 to 6; None for a lost one, which is not thrown."""
Word = Annotated[str, Limits(min_length=1, max_length=80)]
"""A use of a success: "attack ID", "defend", "defend ID", "lend ID", "none", "open"; or "as ID", how a face is read."""
Words = Annotated[tuple[Word, ...], Limits(max_length=40)]


class How(StrEnum):
    """What somebody does in a round."""

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
    """What somebody does to whom, with what."""

    who: FighterId
    how: How
    whom: Annotated[str, Limits(max_length=60)] = ""
    weapon: Line = ""
    """Name of the equipment at hand it is done with; "" for the one that serves."""
    distance_m: Metres | None = None
    cover: Annotated[int, Limits(ge=0, le=100)] | None = None
    """Percent of the target that is covered; None for what the target has."""
    friends: Annotated[int, Limits(ge=0, le=1_000)] | None = None
    """Figures friendly to the shooter in the melee shot into; None for those the declarations show."""
    skill: Id = ""
    difficulty: Id = ""
    nulls: Annotated[int, Limits(ge=0, le=1_000)] | None = None
    """Nulls rolled on the challenge dice of a task."""
    challenge: Faces = ()
    """What those dice show, when they were thrown here; nothing for Nulls that were typed."""
    evades: bool = False
    """Whether the task also keeps blows off (CMB-18)."""
    magnitude: Annotated[int, Limits(ge=1, le=5)] | None = None
    """How far an order to a ruled mind goes (MAG-20); None for magic that takes hold of it, or fools it, with none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundReroll(Value):
    """A die thrown again for a spiff (SPF-9)."""

    die: Annotated[int, Limits(ge=1, le=1_000)]
    face: Annotated[int, Limits(ge=1, le=6)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Absorbing(Value):
    """An armour or shield die given up for a blow (EQP-5)."""

    item: Annotated[int, Limits(ge=0, le=1_000)]
    """Place among the owner's equipment, counted from 0."""
    by: Annotated[str, Limits(max_length=60)]
    """Whose blow it absorbs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Round(Value):
    """A round: the encounter before it, and what was chosen and thrown; a key that is missing is a choice not made."""

    encounter: Encounter
    declarations: Annotated[tuple[Declaration, ...], Limits(max_length=MOST_DECLARATIONS)] = ()
    faces: dict[str, Faces] = field(default_factory=dict)
    """By thrower."""
    horde_faces: dict[str, dict[str, Faces]] = field(default_factory=dict)
    """Of hordes, by opponent (CMB-40)."""
    rerolls: dict[str, RoundReroll] = field(default_factory=dict)
    resist: dict[str, Faces] = field(default_factory=dict)
    """Throws against magic that rules minds, one for each of the victim's own dice (MAG-22).

    By the victim's id; where several rule one mind in a round, by `resisting`. One under the id alone is for all that
    have none of their own.
    """
    resist_again: dict[str, Faces] = field(default_factory=dict)
    """Throws against an order that goes far, given with the magic itself (MAG-21); by keys as `resist`."""
    allot: dict[str, dict[str, Words]] = field(default_factory=dict)
    """By fighter and place, or `BOUGHT`, `AUTOMATIC`, `LENT`: one word for the whole face, or one for each success."""
    absorb: dict[str, tuple[Absorbing, ...]] = field(default_factory=dict)
    soak: dict[str, str] = field(default_factory=dict)
    """Whose blow, or which cause, one damage is soaked of (SPF-11); "" for nothing soaked."""
    lose: dict[str, Places] = field(default_factory=dict)
    """Dice given up, in order."""
    riders: dict[str, tuple[Line, ...]] = field(default_factory=dict)
    """Ids of printed hindering dice that the GM gives to victims (MAG-27)."""
    override: dict[str, int] = field(default_factory=dict)
    """Numbers the GM sets, of a victim "taken.ID", of attacker and target "attack.ID.ID", "defence.ID.ID", "net.ID.ID";
    "net.ID.ID" also of magic on a mind, and with the same ID twice of a task.

    And places as "allot.ID.PLACE" or "declare.NUMBER", where 1 allows what is refused.
    """

    def shown(self, who: str) -> Faces:
        """Return the faces the dice of anybody but a horde show now, the one thrown again among them."""
        faces, again = self.faces.get(who, ()), self.rerolls.get(who)
        return (
            faces
            if again is None
            else tuple(again.face if place == again.die else face for place, face in enumerate(faces, 1))
        )


def resisting(whom: str, by: str) -> str:
    """Return the key of a throw against one of several who rule the same mind in a round."""
    return f"{whom} {by}"


def thrown_against(thrown: Mapping[str, Faces], whom: str, by: str) -> Faces | None:
    """Return what somebody resists the magic of somebody with; None while it is not thrown."""
    return thrown.get(resisting(whom, by), thrown.get(whom))


class ChoiceError(RulesError):
    """A choice that the rules refuse, and its place among the choices: "allot.b.2"."""

    def __init__(self, place: str, why: Reason) -> None:
        super().__init__(why)
        self.place = place


def require(choices: Round, place: str, why: Reason | None) -> None:
    """Refuse the choice at a place for a reason, if there is one and the GM has not allowed it (amendment 9)."""
    if why is not None and not choices.override.get(place):
        raise ChoiceError(place, why)
