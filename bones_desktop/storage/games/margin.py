"""Margin on disk: files of its characters, and the tables shipped with the program."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, Literal

from bones_desktop.rules.margin.book import Book, BookPower, Difficulty, Trained
from bones_desktop.rules.margin.character import MarginCharacter
from bones_desktop.rules.values import Limits, Value
from bones_desktop.storage.files.characterfile import FORMAT, LARGEST, SUFFIX, CharacterFileError
from bones_desktop.storage.files.datafile import Form
from bones_desktop.storage.games.tables import load_table


@dataclass(frozen=True, slots=True, kw_only=True)
class MarginCharacterFile(Value):
    """All that stands in the file."""

    format: Literal["bones-desktop"] = FORMAT
    schema: Annotated[int, Limits(ge=1)]
    system: Literal["margin"] = "margin"
    character: MarginCharacter


MARGIN_CHARACTERS: Final[Form[MarginCharacter]] = Form(
    FORMAT, "margin", "character", MarginCharacterFile, SUFFIX, LARGEST, CharacterFileError, "not-character"
)


def load_book(folder: Path) -> Book:
    """Return the tables kept in `folder`; TableError names the file that is wrong."""
    return Book(
        load_table(folder / "difficulties.json", Difficulty),
        load_table(folder / "skills.json", Trained),
        load_table(folder / "powers.json", BookPower),
    )
