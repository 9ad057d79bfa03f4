"""A list of dice the character carries: one is added, removed, and where that is offered made or changed by hand."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QListView, QPushButton, QVBoxLayout, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choice.choicebutton import ChoiceButton
from bones_desktop.widgets.choice.choices import Choice, ChoiceDelegate, ChoiceModel
from bones_desktop.widgets.guarded import guarded


class DiceShelf(QWidget):
    """Rows of dice. Delete, or the button, asks to remove the current one; Enter or a double click to change it."""

    add_requested = Signal(object)
    """The Choice picked."""
    remove_requested = Signal(int)
    make_requested = Signal()
    change_requested = Signal(int)

    def __init__(self, theme: Theme, heading: str, add: str, parent: QWidget | None = None, *, make: str = "") -> None:
        """`make` is on the button that asks for a die made by hand; without it dice are neither made nor changed."""
        super().__init__(parent)
        self._theme = theme
        self._heading = QLabel(heading, self)
        self._heading.setTextFormat(Qt.TextFormat.PlainText)
        self.model = ChoiceModel(self)
        self.view = QListView(self)
        self.view.setModel(self.model)
        self.view.setItemDelegate(ChoiceDelegate(theme, self.view))
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.view.setMouseTracking(True)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.view.setAccessibleName(heading)
        self.view.installEventFilter(self)
        self.view.selectionModel().currentChanged.connect(self._enable)
        self.add = ChoiceButton(theme, add, add, self)
        self.add.activated.connect(self.add_requested)
        self.remove = QPushButton(self.tr("Remove"), self)
        self.remove.clicked.connect(self._remove)
        self.make = QPushButton(make, self)
        self.make.clicked.connect(self.make_requested)
        self.change = QPushButton(self.tr("Change…"), self)
        self.change.clicked.connect(self._change)
        self._changes = bool(make)
        for button in (self.make, self.change):
            button.setVisible(self._changes)
        if self._changes:
            self.view.doubleClicked.connect(self._change)
        self._adding = QHBoxLayout()
        self._adding.addWidget(self.add, 1)
        self._adding.addWidget(self.make)
        self._buttons = self._adding if not self._changes else QHBoxLayout()
        if self._changes:
            self._buttons.addStretch(1)
            self._buttons.addWidget(self.change)
        self._buttons.addWidget(self.remove)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self._heading)
        self._column.addWidget(self.view, 1)
        self._column.addLayout(self._adding)
        if self._changes:
            self._column.addLayout(self._buttons)
        theme.changed.connect(self._restyle)
        self._restyle()
        self._enable()

    def set_choices(self, choices: Sequence[Choice]) -> None:
        """Offer these dice to add."""
        self.add.set_choices(choices)

    def set_dice(self, dice: Sequence[Choice]) -> None:
        """Show these dice; the current row stays."""
        row = self.view.currentIndex().row()
        self.model.set_choices(dice)
        if dice and row >= 0:
            self.view.setCurrentIndex(self.model.index(min(row, len(dice) - 1)))
        self._enable()

    def go_to(self, place: int | None) -> None:
        """Focus a die, or the chooser when none is meant."""
        if place is not None and place < self.model.rowCount():
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)
            self.view.setCurrentIndex(self.model.index(place))
        else:
            self.add.setFocus(Qt.FocusReason.OtherFocusReason)

    @guarded(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Remove with Delete, change with Enter."""
        if watched is self.view and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() in {Qt.Key.Key_Delete, Qt.Key.Key_Backspace}:
                self._remove()
                return True
            if self._changes and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
                self._change()
                return True
        return super().eventFilter(watched, event)

    def _remove(self) -> None:
        index = self.view.currentIndex()
        if index.isValid():
            self.remove_requested.emit(index.row())

    def _change(self) -> None:
        index = self.view.currentIndex()
        if index.isValid():
            self.change_requested.emit(index.row())

    def _enable(self) -> None:
        chosen = self.view.currentIndex().isValid()
        for button in (self.remove, self.change):
            button.setEnabled(chosen)
            button.setToolTip("" if chosen else self.tr("Choose a die in the list first."))

    def _restyle(self) -> None:
        theme = self._theme
        self._heading.setFont(theme.font("serif", 16, bold=True))
        self._column.setSpacing(theme.px(8))
        for row in (self._adding, self._buttons):
            row.setSpacing(theme.px(8))
        self.view.scheduleDelayedItemsLayout()
