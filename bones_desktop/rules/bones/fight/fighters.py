"""Fighters, their encounter and a stored round, as values for files. The values hold choices only, never results.

Any part of a round may be missing; `roundreading` calculates the results. Dice are numbered from 1, as players count
them. A choice that the rules refuse raises a `ChoiceError` with its key, such as "allot.b.2", which the command `round`
uses too.

Codes refused: nobody-by-that-id (who).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import count
from typing import Annotated, Final

from bones_desktop.rules.bones.book.character import Character, CharacterKind
from bones_desktop.rules.bones.book.characterdice import all_dice, automatic_successes, is_grounded, item_key
from bones_desktop.rules.bones.book.fields import Id, Line
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.notation import aim, appropriate_icons
from bones_desktop.rules.bones.book.rulebook import USUAL, HouseRules, Rulebook
from bones_desktop.rules.bones.injury.injuries import State, condition
from bones_desktop.rules.dice import Die
from bones_desktop.rules.reasons import Reason, RulesError, refuse
from bones_desktop.rules.records import field
from bones_desktop.rules.values import Limits, Value

# Far more fighters than any fight has. The limit bounds the time needed to read a stored fight.
MOST_FIGHTERS: Final = 200
_RIDING: Final = "riding"

FighterId = Annotated[str, Limits(min_length=1, max_length=60, pattern=r"^\S+$")]
"""The id of a fighter in declarations and allotments, without spaces."""
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
    """State of a fighter, from best to worst. An incapacitated fighter with damage below zero is dying (CMB-14)."""

    HALE = "hale"
    HURT = "hurt"
    INCAPACITATED = "incapacitated"
    DYING = "dying"
    BROKEN = "broken"
    DEAD = "dead"


class Fighter(Value):
    """A fighter: a character with all effects of play, and its position in the fight."""

    id: FighterId
    character: Character
    side: Line = "A"
    at_hand: tuple[int, ...] = ()
    """Indexes of the equipment dice in use, in rolling order."""
    posture: Posture = Posture.STANDING
    on: Annotated[str, Limits(max_length=60)] = ""
    """Id of the fighter's mount among the fighters; "" without a mount, or if the mount does not fight."""
    war_trained: bool = False
    """True if the mount is war-trained (CMB-20)."""
    size: Annotated[float, Limits(ge=0, le=1_000)] = 1.0
    """Size of the fighter; a human is 1 (CMB-29)."""
    flying_m: Metres = 0.0
    """Height in metres; 0 on the ground."""
    vest: bool = False
    """True if the fighter wears the enchanted vest: hostile magic on the wearer loses a success (EQP-9, AMB-102)."""
    cover: Annotated[int, Limits(ge=0, le=100)] = 0
    """Percentage of cover from shots, unless the declaration of the shot gives another percentage (CMB-27)."""
    lent: Annotated[int, Limits(ge=0, le=1_000)] = 0
    """Number of equipment dice lent for this fight. They come last in the fighter's equipment."""
    hidden: bool = False
    """True if the fighter is hidden from the players."""
    sheet: Character | None = None
    """The character as stored in its file, if the file has changed since the fighter rolled; else None.

    The round uses the dice as rolled, and applies wounds to the character in the file.
    """

    @property
    def own(self) -> Character:
        """The character without equipment lent for this fight."""
        equipment = self.character.equipment
        return self.character.with_(equipment=equipment[: -self.lent]) if self.lent else self.character

    @property
    def filed(self) -> Character:
        """The character in its file, as the fight read it last."""
        return self.sheet or self.own

    @property
    def now(self) -> Character:
        """The character that the round wounds, with the equipment that it had when the fighter rolled."""
        if self.sheet is None:
            return self.character
        # The round stores a given-up item by its index at the time of the roll.
        return self.sheet.with_(equipment=self.character.equipment, house_rules=self.character.house_rules)

    @property
    def name(self) -> str:
        """Name of the fighter's character."""
        return without_example(self.character.name) or self.id

    @property
    def kind(self) -> CharacterKind:
        """Kind of the fighter's character."""
        return self.character.kind

    @property
    def is_horde(self) -> bool:
        """True if the fighter is a horde (CMB-38)."""
        return self.character.kind is CharacterKind.HORDE

    @property
    def is_mounted(self) -> bool:
        """True if the fighter sits on a mount."""
        return self.posture is Posture.MOUNTED or bool(self.on)

    @property
    def automatic(self) -> int:
        """Successes that the fighter has without rolling (IMP-5)."""
        return automatic_successes(self.character)

    def dice(self, rulebook: Rulebook) -> tuple[Die[Face], ...]:
        """Return the dice of the fighter in order: own dice including lost ones, equipment in use, hindering dice."""
        return all_dice(rulebook, self.character, self.at_hand)

    def item_key(self, place: int) -> str:
        """Return the key of the equipment die at index `place`."""
        return item_key(self.character.equipment[place], place)


class Apart(Value):
    """The distance between two fighters."""

    a: FighterId
    b: FighterId
    metres: Metres


class Ruled(Value):
    """A mind under a fighter's control until the victim resists or is released (MAG-18, MAG-21)."""

    by: FighterId
    whom: FighterId
    standing: Annotated[int, Limits(ge=0, le=10_000)]
    """Successes of the spell."""
    net: Annotated[int, Limits(ge=0, le=10_000)]
    """Successes left after the first resistance; they decide how far the victim obeys (MAG-20)."""


class Encounter(Value):
    """A fight before a round, with fighters in roster order."""

    fighters: Annotated[tuple[Fighter, ...], Limits(max_length=MOST_FIGHTERS)] = ()
    darkness: Darkness = Darkness.NONE
    apart: Annotated[tuple[Apart, ...], Limits(max_length=20_000)] = ()
    ruled: Annotated[tuple[Ruled, ...], Limits(max_length=20_000)] = ()
    """Minds that fighters control since earlier rounds."""
    house_rules: HouseRules = USUAL
    """The house rules of the group; the same for all fighters."""
    round: Annotated[int, Limits(ge=1, le=1_000_000)] = 1

    def fighter(self, who: str) -> Fighter:
        """Return the fighter with this id. Raise RulesError if there is none."""
        for fighter in self.fighters:
            if fighter.id == who:
                return fighter
        raise refuse("nobody-by-that-id", "", who=who[:60])

    def stated(self, a: str, b: str) -> float | None:
        """Return the distance set for a pair, in metres; None if unknown."""
        return next((each.metres for each in self.apart if {each.a, each.b} == {a, b}), None)

    def ruling(self, by: str, whom: str) -> Ruled | None:
        """Return a fighter's control of a mind, if any."""
        return next((each for each in self.ruled if (each.by, each.whom) == (by, whom)), None)

    def mount(self, fighter: Fighter) -> Fighter | None:
        """Return the mount of a fighter; None without a mount, or if the mount does not fight."""
        return next((each for each in self.fighters if each.id == fighter.on), None) if fighter.on else None

    def under_house_rules(self) -> "Encounter":
        """Return the encounter with its house rules given to every character."""
        # Usually nothing changes. Returning the same objects means that cached readings stay valid.
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


EXAMPLES = (" (example)", " (Beispiel)")
"""The remark in each language."""


def without_example(name: str) -> str:
    """Return a name without the remark that its dice are an example: "Goblin 1" (amendment 2)."""
    for remark in EXAMPLES:
        name = name.replace(remark, "")
    return name


def told_apart(names: Sequence[str]) -> list[str]:
    """Return the names without the remark on examples. Equal names get numbers: "Goblin 1", "Goblin 2"."""
    plain = [without_example(name) for name in names]
    numbers = {name: count(1) for name, n in Counter(plain).items() if name and n > 1}
    return [f"{name} {next(numbers[name])}" if name in numbers else name for name in plain]


def health(character: Character) -> Health:
    """Return the state of a character. An incapacitated character with damage below zero is dying."""
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
    """Return whether a character has dice to roll (CMB-14)."""
    return health(character) in {Health.HALE, Health.HURT}


def is_plain(encounter: Encounter, fighters: Iterable[Fighter]) -> bool:
    """Return whether light, distance, cover, posture, mounts and flight neither help nor hinder these fighters."""
    found = tuple(fighters)
    ids = {fighter.id for fighter in found}
    return (
        encounter.darkness is Darkness.NONE
        and not any(ids >= {each.a, each.b} for each in encounter.apart)
        and all(
            fighter.posture is Posture.STANDING
            and not (fighter.cover or fighter.vest or fighter.on or fighter.flying_m)
            for fighter in found
        )
    )


def rides_to_war(rulebook: Rulebook, encounter: Encounter, fighter: Fighter) -> bool:
    """Return whether the fighter has the advantage of a mounted fighter (CMB-20, AMB-33).

    The fighter needs a war-trained mount and the Riding skill. A mount among the fighters must be able to carry the
    rider (CMB-22).
    """
    mount = encounter.mount(fighter)
    if not (fighter.is_mounted and fighter.war_trained) or (mount is not None and not is_able(mount.character)):
        return False
    goal = aim(rulebook, encounter.house_rules, _RIDING)
    appropriate = appropriate_icons(rulebook, encounter.house_rules, goal)
    return any(
        not appropriate.isdisjoint(shown.icons)
        for place in fighter.character.available()
        for shown in fighter.character.dice[place].faces
    )


def allotting_order(rulebook: Rulebook, encounter: Encounter) -> tuple[str, ...]:
    """Return the ids of fighters who can act, in the order of allotting (AMB-33).

    Prone fighters come first, then fighters on foot, then mounted fighters with the advantage. In each of these groups
    the cast comes before the players, in roster order.
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


# The limit allows several declarations for each fighter of the largest fight. It bounds the time needed to read a
# stored round.
MOST_DECLARATIONS: Final = 1_000
BOUGHT: Final = "bought"
AUTOMATIC: Final = "automatic"
LENT: Final = "lent"
"""Keys of `Round.allot` for successes without a die: bought with spiffs, earned by sessions, lent by another."""
HINDERING_DAMAGE: Final = "hindering"
FATIGUE: Final = "fatigue"
FALL: Final = "fall"
"""Keys of `Round.soak` for damage that does not come from an attack."""

Places = Annotated[tuple[Annotated[int, Limits(ge=1, le=1_000)], ...], Limits(max_length=1_000)]
Faces = Annotated[tuple[Annotated[int, Limits(ge=1, le=6)] | None, ...], Limits(max_length=1_000)]
"""The faces of dice, 1 to 6; None for a lost die, which is not rolled."""
Word = Annotated[str, Limits(min_length=1, max_length=80)]
"""The use of a success: "attack ID", "defend", "defend ID", "lend ID", "none" or "open".

"as ID" gives the reading of a face instead.
"""
Words = Annotated[tuple[Word, ...], Limits(max_length=40)]


class How(StrEnum):
    """The kinds of action in a round."""

    MELEE = "melee"
    MISSILE = "missile"
    UNARMED = "unarmed"
    MAGIC = "magic"
    MIND = "mind"
    """Magic that fools or controls a mind (MAG-18)."""
    MOVE = "move"
    TASK = "task"
    COUP = "coup"
    """A coup de grace (CMB-16, AMB-105)."""
    NONE = "none"
    """No action; the fighter only defends."""


class Declaration(Value):
    """One action: its kind, target and means."""

    who: FighterId
    how: How
    whom: Annotated[str, Limits(max_length=60)] = ""
    weapon: Line = ""
    """Name of the weapon in use; "" for the best one."""
    distance_m: Metres | None = None
    cover: Annotated[int, Limits(ge=0, le=100)] | None = None
    """Percentage of cover; None for the target's own."""
    friends: Annotated[int, Limits(ge=0, le=1_000)] | None = None
    """Number of the shooter's friends in the melee; None to find it from the declarations."""
    skill: Id = ""
    difficulty: Id = ""
    nulls: Annotated[int, Limits(ge=0, le=1_000)] | None = None
    """Nulls rolled on the challenge dice of a task."""
    challenge: Faces = ()
    """Faces of the challenge dice if they were rolled in the program; empty if the Nulls were typed."""
    evades: bool = False
    """True if the task also evades attacks (CMB-18)."""
    magnitude: Annotated[int, Limits(ge=1, le=5)] | None = None
    """Magnitude of an order to a mind (MAG-20); None for magic without an order."""


class RoundReroll(Value):
    """A die re-rolled for a spiff (SPF-9)."""

    die: Annotated[int, Limits(ge=1, le=1_000)]
    face: Annotated[int, Limits(ge=1, le=6)]


class Absorbing(Value):
    """An armour or shield die given up to absorb an attack (EQP-5)."""

    item: Annotated[int, Limits(ge=0, le=1_000)]
    """Index among the owner's equipment, from 0."""
    by: Annotated[str, Limits(max_length=60)]
    """The attacker whose attack the die absorbs."""


class Round(Value):
    """A round: the encounter before the round, its choices and its rolls. A missing key is a choice not made yet."""

    encounter: Encounter
    declarations: Annotated[tuple[Declaration, ...], Limits(max_length=MOST_DECLARATIONS)] = ()
    faces: dict[str, Faces] = field(default_factory=dict)
    """Faces rolled, by fighter."""
    horde_faces: dict[str, dict[str, Faces]] = field(default_factory=dict)
    """Faces rolled by hordes, by horde and opponent (CMB-40)."""
    rerolls: dict[str, RoundReroll] = field(default_factory=dict)
    resist: dict[str, Faces] = field(default_factory=dict)
    """Rolls of resistance to magic on minds, one face for each of the victim's own dice (MAG-22).

    The key is the victim's id. If several fighters use magic on one mind in a round, the keys are those of `resisting`.
    A roll under the victim's id alone counts against every caster for whom there is no such key.
    """
    resist_again: dict[str, Faces] = field(default_factory=dict)
    """Rolls of resistance to a demanding order given in the same action as the magic (MAG-21); keys as in `resist`."""
    allot: dict[str, dict[str, Words]] = field(default_factory=dict)
    """Uses of successes, by fighter and place; a place is a die, or `BOUGHT`, `AUTOMATIC` or `LENT`.

    There is one word for the whole face, or one for each success.
    """
    absorb: dict[str, tuple[Absorbing, ...]] = field(default_factory=dict)
    soak: dict[str, str] = field(default_factory=dict)
    """For each victim, the attacker or cause whose damage a spiff reduces by one point (SPF-11); "" for none."""
    lose: dict[str, Places] = field(default_factory=dict)
    """Numbers of the dice to give up, in order, by fighter."""
    riders: dict[str, tuple[Line, ...]] = field(default_factory=dict)
    """Ids of printed hindering dice that the GM gives to victims (MAG-27)."""
    override: dict[str, int] = field(default_factory=dict)
    """Numbers set by the GM: "taken.ID" for a victim, "attack.ID.ID", "defence.ID.ID" and "net.ID.ID" for a pair.

    "net.ID.ID" also applies to magic on a mind, and with the same ID twice to a task. "allot.ID.PLACE" and
    "declare.NUMBER" set to 1 allow a choice that the rules refuse.
    """

    def shown(self, who: str) -> Faces:
        """Return the faces of a fighter after re-rolls.

        The fighter must not be a horde.
        """
        faces, again = self.faces.get(who, ()), self.rerolls.get(who)
        if again is None:
            return faces
        return tuple(again.face if place == again.die else face for place, face in enumerate(faces, 1))


def resisting(whom: str, by: str) -> str:
    """Return the key of a roll of resistance if several fighters use magic on the same mind."""
    return f"{whom} {by}"


def thrown_against(thrown: Mapping[str, Faces], whom: str, by: str) -> Faces | None:
    """Return the victim's roll of resistance against one fighter; None if it is missing."""
    return thrown.get(resisting(whom, by), thrown.get(whom))


class ChoiceError(RulesError):
    """Raised for a choice that the rules refuse; it holds the choice's key, such as "allot.b.2"."""

    def __init__(self, place: str, why: Reason) -> None:
        super().__init__(why)
        self.place = place


def require(choices: Round, place: str, why: Reason | None) -> None:
    """Raise ChoiceError if there is a reason against a choice and the GM has not allowed it (amendment 9)."""
    if why is not None and not choices.override.get(place):
        raise ChoiceError(place, why)
