"""A text field for a stat block, and a list of the parts of the text that cannot be read.

The field marks these parts.
"""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QMimeData, Qt, Signal
from PySide6.QtGui import QHelpEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QToolTip, QWidget

from bones_desktop.rules.bones.text.statblock import Gap
from bones_desktop.storage.files.sharedtext import kept_of
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox, vbox
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.lists.line import Ground, Line, LineLook
from bones_desktop.widgets.lists.linelist import PICKING, LineList
from bones_desktop.widgets.plaintext import plain_tip, without_mnemonic
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.widgets.text.textfields import fit_wrapping
from bones_desktop.wording.language import _
from bones_desktop.wording.reasons import sentence


class BlockField(Guarded, QPlainTextEdit):
    """A text field in which unreadable parts are marked and explained in tooltips."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._gaps: tuple[Gap, ...] = ()
        self._ends: list[tuple[int, int]] = []
        self.setTabChangesFocus(True)
        theme.changed.connect(self._restyle)

    def set_text(self, text: str) -> None:
        """Show `text`, cut off at the greatest length that can be read."""
        fit_wrapping(self, text)
        self.setPlainText(kept_of(text))

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste text, cut off at the greatest length that can be read."""
        fit_wrapping(self, source.text())
        self.insertPlainText(kept_of(source.text()))

    def show_gaps(self, gaps: tuple[Gap, ...]) -> None:
        """Underline the unreadable parts of the text."""
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

    def cursor_offset(self) -> int:
        """Return the number of characters before the cursor."""
        # Qt counts UTF-16 units, of which an emoji has two; the parser counts characters.
        before = self.toPlainText().encode("utf-16-le", "surrogatepass")[: 2 * self.textCursor().position()]
        return len(before.decode("utf-16-le", "surrogatepass"))

    def select_gap(self, place: int) -> None:
        """Select the text of an unreadable part and focus the field."""
        self.setTextCursor(self._cursor(*self._ends[place]))
        self.ensureCursorVisible()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def replace_gap(self, place: int) -> None:
        """Replace an unreadable part by its suggestion.

        One undo step of the field restores the part.
        """
        self._cursor(*self._ends[place]).insertText(self._gaps[place].suggestion)

    def viewportEvent(self, event: QEvent) -> bool:
        """Show a tooltip that says why the part under the pointer could not be read."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            at = self.cursorForPosition(event.pos()).position()
            found = next(
                (gap for gap, (start, end) in zip(self._gaps, self._ends, strict=True) if start <= at < end), None
            )
            said = "" if found is None else sentence(found.reason)
            # An empty text hides the tooltip after the pointer has left a part.
            QToolTip.showText(event.globalPos(), plain_tip(said), self)
            return True
        return super().viewportEvent(event)

    def _cursor(self, start: int, end: int) -> QTextCursor:
        cursor = self.textCursor()
        # The user may have shortened the text since the last check.
        last = self.document().characterCount() - 1
        cursor.setPosition(min(start, last))
        cursor.setPosition(min(end, last), QTextCursor.MoveMode.KeepAnchor)
        return cursor


def _in_document(text: str, offset: int) -> int:
    """Return the position in a QTextDocument, which counts characters above U+FFFF twice."""
    return offset if text.isascii() else len(text[:offset].encode("utf-16-le", "surrogatepass")) // 2


_GAPS: Final = LineLook(height=48, pad=(12, 6), ground=Ground.RIMMED)


class GapList(QWidget):
    """A list of the unreadable parts of a text (gaps), each with the reason.

    A click or Enter on a gap requests to show it in the text. The button requests to insert the suggestion.
    """

    go_requested = Signal(int)
    """Emitted with the index of the gap."""
    replace_requested = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._gaps: tuple[Gap, ...] = ()
        self._heading = plain_label(self)
        self.view = LineList(theme, _("Not understood"), self, _GAPS, keys=PICKING, by_click=True, framed=True)
        self.view.setAccessibleDescription(_("Enter goes to the place in the text."))
        self.view.line_activated.connect(self._go)
        self.view.current_changed.connect(self._offer)
        self.replace = push_button(self, "", self._replace)
        head = hbox(None, (self._heading, 1), self.replace)
        vbox(self, head, (self.view, 1), margins=0, theme=theme, gap=8)

    def set_gaps(self, text: str, gaps: Sequence[Gap], heading: str) -> None:
        """Show the gaps of `text` below a heading. The selected gap stays selected if it still exists."""
        lines, before = self.view.lines, self.view.lines.at(self.view.currentIndex())
        self._gaps = tuple(gaps)
        self._heading.setText(heading)
        shown = [
            Line(_shown(text[gap.start : gap.end]), sentence(gap.reason), key=str(place), tip=sentence(gap.reason))
            for place, gap in enumerate(gaps)
        ]
        lines.set_lines(shown)
        # The positions of gaps change with each edit, so the selected gap is found by its reason. If there is none with
        # this reason, a gap with a suggestion is selected.
        same = (row for row, line in enumerate(shown) if before is not None and line.second == before.second)
        mendable = (row for row, gap in enumerate(gaps) if gap.suggestion)
        self.view.setCurrentIndex(lines.index(next(same, next(mendable, 0))))
        self._offer()

    def _go(self, key: str) -> None:
        self.go_requested.emit(int(key))

    def _replace(self) -> None:
        self.replace_requested.emit(int(self.view.current))

    def _offer(self) -> None:
        key = self.view.current
        meant = self._gaps[int(key)].suggestion if key else ""
        self.replace.setVisible(bool(self._gaps))
        self.replace.setEnabled(bool(meant))
        self.replace.setText(without_mnemonic(_("Write “{name}”").format(name=meant)) if meant else _("No suggestion"))


def _shown(text: str) -> str:
    """Return the beginning of a gap's text, short enough for one line."""
    return " ".join(text[:200].split()) or text[:1]
