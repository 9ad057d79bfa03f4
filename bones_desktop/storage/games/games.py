"""The smaller games with their files and tables, in the order in which they are offered."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Generic

from bones_desktop.rules.five_modes.game import FIVE_MODES
from bones_desktop.rules.games import Book, Game, Who
from bones_desktop.storage.files.datafile import Form
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


SMALL_GAMES: Final[tuple[SmallGame[Any, Any], ...]] = (SmallGame(FIVE_MODES, ADVENTURERS, load_book),)


def game_of(id: str) -> SmallGame[Any, Any] | None:
    """Return the game of an id; None when it is none of these."""
    return next((each for each in SMALL_GAMES if each.game.id == id), None)
