"""The window with the odds of a fight, which are calculated again after each change of the choices."""

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QHideEvent, QKeyEvent, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPushButton, QWidget

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.pages.fight.fightresults import FightAnswers, FightQuestion, FightResults, reckon
from bones_desktop.pages.fight.fightsetup import FightSetup
from bones_desktop.rules.bones.fight.fights import FightSide
from bones_desktop.storage.shelfcatalogue import Shelf
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import vbox
from bones_desktop.widgets.choice.fighters import RecentFiles, ShelfLook
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import scroll_room
from bones_desktop.widgets.plaintext import GUIDE_PAGE
from bones_desktop.widgets.popups import rest_when_closed
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_gaps
from bones_desktop.widgets.worker import Worker
from bones_desktop.wording.language import _

WAIT: Final = 120
"""Milliseconds after the last change before the calculation begins."""
STALE: Final = 300
"""Milliseconds of calculation after which the odds of the previous fight are hidden."""


class FightWindow(Guarded, QDialog):
    """Calculates the odds of the chosen fight while it is visible. It does not block the main window.

    It remembers the choices of both sides until the program ends. `shutdown` ends its calculations.
    """

    def __init__(
        self,
        document: CharacterDocument,
        theme: Theme,
        shelf: Callable[[], Shelf],
        recent: RecentFiles = tuple,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        rest_when_closed(self)
        self._theme = theme
        self._fight: FightQuestion | None = None
        self.setObjectName("fight")
        self.setProperty(GUIDE_PAGE, "fighting")
        self.setWindowTitle(_("Odds of a fight"))
        self.look = ShelfLook(shelf, self, recent)
        self.setup = FightSetup(document, theme, self.look, self)
        self.results = FightResults(theme, self)
        self.worker = Worker(self)
        self._wait = QTimer(self, singleShot=True, interval=WAIT)
        self._wait.timeout.connect(self._begin)
        self._stale = QTimer(self, singleShot=True, interval=STALE)
        self._stale.timeout.connect(self.results.forget)
        self._lay_out()
        document.changed.connect(self._follow)
        self.setup.changed.connect(self._update)
        self.worker.answered.connect(self._answered)
        self.worker.finished.connect(self._finish)
        self.worker.failed.connect(self._fail)
        self.results.cancel.clicked.connect(self._cancel)
        self.results.again.clicked.connect(self._begin)
        self.resize(QSize(theme.px(1060), theme.px(660)).boundedTo(self.screen().availableSize() * 0.88))

    @property
    def working(self) -> bool:
        """True if a calculation is running or about to begin."""
        return self._wait.isActive() or self.worker.busy

    def come_up(self) -> None:
        """Show the window, or bring it to the front."""
        self.show()
        self.raise_()
        self.activateWindow()
        self.setup.sides[FightSide.A].who.setFocus()

    def refresh(self) -> None:
        """Read the shelf again."""
        if self.isVisible():
            self.setup.refresh()

    def shutdown(self) -> None:
        """Stop all calculations for good."""
        self._stop()
        self.worker.close()
        self.look.shutdown()

    def as_text(self) -> str:
        """Return the fighters, and all odds known so far, as lines of text."""
        return f"{self.setup.as_text()}\n\n{self.results.as_text()}"

    def copy(self) -> None:
        """Copy everything to the clipboard as text."""
        QGuiApplication.clipboard().setText(self.as_text())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ignore Enter, because a dialog would press one of its buttons."""
        if event.key() not in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Show changes made while the window was hidden."""
        super().showEvent(event)
        # A spontaneous event only means that the window was minimised and restored.
        if not event.spontaneous():
            self.setup.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop calculating while hidden."""
        super().hideEvent(event)
        if not event.spontaneous():
            self._stop()
            self.look.stop()
            # Reset, so that the calculation begins again when the window is shown.
            self._fight = None

    def _follow(self) -> None:
        if self.isVisible():
            self.setup.look()

    def _update(self) -> None:
        """Calculate the odds of the chosen fight, unless that calculation has begun already."""
        if not self.isVisible():
            return
        self.results.set_names(*(self.setup.name(side) for side in FightSide))
        fight = self.setup.fight()
        if fight is None:
            self._stop()
            self.results.show_nothing(self.setup.missing())
        elif fight != self._fight:
            self._stop()
            self.results.show_work()
            # Wait a moment, because one key press is often followed by another.
            self._wait.start()
        self._fight = fight

    def _begin(self) -> None:
        if self._fight is not None:
            self.results.show_work()
            # Keep the old odds visible for a moment, because most answers come quickly.
            self._stale.start()
            self.worker.start(self._fight, partial(reckon, self._fight))

    def _answered(self, _fight: object, answers: FightAnswers) -> None:
        self._stale.stop()
        self.results.show_answers(answers)

    def _finish(self) -> None:
        self._stop()
        self.results.show_end()

    def _fail(self) -> None:
        self._stop()
        self.results.show_end(failed=True)

    def _cancel(self) -> None:
        self._stop()
        self.results.show_end(called_off=True)

    def _stop(self) -> None:
        self._wait.stop()
        self._stale.stop()
        self.worker.cancel()

    def _lay_out(self) -> None:
        inner = QWidget(self)
        vbox(inner, self.setup, (self.results, 1), theme=self._theme, gap=12, edges=(16, 16, 16, 16))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        copy = push_button(self, _("&Copy"), self.copy, tip=_("Copy all of this as text (Ctrl+C)"))
        buttons.addButton(copy, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.rejected.connect(self.close)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), self, self.copy)
        vbox(self, (scroll_room(inner, self), 1), buttons, margins=0)
        set_gaps(self._theme, buttons, edges=(16, 0, 16, 12))
        # Without this, Enter in a text field would press the first button of the dialog.
        for button in self.findChildren(QPushButton):
            button.setDefault(False)
            button.setAutoDefault(False)
