"""The table without its page over files in a folder, as a start of the program has it, and kills of the program."""

import shutil
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from bones_desktop.document.bones.characterdocument import (
    AnyCharacter,
    CharacterDocument,
    CharacterSession,
    ClosedFiles,
)
from bones_desktop.play.bones.spiffplay import SpiffPlay
from bones_desktop.play.bones.throws import TablePlay
from bones_desktop.play.eveningdice import EveningDice
from bones_desktop.play.journal import Journal
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.making.edits import new_character
from bones_desktop.storage.files.characterfile import CHARACTERS
from bones_desktop.storage.files.saving import FileStore
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.files.undohistory import UndoHistories
from bones_desktop.storage.files.versions import Versions
from bones_desktop.storage.log.logentry import LogEntry
from bones_desktop.storage.log.throwlog import ThrowLog
from tests.support.givendice import GivenDice
from tests.support.rulebooks import rulebook

BOB, WANDA = "b" * 32, "a" * 32


def now() -> datetime:
    return datetime(2026, 11, 21, 20, 41, tzinfo=UTC)


class Seat:
    """The table over a folder, with dice of its evening or such as `rng` says."""

    def __init__(self, folder: Path, name: str = "Bob.bones", rng: Random | None = None, log: str = "log.db") -> None:
        self.folder = folder
        self.log = ThrowLog(folder / log, now)
        self.document = CharacterDocument(rulebook(), new_character("0" * 32))
        store, histories = (
            FileStore(CHARACTERS, Versions(folder / "versions"), now),
            UndoHistories(folder / "undo", Character),
        )
        self.session = CharacterSession(self.document, store, histories)
        self.anyone = AnyCharacter(self.document, self.session, ClosedFiles(store, histories))
        self.session.open(folder / name)
        self.refused: list[str] = []
        self.troubles: list[object] = []
        self.keeper = Journal(self.log, is_saved=lambda: self.session.is_saved)
        self.keeper.trouble.connect(self.troubles.append)
        dice = EveningDice(self.log, now) if rng is None else GivenDice(rng)
        self.play = TablePlay(self.document, self.keeper, dice)
        self.spiffs = SpiffPlay(self.play)
        self.keeper.refused.connect(lambda why: self.refused.append(why.code))
        self.document.changed.connect(self.play.follow)
        self.document.changed.connect(self.spiffs.follow)

    def open(self, name: str) -> None:
        self.session.open(self.folder / name)

    def undo(self) -> None:
        self.document.undo_stack.undo()

    def redo(self) -> None:
        self.document.undo_stack.redo()

    def leave(self) -> None:
        self.session.forget()
        self.log.close()

    @property
    def is_quiet(self) -> bool:
        """Whether nothing was refused."""
        return not self.refused and not self.troubles

    @property
    def uses(self) -> int:
        """How many uses of magic are counted."""
        return self.document.character.recent_magic

    @property
    def left(self) -> int:
        """How many spiffs there are."""
        return self.document.character.spiffs

    @property
    def line(self) -> LogEntry:
        """The last line of the log."""
        return self.log.latest(1)[0]

    @property
    def thrown(self) -> int:
        """How many throws the log has."""
        return len(self.log.ids()) - len(self.log.evenings())


class Kills:
    """Copies the folder around every write: what a program that is killed there leaves behind."""

    def __init__(self, folder: Path, into: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.left: dict[str, Path] = {}
        self._folder, self._into, self._patch = folder, into, monkeypatch

    def around(self, owner: object, name: str) -> None:
        call = getattr(owner, name)

        def copied(*given: object, **named: object) -> object:
            self._copy(f"before {name}")
            done = call(*given, **named)
            self._copy(f"after {name}")
            return done

        self._patch.setattr(owner, name, copied)

    def _copy(self, moment: str) -> None:
        moment = f"{moment} {sum(each.startswith(moment) for each in self.left) + 1}"
        self.left[moment] = Path(shutil.copytree(self._folder, self._into / moment))


def full(path: Path, _data: object = b"", *_more: object) -> None:
    """Refuse to write, as a full disk does."""
    raise FileProblem("disk-full", path, needed=10, free=0)
