"""How a fight may end, as one bar in three parts: won, drawn, lost."""

from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from bones_desktop.rules.chances import Chance
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.charts.chart import Chart, Fill, Share, paint_fill, paint_shares
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.wording.chances import chance_text, percent

_MARGIN: Final = 6
_NUMBER: Final = 34
_CAPTION: Final = 18
_BAR: Final = 28
_SAMPLE: Final = 12


class OutcomeBar(Chart):
    """Win, draw and loss above a bar: filled, hatched, and filled in another colour. About is said when `rough`."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "", parent)
        self.chances: tuple[Chance, Chance, Chance] | None = None
        self._rough = False
        self.setAccessibleName(self.tr("How the fight may end"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_outcome(self, win: Chance, draw: Chance, loss: Chance, *, rough: bool = False) -> None:
        """Show the three chances; `rough` says that they are an estimate."""
        self._show((win, draw, loss), rough)

    def clear(self) -> None:
        """Show nothing but the empty bar."""
        self._show(None, False)

    def as_text(self) -> str:
        """Return a line for each end."""
        lines = [
            self.tr("{end}: {chance}").format(end=end, chance=chance_text(chance, self.tr))
            for end, chance in zip(self._ends(), self.chances or (), strict=False)
        ]
        return "\n".join([self.tr("About:"), *lines] if lines and self._rough else lines)

    def sizeHint(self) -> QSize:
        """Return a comfortable width at the one height."""
        return QSize(self._theme.px(420), self._height())

    def minimumSizeHint(self) -> QSize:
        """Return room for the three numbers."""
        return QSize(self._theme.px(300), self._height())

    @guarded(None)
    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the numbers, what they mean, and the bar."""
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        gap = theme.px(_MARGIN)
        room = QRectF(self.rect()).adjusted(gap, gap, -gap, -gap)
        bar = QRectF(room.left() + 0.5, room.bottom() - theme.px(_BAR) - 0.5, room.width() - 1, theme.px(_BAR))
        fills = (Fill.SUCCESS, Fill.TIE, Fill.FAILURE)
        if self.chances is not None:
            shares = [Share(chance.value, fill) for chance, fill in zip(self.chances, fills, strict=True)]
            paint_shares(painter, bar, theme, shares)
            sides = (Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignHCenter, Qt.AlignmentFlag.AlignRight)
            for end, chance, fill, side in zip(self._ends(), self.chances, fills, sides, strict=True):
                self._paint_end(painter, room, (end, chance, fill), side)
        else:
            paint_shares(painter, bar, theme, ())
        painter.end()

    def _paint_end(
        self, painter: QPainter, room: QRectF, end: tuple[str, Chance, Fill], side: Qt.AlignmentFlag
    ) -> None:
        theme = self._theme
        name, chance, fill = end
        number = percent(chance, self.tr)
        if self._rough and 0 < chance.num < chance.den:
            number = self.tr("~ {chance}").format(chance=number)
        painter.setFont(theme.font("serif", 28, bold=True))
        painter.setPen(theme.color("text"))
        top = QRectF(room.left(), room.top(), room.width(), theme.px(_NUMBER))
        painter.drawText(top, side | Qt.AlignmentFlag.AlignVCenter, number)
        painter.setFont(theme.font("sans", 14))
        sample, gap = theme.px(_SAMPLE), theme.px(6)
        width = sample + gap + painter.fontMetrics().horizontalAdvance(name)
        free = room.width() - width
        part = {Qt.AlignmentFlag.AlignLeft: 0.0, Qt.AlignmentFlag.AlignHCenter: free / 2}.get(side, free)
        below = QRectF(room.left() + part, top.bottom(), width, theme.px(_CAPTION))
        square = QRectF(below.left() + 0.5, below.center().y() - sample / 2, sample - 1, sample - 1)
        paint_fill(painter, square, theme, fill)
        painter.setPen(QPen(theme.color("edge"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(square)
        painter.setPen(theme.color("muted"))
        painter.drawText(below.adjusted(sample + gap, 0, gap, 0), Qt.AlignmentFlag.AlignVCenter, name)

    def _ends(self) -> tuple[str, str, str]:
        return self.tr("Win"), self.tr("Draw"), self.tr("Loss")

    def _height(self) -> int:
        return self._theme.px(_NUMBER + _CAPTION + _BAR + 2 * _MARGIN + 8)

    def _show(self, chances: tuple[Chance, Chance, Chance] | None, rough: bool) -> None:
        if (chances, rough) == (self.chances, self._rough):
            return
        self.chances, self._rough = chances, rough
        self.setAccessibleDescription(self.as_text())
        self.setToolTip(plain_tip(self.as_text()))
        self.update()
