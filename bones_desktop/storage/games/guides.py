"""The guides of the games, read from their tables when they are first opened."""

from functools import cache
from typing import Any

from bones_desktop.rules.games import AnyCharacter, GlanceTable, Guide, GuidePage, Rule, WorkedThrow
from bones_desktop.storage.files.locations import shipped
from bones_desktop.storage.games.games import GAMES, StoredGame, load_table, read_any


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
