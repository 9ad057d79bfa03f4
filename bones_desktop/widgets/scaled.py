"""Fonts, lengths and icons that follow the theme, and properties used by selectors of the style sheet."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtGui import QFont, QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QGridLayout, QLayout, QWidget

from bones_desktop.theme.theme import Theme

if TYPE_CHECKING:
    from bones_desktop.theme.measures import FontRole


# A private name of Qt, because Qt has no public way to do this. When a style sheet first polishes a widget, it saves
# the widget's font in this property, and it restores the font before every later polish. A font set in between is lost
# when the theme, the parent or a sheet property changes. Setting the font again after each polish would need an event
# filter on every label, and each label would be laid out twice. If Qt renames the property, only `setFont` has an
# effect, and tests/desk/test_fontskept.py fails.
_KEPT_FONT: Final = "_q_styleSheetWidgetFont"


def set_font(widget: QWidget, font: QFont) -> None:
    """Set the font of `widget` so that the style sheet does not reset it."""
    widget.setFont(font)
    if widget.property(_KEPT_FONT) is not None:
        widget.setProperty(_KEPT_FONT, font)


def set_sheet_property(widget: QWidget, name: str, value: str | None) -> bool:
    """Set a property used by the style sheet. Return whether `widget` was polished again.

    Polishing resets a font set with `setFont`, but not a font set with `set_font`. A widget that was never polished is
    not polished here: asking for its style would create PySide's classes for everything that a style can draw, which is
    slow.
    """
    if widget.property(name) == value:
        return False
    widget.setProperty(name, value)
    if not widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):
        return False
    style = widget.style()
    # A style sheet reads properties only while it polishes the widget.
    style.unpolish(widget)
    style.polish(widget)
    return True


Target = TypeVar("Target", bound=QObject)


class _Follower(QObject):
    """Applies the theme to its parent, and is deleted with it."""

    def __init__(self, theme: "Theme", target: QObject, fit: Callable[[Any], object]) -> None:
        super().__init__(target)
        self._fit = fit
        theme.changed.connect(self._follow)

    def _follow(self) -> None:
        self._fit(self.parent())


def follow(theme: "Theme", target: Target, fit: Callable[[Target], object]) -> None:
    """Call `fit` with `target` now and after each change of the theme, until the target is deleted."""
    _Follower(theme, target, fit)
    fit(target)


def set_type(theme: "Theme", *widgets: QWidget, size: int = 14, serif: bool = False, bold: bool = False) -> None:
    """Set the font of widgets so that the style sheet does not reset it."""
    face: FontRole = "serif" if serif else "sans"

    def fit(widget: QWidget) -> None:
        set_font(widget, theme.font(face, size, bold=bold))

    for widget in widgets:
        follow(theme, widget, fit)


def set_gaps(
    theme: "Theme",
    *parts: QLayout | QWidget,
    gap: float | None = None,
    grid: tuple[float, float] | None = None,
    edges: Sequence[float] | None = None,
) -> None:
    """Set the gaps between the parts (of a grid: horizontal and vertical) and the margins.

    For a widget, only margins are used.
    """

    def fit(part: QLayout | QWidget) -> None:
        if gap is not None and isinstance(part, QLayout):
            part.setSpacing(theme.px(gap))
        if grid is not None and isinstance(part, QGridLayout):
            part.setHorizontalSpacing(theme.px(grid[0]))
            part.setVerticalSpacing(theme.px(grid[1]))
        if edges is not None:
            left, top, right, bottom = map(theme.px, edges)
            # Qt mirrors the parts of a layout, but not its margins.
            sides = (right, top, left) if QGuiApplication.isRightToLeft() else (left, top, right)
            part.setContentsMargins(*sides, bottom)

    for part in parts:
        follow(theme, part, fit)


def set_lengths(
    theme: "Theme",
    *widgets: QWidget,
    width: float | None = None,
    height: float | None = None,
    least_width: float | None = None,
    least_height: float | None = None,
    most_width: float | None = None,
    most_height: float | None = None,
    icon: float | None = None,
) -> None:
    """Fix or limit the size of widgets, or of the `icon` of buttons. In touch mode buttons are large enough."""

    def fit(widget: QWidget) -> None:
        length = theme.finger if isinstance(widget, QAbstractButton) else theme.px
        for pixels, setter in (
            (width, widget.setFixedWidth),
            (height, widget.setFixedHeight),
            (least_width, widget.setMinimumWidth),
            (least_height, widget.setMinimumHeight),
            (most_width, widget.setMaximumWidth),
            (most_height, widget.setMaximumHeight),
        ):
            if pixels is not None:
                setter(length(pixels))
        if icon is not None and isinstance(widget, QAbstractButton):
            widget.setIconSize(QSize(theme.px(icon), theme.px(icon)))

    for widget in widgets:
        follow(theme, widget, fit)


def set_icon(theme: "Theme", button: QAbstractButton, name: str, side: float | None = None) -> None:
    """Give a button an icon of the theme.

    `side` is the size of the icon; None keeps the size of the style.
    """

    def fit(each: QAbstractButton) -> None:
        each.setIcon(theme.icon(name))
        if side is not None:
            each.setIconSize(QSize(theme.px(side), theme.px(side)))

    follow(theme, button, fit)
