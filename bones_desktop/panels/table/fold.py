"""Folds the conditions of a throw into one line while its reading needs their room; a press opens them again."""

from typing import Final

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from bones_desktop.panels.table.chips import set_touch
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import put_before
from bones_desktop.widgets.plaintext import plain_tip, without_mnemonic

_EDGES: Final = 56
"""Width, before the text size, that a line's rim and arrow take."""


class Fold(QObject):
    """Shows `conditions` or a line in their place in `column`. `first` is the first stop of Tab in the conditions.

    `close` folds them while that is due, `open` opens them until they are closed, `hold` lets those that are open stay
    so. Widgets are made when first needed.
    """

    toggled = Signal()
    """Opened or closed; focus goes back to the page."""

    def __init__(
        self, theme: Theme, conditions: QWidget, first: QWidget, column: QVBoxLayout, head: QHBoxLayout
    ) -> None:
        """Put the button that folds them up again, once they were opened by hand, at the end of `head`."""
        super().__init__(conditions.parent())
        self._theme = theme
        self._conditions = conditions
        self._first = first
        self._column = column
        self._head = head
        self._made: tuple[_Line, _FoldUp] | None = None
        self._words = ""
        self._touch = 36
        self._due = self._opened = self._held = False

    @property
    def line(self) -> QPushButton | None:
        """The line, None until there was need of one."""
        return self._made[0] if self._made is not None else None

    @property
    def button(self) -> QToolButton | None:
        """What folds the conditions up again, None until there was need of it."""
        return self._made[1] if self._made is not None else None

    @property
    def is_folded(self) -> bool:
        """Whether the line stands for the conditions."""
        return self._due and not self._opened

    def set_due(self, due: bool) -> None:
        """Set whether the reading needs the room."""
        if due != self._due:
            self._due, self._opened = due, due and self._held
            self._show()

    def open(self) -> None:
        """Open the conditions until they are closed."""
        if self.is_folded:
            self._opened = True
            self._show()

    def hold(self) -> None:
        """Let open conditions stay open until they are closed, also when the reading comes to need the room."""
        self._held = not self.is_folded

    def close(self) -> None:
        """Fold the conditions while that is due."""
        self._held = False
        if self._opened:
            self._opened = False
            self._show()

    def show_summary(self, words: str) -> None:
        """Say in the line what is chosen."""
        self._words = words
        if self._made is not None:
            self._made[0].show_words(words)

    def restyle(self, touch: int) -> None:
        """Take the sizes of the theme; `touch` is the least height of what is pressed."""
        self._touch = touch
        for part in self._made or ():
            part.restyle(touch)

    def _show(self) -> None:
        folded = self.is_folded
        if self._made is None:
            self._made = self._make()
        line, button = self._made
        # What had focus is gone: it must not go to whatever comes next.
        had_focus = line.hasFocus() or button.hasFocus()
        line.setVisible(folded)
        self._conditions.setVisible(not folded)
        button.setVisible(self._due and self._opened)
        if had_focus:
            self.toggled.emit()

    def _make(self) -> "tuple[_Line, _FoldUp]":
        line, button = _Line(self._theme), _FoldUp(self._theme)
        self._column.insertWidget(self._column.indexOf(self._conditions), line)
        self._head.addWidget(button)
        line.show_words(self._words)
        for part in (line, button):
            part.restyle(self._touch)
            part.clicked.connect(self._toggle)
        put_before(self._first, (button, line))
        return line, button

    def _toggle(self) -> None:
        self._opened, self._held = not self._opened, False
        self._show()
        self.toggled.emit()


class _FoldUp(QToolButton):
    """Folds the conditions up."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setToolTip(self.tr("Fold the conditions up: more room for the reading"))
        self.setAccessibleName(self.tr("Fold the conditions up"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def restyle(self, touch: int) -> None:
        """Take icon and size of the theme."""
        px = self._theme.px
        self.setFixedSize(px(touch), px(touch))
        self.setIcon(self._theme.icon("chevron-up"))
        self.setIconSize(QSize(px(16), px(16)))


class _Line(Guarded, QPushButton):
    """Says on one line what is chosen; a press opens it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._words = ""
        self.setAutoDefault(False)
        # The arrow stands behind the words, as on every button that opens something.
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_words(self, words: str) -> None:
        """Show words, cut off where the line ends."""
        self._words = words
        self.setToolTip(plain_tip(self.tr("{what}\nChange it").format(what=words)))
        self.setAccessibleName(self.tr("Conditions: {what}; open").format(what=words))
        self._cut()

    def restyle(self, touch: int) -> None:
        """Take icon and height of the theme."""
        self.setIcon(self._theme.icon("chevron-down"))
        set_touch(self, self._theme.px(touch))
        self._cut()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cut the words off where the line ends now."""
        super().resizeEvent(event)
        self._cut()

    def _cut(self) -> None:
        room = max(0, self.width() - self._theme.px(_EDGES))
        shown = self.fontMetrics().elidedText(self._words, Qt.TextElideMode.ElideRight, room)
        self.setText(without_mnemonic(shown))
