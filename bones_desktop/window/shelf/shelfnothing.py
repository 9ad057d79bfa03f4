"""What is said where no card is shown, and the act that helps."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget


class ShelfNothing(QWidget):
    """One sentence and one button."""

    action_triggered = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._text = QLabel(self)
        self._text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setWordWrap(True)
        self._text.setProperty("role", "muted")
        self.act = QPushButton(self)
        self.act.clicked.connect(self.action_triggered)
        column = QVBoxLayout(self)
        column.addStretch(1)
        column.addWidget(self._text)
        column.addWidget(self.act, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(2)

    @property
    def text(self) -> str:
        """What is said."""
        return self._text.text()

    def say(self, text: str, act: str) -> None:
        """Say `text` and offer `act`."""
        self._text.setText(text)
        self.act.setText(act)
