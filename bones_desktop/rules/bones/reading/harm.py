"""The harm that a throw does to the one who threw it: what of it is not taken yet, and taking it.

It comes from hindering dice (HIND-4, HIND-5), a fall (CMB-34) and magic past the safe level (MAG-12).

Codes refused: not-the-dice-thrown, and those of `injuries`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.injury.blows import Harm as HarmKind
from bones_desktop.rules.bones.reading.plays import PlayReading
from bones_desktop.rules.bones.reading.tasks import TaskReading
from bones_desktop.rules.reading import Role
from bones_desktop.rules.reasons import refuse


@dataclass(frozen=True, slots=True)
class Harm:
    """Harm to a character, not taken yet."""

    cause: str
    """What did it, or the first of what did, "" when unknown."""
    dice: tuple[int, ...] = ()
    """The character's dice that it takes (HIND-5)."""
    damage: int = 0
    """Points that any dice may be given for (CMB-34)."""
    beyond: int = 0
    """Points of hindering damage more than there were dice (CMB-14, HIND-4)."""
    kind: HarmKind = HarmKind.POISON
    """Whether armour can absorb it; all that hindering dice do works inside, like poison (AMB-41)."""
    causes: tuple[str, ...] = ()
    """What did each point where not one thing did all: first those that take `dice`, then those beyond."""

    @property
    def points(self) -> int:
        """Points of damage that a character has more once it is taken: one for each die, and those beyond."""
        return len(self.dice) + self.damage + self.beyond

    @property
    def every_cause(self) -> tuple[str, ...]:
        """All that did it, each once."""
        return tuple(dict.fromkeys(self.causes)) or (self.cause,)

    @property
    def dice_with_causes(self) -> tuple[tuple[int, str], ...]:
        """The dice it takes, each with what takes it."""
        return tuple(zip(self.dice, self.causes or (self.cause,) * len(self.dice), strict=False))

    @property
    def causes_beyond(self) -> tuple[str, ...]:
        """What does each point beyond the dice."""
        return (*self.causes[len(self.dice) :], *(self.cause,) * self.beyond)[: self.beyond]


def damage_of(character: Character) -> int:
    """Return the points of damage a character has: dice lost, and damage below zero."""
    return len(character.lost) + character.excess_damage


def harm_left(character: Character, thrown: Sequence[int], damage_then: int, task: TaskReading) -> Harm | None:
    """Return what hindering dice did in the reading of a throw and `character` has not taken since; None for nothing.

    `thrown` are the places of the character's dice that the first dice of the throw are, `damage_then` the damage he
    had when it fell. Any die lost since counts towards the harm, as the owner may choose which to lose.
    """
    if injuries.is_past_harm(character):
        return None
    available, harm = set(character.available()), task.reading.harm
    given = damage_of(character) - damage_then
    did = _causes(task)
    wanted = [(thrown[place], cause) for place, cause in zip(harm, did, strict=False) if thrown[place] in available]
    taken = sorted(wanted[: max(0, len(harm) - given)])
    beyond = max(0, task.damage - max(len(harm), given))
    if not taken and not beyond:
        return None
    causes = (*(cause for _die, cause in taken), *did[task.damage - beyond : task.damage])
    same = len(set(causes)) == 1
    return Harm(causes[0], tuple(die for die, _cause in taken), beyond=beyond, causes=() if same else causes)


def _causes(task: TaskReading) -> tuple[str, ...]:
    """Return what did each point of the damage of hindering dice, in the order of the throw; "" when unknown.

    Those soaked are the last.
    """
    hurting = (die for die in task.reading.dice if die.role is Role.HURTS and die.reason.code == "damages")
    points = [die.label for die in hurting for _ in range(int(die.reason.value("n")))]
    return tuple((points + [""] * task.damage)[: task.damage])


def play_harm_left(
    character: Character, thrown: Sequence[int], damage_then: int, reading: PlayReading, *, absorbed: int = 0
) -> tuple[Harm, ...]:
    """Return all that a throw did and `character` has not taken since: of hindering dice, then of what it was for.

    `thrown` and `damage_then` as in `harm_left`; `absorbed` are the points that armour has kept off since (EQP-5).
    """
    if injuries.is_past_harm(character):
        return ()
    hindering = harm_left(character, thrown, damage_then, reading.task)
    given = max(0, damage_of(character) - damage_then - reading.task.damage) + absorbed
    kind = HarmKind.FATIGUE if reading.overreach else HarmKind.FALL
    points = reading.damage + reading.overreach - given
    other = Harm("", damage=points, kind=kind) if points > 0 else None
    return tuple(found for found in (hindering, other) if found is not None)


def suffer_harm(character: Character, harm: Harm) -> Character:
    """Take all of it (CMB-13..15); refused when one of the dice is lost already."""
    for die, cause in harm.dice_with_causes:
        character = injuries.lose(character, die, cause)
    for cause in harm.causes_beyond:
        character = injuries.suffer_all(character, 1, cause)
    return injuries.suffer_all(character, harm.damage, harm.cause)


def has_dice_of(character: Character, thrown: Sequence[int], faces: Sequence[tuple[Face, ...]]) -> bool:
    """Return whether the character's dice at `thrown` have these faces; lost dice count as well."""
    dice = character.dice
    return max(thrown, default=-1) < len(dice) and all(
        dice[place].faces == shown for place, shown in zip(thrown, faces, strict=True)
    )


def require_dice_of(character: Character, thrown: Sequence[int], faces: Sequence[tuple[Face, ...]]) -> None:
    """Refuse when the character's dice are not those that were thrown any more."""
    if not has_dice_of(character, thrown, faces):
        raise refuse("not-the-dice-thrown", "HIND-5")
