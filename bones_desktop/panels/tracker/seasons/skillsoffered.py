"""The skills an action of a season may be thrown with, and why others may not."""

from collections.abc import Mapping

from bones_desktop.rules.bones.book import attempts
from bones_desktop.rules.bones.book.attempts import Task
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.characterdice import task_pool
from bones_desktop.rules.bones.book.icons import MENTAL, PHYSICAL
from bones_desktop.rules.bones.book.playstate import ActionKind
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.life.seasons import season_now
from bones_desktop.rules.bones.reading.plays import income_rate
from bones_desktop.rules.reasons import Reason
from bones_desktop.widgets.choice.choices import Choice
from bones_desktop.wording import Translate
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.table import income_text, skill_name

NONE = "-"
"""Key of the choice of no skill."""


def skills_refused(rulebook: Rulebook, character: Character, season: int) -> dict[str, Reason]:
    """Return why skills may not be tried in a season, by skill: in one gone by with all dice (AMB-95)."""
    whole = character if season == season_now(character) else character.with_(lost=())
    dice = task_pool(rulebook, whole)
    refused = {}
    for skill in _skills(rulebook):
        found = attempts.eligibility(rulebook, character.house_rules, Task(skill, against=0), dice)
        if not found.allowed:
            refused[skill] = found.reason
    return refused


def skill_choices(
    rulebook: Rulebook, kind: ActionKind, refused: Mapping[str, Reason], tr: Translate
) -> tuple[Choice, ...]:
    """Return the skills to choose from, those that may be tried first; with income each says what it earns."""
    listed = []
    for skill in _skills(rulebook):
        note = ""
        if kind is ActionKind.INCOME:
            rate = income_rate(rulebook, skill)
            note = income_text(rate.coins, assets_count=rate.assets_count, tr=tr)
        why = refused.get(skill)
        listed.append(
            Choice(
                skill,
                _title(rulebook, skill, tr),
                sentence(why, tr) if why else note,
                allowed=why is None,
                badge=tr("not possible") if why else "",
            )
        )
    listed.sort(key=lambda each: (not each.allowed, each.key in {PHYSICAL, MENTAL}, each.text))
    if kind is ActionKind.STRATEGIC:
        listed.insert(0, Choice(NONE, tr("No throw"), tr("The GM decides without dice.")))
    return tuple(listed)


def _skills(rulebook: Rulebook) -> tuple[str, ...]:
    return (*(skill.id for skill in rulebook.skills), PHYSICAL, MENTAL)


def _title(rulebook: Rulebook, skill: str, tr: Translate) -> str:
    name = skill_name(rulebook, skill)
    return tr("{aptitude} task, no skill").format(aptitude=name) if skill in {PHYSICAL, MENTAL} else name
