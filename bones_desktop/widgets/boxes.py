"""Rows and columns of widgets, made in one call, and their gaps by the theme."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypedDict, TypeVar, Unpack

from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget

if TYPE_CHECKING:
    from bones_desktop.theme.theme import Theme  # the first frame is made of boxes, before any theme is read


@dataclass(frozen=True, slots=True)
class Stretch:
    """Empty room that takes a share of what is left."""

    factor: int


STRETCH: Final = Stretch(1)

Part = QWidget | QLayout | Stretch | tuple[QWidget | QLayout, int]
"""What stands in a box; with a number, it takes that share of the room that is left."""
BoxT = TypeVar("BoxT", bound=QBoxLayout)


class Space(TypedDict, total=False):
    """What stays empty in a box: in pixels, or, with a theme, in pixels at 100 % text size that follow it."""

    margins: int
    spacing: int
    theme: "Theme"
    gap: float
    """Between the parts."""
    edges: Sequence[float]
    """Around them: left, top, right, bottom."""


def vbox(parent: QWidget | None, *parts: Part, **space: Unpack[Space]) -> QVBoxLayout:
    """Return the parts one below the other, as the layout of `parent` unless that is None."""
    return _filled(QVBoxLayout(), parent, parts, space)


def hbox(parent: QWidget | None, *parts: Part, **space: Unpack[Space]) -> QHBoxLayout:
    """Return the parts side by side, as the layout of `parent` unless that is None."""
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
    if parent is not None:
        parent.setLayout(box)
    if "margins" in space:
        box.setContentsMargins(*(space["margins"],) * 4)
    if "spacing" in space:
        box.setSpacing(space["spacing"])
    if "theme" in space:
        from bones_desktop.widgets.scaled import set_gaps  # not sooner: the first frame has no theme

        set_gaps(space["theme"], box, gap=space.get("gap"), edges=space.get("edges"))
    fill(box, *parts)
    return box
