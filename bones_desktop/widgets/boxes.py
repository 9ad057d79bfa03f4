"""Functions that make rows and columns of widgets, with gaps from the theme."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, TypedDict, TypeVar, Unpack

from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QStackedWidget, QVBoxLayout, QWidget

from bones_desktop.rules.records import Record

if TYPE_CHECKING:
    # The first frame is made of boxes before any theme is loaded.
    from bones_desktop.theme.theme import Theme


class Stretch(Record):
    """Empty space that takes a share of the free space."""

    factor: int


STRETCH: Final = Stretch(1)

Part = QWidget | QLayout | Stretch | tuple[QWidget | QLayout, int]
"""An item of a box. An item with a number takes that share of the free space."""
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
    """Return a column of the parts; it becomes the layout of `parent` unless that is None."""
    return _filled(QVBoxLayout(), parent, parts, space)


def hbox(parent: QWidget | None, *parts: Part, **space: Unpack[Space]) -> QHBoxLayout:
    """Return a row of the parts; it becomes the layout of `parent` unless that is None."""
    return _filled(QHBoxLayout(), parent, parts, space)


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
        # Imported late: the first frame has no theme.
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
