"""Where a popup of the strip opens: below what it belongs to, or above where there is more room."""

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import QWidget


def beside(owner: QWidget, size: QSize, gap: int) -> QRect:
    """Return the place on the screen of a popup of `size` for `owner`, made smaller where the screen has less room."""
    room = owner.screen().availableGeometry()
    corner = owner.mapToGlobal(QPoint(0, 0))
    below = room.bottom() - corner.y() - owner.height() - gap
    above = corner.y() - room.top() - gap
    width, height = min(size.width(), room.width()), min(size.height(), max(below, above))
    x = max(room.left(), min(corner.x(), room.right() - width))
    y = corner.y() + owner.height() + gap if height <= below else corner.y() - height - gap
    return QRect(x, y, width, height)
