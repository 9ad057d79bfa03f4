"""Folds a die's net into a cube that the user can turn, and paints the cube.

x points to the right, y up, z towards the viewer. The cube extends from -1 to 1. Rotations convert directions of the
die to directions of the viewer.
"""

from collections.abc import Sequence
from math import hypot, sqrt
from typing import Final

from PySide6.QtCore import QEasingCurve, QEvent, QPointF, QRectF, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import (
    QColor,
    QHideEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QQuaternion,
    QTransform,
    QVector3D,
)
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget

from bones_desktop.rules.records import Record
from bones_desktop.theme.measures import to_keep
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice import geometry
from bones_desktop.widgets.dice.facelook import FaceLook, paint_face
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.spoken import Role, speak_as
from bones_desktop.wording.language import _

_X: Final = QVector3D(1, 0, 0)
_Y: Final = QVector3D(0, 1, 0)
_Z: Final = QVector3D(0, 0, 1)

NORMALS: Final = tuple(QVector3D(*normal) for normal in geometry.NORMALS)
"""Outward direction of each face. Face 3 is the front; the rest of the net folds away from the viewer."""
UPS: Final = tuple(QVector3D(*up) for up in geometry.UPS)
"""Upward direction of each face's picture."""

TILT: Final = QQuaternion.fromAxisAndAngle(_X, 24) * QQuaternion.fromAxisAndAngle(_Y, -30)
"""Default rotation of a cube: the front face turned to the left, so that the top and right side are visible."""

DISTANCE: Final = 7.0
"""Distance from the eye to the centre of the cube."""
ROUND: Final = 0.16
"""Radius of the rounded edges."""
BALL: Final = (1 - ROUND) * sqrt(3) + ROUND
"""Distance of the rounded corners from the centre."""


def right_of(face: int) -> QVector3D:
    """Return the direction to the right in a face's picture."""
    return QVector3D.crossProduct(UPS[face], NORMALS[face])


def upright(face: int) -> QQuaternion:
    """Return the rotation that shows a face straight from the front, with its picture upright."""
    return QQuaternion.fromAxes(right_of(face), UPS[face], NORMALS[face]).conjugated()


def resting(face: int) -> QQuaternion:
    """Return the default rotation of the cube that shows `face` in front."""
    return TILT * upright(face)


def front_face(turn: QQuaternion) -> int:
    """Return the face that points most towards the viewer."""
    return max(range(6), key=lambda face: turn.rotatedVector(NORMALS[face]).z())


def quarter(turn: QQuaternion, axis: QVector3D, degrees: float) -> QQuaternion:
    """Return the default rotation nearest to the result of turning `turn` by `degrees` around a viewer's axis."""
    return TILT * _straight(QQuaternion.fromAxisAndAngle(axis, degrees) * _straight(TILT.conjugated() * turn))


def _straight(turn: QQuaternion) -> QQuaternion:
    """Return the nearest rotation that maps the cube onto itself."""
    face = front_face(turn)
    ups = [turn.rotatedVector(UPS[face]), turn.rotatedVector(right_of(face))]
    angles = (0, 90, 180, 270)
    choices = [QQuaternion.fromAxisAndAngle(_Z, angle) * upright(face) for angle in angles]
    return max(
        choices,
        key=lambda choice: (
            QVector3D.dotProduct(choice.rotatedVector(UPS[face]), ups[0])
            + QVector3D.dotProduct(choice.rotatedVector(right_of(face)), ups[1])
        ),
    )


class View(Record):
    """A cube rotated by `turn`, seen in a square of `size` pixels around `middle`."""

    middle: QPointF
    size: float
    turn: QQuaternion

    def point(self, own: QVector3D) -> QPointF:
        """Return the screen position of a point of the cube."""
        seen = self.turn.rotatedVector(own)
        scale = self._focus / (DISTANCE - seen.z())
        return QPointF(self.middle.x() + seen.x() * scale, self.middle.y() - seen.y() * scale)

    def sees(self, face: int) -> bool:
        """Return whether a face is visible."""
        # In perspective, a face may be invisible although it points a little towards the viewer. How much depends on
        # the distance of the eye.
        return self.turn.rotatedVector(NORMALS[face]).z() * DISTANCE > 1.0

    def outline(self, face: int, reach: float) -> QPolygonF:
        """Return a square on a face from -`reach` to `reach`, clockwise from its picture's upper left corner."""
        across, up, out = right_of(face) * reach, UPS[face] * reach, NORMALS[face]
        corners = (out - across + up, out + across + up, out + across - up, out - across - up)
        return QPolygonF([self.point(corner) for corner in corners])

    def face_at(self, at: QPointF) -> int | None:
        """Return the face at a screen position; None outside the cube."""
        for face in range(6):
            if self.sees(face) and self.outline(face, 1.0).containsPoint(at, Qt.FillRule.OddEvenFill):
                return face
        return None

    def grip(self, at: QPointF) -> QVector3D:
        """Return the direction from the cube's centre to the point of the sphere around it at a screen position.

        For a position outside the sphere, use the nearest point of the sphere's outline. The cube then turns in the
        plane of the screen.
        """
        x, y = (at.x() - self.middle.x()) * 2 / self.size, (self.middle.y() - at.y()) * 2 / self.size
        far = hypot(x, y)
        if far >= 1:
            return QVector3D(x / far, y / far, 0)
        return QVector3D(x, y, sqrt(1 - far * far))

    @property
    def _focus(self) -> float:
        """Return the scale at which the sphere around the cube fills the square."""
        return self.size / 2 * sqrt(DISTANCE**2 - BALL**2) / BALL


def edges() -> tuple[tuple[int, int], ...]:
    """Return the pairs of faces that share an edge."""
    return tuple(
        (one, other)
        for one in range(6)
        for other in range(one + 1, 6)
        if abs(QVector3D.dotProduct(NORMALS[one], NORMALS[other])) < 0.5
    )


_LIGHT: Final = QVector3D(-0.25, 0.50, 0.83).normalized()
_SHADE: Final = 138
"""Argument of QColor.darker for the colour of a side without light."""
_AMBIENT: Final = 0.25
_LIFT: Final = 0.12
_PLATE: Final = 1 - ROUND
_SIDE: Final = 100.0
_FINENESS: Final = 0.75
"""Size of a face's cached picture as a share of the cube's size. No view needs a larger picture."""
_CORNER: Final = 14.0
"""Corner radius of the flat part of a face, for a flat part whose sides are _SIDE long."""
_EDGES: Final = edges()
_CORNERS: Final = tuple(QVector3D(x, y, z) * _PLATE for x in (-1, 1) for y in (-1, 1) for z in (-1, 1))
_FLAT: Final = QRectF(0, 0, _SIDE, _SIDE)


class CubePainter:
    """Paints cubes.

    Pictures of the faces are cached as images, because paths painted in perspective lose their holes.
    """

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._pictures: dict[tuple[FaceLook, int], QImage] = {}

    def clear(self) -> None:
        """Drop the cached pictures, because colours or faces have changed."""
        self._pictures.clear()

    def paint(self, painter: QPainter, view: View, looks: Sequence[FaceLook], hovered: int | None) -> None:
        """Paint the cube. The face under the pointer is a little lighter."""
        theme = self._theme
        painter.save()
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        seen = [face for face in range(len(looks)) if view.sees(face)]
        kind = "lost" if looks[0].lost else looks[0].body
        bone = (theme.color(kind).darker(_SHADE), theme.color(kind))
        hollow = (theme.color("line"), theme.color("surface"))
        # The lighter of the two colours is used, because corners as dark as the page would be invisible.
        _hull(painter, view, max(bone[0], theme.color(f"{kind}-edge"), key=QColor.lightness))
        painter.setPen(Qt.PenStyle.NoPen)
        for one, other in _EDGES:
            if one in seen and other in seen:
                painter.setBrush(_lit(bone, view, NORMALS[one] + NORMALS[other]))
                painter.drawPolygon(QPolygonF([*_rim(view, one, other), *_rim(view, other, one)]))
        for face in seen:
            light = _lit(bone if looks[face].code else hollow, view, NORMALS[face], more=face == hovered)
            self._face(painter, view, face, looks[face], light)
        painter.restore()

    def _face(self, painter: QPainter, view: View, face: int, look: FaceLook, colour: QColor) -> None:
        flat = QPolygonF([_FLAT.topLeft(), _FLAT.topRight(), _FLAT.bottomRight(), _FLAT.bottomLeft()])
        laid = QTransform()
        if not QTransform.quadToQuad(flat, view.outline(face, _PLATE), laid):
            # The viewer sees this face exactly from its edge, so there is nothing to paint.
            return
        painter.save()
        painter.setTransform(laid, True)
        painter.setBrush(colour)
        painter.drawRoundedRect(_FLAT, _CORNER, _CORNER)
        painter.drawImage(
            _FLAT, self._picture(look, round(view.size * _FINENESS * painter.device().devicePixelRatio()))
        )
        painter.restore()

    def _picture(self, look: FaceLook, side: int) -> QImage:
        picture = self._pictures.get((look, side))
        if picture is None:
            picture = QImage(max(1, side), max(1, side), QImage.Format.Format_ARGB32_Premultiplied)
            picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(picture)
            paint_face(painter, QRectF(picture.rect()), look, self._theme, bodiless=True)
            painter.end()
            picture = self._pictures[look, side] = to_keep(picture)
        return picture


def _hull(painter: QPainter, view: View, edge: QColor) -> None:
    """Paint the cube's body: the outline of a smaller cube, with a pen as wide as the rounded edges."""
    scale = view.size / 2 / BALL
    join = Qt.PenJoinStyle.RoundJoin
    painter.setPen(QPen(edge, 2 * ROUND * scale, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, join))
    painter.setBrush(edge)
    outline = geometry.hull([view.point(corner).toTuple() for corner in _CORNERS])
    painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in outline]))


def _lit(colours: tuple[QColor, QColor], view: View, normal: QVector3D, *, more: bool = False) -> QColor:
    """Return the colour of a side, between its dark and its bright colour according to the light."""
    dark, bright = colours
    light = QVector3D.dotProduct(view.turn.rotatedVector(normal.normalized()), _LIGHT)
    share = min(1.0, _AMBIENT + (1 - _AMBIENT) * max(0.0, light) + (_LIFT if more else 0.0))
    red, green, blue = (
        low + (high - low) * share
        for low, high in (
            (dark.redF(), bright.redF()),
            (dark.greenF(), bright.greenF()),
            (dark.blueF(), bright.blueF()),
        )
    )
    return QColor.fromRgbF(red, green, blue)


def _rim(view: View, face: int, beside: int) -> list[QPointF]:
    """Return the screen positions of the two corners of the flat part of `face` next to the face `beside`."""
    towards = NORMALS[beside]
    across = QVector3D.crossProduct(NORMALS[face], towards)
    middle = NORMALS[face] + towards * _PLATE
    return [view.point(middle - across * _PLATE), view.point(middle + across * _PLATE)]


SIZE: Final = 132
_LEAST: Final = 80
_TURN_MS: Final = 170
_FINE: Final = 15.0
_KEYS: Final = {
    Qt.Key.Key_Left: (_Y, -90.0),
    Qt.Key.Key_Right: (_Y, 90.0),
    Qt.Key.Key_Up: (_X, -90.0),
    Qt.Key.Key_Down: (_X, 90.0),
}


class DiceCube(Guarded, QWidget):
    """A cube folded from six faces. A click picks a face, and a drag turns the cube.

    Arrow keys turn the cube by a quarter, or by a small angle with Shift. Enter picks the front face. Home or a double
    click turns the cube to its default rotation, with the selected face in front.
    """

    face_picked = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._art = CubePainter(theme)
        self._looks: tuple[FaceLook, ...] = ()
        self._face = 0
        self.animated = True
        """True if the cube turns to a face with an animation."""
        self.turn = self._start = self._end = resting(0)
        """The current rotation of the cube."""
        self._pressed: QPointF | None = None
        self._grabbed = QQuaternion()
        self._dragged = False
        self._hovered: int | None = None
        self._motion = QVariantAnimation(self, startValue=0.0, endValue=1.0, duration=_TURN_MS)
        self._motion.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._motion.valueChanged.connect(self._moved)
        speak_as(self, Role.Graphic)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setToolTip(_("Drag to turn the die; click a face to choose it; double-click to lay it straight."))
        self.setAccessibleDescription(
            _("Arrow keys turn the die, Enter chooses the face in front, Home lays it straight.")
        )
        theme.changed.connect(self._restyle)
        self._tell()

    @property
    def face(self) -> int:
        """The face in front, counted from 0."""
        return front_face(self._end)

    def set_faces(self, looks: Sequence[FaceLook]) -> None:
        """Show these six faces, or nothing if there are none. The rotation does not change."""
        if tuple(looks) != self._looks:
            self._looks = tuple(looks)
            self._art.clear()
            self._tell()
            self.update()

    def set_face(self, face: int) -> None:
        """Turn a face to the front, for example the face selected on the net."""
        if face != self._face or self.face != face:
            self._face = face
            self._go(resting(face))

    def set_animated(self, animated: bool) -> None:
        """Set whether turning is animated. It is never animated if the user prefers reduced motion."""
        self.animated = animated
        if not animated:
            self._settle()

    def sizeHint(self) -> QSize:
        """Return the preferred size, which does not depend on the text size."""
        return QSize(SIZE, SIZE)

    def minimumSizeHint(self) -> QSize:
        """Return the smallest size at which the user can distinguish the pictures."""
        return QSize(_LEAST, _LEAST)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Start to drag or click at the pointer."""
        if event.button() is not Qt.MouseButton.LeftButton:
            event.ignore()
            return
        self._settle()
        self._pressed, self._grabbed, self._dragged = event.position(), self.turn, False
        self.setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Turn the cube so that the dragged point stays under the pointer."""
        if self._pressed is None:
            self._hover(self._view().face_at(event.position()))
            return
        # A small movement during a click is not a drag.
        if not self._dragged:
            far = (event.position() - self._pressed).manhattanLength()
            if far < QApplication.startDragDistance():
                return
            self._dragged = True
        view = self._view()
        self._lay(QQuaternion.rotationTo(view.grip(self._pressed), view.grip(event.position())) * self._grabbed)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End the drag. A click picks the face under the pointer."""
        if event.button() is not Qt.MouseButton.LeftButton or self._pressed is None:
            event.ignore()
            return
        self._pressed = None
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        if not self._dragged and self._looks:
            face = self._view().face_at(event.position())
            if face is not None:
                self.face_picked.emit(face)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Turn the cube to its default rotation."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._go(resting(self._face))
        else:
            event.ignore()

    def leaveEvent(self, _event: QEvent) -> None:
        """Remove the highlight of the face that was under the pointer."""
        self._hover(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Turn the cube, pick a face or restore the default rotation. Other keys are passed on."""
        plain = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        key = Qt.Key(event.key())
        if key in _KEYS and plain in {Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier}:
            axis, degrees = _KEYS[key]
            # With Shift, the cube turns by a small angle, so that users without a mouse can see every corner.
            if plain:
                fine = _FINE if degrees > 0 else -_FINE
                self._settle()
                self._lay(QQuaternion.fromAxisAndAngle(axis, fine) * self.turn)
            else:
                self._go(quarter(self._end, axis, degrees))
        elif plain:
            event.ignore()
        elif key == Qt.Key.Key_Home:
            self._go(resting(self._face))
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space} and self._looks:
            self.face_picked.emit(self.face)
        else:
            event.ignore()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop the animation while hidden."""
        self._settle()
        super().hideEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the cube."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._looks:
            self._art.paint(painter, self._view(), self._looks, None if self._dragged else self._hovered)
        painter.end()

    def _view(self) -> View:
        size = min(self.width(), self.height()) - 8
        return View(QRectF(self.rect()).center(), size, self.turn)

    def _hover(self, face: int | None) -> None:
        if face != self._hovered:
            self._hovered = face
            self.update()

    def _go(self, end: QQuaternion) -> None:
        """Turn the cube to `end` along the shorter way."""
        self._motion.stop()
        self._start, self._end = self.turn, end
        self._tell()
        if self.animated and self.isVisible() and self._pressed is None:
            self._motion.start()
        else:
            self._settle()

    def _settle(self) -> None:
        self._motion.stop()
        self._lay(self._end)

    def _moved(self, share: float) -> None:
        # The animation also emits its start value before it runs.
        if self._motion.state() is QVariantAnimation.State.Running:
            self.turn = QQuaternion.slerp(self._start, self._end, share)
            self.update()

    def _lay(self, turn: QQuaternion) -> None:
        # Many small rotations add up rounding errors, which would distort the cube.
        self.turn = self._end = turn.normalized()
        self._tell()
        self.update()

    def _tell(self) -> None:
        """Set the name for screen readers: the die and the face in front."""
        name = _("Die in hand")
        if self._looks:
            name = _("Die in hand, in front: {face}").format(face=self._looks[self.face].name)
        if name != self.accessibleName():
            self.setAccessibleName(name)

    def _restyle(self) -> None:
        self._art.clear()
        self.update()
