"""A short message over the heading of the window; it goes by itself, moves nothing, and leaves the buttons free."""

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QLabel, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.sheetproperty import set_sheet_property
from bones_desktop.widgets.text.announce import announce


class Toast(QLabel):
    """Lies over its parent, centred near the upper edge. A click takes it away."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("toast")
        self._theme = theme
        self._page = parent
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setWordWrap(True)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.hide)
        parent.installEventFilter(self)
        self.hide()

    def show_message(self, text: str, *, tone: str = "neutral", seconds: float = 5) -> None:
        """Show `text` (plain) for some seconds; a newer message takes its place."""
        self.setText(text)
        self.setAccessibleName(text)
        set_sheet_property(self, "tone", tone)
        self._place()
        self.show()
        self.raise_()
        announce(self, text)
        self._timer.start(round(seconds * 1000))

    @guarded(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the parent's size."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return super().eventFilter(watched, event)

    def mousePressEvent(self, _event: QMouseEvent) -> None:
        """Go at a click."""
        self.dismiss()

    def withdraw_refusal(self) -> None:
        """Hide a refusal once something has been done; a message of another kind stays its time."""
        if self.property("tone") == "warn":
            self.dismiss()

    def withdraw_hint(self) -> None:
        """Hide what a throw has made untrue: a refusal, or how to go on; good news stays its time."""
        if self.property("tone") in {"warn", "neutral"}:
            self.dismiss()

    def dismiss(self) -> None:
        """Hide at once."""
        self._timer.stop()
        self.hide()

    def _place(self) -> None:
        room = self._page.rect()
        widest = min(self._theme.px(680), room.width() - self._theme.px(48))
        gaps = self._theme.px(48)
        words = self.fontMetrics().horizontalAdvance(self.text()) + gaps
        width = min(widest, words)
        height = self.heightForWidth(width)
        self.setGeometry(room.center().x() - width // 2, room.top() + self._theme.px(6), width, height)
