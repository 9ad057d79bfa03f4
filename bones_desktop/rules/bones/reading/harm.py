"""The harm a throw does to the one who rolled it: the part not taken yet, and taking it.

It comes from hindering dice (HIND-4, HIND-5), a fall (CMB-34), magic past the safe level (MAG-12) and the other side's
Damage icons (ICON-5).

Codes refused: not-the-dice-thrown, not-these-dice (n), and those of `injuries`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from bones_desktop.rules.bones.book.attempts import Task
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.injury.blows import DamageKind
from bones_desktop.rules.bones.injury.magic import OVERREACH_DAMAGE
from bones_desktop.rules.bones.reading.plays import PlayReading, is_overreach
from bones_desktop.rules.bones.reading.tasks import TaskReading
from bones_desktop.rules.reading import Role
from bones_desktop.rules.reasons import refuse


@dataclass(frozen=True, slots=True)
class Harm:
    """Harm to a character, not taken yet."""

    cause: str
    """Its cause, or the first of several, "" if unknown."""
    dice: tuple[int, ...] = ()
    """The character's dice that it takes (HIND-5)."""
    damage: int = 0
    """Points that the owner may take with any dice (CMB-34)."""
    beyond: int = 0
    """Points of hindering damage beyond the dice (CMB-14, HIND-4)."""
    kind: DamageKind = DamageKind.POISON
    """Whether armour can absorb it; hindering dice work inside, like poison (AMB-41)."""
    causes: tuple[str, ...] = ()
    """Cause of each point if there are several: first for `dice`, then for the points beyond."""
    counted: tuple[int, ...] = field(default=(), compare=False)
    """The character's dice that counted in the throw.

    Hindering damage takes these first, as long as there are enough (HIND-5).
    """

    @property
    def points(self) -> int:
        """Points of damage in all: one for each die, and those beyond."""
        return len(self.dice) + self.damage + self.beyond

    @property
    def every_cause(self) -> tuple[str, ...]:
        """All causes, each once."""
        return tuple(dict.fromkeys(self.causes)) or (self.cause,)

    @property
    def dice_with_causes(self) -> tuple[tuple[int, str], ...]:
        """The dice it takes, each with its cause."""
        return tuple(zip(self.dice, self.causes or (self.cause,) * len(self.dice), strict=False))

    @property
    def causes_beyond(self) -> tuple[str, ...]:
        """Cause of each point of damage left after all dice are lost."""
        return (*self.causes[len(self.dice) :], *(self.cause,) * self.beyond)[: self.beyond]


def damage_of(character: Character) -> int:
    """Return the points of damage of a character: dice lost, and damage below zero."""
    return len(character.lost) + character.excess_damage


@dataclass(frozen=True, slots=True)
class Dealt:
    """The harm of one throw: the damage of hindering dice first, then the rest."""

    dice: tuple[int, ...] = ()
    """The character's dice that hindering dice take, in the order of the throw."""
    causes: tuple[str, ...] = ()
    """Cause of each point of hindering damage: first for `dice`, then for the points beyond; "" if unknown."""
    other: int = 0
    """Points that the owner may take with any dice."""
    kind: DamageKind = DamageKind.FALL
    """The kind of the other points."""
    counted: tuple[int, ...] = field(default=(), compare=False)
    """The character's dice that counted in the throw; the owner may choose among them."""

    @property
    def points(self) -> int:
        """All points of damage."""
        return len(self.causes) + self.other

    def left(self, character: Character, given: int, absorbed: int = 0) -> tuple[Harm, ...]:
        """Return the harm `character` has yet to take: of hindering dice, then the rest; () if more has no effect.

        `given` are the points already taken for it; any die counts, because the owner may choose. `absorbed` are those
        of the rest that armour kept off (EQP-5).
        """
        # The dead and the broken lose nothing more, so no harm may be left open for them.
        if injuries.is_past_harm(character):
            return ()
        available, found = character.available(), []
        pairs = list(zip(self.dice, self.causes, strict=False))
        due = max(0, len(self.dice) - given)
        # One die may have been lost elsewhere since the roll, for example in a fight.
        wanted = [(die, cause) for die, cause in pairs if die in available][:due]
        # If another throw already took a die, its damage moves to another counting die, else to any (HIND-5).
        counted = (die for die in reversed(available) if die in self.counted)
        others = dict.fromkeys((*counted, *reversed(available)))
        free = [die for die in others if die not in self.dice]
        lost = [cause for die, cause in pairs if die not in available]
        taken = sorted([*wanted, *zip(free, lost[: due - len(wanted)], strict=False)])
        # The points taken so far are matched first with dice, then with the points beyond them.
        beyond = max(0, len(self.causes) - max(len(self.dice), given))
        if taken or beyond:
            causes = (*(cause for _die, cause in taken), *self.causes[len(self.causes) - beyond :])
            # Two equal harms must compare equal, so a single cause is not repeated.
            same = len(set(causes)) == 1
            dice = tuple(die for die, _cause in taken)
            found.append(Harm(causes[0], dice, beyond=beyond, causes=() if same else causes, counted=self.counted))
        points = self.other - max(0, given - len(self.causes)) - absorbed
        if points > 0:
            found.append(Harm("", damage=points, kind=self.kind))
        return tuple(found)


def dealt_to_thrower(thrown: Sequence[int], reading: PlayReading) -> Dealt:
    """Return the harm of a throw to the one who rolled it.

    `thrown` are the places of the character's dice that come first in the throw.
    """
    # Armour absorbs blows but not fatigue, so the kind that absorbs least decides for mixed damage.
    kind = DamageKind.FATIGUE if reading.overreach else DamageKind.ATTACK if reading.struck else DamageKind.FALL
    return _dealt(thrown, reading.task, reading.damage + reading.overreach + reading.struck, kind)


def dealt_to_opponent(thrown: Sequence[int], task: Task, reading: TaskReading, strikes: int = 0) -> Dealt:
    """Return the harm of a throw to the opponent with this `task` and `reading`; `thrown` as above.

    `strikes` is the damage of the other side's Damage icons (ICON-5).
    """
    overreach = OVERREACH_DAMAGE if is_overreach(task, reading) else 0
    kind = DamageKind.ATTACK if strikes and not overreach else DamageKind.FATIGUE
    return _dealt(thrown, reading, overreach + strikes, kind)


def _dealt(thrown: Sequence[int], task: TaskReading, other: int, kind: DamageKind) -> Dealt:
    """Soaked points are the last of hindering damage, and left out."""
    hurting = (die for die in task.reading.dice if die.role is Role.HURTS and die.reason.code == "damages")
    points = [die.label for die in hurting for _ in range(int(die.reason.value("n")))]
    causes = tuple((points + [""] * task.damage)[: task.damage])
    dice, counted = (tuple(thrown[place] for place in places) for places in (task.reading.lost, task.counted))
    return Dealt(dice, causes, other, kind, counted)


@dataclass(frozen=True, slots=True)
class DiceChoice:
    """The dice that harm may take, if the owner has a choice."""

    usual: tuple[int, ...]
    """The dice it takes without a choice."""
    among: tuple[int, ...]
    """The dice to choose from, in order; `usual` is part of them."""
    fixed: tuple[int, ...] = ()
    """Dice of `usual` that must be given."""

    def allows(self, dice: Sequence[int]) -> bool:
        """Return whether these dice may be given."""
        given = set(dice)
        return len(dice) == len(given) == len(self.usual) and set(self.fixed) <= given <= set(self.among)


def dice_choice(character: Character, harm: Harm) -> DiceChoice | None:
    """Return the owner's choice of dice; None if the harm takes all, or if all dice are alike.

    Any dice may be given for plain damage (CMB-13), only dice that counted for hindering damage (HIND-5, amendment 8).
    """
    available = character.available()
    if harm.dice:
        counted = tuple(die for die in available if die in harm.counted)
        choice = DiceChoice(harm.dice, counted)
        if not harm.counted or not set(harm.dice) <= set(available):
            return None
        # Too few dice counted: all of these must go, and the owner chooses only the rest.
        if len(counted) < len(harm.dice):
            choice = DiceChoice(harm.dice, available, counted)
    elif harm.damage and not harm.beyond:
        choice = DiceChoice(tuple(reversed(available))[: harm.damage], available)
    else:
        return None
    open_ = [die for die in choice.among if die not in choice.fixed]
    # Asking which of several equal dice to lose would only delay the game.
    different = {(character.dice[die].name, character.dice[die].faces) for die in open_}
    return choice if len(choice.among) > len(choice.usual) and len(different) > 1 else None


def given(character: Character, harm: Harm, dice: Sequence[int]) -> Harm:
    """Return the harm with the owner's choice of dice; refused if it is not allowed."""
    choice = dice_choice(character, harm)
    if choice is None or not choice.allows(dice):
        raise refuse("not-these-dice", "CMB-13", n=len(choice.usual) if choice is not None else 0)
    return replace(harm, dice=tuple(sorted(dice)), damage=max(0, harm.damage - len(dice)))


def suffer_harm(character: Character, harm: Harm) -> Character:
    """Take all of it (CMB-13..15); refused if one of the dice is lost already."""
    for die, cause in harm.dice_with_causes:
        character = injuries.lose(character, die, cause)
    for cause in harm.causes_beyond:
        character = injuries.suffer_all(character, 1, cause)
    return injuries.suffer_all(character, harm.damage, harm.cause)


def has_dice_of(character: Character, thrown: Sequence[int], faces: Sequence[tuple[str, ...]]) -> bool:
    """Return whether the dice at `thrown` have these faces; lost dice count as well."""
    dice = character.dice
    return max(thrown, default=-1) < len(dice) and all(
        tuple(face.code for face in dice[place].faces) == shown for place, shown in zip(thrown, faces, strict=True)
    )


def require_dice_of(character: Character, thrown: Sequence[int], faces: Sequence[tuple[str, ...]]) -> None:
    """Refuse if the character's dice are no longer those of the throw."""
    if not has_dice_of(character, thrown, faces):
        raise refuse("not-the-dice-thrown", "HIND-5")
