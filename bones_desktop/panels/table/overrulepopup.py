"""The popup in which the GM sets another result than the dice came to, with his reason if he likes."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QPushButton, QVBoxLayout, QWidget

from bones_desktop.panels.table.chips import Stepper, set_touch
from bones_desktop.panels.table.strip.place import beside
from bones_desktop.rules.bones.rulings import FARTHEST, LONGEST_WHY
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.fitscroll import FitBoard, FitScroll
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.plainlabel import plain_label

_WIDTH = 360


class OverrulePopup(QFrame):
    """Enter and the button set the result; Escape and any click outside leave it as it is. Then `closed` is told."""

    decided = Signal(int, str)
    """The result, below zero for a failure, and the reason."""
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._theme = theme
        self.setProperty("kind", "card")
        self.setAttribute(Qt.WidgetAttribute.WA_WindowPropagation)
        self.setAccessibleName(self.tr("The GM sets another result"))
        board = FitBoard(self)
        self._rows = QVBoxLayout(board)
        self._head = plain_label(board)
        self._head.setText(self.tr("The GM sets another result"))
        self.number = Stepper(theme, self.tr("Result"), self.tr("The successes that are left"), board)
        self._note = plain_label(board, role="muted", wrap=True)
        self.why = QLineEdit(board)
        self.why.setPlaceholderText(self.tr("Reason, if you like"))
        self.why.setAccessibleName(self.tr("Reason"))
        self.why.setMaxLength(LONGEST_WHY)
        self.button = QPushButton(self.tr("Set the result"), board)
        self.button.setProperty("kind", "primary")
        self.button.setAutoDefault(False)
        for widget in (self._head, self.number, self._note, self.why, self.button):
            self._rows.addWidget(widget)
        self._outer = QVBoxLayout(self)
        self._outer.setContentsMargins(1, 1, 1, 1)
        self._outer.addWidget(FitScroll(board, self))
        self.button.clicked.connect(self._decide)
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
        self._fit(owner)
        self.show()
        # Only what is shown knows its height.
        self._fit(owner)
        self.number.box.setFocus(Qt.FocusReason.PopupFocusReason)
        self.number.box.selectAll()

    def restyle(self) -> None:
        """Take the sizes and fonts of the theme."""
        theme, px = self._theme, self._theme.px
        self._rows.setContentsMargins(px(16), px(12), px(16), px(12))
        self._rows.setSpacing(px(8))
        self._head.setFont(theme.font("sans", 14, bold=True))
        self._note.setFont(theme.font("sans", 12))
        self.number.restyle(44)
        for widget in (self.why, self.button):
            set_touch(widget, px(36))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 (Qt's name)
        """Close with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
            return
        super().keyPressEvent(event)

    @guarded(None)
    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802 (Qt's name)
        """Tell that it is closed."""
        super().hideEvent(event)
        self.closed.emit()

    def _decide(self) -> None:
        if not self.isVisible():
            return  # a spin box may hand Enter to its line twice
        self.number.box.interpretText()
        net, why = self.number.value, self.why.text()
        self.close()
        self.decided.emit(net, why)

    def _fit(self, owner: QWidget) -> None:
        px = self._theme.px
        width = px(_WIDTH)
        margins, frame = self.contentsMargins(), self._outer.contentsMargins()
        rim = margins.left() + margins.right() + frame.left() + frame.right()
        height = self._rows.totalHeightForWidth(width - rim) + rim
        self.setGeometry(beside(owner, QSize(width, height), px(4)))
