"""A seat at the table of a small game, for its pages alone."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bones_desktop.desk.table.opengame import OpenGame
from bones_desktop.document.document import Document
from bones_desktop.play.eveningdice import EveningDice
from bones_desktop.play.gameplay import GamePlay
from bones_desktop.play.journal import Journal
from bones_desktop.rules.values import GameCharacter
from bones_desktop.storage.games import game_of
from bones_desktop.storage.log.throwlog import ThrowLog


def now() -> datetime:
    return datetime(2026, 11, 23, 20, 0, tzinfo=UTC)


def seat_of(folder: Path, who: GameCharacter | None = None, game: str = "five_modes") -> OpenGame:
    """Return the open character `who`, a new one unless given, with a log in `folder`."""
    small = game_of(game)
    assert small is not None
    log = ThrowLog(folder / "log.sqlite", now)
    document: Document[Any] = Document(who if who is not None else small.game.new("a" * 32))
    dice = EveningDice(log, now)
    play = GamePlay(document, small, Journal(log), dice)
    return OpenGame(small, lambda: ("off", True), document, play)


def steps_of(seat: OpenGame) -> list[str]:
    """Return the names of the steps that undo would take back, oldest first."""
    stack = seat.document.undo_stack
    return [stack.command(place).text() for place in range(stack.index())]
