"""A face as a button, and a popup with icons for it."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QFrame, QSizePolicy, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import vbox
from bones_desktop.widgets.dice.facelook import FaceLook, paint_face
from bones_desktop.widgets.dice.facetile import SlotLook, paint_slot
from bones_desktop.widgets.dice.iconpalette import IconLine, PaletteIcon, PaletteModel, PaletteView
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.popups import rest_when_closed
from bones_desktop.wording.language import _

_ROOM: Final = 4
"""Space between the face and its focus ring."""
SIZE: Final = (420, 380)
FEW: Final = 24
"""Up to this number of icons, the popup needs less height."""
LOW: Final = 260
_PICKS: Final = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space})


class FaceButton(Guarded, QAbstractButton):
    """Draws the icons that are, or may be, on a face. A click or Space opens the choice."""

    def __init__(self, theme: Theme, size: int = 44, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._size = size
        self._look: FaceLook | SlotLook = FaceLook()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def set_look(self, look: FaceLook | SlotLook, name: str, tip: str = "") -> None:
        """Show another look. `name` is the accessible name."""
        self.setAccessibleName(name)
        self.setToolTip(plain_tip(tip or name))
        if look != self._look:
            self._look = look
            self.update()

    def sizeHint(self) -> QSize:
        """Return the size of the face with its focus ring."""
        side = self._theme.px(self._size) + 2 * _ROOM
        return QSize(side, side)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press with Enter as well as with Space."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
            return
        super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the face."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(self.rect()).adjusted(_ROOM, _ROOM, -_ROOM, -_ROOM)
        if isinstance(self._look, SlotLook):
            paint_slot(painter, rect, self._look, self._theme)
        else:
            paint_face(painter, rect, self._look, self._theme, lifted=self.underMouse() and self.isEnabled())
        if self.underMouse() and self.isEnabled():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self._theme.color("second"), 1))
            radius = rect.width() * 0.16 + 2
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), radius, radius)
        painter.end()


class IconPopup(Guarded, QFrame):
    """Offers icons with a search. With `stay` it stays open, so that several can be picked or removed."""

    picked = Signal(str)
    """The code of the icon."""
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setProperty("kind", "card")
        rest_when_closed(self)
        self._theme = theme
        self._stay = False
        self._key = Qt.Key.Key_unknown
        self.model = PaletteModel(self)
        self.view = PaletteView(theme, self.model, self)
        self.view.setProperty("kind", "bare")
        self.view.setAccessibleName(_("Icons for this face"))
        self.search = IconLine(self.view, self)
        self.column = vbox(self, self.search, (self.view, 1))
        self.search.textChanged.connect(self.model.search)
        self.search.return_pressed.connect(self._enter)
        self.search.escaped.connect(self.close)
        self.view.installEventFilter(self)
        self.view.picked.connect(self._pick)
        self.view.leave_requested.connect(self._left)
        self.view.typed.connect(self._type)

    def open_beside(self, anchor: QWidget, icons: Sequence[PaletteIcon], *, stay: bool = False) -> None:
        """Show `icons` near `anchor`, at a place where the screen has room."""
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
                # Next to the face, so that it stays in view.
                y = max(room.top(), room.bottom() - height)
                right, left = top.x() + anchor.width() + px(4), top.x() - px(4) - width
                x = right if right + width <= room.right() else left if left >= room.left() else x
        self.move(x, y)
        self.show()
        self.view.setFocus(Qt.FocusReason.PopupFocusReason)
        # The chosen icon first, so that Enter keeps it.
        chosen = next((row for row, icon in enumerate(self.model.rows) if icon.chosen), self.model.first_allowed())
        self.view.setCurrentIndex(self.model.index(max(0, chosen)))

    def set_icons(self, icons: Sequence[PaletteIcon]) -> None:
        """Offer these icons."""
        self.model.set_icons(icons)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Remember which key left the grid."""
        if watched is self.view and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            self._key = Qt.Key(event.key())
        return super().eventFilter(watched, event)

    def _enter(self, icon: object) -> None:
        self._pick(icon)
        self.search.selectAll()  # so that the next word replaces this one

    def hideEvent(self, event: QHideEvent) -> None:
        """Emit `closed`."""
        super().hideEvent(event)
        self.closed.emit()

    def _pick(self, icon: object) -> None:
        if not isinstance(icon, PaletteIcon) or not icon.allowed:
            return
        self.picked.emit(icon.code)
        if not self._stay:
            self.close()

    def _left(self) -> None:
        """Close, or go up to the search. Stay open after a pick with Enter, after which the grid emits `left` too."""
        if self._key in _PICKS and self._stay:
            return
        if self._key == Qt.Key.Key_Up:
            self.search.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.close()

    def _type(self, text: str) -> None:
        self.search.setFocus(Qt.FocusReason.OtherFocusReason)
        self.search.setText(text)
