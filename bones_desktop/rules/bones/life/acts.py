"""Acts of seasons: recording an action, writing one of the diary otherwise, gaining an asset (OFF-3..13, AMB-93..95).

Codes refused: coins-spent-already (coins, have) and the others of `seasons`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bones_desktop.rules.acts import Act, Answers, Parameter, Value
from bones_desktop.rules.bones.book import attempts
from bones_desktop.rules.bones.book.attempts import Task
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.characterdice import task_pool
from bones_desktop.rules.bones.book.fields import LINE, NOTE
from bones_desktop.rules.bones.book.icons import MENTAL, PHYSICAL
from bones_desktop.rules.bones.book.playstate import ActionKind, SeasonAction
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.life.seasons import (
    MOST_COUNTED_ASSETS,
    MOST_SUCCESSES,
    add_asset,
    assets_now,
    record_income,
    record_strategic,
    remove_action,
    season_now,
    set_action_texts,
    with_coins,
)
from bones_desktop.rules.bones.reading.plays import income_rate
from bones_desktop.rules.reasons import Reason, refuse

NONE: Final = "-"
"""Key of no skill, which is no throw, and of no difficulty of the rulebook, which is a number the GM named."""
SEASON, FOR_GOOD = "season", "good"
"""Keys of how long an asset stays."""
_ASSET: Final = (
    Parameter.text("asset", most=LINE),
    Parameter.choice("stay", (SEASON, FOR_GOOD)),
)
_WORDS: Final = frozenset({"title", "outcome"})


@dataclass(frozen=True, slots=True)
class _Season:
    """A season in which an action is asked for."""

    rulebook: Rulebook
    number: int
    there: int
    """Assets there are in it."""
    refused: Mapping[str, Reason]

    def parameters(self, given: Answers) -> tuple[Parameter, ...]:
        strategic = is_strategic(given)
        kind = Parameter.choice("kind", (ActionKind.INCOME.value, ActionKind.STRATEGIC.value))
        title = Parameter.text("title", most=LINE)
        none = NONE if strategic else ""
        skill = Parameter.choice("skill", (none, *skills_thrown(self.rulebook)), refused=self.refused)
        least = -MOST_SUCCESSES if strategic else 0
        successes = Parameter.number("successes", 0, least, MOST_SUCCESSES)
        outcome = Parameter.text("outcome", most=NOTE)
        if not strategic:
            assets = Parameter.number("assets", self.there, most=MOST_COUNTED_ASSETS)
            return kind, title, skill, successes, assets, outcome
        difficulty = Parameter.choice("difficulty", (NONE, *(each.id for each in self.rulebook.difficulties)))
        return kind, title, skill, difficulty, successes, outcome, *_ASSET

    def record(self, now: Character, given: Answers, today: str) -> Character:
        rulebook, skill, outcome = self.rulebook, key_of(given, "skill"), given.key("outcome")
        if is_strategic(given):
            return record_strategic(
                rulebook,
                now,
                today,
                title=given.text("title"),
                skill=skill,
                difficulty=key_of(given, "difficulty") if skill else "",
                successes=given.number("successes") if skill else 0,
                outcome=outcome,
                season=self.number,
                asset=given.text("asset"),
                lasting=given.key("stay") == FOR_GOOD,
            )
        assets = given.number("assets")
        return record_income(
            rulebook,
            now,
            today,
            skill=skill,
            successes=given.number("successes"),
            title=given.text("title"),
            outcome=outcome,
            season=self.number,
            assets=None if assets == self.there else assets,
        )


def act_in_season(rulebook: Rulebook, character: Character, season: int, today: str) -> Act[Character]:
    """Return writing down an action in the diary of a season."""
    asked = _season(rulebook, character, season)
    return Act("season-action", "session", asked.parameters, lambda now, given: asked.record(now, given, today))


def rewrite_action(rulebook: Rulebook, character: Character, place: int) -> Act[Character]:
    """Return writing the action at `place` of the diary otherwise.

    Words can always be told otherwise; for other changes the action is taken out and recorded anew, which only the
    last of a season can be (AMB-94).
    """
    action = character.actions[place]
    asked = _season(rulebook, character, action.season)

    def do(now: Character, given: Answers) -> Character:
        before = act.fitted(Answers(answers_of(character, action))).values
        others = (each.id for each in asked.parameters(given) if each.id not in _WORDS)
        if all(given.values[id] == before.get(id) for id in others):
            return set_action_texts(now, place, title=given.text("title"), outcome=given.key("outcome"))
        lent = with_coins(now, action.coins)  # what it earned may be spent, as long as it still earns as much
        changed = asked.record(remove_action(lent, place), given, action.on)
        if changed.coins < action.coins:
            raise refuse("coins-spent-already", "OFF-9", coins=action.coins, have=now.coins)
        return with_coins(changed, -action.coins)

    act = Act("rewrite-action", "session", asked.parameters, do)
    return act


def gain_asset() -> Act[Character]:
    """Return gaining an asset that no action brought, for the season or, by the GM's word, for good."""

    def do(now: Character, given: Answers) -> Character:
        return add_asset(now, given.text("asset"), season=None if given.key("stay") == FOR_GOOD else season_now(now))

    return Act.asking("gain-asset", "resource", do, *_ASSET)


def answers_of(character: Character, action: SeasonAction) -> dict[str, Value]:
    """Return an action of the diary as answers; to a skill or difficulty the rulebook lacks the answer fits none."""
    kept = [each.season for each in character.assets if each.name == action.made]
    found: dict[str, Value] = {"kind": action.kind.value, "title": action.title, "outcome": action.outcome}
    found |= {"skill": action.skill, "successes": action.successes, "asset": action.made}
    if action.kind is ActionKind.INCOME:
        return {**found, "assets": action.assets}
    lasting = bool(action.made) and action.season not in kept and None in kept
    return {**found, "difficulty": action.difficulty, "stay": FOR_GOOD if lasting else SEASON}


def is_strategic(given: Answers) -> bool:
    """Return whether something else is done than earning coins."""
    return given.key("kind") == ActionKind.STRATEGIC


def key_of(given: Answers, id: str) -> str:
    """Return the skill or difficulty answered, "" for none."""
    return given.key(id) if given.key(id) != NONE else ""


def assets_counted(rulebook: Rulebook, given: Answers) -> int:
    """Return how many assets earn along with the skill answered."""
    return given.number("assets") if assets_count(rulebook, given) else 0


def assets_count(rulebook: Rulebook, given: Answers) -> bool:
    """Return whether assets earn along with the skill answered, or may with one still to be chosen."""
    skill = key_of(given, "skill")
    return not skill or income_rate(rulebook, skill).assets_count


def skills_thrown(rulebook: Rulebook) -> tuple[str, ...]:
    """Return the skills, and the two aptitudes without a skill."""
    return (*(skill.id for skill in rulebook.skills), PHYSICAL, MENTAL)


def _season(rulebook: Rulebook, character: Character, season: int) -> _Season:
    there = min(len(assets_now(rulebook, character, season)), MOST_COUNTED_ASSETS)
    return _Season(rulebook, season, there, _skills_refused(rulebook, character, season))


def _skills_refused(rulebook: Rulebook, character: Character, season: int) -> dict[str, Reason]:
    """Return why skills may not be tried in a season, by skill: in one gone by with all dice (AMB-95)."""
    whole = character if season == season_now(character) else character.with_(lost=())
    dice = task_pool(rulebook, whole)
    refused = {}
    for skill in skills_thrown(rulebook):
        found = attempts.eligibility(rulebook, character.house_rules, Task(skill, against=0), dice)
        if not found.allowed:
            refused[skill] = found.reason
    return refused
