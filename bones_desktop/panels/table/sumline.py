"""The sum of a throw as one line of parts, each with its shape; a part says in its tip what it stands for."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from bones_desktop.panels.table.shapes import paint_part
from bones_desktop.rules.reasons import Reason
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.flowlayout import FlowLayout
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.text.plaintip import plain_tip
from bones_desktop.wording.readings import PartKind, SumPart, sum_parts, sum_words
from bones_desktop.wording.reasons import sentence


class SumLine(QWidget):
    """Shows the steps of a reading; goes on in a second line where the first ends."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._steps: tuple[Reason, ...] = ()
        self._flow = FlowLayout(theme.px(12), self)

    @property
    def text(self) -> str:
        """The sum in words, "" for none."""
        return sum_words(sum_parts(self._steps, self.tr))

    def show_steps(self, steps: Sequence[Reason]) -> None:
        """Show the steps of a sum, () for none."""
        if tuple(steps) == self._steps:
            return
        self._steps = tuple(steps)
        self._flow.clear()
        parts = [_Part(self._theme, part, sentence(part.step, self.tr), self) for part in sum_parts(steps, self.tr)]
        nets = [place for place, part in enumerate(parts) if part.is_net]
        start = max(0, nets[0] - 1 if nets else len(parts) - 1)
        for part in parts[:start]:
            self._flow.addWidget(part)
        if parts:
            self._flow.addWidget(self._end(parts[start:]))
        self.setAccessibleName(self.text)
        self.setVisible(bool(self._steps))

    def _end(self, parts: Sequence["_Part"]) -> QWidget:
        """Return the result, what stands before it and what comes after it as one: neither is read alone."""
        frame = QWidget(self)
        row = QHBoxLayout(frame)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(self._flow.spacing())
        for part in parts:
            row.addWidget(part)
        return frame

    def restyle(self) -> None:
        """Take the gaps of the text size."""
        self._flow.setSpacing(self._theme.px(12))
        for row in self.findChildren(QHBoxLayout):
            row.setSpacing(self._flow.spacing())
        for part in self.findChildren(_Part):
            part.updateGeometry()
            part.update()


class _Part(QWidget):
    """One part: its shape and a few words."""

    def __init__(self, theme: Theme, part: SumPart, told: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._part = part
        self.setToolTip(plain_tip(told))
        self.setAccessibleName(part.text)

    @property
    def is_net(self) -> bool:
        """Whether it is the result of the sum."""
        return self._part.kind is PartKind.NET

    def sizeHint(self) -> QSize:
        """Return room for the shape and the words."""
        metrics = QFontMetrics(self._font())
        wide = metrics.horizontalAdvance(self._part.text) + self._shape()
        return QSize(wide + 2, max(metrics.height(), self._theme.px(20)))

    def minimumSizeHint(self) -> QSize:
        """Return the same: it is never squeezed."""
        return self.sizeHint()

    @guarded(None)
    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the part."""
        theme, shape = self._theme, self._shape()
        painter = QPainter(self)
        if shape:
            side = theme.px(14)
            square = QRectF(1, (self.height() - side) / 2, side, side)
            paint_part(painter, square, self._part.kind, theme)
        painter.setFont(self._font())
        painter.setPen(theme.color("text"))
        painter.drawText(self.rect().adjusted(shape, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, self._part.text)
        painter.end()

    def _font(self) -> QFont:
        net = self._part.kind is PartKind.NET
        return self._theme.font("serif", 16, bold=True) if net else self._theme.font("sans", 14)

    def _shape(self) -> int:
        """Return the width of the shape with the gap after it."""
        return 0 if self._part.kind is PartKind.NET else self._theme.px(19)
