"""A line that asks something within the page: a name, or whether to do what cannot be undone."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLineEdit, QSizePolicy, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.focus import give_back_focus
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_gaps
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.widgets.text.messages import announce
from bones_desktop.widgets.text.textfields import limit_letters

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
        self.no = push_button(self, self.tr("Cancel"), self.take_back)
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
        self.yes.setToolTip("" if named else self.tr("Write a name first."))
