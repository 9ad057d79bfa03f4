"""The dice a character lays in the hand for a task.

Codes refused: no-such-item (item).
"""

from collections.abc import Sequence

from bones_desktop.rules.bones.book.attempts import CHARACTER, HINDERING, ITEM
from bones_desktop.rules.bones.book.character import Character, CharacterDie
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.dice import Die
from bones_desktop.rules.reasons import refuse


def task_pool(rulebook: Rulebook, character: Character, items: Sequence[int] = ()) -> tuple[Die[Face], ...]:
    """Return available character dice, the equipment dice at `items`, then hindering dice (DICE-8..11)."""
    own = [
        Die(die.faces, die_label(rulebook, die, place), CHARACTER, f"die {place + 1}")
        for place, die in enumerate(character.dice)
        if place in set(character.available())
    ]
    chosen = []
    for place in items:
        if not 0 <= place < len(character.equipment):
            raise refuse("no-such-item", "DICE-10", item=place + 1)
        item = character.equipment[place]
        chosen.append(Die(item.faces, item.name, ITEM, f"{item.kind.value} {place + 1}"))
    hindering = [
        Die(die.faces, die.name, HINDERING, f"hindering {place + 1}") for place, die in enumerate(character.hindering)
    ]
    return (*own, *chosen, *hindering)


def die_label(rulebook: Rulebook, die: CharacterDie, place: int) -> str:
    """Return what a character die is called: its own name, its printed die's, its template's, or its number."""
    if die.name:
        return die.name
    printed = next((known.name for known in rulebook.dice if known.id == die.printed), "")
    template = rulebook.template(die.template).name if rulebook.has_template(die.template) else ""
    return printed or template or f"Die {place + 1}"
