"""Healing with days of rest, medical attention, healing magic and regeneration (HEAL-1..7).

Codes refused: slain-cannot-heal, nothing-to-heal, all-dice-held, treated-already, most-treatments (most),
days-too-few, calendar-ends (most), die-not-lost (die), die-held (die), regeneration-needs-dice.
"""

from dataclasses import dataclass
from typing import Final

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.fields import DAYS_A_WEEK, MOST_DAYS
from bones_desktop.rules.bones.book.playstate import Care
from bones_desktop.rules.bones.injury.injuries import State, condition, heal, healable, lost_die
from bones_desktop.rules.bones.injury.magic import after_days
from bones_desktop.rules.reasons import refuse

MOST_MEDIC: Final = 2
"""Most dice that Medic icons heal at once beyond the Healer's own (HEAL-7, AMB-23)."""
MOST_TREATMENTS: Final = 40
"""Most treatments at a time."""


@dataclass(frozen=True, slots=True)
class RecoveryStep:
    """One point of damage that rest heals."""

    in_days: int
    """Days of rest from now until it heals."""
    die: int | None
    """The die that heals, from 0; None for a point below zero."""
    treated: bool
    """Whether it is under care (HEAL-3)."""


@dataclass(frozen=True, slots=True)
class Recovery:
    """Damage that rest will heal, with its days, and damage that it will not."""

    steps: tuple[RecoveryStep, ...]
    """In the order they heal."""
    held: tuple[int, ...]
    """Lost dice that effects of magic keep from healing (HEAL-5)."""
    next_in: int | None
    """Days of rest until the next point heals; None if nothing does."""
    whole_in: int | None
    """Days of rest until every die is back, 0 if it is now; None if rest alone cannot heal everything."""


def damage(character: Character) -> int:
    """Return the points of damage suffered: dice lost and points below zero (CMB-13..15)."""
    return len(character.dice) - len(character.available()) + character.excess_damage


def untreated(character: Character) -> int:
    """Return the points that may heal and are not under care (AMB-45)."""
    return max(0, healable(character) - sum(care.points for care in character.care))


def forecast(character: Character) -> Recovery:
    """Return the damage that days of rest will heal, in the order of `injuries.heal`; nothing for the dead."""
    held = tuple(entry.die for entry in character.lost if entry.held)
    if condition(character).state is State.DEAD:
        return Recovery((), held, None, None)
    back = [None] * character.excess_damage + [entry.die for entry in reversed(character.lost) if not entry.held]
    cares = [care.days for care in character.care for _ in range(care.points)]
    steps: list[RecoveryStep] = []
    # Days rested since the last point count toward the next one.
    due = -character.rested
    for place, die in enumerate(back):
        treated = place < len(cares)
        due += cares[place] if treated else DAYS_A_WEEK
        # Nothing heals without at least one more day.
        steps.append(RecoveryStep(max(1, due), die, treated))
    # Held dice come back only when their effect ends, which no number of days decides.
    whole = None if held else steps[-1].in_days if steps else 0
    return Recovery(tuple(steps), held, steps[0].in_days if steps else None, whole)


def treat(character: Character, successes: int, *, medic: int = 0) -> Character:
    """Return the character after medical attention or healing magic with this many net successes (HEAL-2..4, AMB-44).

    One die for each two successes heals at once, and one more for each of `medic` Medic icons if there is a success at
    all, two at most (HEAL-7, AMB-23). The rest of the untreated damage heals from then on one point every (7 −
    successes) days, at least one. Damage under care is not treated again (AMB-45); refused if there is no other damage.
    """
    _require_living(character)
    points = untreated(character)
    if not points:
        if healable(character):
            raise refuse("treated-already", "AMB-45")
        raise refuse("all-dice-held", "HEAL-5") if character.lost else refuse("nothing-to-heal", "HEAL-2")
    at_once = min(points, treated_at_once(successes, medic))
    for _ in range(at_once):
        character = heal(character)
    if points == at_once:
        return character
    return _under_care(character, points - at_once, treated_pace(successes))


def treated_at_once(successes: int, medic: int = 0) -> int:
    """Return the points that medical attention heals at once out of this many (HEAL-2, HEAL-7, AMB-23)."""
    return successes // 2 + min(MOST_MEDIC, max(0, medic)) if successes > 0 else 0


def treated_pace(successes: int) -> int:
    """Return the days in which each further point heals (HEAL-3)."""
    return max(1, DAYS_A_WEEK - max(0, successes))


def pass_days(character: Character, days: int, *, resting: bool) -> Character:
    """Return the character this many days later; only rest heals (HEAL-1, HEAL-3).

    Treated points heal first, each in the days of its treatment, then the others, each in a week. Days rested beyond
    the last point count toward the next. Held dice do not heal and delay nothing (HEAL-5). Fatigue of magic is gone,
    and effects that last for rounds are over.
    """
    if days < 1:
        raise refuse("days-too-few", "HEAL-1")
    if character.day + days > MOST_DAYS:
        raise refuse("calendar-ends", "OFF-2", most=MOST_DAYS)
    # A night's sleep is more than the four hours that magic needs (MAG-15).
    later = character.with_(day=character.day + days, recent_magic=0, magic_beyond=0)
    later = after_days(later)
    return _rested(later, days) if resting else later


def heal_next(character: Character, die: int) -> Character:
    """Return the character with a lost die chosen to heal next after damage below zero.

    The other dice keep their order. Refused for a die that is not lost, or is held (HEAL-5).
    """
    entry = lost_die(character, die)
    if entry.held:
        raise refuse("die-held", "HEAL-5", die=die + 1)
    return character.with_(lost=(*(each for each in character.lost if each is not entry), entry))


def regenerate(character: Character, icons: int) -> Character:
    """Return the character with a die healed for each Regenerate icon rolled (HEAL-6).

    Icons beyond the damage are wasted. Refused without dice to roll (AMB-62), and with nothing to heal.
    """
    _require_living(character)
    if not character.available():
        raise refuse("regeneration-needs-dice", "AMB-62")
    points = healable(character)
    if not points:
        raise refuse("all-dice-held", "HEAL-5") if character.lost else refuse("nothing-to-heal", "HEAL-6")
    for _ in range(min(points, max(0, icons))):
        character = heal(character)
    return character


def _rested(character: Character, days: int) -> Character:
    found = [step for step in forecast(character).steps if step.in_days <= days]
    left = character.rested + days
    for step in found:
        left -= character.care[0].days if step.treated else DAYS_A_WEEK
        character = _heal_rested(character, treated=step.treated)
    if not healable(character) or condition(character).state is State.DEAD:
        return character
    return character.with_(rested=max(0, min(DAYS_A_WEEK - 1, left)))


def _heal_rested(character: Character, *, treated: bool) -> Character:
    """Heal the next point; if it is treated, its own treatment loses a point, not the latest."""
    if treated:
        # Otherwise `heal` would shorten the latest treatment instead of the one that healed.
        first, *others = character.care
        still = (first.with_(points=first.points - 1),) if first.points > 1 else ()
        character = character.with_(care=(*still, *others))
    return heal(character)


def _under_care(character: Character, points: int, days: int) -> Character:
    care = character.care
    # Equal treatments are one entry, so that many small ones cannot fill the list.
    if care and care[-1].days == days:
        return character.with_(care=(*care[:-1], care[-1].with_(points=care[-1].points + points)))
    if len(care) >= MOST_TREATMENTS:
        raise refuse("most-treatments", "AMB-45", most=MOST_TREATMENTS)
    # Days rested already count, but a treatment heals nothing before a day of rest has followed it.
    rested = character.rested if care else min(character.rested, days - 1)
    return character.with_(care=(*care, Care(points=points, days=days)), rested=rested)


def _require_living(character: Character) -> None:
    if condition(character).state is State.DEAD:
        raise refuse("slain-cannot-heal", "CMB-16")
