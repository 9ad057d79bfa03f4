"""How far a character is, in one line."""

from collections.abc import Callable, Sequence

from bones_desktop.rules.bones.book.character import STARTING_DICE, Character, Kind
from bones_desktop.rules.bones.book.fields import FACES
from bones_desktop.rules.bones.book.ledger import is_finished
from bones_desktop.rules.bones.making.problems import Problem, Weight
from bones_desktop.rules.bones.making.standing import Standing


def summary(
    character: Character, problems: Sequence[Problem], tr: Callable[[str], str], growth: Standing | None = None
) -> tuple[str, str]:
    """Return the line and its tone: what is empty and in conflict, or that the character is ready (DICE-6).

    With `growth`, how it stands in its improvement, a finished one is told of an icon it has earned.
    """
    dice = character.dice[:STARTING_DICE] if character.kind is Kind.PLAYER else character.dice
    empty = sum(shown.is_unfilled for die in dice for shown in die.faces) if character.kind is Kind.PLAYER else 0
    conflicts = sum(problem.weight is Weight.ILLEGAL for problem in problems)
    open_ = sum(problem.weight is Weight.UNFINISHED for problem in problems)
    parts = []
    if empty:
        parts.append(tr("{n} of {all} faces still empty").format(n=empty, all=len(dice) * FACES))
    elif open_:
        parts.append(tr("One thing still to do") if open_ == 1 else tr("{n} things still to do").format(n=open_))
    if conflicts:
        parts.append(tr("1 conflict") if conflicts == 1 else tr("{n} conflicts").format(n=conflicts))
    if not parts:
        earned = growth is not None and growth.earned and is_finished(character)
        return (tr("An icon is earned") if earned else tr("Ready to play")), "good"
    return " · ".join(parts), "bad" if conflicts else "warn"
