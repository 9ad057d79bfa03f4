"""A die for 3D printers, a rounded cube with engraved faces, as 3MF or STL; and faces as SVG.

Lengths are in millimetres. The library manifold3d cuts the solids so that they stay closed. It is optional, because few
players need it.
"""

import io
import re
import struct
import zipfile
from collections.abc import Iterator, Sequence
from typing import Any, Final
from xml.etree import ElementTree

from PySide6.QtCore import QBuffer, QIODevice, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

from bones_desktop.printing.canvas import MM_PER_INCH, FacePicture, Page, Rect
from bones_desktop.printing.painter import PrintKit, draw
from bones_desktop.printing.stickers import INSET, DieFaces
from bones_desktop.rules.records import Record
from bones_desktop.storage.files.locations import safe_name
from bones_desktop.wording.language import _

MODEL_SIZES: Final = (8.0, 100.0)
DEEPEST: Final = 0.15
"""Maximum depth of an engraving, as a share of the side."""
ROUNDING: Final = 0.06
"""Radius of the edges, as a share of the side."""
_SEGMENTS: Final = 48
_BEYOND: Final = 0.1
"""Height by which a cutting shape extends above the face. Without it, a thin layer could remain on the face."""
_PIXELS: Final = 1_200
"""Pixels along the side of an engraved face. On a die of 16 mm, no 3D printer can print a pixel so small."""
_DARK: Final = re.compile(rb"[\x00-\x95]+")
"""Pattern of dark pixels in a row. Light parts of a drawing have no ink, so they are not engraved."""
_AXES: Final = (
    ((0, 0, 1), (0, 1, 0), (-1, 0, 0)),
    ((1, 0, 0), (0, 0, -1), (0, 1, 0)),
    ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    ((1, 0, 0), (0, 0, 1), (0, -1, 0)),
    ((1, 0, 0), (0, -1, 0), (0, 0, -1)),
    ((0, 0, -1), (0, 1, 0), (1, 0, 0)),
)
"""Direction to the right, upward and outward of each face.

They match the net of `nets` when it is folded with its third face in front.
"""


class Model(Record):
    """A closed solid: points, and triangles of their indices, counter-clockwise as seen from outside."""

    points: tuple[tuple[float, float, float], ...]
    triangles: tuple[tuple[int, int, int], ...]
    volume: float
    """Volume in cubic millimetres."""


def die_model(die: DieFaces, side: float, depth: float, kit: PrintKit) -> Model:
    """Return the die with its faces engraved `depth` deep. Raise ImportError if manifold3d is not installed."""
    # The library is optional and large, so it is imported here.
    from manifold3d import Manifold

    radius, half = side * ROUNDING, side / 2
    ball = Manifold.sphere(radius, _SEGMENTS)
    reach = half - radius
    corners = [(x, y, z) for x in (-reach, reach) for y in (-reach, reach) for z in (-reach, reach)]
    # The convex hull of balls at the corners is a rounded cube.
    body = Manifold.batch_hull([ball.translate(corner) for corner in corners])
    for code, (right, up, out) in zip(die.faces, _AXES, strict=True):
        if not code:
            continue
        flat = engraving(code, side, kit)
        # A blank face has no picture to cut out.
        if flat.is_empty():
            continue
        cut = flat.extrude(depth + _BEYOND)
        start = half - depth
        # The flat shape lies in the plane of the page. This matrix moves the shape to its face of the die.
        rows = [[right[row], up[row], out[row], out[row] * start] for row in range(3)]
        body -= cut.transform(rows)
    mesh = body.to_mesh()
    points = tuple(tuple(float(value) for value in point[:3]) for point in mesh.vert_properties)
    triangles = tuple(tuple(int(place) for place in triangle) for triangle in mesh.tri_verts)
    return Model(points, triangles, float(body.volume()))  # type: ignore[arg-type]


def engraving(code: str, side: float, kit: PrintKit) -> Any:  # noqa: ANN401 (manifold3d has no types here)
    """Return the shape to cut out of a face, as a CrossSection centred on the face, with y pointing up.

    The picture is drawn with many pixels, and the dark part of each row of pixels is cut out.
    """
    # The library is optional and large, so it is imported here.
    from manifold3d import CrossSection, FillRule

    image = QImage(_PIXELS, _PIXELS, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.scale(_PIXELS / side, _PIXELS / side)
    draw(_face_page(code, side), painter, kit)
    painter.end()
    grey, pixel, half = image.convertToFormat(QImage.Format.Format_Grayscale8), side / _PIXELS, side / 2
    strips = []
    for row in range(_PIXELS):
        top = half - row * pixel
        for dark in _DARK.finditer(grey.constScanLine(row)):  # type: ignore[call-overload]  # the stub says object
            left, right = dark.start() * pixel - half, dark.end() * pixel - half
            strips.append([(left, top - pixel), (right, top - pixel), (right, top), (left, top)])
    # This turns the steps between rows of pixels into straight lines.
    return CrossSection(strips, FillRule.NonZero).simplify(pixel)


def stl(model: Model) -> bytes:
    """Return the model as a binary STL."""
    parts = [b"Bones Desktop".ljust(80), struct.pack("<I", len(model.triangles))]
    for triangle in model.triangles:
        a, b, c = (model.points[place] for place in triangle)
        u, v = [b[n] - a[n] for n in range(3)], [c[n] - a[n] for n in range(3)]
        normal = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
        # A triangle without area has no normal. Slicers ignore the normal of such a triangle.
        length = sum(part * part for part in normal) ** 0.5 or 1.0
        parts.append(struct.pack("<12fH", *(part / length for part in normal), *a, *b, *c, 0))
    return b"".join(parts)


def three_mf(model: Model, title: str) -> bytes:
    """Return the model as a 3MF file, in millimetres."""
    core = "http://schemas.microsoft.com/3dmanufacturing/2013/01"
    root = ElementTree.Element("model", {"unit": "millimeter", "xml:lang": "en", "xmlns": core})
    ElementTree.SubElement(root, "metadata", {"name": "Title"}).text = title
    ElementTree.SubElement(root, "metadata", {"name": "Application"}).text = "Bones Desktop"
    resources = ElementTree.SubElement(root, "resources")
    mesh = ElementTree.SubElement(ElementTree.SubElement(resources, "object", {"id": "1", "type": "model"}), "mesh")
    vertices, triangles = ElementTree.SubElement(mesh, "vertices"), ElementTree.SubElement(mesh, "triangles")
    for x, y, z in model.points:
        ElementTree.SubElement(vertices, "vertex", {"x": f"{x:.6g}", "y": f"{y:.6g}", "z": f"{z:.6g}"})
    for a, b, c in model.triangles:
        ElementTree.SubElement(triangles, "triangle", {"v1": str(a), "v2": str(b), "v3": str(c)})
    ElementTree.SubElement(ElementTree.SubElement(root, "build"), "item", {"objectid": "1"})
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    files = {
        "[Content_Types].xml": head + '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>',
        "_rels/.rels": head + '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        '<Relationship Target="/3D/3dmodel.model" Id="rel0" '
        'Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>',
        "3D/3dmodel.model": head + ElementTree.tostring(root, encoding="unicode"),
    }
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            # Without a date in the ZipInfo, the same die always gives the same file.
            archive.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


_NO_STROKE = b'stroke="#000000" stroke-opacity="1" '
"""Attributes of Qt's default pen, which are removed. No drawing uses pure black."""
STEPS = 100
"""Units per millimetre."""


def svg_files(dice: Sequence[DieFaces], side: float, kit: PrintKit) -> Iterator[tuple[str, bytes]]:
    """Yield a file name and an SVG of `side` millimetres for each face that has a picture."""
    words = _("{owner}, {die}, face {number}")
    for die in dice:
        for number, code in enumerate(die.faces, 1):
            if code in die.stickers:
                title = words.format(owner=die.owner, die=die.name, number=number).strip(", ")
                yield f"{safe_name(title)}.svg", face_svg(code, side, kit, title)


def face_svg(code: str, side: float, kit: PrintKit, title: str = "") -> bytes:
    """Return an SVG of `side` millimetres with the picture of a face and the margin of a sticker."""
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
    draw(_face_page(code, side), painter, kit)
    painter.end()
    # Qt writes a black outline for a shape without an outline, so this outline is removed.
    return bytes(buffer.data().data()).replace(_NO_STROKE, b'stroke="none" ')


def _face_page(code: str, side: float) -> Page:
    """Return a page as large as a face, with the picture of the face and the margin of a sticker."""
    return Page(side, side, (FacePicture(Rect(0, 0, side, side).inset(side * INSET, side * INSET), code),))
