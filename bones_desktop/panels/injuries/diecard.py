"""One of the character's dice as a card: six faces, number and name; a lost one is grey, cracked and tilted."""

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QAbstractButton, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.plaintip import plain_tip

_CRACK: Final = ((0.58, 0.0), (0.50, 0.24), (0.62, 0.45), (0.46, 0.68), (0.54, 1.0))
_TILT: Final = -5.0


class DieCard(QAbstractButton):
    """Shows a die; a click chooses it, a ring and a raised ground tell that it is chosen."""

    def __init__(self, theme: Theme, die: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.die = die
        self._codes: tuple[str, ...] = ()
        self._name = ""
        self._lost: str | None = None
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_die(self, codes: tuple[str, ...], name: str, lost: str | None, said: str) -> None:
        """Show a die; `lost` is None for one at hand, else how it was lost; `said` is for tips and screen readers."""
        self._codes, self._name, self._lost = codes, name, lost
        self.setAccessibleName(said)
        self.setToolTip(plain_tip(said))
        self.update()

    @property
    def lost(self) -> bool:
        """Whether the die is lost."""
        return self._lost is not None

    def nextCheckState(self) -> None:  # noqa: N802 (Qt's name)
        """Leave choosing to the panel: a click on the chosen die keeps it chosen."""

    def sizeHint(self) -> QSize:  # noqa: N802 (Qt's name)
        """Return the size of the die with its name below."""
        return QSize(self._theme.px(96), self._theme.px(84))

    def minimumSizeHint(self) -> QSize:  # noqa: N802 (Qt's name)
        """Return the same: a die is never squeezed."""
        return self.sizeHint()

    @guarded(None)
    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 (Qt's name)
        """Paint the card."""
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        whole = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        if self.isChecked() or self.underMouse() or self.hasFocus():
            rim = "focus" if self.hasFocus() else "second" if self.isChecked() else "line"
            painter.setPen(QPen(theme.color(rim), 2 if rim != "line" else 1))
            painter.setBrush(theme.color("raised" if self.isChecked() else "hover"))
            painter.drawRoundedRect(whole, theme.px(8), theme.px(8))
        wide = theme.px(78)
        body = QRectF(whole.center().x() - wide / 2, whole.top() + theme.px(6), wide, theme.px(54))
        painter.save()
        if self.lost:
            painter.translate(body.center())
            painter.rotate(_TILT)
            painter.scale(0.92, 0.92)
            painter.translate(-body.center())
        self._paint_body(painter, body)
        painter.restore()
        self._paint_number(painter, whole)
        words = QRectF(whole.left() + 3, body.bottom() + theme.px(3), whole.width() - 6, whole.bottom() - body.bottom())
        painter.setFont(theme.font("sans", 12))
        painter.setPen(theme.color("bad" if self.lost else "muted"))
        text = self._name if self._lost is None else self._lost
        fit = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, int(words.width()))
        painter.drawText(words, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, fit)
        painter.end()

    def _paint_body(self, painter: QPainter, body: QRectF) -> None:
        theme = self._theme
        role = "lost" if self.lost else "bone"
        painter.setPen(QPen(theme.color(f"{role}-edge"), 1))
        painter.setBrush(theme.color(role))
        painter.drawRoundedRect(body, theme.px(8), theme.px(8))
        side, gap = theme.px(20), theme.px(2)
        left = body.center().x() - 1.5 * side - gap
        top = body.center().y() - side - gap / 2
        for place, code in enumerate(self._codes):
            cell = QRectF(left + place % 3 * (side + gap), top + place // 3 * (side + gap), side, side)
            theme.faces.paint(painter, cell.adjusted(1, 1, -1, -1), code, grey=self.lost)
        if self.lost:
            pen = QPen(theme.color("lost-ink"), max(1.5, theme.px(2)))
            painter.setPen(pen)
            points = [QPointF(body.left() + x * body.width(), body.top() + y * body.height()) for x, y in _CRACK]
            painter.drawPolyline(QPolygonF(points))

    def _paint_number(self, painter: QPainter, whole: QRectF) -> None:
        theme = self._theme
        side = theme.px(20)
        badge = QRectF(whole.left() + theme.px(2), whole.top() + theme.px(2), side, side)
        painter.setPen(QPen(theme.color("second" if self.isChecked() else "edge"), 1))
        painter.setBrush(theme.color("ground"))
        painter.drawEllipse(badge)
        painter.setPen(theme.color("text"))
        painter.setFont(theme.font("sans", 12, bold=True))
        painter.drawText(badge, Qt.AlignmentFlag.AlignCenter, str(self.die + 1))
