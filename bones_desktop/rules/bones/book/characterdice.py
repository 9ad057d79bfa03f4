"""A character's dice: those in hand for a task, what each is called, and which face tells it from the others.

Codes refused: no-such-item (item).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from bones_desktop.rules.bones.book.attempts import CHARACTER, HINDERING, ITEM
from bones_desktop.rules.bones.book.character import Character, CharacterDie, ItemDie, Kind
from bones_desktop.rules.bones.book.icons import BLANK, MENTAL, PHYSICAL, UNIVERSAL, Face
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.dice import Die
from bones_desktop.rules.reasons import refuse

ON_EVERY_DIE: Final = frozenset({UNIVERSAL, PHYSICAL, MENTAL})
"""Icons that tell no die from another."""
FLIGHT: Final = "flight"
"""Icon of a wing (BST-7)."""


def task_pool(rulebook: Rulebook, character: Character, items: Sequence[int] = ()) -> tuple[Die[Face], ...]:
    """Return available character dice, the equipment dice at `items`, then hindering dice (DICE-8..11)."""
    own = [
        Die(faces_in_play(character, place), die_label(rulebook, die, place), CHARACTER, f"die {place + 1}")
        for place, die in enumerate(character.dice)
        if place in set(character.available())
    ]
    chosen = item_dice(character, items)
    hindering = [
        Die(die.faces, die.name, HINDERING, f"hindering {place + 1}") for place, die in enumerate(character.hindering)
    ]
    return (*own, *chosen, *hindering)


def item_dice(character: Character, items: Sequence[int]) -> tuple[Die[Face], ...]:
    """Return the dice of the equipment at these places; refused where there is none."""
    for place in items:
        if not 0 <= place < len(character.equipment):
            raise refuse("no-such-item", "DICE-10", item=place + 1)
    named = [(place, character.equipment[place]) for place in items]
    return tuple(Die(item.faces, item.name, ITEM, item_key(item, place)) for place, item in named)


def item_key(item: ItemDie, place: int) -> str:
    """Return the key of the die of an item that stands at a place of the equipment."""
    return f"{item.kind.value} {place + 1}"


def faces_in_play(character: Character, place: int) -> tuple[Face, ...]:
    """Return the faces of a die as the group plays it: a beast's may have no Physical and Mental (AMB-57)."""
    faces = character.dice[place].faces
    if character.kind is not Kind.BEAST or not character.house_rules.beasts_without_aptitudes:
        return faces
    return tuple(BLANK if {PHYSICAL, MENTAL}.issuperset(shown.icons) else shown for shown in faces)


def is_winged(character: Character) -> bool:
    """Return whether a die that is left bears a wing (BST-3)."""
    return any(shown.has(FLIGHT) for place in character.available() for shown in character.dice[place].faces)


def is_grounded(character: Character) -> bool:
    """Return whether it owns wings and has lost every die that bears one: in the air it falls (BST-3)."""
    return not is_winged(character) and any(shown.has(FLIGHT) for die in character.dice for shown in die.faces)


def die_label(rulebook: Rulebook, die: CharacterDie, place: int) -> str:
    """Return what a character die is called: its own name, its printed die's, its template's, or its number."""
    if die.name:
        return die.name
    printed = next((known.name for known in rulebook.dice if known.id == die.printed), "")
    template = rulebook.template(die.template).name if rulebook.has_template(die.template) else ""
    return printed or template or f"Die {place + 1}"


def own_faces(die: CharacterDie) -> list[str]:
    """Return the codes of the faces that not every die has, in their order."""
    return [shown.code for shown in die.faces if not shown.is_blank and shown.icons[0] not in ON_EVERY_DIE]


def counted_faces(dice: Iterable[CharacterDie]) -> Counter[str]:
    """Return how often each of those faces stands on the dice."""
    return Counter(code for die in dice for code in own_faces(die))


def telling_faces(dice: Iterable[CharacterDie]) -> tuple[str, ...]:
    """Return for each die the code of the face that tells it from the others: its rarest, of several the first.

    "" for a die with nothing chosen.
    """
    dice = tuple(dice)
    counted = counted_faces(dice)
    return tuple(_telling(die, counted) for die in dice)


def _telling(die: CharacterDie, counted: Counter[str]) -> str:
    own = own_faces(die)
    if own:
        return min(own, key=lambda code: counted[code])
    return next((shown.code for shown in die.faces if not shown.is_blank), "")
