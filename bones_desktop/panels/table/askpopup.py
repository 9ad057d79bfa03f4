"""A small popup that asks one thing: a heading, its fields, and a button that decides."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QPushButton, QVBoxLayout, QWidget

from bones_desktop.panels.table.chips import set_touch
from bones_desktop.panels.table.strip.place import beside
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.fitscroll import FitBoard, FitScroll
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.text.plainlabel import plain_label

_WIDTH = 360


class AskPopup(QFrame):
    """Enter and the button call `_decide`; Escape and any click outside change nothing. Then `closed` is told.

    Whoever derives from it makes its fields on `_board` and hands them to `_lay_out`.
    """

    closed = Signal()

    def __init__(self, theme: Theme, heading: str, button: str, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._theme = theme
        self.setProperty("kind", "card")
        self.setAttribute(Qt.WidgetAttribute.WA_WindowPropagation)
        self.setAccessibleName(heading)
        self._board = FitBoard(self)
        self._rows = QVBoxLayout(self._board)
        self._head = plain_label(self._board, heading)
        self._note = plain_label(self._board, role="muted", wrap=True)
        self.button = QPushButton(button, self._board)
        self.button.setProperty("kind", "primary")
        self.button.setAutoDefault(False)
        self.button.clicked.connect(self._decide)
        self._outer = QVBoxLayout(self)
        self._outer.setContentsMargins(1, 1, 1, 1)
        self._outer.addWidget(FitScroll(self._board, self))

    def restyle(self) -> None:
        """Take the sizes and fonts of the theme."""
        theme, px = self._theme, self._theme.px
        self._rows.setContentsMargins(px(16), px(12), px(16), px(12))
        self._rows.setSpacing(px(8))
        self._head.setFont(theme.font("sans", 14, bold=True))
        self._note.setFont(theme.font("sans", 12))
        for widget in (*self._board.findChildren(QLineEdit), self.button):
            if widget.parentWidget() is self._board:
                set_touch(widget, px(36))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
            return
        super().keyPressEvent(event)

    @guarded(None)
    def hideEvent(self, event: QHideEvent) -> None:
        """Tell that it is closed."""
        super().hideEvent(event)
        self.closed.emit()

    def _lay_out(self, *fields: QWidget) -> None:
        """Put the fields between the heading and the button."""
        for widget in (self._head, *fields, self.button):
            self._rows.addWidget(widget)

    def _open_at(self, owner: QWidget) -> None:
        """Show it below `owner` or above it."""
        self._fit(owner)
        self.show()
        # Only what is shown knows its height.
        self._fit(owner)

    def _decide(self) -> None:
        raise NotImplementedError

    def _fit(self, owner: QWidget) -> None:
        px = self._theme.px
        width = px(_WIDTH)
        margins, frame = self.contentsMargins(), self._outer.contentsMargins()
        rim = margins.left() + margins.right() + frame.left() + frame.right()
        height = self._rows.totalHeightForWidth(width - rim) + rim
        self.setGeometry(beside(owner, QSize(width, height), px(4)))
