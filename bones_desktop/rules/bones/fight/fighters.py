"""Fighters, their encounter and a stored round, as values for files: choices only, never results.

Any part of a round may be missing; `roundreading` derives everything else. Places of dice are counted from 1, as
players count them. A choice that the rules refuse is a `ChoiceError`, which names it as the command `round` does:
"allot.b.2".

Codes refused: nobody-by-that-id (who).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import count
from typing import Annotated, Final

from bones_desktop.rules.bones.book.character import Character, CharacterKind
from bones_desktop.rules.bones.book.characterdice import all_dice, automatic_successes, is_grounded, item_key
from bones_desktop.rules.bones.book.fields import Id, Line
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.notation import aim, is_appropriate
from bones_desktop.rules.bones.book.rulebook import USUAL, HouseRules, Rulebook
from bones_desktop.rules.bones.injury.injuries import State, condition
from bones_desktop.rules.dice import Die
from bones_desktop.rules.reasons import Reason, RulesError, refuse
from bones_desktop.rules.values import Limits, Value

# Far more than any table has; it bounds the time to read a stored fight.
MOST_FIGHTERS: Final = 200
_RIDING: Final = "riding"

FighterId = Annotated[str, Limits(min_length=1, max_length=60, pattern=r"^\S+$")]
"""The id of a fighter in declarations and allotments; it has no space."""
Metres = Annotated[float, Limits(ge=0, le=1_000_000)]


class Posture(StrEnum):
    """The posture of a fighter (CMB-20..26)."""

    STANDING = "standing"
    PRONE = "prone"
    MOUNTED = "mounted"


class Darkness(StrEnum):
    """The darkness of the place (CMB-30)."""

    NONE = "none"
    PARTIAL = "partial"
    TOTAL = "total"


class Health(StrEnum):
    """State of a fighter, from best to worst; damage below zero makes dying of incapacitated (CMB-14)."""

    HALE = "hale"
    HURT = "hurt"
    INCAPACITATED = "incapacitated"
    DYING = "dying"
    BROKEN = "broken"
    DEAD = "dead"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fighter(Value):
    """A fighter: a character with all traces of play, and its position in the fight."""

    id: FighterId
    character: Character
    side: Line = "A"
    at_hand: tuple[int, ...] = ()
    """Places of the equipment dice in use, in the order they are rolled."""
    posture: Posture = Posture.STANDING
    on: Annotated[str, Limits(max_length=60)] = ""
    """Id of the mount among the fighters; "" for none, or a mount that does not fight."""
    war_trained: bool = False
    """Whether the mount is war-trained (CMB-20)."""
    size: Annotated[float, Limits(ge=0, le=1_000)] = 1.0
    """Its size; a human is 1 (CMB-29)."""
    flying_m: Metres = 0.0
    """Metres above the ground; 0 on the ground."""
    vest: bool = False
    """Whether it wears the enchanted vest: no die, one success less for hostile magic against it (EQP-9, AMB-102)."""
    cover: Annotated[int, Limits(ge=0, le=100)] = 0
    """Percent covered from shots, unless a shot says otherwise (CMB-27)."""
    lent: Annotated[int, Limits(ge=0, le=1_000)] = 0
    """Number of its equipment dice, the last ones, that are lent for this fight."""
    hidden: bool = False
    """Whether the players may not see it."""
    sheet: Character | None = None
    """The character in its file, if that has changed since the fighter rolled; None if not.

    The round counts the dice as rolled, and wounds the character as it is now.
    """

    @property
    def own(self) -> Character:
        """The character without lent equipment."""
        equipment = self.character.equipment
        return self.character.with_(equipment=equipment[: -self.lent]) if self.lent else self.character

    @property
    def filed(self) -> Character:
        """The character in its file, as far as is known."""
        return self.sheet or self.own

    @property
    def now(self) -> Character:
        """The character that the round wounds, with the equipment of its throw."""
        if self.sheet is None:
            return self.character
        # Items given up in the round are counted by their place at the time of the roll.
        return self.sheet.with_(equipment=self.character.equipment, house_rules=self.character.house_rules)

    @property
    def name(self) -> str:
        """The character's name."""
        return without_example(self.character.name) or self.id

    @property
    def kind(self) -> CharacterKind:
        """The character's kind."""
        return self.character.kind

    @property
    def is_horde(self) -> bool:
        """Whether it is a horde (CMB-38)."""
        return self.character.kind is CharacterKind.HORDE

    @property
    def is_mounted(self) -> bool:
        """Whether it sits on a mount."""
        return self.posture is Posture.MOUNTED or bool(self.on)

    @property
    def automatic(self) -> int:
        """Successes it has without rolling (IMP-5)."""
        return automatic_successes(self.character)

    def dice(self, rulebook: Rulebook) -> tuple[Die[Face], ...]:
        """Return everything it rolls, by place: all dice owned, also lost ones, equipment in use, hindering dice."""
        return all_dice(rulebook, self.character, self.at_hand)

    def item_key(self, place: int) -> str:
        """Return the key of the die at a place of the equipment."""
        return item_key(self.character.equipment[place], place)


@dataclass(frozen=True, slots=True, kw_only=True)
class Apart(Value):
    """The distance of two fighters."""

    a: FighterId
    b: FighterId
    metres: Metres


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled(Value):
    """A mind ruled by magic until it resists or is released (MAG-18, MAG-21)."""

    by: FighterId
    whom: FighterId
    standing: Annotated[int, Limits(ge=0, le=10_000)]
    """Successes of the spell."""
    net: Annotated[int, Limits(ge=0, le=10_000)]
    """Successes left after the first resistance; they decide how far it obeys (MAG-20)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Encounter(Value):
    """A fight before a round, with fighters in roster order."""

    fighters: Annotated[tuple[Fighter, ...], Limits(max_length=MOST_FIGHTERS)] = ()
    darkness: Darkness = Darkness.NONE
    apart: Annotated[tuple[Apart, ...], Limits(max_length=20_000)] = ()
    ruled: Annotated[tuple[Ruled, ...], Limits(max_length=20_000)] = ()
    """Minds ruled since earlier rounds."""
    house_rules: HouseRules = USUAL
    """The house rules of the group; the same for all fighters."""
    round: Annotated[int, Limits(ge=1, le=1_000_000)] = 1

    def fighter(self, who: str) -> Fighter:
        """Return the fighter with this id; RulesError if there is none."""
        for fighter in self.fighters:
            if fighter.id == who:
                return fighter
        raise refuse("nobody-by-that-id", "", who=who[:60])

    def stated(self, a: str, b: str) -> float | None:
        """Return the metres set for a pair; None if unknown."""
        return next((each.metres for each in self.apart if {each.a, each.b} == {a, b}), None)

    def ruling(self, by: str, whom: str) -> Ruled | None:
        """Return the hold of a fighter on a mind; None for none."""
        return next((each for each in self.ruled if (each.by, each.whom) == (by, whom)), None)

    def mount(self, fighter: Fighter) -> Fighter | None:
        """Return the mount of a fighter; None for none, or one that does not fight."""
        return next((each for each in self.fighters if each.id == fighter.on), None) if fighter.on else None

    def under_house_rules(self) -> "Encounter":
        """Return the encounter with its house rules given to every character."""
        # Keeps the same objects in the usual case, so that nothing is read again.
        if all(each.character.house_rules == self.house_rules for each in self.fighters):
            return self
        return self.with_(
            fighters=tuple(
                each.with_(character=each.character.with_(house_rules=self.house_rules)) for each in self.fighters
            )
        )

    def with_fighter(self, fighter: Fighter) -> "Encounter":
        """Return the encounter with the fighter of the same id replaced."""
        return self.with_(fighters=tuple(fighter if each.id == fighter.id else each for each in self.fighters))


def without_example(name: str) -> str:
    """Return a name without the note that its dice are an example: "Goblin 1" (amendment 2)."""
    return name.replace(" (example)", "")


def told_apart(names: Sequence[str]) -> list[str]:
    """Return the names without that note, with numbers for equal ones: "Goblin 1", "Goblin 2"."""
    plain = [without_example(name) for name in names]
    numbers = {name: count(1) for name, n in Counter(plain).items() if name and n > 1}
    return [f"{name} {next(numbers[name])}" if name in numbers else name for name in plain]


def health(character: Character) -> Health:
    """Return the state of a character; damage below zero makes dying of incapacitated."""
    found = condition(character)
    match found.state:
        case State.INCAPACITATED:
            return Health.DYING if found.excess else Health.INCAPACITATED
        # A character without dice is unhurt, but cannot act.
        case State.UNHURT:
            return Health.HALE if character.dice else Health.INCAPACITATED
        case _:
            return Health(found.state.value)


def is_able(character: Character) -> bool:
    """Return whether a character rolls dice at all (CMB-14)."""
    return health(character) in {Health.HALE, Health.HURT}


def rides_to_war(rulebook: Rulebook, encounter: Encounter, fighter: Fighter) -> bool:
    """Return whether it has the advantage of a mounted fighter (CMB-20, AMB-33).

    That takes a war-trained mount and the Riding skill. A mount among the fighters must be able to carry it (CMB-22).
    """
    mount = encounter.mount(fighter)
    if not (fighter.is_mounted and fighter.war_trained) or (mount is not None and not is_able(mount.character)):
        return False
    goal = aim(rulebook, encounter.house_rules, _RIDING)
    return any(
        is_appropriate(rulebook, encounter.house_rules, goal, shown)
        for place in fighter.character.available()
        for shown in fighter.character.dice[place].faces
    )


def allotting_order(rulebook: Rulebook, encounter: Encounter) -> tuple[str, ...]:
    """Return the ids of fighters who can act, in the order they allot (AMB-33).

    The prone come first, then those on foot, then the mounted with advantage; in each group the cast before players, in
    roster order.
    """

    def rank(fighter: Fighter) -> tuple[int, bool]:
        # Allotting later is an advantage, because the others' choices are known (CMB-21, CMB-26).
        tier = 0 if fighter.posture is Posture.PRONE else 2 if rides_to_war(rulebook, encounter, fighter) else 1
        return tier, fighter.kind is CharacterKind.PLAYER

    able = [fighter for fighter in encounter.fighters if is_able(fighter.character)]
    return tuple(fighter.id for fighter in sorted(able, key=rank))


def falls(before: Fighter, after: Character) -> bool:
    """Return whether a flier in the air has lost every die with a wing (BST-3)."""
    return before.flying_m > 0 and is_grounded(after)


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
