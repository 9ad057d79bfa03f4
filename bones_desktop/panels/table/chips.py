"""Small controls of the task strip: a difficulty with its number of dice, a stepper."""

from typing import Final

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QLabel, QSpinBox, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import guarded

MOST: Final = 99


class Segment(QAbstractButton):
    """One difficulty: its number of challenge dice with its name below."""

    def __init__(self, theme: Theme, number: str, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._number = number
        self._lines = name.split(" ")
        self.setText(name)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(f"{name}, {number}" if number else name)

    def sizeHint(self) -> QSize:  # noqa: N802 (Qt's name)
        """Return room for the number and two short lines."""
        self.setFont(self._theme.font("sans", 12))
        wide = max(self.fontMetrics().horizontalAdvance(line) for line in self._lines)
        return QSize(max(self._theme.px(44), wide + self._theme.px(10)), self._theme.px(58))

    def minimumSizeHint(self) -> QSize:  # noqa: N802 (Qt's name)
        """Return the same: it is never squeezed."""
        return self.sizeHint()

    @guarded(None)
    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 (Qt's name)
        """Paint the segment; the chosen one has a rim and a bar below."""
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen, focused = self.isChecked(), self.hasFocus()
        rim = theme.color("focus" if focused else "second" if chosen else "line")
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.setPen(QPen(rim, 2 if focused or chosen else 1))
        painter.setBrush(theme.color("raised" if chosen else "hover" if self.underMouse() else "surface"))
        painter.drawRoundedRect(box, theme.px(6), theme.px(6))
        painter.setPen(theme.color("second" if chosen else "text"))
        painter.setFont(theme.font("serif", 20, bold=True))
        top = QRect(0, theme.px(3), self.width(), theme.px(24))
        painter.drawText(top, Qt.AlignmentFlag.AlignCenter, self._number)
        painter.setPen(theme.color("text" if chosen else "muted"))
        painter.setFont(theme.font("sans", 12))
        lower = QRect(0, theme.px(26), self.width(), theme.px(29))
        painter.drawText(lower, Qt.AlignmentFlag.AlignCenter, "\n".join(self._lines))
        painter.end()


class Stepper(QWidget):
    """A number with its name before it."""

    changed = Signal(int)

    def __init__(self, theme: Theme, text: str, tip: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._label = QLabel(text, self)
        self.box = QSpinBox(self)
        self.box.setRange(0, MOST)
        self.box.setAccessibleName(text)
        self.box.setAccessibleDescription(tip)
        self.box.setKeyboardTracking(False)
        self._label.setBuddy(self.box)
        self.setToolTip(tip)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.px(8))
        row.addWidget(self._label)
        row.addWidget(self.box)
        self.box.valueChanged.connect(self.changed)
        self.restyle()

    def restyle(self) -> None:
        """Take the width that goes with the text size."""
        self.box.setFixedWidth(self._theme.px(72))

    @property
    def value(self) -> int:
        """The number chosen."""
        return self.box.value()
