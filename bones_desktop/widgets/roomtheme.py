"""A theme for one page that is larger on a large screen, with fonts and lengths as for a larger text size."""

from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.scaled import set_font

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
