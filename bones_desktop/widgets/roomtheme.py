"""The looks of a page that is larger on a large screen, with type and lengths as with a larger text size."""

from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.scaled import set_font

ROOMY: Final = ((1.5, 2_200, 1_150), (1.25, 1_800, 900))
"""How much larger a page is, from which width and height of its window on, in pixels at 100 % text size."""


class RoomTheme(Theme):
    """The looks of another theme for one page: all that is made with it is larger while the window has much room."""

    def __init__(self, theme: Theme, page: QWidget) -> None:
        QObject.__init__(self, page)  # all else is the other's
        self._theme = theme
        self._page = page
        self._scale = 1.0
        self._usual = 0
        """Pixels of the usual type as it was set, 0 while it never was."""
        theme.changed.connect(self._follow)
        self.caught_up = theme.caught_up

    def __getattr__(self, name: str) -> object:
        """Return what only the other has."""
        return getattr(self._theme, name)

    @property
    def text_size(self) -> int:
        """The text size in per cent, with the scale."""
        return round(self._theme.text_size * self._scale)

    @property
    def is_roomy(self) -> bool:
        """Whether the window has so much room that the page is larger."""
        return self._scale > 1

    def fit(self) -> None:
        """Take the scale that suits the window (the page may get a bar by it), also for widgets that are new."""
        if self._suiting() != self._scale:
            self._follow()
        elif self.is_roomy:
            self._set_type()

    def _suiting(self) -> float:
        room, px = self._page.window().size(), self._theme.px
        roomy = (scale for scale, width, height in ROOMY if room.width() >= px(width) and room.height() >= px(height))
        return next(roomy, 1.0)

    def _follow(self) -> None:
        self._scale = self._suiting()
        if self._usual or self.is_roomy:
            self._set_type()
        self.changed.emit()

    def _set_type(self) -> None:
        """Give those without a type of their own the usual one: under a style sheet they take none from the page."""
        font, usual = self.font("sans", 14), {self._usual, self._theme.font("sans", 14).pixelSize()}
        self._usual = font.pixelSize()
        for each in self._page.findChildren(QWidget):
            now = each.font()
            if now.pixelSize() in usual and now.pixelSize() != self._usual:
                set_font(each, font)
                if now.bold():  # by the sheet
                    each.style().unpolish(each)
                    each.style().polish(each)
                QCoreApplication.sendEvent(each, QEvent(QEvent.Type.StyleChange))  # a box forgets its least size by it
