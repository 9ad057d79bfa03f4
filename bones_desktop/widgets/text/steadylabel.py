"""A wrapped label that always takes the same room, so that nothing around it moves when its words change."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget


class SteadyLabel(QLabel):
    """Plain text on at most `lines` lines; what does not fit is read in the tip."""

    def __init__(self, lines: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines = lines
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def set_lines(self, lines: int) -> None:
        """Take the room of another number of lines."""
        if lines != self._lines:
            self._lines = lines
            self.updateGeometry()

    def show_text(self, text: str) -> None:
        """Show `text`."""
        self.setText(text)
        self.setToolTip(text)

    def hasHeightForWidth(self) -> bool:
        """Return that the height is the same for every width."""
        return False

    def sizeHint(self) -> QSize:
        """Return the room of the lines."""
        return QSize(0, self._lines * self.fontMetrics().lineSpacing())

    def minimumSizeHint(self) -> QSize:
        """Return the room of the lines."""
        return self.sizeHint()
