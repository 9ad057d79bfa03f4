"""The Basics on disk: files of its characters, and the tables shipped with the program."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, Literal

from bones_desktop.rules.basics.book import Book, Budget, Difficulty
from bones_desktop.rules.basics.character import BasicsCharacter
from bones_desktop.rules.values import Limits, Value
from bones_desktop.storage.files.characterfile import FORMAT, LARGEST, SUFFIX, CharacterFileError
from bones_desktop.storage.files.datafile import Form
from bones_desktop.storage.games.tables import load_table


@dataclass(frozen=True, slots=True, kw_only=True)
class BasicsCharacterFile(Value):
    """All that stands in the file."""

    format: Literal["bones-desktop"] = FORMAT
    schema: Annotated[int, Limits(ge=1)]
    system: Literal["basics"] = "basics"
    character: BasicsCharacter


BASICS_CHARACTERS: Final[Form[BasicsCharacter]] = Form(
    FORMAT, "basics", "character", BasicsCharacterFile, SUFFIX, LARGEST, CharacterFileError, "not-character"
)


def load_book(folder: Path) -> Book:
    """Return the tables kept in `folder`; TableError names the file that is wrong."""
    return Book(load_table(folder / "difficulties.json", Difficulty), load_table(folder / "budgets.json", Budget))
