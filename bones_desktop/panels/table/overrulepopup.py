"""The popup in which the GM sets another result than the dice came to, with his reason if he likes."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from bones_desktop.panels.table.askpopup import AskPopup
from bones_desktop.panels.table.chips import Stepper
from bones_desktop.rules.bones.reading.plays import FARTHEST, LONGEST_WHY
from bones_desktop.theme.theme import Theme


class OverrulePopup(AskPopup):
    """Enter and the button set the result."""

    decided = Signal(int, str)
    """The result, below zero for a failure, and the reason."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, self.tr("The GM sets another result"), self.tr("Set the result"), parent)
        self.number = Stepper(theme, self.tr("Result"), self.tr("The successes that are left"), self._board)
        self.why = QLineEdit(self._board)
        self.why.setPlaceholderText(self.tr("Reason, if you like"))
        self.why.setAccessibleName(self.tr("Reason"))
        self.why.setMaxLength(LONGEST_WHY)
        self._lay_out(self.number, self._note, self.why)
        for field in (self.number.box.lineEdit(), self.why):
            field.returnPressed.connect(self._decide)
        self.restyle()

    def open_at(self, owner: QWidget, net: int, why: str, *, measured: bool) -> None:
        """Ask below `owner` or above it, beginning with what stands; `measured` against something, or only counted."""
        note = self.tr("0 is a tie; below zero is a failure by so many.") if measured else self.tr("Successes counted.")
        self._note.setText(note)
        self.number.set_range(-FARTHEST if measured else 0, FARTHEST)
        self.number.box.setValue(net)
        self.why.setText(why)
        self._open_at(owner)
        self.number.box.setFocus(Qt.FocusReason.PopupFocusReason)
        self.number.box.selectAll()

    def restyle(self) -> None:
        """Take the sizes and fonts of the theme."""
        super().restyle()
        self.number.restyle(44)

    def _decide(self) -> None:
        if not self.isVisible():
            return  # a spin box may hand Enter to its line twice
        self.number.box.interpretText()
        net, why = self.number.value, self.why.text()
        self.close()
        self.decided.emit(net, why)
