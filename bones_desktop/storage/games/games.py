"""The smaller games with their files and tables, in the order in which they are offered."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Generic

from bones_desktop.rules.five_modes.game import FIVE_MODES
from bones_desktop.rules.games import Book, Game, Who
from bones_desktop.storage.files.characterfile import CHARACTERS, CharacterFileError
from bones_desktop.storage.files.datafile import DataFile, Form
from bones_desktop.storage.files.locations import shipped
from bones_desktop.storage.games.fivemodes import ADVENTURERS, load_book


@dataclass(frozen=True)
class SmallGame(Generic[Who, Book]):
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


SMALL_GAMES: Final[tuple[SmallGame[Any, Any], ...]] = (SmallGame(FIVE_MODES, ADVENTURERS, load_book),)


def form_of(game: str) -> Form[Any]:
    """Return the form of the files of a game's characters, BONES among them; KeyError for one not known."""
    forms: dict[str, Form[Any]] = {CHARACTERS.system: CHARACTERS}
    return (forms | {each.game.id: each.form for each in SMALL_GAMES})[game]


def read_any(path: Path) -> tuple[str, DataFile[Any]]:
    """Return the character in a file of any game, after the id of its game; errors as `Form.read`.

    A file of a game that this program does not know is refused as "other-system".
    """
    try:
        return CHARACTERS.system, CHARACTERS.read(path)
    except CharacterFileError as error:
        small = game_of(error.hint) if error.is_foreign else None
        if small is None:
            raise
        return small.game.id, small.form.read(path)


def game_of(id: str) -> SmallGame[Any, Any] | None:
    """Return the game of an id; None when it is none of these."""
    return next((each for each in SMALL_GAMES if each.game.id == id), None)
