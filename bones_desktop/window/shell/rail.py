"""The rail at the left edge: one button with icon and word for each page."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import guarded

_LEAST: Final = 42
_MOST: Final = 72
"""Heights of a button; on a low screen with large text they stand closer."""
_ROOMY: Final = 54
"""From this height on a button has its icon in full size."""
_ICON: Final = 26
_SMALL_ICON: Final = 18
_LEAST_ICON: Final = 10
_PADDING: Final = 4
_BORDER: Final = 2
_GAP: Final = 4
"""What the style leaves around icon and word, and between them."""
_FIRST: Final = 1000
"""Buttons get their height before what is left below them gets any."""


class Rail(QFrame):
    """Shows the page actions; the checked one is the page in view."""

    def __init__(self, theme: Theme, actions: Sequence[QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("rail")
        self._theme = theme
        self._buttons: list[QToolButton] = []
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for action in actions:
            button = QToolButton(self)
            button.setObjectName("railButton")
            button.setDefaultAction(action)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
            button.setAutoRaise(True)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            self._buttons.append(button)
            layout.addWidget(button, _FIRST)
        layout.addStretch(1)
        theme.changed.connect(self._restyle)
        self._restyle()

    @guarded(None)
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Make the icons smaller where the buttons are low."""
        super().resizeEvent(event)
        self._fit_icons()

    def _fit_icons(self) -> None:
        """Leave the words their height; icons take what is left of it."""
        px, buttons = self._theme.px, self._buttons
        roomy = self.height() >= len(buttons) * px(_ROOMY)
        high = max(px(_LEAST), min(self.height() // max(1, len(buttons)), px(_MOST)))
        for button in buttons:
            button.ensurePolished()
            left = high - button.fontMetrics().height() - 2 * (px(_PADDING) + _BORDER) - _GAP
            side = max(px(_LEAST_ICON), min(left, px(_ICON if roomy else _SMALL_ICON)))
            button.setIconSize(QSize(side, side))

    def _restyle(self) -> None:
        self.setFixedWidth(self._theme.px(84))
        self._fit_icons()
        for button in self._buttons:
            button.setMinimumHeight(self._theme.px(_LEAST))
            button.setMaximumHeight(self._theme.px(_MOST))
