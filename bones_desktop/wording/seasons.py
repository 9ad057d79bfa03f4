"""Texts about the game's time and money: days of the calendar, seasons with their actions, and coins."""

from collections.abc import Callable

from bones_desktop.rules.bones.book.character import ActionKind, CoinEntry, SeasonAction
from bones_desktop.rules.bones.book.fields import Season, game_date
from bones_desktop.rules.bones.book.icons import MENTAL, PHYSICAL
from bones_desktop.rules.bones.book.notation import icon_name
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.life.seasons import (
    ACTIONS_A_SEASON,
    AssetSource,
    Diary,
    DiarySeason,
    OwnedAsset,
    without_throw,
)
from bones_desktop.rules.bones.reading.plays import income_rate
from bones_desktop.wording.language import _, ngettext
from bones_desktop.wording.table import skill_name

Counted = Callable[[int], str]
"""Function that returns a number as it is written in the user's country."""


def season_word(season: Season) -> str:
    """Return the name of a season for use within a sentence: "spring"."""
    return {
        Season.WINTER: _("winter"),
        Season.SPRING: _("spring"),
        Season.SUMMER: _("summer"),
        Season.FALL: _("fall"),
    }[season]


def game_day_words(day: int, first_year: int) -> str:
    """Return a day of the calendar: "Day 12 of spring, year 2"."""
    date = game_date(day, first_year)
    return _("Day {day} of {season}, year {year}").format(day=date.day, season=season_word(date.season), year=date.year)


def game_date_words(day: int, first_year: int) -> str:
    """Return a day of the calendar with its week: "Day 12 of spring, year 2, week 2"."""
    said = _("{day}, week {week}")
    return said.format(day=game_day_words(day, first_year), week=game_date(day, first_year).week)


def days_words(days: int) -> str:
    """Return a span of days: "1 day", "12 days"."""
    return ngettext("1 day", "{n} days", days).format(n=days)


def season_title(name: Season, year: int) -> str:
    """Return a season as a heading: "Spring, year 2"."""
    word = season_word(name)
    return _("{season}, year {year}").format(season=word[:1].upper() + word[1:], year=year)


def season_within(name: Season, year: int) -> str:
    """Return a season for use within a sentence: "spring of year 2"."""
    return _("{season} of year {year}").format(season=season_word(name), year=year)


def actions_left_words(left: int) -> str:
    """Return the number of actions left in the present season: "1 of 3 actions left"."""
    if not left:
        return _("All {n} actions are done").format(n=ACTIONS_A_SEASON)
    return _("{left} of {n} actions left").format(left=left, n=ACTIONS_A_SEASON)


def coins_words(coins: int, counted: Counted = str) -> str:
    """Return "1 coin", "1,250 coins"."""
    return ngettext("1 coin", "{n} coins", coins).format(n=counted(coins))


def coins_by_words(coins: int, counted: Counted = str) -> str:
    """Return coins gained or spent, with a sign: "+250 coins", "−1 coin"."""
    # A typographic minus sign, as wide as the plus.
    sign = "−" if coins < 0 else "+"
    return sign + coins_words(abs(coins), counted)


def successes_words(successes: int) -> str:
    """Return "1 success", "2 successes"."""
    return ngettext("1 success", "{n} successes", successes).format(n=successes)


def assets_words(assets: int) -> str:
    """Return "1 asset", "2 assets"."""
    return ngettext("1 asset", "{n} assets", assets).format(n=assets)


def known_skill_name(rulebook: Rulebook, skill: str) -> str:
    """Return the name of a skill; the id if its pack is missing."""
    is_known = skill in {PHYSICAL, MENTAL} or any(each.id == skill for each in rulebook.skills)
    return skill_name(rulebook, skill) if is_known else icon_name(rulebook, skill)


def known_difficulty_name(rulebook: Rulebook, difficulty: str) -> str:
    """Return the name of a difficulty; the id if it is unknown."""
    return next((each.name for each in rulebook.difficulties if each.id == difficulty), difficulty)


def action_title(rulebook: Rulebook, action: SeasonAction) -> str:
    """Return the title of an action: the player's title if there is one, otherwise the program's."""
    return action.title or action_check(rulebook, action)


def action_check(rulebook: Rulebook, action: SeasonAction) -> str:
    """Return the roll of an action ("Income with Scholar", "Scholar against Difficult"); "" if it is unknown."""
    skill = known_skill_name(rulebook, action.skill) if action.skill else ""
    if action.kind is ActionKind.INCOME:
        return _("Income with {skill}").format(skill=skill) if skill else _("Income")
    if not action.difficulty:
        return skill
    difficulty = known_difficulty_name(rulebook, action.difficulty)
    return _("{skill} against {other}").format(skill=skill, other=difficulty) if skill else difficulty


def net_words(net: int) -> str:
    """Return the words for net successes: "Success by 2", "A tie: failure", "Failure by 1"."""
    if not net:
        return _("A tie: failure")
    return _("Success by {n}").format(n=net) if net > 0 else _("Failure by {n}").format(n=-net)


def action_result(action: SeasonAction, counted: Counted = str) -> str:
    """Return the result of an action: "+300 coins", "Success by 1", "Failure by 5"; "" without a roll."""
    if without_throw(action):
        return ""
    if action.kind is ActionKind.INCOME:
        return coins_by_words(action.coins, counted)
    return net_words(action.successes)


def income_parts(action: SeasonAction) -> str:
    """Return the numbers from which the income of an action is calculated: "2 successes and 1 asset"."""
    said = successes_words(action.successes)
    if not action.assets:
        return said
    return _("{successes} and {assets}").format(successes=said, assets=assets_words(action.assets))


def income_sum(rulebook: Rulebook, skill: str, successes: int, assets: int, coins: int, counted: Counted = str) -> str:
    """Return the calculation of an income: "100 × (2 successes + 1 asset) = 300 coins" (OFF-6..8)."""
    rate = income_rate(rulebook, skill)
    earned, said = coins_words(coins, counted), successes_words(successes)
    if not rate.assets_count:
        return _("{rate} × {successes} = {coins}").format(rate=rate.coins, successes=said, coins=earned)
    return _("{rate} × ({successes} + {assets}) = {coins}").format(
        rate=rate.coins, successes=said, assets=assets_words(assets), coins=earned
    )


def asset_source_words(asset: OwnedAsset) -> str:
    """Return the source of an asset and how long it lasts."""
    return {
        AssetSource.TEMPORARY: _("this season"),
        AssetSource.LASTING: _("for good"),
        AssetSource.MASTERY: asset.mastery,
    }[asset.source]


def coin_entry_words(entry: CoinEntry) -> str:
    """Return the reason for spent or gained coins."""
    return entry.note or (_("Spent") if entry.by < 0 else _("Received"))


def coin_sums(found: Diary | DiarySeason, counted: Counted = str) -> str:
    """Return the coins of a diary or a season: "earned 300, received 50, spent 120"; "" if there were none."""
    parts = (
        (found.earned, _("earned {n}")),
        (found.received, _("received {n}")),
        (found.spent, _("spent {n}")),
        (found.brought if isinstance(found, Diary) else 0, _("from before {n}")),
    )
    return ", ".join(words.format(n=counted(coins)) for coins, words in parts if coins)


def action_note(rulebook: Rulebook, action: SeasonAction) -> str:
    """Return a line with the roll of an action, the parts of an income, and the asset gained.

    The roll is left out if it is already the title.
    """
    check = action_check(rulebook, action)
    parts = (
        check if check != action_title(rulebook, action) else "",
        income_parts(action) if action.kind is ActionKind.INCOME else "",
        _("brought: {asset}").format(asset=action.made) if action.made else "",
    )
    return " · ".join(part for part in parts if part)
