"""The net of a die folded to a cube: which way each face looks, how a cube lies in the hand, and how it is seen.

x is to the right, y up, z towards the viewer; the cube reaches from -1 to 1. Turns take the die's own directions to
the viewer's.
"""

from dataclasses import dataclass
from math import hypot, sqrt
from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPolygonF, QQuaternion, QVector3D

from bones_desktop.widgets.dice import cubefaces

_X: Final = QVector3D(1, 0, 0)
_Y: Final = QVector3D(0, 1, 0)
_Z: Final = QVector3D(0, 0, 1)

NORMALS: Final = tuple(QVector3D(*normal) for normal in cubefaces.NORMALS)
"""Outward direction of each face when the net is folded away from the viewer round its third face."""
UPS: Final = tuple(QVector3D(*up) for up in cubefaces.UPS)
"""Direction in which the picture of each face stands upright."""

TILT: Final = QQuaternion.fromAxisAndAngle(_X, 24) * QQuaternion.fromAxisAndAngle(_Y, -30)
"""How a cube lies in the hand: its front face to the left, its top and its right side seen as well."""

DISTANCE: Final = 7.0
"""From the eye to the middle of the cube."""
ROUND: Final = 0.16
"""How far the rounded edges reach into the faces."""
BALL: Final = (1 - ROUND) * sqrt(3) + ROUND
"""How far the rounded corners are from the middle."""


def right_of(face: int) -> QVector3D:
    """Return the direction in which the picture of a face goes on to the right."""
    return QVector3D.crossProduct(UPS[face], NORMALS[face])


def upright(face: int) -> QQuaternion:
    """Return the turn that brings a face straight to the front, its picture upright."""
    return QQuaternion.fromAxes(right_of(face), UPS[face], NORMALS[face]).conjugated()


def resting(face: int) -> QQuaternion:
    """Return how the cube lies in the hand with a face to the front."""
    return TILT * upright(face)


def front_face(turn: QQuaternion) -> int:
    """Return the face that looks most towards the viewer."""
    return max(range(6), key=lambda face: turn.rotatedVector(NORMALS[face]).z())


def quarter(turn: QQuaternion, axis: QVector3D, degrees: float) -> QQuaternion:
    """Return how the cube lies after a turn about an axis of the viewer, set straight in the hand."""
    return TILT * _straight(QQuaternion.fromAxisAndAngle(axis, degrees) * _straight(TILT.conjugated() * turn))


def _straight(turn: QQuaternion) -> QQuaternion:
    """Return the nearest turn that lays the cube upon itself."""
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


@dataclass(frozen=True, slots=True)
class View:
    """A cube as it is seen: in the middle of a square of `size` pixels at `middle`, turned by `turn`."""

    middle: QPointF
    size: float
    turn: QQuaternion

    def point(self, own: QVector3D) -> QPointF:
        """Return where a point of the cube is seen."""
        seen = self.turn.rotatedVector(own)
        scale = self._focus / (DISTANCE - seen.z())
        return QPointF(self.middle.x() + seen.x() * scale, self.middle.y() - seen.y() * scale)

    def sees(self, face: int) -> bool:
        """Return whether a face is turned to the viewer."""
        return self.turn.rotatedVector(NORMALS[face]).z() * DISTANCE > 1.0

    def outline(self, face: int, reach: float) -> QPolygonF:
        """Return a square on a face, from its picture's upper left round; it reaches from -`reach` to `reach`."""
        across, up, out = right_of(face) * reach, UPS[face] * reach, NORMALS[face]
        corners = (out - across + up, out + across + up, out + across - up, out - across - up)
        return QPolygonF([self.point(corner) for corner in corners])

    def face_at(self, at: QPointF) -> int | None:
        """Return the face seen at a point, None beside the cube."""
        for face in range(6):
            if self.sees(face) and self.outline(face, 1.0).containsPoint(at, Qt.FillRule.OddEvenFill):
                return face
        return None

    def grip(self, at: QPointF) -> QVector3D:
        """Return the point of the ball round the cube that is seen at a point of the screen, as a direction.

        Beside the ball it is the nearest point of its rim, so that the cube turns in the plane of the screen there.
        """
        x, y = (at.x() - self.middle.x()) * 2 / self.size, (self.middle.y() - at.y()) * 2 / self.size
        far = hypot(x, y)
        if far >= 1:
            return QVector3D(x / far, y / far, 0)
        return QVector3D(x, y, sqrt(1 - far * far))

    @property
    def _focus(self) -> float:
        """Return the scale that makes the ball round the cube fill the square."""
        return self.size / 2 * sqrt(DISTANCE**2 - BALL**2) / BALL


def edges() -> tuple[tuple[int, int], ...]:
    """Return the pairs of faces that meet."""
    return tuple(
        (one, other)
        for one in range(6)
        for other in range(one + 1, 6)
        if abs(QVector3D.dotProduct(NORMALS[one], NORMALS[other])) < 0.5
    )
