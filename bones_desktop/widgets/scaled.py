"""Fonts, lengths and icons that follow the theme, and properties that the style sheet selects by.

A page can have a theme of its own that is larger on a large screen.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSize, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QAbstractButton, QGridLayout, QLayout, QWidget

from bones_desktop.theme.theme import Theme

if TYPE_CHECKING:
    from bones_desktop.theme.measures import FontRole


# A private name of Qt, since there is no public way. A style sheet saves the font of a widget in this property when it
# first polishes the widget, and restores it before every later polish. A font set in between is lost with the next
# theme, parent or sheet property. Setting it again after each polish would need an event filter on every label and
# would lay out each label twice. If Qt renames the property, `setFont` alone has an effect, and
# tests/desk/test_fontskept.py fails.
_KEPT_FONT: Final = "_q_styleSheetWidgetFont"


def set_font(widget: QWidget, font: QFont) -> None:
    """Set the font of `widget` so that it stays when the style sheet polishes the widget again."""
    widget.setFont(font)
    if widget.property(_KEPT_FONT) is not None:
        widget.setProperty(_KEPT_FONT, font)


def set_sheet_property(widget: QWidget, name: str, value: str | None) -> bool:
    """Set a property that the style sheet selects by. Return whether `widget` was polished again.

    Polishing drops a font set with `setFont`, but not one of `set_font`. A widget that was never polished needs no
    polishing yet. Asking it for its style would make PySide's classes for everything a style can draw, which takes
    long.
    """
    if widget.property(name) == value:
        return False
    widget.setProperty(name, value)
    if not widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):
        return False
    style = widget.style()
    # A style sheet looks at properties only while it polishes.
    style.unpolish(widget)
    style.polish(widget)
    return True


Target = TypeVar("Target", bound=QObject)


class _Follower(QObject):
    """Applies the theme to its parent. Both are deleted together, since it holds no other reference to it."""

    def __init__(self, theme: "Theme", target: QObject, fit: Callable[[Any], object]) -> None:
        super().__init__(target)
        self._fit = fit
        theme.changed.connect(self._follow)

    def _follow(self) -> None:
        self._fit(self.parent())


def follow(theme: "Theme", target: Target, fit: Callable[[Target], object]) -> None:
    """Call `fit` with `target` now and after each change of the theme, as long as the target exists."""
    _Follower(theme, target, fit)
    fit(target)


def set_type(theme: "Theme", *widgets: QWidget, size: int = 14, serif: bool = False, bold: bool = False) -> None:
    """Set the font of widgets so that the style sheet keeps it."""
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
    """Set the gaps between parts, those of a grid across and down, and those around (left, top, right, bottom).

    For a widget, only the gaps around it count.
    """

    def fit(part: QLayout | QWidget) -> None:
        if gap is not None and isinstance(part, QLayout):
            part.setSpacing(theme.px(gap))
        if grid is not None and isinstance(part, QGridLayout):
            part.setHorizontalSpacing(theme.px(grid[0]))
            part.setVerticalSpacing(theme.px(grid[1]))
        if edges is not None:
            part.setContentsMargins(*(theme.px(edge) for edge in edges))

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
    """Fix or limit the size of widgets, or of the `icon` of buttons."""

    def fit(widget: QWidget) -> None:
        for pixels, setter in (
            (width, widget.setFixedWidth),
            (height, widget.setFixedHeight),
            (least_width, widget.setMinimumWidth),
            (least_height, widget.setMinimumHeight),
            (most_width, widget.setMaximumWidth),
            (most_height, widget.setMaximumHeight),
        ):
            if pixels is not None:
                setter(theme.px(pixels))
        if icon is not None and isinstance(widget, QAbstractButton):
            widget.setIconSize(QSize(theme.px(icon), theme.px(icon)))

    for widget in widgets:
        follow(theme, widget, fit)


def set_icon(theme: "Theme", button: QAbstractButton, name: str, side: float | None = None) -> None:
    """Give a button an icon of the theme, of `side` instead of the style's size if given."""

    def fit(each: QAbstractButton) -> None:
        each.setIcon(theme.icon(name))
        if side is not None:
            each.setIconSize(QSize(theme.px(side), theme.px(side)))

    follow(theme, button, fit)


ROOMY: Final = ((1.5, 2_200, 1_150), (1.25, 1_800, 900))
"""Scales of a page, and the width and height of its window from which each applies, in pixels at 100 % text size."""


class RoomTheme(Theme):
    """The view of another theme for one page. Everything made with it is larger while the window has much space."""

    def __init__(self, theme: Theme, page: QWidget) -> None:
        # Only the signals are this object's own. Theme's constructor would make palettes and pictures again.
        QObject.__init__(self, page)
        self._theme = theme
        self._page = page
        self._scale = 1.0
        self._usual = 0
        """Pixel size of the usual font as it was set, 0 if never set."""
        theme.changed.connect(self._follow)
        self.caught_up = theme.caught_up

    def __getattr__(self, name: str) -> object:
        """Return attributes that only the other theme has."""
        return getattr(self._theme, name)

    @property
    def text_size(self) -> int:
        """The text size in per cent, including the scale."""
        return round(self._theme.text_size * self._scale)

    @property
    def is_roomy(self) -> bool:
        """Whether the window is so large that the page is scaled up."""
        return self._scale > 1

    def fit(self) -> None:
        """Apply the scale that fits the window (which may add a scroll bar), also to new widgets."""
        if self._suiting() != self._scale:
            self._follow()
        elif self.is_roomy:
            self._set_type()

    def _suiting(self) -> float:
        room, px = self._page.window().size(), self._theme.px
        # Measured in the other theme's pixels: in its own, the page would grow and shrink in turns.
        roomy = (scale for scale, width, height in ROOMY if room.width() >= px(width) and room.height() >= px(height))
        return next(roomy, 1.0)

    def _follow(self) -> None:
        self._scale = self._suiting()
        if self._usual or self.is_roomy:
            self._set_type()
        self.changed.emit()

    def _set_type(self) -> None:
        """Set the usual font on widgets without a font of their own.

        Under a style sheet they inherit none from the page.
        """
        # Only widgets with the usual size are changed, so that headings keep their own.
        font, usual = self.font("sans", 14), {self._usual, self._theme.font("sans", 14).pixelSize()}
        self._usual = font.pixelSize()
        for each in self._page.findChildren(QWidget):
            now = each.font()
            if now.pixelSize() in usual and now.pixelSize() != self._usual:
                set_font(each, font)
                # The style sheet makes it bold, and must be applied again after the font was set.
                if now.bold():
                    each.style().unpolish(each)
                    each.style().polish(each)
                # This event makes a combo box forget its cached minimum size.
                QCoreApplication.sendEvent(each, QEvent(QEvent.Type.StyleChange))
