"""A field for long texts: lines of a readable length with air between them."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QMimeData, Qt, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlockFormat,
    QTextCursor,
    QTextFrame,
    QTextFrameFormat,
)
from PySide6.QtWidgets import QTextEdit, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.focus import is_history
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.text.textfields import fit_wrapping

MEASURE: Final = 65
"""Letters in a line that the eye follows without effort."""
_LEADING: Final = 1.6
"""From line to line, in sizes of the letters; fonts differ in what they keep free by themselves."""
_BETWEEN_PARAGRAPHS: Final = 0.4
_SAMPLE: Final = "the spaces and letters of an ordinary line of prose"


class ProseField(Guarded, QTextEdit):
    """Plain text. `edited` is emitted for typing only, never for `set_value`; Tab leaves the field.

    However wide the field is, its lines are no longer than MEASURE letters.
    """

    edited = Signal(str)

    def __init__(
        self, name: str, theme: Theme, lines: int, parent: QWidget | None = None, *, centred: bool = True
    ) -> None:
        """`name` is read to those who cannot see the label; `lines` is the least height.

        The column of text stands in the middle where `centred`, else where lines begin.
        """
        super().__init__(parent)
        self._theme = theme
        self._lines = lines
        self._centred = centred
        self._large = False
        self._hint = ""
        self._setting = False
        self.setAccessibleName(name)
        self.setAcceptRichText(False)
        self.setTabChangesFocus(True)
        self.setUndoRedoEnabled(False)
        self.textChanged.connect(self._emit_edited)
        theme.changed.connect(self._restyle)
        self._restyle()

    def set_hint(self, hint: str) -> None:
        """Say what may be written here, where the first line will stand, as long as nothing is."""
        self._hint = hint
        self.setAccessibleDescription(hint)

    def value(self) -> str:
        """Return the text."""
        return self.toPlainText()

    def set_value(self, text: str) -> None:
        """Show `text`; the cursor stays where it is."""
        if text == self.toPlainText():
            return
        place = self.textCursor().position()
        self._quietly(lambda: self._replace(text))
        self._lead()
        self._centre()
        cursor = self.textCursor()
        last = self.document().characterCount() - 1  # counted as Qt does: an emoji is two
        cursor.setPosition(min(place, last), QTextCursor.MoveMode.MoveAnchor)
        self.setTextCursor(cursor)

    def set_large(self, large: bool) -> None:
        """Write in larger letters, or in those of all other fields."""
        if large != self._large:
            self._large = large
            self._restyle()

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

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the column of text in its place."""
        super().resizeEvent(event)
        self._centre()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text, or the hint: Qt would paint its own outside of the column."""
        super().paintEvent(event)
        if self._hint and self.document().isEmpty():
            first = self.cursorRect()
            room = self.viewport().rect().adjusted(first.left() + 1, first.top(), -self._theme.px(8), 0)
            painter = QPainter(self.viewport())
            painter.setFont(self._letters())
            painter.setPen(self._theme.color("muted"))
            painter.drawText(room, Qt.TextFlag.TextWordWrap, self._hint)
            painter.end()

    def _centre(self) -> None:
        room = self.contentsRect().width() - self.verticalScrollBar().sizeHint().width()
        letter = QFontMetricsF(self._letters()).horizontalAdvance(_SAMPLE) / len(_SAMPLE)
        least, spare = self._theme.px(8), room - letter * MEASURE
        before = max(least, spare / 2) if self._centred else least
        after = max(least, spare - before)
        frame = self.document().rootFrame()
        shape = frame.frameFormat()
        if max(abs(shape.leftMargin() - before), abs(shape.rightMargin() - after)) >= 1:
            shape.setLeftMargin(before)
            shape.setRightMargin(after)
            self._quietly(lambda: self._shape(frame, shape))

    def _shape(self, frame: QTextFrame, shape: QTextFrameFormat) -> None:
        frame.setFrameFormat(shape)
        if self.document().isEmpty():  # Qt leaves the only line where it was until something is written
            self.document().markContentsDirty(0, 1)

    def _quietly(self, change: Callable[[], None]) -> None:
        """Change the looks; for Qt that is a change of the text as well."""
        self._setting = True
        try:
            change()
        finally:
            self._setting = False

    def _replace(self, text: str) -> None:
        self.clear()  # else what stood here would be laid out once more
        fit_wrapping(self, text)
        self.setPlainText(text)

    def _letters(self) -> QFont:
        return self._theme.font("serif", 20) if self._large else self._theme.font("sans", 14)

    def _lead(self) -> None:
        """Set the lines apart; new lines take it over from the one they are begun in."""
        letters = self._letters()
        share = 100 * _LEADING * letters.pixelSize() / QFontMetricsF(letters).height()
        shape = QTextBlockFormat()
        shape.setLineHeight(share, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        shape.setBottomMargin(letters.pixelSize() * _BETWEEN_PARAGRAPHS)
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        self._quietly(lambda: cursor.mergeBlockFormat(shape))

    def _emit_edited(self) -> None:
        if not self._setting:
            fit_wrapping(self, text := self.toPlainText())
            self.edited.emit(text)

    def _restyle(self) -> None:
        self._quietly(lambda: self.document().setDefaultFont(self._letters()))
        self.setMinimumHeight(self._theme.px(16 + 20 * self._lines))
        self._lead()
        self._centre()
