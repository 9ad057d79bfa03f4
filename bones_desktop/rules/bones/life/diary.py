"""The diary of a character's seasons, as it is shown and printed (OFF-1..12)."""

from dataclasses import dataclass

from bones_desktop.rules.bones.book.calendar import Season, season_name, year_of
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.playstate import CoinEntry, SeasonAction
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.life.seasons import (
    AssetSource,
    OwnedAsset,
    actions_left,
    assets_now,
    season_now,
    succeeded,
    without_throw,
)


@dataclass(frozen=True, slots=True)
class DiaryAction:
    """An action as the diary shows it."""

    place: int
    """Which of the character's actions it is, counted from 0."""
    action: SeasonAction
    success: bool | None
    """None where nothing was thrown."""
    is_last: bool
    """Whether it is the last of its season, which alone can be taken out."""


@dataclass(frozen=True, slots=True)
class DiarySeason:
    """One season. Numbers are coins, except `left`."""

    season: int
    """Counted from 0."""
    name: Season
    year: int
    actions: tuple[DiaryAction, ...]
    left: int
    """Strategic actions still to do; those of a past season are lost."""
    assets: tuple[str, ...]
    """Temporary ones, by name."""
    entries: tuple[CoinEntry, ...]
    """What coins went to, and what they came from other than income."""
    earned: int
    """By income actions."""
    received: int
    spent: int


@dataclass(frozen=True, slots=True)
class Diary:
    """The seasons in which something was done, and the present one, oldest first. Numbers are coins."""

    seasons: tuple[DiarySeason, ...]
    standing: tuple[OwnedAsset, ...]
    """Assets that stay, and those of masteries, as they are now."""
    earned: int
    received: int
    spent: int
    brought: int
    """Those that neither an action nor an entry accounts for, such as those from before the diary began."""
    coins: int
    """What is there now: brought, earned and received, less what was spent."""


def diary(rulebook: Rulebook, character: Character, first_year: int = 1) -> Diary:
    """Return the diary; `first_year` is the year the calendar's first winter lies in."""
    now = season_now(character)
    numbers = {now}
    numbers.update(action.season for action in character.actions)
    numbers.update(entry.season for entry in character.coin_ledger)
    numbers.update(asset.season for asset in character.assets if asset.season is not None)
    parts = {number: _Parts([], [], []) for number in numbers}
    for place, action in enumerate(character.actions):
        parts[action.season].actions.append((place, action))
    for entry in character.coin_ledger:
        parts[entry.season].entries.append(entry)
    for asset in character.assets:
        if asset.season is not None:
            parts[asset.season].assets.append(asset.name)
    seasons = tuple(_season(character, number, parts[number], now, first_year) for number in sorted(numbers))
    earned, received, spent = (
        sum(each.earned for each in seasons),
        sum(each.received for each in seasons),
        sum(each.spent for each in seasons),
    )
    return Diary(
        seasons,
        tuple(each for each in assets_now(rulebook, character) if each.source is not AssetSource.TEMPORARY),
        earned,
        received,
        spent,
        character.coins - earned - received + spent,
        character.coins,
    )


@dataclass(frozen=True, slots=True)
class _Parts:
    """What a character has of one season."""

    actions: list[tuple[int, SeasonAction]]
    entries: list[CoinEntry]
    assets: list[str]


def _season(character: Character, number: int, parts: _Parts, now: int, first_year: int) -> DiarySeason:
    last = parts.actions[-1][0] if parts.actions else -1
    actions = tuple(
        DiaryAction(place, action, None if without_throw(action) else succeeded(action), place == last)
        for place, action in parts.actions
    )
    return DiarySeason(
        number,
        season_name(number),
        year_of(number, first_year),
        actions,
        actions_left(character, number) if number == now else 0,
        tuple(parts.assets),
        tuple(parts.entries),
        sum(each.action.coins for each in actions),
        sum(entry.by for entry in parts.entries if entry.by > 0),
        -sum(entry.by for entry in parts.entries if entry.by < 0),
    )
