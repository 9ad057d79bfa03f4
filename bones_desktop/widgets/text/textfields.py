"""Text fields that leave undo to the program, plain or formatted, and a line that asks a question."""

import re
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QMimeData, QObject, QSize, Qt, Signal, SignalInstance
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
    QTextFrame,
    QTextFrameFormat,
    QTextOption,
)
from PySide6.QtWidgets import (
    QBoxLayout,
    QDoubleSpinBox,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QSizePolicy,
    QTextEdit,
    QToolTip,
    QWidget,
)

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.focus import give_back_focus, is_history
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_gaps, set_lengths
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.widgets.text.messages import announce
from bones_desktop.wording.language import _

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
    said = _("Only {n} characters fit here. The rest was left out.").format(n=field.maxLength())
    QToolTip.showText(field.mapToGlobal(field.rect().bottomLeft()), plain_tip(said), field)
    announce(field, said)


class LineField(QLineEdit):
    """One line."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        """`name` is read to those who cannot see the label."""
        super().__init__(parent)
        self.setAccessibleName(name)

    @property
    def edited(self) -> SignalInstance:
        """Qt's signal for typing, as other fields call it; `set_value` emits nothing."""
        return self.textEdited

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


LONGEST: Final = 200


class AskLine(Guarded, QFrame):
    """Hidden until it asks. Enter answers, Escape takes the question back; focus goes back to where it was."""

    def __init__(self, theme: Theme, parent: QWidget, *, narrow: bool = False) -> None:
        """With `narrow`, the question stands above its answers."""
        super().__init__(parent)
        self._answered: Callable[[str], None] | None = None
        self._before: QWidget | None = None
        self.setProperty("kind", "card")
        self._question = plain_label(self, wrap=True)
        self._question.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.field = QLineEdit(self)
        limit_letters(self.field, LONGEST)
        self.yes = push_button(self, "", self._answer)
        self.no = push_button(self, _("Cancel"), self.take_back)
        direction = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        self._row = QBoxLayout(direction, self)
        set_gaps(theme, self._row, gap=8, edges=(12, 8, 12, 8))
        self._answers = QHBoxLayout()
        set_gaps(theme, self._answers, gap=8)
        self._row.addWidget(self._question, 1)
        self._row.addWidget(self.field, 3)
        self._answers.addWidget(self.yes)
        self._answers.addWidget(self.no)
        if narrow:
            self._answers.addStretch(1)
        self._row.addLayout(self._answers)
        for widget in (self.field, self.yes, self.no):
            widget.installEventFilter(self)
        self.field.textChanged.connect(self._may_answer)
        self.hide()

    @property
    def question(self) -> str:
        """What is asked, "" when nothing is."""
        return "" if self.isHidden() else self._question.text()

    def ask_name(self, question: str, act: str, answered: Callable[[str], None], name: str = "") -> None:
        """Ask for a name that is not empty; `act` names what will be done, `name` stands there at first."""
        self._ask(question, act, answered)
        self._row.setStretchFactor(self._question, 0)
        self.field.show()
        self.field.setAccessibleName(question)
        self.field.setText(name)
        self.field.selectAll()
        self._may_answer()
        self.field.setFocus()

    def ask_whether(self, question: str, act: str, answered: Callable[[str], None]) -> None:
        """Ask whether to do `act`; focus is at the button that does not."""
        self._ask(question, act, answered)
        self._row.setStretchFactor(self._question, 1)
        self.field.clear()
        self.field.hide()
        self.yes.setEnabled(True)
        self.no.setFocus()
        announce(self, question)

    def take_back(self) -> None:
        """Ask no more; nothing is done."""
        self._answered = None
        held = self.isAncestorOf(self.focusWidget()) if self.focusWidget() is not None else False
        self.hide()
        if held:
            give_back_focus(self._before)
        self._before = None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Answer with Enter in the field, take the question back with Escape."""
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

    def _ask(self, question: str, act: str, answered: Callable[[str], None]) -> None:
        window = self.window()
        if self.isHidden():
            self._before = window.focusWidget()
        self._answered = answered
        self._question.setText(question)
        self.yes.setText(act)
        self.show()

    def _answer(self) -> None:
        answered, name = self._answered, " ".join(self.field.text().split())
        if answered is None or not self.yes.isEnabled():
            return
        self.take_back()
        answered(name)

    def _may_answer(self) -> None:
        named = bool(self.field.text().strip())
        self.yes.setEnabled(named)
        self.yes.setToolTip("" if named else _("Write a name first."))


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
