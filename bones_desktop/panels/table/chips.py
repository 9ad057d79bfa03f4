"""Small controls of the task strip: a difficulty with its number of dice, a stepper, a value that can be taken off."""

from typing import Final

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QPushButton, QSpinBox, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox
from bones_desktop.widgets.focus import wheel_passes
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.plaintext import plain_tip, without_mnemonic
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.text.labels import plain_label

MOST: Final = 99
MODIFIER_LIMITS: Final = {
    "levels": (-3, 3), "distance": (0, 5_000), "darkness": (0, MOST), "penalty": (0, MOST), "free": (0, MOST)
}  # fmt: skip
"""The least and the most of each number that modifies a throw, by its field of a Request."""
# QSpinBox.ButtonSymbols.NoButtons would leave a styled box no room for its number.
_NO_ARROWS: Final = """
QSpinBox { padding: 0; }
QSpinBox::up-button, QSpinBox::down-button { width: 0; border: none; }
QSpinBox::up-arrow, QSpinBox::down-arrow { image: none; width: 0; }
"""


def set_touch(widget: QWidget, height: int) -> None:
    """Let a widget be at least so high; the sheet of the program, which says less, is heard first."""
    widget.ensurePolished()
    widget.setMinimumHeight(height)


class Segment(Guarded, QAbstractButton):
    """One difficulty: its number of challenge dice with its name below."""

    def __init__(self, theme: Theme, number: str, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._number = number
        self._lines = name.split(" ")
        self._reached = self._brief = False
        self.setText(name)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(f"{name}, {number}" if number else name)

    @property
    def reached(self) -> bool:
        """Whether levels turn the difficulty chosen into this one."""
        return self._reached

    def set_reached(self, reached: bool) -> None:
        """Mark the difficulty as the one that is thrown against, though another is quoted."""
        if reached != self._reached:
            self._reached = reached
            self.update()

    def set_brief(self, brief: bool) -> None:
        """Show the number alone, where there is no room for names."""
        if brief != self._brief:
            self._brief = brief
            self.updateGeometry()
            self.update()

    def full_width(self) -> int:
        """Return the width with the name."""
        metrics = QFontMetrics(self._theme.font("sans", 12))
        wide = max(metrics.horizontalAdvance(line) for line in self._lines)
        return max(self._theme.px(44), wide + self._theme.px(10))

    def sizeHint(self) -> QSize:
        """Return room for the number and two short lines, or for the number alone."""
        if self._brief:
            metrics = QFontMetrics(self._theme.font("serif", 20, bold=True))
            wide = metrics.horizontalAdvance(self._number) + self._theme.px(10)
            return QSize(max(self._theme.px(36), wide), self._theme.px(40))
        return QSize(self.full_width(), self._theme.px(58))

    def minimumSizeHint(self) -> QSize:
        """Return the same: it is never squeezed."""
        return self.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose with the arrows; Space belongs to the page: it throws."""
        if event.key() == Qt.Key.Key_Space:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the segment; the chosen one has a rim, the one that is reached by levels a dashed rim and a bar."""
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen, reached = self.isChecked(), self._reached
        rim = theme.color("second" if chosen else "warn" if reached else "line")
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        line = Qt.PenStyle.DashLine if reached and not chosen else Qt.PenStyle.SolidLine
        painter.setPen(QPen(rim, 2 if chosen or reached else 1, line))
        painter.setBrush(theme.color("raised" if chosen else "hover" if self.underMouse() else "surface"))
        painter.drawRoundedRect(box, theme.px(6), theme.px(6))
        painter.setPen(theme.color("second" if chosen else "warn" if reached else "text"))
        painter.setFont(theme.font("serif", 20, bold=True))
        top = self.rect() if self._brief else QRect(0, theme.px(3), self.width(), theme.px(24))
        painter.drawText(top, Qt.AlignmentFlag.AlignCenter, self._number)
        if not self._brief:
            painter.setPen(theme.color("text" if chosen or reached else "muted"))
            painter.setFont(theme.font("sans", 12))
            lower = QRect(0, theme.px(26), self.width(), theme.px(29))
            painter.drawText(lower, Qt.AlignmentFlag.AlignCenter, "\n".join(self._lines))
        painter.end()


class NumberBox(QSpinBox):
    """A number to be typed. Space, which is no part of any, belongs to the page: it throws."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the number over before Space is handed on."""
        if event.key() == Qt.Key.Key_Space:
            self.interpretText()
            event.ignore()
        else:
            super().keyPressEvent(event)


class Stepper(QWidget):
    """A number with its name before it, between a button for less and one for more."""

    changed = Signal(int)

    def __init__(self, theme: Theme, text: str, tip: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.label = plain_label(self, text)
        self.box = wheel_passes(NumberBox(self))
        self.box.setRange(0, MOST)
        name = text or tip
        self.box.setAccessibleName(name)
        self.box.setKeyboardTracking(False)
        self.box.setStyleSheet(_NO_ARROWS)
        self.label.setBuddy(self.box)
        self.set_tip(tip)
        self.less = self._button(self.tr("{name}: less").format(name=name))
        self.more = self._button(self.tr("{name}: more").format(name=name))
        self.less.clicked.connect(self.box.stepDown)
        self.more.clicked.connect(self.box.stepUp)
        self._row = hbox(self, (self.label, 1), self.less, self.box, self.more, margins=0)
        self.box.valueChanged.connect(self._changed)
        self.restyle()

    def restyle(self, touch: int = 36) -> None:
        """Take the sizes that go with the text size; `touch` is the least height of what is pressed."""
        px = self._theme.px
        self._row.setSpacing(px(4))
        self.box.setFixedSize(px(56), px(touch))
        for button, icon in ((self.less, "subtract"), (self.more, "add")):
            button.setIcon(self._theme.icon(icon))
            button.setFixedSize(px(36), px(touch))
        self._enable()

    def set_tip(self, tip: str) -> None:
        """Say what the number is."""
        self.box.setAccessibleDescription(tip)
        self.setToolTip(plain_tip(tip))

    @property
    def value(self) -> int:
        """The number chosen."""
        return self.box.value()

    def set_range(self, least: int, most: int, step: int = 1) -> None:
        """Allow other numbers, in steps of `step` by the buttons and the arrows."""
        self.box.setRange(least, most)
        self.box.setSingleStep(step)
        self._enable()

    def _button(self, name: str) -> QPushButton:
        button = push_button(self, name=name, tip=name)
        # The arrow keys do the same within the number.
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setAutoRepeat(True)
        button.setAutoDefault(False)
        return button

    def _changed(self, value: int) -> None:
        self._enable()
        self.changed.emit(value)

    def _enable(self) -> None:
        self.less.setEnabled(self.value > self.box.minimum())
        self.more.setEnabled(self.value < self.box.maximum())


class ValueChip(QPushButton):
    """Says one thing that is set; a click takes it off."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAutoDefault(False)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        # The cross stands where people look for it, behind the words.
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self.hide()

    def show_value(self, text: str) -> None:
        """Say `text`; "" hides the chip."""
        self.setText(without_mnemonic(text))
        self.setAccessibleName(self.tr("{value}: take off").format(value=text))
        self.setToolTip(self.tr("Take it off"))
        self.setVisible(bool(text))

    def restyle(self, touch: int = 36) -> None:
        """Take the colours and sizes of the theme."""
        self.setIcon(self._theme.icon("close"))
        self.setIconSize(QSize(self._theme.px(14), self._theme.px(14)))
        set_touch(self, self._theme.px(touch))
