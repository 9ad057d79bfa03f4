"""A list of dice the character carries, with a chooser to add one and a button to remove one."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QListView, QPushButton, QVBoxLayout, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choicebutton import ChoiceButton
from bones_desktop.widgets.choices import Choice, ChoiceDelegate, ChoiceModel
from bones_desktop.widgets.guarded import guarded


class DiceShelf(QWidget):
    """Rows of dice. Delete, or the button, asks to remove the current one."""

    add_asked = Signal(object)
    """The Choice picked."""
    remove_asked = Signal(int)

    def __init__(self, theme: Theme, heading: str, add: str, parent: QWidget | None = None) -> None:
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
        self.add.chosen.connect(self.add_asked)
        self.remove = QPushButton(self.tr("Remove"), self)
        self.remove.clicked.connect(self._remove)
        self._buttons = QHBoxLayout()
        self._buttons.addWidget(self.add, 1)
        self._buttons.addWidget(self.remove)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self._heading)
        self._column.addWidget(self.view, 1)
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
        """Send the keys to a die, or to the chooser when none is meant."""
        if place is not None and place < self.model.rowCount():
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)
            self.view.setCurrentIndex(self.model.index(place))
        else:
            self.add.setFocus(Qt.FocusReason.OtherFocusReason)

    @guarded(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 (Qt's name)
        """Remove with Delete."""
        if (
            watched is self.view
            and event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and event.key() in {Qt.Key.Key_Delete, Qt.Key.Key_Backspace}
        ):
            self._remove()
            return True
        return super().eventFilter(watched, event)

    def _remove(self) -> None:
        index = self.view.currentIndex()
        if index.isValid():
            self.remove_asked.emit(index.row())

    def _enable(self) -> None:
        chosen = self.view.currentIndex().isValid()
        self.remove.setEnabled(chosen)
        self.remove.setToolTip("" if chosen else self.tr("Choose a die in the list first."))

    def _restyle(self) -> None:
        theme = self._theme
        self._heading.setFont(theme.font("serif", 16, bold=True))
        self._column.setSpacing(theme.px(8))
        self._buttons.setSpacing(theme.px(8))
        self.view.scheduleDelayedItemsLayout()
