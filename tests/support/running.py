"""The whole program within a test: its window over folders of its own."""

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar
from unittest.mock import patch

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QFrame, QWidget

from bones_desktop.desk.desk import Notices
from bones_desktop.rules.reasons import Reason
from bones_desktop.start.application import Application
from bones_desktop.storage.files.locations import Locations
from tests.support.program import PATIENCE


def _heard(tell: Callable[..., None], told: list[str]) -> Callable[..., None]:
    def heard(notices: Notices, what: Reason | str, **looks: str) -> None:
        told.append(what if isinstance(what, str) else what.code)
        tell(notices, what, **looks)

    return heard


class Running:
    """A context with the running program; the window is closed and let go at its end.

    It begins on `page`, which is the one that is made quickest. With "", it begins on the page that a user would see.
    """

    def __init__(
        self,
        folder: Path,
        *files: Path,
        safe: bool = False,
        last_crash: str = "",
        locations: Locations | None = None,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        page: str = "sheet",
    ) -> None:
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        self.app = app
        self.locations = locations or Locations.under(folder)
        self.refused: list[str] = []
        """The codes of what was refused."""
        self.said: list[str] = []
        """What was said in passing."""
        self._hearing = patch.multiple(
            Notices, refuse=_heard(Notices.refuse, self.refused), say=_heard(Notices.say, self.said)
        )
        self._hearing.start()
        self.program = Application(app, self.locations, clock, safe=safe, last_crash=last_crash)
        self.program.desk.pace.choose("off")
        self.window = self.program.window
        with self._begun_on(page) if page else nullcontext():
            self.program.open_first(files)
        QTest.qWaitForWindowExposed(self.window)

    @contextmanager
    def _begun_on(self, page: str) -> Iterator[None]:
        """Show this page in place of any other."""
        show = self.window.show_page
        with patch.object(self.window, "show_page", lambda _page: show(page)):
            yield

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _where: TracebackType | None
    ) -> None:
        self._hearing.stop()
        for dialog in self.dialogs():
            dialog.close()
        self.window.close()
        self.program.close()
        self.window.deleteLater()
        self.program.deleteLater()
        self.app.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    @property
    def rail(self) -> QFrame:
        """The bar with a button for each page."""
        found = self.window.findChild(QFrame, "rail")
        assert isinstance(found, QFrame)
        return found

    def trigger(self, action: str) -> None:
        """Do what a menu entry does."""
        self.window.actions_by_id[action].trigger()
        self.app.processEvents()

    @staticmethod
    def wait_for(so: Callable[[], object], what: str) -> None:
        """Let the program run until something is so; AssertionError when it never is."""
        end = time.monotonic() + PATIENCE
        while not so():
            assert time.monotonic() < end, f"waited in vain: {what}"
            QTest.qWait(5)

    def wait_for_shelf(self) -> None:
        """Wait until the shelf has read what it shows."""
        QTest.qWait(5)
        self.wait_for(lambda: not self.program.pages.shelf.busy, "the shelf comes to rest")

    def dialogs(self) -> list[QDialog]:
        """Return the dialogs on the screen."""
        return [each for each in self.app.topLevelWidgets() if isinstance(each, QDialog) and each.isVisible()]

    def dialog(self) -> QDialog:
        """Return the one dialog on the screen."""
        [dialog] = self.dialogs()
        return dialog

    @staticmethod
    def button(parent: QWidget, text: str) -> QWidget:
        """Return the visible button with these words."""
        QApplication.processEvents()
        [button] = [
            each
            for each in parent.findChildren(QAbstractButton)
            if each.text().replace("&", "") == text and each.isVisibleTo(parent)
        ]
        return button


Seat = TypeVar("Seat", bound=Running)


@contextmanager
def for_the_module(running: Seat) -> Iterator[Seat]:
    """Keep one program for all tests of a module, which only look or put back what they change.

    Its dice are not those of `--chance`: it starts before the first test does.
    """
    with running:
        yield running
    gc.unfreeze()  # each test froze what it found, and so the window
