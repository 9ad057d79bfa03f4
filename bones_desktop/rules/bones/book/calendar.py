"""Days, weeks and seasons of the game: a year is four seasons of thirteen weeks (OFF-2), counted from day 1."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

DAYS_A_WEEK: Final = 7
DAYS_A_SEASON: Final = 91
SEASONS_A_YEAR: Final = 4
MOST_DAYS: Final = 1_000_000
"""The last day the calendar knows."""


class Season(StrEnum):
    """The seasons in the order of the year (OFF-2)."""

    WINTER = "winter"
    SPRING = "spring"
    SUMMER = "summer"
    FALL = "fall"


@dataclass(frozen=True, slots=True)
class GameDate:
    """A day of the calendar, told by season."""

    year: int
    """Counted from the year the calendar begins in."""
    season: Season
    day: int
    """Day of the season, from 1."""
    week: int
    """Week of the season, from 1."""


def season_of(day: int) -> int:
    """Return the season a day lies in, counted from 0, the winter the calendar begins with."""
    return (day - 1) // DAYS_A_SEASON


def season_name(season: int) -> Season:
    """Return which of the four a counted season is."""
    return tuple(Season)[season % SEASONS_A_YEAR]


def year_of(season: int, first_year: int = 1) -> int:
    """Return the year a counted season lies in."""
    return first_year + season // SEASONS_A_YEAR


def first_day_of(season: int) -> int:
    """Return the day a counted season begins on."""
    return season * DAYS_A_SEASON + 1


def days_to_next_season(day: int) -> int:
    """Return the days until the next season begins."""
    return first_day_of(season_of(day) + 1) - day


def game_date(day: int, first_year: int = 1) -> GameDate:
    """Return a day of the calendar by year, season and day of the season."""
    season = season_of(day)
    inside = day - first_day_of(season)
    return GameDate(year_of(season, first_year), season_name(season), inside + 1, inside // DAYS_A_WEEK + 1)
