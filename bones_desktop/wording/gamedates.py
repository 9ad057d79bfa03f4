"""Days of the game's calendar in words."""

from collections.abc import Callable

from bones_desktop.rules.bones.book.calendar import Season, game_date

Translate = Callable[[str], str]


def season_word(season: Season, tr: Translate) -> str:
    """Return the name of a season as it stands within a sentence: "spring"."""
    return {
        Season.WINTER: tr("winter"),
        Season.SPRING: tr("spring"),
        Season.SUMMER: tr("summer"),
        Season.FALL: tr("fall"),
    }[season]


def game_day_words(day: int, first_year: int, tr: Translate) -> str:
    """Return a day of the calendar: "Day 12 of spring, year 2"."""
    date = game_date(day, first_year)
    return tr("Day {day} of {season}, year {year}").format(
        day=date.day, season=season_word(date.season, tr), year=date.year
    )


def game_date_words(day: int, first_year: int, tr: Translate) -> str:
    """Return a day of the calendar with its week: "Day 12 of spring, year 2, week 2"."""
    said = tr("{day}, week {week}")
    return said.format(day=game_day_words(day, first_year, tr), week=game_date(day, first_year).week)


def days_words(days: int, tr: Translate) -> str:
    """Return a span of days: "1 day", "12 days"."""
    return tr("1 day") if days == 1 else tr("{n} days").format(n=days)
