"""What the odds on the Build page take for granted, in words."""

from bones_desktop.rules.bones.book.advancement import automatic_successes
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.wording import Translate


def odds_notes(character: Character, tr: Translate, *, ticks: bool = True) -> tuple[str, ...]:
    """Return a sentence for each: equipment, hindering dice, lost dice, empty faces, automatic successes.

    `ticks` says whether the player can choose other equipment there.
    """
    notes = []
    if character.equipment and not ticks:
        notes.append(tr("Each skill has its usual equipment along."))
    elif character.equipment:
        notes.append(
            tr("Each skill has its usual equipment along, as on the Table page; what you tick goes along with all.")
        )
    if character.hindering:
        names = ", ".join(die.name or tr("Hindering die") for die in character.hindering)
        notes.append(tr("Hindering dice are always thrown along: {names}.").format(names=names))
    lost = len(character.dice) - len(character.available())
    if lost:
        notes.append(
            tr("One die is lost and left out.") if lost == 1 else tr("{n} lost dice are left out.").format(n=lost)
        )
    if any(face.is_unfilled for die in character.dice for face in die.faces):
        notes.append(tr("Empty faces count as blank."))
    free = automatic_successes(character)
    if free:
        notes.append(tr("Automatic successes are counted: {n}.").format(n=free))
    return tuple(notes)
