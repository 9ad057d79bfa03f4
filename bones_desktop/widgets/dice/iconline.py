"""The line in which icons are searched for, above their grid: Enter picks the first found, Down goes on to the grid."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from bones_desktop.widgets.dice.iconpalette import PaletteView
from bones_desktop.widgets.text.textfields import LineField


class IconLine(LineField):
    """Searches in the model of `view` as one types; what is to be done with an icon is told by signals."""

    return_pressed = Signal(object)
    """The first icon found that is allowed, else the first found; None for none: Enter was pressed."""
    escaped = Signal()

    def __init__(self, view: PaletteView, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        words = self.tr("Search icons")
        self.setAccessibleName(words)
        self.setPlaceholderText(words)
        self.setClearButtonEnabled(True)
        self._view = view
        self.setTabOrder(self, view)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pick, go on or go back; all else is typing."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.return_pressed.emit(self._view.first_found())
        elif event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
        elif event.key() == Qt.Key.Key_Down:
            self._view.go_to_first()
        else:
            super().keyPressEvent(event)
