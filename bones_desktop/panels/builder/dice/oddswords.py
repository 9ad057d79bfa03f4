"""What a change does to the odds, in words: "Riding +31 points, Craft −3"; no widgets."""

from collections.abc import Sequence
from typing import Final

from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.reading.odds import SkillOdds
from bones_desktop.rules.chances import Chance
from bones_desktop.wording.chances import percent_change
from bones_desktop.wording.names import Translate
from bones_desktop.wording.table import skill_name

MOST_TOLD: Final = 4


def change_words(
    rulebook: Rulebook, before: Sequence[SkillOdds], after: Sequence[SkillOdds], difficulty: str, tr: Translate
) -> str:
    """Return the points won and lost against a difficulty, the most first; "" when none is worth telling."""
    place = [level.id for level in rulebook.difficulties].index(difficulty)
    moved = sorted(
        ((was.chances[place], now.chances[place], now.skill) for was, now in zip(before, after, strict=True)),
        key=lambda change: -abs(change[1].value - change[0].value),
    )
    told = [(skill_name(rulebook, skill), change) for was, now, skill in moved if (change := _change(was, now, tr))]
    whole = [each for each in told if not _is_tiny(each[1])]
    told = whole or told
    parts = [tr("{skill} {change}").format(skill=skill, change=change) for skill, change in told[:MOST_TOLD]]
    if told:
        one = told[0][1][1:] == "1"
        first = tr("{skill} {change} point") if one else tr("{skill} {change} points")
        parts[0] = first.format(skill=told[0][0], change=told[0][1])
    if len(told) > MOST_TOLD:
        parts.append(tr("and {n} more").format(n=len(told) - MOST_TOLD))
    return ", ".join(parts)


def _change(before: Chance, after: Chance, tr: Translate) -> str:
    return "" if before == after else percent_change(before, after, tr)


def _is_tiny(change: str) -> bool:
    """Return whether less than a point is told, which matters only where nothing else changes."""
    return "." in change
