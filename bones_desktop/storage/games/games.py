"""The games with their files and tables, in the order in which they are offered."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Generic

from bones_desktop.rules.basics.game import BASICS
from bones_desktop.rules.bones.game import BONES
from bones_desktop.rules.five_modes.game import FIVE_MODES
from bones_desktop.rules.games import Book, Game, Who
from bones_desktop.rules.margin.game import MARGIN
from bones_desktop.rules.story_bones.game import STORY_BONES
from bones_desktop.storage.files.characterfile import CHARACTERS, CharacterFileError
from bones_desktop.storage.files.datafile import DataFile, Form
from bones_desktop.storage.files.locations import shipped
from bones_desktop.storage.games import basics, fivemodes, margin, storybones
from bones_desktop.storage.rulebook.rulebookfile import load_rulebook


@dataclass(frozen=True)
class StoredGame(Generic[Who, Book]):
    """A game, how its characters are stored, and its tables."""

    game: Game[Who, Book]
    form: Form[Who]
    load: Callable[[Path], Book]

    @cached_property
    def book(self) -> Book:
        """The tables, read when they are first needed."""
        return self.load(shipped("resources") / "games" / self.game.id)

    @cached_property
    def samples(self) -> tuple[Path, ...]:
        """The files of its sample characters."""
        return tuple(sorted((shipped("resources") / "games" / self.game.id / "samples").glob(f"*{self.form.suffix}")))


SMALL_GAMES: Final[tuple[StoredGame[Any, Any], ...]] = (
    StoredGame(FIVE_MODES, fivemodes.ADVENTURERS, fivemodes.load_book),
    StoredGame(STORY_BONES, storybones.STORY_CHARACTERS, storybones.load_book),
    StoredGame(BASICS, basics.BASICS_CHARACTERS, basics.load_book),
    StoredGame(MARGIN, margin.MARGIN_CHARACTERS, margin.load_book),
)
"""Those on the pages that games share; BONES has its own."""
GAMES: Final[tuple[StoredGame[Any, Any], ...]] = (StoredGame(BONES, CHARACTERS, load_rulebook), *SMALL_GAMES)


def form_of(game: str) -> Form[Any]:
    """Return the form of the files of a game's characters; KeyError for one not known."""
    return {each.game.id: each.form for each in GAMES}[game]


def read_any(path: Path) -> tuple[StoredGame[Any, Any], DataFile[Any]]:
    """Return the character in a file of any game, after its game; errors as `Form.read`.

    A file of a game that this program does not know is refused as "other-system".
    """
    first = GAMES[0]
    try:
        return first, first.form.read(path)
    except CharacterFileError as error:
        other = game_of(error.hint) if error.is_foreign else None
        if other is None:
            raise
        return other, other.form.read(path)


def game_of(id: str) -> StoredGame[Any, Any] | None:
    """Return the game of an id; None when there is none."""
    return next((each for each in GAMES if each.game.id == id), None)
