"""Entering what the real dice of the table show, die by die, in place of the tray."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from bones_desktop.panels.table.byhandstate import HandDie, HandThrow, HandWords
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import vbox
from bones_desktop.widgets.dice.minidie import painted_group
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.text.messages import announce

if TYPE_CHECKING:
    from bones_desktop.panels.table.byhandboard import HandBoard

__all__ = ["ByHandEntry", "HandDie"]

_STEPS: Final = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_LINES: Final = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_ENDS: Final = {Qt.Key.Key_Return, Qt.Key.Key_Enter}
_CHORDS: Final = (
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
)


class ByHandEntry(Guarded, QWidget):
    """Asks for one die after another. It decides nothing: what was entered is emitted once, all together."""

    faces_entered = Signal(object)
    """The index of the face of each die, a tuple in the order of the dice given to `begin`."""
    answered = Signal()
    """What is entered, or asked, is another."""
    cancelled = Signal()
    """The player goes back to the tray."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.entered = HandThrow(())
        self._words = HandWords(self.entered, {}, self.tr)
        self._done = False
        """Whether the last die has just been entered, so that one digit too many must not change it."""
        self._digit: int | None = None
        """The first digit of a number that may go on."""
        self._column = vbox(self, margins=0)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    @cached_property
    def board(self) -> "HandBoard":
        """What is seen, made when dice are first entered: most tables let the program throw."""
        from bones_desktop.panels.table.byhandboard import HandBoard

        board = HandBoard(self._theme, self)
        board.pad.answer_pressed.connect(self.give)
        board.tiles.die_clicked.connect(self._die_asked)
        board.again_button.clicked.connect(self._again)
        board.back_button.clicked.connect(self.cancelled)
        board.use_button.clicked.connect(self._finish)
        self._column.addWidget(board)
        board.show()
        self._column.activate()
        return board

    @property
    def begun(self) -> bool:
        """Whether anything is entered."""
        return self.entered.known > 0

    @property
    def answers(self) -> tuple[int | None, ...]:
        """What is entered, for `begin` with the same dice."""
        return self.entered.answers

    @property
    def missing(self) -> str:
        """How many dice are not entered yet, in words; "" when all are."""
        return "" if self.entered.complete else self._words.missing()

    def begin(
        self, title: str, dice: Sequence[HandDie], sides: Mapping[str, str], answers: Sequence[int | None] = ()
    ) -> None:
        """Ask what `dice` show; nothing of an earlier throw is kept but `answers`, of one with the same dice.

        `title` says what is thrown for. `sides` is how the dice of a group are called ("character": "Ragnar"); those
        of a group not in it are called by the group.
        """
        self.entered = HandThrow(dice)
        if answers:
            self.entered.answer_all(answers)
        self._words = HandWords(self.entered, sides, self.tr)
        self._digit, self._done = None, bool(answers) and self.entered.complete
        self.set_title(title)
        self.board.tiles.lay(self.entered.rows, [self._words.side(row) for row in self.entered.rows])
        self.board.fit()
        self._show()
        if self.isVisible():
            self.setFocus()

    def set_title(self, title: str) -> None:
        """Say what is thrown for; what is entered stays."""
        self.board.title.set_full_text(title)
        self.setAccessibleName(self.tr("Dice by hand: {task}").format(task=title))

    def finish(self) -> bool:
        """Emit the faces when all are entered, else say what is missing; return whether all were."""
        self._digit = None
        if self.entered.complete:
            self._finish()
            return True
        self.entered.go_on()
        self._show()
        self._refuse(self._words.missing())
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take digits, arrows, Backspace, Return, Space and Esc; no other plain key may reach the page meanwhile."""
        key = Qt.Key(event.key())
        if event.modifiers() & _CHORDS:
            super().keyPressEvent(event)
        elif Qt.Key.Key_0 <= key <= Qt.Key.Key_9:
            if not event.isAutoRepeat():
                self._typed(key - Qt.Key.Key_0)
        elif key == Qt.Key.Key_Backspace:
            self._back()
        elif key in _ENDS or key == Qt.Key.Key_Space:
            if not event.isAutoRepeat():
                self._end(key)
        elif key == Qt.Key.Key_Escape:
            self.cancelled.emit()
        elif Qt.Key.Key_A <= key <= Qt.Key.Key_Z:
            self._refuse(self._words.first())
        else:
            self._walk(key)

    def event(self, event: QEvent) -> bool:
        """Keep digits, Backspace and Return from any action of the window that has them as its keys."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            key = Qt.Key(event.key())
            digit = Qt.Key.Key_0 <= key <= Qt.Key.Key_9
            if not event.modifiers() & _CHORDS and (digit or key in _ENDS | {Qt.Key.Key_Backspace, Qt.Key.Key_Escape}):
                event.accept()
                return True
        return super().event(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Take focus."""
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
        """Take a digit: a face, a number, or one digit of a number."""
        question = self.entered.question
        if question is None or self._done:
            self._refuse(self._words.hint())
            return
        if not question.counted:
            self.give(digit - 1)
            return
        most, first = len(question.places), self._digit
        number = digit if first is None else first * 10 + digit
        if number > most:
            self._refuse(self._words.no_such_answer(question))
        elif first is None and 0 < number * 10 <= most:
            self._digit = number
            self.entered.give(number)
            self._show()
        else:
            self.give(number)

    def give(self, answer: int) -> None:
        """Take an answer and ask for the next die."""
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
            self._refuse(self.tr("There is nothing to take back."))

    def _again(self) -> None:
        self._digit, self._done = None, False
        self.entered.forget()
        self._show()
        self.setFocus()

    def _end(self, key: Qt.Key) -> None:
        """Use the dice; Return presses a button that has focus, and ends a number first."""
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
        """Go to the die above or below; from dice that are counted, past all of them."""
        question = self.entered.question
        if question is None:
            return
        place = self.board.tiles.beside(question.places[0 if down < 0 else -1], down)
        self._go_to(self.entered.question_of(place))

    def _refuse(self, reason: str) -> None:
        self.board.show_hint(reason, strong=True)
        announce(self, reason)

    def _show(self) -> None:
        """Show what is asked and what is known."""
        from bones_desktop.panels.table.byhandtiles import TileLook

        state, question = self.entered, self.entered.question
        group = _painted(state.dice[question.places[0]]) if question is not None else ""
        self.board.pad.ask(question, group, state.answer)
        for place, index in enumerate(state.shown):
            die = state.dice[place]
            known = None if index is None else die.faces[index]
            current = question is not None and place in question.places
            self.board.tiles.tiles[place].set_look(TileLook(known, _painted(die), self._words.die(place), current))
        if question is not None:
            self.board.tiles.reveal(question.places[-1])
            self.board.tiles.reveal(question.places[0])
        self.board.show_words(self._words, complete=state.complete, begun=state.known > 0)
        self.board.show_hint(self._words.hint(self._digit))
        self.setAccessibleDescription(self._words.spoken())
        announce(self, f"{self._words.progress()}. {self._words.spoken()}")
        self.answered.emit()


def _painted(die: HandDie) -> str:
    """Return the group that a die is painted as."""
    return painted_group(die.group, die.faces)
