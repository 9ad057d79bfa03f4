"""Magic that opponents throw for: each use is counted in the opponent's file, and owed in the log until it has it."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from bones_desktop.document.bones.characterdocument import AnyCharacter
from bones_desktop.play.bones.opponents import Opponent
from bones_desktop.play.bones.pendingacts import OwedUse, counted, uses_owed
from bones_desktop.play.bones.played import Played
from bones_desktop.play.journal import Journal
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.injury.magic import use_magic
from bones_desktop.rules.reasons import RulesError
from bones_desktop.storage.files.characterfile import CharacterFileError
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.shelf.fighters import file_of


class OpponentMagic(QObject):
    """Counts uses of magic of those who have a file (MAG-16), each as one step of that character's own history."""

    refused = Signal(object)
    """A Reason."""
    trouble = Signal(object)
    """A FileProblem or CharacterFileError: the use is not in the opponent's file, and stays owed."""

    def __init__(self, keeper: Journal, anyone: AnyCharacter, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._keeper = keeper
        self._anyone = anyone

    def count(self, played: Played) -> Character | None:
        """Count what the throw owes to its opponent; return the opponent as he is then, None where nothing was done."""
        path = file_of(played.opponent.key) if played.opponent is not None else None
        owed = played.opponent_use
        if path is None or owed is None:
            return None
        return self._count(path, owed, self.tr("Use magic"), partial(use_magic, by_gm=owed.by_gm))

    def pay(self, opponent: Opponent) -> bool:
        """Count what earlier throws still owe to an opponent; return whether anything was done."""
        path = file_of(opponent.key)
        if path is None:
            return False
        name = self.tr("Use magic of an interrupted throw")
        uses = uses_owed(self._keeper.pending(opponent.character.id))
        done = [self._count(path, owed, name, partial(counted, owed=owed)) is not None for owed in uses]
        return any(done)

    def _count(self, path: Path, owed: OwedUse, name: str, edit: Callable[[Character], Character]) -> Character | None:
        """Make a step in the opponent's file and owe it no more; None, and told, when that cannot be."""
        try:
            made = self._anyone.apply(path, name, edit)
        except RulesError as error:
            self._keeper.dismiss(owed.id)
            self.refused.emit(error.reason)
            return None
        except (FileProblem, CharacterFileError) as error:
            self.trouble.emit(error)
            return None
        self._keeper.dismiss(owed.id)
        return made.after
