"""Entry of rolls with real dice, die by die, on a board shown instead of the tray."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from bones_desktop.rules.bones.book.fields import FACES
from bones_desktop.theme.measures import CARD_RADIUS
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, fill, hbox, vbox
from bones_desktop.widgets.byhand.byhandkeys import HandTiles, KeyPad, TileLook
from bones_desktop.widgets.byhand.byhandstate import HandDie, HandThrow, HandWords, Question
from bones_desktop.widgets.dice.facelook import painted_group
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import follow
from bones_desktop.widgets.text.labels import ElidedLabel, FittedLabel, plain_label
from bones_desktop.widgets.text.messages import announce
from bones_desktop.wording.language import _

__all__ = ["ByHandEntry", "HandDie"]

_STEPS: Final = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_LINES: Final = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_ENDS: Final = {Qt.Key.Key_Return, Qt.Key.Key_Enter}
# A key with one of these modifiers is a shortcut of the window.
_CHORDS: Final = (
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
)


class ByHandEntry(Guarded, QWidget):
    """Asks for the faces of dice, one after another, and emits them once all are entered."""

    faces_entered = Signal(object)
    """Emitted with a tuple: the index of each die's face, in the order of the dice given to `begin`."""
    answered = Signal()
    """Emitted when the entry or the question has changed."""
    cancelled = Signal()
    """Emitted when the player returns to the tray."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.entered = HandThrow(())
        self._words = HandWords(self.entered, {})
        self._done = False
        """Whether the last die has just been entered. A further digit must not change its face."""
        self._digit: int | None = None
        """The first digit of a number that may have a second digit."""
        self._column = vbox(self, margins=0)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    @cached_property
    def board(self) -> "HandBoard":
        """The visible board. It is created when dice are first entered, because most groups let the program roll."""
        board = HandBoard(self._theme, self)
        board.pad.answer_pressed.connect(self.give)
        board.tiles.die_clicked.connect(self._die_asked)
        board.again_button.clicked.connect(self._again)
        board.use_button.clicked.connect(self._finish)
        self._column.addWidget(board)
        board.show()
        self._column.activate()
        return board

    @property
    def begun(self) -> bool:
        """Whether at least one die is entered."""
        return self.entered.known > 0

    @property
    def answers(self) -> tuple[int | None, ...]:
        """The answers so far, which can be passed to `begin` for the same dice."""
        return self.entered.answers

    @property
    def missing(self) -> str:
        """The number of missing dice in words; "" if none is missing."""
        return "" if self.entered.complete else self._words.missing()

    def begin(
        self, title: str, dice: Sequence[HandDie], sides: Mapping[str, str], answers: Sequence[int | None] = ()
    ) -> None:
        """Ask for the faces of `dice`.

        `title` is the task; "" in a form that says it. `answers` are earlier answers for the same dice; all other
        earlier entries are dropped.
        `sides` are names for groups of dice ("character": "Ragnar"); groups not listed have default names.
        """
        self.entered = HandThrow(dice)
        if answers:
            self.entered.answer_all(answers)
        self._words = HandWords(self.entered, sides)
        self._digit, self._done = None, bool(answers) and self.entered.complete
        self.set_title(title)
        self.board.tiles.lay(self.entered.rows, [self._words.side(row) for row in self.entered.rows])
        self.board.set_questions(self.entered.questions)
        self._show()
        if self.isVisible():
            self.setFocus()

    def set_title(self, title: str) -> None:
        """Show another task and keep the entry."""
        self.board.title.set_full_text(title)
        self.setAccessibleName(_("Dice by hand: {task}").format(task=title) if title else _("Dice by hand"))

    def finish(self) -> bool:
        """Emit the faces if all are entered; otherwise report the missing dice. Return whether all were entered."""
        self._digit = None
        if self.entered.complete:
            self._finish()
            return True
        self.entered.go_on()
        self._show()
        self._refuse(self._words.missing())
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle digits, arrows, Backspace, Return, Space and Esc. Other plain keys are not passed to the page."""
        key = Qt.Key(event.key())
        # Key combinations like Ctrl+Z are shortcuts of the window.
        if event.modifiers() & _CHORDS:
            super().keyPressEvent(event)
        elif Qt.Key.Key_0 <= key <= Qt.Key.Key_9:
            # A key that is held down must not enter several dice.
            if not event.isAutoRepeat():
                self._typed(key - Qt.Key.Key_0)
        elif key == Qt.Key.Key_Backspace:
            self._back()
        elif key in _ENDS or key == Qt.Key.Key_Space:
            if not event.isAutoRepeat():
                self._end(key)
        elif key == Qt.Key.Key_Escape:
            self.cancelled.emit()
        # Letters are shortcuts of the page. They must not work while dice are being entered.
        elif Qt.Key.Key_A <= key <= Qt.Key.Key_Z:
            self._refuse(self._words.first())
        else:
            self._walk(key)

    def event(self, event: QEvent) -> bool:
        """Reserve digits, Backspace and Return for the entry, although the window has shortcuts with these keys."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            key = Qt.Key(event.key())
            digit = Qt.Key.Key_0 <= key <= Qt.Key.Key_9
            if not event.modifiers() & _CHORDS and (digit or key in _ENDS | {Qt.Key.Key_Backspace, Qt.Key.Key_Escape}):
                event.accept()
                return True
        return super().event(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Take the focus."""
        super().showEvent(event)
        self.setFocus()

    def _walk(self, key: Qt.Key) -> None:
        if key in _STEPS:
            mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
            self._go_to(self.entered.at + _STEPS[key] * (-1 if mirrored else 1))
        elif key in _LINES:
            self._line(_LINES[key])
        elif key in {Qt.Key.Key_Home, Qt.Key.Key_End}:
            self._go_to(0 if key == Qt.Key.Key_Home else len(self.entered.questions))

    def _typed(self, digit: int) -> None:
        """Handle a digit, which may be a face, a number, or part of a number."""
        question = self.entered.question
        if question is None or self._done:
            self._refuse(self._words.hint())
            return
        number = digit if self._digit is None else self._digit * 10 + digit
        if number not in question.numbers:
            self._refuse(self._words.no_such_answer(question))
        # On 14 dice or a die of 20 faces, 1 may be the start of 10 to 14, so wait for the next digit.
        elif self._digit is None and question.longer(number):
            self._digit = number
            self.entered.give(question.numbers.index(number))
            self._show()
        else:
            self.give(question.numbers.index(number))

    def give(self, answer: int) -> None:
        """Record an answer and ask for the next die."""
        question = self.entered.question
        if question is None:
            return
        if not 0 <= answer < question.answers:
            self._refuse(self._words.no_such_answer(question))
            return
        self._digit = None
        self.entered.give(answer)
        self.entered.go_on()
        self._done = self.entered.complete
        self._show()

    def _back(self) -> None:
        self._digit, self._done = None, False
        if self.entered.take_back():
            self._show()
        else:
            self._refuse(_("There is nothing to take back."))

    def _again(self) -> None:
        self._digit, self._done = None, False
        self.entered.forget()
        self._show()
        self.setFocus()

    def _end(self, key: Qt.Key) -> None:
        """Press a focused button, or complete a number of one digit. If there is neither, finish the entry."""
        focused = self.focusWidget()
        if key in _ENDS and isinstance(focused, QPushButton):
            focused.click()
            return
        if key not in _ENDS or self._digit is None or self.entered.complete:
            self.finish()
            return
        self._digit = None
        self.entered.go_on()
        self._show()

    def _finish(self) -> None:
        if self.entered.complete:
            self.faces_entered.emit(self.entered.indices)

    def _die_asked(self, place: int) -> None:
        self._go_to(self.entered.question_of(place))
        self.setFocus()

    def _go_to(self, number: int) -> None:
        self._digit, self._done = None, False
        self.entered.go_to(number)
        self._show()

    def _line(self, down: int) -> None:
        """Go to the die above or below, past all dice of the current question."""
        question = self.entered.question
        if question is None:
            return
        place = self.board.tiles.beside(question.places[0 if down < 0 else -1], down)
        self._go_to(self.entered.question_of(place))

    def _refuse(self, reason: str) -> None:
        self.board.show_hint(reason, refused=True)
        announce(self, reason)

    def _show(self) -> None:
        """Show the question and the known dice."""
        state, question = self.entered, self.entered.question
        group = _painted(state.dice[question.places[0]]) if question is not None else ""
        self.board.pad.ask(question, group, state.answer)
        for place, index in enumerate(state.shown):
            die = state.dice[place]
            known = None if index is None else die.faces[index]
            current = question is not None and place in question.places
            self.board.tiles.tiles[place].set_look(TileLook(known, _painted(die), self._words.die(place), current))
        # Scrolling to the last die and then to the first shows the whole group if it fits, and otherwise its beginning.
        if question is not None:
            self.board.tiles.reveal(question.places[-1])
            self.board.tiles.reveal(question.places[0])
        self.board.show_words(self._words, complete=state.complete, begun=state.known > 0)
        self.board.show_hint(self._words.hint(self._digit))
        self.setAccessibleDescription(self._words.spoken())
        announce(self, f"{self._words.progress()}. {self._words.spoken()}")
        self.answered.emit()


def _painted(die: HandDie) -> str:
    """Return the group that determines the colours of a die."""
    return painted_group(die.group, die.faces)


_RIM: Final = 4
_MARGIN: Final = 8
_ROOMY: Final = 400
"""Height in pixels at 100 % text size above which no space needs to be saved."""
_LEAST_WIDTH: Final = 320
_NARROW: Final = 300
"""Width in pixels at 100 % text size below which six faces fit only without their names."""
_TIGHT_EDGE: Final = 4
_TIGHT_FACE: Final = 50
"""Side in pixels of a face without a name, so that its number can be read."""
_TIGHT_BUTTON: Final = "padding: 0px 10px; min-height: 0px;"
_SMALLEST: Final = 64
_LARGEST: Final = 160
_HIT: Final = 44
"""Smallest side of a face in pixels that is easy to hit, whatever the text size."""


class HandBoard(Guarded, QWidget):
    """Arranges all parts as large as possible. The owner handles the actions."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._tight = False
        self._least = 220
        self._questions = 0
        """Greatest number of keys with numbers that a question of the roll has."""
        self._progress = ("", "")
        self.title = ElidedLabel(self, role="felt", theme=theme)
        self.question = FittedLabel(theme, self)
        self.which = plain_label(self, role="felt", theme=theme, size=14)
        self.progress = plain_label(self, role="felt", theme=theme, size=14, bold=True)
        self.hint = ElidedLabel(self, role="felt", theme=theme)
        self.pad = KeyPad(theme, self)
        self.tiles = HandTiles(theme, self)
        self.again_button = self._button(_("All again"), _("Again"))
        self.back_button = self._button(_("Back"), _("Back"))
        self.back_button.setToolTip(_("Back to the tray, where the program rolls; the entry is kept (Esc)"))
        self.use_button = self._button(_("Use these"), _("Use"))
        self.use_button.setProperty("kind", "primary")
        self._column = vbox(self, STRETCH, self.title)
        head = hbox(None, (self.question, 1), self.which, self.progress, theme=theme, gap=12)
        foot = hbox(None, STRETCH, self.again_button, self.back_button, self.use_button, theme=theme, gap=12)
        self._lines = (head, foot)
        fill(self._column, head, self.hint, self.pad, self.tiles, foot, STRETCH)
        follow(theme, self, HandBoard.fit)

    def show_hint(self, text: str, *, refused: bool = False) -> None:
        """Show which keys can be pressed, or with `refused` why a key has no effect, in place of the question."""
        if refused:
            self.question.show_text(text, "on-felt")
        else:
            self.hint.set_full_text(text)

    def show_words(self, words: HandWords, *, complete: bool, begun: bool) -> None:
        """Show the question and the progress."""
        self.question.show_text(words.question(), "on-felt")
        self.which.setText(words.which())
        self._progress = words.progress(), words.progress_briefly()
        self.progress.setText(self._progress[self._tight])
        self.use_button.setEnabled(complete)
        self.use_button.setToolTip(plain_tip(_("Read this roll (Return)") if complete else words.missing()))
        self.again_button.setEnabled(begun)
        nothing = _("Nothing is entered yet.")
        self.again_button.setToolTip(plain_tip(_("Start again with the first die") if begun else nothing))

    def sizeHint(self) -> QSize:
        """Return the size at which a typical roll needs no scrolling."""
        return QSize(self._theme.px(640), self._theme.px(400))

    def minimumSizeHint(self) -> QSize:
        """Return the minimum size of the tray, which this board replaces, or more for large text."""
        return QSize(_LEAST_WIDTH, self._least)

    def set_questions(self, questions: Sequence[Question]) -> None:
        """Reserve room for the keys of all questions of a roll, so that nothing moves from one to the next."""
        self._questions = max((each.answers for each in questions if each.numbered and not each.counted), default=0)
        self.fit()

    def fit(self) -> None:
        """Draw faces as large as possible while a row of tiles fits and the keys are large enough.

        With little height, the task is shown only in the strip next to the board. If large text leaves too little
        width, names of faces and the hint about keys are hidden, so that the dice stay visible.
        """
        px, width, height = self._theme.px, self.width(), self.height()
        roomy = height >= px(_ROOMY)
        # Before the first layout, the width is below the minimum.
        tight = self._tight = _LEAST_WIDTH <= width < px(_NARROW)
        self.title.setVisible(roomy and not tight and bool(self.title.full_text))
        self.which.setVisible(not tight)
        self.hint.setVisible(not tight)
        self.progress.setText(self._progress[tight])
        self.question.set_most(px(14 if tight else 20 if roomy else 16))
        # One line is enough: a long refusal is made smaller.
        self.question.setFixedHeight(self.question.sizeHint().height())
        self.tiles.set_small(tight)
        for button in (self.again_button, self.back_button, self.use_button):
            button.setText(button.property("brief" if tight else "whole"))
            button.setStyleSheet(_TIGHT_BUTTON if tight else "")
        edge = px(_RIM) + (_TIGHT_EDGE if tight else px(_MARGIN if roomy else _RIM))
        gap, lines = _TIGHT_EDGE if tight else px(6 if roomy else _RIM), 0 if tight else 2 if roomy else 1
        told = sum(line.sizeHint().height() + gap for line in self._lines) + gap
        told += sum(label.sizeHint().height() + gap for label in (self.title, self.hint) if not label.isHidden())
        least = self.tiles.minimumSizeHint().height() + self.pad.words_height(lines)
        bare = self.pad.bare_side(width - 2 * edge, FACES)
        best = bare if tight else max(px(_SMALLEST), min(px(_LARGEST), height // 5))
        self._least = 2 * edge + told + least + max(_HIT, min(bare, _TIGHT_FACE)) if tight else 220
        self.updateGeometry()
        side = max(_HIT, min(best, height - 2 * edge - told - least))
        beside = edge if tight else max(edge, (width - self.pad.width_of(side, FACES)) // 2)
        self._column.setContentsMargins(beside, edge, beside, edge)
        self._column.setSpacing(gap)
        self.pad.set_picture(side, lines)
        room = height - 2 * edge - told
        # A die of many numbers needs more rows of keys than faces do.
        rows = -(-self._questions // max(1, (width - 2 * beside) // (_HIT + gap)))
        self.pad.setFixedHeight(min(max(self.pad.height(), rows * (_HIT + gap)), max(self.pad.height(), room - least)))
        self.tiles.set_room(width - 2 * beside, room - self.pad.height(), most=side if tight else side * 3 // 4)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Draw faces as large as possible."""
        super().resizeEvent(event)
        self.fit()

    def paintEvent(self, _event: QPaintEvent) -> None:
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

    def _button(self, whole: str, brief: str) -> QPushButton:
        button = push_button(self, whole, name=whole)
        button.setProperty("whole", whole)
        button.setProperty("brief", brief)
        button.setAutoDefault(False)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button
