"""Paints dice as rounded solids with pictures of lit faces: quickly while they move, in detail at rest."""

from collections.abc import Iterator, Sequence
from math import inf, sqrt
from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QLinearGradient, QPainter, QPen, QPixmap, QPolygonF, QTransform

from bones_desktop.rules.records import Record
from bones_desktop.theme.measures import to_keep
from bones_desktop.tray.looks import Code, Faces, Look, body_colour, face_image
from bones_desktop.tray.motion import Pose
from bones_desktop.tray.solids import CUBE, FacePlan, Solid
from bones_desktop.widgets.dice.geometry import INNER, Camera, Matrix, Point, Vector, hull

DARK: Final = 0.42
"""Brightness of a side that faces away from the lamp."""
SPAN: Final = 0.70
"""Additional brightness of a side that faces the lamp."""
_READ: Final = 0.85
"""Least brightness of the sides of a d4, whose number is on them."""
_BEVEL_LIGHT: Final = 0.495 * sqrt(2)
_CORNER_LIGHT: Final = 0.404 * sqrt(3)
# Number of brightness levels. The fewer there are, the fewer pictures of each face are needed.
_LEVELS: Final = 12
_OVER: Final = 1.02
"""Scale of a face's picture, so that no gap is visible at its bevels."""
_SMALL: Final = 6.0
"""Radius of the rounding in pixels; below it, a moving bevel is painted in only one colour."""
_MANY: Final = 16
_CROWDED: Final = 9.0
"""The limit used instead of _SMALL while more than _MANY dice move."""
_DRAWN_IN_A_FRAME: Final = 16
"""Largest number of faces drawn for one frame of entering dice.

If the roll was not prepared in advance, the remaining faces stay plain for some frames.
"""
_LIGHT: Final[Vector] = (-0.408, 0.369, 0.835)
_TOP: Final = 0.36
"""Half the side of the square for marks on a die without square faces, in die edges."""
# Sides of face pictures in pixels. There are only a few, so that trays of similar size share pictures.
_SIDES: Final = (40, 56, 72, 96, 128, 176, 240)


class FacePictures:
    """Caches pictures of faces. `keep_sides` drops sizes that are no longer needed."""

    def __init__(self, faces: Faces, *, flat: bool = False) -> None:
        self._faces = faces
        self.flat = flat
        """True for dice without shades, for high contrast."""
        self._bases: dict[tuple[Look, Code, int], QImage] = {}
        self._lit: dict[tuple[Look, Code, int, int], QPixmap] = {}

    def has(self, look: Look, code: Code, side: int) -> bool:
        """Return whether a face with this side has been drawn."""
        return (look, code, side) in self._bases

    def keep_sides(self, sides: set[int]) -> None:
        """Keep only pictures with one of these sides, in pixels, and their smaller versions."""
        kept = sides | {side >> half for side in sides for half in (1, 2)}
        self._bases = {key: image for key, image in self._bases.items() if key[2] in kept}
        self._lit = {key: picture for key, picture in self._lit.items() if key[2] in kept}

    def warm(self, look: Look, code: Code, side: int) -> bool:
        """Draw a face and its smaller pictures in advance.

        Return whether any of these pictures was missing.
        """
        if (look, code, side >> 2) in self._bases:
            return False
        for half in range(3):
            self._base(look, code, side, half)
        return True

    def full(self, look: Look, code: Code, side: int) -> QImage:
        """Return a fully lit face as a square of `side` pixels."""
        return self._base(look, code, side, 0)

    def lit(self, look: Look, code: Code, side: int, half: int, light: float) -> QPixmap:
        """Return a face under `light`, drawn with `side` pixels and then halved `half` times."""
        level = max(0, min(_LEVELS - 1, round((light - DARK) / SPAN * (_LEVELS - 1))))
        key = (look, code, side >> half, level)
        picture = self._lit.get(key)
        if picture is None:
            picture = self._lit[key] = self._lighted(
                self._base(look, code, side, half), level, cut=isinstance(code, FacePlan)
            )
        return picture

    @staticmethod
    def _lighted(base: QImage, level: int, *, cut: bool) -> QPixmap:
        light = DARK + SPAN * level / (_LEVELS - 1)
        image = base.copy()
        painter = QPainter(image)
        if light <= 1:
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
            painter.fillRect(image.rect(), QColor.fromRgbF(light, light, light))
        else:
            painter.fillRect(image.rect(), QColor.fromRgbF(1.0, 0.98, 0.94, (light - 1) * 0.9))
        # Light is painted only inside the shape of a face that is not square.
        if cut:
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationIn)
            painter.drawImage(0, 0, base)
        painter.end()
        return QPixmap.fromImage(to_keep(image))

    def _base(self, look: Look, code: Code, side: int, half: int) -> QImage:
        key = (look, code, side >> half)
        image = self._bases.get(key)
        if image is None:
            if half:
                small = side >> half
                image = self._base(look, code, side, 0).scaled(
                    small, small, mode=Qt.TransformationMode.SmoothTransformation
                )
            else:
                image = face_image(self._faces, look, code, side, flat=self.flat)
            self._bases[key] = image
        return image


class Body(Record):
    """Look and faces of a die, in the form needed by the painter."""

    look: Look
    faces: tuple[str, ...]

    def pictures(self, solid: Solid) -> Sequence[Code]:
        """Return the picture of each face."""
        return solid.plans or self.faces


class DicePainter:
    """Paints dice as seen by `camera`, for a screen with `ratio` pixels per point."""

    def __init__(self, camera: Camera, pictures: FacePictures, ratio: float) -> None:
        self._camera, self._pictures, self._ratio = camera, pictures, ratio
        self._side = face_side(camera, ratio)
        self._colours: dict[tuple[Look, int, int], QBrush] = {}
        self._due = inf
        """Number of faces that may still be drawn for the current frame."""

    def corners(self, pose: Pose) -> list[Point]:
        """Return the outline of a die on the screen."""
        return hull(self._seen(pose)[: pose.solid.ribs])

    def top(self, pose: Pose) -> list[Point]:
        """Return the screen corners of the upper face, clockwise from its picture's upper left.

        For a shape without square faces, return the corners of a square at its top.
        """
        solid = pose.solid
        if solid.is_cube:
            seen = self._seen(pose)
            return [seen[rib] for rib in solid.faces[solid.shown(pose.turn)]]
        x, y, z = pose.place
        z += solid.low(_flipped(pose.turn))
        return [self._camera.point(x + a * _TOP, y + b * _TOP, z) for a, b in ((-1, 1), (1, 1), (1, -1), (-1, -1))]

    def order(self, poses: Sequence[Pose]) -> list[int]:
        """Return the dice in painting order, farthest first."""
        distance = self._camera.distance
        return sorted(range(len(poses)), key=lambda die: -distance(poses[die].place))

    def dice(self, painter: QPainter, bodies: Sequence[Body], poses: Sequence[Pose], *, entering: bool = False) -> None:
        """Paint moving dice.

        While dice are `entering`, pictures of missing faces are drawn for only a few faces in each frame.
        """
        self._due = _DRAWN_IN_A_FRAME if entering else inf
        for die in self.order(poses):
            self.die(painter, bodies[die], poses[die], len(poses), fine=False)
        self._due = inf

    def _seen(self, pose: Pose) -> list[Point]:
        # This code runs more often than any other, so the multiplications are written out. A function call for each
        # point would delay frames.
        camera = self._camera
        (px, py, pz), m, solid = pose
        a, b, c, d, e, f, g, h, i = m
        py -= camera.eye[1]
        pz -= camera.eye[2]
        sin, cos, scale, x0, y0 = camera.sin, camera.cos, camera.scale, camera.x0, camera.y0
        # Rows of the rotation, projected on the screen's directions right, up and depth.
        u0, u1, u2, up = d * cos + g * sin, e * cos + h * sin, f * cos + i * sin, py * cos + pz * sin
        w0, w1, w2, wp = d * sin - g * cos, e * sin - h * cos, f * sin - i * cos, py * sin - pz * cos
        found = []
        for x, y, z in solid.points:
            k = scale / (w0 * x + w1 * y + w2 * z + wp)
            found.append((x0 + (a * x + b * y + c * z + px) * k, y0 - (u0 * x + u1 * y + u2 * z + up) * k))
        return found

    def die(self, painter: QPainter, body: Body, pose: Pose, count: int, *, fine: bool) -> None:
        """Paint one of `count` dice.

        Unless `fine`, the corners of small dice are painted without light if there are many dice.
        """
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        place, m, solid = pose
        eye = self._camera.eye
        vx, vy, vz = eye[0] - place[0], eye[1] - place[1], eye[2] - place[2]
        lx, ly, lz = _LIGHT
        view = [m[k] * vx + m[3 + k] * vy + m[6 + k] * vz for k in range(3)]
        shine = [m[k] * lx + m[3 + k] * ly + m[6 + k] * lz for k in range(3)]
        a, b, c = shine
        light = [DARK + SPAN * max(0.0, min(1.0, 0.3 + 0.7 * (a * x + b * y + c * z))) for x, y, z in solid.normals]
        if solid.reads_at_sides:
            light = [max(_READ, each) for each in light]
        a, b, c = view
        visible = [a * x + b * y + c * z > solid.height for x, y, z in solid.normals]
        seen = self._seen(pose)
        look = body.look
        radius = solid.round * self._camera.zoom(place)
        if min(y for _, y in seen) > self._camera.height + radius:
            # The die is still outside the picture.
            return
        many = count > _MANY
        small = radius < (_CROWDED if many else _SMALL)
        hasty = many and small and not fine
        darkest = min(each for each, shows in zip(light, visible, strict=True) if shows)
        shade = self._brush(look, darkest * (0.85 if hasty else 0.62), 0.0)
        painter.setBrush(shade)
        if hasty:
            painter.setPen(Qt.PenStyle.NoPen)
            # In a crowd, small dice have no rounded corners, because round pens are slow.
            outline = hull(seen[: solid.ribs])
        else:
            pen = QPen(shade, 2 * radius, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
            painter.setPen(pen)
            outline = hull(seen[solid.ribs :])
        painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in outline]))
        painter.setPen(Qt.PenStyle.NoPen)
        if fine:
            # Corners are painted as balls. Faces and bevels cover the balls except for their outer parts.
            for corner, _, bright in _lit_corners(solid, view, shine):
                painter.setBrush(self._brush(look, bright, 0.04))
                painter.drawEllipse(QPointF(*seen[solid.ribs + corner]), radius, radius)
        # Bevels cover the edges of moving faces, so antialiasing would be wasted.
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, fine)
        pictures = body.pictures(solid)
        for face, shows in enumerate(visible):
            if shows:
                quad = _square(solid, face, seen)
                if not self._face(painter, look, pictures[face % len(pictures)], quad, light[face], fine):
                    painter.setBrush(self._brush(look, light[face], 0.0))
                    painter.drawPolygon(QPolygonF([QPointF(*seen[rib]) for rib in solid.faces[face]]))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        self._bevels(painter, look, solid, view, shine, light, seen, fine, small)
        if not fine and not hasty:
            # Light on corners is painted as flat faces between their bevels.
            for _, ribs, bright in _lit_corners(solid, view, shine):
                painter.setBrush(self._brush(look, bright, 0.04))
                painter.drawPolygon(QPolygonF([QPointF(*seen[rib]) for rib in ribs]))
        if self._pictures.flat:
            # The lower edges are not painted separately, so the whole die gets an outline too.
            painter.setPen(QPen(shade, max(1.5, radius * 0.6)))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in hull(seen[: solid.ribs])]))

    def _face(self, painter: QPainter, look: Look, code: Code, quad: list[Point], light: float, fine: bool) -> bool:
        """Paint a face and return True; return False if the picture of the face is not ready."""
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = quad
        area = abs((x2 - x0) * (y3 - y1) - (x3 - x1) * (y2 - y0)) / 2
        longest = max(abs(x1 - x0) + abs(y1 - y0), abs(x3 - x0) + abs(y3 - y0), 1.0)
        thin = area / longest * self._ratio
        # A face seen from its edge is thinner than a pixel.
        if thin < 1.2:
            return True
        # A foreshortened face gets a smaller picture, because scaling a large picture down a lot looks worse.
        half = 0 if thin > self._side * 0.42 else 1 if thin > self._side * 0.2 else 2
        side = self._side >> half
        if not self._pictures.has(look, code, side):
            self._due -= 1
            if self._due < 0:
                return False
        picture = self._pictures.lit(look, code, self._side, half, light)
        base = painter.transform()
        # At rest a face has exact perspective. In motion a parallelogram is close enough and much faster.
        if fine:
            source = QPolygonF([QPointF(0, 0), QPointF(side, 0), QPointF(side, side), QPointF(0, side)])
            turn = QTransform()
            cx, cy = (x0 + x1 + x2 + x3) / 4, (y0 + y1 + y2 + y3) / 4
            wide_quad = QPolygonF([QPointF(cx + (x - cx) * _OVER, cy + (y - cy) * _OVER) for x, y in quad])
            if not QTransform.quadToQuad(source, wide_quad, turn):
                return True
        else:
            ax, ay, bx, by = (
                (x1 - x0 + x2 - x3) / 2,
                (y1 - y0 + y2 - y3) / 2,
                (x3 - x0 + x2 - x1) / 2,
                (y3 - y0 + y2 - y1) / 2,
            )
            cx, cy = (x0 + x1 + x2 + x3) / 4, (y0 + y1 + y2 + y3) / 4
            ax, ay, bx, by = ax * _OVER, ay * _OVER, bx * _OVER, by * _OVER
            turn = QTransform(ax / side, ay / side, bx / side, by / side, cx - (ax + bx) / 2, cy - (ay + by) / 2)
        painter.setTransform(turn * base)
        painter.drawPixmap(0, 0, picture)
        painter.setTransform(base)
        return True

    def _bevels(
        self,
        painter: QPainter,
        look: Look,
        solid: Solid,
        view: list[float],
        shine: list[float],
        light: list[float],
        seen: list[Point],
        fine: bool,
        small: bool,
    ) -> None:
        p, q, r = view
        s, t, u = shine
        for (x, y, z), least, (one, other), ribs in solid.edges:
            if p * x + q * y + r * z < least:
                continue
            middle = DARK + SPAN * max(0.0, min(1.0, 0.3 + _BEVEL_LIGHT * (s * x + t * y + u * z)))
            gloss = 0.05 + max(0.0, middle - 0.98) * 1.4
            (x0, y0), (x1, y1), (x2, y2), (x3, y3) = (seen[rib] for rib in ribs)
            if fine:
                ex, ey = x1 - x0, y1 - y0
                dx, dy = (x2 + x3 - x0 - x1) / 2, (y2 + y3 - y0 - y1) / 2
                along = (dx * ex + dy * ey) / (ex * ex + ey * ey or 1.0)
                dx, dy = dx - along * ex, dy - along * ey
                # A bevel seen from the side is too thin to paint.
                if dx * dx + dy * dy < 0.2:
                    continue
                mx, my = (x0 + x1) / 2, (y0 + y1) / 2
                fall = QLinearGradient(mx, my, mx + dx, my + dy)
                fall.setColorAt(0, self._brush(look, light[one], 0.0).color())
                fall.setColorAt(0.5, self._brush(look, middle, gloss).color())
                fall.setColorAt(1, self._brush(look, light[other], 0.0).color())
                painter.setBrush(fall)
                painter.drawPolygon(QPolygonF([QPointF(x0, y0), QPointF(x1, y1), QPointF(x2, y2), QPointF(x3, y3)]))
                continue
            if small:
                painter.setBrush(self._brush(look, middle, gloss))
                painter.drawPolygon(QPolygonF([QPointF(x0, y0), QPointF(x1, y1), QPointF(x2, y2), QPointF(x3, y3)]))
                continue
            hx, hy, kx, ky = (x0 + x3) / 2, (y0 + y3) / 2, (x1 + x2) / 2, (y1 + y2) / 2
            painter.setBrush(self._brush(look, (light[one] + middle) / 2, gloss))
            painter.drawPolygon(QPolygonF([QPointF(x0, y0), QPointF(x1, y1), QPointF(kx, ky), QPointF(hx, hy)]))
            painter.setBrush(self._brush(look, (light[other] + middle) / 2, gloss))
            painter.drawPolygon(QPolygonF([QPointF(hx, hy), QPointF(kx, ky), QPointF(x2, y2), QPointF(x3, y3)]))

    def _brush(self, look: Look, light: float, gloss: float) -> QBrush:
        key = (look, round(light * 32), round(gloss * 50))
        brush = self._colours.get(key)
        if brush is None:
            # The colour is calculated from rounded values. Otherwise the cached colour would depend on which dice were
            # painted before.
            flat = self._pictures.flat
            brush = QBrush(look.outline if flat else body_colour(look, key[1] / 32, key[2] / 50))
            self._colours[key] = brush
        return brush


def face_side(camera: Camera, ratio: float) -> int:
    """Return the side in pixels at which the picture of a face is sharp."""
    wanted = camera.zoom((0.0, 0.0, 1.0)) * 2 * INNER * ratio
    return next((side for side in _SIDES if side >= wanted), _SIDES[-1])


def upright(place: Vector, face: int, solid: Solid = CUBE) -> Pose:
    """Return the pose of a die lying at `place` that shows the face with index `face`, upright for the viewer."""
    x, y, z = place
    return Pose((x, y, z if solid.is_cube else solid.height), solid.stands[face], solid)


def _lit_corners(solid: Solid, view: list[float], shine: list[float]) -> Iterator[tuple[int, tuple[int, ...], float]]:
    """Yield each visible rounded corner: its number, the indexes of the points around it, and its light."""
    for (x, y, z), least, (corner,), ribs in solid.corners:
        if view[0] * x + view[1] * y + view[2] * z >= least:
            toward = shine[0] * x + shine[1] * y + shine[2] * z
            yield corner, ribs, DARK + SPAN * max(0.0, min(1.0, 0.3 + _CORNER_LIGHT * toward))


def _square(solid: Solid, face: int, seen: list[Point]) -> list[Point]:
    """Return the screen corners of a face's picture."""
    if solid.is_cube:
        return [seen[rib] for rib in solid.faces[face]]
    (ax, ay), (bx, by), (cx, cy) = (seen[rib] for rib in solid.thirds[face])
    return [(i * ax + j * bx + k * cx, i * ay + j * by + k * cy) for i, j, k in solid.squares[face]]


def _flipped(m: Matrix) -> Matrix:
    """Return a rotation turned upside down: its lowest point becomes the highest."""
    return (*m[:6], -m[6], -m[7], -m[8])
