"""Renders the program's icon in every size: `python packaging/app_icon.py`. Small ones have a simpler drawing."""

import os
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

FOLDER = Path(__file__).resolve().parent.parent / "icons" / "app"
SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
OVERSAMPLING = 4


def main() -> None:
    """Write the PNG files."""
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


if __name__ == "__main__":
    main()
