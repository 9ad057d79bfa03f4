"""Draws pages for preview, printer and PDF with the same painter, fonts and pictures.

The pages look the same on every computer and in every theme.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum
from functools import cache, lru_cache
from typing import Final, Self
from unicodedata import category

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QGuiApplication,
    QImage,
    QPainter,
    QPen,
    QPolygonF,
    QTextLayout,
    qGray,
)

from bones_desktop.document.portraits import picture_of
from bones_desktop.printing.canvas import (
    Box,
    CheckBox,
    FacePicture,
    Hatch,
    HiddenText,
    Item,
    Page,
    Picture,
    Rect,
    Stroke,
    TextLine,
    TextStyle,
    TintMark,
)
from bones_desktop.rules.records import Record
from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.theme.faces import FaceArt
from bones_desktop.theme.measures import FAMILIES, TINTS, Palette, Tint, load_fonts, load_palette
from bones_desktop.wording.language import _

UNITS: Final = 100.0
"""Units per millimetre.

Letters and pictures are drawn in these units and scaled down, so that they are the same on every device.
"""

_UNREADABLE: Final = ("liga", "dlig", "clig", "calt")
"""Ligatures and alternative letters that must not be used.

PDF viewers would not recognize them as letters, and a search would not find names.
"""

_LEADING: Final = 1.24
_PLAIN: Final = 0x7E
"""The last of the characters that every font contains."""
_MOST_TOLD: Final = 20
_UNSEEN: Final = {"Cc", "Cf", "Cs", "Zl", "Zp", "Zs"}
"""Categories of invisible characters.

Unassigned and private characters are visible, but few fonts have them.
"""
_WORD: Final = 64
"""Maximum length of a text whose width is cached."""
_WORDS: Final = 8
"""Size of the letters of invisible words before they are scaled to fit."""
_HATCH_STEP: Final = 2.4
_HATCH_TONE: Final = 0.72
_HAIR: Final = 0.12
_DASH: Final = 0.9
"""Length in millimetres of the dashes of a fold line."""
_LIGHTER: Final = 0.55
"""Share by which pictures are made lighter to save ink."""
_PAPER_THEME = "parchment"
"""Name of the theme with colours for a light background."""


class Ink(StrEnum):
    """The amount of ink to use for printed pages."""

    COLOUR = "colour"
    LIGHT = "light"
    """Lighter pictures of faces, and no portraits."""
    GREY = "grey"

    def of(self, colour: QColor) -> QColor:
        """Return the colour to print in place of `colour`."""
        if self is Ink.GREY:
            return _tone(qGray(colour.rgb()) / 255)
        if self is Ink.LIGHT:
            paler = (part + (1 - part) * _LIGHTER for part in (colour.redF(), colour.greenF(), colour.blueF()))
            return QColor.fromRgbF(*paler)
        return colour


class SheetFonts:
    """The fonts of a sheet. The object measures text in these fonts, and caches the widths of words."""

    def __init__(self) -> None:
        self.font = cache(self._make_font)
        # The cache has a limit; otherwise it would keep every text that was ever typed.
        self._remembered = lru_cache(2_048)(self._measured)
        self._metrics = cache(lambda style: QFontMetricsF(self.font(style)))

    def width(self, text: str, style: TextStyle) -> float:
        """Return the width of `text` in millimetres."""
        return (self._remembered if len(text) <= _WORD else self._measured)(text, style)

    def ascent(self, style: TextStyle) -> float:
        """Return the distance of the baseline from the top of a line."""
        metrics = self._metrics(style)
        spare = self.leading(style) - (metrics.ascent() + metrics.descent()) / UNITS
        return spare / 2 + metrics.ascent() / UNITS

    def leading(self, style: TextStyle) -> float:
        """Return the distance between lines. It is the same for every font, so that rows keep their height."""
        return style.height * _LEADING

    def _make_font(self, style: TextStyle) -> QFont:
        font = QFont(FAMILIES[style.role])
        # The size is in pixels, because a size in points depends on the resolution of the device.
        font.setPixelSize(max(1, round(style.height * UNITS)))
        font.setBold(style.bold)
        font.setItalic(style.italic)
        # Hinting fits letters to the pixels of a screen, so widths would differ between devices.
        font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        for tag in _UNREADABLE:
            font.setFeature(QFont.Tag(tag), 0)
        return font

    def _measured(self, text: str, style: TextStyle) -> float:
        return self._metrics(style).horizontalAdvance(text) / UNITS


def letters_of(page: Page) -> set[str]:
    """Return the characters on a page. Characters that every font contains are left out."""
    return {letter for each in page.items if isinstance(each, TextLine) for letter in each.text if ord(letter) > _PLAIN}


def lacking(letters: Iterable[str]) -> str:
    """Return the characters that no font on this computer has. Instead of them, empty boxes would be drawn."""
    drawn = (letter for letter in set(letters) if category(letter) not in _UNSEEN)
    return "".join(sorted(letter for letter in drawn if not _has_font(letter)))


@cache
def _has_font(letter: str) -> bool:
    layout = QTextLayout(letter, QFont(FAMILIES["sans"]))
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    runs = layout.glyphRuns()
    # If no font has the script, Qt uses a built-in font that draws boxes. The pixel size of this font is 0, and it has
    # a glyph for every character.
    return bool(runs) and all(run.rawFont().pixelSize() > 0 and all(run.glyphIndexes()) for run in runs)


def lacking_sentence(letters: str) -> str:
    """Return the message about characters that cannot be drawn."""
    told = (each if each.isprintable() else f"U+{ord(each):04X}" for each in letters[:_MOST_TOLD])
    shown = "".join(told) if len(letters) <= _MOST_TOLD else f"{''.join(told)}…"
    said = _("No font on this computer has {letters}. Install one that does, such as one of the Noto fonts.")
    return said.format(letters=shown)


def draw(page: Page, painter: QPainter, kit: "PrintKit", *, words: bool = False) -> None:
    """Draw a page. The painter's unit is a millimetre, its origin the upper left corner of the paper.

    With `words`, the invisible words of a PDF are drawn too. They are not drawn for a printer, because they could
    change how their place is printed.
    """
    painter.save()
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    # Paper is laid out from left to right in every language.
    painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    painter.translate(*page.offset)
    painter.scale(1 / UNITS, 1 / UNITS)
    for item in page.items:
        if isinstance(item, HiddenText):
            if words:
                _draw_words(item, painter, kit)
        else:
            _draw_item(item, painter, kit)
    painter.restore()


def _draw_words(words: HiddenText, painter: QPainter, kit: "PrintKit") -> None:
    """Write invisible words, in letters that fit into the rectangle of the words."""
    rect, style = words.rect, TextStyle("sans", _WORDS)
    wide = kit.fonts.width(words.text, style)
    if not wide:
        return
    painter.save()
    painter.setFont(kit.fonts.font(style))
    painter.setPen(Qt.GlobalColor.transparent)
    painter.translate(rect.x * UNITS, rect.bottom * UNITS)
    scale = min(rect.width / wide, rect.height / style.height)
    painter.scale(scale, scale)
    painter.drawText(QPointF(0, 0), words.text)
    painter.restore()


def _draw_item(item: Item, painter: QPainter, kit: "PrintKit") -> None:
    match item:
        case TextLine(x, y, text, style):
            painter.setFont(kit.fonts.font(style))
            painter.setPen(_tone(style.tone))
            painter.drawText(QPointF(x * UNITS, y * UNITS), text)
        case Stroke(x1, y1, x2, y2, weight, tone, dashed):
            pen = _pen(weight, tone)
            if dashed:
                pen.setDashPattern([_DASH / weight, _DASH / weight])
            painter.setPen(pen)
            painter.drawLine(QLineF(x1 * UNITS, y1 * UNITS, x2 * UNITS, y2 * UNITS))
        case Box(rect, weight, fill, tone):
            painter.setPen(_pen(weight, tone) if weight else Qt.PenStyle.NoPen)
            painter.setBrush(_tone(fill) if fill < 1 else Qt.BrushStyle.NoBrush)
            painter.drawRect(_scaled(rect))
        case CheckBox(rect, ticked):
            _draw_check_box(rect, ticked, painter)
        case Hatch(rect):
            _draw_hatch(rect, painter)
        case FacePicture(rect, code, grey):
            kit.faces.paint(painter, _scaled(rect), code, grey=grey)
        case Picture(rect, portrait):
            _draw_picture(rect, portrait, painter, kit.ink)
        case TintMark(rect, name):
            _draw_tint(_scaled(rect), TINTS[name], painter, kit.ink)


def _draw_picture(rect: Rect, portrait: str, painter: QPainter, ink: Ink) -> None:
    image = picture_of(portrait)
    # A portrait needs more ink than the rest of the page.
    if image.isNull() or ink is Ink.LIGHT:
        return
    if ink is Ink.GREY:
        image = image.convertToFormat(QImage.Format.Format_Grayscale8)
    shape = QSizeF(rect.width, rect.height).scaled(QSizeF(image.size()), Qt.AspectRatioMode.KeepAspectRatio)
    middle = QRectF(QPointF(), shape)
    middle.moveCenter(QRectF(image.rect()).center())
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(_scaled(rect), image, middle)


def _draw_tint(square: QRectF, tint: Tint, painter: QPainter, ink: Ink) -> None:
    edge, side = ink.of(QColor(tint.edge)), square.width()
    painter.setPen(QPen(edge, _HAIR * 2 * UNITS))
    painter.setBrush(ink.of(QColor(tint.body)))
    painter.drawRoundedRect(square, side * 0.16, side * 0.16)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(edge)
    painter.drawPolygon(QPolygonF([square.center() + QPointF(x, y) * side * 0.28 for x, y in tint.sign]))


def _draw_check_box(rect: Rect, ticked: bool, painter: QPainter) -> None:
    painter.setPen(_pen(0.25, 0.0))
    painter.setBrush(Qt.GlobalColor.white)
    painter.drawRect(_scaled(rect))
    if ticked:
        painter.setPen(_pen(0.55, 0.0))
        inner = _scaled(rect.inset(rect.width * 0.2, rect.height * 0.2))
        painter.drawLine(inner.topLeft(), inner.bottomRight())
        painter.drawLine(inner.bottomLeft(), inner.topRight())


def _draw_hatch(rect: Rect, painter: QPainter) -> None:
    painter.setPen(_pen(_HAIR, _HATCH_TONE))
    area = _scaled(rect)
    step = _HATCH_STEP * UNITS
    # The lines are drawn one by one, because a pattern of Qt has another density on each device.
    for number in range(1, int((area.width() + area.height()) / step) + 1):
        reach = number * step
        down, across = max(0.0, reach - area.width()), max(0.0, reach - area.height())
        painter.drawLine(
            QPointF(area.left() + reach - down, area.top() + down),
            QPointF(area.left() + across, area.top() + reach - across),
        )


def _scaled(rect: Rect) -> QRectF:
    return QRectF(rect.x * UNITS, rect.y * UNITS, rect.width * UNITS, rect.height * UNITS)


def _tone(tone: float) -> QColor:
    return QColor.fromRgbF(tone, tone, tone)


def _pen(weight: float, tone: float) -> QPen:
    pen = QPen(_tone(tone), weight * UNITS)
    # Without flat ends, the lines would be longer.
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    return pen


class PrintKit(Record):
    """Fonts and pictures of faces, which preview, printer and PDF share."""

    faces: FaceArt
    fonts: SheetFonts
    palette: Palette
    ink: Ink = Ink.COLOUR

    @classmethod
    def shipped(cls, letters: Mapping[str, str] | None = None) -> Self:
        """Return the kit that the program comes with. This needs a QGuiApplication.

        `letters` replace missing pictures of icons, by icon id.
        """
        load_fonts(shipped("resources") / "fonts")
        palette = load_palette(shipped("resources") / "themes" / f"{_PAPER_THEME}.json")
        faces = FaceArt(shipped("icons"), palette.color)
        faces.set_letters(letters or {})
        return cls(faces, SheetFonts(), palette)

    def copy(self, ink: Ink) -> "PrintKit":
        """Return an independent copy with another amount of `ink`. Another thread can use the copy."""
        faces = self.faces.copy(lambda role: ink.of(self.palette.color(role)))
        return PrintKit(faces, SheetFonts(), self.palette, ink)


@contextmanager
def offscreen_kit(letters: Mapping[str, str] | None = None, ink: Ink = Ink.COLOUR) -> Iterator[PrintKit]:
    """Provide the default kit without a window. `letters` are as in `PrintKit.shipped`."""
    app = QGuiApplication.instance() or QGuiApplication(["bones-desktop", "-platform", "offscreen"])
    kit = PrintKit.shipped(letters)
    yield kit if ink is kit.ink else kit.copy(ink)
    # The application must exist as long as the fonts are used.
    del app
