"""What a throw that only counts may come to: the likeliest outcome large, all outcomes as parts of a bar."""

from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from bones_desktop.rules.bones.reading.plays import likeliest
from bones_desktop.rules.bones.reading.requests import ThrowKind
from bones_desktop.rules.chances import Chance, Distribution
from bones_desktop.theme.measures import RADIUS
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.text.plaintip import plain_tip
from bones_desktop.wording.chances import percent
from bones_desktop.wording.table import outcome_shares, outcome_text, outcomes_text

_HEIGHT: Final = 52
_BAR: Final = 24


class OutcomesBar(QWidget):
    """Takes the same height as the bar of a chance."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._likely = ""
        self._shares: tuple[tuple[str, Chance], ...] = ()
        self._best = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("What it may come to"))
        theme.changed.connect(self.updateGeometry)

    @property
    def said(self) -> str:
        """All outcomes in words, a line for each."""
        return self.accessibleDescription()

    def show_outcomes(self, kind: ThrowKind, odds: Distribution) -> None:
        """Show what the throw may come to."""
        self._likely = outcome_text(kind, likeliest(odds), self.tr)
        self._shares = outcome_shares(kind, odds, self.tr)
        words = outcomes_text(kind, odds, self.tr)
        self.setAccessibleDescription(words)
        self.setToolTip(plain_tip(words))
        self.update()

    def sizeHint(self) -> QSize:
        """Return a comfortable width at the one height."""
        return QSize(self._theme.px(360), self._theme.px(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """Return the least width that can be read."""
        return QSize(self._theme.px(180), self._theme.px(_HEIGHT))

    @guarded(None)
    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the likeliest outcome in words, and below it the parts with theirs."""
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        top = QRectF(0, 0, self.width(), theme.px(_HEIGHT - _BAR))
        painter.setFont(theme.font("sans", 12))
        painter.setPen(theme.color("muted"))
        label = self.tr("most likely")
        large = theme.font("serif", 20, bold=True)
        wide = QFontMetricsF(large).horizontalAdvance(self._likely)
        painter.drawText(
            top.adjusted(wide + theme.px(6), theme.px(4), 0, 0),
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
            label,
        )
        painter.setFont(large)
        painter.setPen(theme.color("text"))
        painter.drawText(top, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, self._likely)
        self._paint_parts(painter, QRectF(0.5, top.bottom() + 0.5, self.width() - 1, theme.px(_BAR) - 1))
        painter.end()

    def _paint_parts(self, painter: QPainter, bar: QRectF) -> None:
        theme = self._theme
        outline = QPainterPath()
        outline.addRoundedRect(bar, theme.px(RADIUS), theme.px(RADIUS))
        painter.fillPath(outline, theme.color("ground"))
        painter.save()
        painter.setClipPath(outline)
        left = bar.left()
        best = max((chance.value for _, chance in self._shares), default=0.0)
        for words, chance in self._shares:
            part = QRectF(left, bar.top(), chance.value * bar.width(), bar.height())
            left += part.width()
            if chance.value == best:
                painter.fillRect(part, theme.color("raised"))
            painter.setPen(QPen(theme.color("edge"), 1))
            painter.drawLine(part.topRight(), part.bottomRight())
            self._write(painter, part, words, chance, bold=chance.value == best)
        painter.restore()
        painter.setPen(QPen(theme.color("edge"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(outline)

    def _write(self, painter: QPainter, part: QRectF, words: str, chance: Chance, *, bold: bool) -> None:
        """Write outcome and chance into a part; what has no room is left to the tip."""
        theme = self._theme
        font = theme.font("sans", 12, bold=bold)
        metrics, room = QFontMetricsF(font), part.width() - theme.px(6)
        both = self.tr("{outcome}: {chance}").format(outcome=words, chance=percent(chance, self.tr))
        text = next((each for each in (both, words) if metrics.horizontalAdvance(each) <= room), "")
        painter.setFont(font)
        painter.setPen(theme.color("text"))
        painter.drawText(part, Qt.AlignmentFlag.AlignCenter, text)
