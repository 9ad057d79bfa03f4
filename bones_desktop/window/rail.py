"""The rail at the left edge: one button with icon and word for each page."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from bones_desktop.theme.theme import Theme

_LEAST: Final = 56
_MOST: Final = 72
"""Heights of a button; on a low screen with large text they stand closer."""
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

    def _restyle(self) -> None:
        self.setFixedWidth(self._theme.px(84))
        for button in self._buttons:
            button.setIconSize(QSize(self._theme.px(26), self._theme.px(26)))
            button.setMinimumHeight(self._theme.px(_LEAST))
            button.setMaximumHeight(self._theme.px(_MOST))
