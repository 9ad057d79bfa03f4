"""Entry of rolls with real dice, die by die, on a board shown instead of the tray."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.byhand.byhandkeys import TILE, HandTiles, KeyPad
from bones_desktop.widgets.byhand.byhandstate import HandDie, HandThrow, HandWords, Question
from bones_desktop.widgets.dice.facelook import painted_group
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import Fitting, scroll_room
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import follow, set_lengths
from bones_desktop.widgets.spoken import Role, speak_as
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
    """Emitted with a tuple of the index of each die's face.

    The order is the order of the dice given to `begin`.
    """
    answered = Signal()
    """Emitted when an answer or the current question has changed."""
    cancelled = Signal()
    """Emitted when the player asks to return to the tray."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.entered = HandThrow(())
        self._words = HandWords(self.entered, {})
        self._done = False
        """True if the last die has just been entered.

        Another digit must then not change the face of this die.
        """
        self._said = ""
        """The question that a screen reader was given last."""
        self._digit: int | None = None
        """The first digit of a number that may have a second digit."""
        self._column = vbox(self, margins=0)
        speak_as(self, Role.Grouping)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    @cached_property
    def board(self) -> "HandBoard":
        """The board shown in place of the tray. Created at first use, because most groups let the program roll."""
        board = HandBoard(self._theme, self)
        board.pad.answer_pressed.connect(self.give)
        board.tiles.die_clicked.connect(self._die_asked)
        board.again_button.clicked.connect(self._again)
        board.use_button.clicked.connect(self._finish)
        self._column.addWidget(board)
        board.show()
        self._column.activate()
        board.resized.connect(self._show_again)
        return board

    @property
    def begun(self) -> bool:
        """True if at least one die is entered."""
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

        `title` names the task; it is "" if the form around the entry already shows the task. `answers` are earlier
        answers for the same dice. Earlier answers that are not in `answers` are dropped. `sides` are names for groups
        of dice ("character": "Ragnar"); groups not listed have default names.
        """
        self.entered = HandThrow(dice)
        if answers:
            self.entered.answer_all(answers)
        self._words = HandWords(self.entered, sides)
        self._digit, self._done = None, bool(answers) and self.entered.complete
        self._said = ""
        self.set_title(title)
        self.board.tiles.lay(self.entered.rows, [self._words.side(row) for row in self.entered.rows])
        self.board.set_questions(self.entered.questions)
        self._show()
        if self.isVisible():
            self.setFocus()

    def set_title(self, title: str) -> None:
        """Show the name of another task. The answers stay."""
        self.board.title.set_full_text(title)
        self.setAccessibleName(_("Dice by hand: {task}").format(task=title) if title else _("Dice by hand"))

    def finish(self) -> bool:
        """Emit the faces if all are entered; otherwise report the missing dice.

        Return whether all faces were entered.
        """
        self._digit = None
        if self.entered.complete:
            self._finish()
            return True
        self.entered.go_on()
        self._show()
        self._refuse(self._words.missing())
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle digits, arrows, Backspace, Return, Space and Esc.

        Other keys without Ctrl, Alt or Meta are not passed to the page.
        """
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
        if event.type() == QEvent.Type.FocusOut:
            self.setAccessibleDescription(self._words.spoken())
        return super().event(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Take the focus."""
        super().showEvent(event)
        self.setFocus()

    def _walk(self, key: Qt.Key) -> None:
        if key in _STEPS:
            self._go_to(self.entered.at + _STEPS[key])
        elif key in _LINES:
            self._line(_LINES[key])
        elif key in {Qt.Key.Key_Home, Qt.Key.Key_End}:
            self._go_to(0 if key == Qt.Key.Key_Home else len(self.entered.questions))

    def _typed(self, digit: int) -> None:
        """Handle a digit, which stands for a face or a number, or is the first or second digit of a number."""
        question = self.entered.question
        if question is None or self._done:
            self._refuse(self._words.hint())
            return
        number = digit if self._digit is None else self._digit * 10 + digit
        if number not in question.numbers:
            self._refuse(self._words.no_such_answer(question))
        # With 14 dice or a die of 20 faces, 1 may be the first digit of 10 to 14. So wait for the next digit.
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
        """Go to the die above or below, skipping all dice of the current question."""
        question = self.entered.question
        if question is None:
            return
        place = self.board.tiles.beside(question.places[0 if down < 0 else -1], down)
        self._go_to(self.entered.question_of(place))

    def _reveal(self) -> None:
        """Scroll to the dice of the question: to the whole group if it fits, otherwise to its beginning."""
        question, board = self.entered.question, self.board
        if question is not None:
            for place in (question.places[-1], question.places[0]):
                board.area.ensureWidgetVisible(board.tiles.tiles[place], 0, 0)

    def _show_again(self) -> None:
        """Show the dice in their new size, unless another roll is being laid out at this moment."""
        if len(self.board.tiles.tiles) == len(self.entered.dice):
            self._show()

    def _refuse(self, reason: str) -> None:
        self.board.show_hint(reason, refused=True)
        announce(self, reason)

    def _show(self) -> None:
        """Show the question and the known dice."""
        state, question, board = self.entered, self.entered.question, self.board
        group = _painted(state.dice[question.places[0]]) if question is not None else ""
        board.pad.ask(question, group, state.answer, board.side)
        for place, index in enumerate(state.shown):
            die = state.dice[place]
            code = None if index is None else die.faces[index]
            current = question is not None and place in question.places
            board.tiles.show_die(place, code, _painted(die), self._words.die(place), current=current)
        # The scrolling must wait until the dice are laid out, because they have no positions before.
        QTimer.singleShot(0, self, self._reveal)
        board.show_words(self._words, complete=state.complete, begun=state.known > 0)
        board.show_hint(self._words.hint(self._digit))
        spoken = self._words.spoken()
        # While dice are laid out, the same question is shown several times. It must be announced only once.
        if state.dice and spoken != self._said:
            self._said = spoken
            announce(self, f"{self._words.progress()}. {spoken}")
        # A screen reader says a new description of the focused widget, so the question would be said twice.
        self.setAccessibleDescription("" if self.hasFocus() else spoken)
        self.answered.emit()


def _painted(die: HandDie) -> str:
    """Return the group that determines the colours of a die."""
    return painted_group(die.group, die.faces, die.colour)


_ROOMY: Final = 400
"""Height in pixels at 100 % text size above which the task and the hint are shown."""
_LEAST: Final = (320, 220)
"""Smallest width and height of the board.

They are the same as those of the tray that the board replaces.
"""
_TILE: Final = 60
"""Largest side of a tile, in pixels at 100 % text size."""
_NARROW: Final = 420
"""Width in pixels at 100 % text size below which the board does not name the dice of the question."""
_SIDES: Final = (40, 140)
"""Smallest and largest side of a face on a key, in pixels at 100 % text size."""


class HandBoard(Fitting):
    """Arranges on a tray the question, its keys, all dice, and the buttons.

    ByHandEntry handles keys and clicks.
    """

    resized = Signal()
    """Emitted when the keys have another size."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._questions: Sequence[Question] = ()
        self.side = _SIDES[0]
        """Side of a face on a key, in pixels."""
        self.setProperty("kind", "tray")
        # Without this attribute, the style sheet paints no background of a plain widget.
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.title = ElidedLabel(self, role="felt", theme=theme)
        self.question = FittedLabel(theme, self)
        self.which = plain_label(self, role="felt", theme=theme, size=14)
        self.progress = plain_label(self, role="felt", theme=theme, size=14, bold=True)
        self.hint = ElidedLabel(self, role="felt", theme=theme)
        self.pad = KeyPad(theme, self)
        self.tiles = HandTiles(theme, self)
        self.area = scroll_room(self.tiles, self)
        self.again_button = self._button(_("All again"))
        self.back_button = self._button(_("Back"))
        self.back_button.setToolTip(_("Back to the tray, where the program rolls; the entry is kept (Esc)"))
        self.use_button = self._button(_("Use these"))
        self.use_button.setProperty("kind", "primary")
        head = hbox(None, (self.question, 1), self.which, self.progress, theme=theme, gap=12)
        foot = hbox(None, STRETCH, self.again_button, self.back_button, self.use_button, theme=theme, gap=6)
        parts = (self.title, head, self.hint, self.pad, (self.area, 1), foot)
        vbox(self, *parts, theme=theme, gap=6, edges=(16, 10, 16, 10))
        set_lengths(theme, self.area, least_height=TILE + 4)
        follow(theme, self, HandBoard._fit)

    def show_hint(self, text: str, *, refused: bool = False) -> None:
        """Show which keys can be pressed.

        With `refused`, show instead why a key has no effect, in place of the question.
        """
        if refused:
            self.question.show_text(text, "on-felt")
        else:
            self.hint.set_full_text(text)

    def show_words(self, words: HandWords, *, complete: bool, begun: bool) -> None:
        """Show the question and the progress."""
        self.question.show_text(words.question(), "on-felt")
        self.which.setText(words.which())
        self.progress.setText(words.progress())
        self.use_button.setEnabled(complete)
        self.use_button.setToolTip(plain_tip(_("Read this roll (Return)") if complete else words.missing()))
        self.again_button.setEnabled(begun)
        nothing = _("Nothing is entered yet.")
        self.again_button.setToolTip(plain_tip(_("Start again with the first die") if begun else nothing))

    def minimumSizeHint(self) -> QSize:
        """Return the minimum size of the tray, which this board replaces."""
        return QSize(*_LEAST)

    def set_questions(self, questions: Sequence[Question]) -> None:
        """Reserve room for the keys of all questions of a roll.

        So nothing moves when the question changes.
        """
        self._questions = questions
        self._fit()

    def _fit(self) -> None:
        """Choose the size of the keys so that they fit the height."""
        px, height = self._theme.px, self.height()
        roomy = height >= px(_ROOMY)
        self.title.setVisible(roomy and bool(self.title.full_text))
        self.hint.setVisible(roomy)
        self.which.setVisible(self.width() >= px(_NARROW))
        self.question.set_most(px(20 if roomy else 16))
        # Reserve only one line, because a long refusal is written in smaller letters.
        self.question.setFixedHeight(self.question.sizeHint().height())
        least, most = map(px, _SIDES)
        self.side = max(least, min(most, height // 5))
        self.tiles.fit(max(TILE, min(px(_TILE), self.side * 2 // 3)))
        self.pad.fit(self._questions, self.width() - 2 * px(16), self.side)
        self.resized.emit()

    def _button(self, text: str) -> QPushButton:
        button = push_button(self, text)
        button.setAutoDefault(False)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button
