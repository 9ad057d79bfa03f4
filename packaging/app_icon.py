"""Renders the program's icon in every size: `python packaging/app_icon.py`. Small ones have a simpler drawing.

Beside the PNG files it writes what Windows and macOS want: bones-desktop.ico and bones-desktop.icns in this folder,
which are those PNG files with a table in front.
"""

import os
import struct
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

FOLDER = Path(__file__).resolve().parent.parent / "icons" / "app"
SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
OVERSAMPLING = 4
ICO_SIZES = (16, 24, 32, 48, 64, 128, 256)
ICNS_KINDS = {
    b"icp4": 16, b"icp5": 32, b"ic11": 32, b"icp6": 64, b"ic12": 64, b"ic07": 128, b"ic08": 256, b"ic13": 256,
    b"ic09": 512, b"ic14": 512,
}  # fmt: skip
"""Apple's names for a picture of this many pixels; some are for screens with twice the pixels."""


def png(size: int) -> bytes:
    """Return the icon of `size` as it was written."""
    return (FOLDER / f"bones-desktop-{size}.png").read_bytes()


def ico() -> bytes:
    """Return the icon as Windows wants it."""
    pictures = [png(size) for size in ICO_SIZES]
    at = 6 + 16 * len(pictures)
    table = struct.pack("<HHH", 0, 1, len(pictures))
    for size, picture in zip(ICO_SIZES, pictures, strict=True):
        table += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(picture), at)
        at += len(picture)
    return table + b"".join(pictures)


def icns() -> bytes:
    """Return the icon as macOS wants it."""
    parts = b"".join(kind + struct.pack(">I", 8 + len(png(size))) + png(size) for kind, size in ICNS_KINDS.items())
    return b"icns" + struct.pack(">I", 8 + len(parts)) + parts


def main() -> None:
    """Write the pictures."""
    app = QGuiApplication([])
    for size in SIZES:
        drawing = QSvgRenderer(str(FOLDER / ("bones-desktop-small.svg" if size <= 32 else "bones-desktop.svg")))
        large = size * OVERSAMPLING
        image = QImage(large, large, QImage.Format.Format_ARGB32)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        drawing.render(painter)
        painter.end()
        image = image.scaled(
            size, size, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
        )
        image.save(str(FOLDER / f"bones-desktop-{size}.png"))
    app.quit()
    here = Path(__file__).resolve().parent
    (here / "bones-desktop.ico").write_bytes(ico())
    (here / "bones-desktop.icns").write_bytes(icns())


if __name__ == "__main__":
    main()
