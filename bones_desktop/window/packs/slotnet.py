"""The die a template makes, unfolded: what each face will be."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.dienet import COLUMNS, PLACES, ROWS
from bones_desktop.widgets.dice.slotface import SlotLook, paint_slot
from bones_desktop.widgets.guarded import guarded

_SIDE = 44
_GAP = 4
_EDGE = 12


class SlotNet(QWidget):
    """A card with six slots; nothing on it can be changed."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._looks: tuple[SlotLook, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def set_slots(self, looks: Sequence[SlotLook], name: str) -> None:
        """Show what each face may be, face 1 first; `name` is read to those who cannot see it."""
        self.setAccessibleName(name)
        if tuple(looks) != self._looks:
            self._looks = tuple(looks)
            self.update()

    def sizeHint(self) -> QSize:
        """Return the size of the card."""
        px = self._theme.px
        step = px(_SIDE) + px(_GAP)
        return QSize(COLUMNS * step - px(_GAP) + 2 * px(_EDGE), ROWS * step - px(_GAP) + 2 * px(_EDGE))

    @guarded(None)
    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the card and its faces."""
        px, theme = self._theme.px, self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.color("line"), 1))
        painter.setBrush(theme.color("surface"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), px(10), px(10))
        step = px(_SIDE) + px(_GAP)
        for (column, row), look in zip(PLACES, self._looks, strict=False):
            square = QRectF(px(_EDGE) + column * step, px(_EDGE) + row * step, px(_SIDE), px(_SIDE))
            paint_slot(painter, square, look, theme)
        painter.setPen(theme.color("muted"))
        painter.setFont(theme.font("sans", 12))
        corner = QRectF(px(_EDGE) + 2 * step, px(_EDGE), 2 * step, px(_SIDE))
        painter.drawText(
            corner,
            int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap),
            self.tr("The die it makes"),
        )
        painter.end()
