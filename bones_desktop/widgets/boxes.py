"""Functions that make rows and columns of widgets, with gaps from the theme."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, TypedDict, TypeVar, Unpack

from PySide6.QtCore import QRect, QSize
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QStackedWidget, QVBoxLayout, QWidget

from bones_desktop.rules.records import Record

if TYPE_CHECKING:
    # Not imported at run time, because the first frame is made of boxes before any theme is loaded.
    from bones_desktop.theme.theme import Theme


class Stretch(Record):
    """Empty space that takes a share of the free space."""

    factor: int


STRETCH: Final = Stretch(1)

Part = QWidget | QLayout | Stretch | tuple[QWidget | QLayout, int]
"""An item of a box.

An item with a number takes this share of the free space.
"""
BoxT = TypeVar("BoxT", bound=QBoxLayout)


class Space(TypedDict, total=False):
    """Gaps in a box, in pixels. With a theme, they apply at 100 % text size and are scaled by the theme."""

    margins: int
    spacing: int
    theme: "Theme"
    gap: float
    """Gap between the parts."""
    edges: Sequence[float]
    """Gaps around the parts: left, top, right, bottom."""


def vbox(parent: QWidget | None, *parts: Part, **space: Unpack[Space]) -> QVBoxLayout:
    """Return a column of the parts.

    Unless `parent` is None, the column becomes its layout.
    """
    return _filled(QVBoxLayout(), parent, parts, space)


def hbox(parent: QWidget | None, *parts: Part, **space: Unpack[Space]) -> QHBoxLayout:
    """Return a row of the parts.

    Unless `parent` is None, the row becomes its layout.
    """
    return _filled(QHBoxLayout(), parent, parts, space)


class FoldBox(QBoxLayout):
    """A row that becomes a column where its parts do not fit side by side."""

    def __init__(self) -> None:
        super().__init__(QBoxLayout.Direction.LeftToRight)

    def sizeHint(self) -> QSize:
        """Return the size of the row, so that a column becomes a row again where there is room."""
        hint = super().sizeHint()
        return QSize(max(hint.width(), self.row_width()), hint.height())

    def minimumSize(self) -> QSize:
        """Return the width of the widest part, because the row can become a column."""
        edges = self.contentsMargins()
        return QSize(max(self._widths(), default=0) + edges.left() + edges.right(), super().minimumSize().height())

    def setGeometry(self, room: QRect) -> None:
        """Place the parts side by side, or below one another if the room is too narrow."""
        fits = self.row_width() <= room.width()
        way = QBoxLayout.Direction.LeftToRight if fits else QBoxLayout.Direction.TopToBottom
        if way != self.direction():
            self.setDirection(way)
            # The layouts around this one must measure it again.
            self.update()
        super().setGeometry(room)

    def hasHeightForWidth(self) -> bool:
        """Return True even for a column, so that Qt gives the column its whole height."""
        return super().hasHeightForWidth() or self.direction() == QBoxLayout.Direction.TopToBottom

    def heightForWidth(self, width: int) -> int:
        """Return the height at a width."""
        return super().heightForWidth(width) if super().hasHeightForWidth() else self.sizeHint().height()

    def minimumHeightForWidth(self, width: int) -> int:
        """Return the least height at a width."""
        return super().minimumHeightForWidth(width) if super().hasHeightForWidth() else self.minimumSize().height()

    def row_width(self) -> int:
        """Return the least width at which the parts are side by side."""
        edges, widths = self.contentsMargins(), self._widths()
        return sum(widths) + self.spacing() * (len(widths) - 1) + edges.left() + edges.right()

    def _widths(self) -> list[int]:
        items = (self.itemAt(place) for place in range(self.count()))
        return [item.minimumSize().width() for item in items if item is not None and not item.isEmpty()]


def fold(parent: QWidget | None, *parts: Part, **space: Unpack[Space]) -> FoldBox:
    """Return a row that becomes a column in a narrow room.

    Unless `parent` is None, the row becomes its layout.
    """
    return _filled(FoldBox(), parent, parts, space)


def fill(box: QBoxLayout, *parts: Part) -> None:
    """Add the parts at the end of a row or column."""
    for each in parts:
        if isinstance(each, Stretch):
            box.addStretch(each.factor)
            continue
        part, share = each if isinstance(each, tuple) else (each, 0)
        if isinstance(part, QLayout):
            box.addLayout(part, share)
        else:
            box.addWidget(part, share)


def _filled(box: BoxT, parent: QWidget | None, parts: tuple[Part, ...], space: Space) -> BoxT:
    # Set the layout on its parent first, so that added widgets get that parent.
    if parent is not None:
        parent.setLayout(box)
    if "margins" in space:
        box.setContentsMargins(*(space["margins"],) * 4)
    if "spacing" in space:
        box.setSpacing(space["spacing"])
    if "theme" in space:
        # Imported late: the first frame is made before any theme is loaded.
        from bones_desktop.widgets.scaled import set_gaps

        set_gaps(space["theme"], box, gap=space.get("gap"), edges=space.get("edges"))
    fill(box, *parts)
    return box


def stack(parent: QWidget, *pages: QWidget) -> QStackedWidget:
    """Return a widget that shows one of the pages at a time, initially the first."""
    shown = QStackedWidget(parent)
    for page in pages:
        shown.addWidget(page)
    return shown
