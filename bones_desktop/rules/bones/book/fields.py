"""Types for the fields of a file: limits, types with limits, functions that shorten texts, and calendar days.

A type carries its limit or pattern as `Limits`, which is checked wherever a value is read or made. A year is four
seasons of thirteen weeks (OFF-2), counted from day 1.

Codes refused: text-too-long (most).
"""

from enum import StrEnum
from typing import Annotated, Final

from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.reasons import refuse
from bones_desktop.rules.records import Record
from bones_desktop.rules.typedtext import clean_text, one_line
from bones_desktop.rules.values import Limits

DAYS_A_WEEK: Final = 7
DAYS_A_SEASON: Final = 91
SEASONS_A_YEAR: Final = 4
MOST_DAYS: Final = 1_000_000
"""Last day of the calendar."""


class Season(StrEnum):
    """The seasons in the order of the year (OFF-2)."""

    WINTER = "winter"
    SPRING = "spring"
    SUMMER = "summer"
    FALL = "fall"


class GameDate(Record):
    """A day of the calendar, by season."""

    year: int
    """Number of the year in the calendar."""
    season: Season
    day: int
    """Day of the season, from 1."""
    week: int
    """Week of the season, from 1."""


def season_of(day: int) -> int:
    """Return the number of the season that contains a day; the calendar begins with season 0, a winter."""
    return (day - 1) // DAYS_A_SEASON


def season_name(season: int) -> Season:
    """Return the name of the season with this number."""
    return tuple(Season)[season % SEASONS_A_YEAR]


def year_of(season: int, first_year: int = 1) -> int:
    """Return the year that contains the season with this number."""
    return first_year + season // SEASONS_A_YEAR


def first_day_of(season: int) -> int:
    """Return the first day of the season with this number."""
    return season * DAYS_A_SEASON + 1


def days_to_next_season(day: int) -> int:
    """Return the number of days until the next season begins."""
    return first_day_of(season_of(day) + 1) - day


def game_date(day: int, first_year: int = 1) -> GameDate:
    """Return a day of the calendar as a year, a season and a day of the season."""
    season = season_of(day)
    inside = day - first_day_of(season)
    return GameDate(year_of(season, first_year), season_name(season), inside + 1, inside // DAYS_A_WEEK + 1)


FACES: Final = 6
MOST_DICE: Final = 40
"""Maximum number of dice of a character. The limit keeps a hostile file small.

The largest printed creature has 15 (Fire Drake).
"""
MOST_GIFT: Final = 100
"""Maximum number of spiffs in one award."""
LINE: Final = 200
"""Maximum length of a one-line text, in characters."""
NOTE: Final = 2_000
"""Maximum length of a note, in characters."""
TEXT: Final = 200_000
"""Maximum length of a long text, in characters."""
MOST_COUNTED: Final = 10_000
"""Maximum number of spiffs or sessions of a character."""
FASTEST: Final = 1_000
"""Maximum movement in metres."""


Line = Annotated[str, Limits(max_length=LINE)]
Note = Annotated[str, Limits(max_length=NOTE)]
Prose = Annotated[str, Limits(max_length=NOTE, exact=True)]
"""A note shown in a separate paragraph, so that its bidirectional control characters cannot affect other text."""
Text = Annotated[str, Limits(max_length=TEXT, exact=True)]
"""Long prose, also shown in separate paragraphs."""
Id = Annotated[str, Limits(max_length=80, pattern=r"^[a-z0-9/_-]*$")]
Day = Annotated[str, Limits(pattern=r"^([0-9]{4}-[0-9]{2}-[0-9]{2})?$")]
"""A date such as 2026-11-21; "" if the date is unknown."""
GameDay = Annotated[int, Limits(ge=0, le=MOST_DAYS)]
"""A day of the calendar; 0 if the day is unknown."""
GameSeason = Annotated[int, Limits(ge=-MOST_DAYS, le=MOST_DAYS)]
"""The number of a season of the calendar, from 0; negative for a season before the calendar of the campaign began."""
Base64 = Annotated[str, Limits(max_length=400_000, pattern=r"^[A-Za-z0-9+/]*={0,2}$")]
Faces = Annotated[tuple[Face, ...], Limits(min_length=FACES, max_length=FACES)]


def fit_line(text: str) -> str:
    """Return `text` as one line of at most LINE characters."""
    return _fit(one_line(text), LINE)


def cut_line(text: str) -> str:
    """Return a text from the program as one line, cut off after LINE characters."""
    return one_line(text)[:LINE]


def fit_note(text: str) -> str:
    """Return `text` as a note of at most NOTE characters."""
    return _fit(clean_text(text), NOTE)


def fit_text(text: str) -> str:
    """Return `text` as a long text of at most TEXT characters."""
    return _fit(clean_text(text), TEXT)


def fit_typed(text: str, most: int) -> str:
    """Return a text that the user is still typing, of at most `most` characters.

    Spaces are kept. Line ends are kept too, unless `most` is LINE.
    """
    kept = _fit(clean_text(text), most)
    return " ".join(kept.splitlines()) if most == LINE else kept


def _fit(text: str, most: int) -> str:
    if len(text) > most:
        raise refuse("text-too-long", "", most=most)
    return text
