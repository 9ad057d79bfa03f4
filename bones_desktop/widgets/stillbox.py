"""A box of choices that a wheel turned over it leaves as it is."""

from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox


class StillBox(QComboBox):
    """Changes by a click or a key; a wheel is left to the page, which it was meant to scroll."""

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 (Qt's name)
        """Leave the wheel to the page."""
        event.ignore()
