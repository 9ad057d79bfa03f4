"""Acts of seasons and of growth: the diary, assets and coins (OFF-3..13, AMB-93..95), sessions and icons (IMP-1..9).

Codes refused: coins-spent-already (coins, have), choose-icon (), choose-earning-skill (), no-asset (), and those of
`seasons` and `improvement`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from bones_desktop.rules.acts import Act, Answers, Parameter, Value
from bones_desktop.rules.bones.book import attempts
from bones_desktop.rules.bones.book.advancement import is_finished
from bones_desktop.rules.bones.book.attempts import Task
from bones_desktop.rules.bones.book.character import STARTING_DICE, Character
from bones_desktop.rules.bones.book.characterdice import task_pool
from bones_desktop.rules.bones.book.fields import LINE, NOTE
from bones_desktop.rules.bones.book.icons import MENTAL, PHYSICAL, UNFILLED, face
from bones_desktop.rules.bones.book.playstate import ActionKind, SeasonAction
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.life.seasons import (
    MOST_COINS,
    MOST_COUNTED_ASSETS,
    MOST_SUCCESSES,
    add_asset,
    assets_now,
    come_by_coins,
    record_income,
    record_strategic,
    remove_action,
    remove_asset,
    season_now,
    set_action_texts,
    spend_coins,
    with_coins,
)
from bones_desktop.rules.bones.making import improvement
from bones_desktop.rules.bones.making.creation import APTITUDE_FACE, palette
from bones_desktop.rules.bones.reading.plays import income_rate
from bones_desktop.rules.reasons import Reason, reason, refuse

NONE: Final = "-"
"""Key of no skill (an action without a throw) and of no difficulty (a number named by the GM)."""
SEASON, FOR_GOOD = "season", "good"
"""Keys of how long an asset lasts."""
_ASSET: Final = (
    Parameter.text("asset", most=LINE),
    Parameter.choice("stay", (SEASON, FOR_GOOD)),
)
_WORDS: Final = frozenset({"title", "outcome"})


@dataclass(frozen=True, slots=True)
class _Season:
    """The season of an action."""

    rulebook: Rulebook
    number: int
    there: int
    """Assets available in it."""
    refused: Mapping[str, Reason]

    def parameters(self, given: Answers) -> tuple[Parameter, ...]:
        strategic = is_strategic(given)
        kind = Parameter.choice("kind", (ActionKind.INCOME.value, ActionKind.STRATEGIC.value))
        title = Parameter.text("title", most=LINE)
        none = NONE if strategic else ""
        skill = Parameter.choice("skill", (none, *skills_thrown(self.rulebook)), refused=self.refused)
        least = -MOST_SUCCESSES if strategic else 0
        unthrown = reason("no-successes-unthrown", "OFF-4") if strategic and not key_of(given, "skill") else None
        successes = replace(Parameter.number("successes", 0, least, MOST_SUCCESSES), why_not=unthrown)
        outcome = Parameter.text("outcome", most=NOTE)
        if not strategic:
            idle = None if assets_count(self.rulebook, given) else reason("assets-earn-nothing", "OFF-6")
            assets = Parameter.number("assets", self.there, most=MOST_COUNTED_ASSETS)
            return kind, title, skill, successes, replace(assets, why_not=idle), outcome
        levels = (NONE, *(each.id for each in self.rulebook.difficulties))
        difficulty = replace(Parameter.choice("difficulty", levels), why_not=unthrown)
        nothing = None if given.text("asset") else reason("asset-needs-name", "OFF-10")
        asset, stay = _ASSET
        return kind, title, skill, difficulty, successes, outcome, asset, replace(stay, why_not=nothing)

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
        if not skill:
            raise refuse("choose-earning-skill", "OFF-5")
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
    """Return the act of recording an action of a season."""
    asked = _season(rulebook, character, season)
    return Act("season-action", "session", asked.parameters, lambda now, given: asked.record(now, given, today))


def rewrite_action(rulebook: Rulebook, character: Character, place: int) -> Act[Character]:
    """Return the act of changing the action at `place` of the diary.

    Its words can always be changed; for other changes the action is removed and recorded again, which only the last one
    of a season allows (AMB-94).
    """
    action = character.actions[place]
    asked = _season(rulebook, character, action.season)

    def do(now: Character, given: Answers) -> Character:
        before = act.fitted(Answers(answers_of(character, action))).values
        others = (each.id for each in asked.parameters(given) if each.id not in _WORDS)
        if all(given.values[id] == before.get(id) for id in others):
            return set_action_texts(now, place, title=given.text("title"), outcome=given.key("outcome"))
        lent = with_coins(now, action.coins)  # Its coins may be spent, as long as it still earns as many.
        changed = asked.record(remove_action(lent, place), given, action.on)
        if changed.coins < action.coins:
            raise refuse("coins-spent-already", "OFF-9", coins=action.coins, have=now.coins)
        return with_coins(changed, -action.coins)

    act = Act("rewrite-action", "session", asked.parameters, do)
    return act


def gain_asset() -> Act[Character]:
    """Return the act of gaining an asset without an action, for the season or, by the GM's word, for good."""

    def do(now: Character, given: Answers) -> Character:
        return add_asset(now, given.text("asset"), season=None if given.key("stay") == FOR_GOOD else season_now(now))

    return Act.asking("gain-asset", "resource", do, *_ASSET)


def lose_asset(character: Character) -> Act[Character]:
    """Return the act of losing an asset that no mastery brings."""

    def do(now: Character, given: Answers) -> Character:
        return remove_asset(now, given.place("asset", len(now.assets), "no-asset"))

    return Act.asking("lose-asset", "resource", do, Parameter.place("asset", (each.name for each in character.assets)))


def coins(today: str) -> Act[Character]:
    """Return the act of getting coins without an action, or spending some, with the reason."""

    def do(now: Character, given: Answers) -> Character:
        by, note = given.number("value"), given.text("note")
        return spend_coins(now, -by, note, today) if by < 0 else come_by_coins(now, by, note, today)

    return Act.asking(
        "coins", "resource", do, Parameter.number("value", 1, -MOST_COINS, MOST_COINS), Parameter.text("note")
    )


def growth_acts(rulebook: Rulebook, character: Character, today: str) -> tuple[Act[Character], ...]:
    """Return the acts of finishing a player, awarding and removing sessions, and buying an icon (IMP-1, IMP-2)."""
    return (
        Act.asking("finish", "advance", lambda now, _given: improvement.finish(rulebook, now, today)),
        Act.asking(
            "award",
            "session",
            lambda now, given: improvement.award(now, given.number("sessions"), given.text("note"), today),
            Parameter.number("sessions", 1, -improvement.MOST_AWARDED, improvement.MOST_AWARDED),
            Parameter.text("note", most=LINE),
        ),
        _buy_icon(rulebook, character, today),
    )


def _buy_icon(rulebook: Rulebook, character: Character, today: str) -> Act[Character]:
    """Return the act of buying an icon for an empty face (IMP-3).

    "5-3" is the third face of the fifth die, which the icon may begin.
    """
    grown = improvement.with_next_die(rulebook, character)
    places = {
        f"{die + 1}-{place + 1}": (die, place)
        for die in range(STARTING_DICE, len(grown.dice))
        for place, shown in enumerate(grown.dice[die].faces)
        if shown.is_unfilled and (place != APTITUDE_FACE or die < len(character.dice))
    }
    which = Parameter.choice("face", places)

    def parameters(given: Answers) -> tuple[Parameter, ...]:
        place = places.get(given.key("face"))
        if not is_finished(character) or place is None:
            return (which,)
        offered = [each for each in palette(rulebook, grown, *place) if each.allowed]
        codes, names = (each.face.code for each in offered), (each.name for each in offered)
        return which, Parameter.choice("icon", codes, "", names=names)

    def do(now: Character, given: Answers) -> Character:
        # With nothing to choose, the purchase gives the reason: not finished, dice to fill first, or no more dice.
        die, place = places.get(given.key("face"), (len(now.dice), APTITUDE_FACE + 1))
        new = face(given.key("icon")) if given.key("icon") else UNFILLED
        if new.is_unfilled and places and is_finished(now):
            raise refuse("choose-icon", "IMP-2")
        return improvement.buy_icon(rulebook, now, die, place, new, today)

    return Act("buy-icon", "advance", parameters, do)


def answers_of(character: Character, action: SeasonAction) -> dict[str, Value]:
    """Return an action of the diary as answers; an unknown skill or difficulty fits no choice."""
    kept = [each.season for each in character.assets if each.name == action.made]
    found: dict[str, Value] = {"kind": action.kind.value, "title": action.title, "outcome": action.outcome}
    found |= {"skill": action.skill, "successes": action.successes, "asset": action.made}
    if action.kind is ActionKind.INCOME:
        return {**found, "assets": action.assets}
    lasting = bool(action.made) and action.season not in kept and None in kept
    return {**found, "difficulty": action.difficulty, "stay": FOR_GOOD if lasting else SEASON}


def is_strategic(given: Answers) -> bool:
    """Return whether the action is anything but earning coins."""
    return given.key("kind") == ActionKind.STRATEGIC


def key_of(given: Answers, id: str) -> str:
    """Return the skill or difficulty answered, "" for none."""
    return given.key(id) if given.key(id) != NONE else ""


def assets_counted(rulebook: Rulebook, given: Answers) -> int:
    """Return the number of assets that earn with the skill answered."""
    return given.number("assets") if assets_count(rulebook, given) else 0


def assets_count(rulebook: Rulebook, given: Answers) -> bool:
    """Return whether assets earn with the skill answered, or may with one still to be chosen."""
    skill = key_of(given, "skill")
    return not skill or income_rate(rulebook, skill).assets_count


def skills_thrown(rulebook: Rulebook) -> tuple[str, ...]:
    """Return the skills, and the two aptitudes without a skill."""
    return (*(skill.id for skill in rulebook.skills), PHYSICAL, MENTAL)


def _season(rulebook: Rulebook, character: Character, season: int) -> _Season:
    there = min(len(assets_now(rulebook, character, season)), MOST_COUNTED_ASSETS)
    return _Season(rulebook, season, there, _skills_refused(rulebook, character, season))


def _skills_refused(rulebook: Rulebook, character: Character, season: int) -> dict[str, Reason]:
    """Return why skills may not be tried in a season, by skill; for a past season all dice count (AMB-95)."""
    whole = character if season == season_now(character) else character.with_(lost=())
    dice = task_pool(rulebook, whole)
    refused = {}
    for skill in skills_thrown(rulebook):
        found = attempts.eligibility(rulebook, character.house_rules, Task(skill, against=0), dice)
        if not found.allowed:
            refused[skill] = found.reason
    return refused
