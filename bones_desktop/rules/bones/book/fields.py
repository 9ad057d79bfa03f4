"""What a field of a file may hold: limits, the types made of them, and texts brought within them.

A type carries its limit or pattern as `Limits`, checked wherever a value is read or made.

Codes refused: text-too-long (most).
"""

from typing import Annotated, Final

from bones_desktop.rules.bones.book.calendar import MOST_DAYS
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.reasons import refuse
from bones_desktop.rules.typedtext import clean_text, one_line
from bones_desktop.rules.values import Limits

FACES: Final = 6
MOST_DICE: Final = 40
"""More than any printed creature has (Fire Drake: 15); keeps a hostile file small."""
MOST_GIFT: Final = 100
"""Spiffs that one award may give."""
"""Characters of a tag."""
LINE: Final = 200
"""Characters of a text in one line."""
NOTE: Final = 2_000
"""Characters of a note."""
TEXT: Final = 200_000
"""Characters of a long text."""
MOST_COUNTED: Final = 10_000
"""Spiffs or sessions a character may hold."""
FASTEST: Final = 1_000
"""Metres of movement."""


Line = Annotated[str, Limits(max_length=LINE)]
Note = Annotated[str, Limits(max_length=NOTE)]
Prose = Annotated[str, Limits(max_length=NOTE, exact=True)]
"""A note that stands in paragraphs of its own and so turns nothing round."""
Text = Annotated[str, Limits(max_length=TEXT, exact=True)]
"""Long prose, which does so too."""
Id = Annotated[str, Limits(max_length=80, pattern=r"^[a-z0-9/_-]*$")]
Day = Annotated[str, Limits(pattern=r"^([0-9]{4}-[0-9]{2}-[0-9]{2})?$")]
"""A date as 2026-11-21, "" for an unknown one."""
GameDay = Annotated[int, Limits(ge=0, le=MOST_DAYS)]
"""A day of the calendar; 0 for an unknown one."""
GameSeason = Annotated[int, Limits(ge=-MOST_DAYS, le=MOST_DAYS)]
"""A season of the calendar, counted from 0; negative before the calendar of a campaign that was joined began."""
Base64 = Annotated[str, Limits(max_length=400_000, pattern=r"^[A-Za-z0-9+/]*={0,2}$")]
Faces = Annotated[tuple[Face, ...], Limits(min_length=FACES, max_length=FACES)]


def fit_line(text: str) -> str:
    """Return `text` as one line of at most LINE characters."""
    return _fit(one_line(text), LINE)


def cut_line(text: str) -> str:
    """Return `text`, which the program made, as one line, cut after LINE characters."""
    return one_line(text)[:LINE]


def fit_note(text: str) -> str:
    """Return `text` as a note of at most NOTE characters."""
    return _fit(clean_text(text), NOTE)


def fit_text(text: str) -> str:
    """Return `text` as a long text of at most TEXT characters."""
    return _fit(clean_text(text), TEXT)


def fit_typed(text: str, most: int) -> str:
    """Return `text` while it is being typed: spaces stay, and line ends too unless `most` is LINE."""
    kept = _fit(clean_text(text), most)
    return " ".join(kept.splitlines()) if most == LINE else kept


def _fit(text: str, most: int) -> str:
    if len(text) > most:
        raise refuse("text-too-long", "", most=most)
    return text
