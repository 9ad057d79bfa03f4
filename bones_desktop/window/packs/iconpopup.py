"""Icons to pick from, in a popup beside the face they are for."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.iconline import IconLine
from bones_desktop.widgets.dice.iconpalette import PaletteIcon, PaletteModel, PaletteView
from bones_desktop.widgets.guarded import guarded

SIZE = (420, 380)
FEW = 24
"""As many icons need less height."""
LOW = 260
_PICKS = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space})


class IconPopup(QFrame):
    """Offers icons with a search. With `stay` it stays open, so that several can be picked or taken away again."""

    picked = Signal(str)
    """The code of the icon."""
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setProperty("kind", "card")
        self._theme = theme
        self._stay = False
        self._key = Qt.Key.Key_unknown
        self.model = PaletteModel(self)
        self.view = PaletteView(theme, self.model, self)
        self.view.setProperty("kind", "bare")
        self.view.setAccessibleName(self.tr("Icons for this face"))
        self.search = IconLine(self.view, self)
        self.column = QVBoxLayout(self)
        self.column.addWidget(self.search)
        self.column.addWidget(self.view, 1)
        self.search.textChanged.connect(self.model.search)
        self.search.return_pressed.connect(self._enter)
        self.search.escaped.connect(self.close)
        self.view.installEventFilter(self)
        self.view.picked.connect(self._pick)
        self.view.leave_requested.connect(self._left)
        self.view.typed.connect(self._type)

    def open_beside(self, anchor: QWidget, icons: Sequence[PaletteIcon], *, stay: bool = False) -> None:
        """Show `icons` near `anchor`, wherever the screen has room."""
        px = self._theme.px
        self._stay = stay
        self.search.clear()
        self.set_icons(icons)
        room = anchor.screen().availableGeometry()
        self.column.setContentsMargins(px(12), px(12), px(8), px(12))
        self.column.setSpacing(px(8))
        wanted = LOW if len(icons) <= FEW else SIZE[1]
        width, height = min(px(SIZE[0]), room.width()), min(px(wanted), room.height() - px(16))
        self.resize(width, height)
        corner = anchor.mapToGlobal(QPoint(0, anchor.height() + px(4)))
        x = max(room.left(), min(corner.x(), room.right() - width))
        y = corner.y()
        if y + height > room.bottom():
            top = anchor.mapToGlobal(QPoint(0, 0))
            y = top.y() - px(4) - height
            if y < room.top():
                # Beside the face, so that it stays in view.
                y = max(room.top(), room.bottom() - height)
                right, left = top.x() + anchor.width() + px(4), top.x() - px(4) - width
                x = right if right + width <= room.right() else left if left >= room.left() else x
        self.move(x, y)
        self.show()
        self.view.setFocus(Qt.FocusReason.PopupFocusReason)
        chosen = next((row for row, icon in enumerate(self.model.rows) if icon.chosen), self.model.first_allowed())
        self.view.setCurrentIndex(self.model.index(max(0, chosen)))

    def set_icons(self, icons: Sequence[PaletteIcon]) -> None:
        """Offer these icons; also when their state has changed."""
        self.model.set_icons(icons)

    @guarded(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Remember which key left the grid."""
        if watched is self.view and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            self._key = Qt.Key(event.key())
        return super().eventFilter(watched, event)

    def _enter(self, icon: object) -> None:
        self._pick(icon)
        self.search.selectAll()  # so that the next word takes the place of this one

    @guarded(None)
    def hideEvent(self, event: QHideEvent) -> None:
        """Say that it is over."""
        super().hideEvent(event)
        self.closed.emit()

    def _pick(self, icon: object) -> None:
        if not isinstance(icon, PaletteIcon) or not icon.allowed:
            return
        self.picked.emit(icon.code)
        if not self._stay:
            self.close()

    def _left(self) -> None:
        """Close, or go up to the search; a pick with Enter, which the grid tells in the same way, leaves it open."""
        if self._key in _PICKS and self._stay:
            return
        if self._key == Qt.Key.Key_Up:
            self.search.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.close()

    def _type(self, text: str) -> None:
        self.search.setFocus(Qt.FocusReason.OtherFocusReason)
        self.search.setText(text)
