"""An action as it is being written down, and the edits that put it into the diary."""

from dataclasses import dataclass, replace

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.playstate import ActionKind, SeasonAction
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.life.seasons import (
    record_income,
    record_strategic,
    remove_action,
    set_action_texts,
    with_coins,
)
from bones_desktop.rules.reasons import refuse
from bones_desktop.wording.seasons import is_skill


@dataclass(frozen=True, slots=True)
class ActionDraft:
    """What is chosen and typed of one action; numbers as in SeasonAction."""

    kind: ActionKind = ActionKind.INCOME
    title: str = ""
    skill: str = ""
    """"" for none; another action than income is done without a throw then, whatever numbers are left below."""
    difficulty: str = ""
    successes: int = 0
    assets: int | None = None
    """Assets that earn along; None for all there are."""
    outcome: str = ""
    asset: str = ""
    """What it brings."""
    lasting: bool = False


def draft_of(rulebook: Rulebook, character: Character, action: SeasonAction) -> ActionDraft:
    """Return an action of the diary to be changed; a skill or difficulty the rulebook lacks is left open."""
    known = any(each.id == action.difficulty for each in rulebook.difficulties)
    kept = [each.season for each in character.assets if each.name == action.made]
    return ActionDraft(
        kind=action.kind,
        title=action.title,
        skill=action.skill if is_skill(rulebook, action.skill) else "",
        difficulty=action.difficulty if known else "",
        successes=action.successes,
        assets=action.assets,
        outcome=action.outcome,
        asset=action.made,
        lasting=bool(action.made) and action.season not in kept and None in kept,
    )


def recorded(rulebook: Rulebook, character: Character, draft: ActionDraft, today: str, season: int) -> Character:
    """Return the character with the action in the diary of `season`; RulesError as `seasons`."""
    if draft.kind is ActionKind.INCOME:
        return record_income(
            rulebook,
            character,
            today,
            skill=draft.skill,
            successes=draft.successes,
            title=draft.title,
            outcome=draft.outcome,
            season=season,
            assets=draft.assets,
        )
    return record_strategic(
        rulebook,
        character,
        today,
        title=draft.title,
        skill=draft.skill,
        difficulty=draft.difficulty if draft.skill else "",
        successes=draft.successes if draft.skill else 0,
        outcome=draft.outcome,
        season=season,
        asset=draft.asset,
        lasting=draft.lasting,
    )


def rewritten(rulebook: Rulebook, character: Character, place: int, draft: ActionDraft) -> Character:
    """Return the character with the action at `place` replaced by the draft.

    Words can always be told otherwise; for other changes the action is taken out and recorded anew, which only the
    last of a season can be (AMB-94). RulesError as `seasons`.
    """
    action = character.actions[place]
    before = draft_of(rulebook, character, action)
    if replace(draft, title=before.title, outcome=before.outcome) == before:
        return set_action_texts(character, place, title=draft.title, outcome=draft.outcome)
    lent = with_coins(character, action.coins)  # what it earned may be spent, as long as it still earns as much
    changed = recorded(rulebook, remove_action(lent, place), draft, action.on, action.season)
    if changed.coins < action.coins:
        raise refuse("coins-spent-already", "OFF-9", coins=action.coins, have=character.coins)
    return with_coins(changed, -action.coins)
