"""What is filled in before something is done: a heading, fields, the act and the way back."""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QPushButton, QSpinBox, QVBoxLayout, QWidget

from bones_desktop.rules.reasons import Reason
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.taborder import follow_one_another
from bones_desktop.widgets.text.plainlabel import plain_label

ENTER: Final = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})


class WoundForm(QFrame):
    """A card within the page. Enter does it, Escape closes it; `refused` says why it cannot be done now."""

    refused = Signal(object)
    """A Reason."""
    closed = Signal()

    def __init__(self, theme: Theme, heading: str, act: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        self._theme = theme
        self._heading = plain_label(self, heading)
        self.fields = QGridLayout()
        """Labels in column 0, what they stand for in column 1."""
        self.fields.setColumnStretch(1, 1)
        self.act = QPushButton(act, self)
        self.act.setProperty("kind", "primary")
        self.cancel = QPushButton(self.tr("Cancel"), self)
        self.act.clicked.connect(self.submit)
        self.cancel.clicked.connect(self.closed)
        self.acts = QHBoxLayout()
        self.acts.addStretch(1)
        self.acts.addWidget(self.cancel)
        self.acts.addWidget(self.act)
        self.column = QVBoxLayout(self)
        self.column.addWidget(self._heading)
        self.column.addLayout(self.fields)

    def finish_layout(self) -> None:
        """Put the buttons below all that was added, and set the type."""
        self.column.addLayout(self.acts)
        self.column.addStretch(1)
        follow_one_another((self._last_field(), self.act, self.cancel))
        self._theme.changed.connect(self.restyle)
        self.restyle()

    def begin(self) -> None:
        """Start anew, with focus at the first field."""
        raise NotImplementedError

    def submit(self) -> None:
        """Do it, or say why not."""
        raise NotImplementedError

    def restyle(self) -> None:
        """Fit fonts and gaps to the theme."""
        theme = self._theme
        self._heading.setFont(theme.font("serif", 20, bold=True))
        self.fields.setHorizontalSpacing(theme.px(12))
        self.fields.setVerticalSpacing(theme.px(8))
        self.acts.setSpacing(theme.px(8))
        self.column.setContentsMargins(theme.px(20), theme.px(12), theme.px(20), theme.px(16))
        self.column.setSpacing(theme.px(10))

    @guarded(None)
    def showEvent(self, event: QShowEvent) -> None:
        """Set the type anew: a style sheet takes it from labels when they are first shown."""
        super().showEvent(event)
        self.restyle()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Do it with Enter, close with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        elif event.key() in ENTER:
            if self.cancel.hasFocus():
                self.closed.emit()
            else:
                self.submit()
        else:
            super().keyPressEvent(event)

    def _last_field(self) -> QWidget:
        """Return what Tab comes to last among the fields that were added."""
        last: QWidget = self.act
        found = self.nextInFocusChain()
        while found is not None and found is not self:
            is_field = bool(found.focusPolicy() & Qt.FocusPolicy.TabFocus) and found.focusProxy() is None
            if is_field and self.isAncestorOf(found) and found is not self.cancel:
                last = found
            found = found.nextInFocusChain()
        return last

    def _row(self, words: str, widget: QWidget) -> QLabel:
        """Add a field with its label, and return the label."""
        label = plain_label(self, words)
        label.setBuddy(widget)
        place = self.fields.rowCount()
        self.fields.addWidget(label, place, 0)
        if isinstance(widget, QSpinBox):
            self.fields.addWidget(widget, place, 1, Qt.AlignmentFlag.AlignLeft)
        else:
            self.fields.addWidget(widget, place, 1)
        return label

    def _wide_row(self, words: str, widget: QWidget) -> QLabel:
        """Add a label with what it stands for below, as wide as the form, and return the label."""
        label = plain_label(self, words)
        label.setBuddy(widget)
        place = self.fields.rowCount()
        self.fields.addWidget(label, place, 0, 1, 2)
        self.fields.addWidget(widget, place + 1, 0, 1, 2)
        return label

    def _refuse(self, why: Reason | None) -> bool:
        """Tell why it cannot be done; return whether there was anything to tell."""
        if why is not None:
            self.refused.emit(why)
        return why is not None


def number_field(parent: QWidget, least: int, most: int, name: str, tip: str = "") -> QSpinBox:
    """Return a field for a number; `name` is read to those who cannot see its label."""
    field = QSpinBox(parent)
    field.setRange(least, most)
    field.setAccessibleName(name)
    field.setToolTip(tip)
    return field
