"""The die in hand in a popup, for pages without room for it."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.dicecube import DiceCube
from bones_desktop.widgets.dice.facelook import FaceLook

SIDE = 240
"""Side of the cube's field in pixels at 100 % text size."""


class CubePopup(QFrame):
    """Shows one die until Escape or a click elsewhere; a face picked closes it."""

    face_picked = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setProperty("kind", "card")
        self._theme = theme
        self.cube = DiceCube(theme, self)
        self.cube.face_picked.connect(self._picked)
        column = QVBoxLayout(self)
        column.addWidget(self.cube)
        self.setFocusProxy(self.cube)

    def open_over(self, widget: QWidget, faces: Sequence[FaceLook], face: int) -> None:
        """Show the die with one face in front, in the middle of `widget` and within its screen."""
        side = self._theme.px(SIDE)
        room = widget.screen().availableGeometry()
        side = min(side, room.width(), room.height())
        self.cube.setFixedSize(side - self._theme.px(24), side - self._theme.px(24))
        self.cube.set_faces(faces)
        self.cube.set_face(face)
        self.resize(side, side)
        middle = widget.mapToGlobal(widget.rect().center()) - QPoint(side // 2, side // 2)
        self.move(
            max(room.left(), min(middle.x(), room.right() - side)),
            max(room.top(), min(middle.y(), room.bottom() - side)),
        )
        self.show()
        self.cube.setFocus(Qt.FocusReason.PopupFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def _picked(self, face: int) -> None:
        self.close()
        self.face_picked.emit(face)
