"""The rows of what heals when, from the forecast of a character's recovery."""

from itertools import groupby

from bones_desktop.panels.tracker.wounds.recoverylist import RecoveryRow
from bones_desktop.panels.tracker.wounds.woundwords import Translate, date_words, due_words, held_by
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.characterdice import die_label, telling_faces
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury.recovery import Recovery


def recovery_rows(rulebook: Rulebook, character: Character, found: Recovery, tr: Translate) -> tuple[RecoveryRow, ...]:
    """Return a row for each die that heals, one for the points below zero together, and one for each held die."""
    faces = telling_faces(character.dice)
    rows = []
    for below, steps in groupby(found.steps, key=lambda step: step.die is None):
        group = tuple(steps)
        if below:
            last = group[-1].in_days
            note = date_words(character.day + last, tr)
            words = tr("{n} below zero").format(n=len(group))
            rows.append(RecoveryRow(due_words(last, tr), words, note, treated=group[-1].treated))
            continue
        for step in group:
            if step.die is None:
                continue
            note = date_words(character.day + step.in_days, tr)
            if step.treated:
                note = tr("{date}, under care").format(date=note)
            words = _named(rulebook, character, step.die, tr)
            rows.append(RecoveryRow(due_words(step.in_days, tr), words, note, step.die, faces[step.die], step.treated))
    for entry in character.lost:
        if entry.held and entry.die in found.held:
            what = held_by(character, entry)
            why = tr("held by {effect}").format(effect=what) if what else tr("held by magic")
            words = _named(rulebook, character, entry.die, tr)
            rows.append(RecoveryRow("", words, why, entry.die, faces[entry.die]))
    return tuple(rows)


def _named(rulebook: Rulebook, character: Character, die: int, tr: Translate) -> str:
    name = die_label(rulebook, character.dice[die], die)
    number = tr("Die {n}").format(n=die + 1)
    return number if name == number else f"{number} · {name}"
