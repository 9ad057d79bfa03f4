"""Where a character stands with magic, as the Magic tab asks it."""

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.characterdice import die_label
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.book.totals import safe_level
from bones_desktop.rules.bones.injury import magic
from bones_desktop.widgets.dice.diecard import DieCardLook


def bears_magic(character: Character) -> bool:
    """Return whether there are icons for magic on the dice owned, lost or not."""
    return safe_level(character.with_(lost=())).value > 0


def has_magic(character: Character) -> bool:
    """Return whether there is magic to track: on the dice, or in what was used and is kept going."""
    return bool(bears_magic(character) or character.recent_magic or character.magic_beyond or character.effects)


def next_price(character: Character) -> magic.MagicPrice:
    """Return what the next use of magic costs."""
    # Whoever uses magic without an icon for it does so by the GM's leave.
    return magic.magic_price(character, by_gm=not bears_magic(character))


def die_look(rulebook: Rulebook, character: Character, die: int) -> DieCardLook:
    """Return a die as it is offered to be given."""
    shown = character.dice[die]
    name = die_label(rulebook, shown, die)
    faces = ", ".join(face_name(rulebook, face) for face in shown.faces)
    return DieCardLook(
        codes=tuple(face.code for face in shown.faces),
        name=name,
        said=f"{die + 1}, {name}: {faces}",
    )
