"""Text fields that leave undo to the program, and a line that asks a question.

The fields are for one line, for several lines, and for prose.
"""

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QMimeData, QObject, QSignalBlocker, QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import (
    QDragEnterEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlockFormat,
    QTextCursor,
    QTextOption,
)
from PySide6.QtWidgets import (
    QDoubleSpinBox,
    QFrame,
    QLineEdit,
    QPlainTextEdit,
    QSizePolicy,
    QTextEdit,
    QToolTip,
    QWidget,
)

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.focus import give_back_focus, leave_history
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_lengths
from bones_desktop.widgets.spoken import describe
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.widgets.text.messages import announce
from bones_desktop.wording.language import _

_ENDLESS: Final = 2_000
"""Greatest length of a word for wrapping between words.

Qt took five seconds to wrap a word of 200,000 letters.
"""


def fit_wrapping(field: QPlainTextEdit | QTextEdit, text: str) -> None:
    """Let lines of `field` break between words, or anywhere if `text` has a very long word (an encoded picture)."""
    endless = any(len(word) > _ENDLESS for word in text.split())
    modes = QTextOption.WrapMode
    mode = modes.WrapAnywhere if endless else modes.WrapAtWordBoundaryOrAnywhere
    # Setting the mode lays out the whole text again, even if the mode does not change.
    if field.wordWrapMode() != mode:
        field.setWordWrapMode(mode)


def replace_text(field: QPlainTextEdit | QTextEdit, text: str) -> None:
    """Replace the text of a field without signals, and keep the cursor position."""
    place = field.textCursor().position()
    with QSignalBlocker(field):
        field.clear()
        fit_wrapping(field, text)
        field.setPlainText(text)
        cursor = field.textCursor()
        # A position past the end is moved to the end. Qt counts UTF-16 units, and an emoji has two.
        cursor.setPosition(min(place, field.document().characterCount() - 1))
        field.setTextCursor(cursor)


def limit_letters(field: QLineEdit, most: int) -> None:
    """Limit `field` to `most` characters. Show a tooltip if the user types or pastes more.

    Without this, Qt cuts the text silently.
    """
    field.setMaxLength(most)
    field.inputRejected.connect(partial(_say_full, field))


def _say_full(field: QLineEdit) -> None:
    # Qt may also reject characters for other reasons than the length.
    if len(field.text()) < field.maxLength():
        return
    said = _("Only {n} characters fit here. The rest was left out.").format(n=field.maxLength())
    QToolTip.showText(field.mapToGlobal(field.rect().bottomLeft()), plain_tip(said), field)
    announce(field, said)


class LineField(QLineEdit):
    """One line of text."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        """`name` is for screen readers."""
        super().__init__(parent)
        self.setAccessibleName(name)
        leave_history(self)

    def setPlaceholderText(self, text: str) -> None:
        """Show `text` while the field is empty."""
        super().setPlaceholderText(text)
        describe(self, text)

    @property
    def edited(self) -> SignalInstance:
        """Qt's signal for typing, under the name used by other fields. `set_value` does not emit it."""
        return self.textEdited

    def set_value(self, text: str) -> None:
        """Show `text` and keep the cursor position."""
        if text != self.text():
            place = self.cursorPosition()
            self.setText(text)
            # Qt moves a position past the end to the end.
            self.setCursorPosition(place)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Let the window handle dropped files."""
        if event.mimeData().hasUrls():
            event.ignore()
        else:
            super().dragEnterEvent(event)


class TextField(QPlainTextEdit):
    """Several lines of text. `edited` is emitted only for typing, not by `set_value`. Tab leaves the field."""

    edited = Signal(str)

    def __init__(self, name: str, theme: Theme, lines: int, parent: QWidget | None = None) -> None:
        """`name` is for screen readers. `lines` is the minimum height in lines of text."""
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setTabChangesFocus(True)
        self.setUndoRedoEnabled(False)
        leave_history(self)
        self.textChanged.connect(self._emit_edited)
        set_lengths(theme, self, least_height=18 + 20 * lines)

    def set_value(self, text: str) -> None:
        """Show `text` and keep the cursor position."""
        if text != self.toPlainText():
            replace_text(self, text)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Let the window handle dropped files."""
        return not source.hasUrls() and super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Insert pasted text.

        The wrapping is set before the text is inserted, because Qt takes seconds to wrap a very long word.
        """
        fit_wrapping(self, self.toPlainText() + source.text())
        super().insertFromMimeData(source)

    def sizeHint(self) -> QSize:
        """Return the minimum height. A layout may give it more."""
        return QSize(super().sizeHint().width(), self.minimumHeight())

    def _emit_edited(self) -> None:
        self.edited.emit(self.toPlainText())


class ScoreField(QDoubleSpinBox):
    """A field for a movement score, shown without trailing zeros."""

    def textFromValue(self, value: float) -> str:
        """Return the score without trailing zeros: "1" or "0.5"."""
        return self.locale().toString(value, "g", 6)


LONGEST: Final = 200


class AskLine(Guarded, QFrame):
    """A line that is hidden until it asks a question.

    Enter answers and Escape cancels. Then the widget that had the focus before gets it back.
    """

    def __init__(self, theme: Theme, parent: QWidget, *, narrow: bool = False) -> None:
        """With `narrow`, the question is above its answers."""
        super().__init__(parent)
        self._answered: Callable[[str], object] | None = None
        self._before: QWidget | None = None
        self.setProperty("kind", "card")
        self._question = plain_label(self, wrap=True)
        self._question.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.field = QLineEdit(self)
        limit_letters(self.field, LONGEST)
        self.yes = push_button(self, "", self._answer)
        self.no = push_button(self, _("Cancel"), self.take_back)
        answers = hbox(None, self.yes, self.no, *([STRETCH] if narrow else []), theme=theme, gap=8)
        box = vbox if narrow else hbox
        self._row = box(self, (self._question, 1), (self.field, 3), answers, theme=theme, gap=8, edges=(12, 8, 12, 8))
        for widget in (self.field, self.yes, self.no):
            # Qt sends keys to the focused child before this line, so each child is watched.
            widget.installEventFilter(self)
        self.field.textChanged.connect(self._may_answer)
        self.hide()

    @property
    def question(self) -> str:
        """The question being asked; "" for none."""
        return "" if self.isHidden() else self._question.text()

    def ask_name(self, question: str, act: str, answered: Callable[[str], None], name: str = "") -> None:
        """Ask for a name that is not empty. `act` is the text of the button, `name` the suggestion."""
        self._ask(question, act, answered)
        self._row.setStretchFactor(self._question, 0)
        self.field.show()
        self.field.setAccessibleName(question)
        self.field.setText(name)
        self.field.selectAll()
        self._may_answer()
        self.field.setFocus()

    def ask_whether(self, question: str, act: str, agreed: Callable[[], object]) -> None:
        """Ask whether to do `act`. The Cancel button has the focus."""
        self._ask(question, act, lambda _name: agreed())
        self._row.setStretchFactor(self._question, 1)
        self.field.clear()
        self.field.hide()
        self.yes.setEnabled(True)
        # Cancel gets the focus, so that pressing Enter by habit deletes nothing.
        self.no.setFocus()
        announce(self, question)

    def take_back(self) -> None:
        """Stop asking, without an answer."""
        self._answered = None
        held = self.isAncestorOf(self.focusWidget()) if self.focusWidget() is not None else False
        self.hide()
        if held:
            give_back_focus(self._before)
        self._before = None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Answer with Enter in the field, cancel with Escape."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() == Qt.Key.Key_Escape:
                self.take_back()
                return True
            if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
                if watched is self.no:
                    self.take_back()
                else:
                    self._answer()
                return True
        return super().eventFilter(watched, event)

    def _ask(self, question: str, act: str, answered: Callable[[str], object]) -> None:
        # If a question is already open, the focus may be in its field. This field must not get the focus back later.
        window = self.window()
        if self.isHidden():
            self._before = window.focusWidget()
        self._answered = answered
        self._question.setText(question)
        self.yes.setText(act)
        self.show()

    def _answer(self) -> None:
        answered, name = self._answered, " ".join(self.field.text().split())
        # Enter must not accept an empty name.
        if answered is None or not self.yes.isEnabled():
            return
        self.take_back()
        answered(name)

    def _may_answer(self) -> None:
        named = bool(self.field.text().strip())
        self.yes.setEnabled(named)
        self.yes.setToolTip("" if named else _("Write a name first."))


MEASURE: Final = 65
"""Greatest comfortable number of letters in a line."""
_LEADING: Final = 1.6
"""Line height as a multiple of the font size, independent of the line height that a font itself defines."""
_BETWEEN_PARAGRAPHS: Final = 0.4
_SAMPLE: Final = "the spaces and letters of an ordinary line of prose"


class ProseField(Guarded, QTextEdit):
    """Plain text. `edited` is emitted only for typing, not by `set_value`. Tab leaves the field.

    Lines have at most MEASURE letters, even if the field is wider.
    """

    edited = Signal(str)

    def __init__(
        self, name: str, theme: Theme, lines: int, parent: QWidget | None = None, *, centred: bool = True
    ) -> None:
        """`name` is for screen readers. `lines` is the minimum height in lines of text.

        With `centred`, the text column is in the middle of the field, otherwise at the left edge of the field.
        """
        super().__init__(parent)
        self._theme = theme
        self._lines = lines
        self._centred = centred
        self._large = False
        self._hint = ""
        self.setAccessibleName(name)
        # Pasted formats and pictures could not be saved.
        self.setAcceptRichText(False)
        self.setTabChangesFocus(True)
        self.setUndoRedoEnabled(False)
        leave_history(self)
        self.textChanged.connect(self._emit_edited)
        self.textChanged.connect(self._centre)
        self.textChanged.connect(self._centre)
        theme.changed.connect(self._restyle)
        self._restyle()

    def set_hint(self, hint: str) -> None:
        """Show a hint while the field is empty."""
        self._hint = hint
        self.viewport().update()
        self.setAccessibleDescription(hint)

    def value(self) -> str:
        """Return the text."""
        return self.toPlainText()

    def set_value(self, text: str) -> None:
        """Show `text` and keep the cursor position."""
        if text != self.toPlainText():
            replace_text(self, text)
            self._centre()
            self._lead()

    def set_large(self, large: bool) -> None:
        """Set whether letters are larger than in other fields."""
        if large != self._large:
            self._large = large
            self._restyle()

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Let the window handle dropped files."""
        return not source.hasUrls() and super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Insert pasted text.

        The wrapping is set before the text is inserted, because Qt takes seconds to wrap a very long word.
        """
        fit_wrapping(self, self.toPlainText() + source.text())
        super().insertFromMimeData(source)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text, or the hint if the field is empty. Qt would cut off the second line of a placeholder text."""
        super().paintEvent(event)
        if self._hint and self.document().isEmpty():
            first = self.cursorRect()
            room = self.viewport().rect().adjusted(first.left() + 1, first.top(), -self._theme.px(4), 0)
            painter = QPainter(self.viewport())
            painter.setFont(self._letters())
            painter.setPen(self._theme.color("muted"))
            painter.drawText(room, Qt.TextFlag.TextWordWrap, self._hint)
            painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Move the text column to its place for the new width."""
        # The column gets its width before the text is laid out, because the layout uses this width.
        self._centre()
        super().resizeEvent(event)

    def _centre(self) -> None:
        # Room for the scroll bar is always reserved, so that the column does not move when the bar appears.
        room = self.contentsRect().width() - self.verticalScrollBar().sizeHint().width()
        letter = QFontMetricsF(self._letters()).horizontalAdvance(_SAMPLE) / len(_SAMPLE)
        least, spare = self._theme.px(4), room - letter * MEASURE
        if not self._centred and self.document().isEmpty():
            # A hint may use the whole width.
            spare = 0
        before = max(least, spare / 2) if self._centred else least
        self.setViewportMargins(round(before), 0, round(max(least, spare - before)), 0)

    def _letters(self) -> QFont:
        return self._theme.font("serif", 20) if self._large else self._theme.font("sans", 14)

    def _lead(self) -> None:
        """Set the spacing of all lines. A line added later takes the spacing of the line before it."""
        letters = self._letters()
        share = 100 * _LEADING * letters.pixelSize() / QFontMetricsF(letters).height()
        shape = QTextBlockFormat()
        shape.setLineHeight(share, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        shape.setBottomMargin(letters.pixelSize() * _BETWEEN_PARAGRAPHS)
        cursor = QTextCursor(self.document())
        cursor.select(QTextCursor.SelectionType.Document)
        with QSignalBlocker(self):
            cursor.mergeBlockFormat(shape)

    def _emit_edited(self) -> None:
        self.edited.emit(self.toPlainText())

    def _restyle(self) -> None:
        with QSignalBlocker(self):
            self.document().setDefaultFont(self._letters())
        self.setMinimumHeight(self._theme.px(16 + 20 * self._lines))
        self._lead()
        self._centre()
