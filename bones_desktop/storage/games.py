"""The games with their files, tables (JSON lists of values) and guides, in the order in which they are offered."""

import json
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

from bones_desktop.rules.basics import character as basics
from bones_desktop.rules.basics.character import BasicsCharacter
from bones_desktop.rules.basics.game import BASICS
from bones_desktop.rules.bones.game import BONES
from bones_desktop.rules.five_modes import character as five_modes
from bones_desktop.rules.five_modes.character import Adventurer
from bones_desktop.rules.five_modes.game import FIVE_MODES
from bones_desktop.rules.games import AnyCharacter, Book, Game, GlanceTable, Guide, GuidePage, Rule, Who, WorkedThrow
from bones_desktop.rules.margin import character as margin
from bones_desktop.rules.margin.character import MarginCharacter
from bones_desktop.rules.margin.game import MARGIN
from bones_desktop.rules.reasons import Problem, is_complete
from bones_desktop.rules.story_bones import character as story_bones
from bones_desktop.rules.story_bones.character import StoryCharacter
from bones_desktop.rules.story_bones.game import STORY_BONES
from bones_desktop.rules.values import checker
from bones_desktop.storage.files.characterfile import CHARACTERS, FORMAT, LARGEST, SUFFIX, CharacterFileError
from bones_desktop.storage.files.datafile import DataFile, Form
from bones_desktop.storage.files.locations import shipped
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.rulebookfile import shipped_rulebook


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


def _stored(game: Game[Who, Book], kind: type[Who], book: type[Book], **tables: type) -> StoredGame[Who, Book]:
    """Return a game whose `book` is made of tables, each a file of rows of one type, in their order."""

    def load(folder: Path) -> Book:
        return book(*(load_table(folder / f"{name}.json", row) for name, row in tables.items()))

    form = Form(FORMAT, game.id, "character", kind, SUFFIX, LARGEST, CharacterFileError, "not-character")
    return StoredGame(game, form, load)


SMALL_GAMES: Final[tuple[StoredGame[Any, Any], ...]] = (
    _stored(
        FIVE_MODES, Adventurer, five_modes.FiveModesBook,
        things=five_modes.Thing, armour=five_modes.FiveModesArmour, kit=five_modes.Kit,
    ),
    _stored(
        STORY_BONES, StoryCharacter, story_bones.StoryBook,
        targets=story_bones.StoryTarget, vague=story_bones.VagueTrait, events=story_bones.Event,
    ),
    _stored(BASICS, BasicsCharacter, basics.BasicsBook, difficulties=basics.BasicsDifficulty, budgets=basics.Budget),
    _stored(
        MARGIN, MarginCharacter, margin.MarginBook,
        difficulties=margin.MarginDifficulty, skills=margin.Trained, powers=margin.BookPower,
        conditions=margin.BookCondition,
    ),
)  # fmt: skip
"""Those on the pages that games share; BONES has its own."""
GAMES: Final[tuple[StoredGame[Any, Any], ...]] = (
    StoredGame(BONES, CHARACTERS, lambda _folder: shipped_rulebook()),
    *SMALL_GAMES,
)


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


def is_whole(stored: StoredGame[Any, Any], who: Any, found: Iterable[Problem[Any]]) -> bool:  # noqa: ANN401 (of any game)
    """Return whether nothing among `found` is left to choose, nor, in a smaller game, any step of its making."""
    if not is_complete(found):
        return False
    return stored.form is CHARACTERS or all(step.is_done for step in stored.game.steps(stored.book, who))


def shared_of_game(game: StoredGame[Any, Any], who: Any, words: str) -> str:  # noqa: ANN401 (of any game)
    """Return a character of a smaller game as text: `words` to be read, and a line that brings it back."""
    from bones_desktop.storage.files.sharedtext import packed_line

    return f"{words.rstrip()}\n{packed_line(game.form.dump(who.with_(id='0' * 32)))}\n"


def read_shared_games(text: str) -> tuple[tuple[StoredGame[Any, Any], Any], ...]:
    """Return the characters of smaller games in a text, each with its game and an id of zeros."""
    from bones_desktop.storage.files.sharedtext import packed_in

    found = []
    for data in packed_in(text):
        for game in SMALL_GAMES:
            with suppress(CharacterFileError, FileProblem, ValueError):
                found.append((game, game.form.parse(data, Path("text")).value))
    return tuple(found)


def game_of(id: str) -> StoredGame[Any, Any] | None:
    """Return the game of an id; None when there is none."""
    return next((each for each in GAMES if each.game.id == id), None)


T = TypeVar("T")


class TableError(Exception):
    """A shipped table is missing or damaged; the message names its file."""


def load_table(path: Path, kind: type[T]) -> tuple[T, ...]:
    """Return the values of a table; TableError when it cannot be read or holds anything else."""
    of_kind: type = kind
    try:
        entries = json.loads(path.read_bytes())
        if not isinstance(entries, list):
            raise TypeError("no list")
        return tuple(map(checker(of_kind, stored=True), entries))
    except (OSError, ValueError, TypeError, RecursionError) as error:
        raise TableError(f"{path.name}: {error}") from error


@cache
def guide_of(game: str) -> Guide:
    """Return the guide of the game with this id; TableError when one of its tables is damaged."""
    folder = shipped("resources") / "games" / game
    return Guide(load_table(folder / "guide.json", GuidePage), load_table(folder / "rules.json", Rule))


def page_of(game: str, page: str) -> tuple[StoredGame[Any, Any], GuidePage] | None:
    """Return a page of a game's guide with the game, the first page for ""; None when it is not there."""
    stored = next(each for each in GAMES if each.game.id == game)
    found = next((each for each in guide_of(game).pages if page in {each.id, ""}), None)
    return None if found is None else (stored, found)


@cache
def fight_tables() -> tuple[GlanceTable, ...]:
    """Return what a game master of BONES looks up in a fight; TableError when the table is damaged."""
    return load_table(shipped("resources") / "games" / "bones" / "fight-tables.json", GlanceTable)


def thrower_of(game: StoredGame[Any, Any], worked: WorkedThrow) -> AnyCharacter:
    """Return the sample character that makes a worked throw; StopIteration when the game has none of that name."""
    path = next(path for path in game.samples if path.stem == worked.sample)
    thrower: AnyCharacter = read_any(path)[1].value
    return thrower
