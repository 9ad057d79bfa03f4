"""The tray with its dice as one picture at one size: the background, the dice and their marks."""

import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from bones_desktop.theme.measures import to_keep
from bones_desktop.tray.art import Shadows, ShadowSprites
from bones_desktop.tray.dicepainter import Body, DicePainter, FacePictures
from bones_desktop.tray.marks import (
    LEAST,
    DiceMarks,
    MarkColours,
    Shape,
    paint_apart,
    paint_focus,
    paint_mark,
    paint_offer,
    paint_offer_signs,
    paint_sign,
    paint_tag,
    tag_places,
)
from bones_desktop.tray.motion import Pose
from bones_desktop.widgets.dice.geometry import Camera

_MARKS: Final = MarkColours(
    counts=QColor("#a6e08f"),
    cancelled=QColor("#ff8a78"),
    hurts=QColor("#ff6a55"),
    focus=QColor("#f5ce7a"),
)
"""Colours chosen against the felt, which is the same in every theme."""
_LIT: Final = QColor(255, 214, 120, 150)
"""Light on the rim that announces a new roll."""
TAG_SIDE: Final = 96
"""Side in pixels of the pictures that tags are made from."""
_RAISED: Final = 0.22
_DENSE: Final = 1.75
_MANY: Final = 8
"""With more than _MANY dice on a screen of _DENSE pixels to a point, motion is painted in points so that no frame is
late.
"""


class TrayScene:
    """Paints dice in front of `backdrop`, the tray of `tray` die edges at `size`. `sharp` is false for a stand-in."""

    def __init__(
        self,
        pictures: FacePictures,
        sprites: ShadowSprites,
        camera: Camera,
        size: QSize,
        ratio: float,
        tray: tuple[float, float],
        backdrop: QPixmap,
        *,
        sharp: bool,
        least_tag: float = LEAST,
    ) -> None:
        self.camera, self.backdrop, self.sharp = camera, backdrop, sharp
        self._pictures, self._size, self._ratio, self._tray = pictures, size, ratio, tray
        self.dice = DicePainter(camera, pictures, ratio)
        self._shadows = Shadows(sprites, camera, tray)
        self._least_tag = least_tag
        self._still: QPixmap | None = None
        self._steps: deque[Callable[[QPainter], None]] = deque()
        """Steps still missing in `_still`."""
        self._coarse: tuple[DicePainter, QImage, QImage] | None = None

    def set_backdrop(self, backdrop: QPixmap) -> None:
        """Replace the stand-in by the sharp picture of the empty tray."""
        self.backdrop, self.sharp = backdrop, True
        self.forget()

    def forget(self) -> None:
        """Paint the dice at rest again next time, since they, their faces or their marks have changed."""
        self._still = None
        self._steps.clear()

    def die_rect(self, pose: Pose) -> QRect:
        """Return the place of a die on the widget."""
        return self._outline(pose).boundingRect().toAlignedRect()

    def die_at(self, at: QPointF, poses: Sequence[Pose]) -> int:
        """Return the die at a point of the widget, the nearest of overlapping ones, or -1."""
        # Nearer dice are painted last and cover the others, so the search runs from the nearest.
        for die in reversed(self.dice.order(poses)):
            if self._outline(poses[die]).containsPoint(at, Qt.FillRule.WindingFill):
                return die
        return -1

    def paint_moving(
        self, painter: QPainter, bodies: Sequence[Body], poses: Sequence[Pose], rim: Callable[[QPainter], None]
    ) -> None:
        """Paint dice in motion, fast. `rim` paints the things on the rim, which the dice may fly over."""
        # Few dice, or few pixels, can be painted in full resolution in time for each frame.
        if self._ratio < _DENSE or len(poses) <= _MANY:
            self._paint_backdrop(painter)
            rim(painter)
            self._shadows.paint(painter, poses, fine=False)
            self.dice.dice(painter, bodies, poses)
            return
        if self._coarse is None:
            self._coarse = self._in_points()
        dice, empty, frame = self._coarse
        brush = QPainter(frame)
        brush.drawImage(0, 0, empty)
        rim(brush)
        self._shadows.paint(brush, poses, fine=False)
        dice.dice(brush, bodies, poses)
        brush.end()
        painter.drawImage(QRect(0, 0, self._size.width(), self._size.height()), frame)

    def paint_still(self, painter: QPainter, bodies: Sequence[Body], poses: Sequence[Pose], marks: DiceMarks) -> None:
        """Paint dice at rest with their marks, finely if the tray is sharp. The picture is kept until `forget`."""
        # A stand-in lasts for a tenth of a second: keeping its picture would not pay.
        if not self.sharp:
            self._paint_backdrop(painter)
            for step in self._at_rest(bodies, poses, marks):
                step(painter)
            return
        painter.drawPixmap(0, 0, self._paint_on(bodies, poses, marks))

    def paint_ahead(self, bodies: Sequence[Body], poses: Sequence[Pose], marks: DiceMarks) -> bool:
        """Paint one more die of the picture that `paint_still` shows. Return whether it is complete."""
        if self.sharp:
            self._paint_on(bodies, poses, marks, most=1)
        return not self._steps

    def _paint_on(
        self, bodies: Sequence[Body], poses: Sequence[Pose], marks: DiceMarks, most: int = sys.maxsize
    ) -> QPixmap:
        """Do at most `most` of the missing steps of the picture at rest, and return the picture."""
        if self._still is None:
            self._still = QPixmap(self.backdrop)
            self._steps = deque(self._at_rest(bodies, poses, marks))
        if self._steps:
            brush = QPainter(self._still)
            for _ in range(min(most, len(self._steps))):
                self._steps.popleft()(brush)
            brush.end()
            if not self._steps:
                self._still = to_keep(self._still)
        return self._still

    def paint_focus(self, painter: QPainter, pose: Pose, *, offered: bool) -> None:
        """Paint the ring around the die under the pointer or with keyboard focus."""
        paint_focus(painter, self.dice.corners(pose), _MARKS, offered=offered)

    def paint_reached(self, painter: QPainter) -> None:
        """Paint the ring around the felt that shows focus in the tray."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(_MARKS.focus, 2.5))
        painter.drawPolygon(self._frame(self.camera.rim / 2))

    def paint_lit_rim(self, painter: QPainter) -> None:
        """Paint light on the whole rim."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rim = QPainterPath()
        rim.addPolygon(self._frame(self.camera.rim))
        rim.closeSubpath()
        rim.addPolygon(self._frame(0.0))
        rim.closeSubpath()
        painter.fillPath(rim, _LIT)

    def _frame(self, out: float) -> QPolygonF:
        """Return the corners of the tray at the height of its rim, moved `out` from the felt."""
        x, y, high = self._tray[0] / 2 + out, self._tray[1] / 2 + out, self.camera.rim
        corners = ((-x, -y), (x, -y), (x, y), (-x, y))
        return QPolygonF([QPointF(*self.camera.point(a, b, high)) for a, b in corners])

    def _at_rest(
        self, bodies: Sequence[Body], poses: Sequence[Pose], marks: DiceMarks
    ) -> Iterator[Callable[[QPainter], None]]:
        """Yield the painting steps of dice at rest. No step leaves a painter setting for the next."""
        fine = self.sharp
        shapes = [
            Shape(self.dice.corners(pose), self.dice.top(pose), body.look.idle)
            for body, pose in zip(bodies, poses, strict=True)
        ]

        def paint_die(painter: QPainter, die: int) -> None:
            self.dice.die(painter, bodies[die], poses[die], len(poses), fine=fine)
            role = marks.role(die)
            if die in marks.offered:
                paint_offer(painter, role, shapes[die], _MARKS)
            elif marks.offered:
                paint_apart(painter, shapes[die])
            elif role is not None:
                paint_mark(painter, role, shapes[die], _MARKS)

        # Signs come after all dice, so that a nearer die never covers them.
        def paint_signs(painter: QPainter) -> None:
            self._tags(painter, bodies, poses, marks)
            for die, shape in enumerate(shapes):
                role = marks.role(die)
                if die in marks.offered:
                    paint_offer_signs(painter, role, shape, _MARKS)
                elif role is not None and not marks.offered:
                    paint_sign(painter, role, shape, _MARKS)

        yield lambda painter: self._shadows.paint(painter, poses, fine=fine)
        for die in self.dice.order(poses):
            yield partial(paint_die, die=die)
        yield paint_signs

    def _tags(self, painter: QPainter, bodies: Sequence[Body], poses: Sequence[Pose], marks: DiceMarks) -> None:
        dice = [self._outline(pose) for pose in poses] if marks.before else []
        far, near = (self.camera.point(0.0, side * self._tray[1] / 2, 0.0)[1] for side in (1, -1))
        # Tags stay off the rim, where the plates are.
        room = QRectF(0, far, self._size.width(), near - far)
        for die, place in tag_places(dice, sorted(marks.before), room, self._least_tag).items():
            code = bodies[die].faces[marks.before[die]]
            paint_tag(painter, place, self._pictures.full(bodies[die].look, code, TAG_SIDE), _MARKS.cancelled)

    def _outline(self, pose: Pose) -> QPolygonF:
        return QPolygonF([QPointF(x, y) for x, y in self.dice.corners(pose)])

    def _paint_backdrop(self, painter: QPainter) -> None:
        painter.drawPixmap(QRect(QPointF(0, 0).toPoint(), self._size), self.backdrop)

    def _in_points(self) -> tuple[DicePainter, QImage, QImage]:
        """Return the painter, the empty tray and the frame for painting in points instead of pixels."""
        empty = QImage(self._size, QImage.Format.Format_RGB32)
        brush = QPainter(empty)
        brush.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        self._paint_backdrop(brush)
        brush.end()
        return DicePainter(self.camera, self._pictures, 1.0), empty, QImage(empty.size(), empty.format())


def raised(poses: Sequence[Pose], offered: frozenset[int]) -> list[Pose]:
    """Return the poses with offered dice held a little above the felt."""
    if not offered:
        return list(poses)
    return [
        Pose((pose.place[0], pose.place[1], pose.place[2] + _RAISED), pose.turn, pose.solid) if die in offered else pose
        for die, pose in enumerate(poses)
    ]
