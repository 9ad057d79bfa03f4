"""Evenings that have ended, each of which can be checked against its seal."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHBoxLayout, QListView, QPushButton, QVBoxLayout, QWidget

from bones_desktop.panels.log.eveningdelegate import EveningDelegate
from bones_desktop.panels.log.eveningmodel import CheckedEvening, EveningModel
from bones_desktop.rules.fairness import Verification, verify
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.log.logentry import Evening
from bones_desktop.storage.log.throwlog import ThrowLog
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.sheetproperty import set_sheet_property
from bones_desktop.widgets.text.announce import announce
from bones_desktop.widgets.text.plainlabel import plain_label
from bones_desktop.wording.reasons import sentence


class EndedEvenings(QFrame):
    """A list; Enter, a double click and the button check an evening, and the answer stands below in full."""

    message = Signal(str)
    trouble = Signal(object)
    """A FileProblem."""

    def __init__(self, theme: Theme, log: ThrowLog | None, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._log = log
        self.setProperty("kind", "card")
        self._heading = plain_label(self, self.tr("Evenings that have ended"))
        self._none = plain_label(
            self, self.tr("None yet. Once an evening has ended, its throws can be checked here."), "muted", wrap=True
        )
        self.model = EveningModel(self)
        self.view = _EveningList(self)
        self.view.setModel(self.model)
        self._delegate = EveningDelegate(theme, self.view)
        self.view.setItemDelegate(self._delegate)
        self.view.setAccessibleName(self.tr("Evenings that have ended"))
        self.view.setAccessibleDescription(self.tr("Enter checks an evening against its seal, Ctrl+C copies its seed."))
        self.check = QPushButton(self.tr("Check"), self)
        self.copy = QPushButton(self.tr("Copy seal and seed"), self)
        self.answer = plain_label(self, wrap=True)
        self._buttons = QHBoxLayout()
        self._buttons.addWidget(self.check)
        self._buttons.addWidget(self.copy)
        self._buttons.addStretch(1)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self._heading)
        self._column.addWidget(self._none)
        self._column.addWidget(self.view, 1)
        self._column.addLayout(self._buttons)
        self._column.addWidget(self.answer)
        self._column.addStretch(0)
        self.check.clicked.connect(self.check_current)
        self.copy.clicked.connect(self.copy_current)
        self.view.requested.connect(self.check_current)
        self.view.doubleClicked.connect(self.check_current)
        self.view.selectionModel().currentChanged.connect(self._show_answer)
        copy = QAction(self.tr("Copy seal and seed"), self.view)
        copy.setShortcut(QKeySequence.StandardKey.Copy)
        copy.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        copy.triggered.connect(self.copy_current)
        check = QAction(self.tr("Check"), self.view)
        check.triggered.connect(self.check_current)
        self.view.addActions([check, copy])
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        theme.changed.connect(self._restyle)
        self._restyle()
        self.refresh()

    def refresh(self) -> None:
        """Read the evenings anew."""
        try:
            self.model.set_evenings(self._log.evenings() if self._log is not None else ())
        except FileProblem as error:
            self.trouble.emit(error)
        some = bool(self.model.rowCount())
        self._none.setVisible(not some)
        self._column.setStretch(self._column.count() - 1, 0 if some else 1)
        for widget in (self.view, self.check, self.copy):
            widget.setVisible(some)
        if some and not self.view.currentIndex().isValid():
            self.view.setCurrentIndex(self.model.index(0))
        self._show_answer()

    def check_current(self) -> None:
        """Check the chosen evening and say what was found."""
        row = self.model.at(self.view.currentIndex())
        if row is None or self._log is None:
            return
        try:
            found = check_evening(self._log, row.evening)
        except FileProblem as error:
            self.trouble.emit(error)
            return
        self.model.note(row.evening, found)
        self._show_answer()
        announce(self, self.answer.text())

    def copy_current(self) -> None:
        """Put seal and seed of the chosen evening on the clipboard."""
        row = self.model.at(self.view.currentIndex())
        if row is not None:
            evening = row.evening
            text = self.tr("Seal: {seal}\nSeed: {seed}").format(seal=evening.commitment, seed=evening.seed.hex())
            QGuiApplication.clipboard().setText(text)
            self.message.emit(self.tr("Seal and seed are on the clipboard."))

    def _show_answer(self) -> None:
        row = self.model.at(self.view.currentIndex())
        found = row.found if isinstance(row, CheckedEvening) else None
        tone = "" if found is None else "good" if found.sound else "bad"
        self.answer.setText("" if found is None else " ".join(sentence(each, self.tr) for each in found.findings))
        self.answer.setVisible(found is not None)
        set_sheet_property(self.answer, "tone", tone)

    def _restyle(self) -> None:
        theme = self._theme
        self._heading.setFont(theme.font("serif", 20, bold=True))
        self._column.setContentsMargins(theme.px(16), theme.px(12), theme.px(16), theme.px(12))
        self._column.setSpacing(theme.px(8))
        self._buttons.setSpacing(theme.px(8))
        self.view.setMinimumHeight(theme.px(72))
        self.view.doItemsLayout()


class _EveningList(QListView):
    """Asks for the current evening with Enter."""

    requested = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ask with Enter."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.requested.emit()
        else:
            super().keyPressEvent(event)


def check_evening(log: ThrowLog, evening: Evening) -> Verification:
    """Return what the seed of an ended evening says of the draws in the log; FileProblem when it cannot be read."""
    return verify(evening.seed, evening.commitment, log.draws(evening.id), evening.draws)
