"""Faces of dice as SVG files, for cutters, engravers and printers of other kinds: in millimetres, of paths only."""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QBuffer, QIODevice, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgGenerator

from bones_desktop.printing.dicefaces import DieFaces
from bones_desktop.printing.items import MM_PER_INCH, FacePicture, Page, Rect
from bones_desktop.printing.painter import PrintKit, draw
from bones_desktop.printing.stickers import INSET
from bones_desktop.storage.files.placing import safe_name
from bones_desktop.wording import Translate

_NO_STROKE = b'stroke="#000000" stroke-opacity="1" '
"""No ink is as black as that."""
STEPS = 100
"""To a millimetre."""


def svg_files(dice: Sequence[DieFaces], side: float, kit: PrintKit, tr: Translate = str) -> Iterator[tuple[str, bytes]]:
    """Yield a file name and an SVG of `side` millimetres for each face of the dice that bears something."""
    words = tr("{owner}, {die}, face {number}")
    for die in dice:
        for number, code in enumerate(die.faces, 1):
            if code in die.stickers:
                title = words.format(owner=die.owner, die=die.name, number=number).strip(", ")
                yield f"{safe_name(title)}.svg", face_svg(code, side, kit, title)


def face_svg(code: str, side: float, kit: PrintKit, title: str = "") -> bytes:
    """Return a square SVG of `side` millimetres with the picture of a face, its edge free as on a sticker."""
    steps = round(side * STEPS)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)
    generator.setOutputDevice(buffer)
    generator.setResolution(round(STEPS * MM_PER_INCH))
    generator.setSize(QSize(steps, steps))
    generator.setViewBox(QRectF(0, 0, steps, steps))
    generator.setTitle(title)
    generator.setDescription("Bones Desktop")
    painter = QPainter(generator)
    painter.scale(STEPS, STEPS)
    square = Rect(0, 0, side, side).inset(side * INSET, side * INSET)
    draw(Page(side, side, (FacePicture(square, code),)), painter, kit)
    painter.end()
    # A shape that is only filled has a pen without a brush, which the generator takes for a black one.
    return bytes(buffer.data().data()).replace(_NO_STROKE, b'stroke="none" ')
