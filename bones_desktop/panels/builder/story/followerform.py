"""One follower of a mastery: its name, its dice and a note."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choice.choicebutton import ChoiceButton
from bones_desktop.widgets.choice.choices import Choice
from bones_desktop.widgets.dice.facelook import FaceLook, paint_face
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.taborder import put_before
from bones_desktop.widgets.text.plaintip import plain_tip
from bones_desktop.widgets.text.textfields import LineField, TextField


class _DiePicture(QWidget):
    """The name of a die over its six faces."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._die = Choice("", "")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def show_die(self, die: Choice) -> None:
        """Show another die."""
        self._die = die
        self.setAccessibleName(", ".join(part for part in (die.text, die.note) if part))
        self.setToolTip(plain_tip(die.note))
        self.update()

    def sizeHint(self) -> QSize:
        """Return the room of one line of words and one of faces."""
        return QSize(self._theme.px(180), self._theme.px(46))

    def minimumSizeHint(self) -> QSize:
        """Return the same."""
        return self.sizeHint()

    @guarded(None)
    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint name and faces."""
        theme = self._theme
        painter = QPainter(self)
        font = theme.font("sans", 12)
        painter.setFont(font)
        painter.setPen(theme.color("text"))
        words = QRectF(0, 0, self.width(), theme.px(18))
        shown = QFontMetricsF(font).elidedText(self._die.text, Qt.TextElideMode.ElideRight, words.width())
        painter.drawText(words, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)
        side, top = theme.px(24), theme.px(20)
        for place, code in enumerate(self._die.faces):
            square = QRectF(place * (side + theme.px(4)), top, side, side)
            paint_face(painter, square, FaceLook(code=code or "blank"), theme)
        painter.end()


class _DieRow(QWidget):
    """One die of a follower with the button that takes it away."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.picture = _DiePicture(theme, self)
        self.remove = QToolButton(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.picture, 1)
        row.addWidget(self.remove)


class FollowerForm(QFrame):
    """What one follower is: finished texts come in, what is typed and picked goes out."""

    text_requested = Signal(str, str)
    """Field of the follower and what is typed."""
    die_requested = Signal(object)
    """The Choice of printed dice to add."""
    dice_text_requested = Signal(str)
    """Dice to add, as text."""
    die_removed = Signal(int)
    remove_requested = Signal()

    def __init__(self, theme: Theme, heading: str, *, with_dice: bool, parent: QWidget | None = None) -> None:
        """`heading` says what it is ("Lackey (Boss)")."""
        super().__init__(parent)
        self._theme = theme
        self._with_dice = with_dice
        self.setProperty("kind", "well")
        self.heading = QLabel(heading, self)
        self.trouble = QLabel(self)
        self.trouble.setProperty("role", "warn")
        self.count = QLabel(self)
        self.count.setProperty("role", "muted")
        for label in (self.heading, self.trouble, self.count):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self.name = LineField(self.tr("Name: {what}").format(what=heading), self)
        self.name.setPlaceholderText(self.tr("Name"))
        self.remove = QToolButton(self)
        self.remove.setToolTip(self.tr("Remove what is written here"))
        self.remove.setAccessibleName(self.tr("Remove {what}").format(what=heading))
        self.add = ChoiceButton(theme, self.tr("Add dice: {what}").format(what=heading), self.tr("Add dice"), self)
        self.typed = LineField(self.tr("Dice as text: {what}").format(what=heading), self)
        self.typed.setPlaceholderText(self.tr("…or write dice, then Enter"))
        self.note = TextField(self.tr("Note: {what}").format(what=heading), theme, 1, self)
        self.note.setPlaceholderText(self.tr("Note"))
        self._head = QHBoxLayout()
        self._head.addWidget(self.name, 1)
        self._head.addWidget(self.remove)
        self._rows: list[_DieRow] = []
        self._dice = QVBoxLayout()
        self._column = QVBoxLayout(self)
        self._column.addWidget(self.heading)
        self._column.addLayout(self._head)
        self._column.addWidget(self.trouble)
        self._column.addWidget(self.count)
        self._column.addLayout(self._dice)
        self._column.addWidget(self.add)
        self._column.addWidget(self.typed)
        self._column.addWidget(self.note)
        self.name.edited.connect(lambda text: self.text_requested.emit("name", text))
        self.note.edited.connect(lambda text: self.text_requested.emit("note", text))
        self.remove.clicked.connect(self.remove_requested)
        self.add.activated.connect(self.die_requested)
        self.typed.returnPressed.connect(lambda: self.dice_text_requested.emit(self.typed.text()))
        put_before(self.remove, (self.name, self.add, self.typed, self.note))
        theme.changed.connect(self._restyle)
        self._restyle()
        for widget in (self.count, self.add, self.typed):
            widget.setVisible(with_dice)

    def tab_chain(self) -> tuple[QWidget, ...]:
        """Return what Tab comes to, in its order."""
        return (self.name, *(row.remove for row in self._rows), self.add, self.typed, self.note, self.remove)

    def show_texts(self, name: str, note: str, trouble: str, *, written: bool) -> None:
        """Show what is written; `trouble` says what is wrong with it, "" for nothing."""
        self.name.set_value(name)
        self.note.set_value(note)
        self.trouble.setText(trouble)
        self.trouble.setVisible(bool(trouble))
        self.remove.setVisible(written)

    def show_dice(self, dice: Sequence[Choice], count: str) -> None:
        """Show the follower's dice; `count` says how many there are and may be."""
        self.count.setText(count)
        # Dice of one who may have none any more stay in sight, to be removed.
        self.count.setVisible(self._with_dice or bool(dice))
        while len(self._rows) < len(dice):
            self._add_row()
        while len(self._rows) > len(dice):
            row = self._rows.pop()
            had_focus = row.remove.hasFocus()
            row.hide()
            row.deleteLater()
            if had_focus:
                (self._rows[-1].remove if self._rows else self.add).setFocus()
        for number, (row, die) in enumerate(zip(self._rows, dice, strict=True), 1):
            row.picture.show_die(die)
            said = self.tr("Remove die {n}: {name}").format(n=number, name=die.text)
            row.remove.setAccessibleName(said)
            row.remove.setToolTip(plain_tip(said))

    def clear_typed(self) -> None:
        """Empty the line for dice as text, once they were understood."""
        self.typed.clear()

    def _add_row(self) -> None:
        number = len(self._rows)
        row = _DieRow(self._theme, self)
        row.remove.setIcon(self._theme.icon("close"))
        row.remove.clicked.connect(lambda: self.die_removed.emit(number))
        self._rows.append(row)
        self._dice.addWidget(row)
        row.show()
        put_before(self.add, (row.remove,))

    def _restyle(self) -> None:
        theme = self._theme
        self.heading.setFont(theme.font("sans", 14, bold=True))
        for label in (self.trouble, self.count):
            label.setFont(theme.font("sans", 12))
        self.remove.setIcon(theme.icon("remove"))
        for row in self._rows:
            row.remove.setIcon(theme.icon("close"))
        self._head.setSpacing(theme.px(4))
        self._dice.setSpacing(theme.px(4))
        self._column.setContentsMargins(theme.px(8), theme.px(8), theme.px(8), theme.px(8))
        self._column.setSpacing(theme.px(4))
