"""Five Modes on disk: files of adventurers, and the tables shipped with the program."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, Literal

from bones_desktop.rules.five_modes.book import Armour, Book, Kit, Thing
from bones_desktop.rules.five_modes.character import Adventurer
from bones_desktop.rules.values import Limits, Value
from bones_desktop.storage.files.characterfile import FORMAT, LARGEST, SUFFIX, CharacterFileError
from bones_desktop.storage.files.datafile import Form
from bones_desktop.storage.games.tables import load_table


@dataclass(frozen=True, slots=True, kw_only=True)
class AdventurerFile(Value):
    """All that stands in the file."""

    format: Literal["bones-desktop"] = FORMAT
    schema: Annotated[int, Limits(ge=1)]
    system: Literal["five_modes"] = "five_modes"
    character: Adventurer


ADVENTURERS: Final[Form[Adventurer]] = Form(
    FORMAT, "five_modes", "character", AdventurerFile, SUFFIX, LARGEST, CharacterFileError, "not-character"
)


def load_book(folder: Path) -> Book:
    """Return the tables kept in `folder`; TableError names the file that is wrong."""
    return Book(
        load_table(folder / "things.json", Thing),
        load_table(folder / "armour.json", Armour),
        load_table(folder / "kit.json", Kit),
    )
