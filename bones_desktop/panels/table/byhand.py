"""Entering what the real dice of the table show, die by die, in place of the tray."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from bones_desktop.panels.table.byhandkeys import KeyPad
from bones_desktop.panels.table.byhandstate import HandDie, HandThrow
from bones_desktop.panels.table.byhandtiles import HandTiles, TileLook
from bones_desktop.panels.table.byhandwords import HandWords
from bones_desktop.rules.bones.limits import FACES
from bones_desktop.theme.measures import CARD_RADIUS
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.announce import announce
from bones_desktop.widgets.elidedlabel import ElidedLabel
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.plainlabel import plain_label

__all__ = ["ByHandEntry", "HandDie"]

_RIM: Final = 4
_MARGIN: Final = 8
_ROOMY: Final = 400
"""Height, before the text size, above which nothing need be saved."""
_SMALLEST: Final = 64
_LARGEST: Final = 160
_HIT: Final = 44
"""The least side of a face in pixels, whatever the text size, that is still hit with ease."""
_STEPS: Final = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_LINES: Final = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_ENDS: Final = {Qt.Key.Key_Return, Qt.Key.Key_Enter}
_CHORDS: Final = (
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
)


class ByHandEntry(QWidget):
    """Asks for one die after another. It decides nothing: what was entered is told once, all together."""

    entered = Signal(object)
    """The index of the face of each die, a tuple in the order of the dice given to `begin`."""
    left = Signal()
    """The player has cancelled."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._throw = HandThrow(())
        self._words = HandWords(self._throw, {}, self.tr)
        self._done = False
        """Whether the last die has just been entered, so that one digit too many must not change it."""
        self._digit: int | None = None
        """The first digit of a number that may go on."""
        self._title = ElidedLabel(self)
        self.progress = plain_label(self, role="felt")
        self._asked = ElidedLabel(self)
        self._which = plain_label(self, role="felt")
        self.pad = KeyPad(theme, self)
        self.tiles = HandTiles(theme, self)
        self.hint = plain_label(self, role="felt", wrap=True)
        self.hint.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.again_button = self._button(self.tr("All again"), self._again)
        self.cancel_button = self._button(self.tr("Cancel"), self.left.emit)
        self.cancel_button.setToolTip(self.tr("Throw no dice by hand (Esc)"))
        self.use_button = self._button(self.tr("Use these"), self._finish)
        self.use_button.setProperty("kind", "primary")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        for label in (self._title, self._asked):
            label.setProperty("role", "felt")
        self._lay_out()
        self.pad.given.connect(self._given)
        self.tiles.asked.connect(self._die_asked)
        theme.changed.connect(self._restyle)
        self._restyle()

    def begin(self, title: str, dice: Sequence[HandDie], sides: Mapping[str, str]) -> None:
        """Ask what `dice` show; nothing of an earlier throw is kept.

        `title` says what is thrown for. `sides` is how the dice of a group are called ("character": "Ragnar"); those
        of a group not in it are called by the group.
        """
        self._throw = HandThrow(dice)
        self._words = HandWords(self._throw, sides, self.tr)
        self._digit, self._done = None, False
        self._title.set_full_text(title)
        self.tiles.lay(self._throw.rows, [self._words.side(row) for row in self._throw.rows])
        self.setAccessibleName(self.tr("Dice by hand: {task}").format(task=title))
        self._fit()
        self._show()
        if self.isVisible():
            self.setFocus()

    def sizeHint(self) -> QSize:  # noqa: N802 (Qt's name)
        """Return the size at which a usual throw needs no scrolling."""
        return QSize(self._theme.px(640), self._theme.px(400))

    def minimumSizeHint(self) -> QSize:  # noqa: N802 (Qt's name)
        """Return as little as the tray asks for, in whose place this stands."""
        return QSize(320, 220)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 (Qt's name)
        """Take digits, arrows, Backspace, Return and Esc; no other plain key may reach the page meanwhile."""
        key = Qt.Key(event.key())
        if event.modifiers() & _CHORDS:
            super().keyPressEvent(event)
        elif Qt.Key.Key_0 <= key <= Qt.Key.Key_9:
            if not event.isAutoRepeat():
                self._typed(key - Qt.Key.Key_0)
        elif key == Qt.Key.Key_Backspace:
            self._back()
        elif key in _ENDS:
            if not event.isAutoRepeat():
                self._return(self.focusWidget())
        elif key == Qt.Key.Key_Escape:
            self.left.emit()
        elif key in _STEPS:
            mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
            self._go_to(self._throw.at + _STEPS[key] * (-1 if mirrored else 1))
        elif key in _LINES:
            self._line(_LINES[key])
        elif key in {Qt.Key.Key_Home, Qt.Key.Key_End}:
            self._go_to(0 if key == Qt.Key.Key_Home else len(self._throw.questions))

    @guarded(False)
    def event(self, event: QEvent) -> bool:
        """Keep digits, Backspace and Return from any action of the window that has them as its keys."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            key = Qt.Key(event.key())
            digit = Qt.Key.Key_0 <= key <= Qt.Key.Key_9
            if not event.modifiers() & _CHORDS and (digit or key in _ENDS | {Qt.Key.Key_Backspace, Qt.Key.Key_Escape}):
                event.accept()
                return True
        return super().event(event)

    @guarded(None)
    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 (Qt's name)
        """Take the keys."""
        super().showEvent(event)
        self.setFocus()

    @guarded(None)
    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 (Qt's name)
        """Draw faces as large as there is room."""
        super().resizeEvent(event)
        self._fit()

    @guarded(None)
    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 (Qt's name)
        """Paint a tray from above: felt in a wooden rim."""
        theme, painter = self._theme, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rim, radius = theme.px(_RIM), theme.px(CARD_RADIUS)
        outer = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(theme.color("wood-edge"), 1))
        painter.setBrush(theme.color("wood"))
        painter.drawRoundedRect(outer, radius, radius)
        painter.setBrush(theme.color("felt"))
        painter.drawRoundedRect(outer.adjusted(rim, rim, -rim, -rim), radius - rim, radius - rim)
        painter.end()

    def _typed(self, digit: int) -> None:
        """Take a digit: a face, a number, or one digit of a number."""
        question = self._throw.question
        if question is None or self._done:
            self._refuse(self._words.hint())
            return
        if not question.counted:
            self._given(digit - 1)
            return
        most, first = len(question.places), self._digit
        number = digit if first is None else first * 10 + digit
        if number > most:
            self._refuse(self._words.no_such_answer(question))
        elif first is None and 0 < number * 10 <= most:
            self._digit = number
            self._throw.give(number)
            self._show()
        else:
            self._given(number)

    def _given(self, answer: int) -> None:
        """Take an answer and ask for the next die."""
        question = self._throw.question
        if question is None:
            return
        if not 0 <= answer < question.answers:
            self._refuse(self._words.no_such_answer(question))
            return
        self._digit = None
        self._throw.give(answer)
        self._throw.go_on()
        self._done = self._throw.complete
        self._show()

    def _back(self) -> None:
        self._digit, self._done = None, False
        if self._throw.take_back():
            self._show()
        else:
            self._refuse(self.tr("There is nothing to take back."))

    def _again(self) -> None:
        self._digit, self._done = None, False
        self._throw.forget()
        self._show()
        self.setFocus()

    def _return(self, focused: QWidget | None) -> None:
        if isinstance(focused, QPushButton):
            focused.click()
            return
        waiting, self._digit = self._digit is not None, None
        if self._throw.complete:
            self._finish()
            return
        self._throw.go_on()
        self._show()
        if not waiting:
            self._refuse(self._words.missing())

    def _finish(self) -> None:
        if self._throw.complete:
            self.entered.emit(self._throw.indices)

    def _die_asked(self, place: int) -> None:
        self._go_to(self._throw.question_of(place))
        self.setFocus()

    def _go_to(self, number: int) -> None:
        self._digit, self._done = None, False
        self._throw.go_to(number)
        self._show()

    def _line(self, down: int) -> None:
        """Go to the die above or below; from dice that are counted, past all of them."""
        question = self._throw.question
        if question is None:
            return
        place = self.tiles.beside(question.places[0 if down < 0 else -1], down)
        self._go_to(self._throw.question_of(place))

    def _refuse(self, reason: str) -> None:
        self._tell(reason, strong=True)
        announce(self, reason)

    def _tell(self, text: str, *, strong: bool = False) -> None:
        size = 14 if self.height() >= self._theme.px(_ROOMY) else 12
        self.hint.setFont(self._theme.font("sans", size, bold=strong))
        self.hint.setText(text)

    def _show(self) -> None:
        """Show what is asked and what is known."""
        state, question = self._throw, self._throw.question
        group = state.dice[question.places[0]].group if question is not None else ""
        self.pad.ask(question, group, state.answer)
        for place, index in enumerate(state.shown):
            die = state.dice[place]
            known = None if index is None else die.faces[index]
            current = question is not None and place in question.places
            self.tiles.tiles[place].set_look(TileLook(known, die.group, self._words.die(place), current))
        if question is not None:
            self.tiles.reveal(question.places[-1])
            self.tiles.reveal(question.places[0])
        self._asked.set_full_text(self._words.asked())
        self._which.setText(self._words.which())
        self._tell(self._words.hint(self._digit))
        self._show_progress()
        self.setAccessibleDescription(self._words.spoken())
        announce(self, f"{self._words.progress()}. {self._words.spoken()}")

    def _show_progress(self) -> None:
        state = self._throw
        self.progress.setText(self._words.progress())
        self.use_button.setEnabled(state.complete)
        self.use_button.setToolTip(self.tr("Read this throw (Return)") if state.complete else self._words.missing())
        self.again_button.setEnabled(state.known > 0)
        nothing = self.tr("Nothing is entered yet.")
        self.again_button.setToolTip(self.tr("Begin with the first die again") if state.known else nothing)

    def _fit(self) -> None:
        """Draw faces as large as there is room, and keep a row of tiles in view as long as keys can still be hit.

        Where there is little room, the task is told by the strip beside alone.
        """
        px, height = self._theme.px, self.height()
        roomy = height >= px(_ROOMY)
        self._title.setVisible(roomy)
        self._asked.setFont(self._theme.font("serif", 20 if roomy else 16, bold=True))
        self._asked.updateGeometry()
        edge, gap, lines = px(_RIM) + px(_MARGIN if roomy else _RIM), px(6 if roomy else _RIM), 2 if roomy else 1
        told = sum(line.sizeHint().height() + gap for line in self._lines) + gap
        told += self._title.sizeHint().height() + gap if roomy else 0
        least = self.tiles.minimumSizeHint().height() + self.pad.words_height(lines)
        wanted = max(px(_SMALLEST), min(px(_LARGEST), height // 5))
        side = max(_HIT, min(wanted, height - 2 * edge - told - least))
        beside = max(edge, (self.width() - self.pad.width_of(side, FACES)) // 2)
        self._column.setContentsMargins(beside, edge, beside, edge)
        self._column.setSpacing(gap)
        self.pad.set_picture(side, lines)
        room = height - 2 * edge - told - self.pad.height()
        self.tiles.set_room(self.width() - 2 * beside, room, most=side * 3 // 4)

    def _button(self, text: str, pressed: Callable[[], None]) -> QPushButton:
        button = QPushButton(text, self)
        button.setAutoDefault(False)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(pressed)
        return button

    def _lay_out(self) -> None:
        self._column = QVBoxLayout(self)
        self._lines = [QHBoxLayout() for _ in range(2)]
        asked, foot = self._lines
        asked.addWidget(self._asked, 1)
        asked.addWidget(self._which)
        asked.addWidget(self.progress)
        foot.addWidget(self.hint, 1)
        for button in (self.again_button, self.cancel_button, self.use_button):
            foot.addWidget(button)
        self._column.addStretch()
        self._column.addWidget(self._title)
        self._column.addLayout(asked)
        self._column.addWidget(self.pad)
        self._column.addWidget(self.tiles)
        self._column.addLayout(foot)
        self._column.addStretch()

    def _restyle(self) -> None:
        theme = self._theme
        for line in self._lines:
            line.setSpacing(theme.px(12))
        self._title.setFont(theme.font("sans", 14))
        self.progress.setFont(theme.font("sans", 14, bold=True))
        self._which.setFont(theme.font("sans", 14))
        self._fit()
        self._tell(self._words.hint(self._digit))
        self.update()
