"""A Table page over a document and a log in a folder, and dice that do as they are told."""

from datetime import UTC, datetime
from random import Random

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from bones_desktop.document.bones.characterdocument import (
    AnyCharacter,
    CharacterDocument,
    CharacterSession,
    ClosedFiles,
)
from bones_desktop.pages.table.tablepage import TablePage
from bones_desktop.play.bones.table import Table
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.storage.files.characterfile import CHARACTERS
from bones_desktop.storage.files.saving import FileStore
from bones_desktop.storage.files.undohistory import UndoHistories
from bones_desktop.storage.files.versions import Versions
from bones_desktop.storage.log.throwlog import ThrowLog
from bones_desktop.storage.shelfcatalogue import Shelf
from tests.support.desks import PageDesk
from tests.support.givendice import GivenDice
from tests.support.people import ragnar
from tests.support.rulebooks import rulebook


def now() -> datetime:
    return datetime(2026, 11, 21, 20, 41, tzinfo=UTC)


class Desk:
    """A document, a log in a folder and the page over them."""

    def __init__(self, qtbot, path, theme, *, rng=None, speed="off", character=None, keep=True) -> None:
        self.path = path / "log.db"
        self.document = CharacterDocument(rulebook(), character or ragnar())
        self.log = ThrowLog(self.path, now) if keep else None
        self.shelf = Shelf(path / "characters")
        self._rng = rng or Random(5)
        store, histories = (
            FileStore(CHARACTERS, Versions(path / "versions"), now),
            UndoHistories(path / "undo", Character),
        )
        self.session = CharacterSession(self.document, store, histories, self.document)
        self.anyone = AnyCharacter(self.document, self.session, ClosedFiles(store, histories))
        self.desk = PageDesk(theme, path, self.document, self.shelf, now)
        self.desk.pace.choose(speed)
        self.notices = self.desk.notices
        self.page = self.another(theme, self.log)
        self.refused: list[object] = []
        for source in (self.notices, self.page.table.journal):
            source.refused.connect(self.refused.append)
        qtbot.addWidget(self.page)
        self.page.resize(1280, 690)
        self.page.show()
        self.page.setFocus()

    def another(self, theme, log: ThrowLog | None) -> TablePage:
        """Return a page over the same document."""
        table = Table(self.document, log, GivenDice(self._rng), self.anyone)
        self.desk.theme = theme
        page = TablePage(self.desk, table)
        table.setParent(page)
        return page

    def key(self, key: Qt.Key) -> None:
        """Press a key where the focus is."""
        QTest.keyClick(self.page.focusProxy(), key)


class Ones(Random):
    """Every die shows its first face."""

    def randrange(self, *_args: object) -> int:
        return 0


def poison(desk: Desk) -> None:
    die = injuries.hindering_from(rulebook().die("poison"))
    desk.document.apply("Poison", lambda each: injuries.add_hindering(each, die))
