"""What is said where there is nothing to show, and the act that helps."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.text.plainlabel import plain_label


class Nothing(QWidget):
    """One sentence, and one button where something helps."""

    action_triggered = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._text = plain_label(self, role="muted", wrap=True)
        self._text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.act = QPushButton(self)
        self.act.clicked.connect(self.action_triggered)
        self._column = QVBoxLayout(self)
        self._column.addStretch(1)
        self._column.addWidget(self._text)
        self._column.addWidget(self.act, 0, Qt.AlignmentFlag.AlignHCenter)
        self._column.addStretch(2)
        theme.changed.connect(self._restyle)
        self._restyle()

    @property
    def text(self) -> str:
        """What is said."""
        return self._text.text()

    def say(self, text: str, act: str = "") -> None:
        """Say `text` and offer `act`, "" for none."""
        self._text.setText(text)
        self.act.setText(act)
        self.act.setVisible(bool(act))

    def _restyle(self) -> None:
        gap = self._theme.px(24)
        self._column.setContentsMargins(gap, 0, gap, 0)
        self._column.setSpacing(self._theme.px(12))
