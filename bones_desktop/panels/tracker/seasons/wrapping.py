"""Breaking words into lines: at spaces, and within a word only where it is longer than a line."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QSizePolicy, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.plaintext import plain_tip


def wrapped(text: str, font: QFont, width: float, most: int = 0) -> tuple[str, ...]:
    """Return the lines of `text` no wider than `width`; of more than `most` (0: any) the last ends in an ellipsis."""
    lines: list[str] = []
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    for paragraph in text.splitlines():
        layout = QTextLayout(paragraph, font)
        layout.setTextOption(option)
        layout.beginLayout()
        while (line := layout.createLine()).isValid():
            line.setLineWidth(max(1.0, width))
            begin, length = line.textStart(), line.textLength()
            if most and len(lines) + 1 == most:
                rest = " ".join(text.split()) if most == 1 else paragraph[begin:]
                lines.append(QFontMetricsF(font).elidedText(rest, Qt.TextElideMode.ElideRight, width))
                layout.endLayout()
                return tuple(lines)
            lines.append(paragraph[begin : begin + length].rstrip())
        layout.endLayout()
    return tuple(lines)


class WrappedLabel(QWidget):
    """Plain words on always as many lines of room; what has none is shortened, and read in the tip."""

    def __init__(self, theme: Theme, lines: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._lines = lines
        self._text = ""
        self._role = "text"
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def text(self) -> str:
        """The words."""
        return self._text

    def show_text(self, text: str, role: str = "text") -> None:
        """Show other words in the colour of `role`."""
        self._text, self._role = " ".join(text.split()), role
        self.setAccessibleName(self._text)
        self.setToolTip(plain_tip(self._text))
        self.update()

    def set_lines(self, lines: int) -> None:
        """Take the room of another number of lines."""
        if lines != self._lines:
            self._lines = lines
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        """Return the room of the lines."""
        return QSize(self._theme.px(80), self._lines * self.fontMetrics().lineSpacing())

    def minimumSizeHint(self) -> QSize:
        """Return the room of the lines, and of a few letters."""
        return self.sizeHint()

    @guarded(None)
    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the lines."""
        painter = QPainter(self)
        painter.setFont(self.font())
        painter.setPen(self._theme.color(self._role))
        step = self.fontMetrics().lineSpacing()
        side = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
        for number, line in enumerate(wrapped(self._text, self.font(), self.width(), self._lines)):
            painter.drawText(0, number * step, self.width(), step, int(side), line)
        painter.end()
