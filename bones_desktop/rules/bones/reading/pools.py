"""Dice given as text, and the challenge dice, as the pool of a task."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bones_desktop.rules.bones.book.attempts import CHALLENGE, CHARACTER, ITEM, Task
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.notation import ITEM_USES
from bones_desktop.rules.bones.book.rulebook import DieUse, Rulebook
from bones_desktop.rules.dice import Die

if TYPE_CHECKING:
    from bones_desktop.rules.bones.text.statblock import ParsedDie


def parsed_pool(rulebook: Rulebook, dice: "Sequence[ParsedDie]", group: str) -> tuple[Die[Face], ...]:
    """Return dice given as text as dice of `group`; printed items keep their kind in the key."""
    kinds = {die.id: die.use.value for die in rulebook.dice if die.use in ITEM_USES}
    own = "die" if group == CHARACTER else group
    pool = []
    for number, die in enumerate(dice, 1):
        kind = kinds.get(die.printed, group) if group == ITEM else own
        pool.append(Die(die.faces, die.name, group, f"{kind} {number}"))
    return tuple(pool)


def challenge_dice(rulebook: Rulebook, task: Task) -> tuple[Die[Face], ...]:
    """Return the challenge dice thrown against the task; none when it is opposed (TASK-8)."""
    if not task.difficulty:
        return ()
    printed = next(die for die in rulebook.dice if die.use is DieUse.CHALLENGE)
    number = rulebook.difficulty(task.difficulty).dice
    return tuple(Die(printed.faces, printed.name, CHALLENGE, f"challenge {place + 1}") for place in range(number))
