"""A field for a stat block, in which pieces that were not understood are marked and explained."""

from PySide6.QtCore import QEvent, QMimeData, Qt
from PySide6.QtGui import QHelpEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QToolTip, QWidget

from bones_desktop.rules.bones.text.blockparts import Gap
from bones_desktop.rules.bones.text.statblock import MOST_TEXT
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.text.plaintip import plain_tip
from bones_desktop.wording.reasons import sentence


class BlockField(QPlainTextEdit):
    """The text, with gaps marked and explained where the pointer rests."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._gaps: tuple[Gap, ...] = ()
        self._ends: list[tuple[int, int]] = []
        self.setTabChangesFocus(True)
        theme.changed.connect(self._restyle)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Take no more of what is pasted than is read."""
        self.insertPlainText(source.text()[: MOST_TEXT + 1])

    def show_gaps(self, gaps: tuple[Gap, ...]) -> None:
        """Mark these pieces of the text."""
        self._gaps = gaps
        text = self.toPlainText()
        self._ends = [(_in_document(text, gap.start), _in_document(text, gap.end)) for gap in gaps]
        marked = []
        for start, end in self._ends:
            selection = QTextEdit.ExtraSelection()
            form = QTextCharFormat()
            form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
            form.setUnderlineColor(self._theme.color("bad"))
            selection.format = form
            selection.cursor = self._cursor(start, end)
            marked.append(selection)
        self.setExtraSelections(marked)

    def _restyle(self) -> None:
        self.show_gaps(self._gaps)

    def select_gap(self, place: int) -> None:
        """Select a gap's text and send the keys there."""
        self.setTextCursor(self._cursor(*self._ends[place]))
        self.ensureCursorVisible()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def replace_gap(self, place: int) -> None:
        """Put what was perhaps meant in the place of a gap, as one step of the field's own undo."""
        self._cursor(*self._ends[place]).insertText(self._gaps[place].suggestion)

    @guarded(False)
    def viewportEvent(self, event: QEvent) -> bool:
        """Say why a piece was not understood."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            at = self.cursorForPosition(event.pos()).position()
            found = next(
                (gap for gap, (start, end) in zip(self._gaps, self._ends, strict=True) if start <= at < end), None
            )
            said = "" if found is None else plain_tip(sentence(found.reason, self.tr))
            QToolTip.showText(event.globalPos(), said, self)
            return True
        return super().viewportEvent(event)

    def _cursor(self, start: int, end: int) -> QTextCursor:
        cursor = self.textCursor()
        last = self.document().characterCount() - 1
        cursor.setPosition(min(start, last))
        cursor.setPosition(min(end, last), QTextCursor.MoveMode.KeepAnchor)
        return cursor


def _in_document(text: str, offset: int) -> int:
    """Return the place in a text document, which counts letters beyond the first 65,536 twice."""
    return offset if text.isascii() else len(text[:offset].encode("utf-16-le", "surrogatepass")) // 2
