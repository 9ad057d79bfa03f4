"""The games in the order in which they are offered, with file formats, tables and guides.

A table is a JSON list of values of one type.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property, partial
from operator import methodcaller
from pathlib import Path
from typing import Any, Final, Generic

from bones_desktop.rules.basics import character as basics
from bones_desktop.rules.basics.character import BasicsCharacter
from bones_desktop.rules.basics.game import BASICS
from bones_desktop.rules.bones.game import BONES
from bones_desktop.rules.five_modes import character as five_modes
from bones_desktop.rules.five_modes.character import Adventurer
from bones_desktop.rules.five_modes.game import FIVE_MODES
from bones_desktop.rules.games import Book, Game, GlanceTable, Guide, GuidePage, Rule, WorkedThrow
from bones_desktop.rules.margin import character as margin
from bones_desktop.rules.margin.character import MarginCharacter
from bones_desktop.rules.margin.game import MARGIN
from bones_desktop.rules.reasons import Problem, is_complete
from bones_desktop.rules.story_bones import character as story_bones
from bones_desktop.rules.story_bones.character import StoryCharacter
from bones_desktop.rules.story_bones.game import STORY_BONES
from bones_desktop.rules.typedtext import key
from bones_desktop.rules.values import GameCharacter, Who
from bones_desktop.storage.files import plainjson
from bones_desktop.storage.files.characterfile import CHARACTERS, FORMAT, LARGEST, SUFFIX, CharacterFileError
from bones_desktop.storage.files.datafile import DataFile, Form
from bones_desktop.storage.files.sharedtext import packed_in, packed_line
from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.rulebookfile import load_table, shipped_rulebook
from bones_desktop.wording.language import pgettext

TEXTS: Final = frozenset({
    "archetype", "archetype_skills", "back_story", "choice", "concept", "description", "effect", "finances", "gender",
    "intimacies", "limitations", "name", "other_equipment", "race", "sketch", "skill", "talents", "task", "text",
    "weapons", "what",
})  # fmt: skip
"""Fields of new characters and samples that contain texts, or lists of texts."""


@dataclass(frozen=True)
class StoredGame(Generic[Who, Book]):
    """A game, the file format of its characters, and its tables."""

    game: Game[Who, Book]
    form: Form[Who]
    load: Callable[[Path], Book]

    @cached_property
    def book(self) -> Book:
        """The tables, read on first use."""
        return self.load(shipped("resources") / "games" / self.game.id)

    def new(self, id: str) -> Who:
        """Return a blank character, with its skills and race in the user's language."""
        return self._in_language(self.game.new(id))

    @cached_property
    def samples(self) -> tuple[Path, ...]:
        """Paths of the game's sample characters."""
        return tuple(sorted((shipped("resources") / "games" / self.game.id / "samples").glob(f"*{SUFFIX}")))

    def sample(self, name: str) -> Who:
        """Return the sample in the file `name`, with its texts in the user's language.

        Raise FileProblem or CharacterFileError when it cannot be read, StopIteration when there is no such file.
        """
        return self._in_language(self.form.read(next(path for path in self.samples if path.stem == name)).value)

    def _in_language(self, who: Who) -> Who:
        return plainjson.read(type(who), in_language(plainjson.plain(who), partial(pgettext, self.game.id)))


def in_language(value: Any, translate: Callable[[str], str], field: str = "") -> Any:  # noqa: ANN401 (JSON)
    """Return `value`, a part of a character that `field` contains, with `translate(text)` for each shipped text."""
    if isinstance(value, list):
        return [in_language(each, translate, field) for each in value]
    if isinstance(value, dict):
        # The name of a printed die and a race of BONES are translated where they are shown.
        printed = bool(value.get("printed")) and key(value["name"]) == key(value["printed"])
        shown = {"name"} if printed else {"race"} if "racial_icon" in value else set()
        return {name: in_language(each, translate, "" if name in shown else name) for name, each in value.items()}
    return translate(value) if field in TEXTS and value and isinstance(value, str) else value


def _stored(game: Game[Who, Book], kind: type[Who], book: type[Book], **tables: type) -> StoredGame[Who, Book]:
    """Return a game whose `book` is made from the files in `tables`.

    Each name is a file, and its type is that of the rows in the file.
    """

    def load(folder: Path) -> Book:
        return book(*(load_table(folder / f"{name}.json", row) for name, row in tables.items()))

    form = Form(FORMAT, game.id, "character", kind, LARGEST, CharacterFileError, "not-character")
    return StoredGame(game, form, load)


SMALL_GAMES: Final[tuple[StoredGame[Any, Any], ...]] = (
    _stored(
        FIVE_MODES, Adventurer, five_modes.FiveModesBook,
        things=five_modes.Thing, armour=five_modes.FiveModesArmour, kit=five_modes.Kit,
    ),
    _stored(
        STORY_BONES, StoryCharacter, story_bones.StoryBook,
        targets=story_bones.StoryTarget, vague=story_bones.StoryName, events=story_bones.StoryName,
    ),
    _stored(BASICS, BasicsCharacter, basics.BasicsBook, difficulties=basics.BasicsDifficulty, budgets=basics.Budget),
    _stored(
        MARGIN, MarginCharacter, margin.MarginBook,
        difficulties=margin.MarginDifficulty, skills=margin.Trained, powers=margin.BookPower,
        conditions=margin.BookCondition,
    ),
)  # fmt: skip
"""The games that use the shared pages. BONES has its own pages."""
GAMES: Final[tuple[StoredGame[Any, Any], ...]] = (
    StoredGame(BONES, CHARACTERS, lambda _folder: shipped_rulebook()),
    *SMALL_GAMES,
)


def form_of(game: str) -> Form[Any]:
    """Return the file format of a game's characters. Raise KeyError for an unknown game."""
    return {each.game.id: each.form for each in GAMES}[game]


def read_any(path: Path) -> tuple[StoredGame[Any, Any], DataFile[Any]]:
    """Return the game and the character in a file of any game. Raise the errors of `Form.read`.

    A file of a game that this program does not know is refused as "other-system".
    """
    return _of_any(methodcaller("read", path))


def parse_any(data: bytes, path: Path) -> tuple[StoredGame[Any, Any], DataFile[Any]]:
    """Return the game and the character in `data`, which was read from `path`. Raise the errors of `Form.parse`."""
    return _of_any(methodcaller("parse", data, path))


def _of_any(read: Callable[[Form[Any]], DataFile[Any]]) -> tuple[StoredGame[Any, Any], DataFile[Any]]:
    # Most files are BONES files, so BONES is tried first. For any other file, the error names its game.
    first = GAMES[0]
    try:
        return first, read(first.form)
    except CharacterFileError as error:
        other = game_of(error.hint) if error.is_foreign else None
        if other is None:
            raise
        return other, read(other.form)


def is_whole(stored: StoredGame[Any, Any], who: Any, found: Iterable[Problem[Any]]) -> bool:  # noqa: ANN401 (of any game)
    """Return whether a character is finished: no problem in `found` is an open choice.

    In a smaller game, every step of the character's creation must be done too.
    """
    if not is_complete(found):
        return False
    return stored.form is CHARACTERS or all(step.is_done for step in stored.game.steps(stored.book, who))


def shared_of_game(game: StoredGame[Any, Any], who: Any, words: str) -> str:  # noqa: ANN401 (of any game)
    """Return a character of a smaller game as text: `words` for people, and a share code that restores it."""
    return f"{words.rstrip()}\n{packed_line(game.form.dump(who.with_(id='0' * 32)))}\n"


def read_shared_games(text: str) -> tuple[tuple[StoredGame[Any, Any], Any], ...]:
    """Return the characters of smaller games in a text, each with its game. Their ids are zeros."""
    found = []
    for data in packed_in(text):
        for game in SMALL_GAMES:
            with suppress(CharacterFileError, FileProblem, ValueError):
                found.append((game, game.form.parse(data, Path("text")).value))
    return tuple(found)


def game_of(id: str) -> StoredGame[Any, Any] | None:
    """Return the game with this id; None if there is none."""
    return next((each for each in GAMES if each.game.id == id), None)


@cache
def guide_of(game: str) -> Guide:
    """Return the guide of the game with this id. Raise ShippedFileError when one of its tables is damaged."""
    folder = shipped("resources") / "games" / game
    return Guide(load_table(folder / "guide.json", GuidePage), load_table(folder / "rules.json", Rule))


def page_of(game: str, page: str) -> tuple[StoredGame[Any, Any], GuidePage] | None:
    """Return a game and the page `page` of its guide, the first page if `page` is ""; None if there is no such page."""
    stored = next(each for each in GAMES if each.game.id == game)
    found = next((each for each in guide_of(game).pages if page in {each.id, ""}), None)
    return None if found is None else (stored, found)


@cache
def fight_tables() -> tuple[GlanceTable, ...]:
    """Return the tables that the game master of a BONES fight needs. Raise ShippedFileError when they are damaged."""
    return load_table(shipped("resources") / "games" / "bones" / "fight-tables.json", GlanceTable)


def forget_tables() -> None:
    """Read all tables anew when they are needed next, because the language has changed."""
    for read in (shipped_rulebook, guide_of, fight_tables):
        read.cache_clear()
    for each in SMALL_GAMES:
        each.__dict__.pop("book", None)


def thrower_of(game: StoredGame[Any, Any], worked: WorkedThrow) -> GameCharacter:
    """Return the sample character of a worked example. Raise StopIteration when the game does not have this sample."""
    thrower: GameCharacter = game.sample(worked.sample)
    return thrower
