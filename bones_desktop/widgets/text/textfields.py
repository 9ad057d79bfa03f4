"""Text fields that leave undo to the program, which undoes everything in one order."""

import re
from typing import Final

from PySide6.QtCore import QEvent, QMimeData, QSize, Signal
from PySide6.QtGui import QDragEnterEvent, QTextCursor, QTextOption
from PySide6.QtWidgets import QDoubleSpinBox, QLineEdit, QPlainTextEdit, QTextEdit, QToolTip, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.focus import is_history
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.scaled import set_lengths
from bones_desktop.widgets.text.messages import announce

_BETWEEN_WORDS: Final = re.compile(r"[\s\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]+")
"""Where lines end: at spaces, and beside the letters of the east of Asia."""
_ENDLESS: Final = 2_000
"""Letters of a word for whose end Qt does not look at each line: it took a second for 200,000."""


def fit_wrapping(field: QPlainTextEdit | QTextEdit, text: str) -> None:
    """Have lines of `field`, in which `text` stands or is to stand, end between words; anywhere if one is endless."""
    endless = any(len(word) > _ENDLESS for word in _BETWEEN_WORDS.split(text))
    modes = QTextOption.WrapMode
    mode = modes.WrapAnywhere if endless else modes.WrapAtWordBoundaryOrAnywhere
    if field.wordWrapMode() != mode:
        field.setWordWrapMode(mode)


def limit_letters(field: QLineEdit, most: int) -> None:
    """Let `field` take so many characters, and say so where more were typed or pasted: Qt cuts them without a word."""
    field.setMaxLength(most)
    field.inputRejected.connect(lambda: _say_full(field))


def _say_full(field: QLineEdit) -> None:
    if len(field.text()) < field.maxLength():
        return  # a sign was refused, not the length
    said = field.tr("Only {n} characters fit here. The rest was left out.").format(n=field.maxLength())
    QToolTip.showText(field.mapToGlobal(field.rect().bottomLeft()), plain_tip(said), field)
    announce(field, said)


class LineField(QLineEdit):
    """One line. `edited` is emitted for typing only, never for `set_value`."""

    edited = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        """`name` is read to those who cannot see the label."""
        super().__init__(parent)
        self.setAccessibleName(name)
        self.textEdited.connect(self.edited)

    def set_value(self, text: str) -> None:
        """Show `text`; the cursor stays where it is."""
        if text != self.text():
            place = self.cursorPosition()
            self.setText(text)
            self.setCursorPosition(place)  # past the end, Qt leaves it there

    def event(self, event: QEvent) -> bool:
        """Let undo and redo through to the window."""
        if is_history(event):
            event.ignore()
            return False
        return super().event(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Leave files to the window, which opens them."""
        if event.mimeData().hasUrls():
            event.ignore()
        else:
            super().dragEnterEvent(event)


class TextField(QPlainTextEdit):
    """Several lines. `edited` is emitted for typing only, never for `set_value`; Tab leaves the field."""

    edited = Signal(str)

    def __init__(self, name: str, theme: Theme, lines: int, parent: QWidget | None = None) -> None:
        """`name` is read to those who cannot see the label; `lines` is the least height."""
        super().__init__(parent)
        self._setting = False
        self.setAccessibleName(name)
        self.setTabChangesFocus(True)
        self.setUndoRedoEnabled(False)
        self.textChanged.connect(self._emit_edited)
        set_lengths(theme, self, least_height=18 + 20 * lines)

    def set_value(self, text: str) -> None:
        """Show `text`; the cursor stays where it is."""
        if text == self.toPlainText():
            return
        place = self.textCursor().position()
        self._setting = True
        self.clear()  # else it would be laid out once more
        fit_wrapping(self, text)
        self.setPlainText(text)
        self._setting = False
        cursor = self.textCursor()
        last = self.document().characterCount() - 1  # counted as Qt does: an emoji is two
        cursor.setPosition(min(place, last), QTextCursor.MoveMode.MoveAnchor)
        self.setTextCursor(cursor)

    def event(self, event: QEvent) -> bool:
        """Let undo and redo through to the window."""
        if is_history(event):
            event.ignore()
            return False
        return super().event(event)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Leave files to the window, which opens them."""
        return not source.hasUrls() and super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Be ready for long words."""
        fit_wrapping(self, self.toPlainText() + source.text())
        super().insertFromMimeData(source)

    def sizeHint(self) -> QSize:
        """Return room for the least lines; a layout may give it more."""
        return QSize(super().sizeHint().width(), self.minimumHeight())

    def _emit_edited(self) -> None:
        if not self._setting:
            fit_wrapping(self, text := self.toPlainText())
            self.edited.emit(text)


class ScoreField(QDoubleSpinBox):
    """A movement score, without zeros that say nothing."""

    def textFromValue(self, value: float) -> str:
        """Return "1", "0.5"."""
        return self.locale().toString(value, "g", 6)
