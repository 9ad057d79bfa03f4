"""The tray with its dice as one picture, at one size: what is behind them, how they lie, their marks, the plate."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap, QPolygonF

from bones_desktop.panels.tray.art import TrayArt, colours
from bones_desktop.panels.tray.camera import RIM_HEIGHT, RIM_WIDTH, Camera
from bones_desktop.panels.tray.dicepainter import Body, DicePainter
from bones_desktop.panels.tray.marks import MarkColours, paint_focus, paint_mark
from bones_desktop.panels.tray.motion import Pose
from bones_desktop.panels.tray.shadows import Shadows
from bones_desktop.rules.reading import Role
from bones_desktop.theme.theme import Theme

_MARKS = MarkColours(
    counts=QColor("#a6e08f"),
    cancelled=QColor("#ff8a78"),
    hurts=QColor("#ff6a55"),
    focus=QColor("#f5ce7a"),
    veil=QColor(22, 34, 32, 158),
)
"""Chosen against the felt, which is the same in every theme."""


class TrayScene:
    """Paints a tray of `tray` die edges at `size`; `backdrop` stands in for the empty tray until `fill` paints it."""

    def __init__(
        self, theme: Theme, size: QSize, ratio: float, tray: tuple[float, float], backdrop: QPixmap | None = None
    ) -> None:
        self._theme, self._size, self._ratio, self._tray = theme, size, ratio, tray
        self.camera = Camera(size.width(), size.height(), *tray)
        self.dice = DicePainter(self.camera, theme.faces, ratio)
        self._shadows = Shadows(self.camera, tray)
        self._backdrop = backdrop
        self._empty: QPixmap | None = None
        self._still: QPixmap | None = None
        if backdrop is None:
            self.fill()

    @property
    def backdrop(self) -> QPixmap | None:
        """The empty tray as painted so far."""
        return self._empty or self._backdrop

    def fill(self) -> None:
        """Paint the empty tray at this size."""
        art = TrayArt(self.camera, self._tray, colours(self._theme.color("ground")))
        self._empty = art.pixmap(self._size.width(), self._size.height(), self._ratio)
        self._still = None

    def forget(self) -> None:
        """Paint the dice at rest anew next time: they, their faces or their marks have changed."""
        self._still = None

    def die_rect(self, pose: Pose) -> QRect:
        """Return where a die is on the widget."""
        return self._outline(pose).boundingRect().toAlignedRect()

    def die_at(self, at: QPointF, poses: Sequence[Pose]) -> int:
        """Return which die is at a point of the widget, the nearest of those over one another, or -1."""
        for die in sorted(range(len(poses)), key=lambda die: self.camera.distance(poses[die].place)):
            if self._outline(poses[die]).containsPoint(at, Qt.FillRule.WindingFill):
                return die
        return -1

    def paint_moving(self, painter: QPainter, bodies: Sequence[Body], poses: Sequence[Pose], plate: str) -> None:
        """Paint dice in motion, quickly."""
        self._paint_backdrop(painter)
        self._plate(painter, plate)
        self._shadows.paint(painter, poses, fine=False)
        self.dice.dice(painter, bodies, poses, fine=False)

    def paint_still(
        self, painter: QPainter, bodies: Sequence[Body], poses: Sequence[Pose], roles: Sequence[Role], plate: str
    ) -> None:
        """Paint dice at rest, finely, with their marks; the picture is kept until `forget`."""
        if self._empty is None:
            self.paint_moving(painter, bodies, poses, plate)
            return
        if self._still is None:
            self._still = QPixmap(self._empty)
            brush = QPainter(self._still)
            self._shadows.paint(brush, poses, fine=True)
            self.dice.dice(brush, bodies, poses, fine=True)
            for pose, role in zip(poses, roles, strict=False):
                paint_mark(brush, role, self.dice.corners(pose), self.dice.top(pose), _MARKS)
            self._plate(brush, plate)
            brush.end()
        painter.drawPixmap(0, 0, self._still)

    def paint_focus(self, painter: QPainter, pose: Pose) -> None:
        """Paint the ring round the die the pointer or the keyboard is on."""
        paint_focus(painter, self.dice.corners(pose), _MARKS)

    def _outline(self, pose: Pose) -> QPolygonF:
        return QPolygonF([QPointF(x, y) for x, y in self.dice.corners(pose)])

    def _paint_backdrop(self, painter: QPainter) -> None:
        if self._empty is not None:
            painter.drawPixmap(0, 0, self._empty)
        elif self._backdrop is not None:
            painter.drawPixmap(QRect(QPointF(0, 0).toPoint(), self._size), self._backdrop)

    def _plate(self, painter: QPainter, text: str) -> None:
        """Count the throws on a plate on the near rim: two equal throws in a row still look different."""
        if not text:
            return
        x, y = self.camera.point(0.0, -self._tray[1] / 2 - RIM_WIDTH / 2, RIM_HEIGHT)
        high = self.camera.zoom((0.0, -self._tray[1] / 2, RIM_HEIGHT)) * RIM_WIDTH
        font = self._theme.font("serif", 12, bold=True)
        font.setPixelSize(max(10, round(min(high * 0.5, 16))))
        painter.setFont(font)
        plate = QRect(0, 0, painter.fontMetrics().horizontalAdvance(text) + 26, max(16, round(high * 0.7)))
        plate.moveCenter(QPointF(x, y).toPoint())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(60, 36, 8))
        painter.setBrush(QColor("#c9a45c"))
        painter.drawRoundedRect(plate, 4, 4)
        painter.setPen(QColor("#2c1a06"))
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, text)
