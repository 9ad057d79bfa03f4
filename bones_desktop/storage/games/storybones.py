"""Story Bones on disk: files of its characters, and the tables shipped with the program."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, Literal

from bones_desktop.rules.story_bones.book import Book, Event, Target, VagueTrait
from bones_desktop.rules.story_bones.character import StoryCharacter
from bones_desktop.rules.values import Limits, Value
from bones_desktop.storage.files.characterfile import FORMAT, LARGEST, SUFFIX, CharacterFileError
from bones_desktop.storage.files.datafile import Form
from bones_desktop.storage.games.tables import load_table


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryCharacterFile(Value):
    """All that stands in the file."""

    format: Literal["bones-desktop"] = FORMAT
    schema: Annotated[int, Limits(ge=1)]
    system: Literal["story_bones"] = "story_bones"
    character: StoryCharacter


STORY_CHARACTERS: Final[Form[StoryCharacter]] = Form(
    FORMAT, "story_bones", "character", StoryCharacterFile, SUFFIX, LARGEST, CharacterFileError, "not-character"
)


def load_book(folder: Path) -> Book:
    """Return the tables kept in `folder`; TableError names the file that is wrong."""
    return Book(
        load_table(folder / "targets.json", Target),
        load_table(folder / "vague.json", VagueTrait),
        load_table(folder / "events.json", Event),
    )
