"""The palette of icons for a face: model, painting, grid and search field."""

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Final

from PySide6.QtCore import QModelIndex, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QListView, QStyle, QStyleOptionViewItem, QWidget

from bones_desktop.rules.records import Record
from bones_desktop.rules.typedtext import holds
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import fold, vbox
from bones_desktop.widgets.dice.diceboard import drag_face, face_mime
from bones_desktop.widgets.dice.facelook import FaceLook, paint_face, paint_options
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.rows import (
    MIDDLE,
    Index,
    RowDelegate,
    RowModel,
    follow_pointer,
    narrowed,
    paint_ground,
    set_grid,
    write,
)
from bones_desktop.widgets.scaled import set_lengths
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.widgets.text.messages import announce
from bones_desktop.widgets.text.textfields import LineField
from bones_desktop.wording.language import _, language


class PaletteIcon(Record):
    """An icon to pick. `why` is the reason why the icon is not allowed; "" if it is allowed."""

    code: str
    name: str
    allowed: bool = True
    why: str = ""
    words: str = ""
    """More words by which the search finds the icon."""
    chosen: bool = False
    """True if the face has this icon now."""


class PaletteModel(RowModel[PaletteIcon]):
    """The icons that match a search: icons with matching names first, otherwise in the given order."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: tuple[PaletteIcon, ...] = ()
        self._search = ""

    def set_icons(self, icons: Sequence[PaletteIcon]) -> None:
        """Show these icons. If the icons are the same and only their state differs, update the rows without a reset."""
        self._all = tuple(icons)
        self._update(self._found(), attrgetter("code"))

    @property
    def most(self) -> int:
        """The number of all icons, including icons that the search hides."""
        return len(self._all)

    def search(self, text: str) -> None:
        """Show the icons with every word of `text` in their names, ignoring case."""
        self._search = text
        self._show(self._found())

    def row_of(self, code: str) -> int:
        """Return the row of an icon; -1 if it is not shown."""
        return next((row for row, icon in enumerate(self.rows) if icon.code == code), -1)

    def first_allowed(self) -> int:
        """Return the row of the first allowed icon, or 0 if no icon is allowed; -1 without icons."""
        allowed = next((row for row, icon in enumerate(self.rows) if icon.allowed), 0)
        return allowed if self.rows else -1

    def _text(self, icon: PaletteIcon) -> str:
        return icon.name

    def _rule(self, icon: PaletteIcon) -> str:
        return icon.name

    def _tip(self, icon: PaletteIcon) -> str:
        return icon.why

    def _spoken(self, icon: PaletteIcon) -> str:
        if icon.why:
            return _("{}, not allowed: {}").format(icon.name, icon.why)
        return _("{}, on this face").format(icon.name) if icon.chosen else icon.name

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return the flags that let the user pick and drag any icon: a forbidden one may be allowed on another face."""
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsDragEnabled if index.isValid() else flags

    def _found(self) -> tuple[PaletteIcon, ...]:
        found = (icon for icon in self._all if holds(f"{icon.name} {icon.words}", self._search, language()))
        return tuple(sorted(found, key=lambda icon: not holds(icon.name, self._search, language())))


_FORBIDDEN: Final = 0.62
"""Size of a forbidden icon, as a share of the face of an allowed icon."""
_CELL: Final = 57
"""Height of a cell in pixels at 100 % text size, if there is room for two rows."""
_LEAST_CELL: Final = 44
_MOST_CELL: Final = 88
"""Largest height of a cell, used if all icons fit on the screen."""
_AROUND: Final = 21
"""Height in pixels of a cell's name and gaps."""
_COLUMN: Final = 62
LEAST_COLUMN: Final = 54
"""Minimum widths of a cell.

The smaller width is used if fewer than three columns would fit with the larger width.
"""
_WHOLE_NAMES: Final = 69
"""Width of a cell in which no name is elided. It is used for a grid that scrolls anyway."""
_BARE: Final = 25
"""Smallest side of a cell without a name.

The icon takes 22 of these pixels, before they are scaled by the text size.
"""


_SEARCH: Final = 64
"""Smallest width of the search field next to a heading. In a narrower palette, the field is below the heading."""


class PaletteDelegate(RowDelegate[PaletteIcon]):
    """Paints an icon as a bone face with its name below. Forbidden icons are small and have no face."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.cell = QSize()
        """The size of one cell, set by the view."""
        self.bare = False
        """True if names are hidden."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the size of one cell."""
        return self.cell

    def _paint(self, painter: QPainter, option: QStyleOptionViewItem, icon: PaletteIcon) -> None:
        theme = self._theme
        state: QStyle.StateFlag = option.state
        cell = QRectF(option.rect)
        side = min(cell.width(), cell.height()) - 3 if self.bare else cell.height() - theme.px(_AROUND)
        top = cell.center().y() - side / 2 if self.bare else cell.top() + theme.px(3)
        square = QRectF(cell.center().x() - side / 2, top, side, side)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        current = bool(state & QStyle.StateFlag.State_Selected and state & QStyle.StateFlag.State_HasFocus)
        paint_ground(painter, theme, cell.adjusted(1, 1, -1, -1), current=current, hovered=hovered)
        if icon.allowed:
            paint_face(painter, square, FaceLook(code=icon.code), theme, lifted=hovered)
        else:
            paint_options(painter, square, (icon.code,), theme, "muted", _FORBIDDEN)
        if icon.chosen:
            painter.setPen(QPen(theme.color("second"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            rim = square.adjusted(-3, -3, 3, 3) & cell.adjusted(1, 1, -1, -1)
            painter.drawRoundedRect(rim, side * 0.16 + 3, side * 0.16 + 3)
        if self.bare:
            return
        words = QRectF(cell.left() + 1, square.bottom() + theme.px(1), cell.width() - 2, theme.px(16))
        font = narrowed(theme.font("sans", 12), icon.name, words.width())
        write(painter, words, icon.name, font, theme.color("text" if icon.allowed else "muted"), MIDDLE)


TABBING = frozenset({Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason})


class PaletteView(Guarded, QListView):
    """The grid of icons. `picked` is emitted for clicks and Enter, even on forbidden icons.

    With `may_be_bare`, names are hidden if icons would otherwise not fit. The owner of the grid then shows the name of
    the icon under the pointer elsewhere.
    """

    picked = Signal(object)
    icon_hovered = Signal(object)
    """Emitted with the icon under the pointer or with the focus; None if there is no such icon."""
    leave_requested = Signal()
    """Emitted on Escape, on Up in the first row, or after the user picks an icon by key."""
    typed = Signal(str)
    dragged = Signal(str)
    """Emitted with the code of an icon when its drag begins, and "" when it ends."""

    def __init__(
        self, theme: Theme, model: PaletteModel, parent: QWidget | None = None, *, may_be_bare: bool = False
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._model = model
        self._may_be_bare = may_be_bare
        self.setModel(model)
        self._delegate = PaletteDelegate(theme, self)
        self.setItemDelegate(self._delegate)
        set_grid(self)
        self.setFrameShape(QFrame.Shape.NoFrame)
        follow_pointer(self)
        # Icons are dragged onto faces; they cannot be moved in the grid.
        self.setDragEnabled(True)
        self.entered.connect(self._hover)
        self.clicked.connect(self._pick)
        self.selectionModel().currentChanged.connect(self._moved)
        theme.changed.connect(self._restyle)
        model.modelReset.connect(self._restyle)

    def _hover(self, index: QModelIndex) -> None:
        self.icon_hovered.emit(self._model.at(index))

    def _pick(self, index: QModelIndex) -> None:
        self.picked.emit(self._model.at(index))

    def first_found(self) -> PaletteIcon | None:
        """Return the first allowed icon shown, or the first one if none is allowed; None without icons."""
        return self._model.at(self._model.index(self._model.first_allowed()))

    def go_to_first(self) -> None:
        """Focus the first allowed icon shown. Do nothing without icons."""
        if self._model.rowCount():
            self.setFocus(Qt.FocusReason.OtherFocusReason)
            self.setCurrentIndex(self._model.index(max(0, self._model.first_allowed())))

    def sizeHint(self) -> QSize:
        """Return the size of two rows. The grid scrolls and takes the remaining room."""
        return QSize(super().sizeHint().width(), 2 * self._theme.px(_CELL))

    def minimumSizeHint(self) -> QSize:
        """Return the size of two rows of the smallest cells."""
        return QSize(self._theme.px(_COLUMN), 2 * self._theme.px(_LEAST_CELL))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Distribute the columns over the width, with at least two whole rows visible."""
        super().resizeEvent(event)
        self._restyle()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pick with Enter or Space, leave with Escape, search with a letter, move with arrows."""
        key = event.key()
        if key in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}:
            icon = self._model.at(self.currentIndex())
            self.picked.emit(icon)
            if icon is not None and icon.allowed:
                self.leave_requested.emit()
        elif key == Qt.Key.Key_Escape or (key == Qt.Key.Key_Up and self._in_first_row()):
            self.leave_requested.emit()
        elif event.text().isalpha() and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.typed.emit(event.text())
        else:
            super().keyPressEvent(event)

    def startDrag(self, _actions: Qt.DropAction) -> None:
        """Drag the current icon, shown as the face of a die."""
        icon = self._model.at(self.currentIndex())
        if icon is None:
            return
        self.dragged.emit(icon.code)
        drag_face(self, face_mime(icon.code, icon.name), FaceLook(code=icon.code), self._theme.px(48), self._theme)
        self.dragged.emit("")

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Select the first allowed icon when Tab moves the focus here, so that the focus is visible."""
        super().focusInEvent(event)
        if event.reason() in TABBING and not self.selectionModel().hasSelection():
            self.setCurrentIndex(self._model.index(max(0, self._model.first_allowed())))

    def _in_first_row(self) -> bool:
        return self.visualRect(self.currentIndex()).top() <= self.visualRect(self._model.index(0)).top()

    def _moved(self, current: QModelIndex) -> None:
        if self.hasFocus():
            self.icon_hovered.emit(self._model.at(current))

    def _restyle(self) -> None:
        """Make the cells as large as possible. If the icons do not fit, hide their names or let the grid scroll."""
        px, contents = self._theme.px, self.contentsRect().size()
        room = contents - QSize(self.verticalScrollBar().sizeHint().width() + px(4), 0)
        sides = range(px(_MOST_CELL), px(_LEAST_CELL) - 1, -1)
        # First try to fit all icons with their names. If they do not fit, try to fit only the icons found by the
        # search.
        counts = self._model.most, self._model.rowCount()
        found = (self._fitting(room, count, sides, px(LEAST_COLUMN), px(_AROUND)) for count in counts)
        cell = next((each for each in found if each is not None), None)
        self._delegate.bare = cell is None and self._may_be_bare
        whole = False
        if self._delegate.bare:
            bare = range(px(_LEAST_CELL), px(_BARE) - 1, -1)
            cell = self._fitting(contents - QSize(2, 2), counts[1], bare, 1, 0)
            whole, cell = cell is not None, cell or QSize(px(_BARE), px(_BARE))
        elif cell is None:
            columns = max(1, room.width() // px(_WHOLE_NAMES), min(3, room.width() // px(LEAST_COLUMN)))
            cell = QSize(room.width() // columns, max(px(_LEAST_CELL), min(px(_CELL), room.height() // 2)))
        # Qt reserves room for a scroll bar that may appear.
        policies = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(policies.ScrollBarAlwaysOff if whole else policies.ScrollBarAsNeeded)
        if cell != self._delegate.cell:
            self._delegate.cell = cell
            self.setGridSize(cell)

    @staticmethod
    def _fitting(room: QSize, count: int, sides: range, least: int, around: int) -> QSize | None:
        """Return the cell size for the first of `sides` at which `count` icons fit; None if the icons fit at no side.

        Cells are at least `least` pixels wide. Each cell holds a square picture, with `around` pixels of text below it.
        """
        for side in sides:
            columns = max(1, room.width() // max(side - around, least))
            rows = -(-count // columns)
            if rows * side <= room.height():
                # Without names, cells may be a little higher than wide.
                return QSize(room.width() // columns, side if around else min(room.height() // rows, side * 5 // 4))
        return None


class IconSearch(Guarded, QWidget):
    """The grid below its search field. Enter in the field picks the first icon found, Down goes to the grid."""

    leave_requested = Signal()
    """Emitted when the focus should return to the widget that had it before."""

    def __init__(
        self,
        theme: Theme,
        parent: QWidget,
        heading: QWidget | None = None,
        *between: QWidget,
        may_be_bare: bool = False,
    ) -> None:
        """Show `heading` to the left of the field, and the widgets `between` below the field.

        `may_be_bare` is explained at PaletteView.
        """
        super().__init__(parent)
        self.elsewhere: Callable[[str], str] = _nowhere
        """Function that returns why the icon with a searched name is not offered; "" if no icon has that name."""
        self.model = PaletteModel(self)
        self.view = PaletteView(theme, self.model, self, may_be_bare=may_be_bare)
        self.view.setAccessibleName(_("Icons for this face"))
        self.search = LineField(_("Search icons"), self)
        self.search.setPlaceholderText(_("Search icons"))
        self.search.setClearButtonEnabled(True)
        self.setTabOrder(self.search, self.view)
        self.nothing = plain_label(self, role="muted", wrap=True, theme=theme)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.nothing.hide()
        set_lengths(theme, self.search, least_width=_SEARCH)
        head = fold(None, *([heading] if heading is not None else []), (self.search, 1), theme=theme, gap=12)
        vbox(self, head, *between, (self.nothing, 1), (self.view, 1), margins=0, theme=theme, gap=6)
        self.search.textChanged.connect(self._searched)
        self.view.leave_requested.connect(self._leave)
        self.view.typed.connect(self.start)

    def start(self, text: str = "") -> None:
        """Take the focus and search for `text`. Without text, select the icon that the face has now."""
        if text:
            self.search.setFocus(Qt.FocusReason.OtherFocusReason)
            self.search.setText(text)
            return
        chosen = next((row for row, icon in enumerate(self.model.rows) if icon.chosen), self.model.first_allowed())
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)
        self.view.setCurrentIndex(self.model.index(max(0, chosen)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pick an icon, move to the grid or go back. Other keys stay with the search field."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            icon = self.view.first_found()
            self.view.picked.emit(icon)
            if icon is not None and icon.allowed:
                self._leave()
        elif event.key() == Qt.Key.Key_Escape:
            self._leave()
        elif event.key() == Qt.Key.Key_Down:
            self.view.go_to_first()
        else:
            super().keyPressEvent(event)

    def _searched(self, text: str) -> None:
        self.model.search(text)
        found = self.model.rowCount() > 0
        self.view.setVisible(found)
        self.nothing.setVisible(not found)
        if not found:
            name = " ".join(text.split())
            self.nothing.setText(self.elsewhere(text) or _("No icon is called “{name}”.").format(name=name))
            announce(self, self.nothing.text())
        # Show the name of the icon that Enter would pick.
        if text and found:
            self.view.icon_hovered.emit(self.view.first_found())

    def _leave(self) -> None:
        self.search.clear()
        self.leave_requested.emit()


def _nowhere(_text: str) -> str:
    return ""
