"""SVG drawings in one colour, icons of actions, and pictures of die faces. The tray draws the bodies of dice."""

import re
from collections.abc import Callable, Collection, Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from PySide6.QtCore import QByteArray, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QGuiApplication,
    QIcon,
    QIconEngine,
    QImage,
    QPainter,
    QPainterPath,
    QPixmap,
    QTransform,
)
from PySide6.QtSvg import QSvgRenderer
from shiboken6 import isValid

from bones_desktop.rules.bones.book.icons import FLAMING, POISON, Face, face
from bones_desktop.theme.measures import make_font, mirror, to_keep, upright

_DRAWN_IN: Final = "#000"
_INK: Final = re.compile(r'data-ink="([a-z0-9-]+)"')


class Drawing:
    """A drawing in one colour.

    `role` is the role of the colour in which it is printed, "ink" by default.
    """

    def __init__(self, path: Path) -> None:
        self._text = path.read_text(encoding="utf-8")
        match = _INK.search(self._text)
        self.role = match[1] if match else "ink"
        self._renderers: dict[str, QSvgRenderer] = {}

    def renderer(self, colour: QColor) -> QSvgRenderer:
        """Return a renderer that draws in `colour`. Renderers are cached."""
        name = colour.name()
        renderer = self._renderers.get(name)
        if renderer is None:
            # QSvgRenderer cannot change colours, so replace them in the text first.
            renderer = QSvgRenderer(QByteArray(self._text.replace(_DRAWN_IN, name).encode()))
            self._renderers[name] = renderer
        return renderer


def read_drawing(path: Path) -> Drawing | None:
    """Return the drawing at `path`; None if there is no such file. Each drawing must be used in a single thread."""
    return Drawing(path) if path.is_file() else None


load_drawing = cache(read_drawing)
"""Returns the drawing at a path, for use in the window's thread. Each drawing is read once."""


class StateColours(NamedTuple):
    """The colours of an icon, one for each state of a button."""

    normal: QColor
    disabled: QColor
    checked: QColor

    def of(self, mode: QIcon.Mode, state: QIcon.State) -> QColor:
        """Return the colour for a button in `mode` and `state`."""
        if mode == QIcon.Mode.Disabled:
            return self.disabled
        return self.checked if state == QIcon.State.On else self.normal


def drop_deleted_icons() -> None:
    """Free the memory of icons of `tinted_icon` that are deleted."""
    _DrawnWhenPainted.drop_deleted()


def tinted_icon(path: Path, colours: StateColours) -> QIcon:
    """Return the icon drawn at `path`; an empty icon if there is no such drawing."""
    drawing = load_drawing(path)
    return QIcon() if drawing is None else QIcon(_DrawnWhenPainted(drawing, colours, path.stem in _DIRECTED))


_DIRECTED: Final = frozenset({"undo", "redo", "chevron-right"})
"""Drawings that point back or forward in the direction of reading. A layout from right to left mirrors them."""


class _DrawnWhenPainted(QIconEngine):
    """A QIcon engine for a square drawing, cached for each size, density and colour.

    No icon is drawn in advance, because most icons are hidden, or painted in a single size and state.
    """

    _alive: Final[list[QIconEngine]] = []
    """References to the engines.

    Without these references, Python would delete an engine that an icon still uses.
    """
    _most_alive = 256
    """Length of the list at which it is looked through."""

    def __init__(self, drawing: Drawing, colours: StateColours, is_directed: bool) -> None:
        super().__init__()
        self._drawing = drawing
        self._is_directed = is_directed
        self._colours = colours
        self._drawn: dict[tuple[int, float, int], QPixmap] = {}
        self._alive.append(self)
        # Looking through the list for each new icon would take longer than making the icon.
        if len(self._alive) >= _DrawnWhenPainted._most_alive:
            self.drop_deleted()

    @classmethod
    def drop_deleted(cls) -> None:
        """Drop the references to engines whose icons are deleted."""
        cls._alive[:] = filter(isValid, cls._alive)
        cls._most_alive = max(256, 2 * len(cls._alive))

    def actualSize(self, size: QSize, _mode: QIcon.Mode, _state: QIcon.State) -> QSize:
        """Return the largest square in `size`, because any size can be drawn."""
        side = min(size.width(), size.height())
        return QSize(side, side)

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        """Return the drawing for a screen of normal density."""
        return self.scaledPixmap(size, mode, state, 1.0)

    def scaledPixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float) -> QPixmap:
        """Return the drawing in `size`, for a screen with `scale` device pixels per pixel."""
        side = min(size.width(), size.height())
        colour = self._colours.of(mode, state)
        key = (side, scale, colour.rgba())
        if key not in self._drawn:
            self._drawn[key] = self._draw(QSize(side, side) * scale, colour)
            # The density is set here once; otherwise each painting would copy the picture to set it.
            self._drawn[key].setDevicePixelRatio(scale)
        return self._drawn[key]

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        """Paint the drawing in the middle of `rect`."""
        pixmap = self.scaledPixmap(rect.size(), mode, state, painter.device().devicePixelRatio())
        side = min(rect.width(), rect.height())
        free = QPoint((rect.width() - side) // 2, (rect.height() - side) // 2)
        with upright(painter, rect):
            painter.drawPixmap(rect.topLeft() + free, pixmap)

    def clone(self) -> QIconEngine:
        """Return a copy for an icon that is modified."""
        return _DrawnWhenPainted(self._drawing, self._colours, self._is_directed)

    def _draw(self, pixels: QSize, colour: QColor) -> QPixmap:
        pixmap = QPixmap(pixels)
        pixmap.fill(Qt.GlobalColor.transparent)
        if not pixmap.isNull():
            painter = QPainter(pixmap)
            if self._is_directed and QGuiApplication.isRightToLeft():
                mirror(painter, QRectF(pixmap.rect()))
            self._drawing.renderer(colour).render(painter, QRectF(pixmap.rect()))
            painter.end()
        return to_keep(pixmap)


_SHARE: Final = 0.80
"""Size of the sign on a doubled face, as a share of the face.

The mark of a doubled face overlaps the lower right corner of the sign.
"""

_MARK: Final = 0.46
_GAP: Final = 0.045
# Limit of the cache, enough for all icons in several sizes and colours.
_MAX_IMAGES: Final = 4096
_LETTERS: Final = 0.86
"""Size of letters as a share of their square."""
_LETTERS_DRAWN_AT: Final = 200
COLOURED_ON_STEEL: Final = frozenset({POISON, FLAMING})
"""Icons that keep their colour even on equipment, where other signs have a single colour.

Players recognize these icons by their colour.
"""


class FaceArt:
    """Paints the picture of a face code on any background."""

    def __init__(self, folder: Path, color: Callable[[str], QColor]) -> None:
        """`folder` contains `faces` and `marks`. `color` returns the printed colour of a role."""
        self._faces = folder / "faces"
        self._marks = folder / "marks"
        self._color = color
        # Each object has a separate cache, so that pages can be painted on another thread.
        self._drawing = cache(read_drawing)
        self._images: dict[tuple[str, int, str, bool], QImage] = {}
        self._letters: Mapping[str, str] = {}

    def set_letters(self, letters: Mapping[str, str]) -> None:
        """Set the letters to draw for icons without a picture, keyed by icon id."""
        self._letters = dict(letters)
        self._images.clear()

    def copy(self, color: Callable[[str], QColor]) -> "FaceArt":
        """Return an independent copy, for another thread or other colours."""
        other = FaceArt(self._faces.parent, color)
        other.set_letters(self._letters)
        return other

    def clear(self) -> None:
        """Drop cached images and drawings because colours have changed."""
        self._images.clear()
        self._drawing.cache_clear()

    def paint(
        self,
        painter: QPainter,
        rect: QRectF,
        code: str,
        ink: QColor | None = None,
        *,
        grey: bool = False,
        keeps: Collection[str] = (),
    ) -> None:
        """Paint the picture of `code` as vectors in the largest centred square of `rect`.

        A blank or unfilled face stays empty. A number as `code` means a face of a numbered die. Without `ink` every
        sign has its printed colour, which suits dice of bone. With `ink` the picture has that colour, except icons in
        `keeps`; ranks of mastery can then be told apart only by their notches. `grey` is for lost dice and overrides
        all colours.
        """
        shown = _parse(code)
        if shown is not None and shown.is_blank:
            return
        side = min(rect.width(), rect.height())
        if side <= 0:
            return
        square = QRectF(rect.center().x() - side / 2, rect.center().y() - side / 2, side, side)
        flat = self._color("lost-ink") if grey else ink
        painter.save()
        if painter.transform().m11() < 0:
            mirror(painter, square)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if shown is None and code.isdecimal():
            painter.fillPath(_letters_in(square, code), flat or self._color("ink"))
        elif shown is None:
            self._draw(painter, square, self._drawing(self._marks / "unknown.svg"), flat)
        elif len(shown.icons) > 1:
            self._paint_together(painter, square, shown, flat, () if grey else keeps)
        else:
            kept = not grey and shown.icons[0] in keeps
            self._paint_one(painter, square, shown, None if kept else flat)
        painter.restore()

    def image(self, code: str, size: int, ink: QColor | None = None, *, grey: bool = False) -> QImage:
        """Return the picture as a transparent square of `size` pixels. It is cached and must not be modified."""
        key = (code, size, "" if ink is None else ink.name(), grey)
        image = self._images.get(key)
        if image is None:
            if len(self._images) >= _MAX_IMAGES:
                self._images.clear()
            image = QImage(max(1, size), max(1, size), QImage.Format.Format_ARGB32_Premultiplied)
            image.fill(Qt.GlobalColor.transparent)
            painter = QPainter(image)
            self.paint(painter, QRectF(0, 0, size, size), code, ink, grey=grey)
            painter.end()
            image = self._images[key] = to_keep(image)
        return image

    def _paint_one(self, painter: QPainter, square: QRectF, shown: Face, flat: QColor | None) -> None:
        icon = shown.icons[0]
        if shown.count == 1:
            self._sign(painter, square, icon, flat)
            return
        side = square.width()
        mark = QRectF(square.right() - side * _MARK, square.bottom() - side * _MARK, side * _MARK, side * _MARK)
        gap = side * _GAP
        # A ring around the mark is cut out of the sign, so that sign and mark are readable where they overlap.
        around = QPainterPath()
        around.addRect(square.adjusted(-side, -side, side, side))
        around.addEllipse(mark.adjusted(-gap, -gap, gap, gap))
        painter.save()
        painter.setClipPath(around, Qt.ClipOperation.IntersectClip)
        self._sign(painter, QRectF(square.topLeft(), square.size() * _SHARE), icon, flat)
        painter.restore()
        self._draw(painter, mark, self._drawing(self._marks / f"x{shown.count}.svg"), flat)

    def _paint_together(
        self, painter: QPainter, square: QRectF, shown: Face, flat: QColor | None, keeps: Collection[str]
    ) -> None:
        """Draw the signs of a combined face on the diagonal, the first at the upper left."""
        count = len(shown.icons)
        share = square.width() * (0.56 if count == 2 else 1.12 / count)
        step = (square.width() - share) / (count - 1)
        for index, icon in enumerate(shown.icons):
            corner = square.topLeft() + QPointF(step * index, step * index)
            self._sign(painter, QRectF(corner.x(), corner.y(), share, share), icon, None if icon in keeps else flat)

    def _sign(self, painter: QPainter, square: QRectF, icon: str, flat: QColor | None) -> None:
        drawing = self._drawing(self._faces / f"{icon}.svg")
        letters = self._letters.get(icon) or letters_of(icon)
        if drawing is None and letters:
            painter.fillPath(_letters_in(square, letters), flat or self._color("ink"))
        else:
            self._draw(painter, square, drawing or self._drawing(self._marks / "unknown.svg"), flat)

    def _draw(self, painter: QPainter, square: QRectF, drawing: Drawing | None, flat: QColor | None) -> None:
        if drawing is not None:
            drawing.renderer(flat or self._color(drawing.role)).render(painter, square)


def letters_of(icon: str) -> str:
    """Return letters for an icon of a missing pack: "norse/half-giant" gives "HG". Return "" for other icons."""
    words = [word for word in icon.rpartition("/")[2].split("-") if word]
    if "/" not in icon or not words:
        return ""
    return f"{words[0][0]}{words[1][0]}".upper() if len(words) > 1 else words[0][:2].capitalize()


def _letters_in(square: QRectF, letters: str) -> QPainterPath:
    """Return the outline of letters that fill the square. An outline looks the same on every device."""
    path = QPainterPath()
    path.addText(0, 0, make_font("serif", _LETTERS_DRAWN_AT, bold=True), letters)
    bounds = path.boundingRect()
    longest = max(bounds.width(), bounds.height())
    if longest <= 0:
        return path
    scale = square.width() * _LETTERS / longest
    fit = QTransform.fromTranslate(square.center().x(), square.center().y()).scale(scale, scale)
    return (fit.translate(-bounds.center().x(), -bounds.center().y())).map(path)


def _parse(code: str) -> Face | None:
    try:
        return face(code)
    except ValueError:
        return None
