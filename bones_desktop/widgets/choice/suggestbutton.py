"""A small button that opens a list of words to take over into the field beside it."""

from collections.abc import Sequence
from functools import cached_property

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QToolButton, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choice.choicepopup import ChoicePopup
from bones_desktop.widgets.choice.choices import Choice, ChoiceModel


class SuggestButton(QToolButton):
    """Shows a chevron. `suggested` carries the word picked."""

    suggested = Signal(str)

    def __init__(self, theme: Theme, label: str, parent: QWidget | None = None) -> None:
        """`label` is its tip and what a screen reader says."""
        super().__init__(parent)
        self._theme = theme
        self.model = ChoiceModel(self)
        self.setToolTip(label)
        self.setAccessibleName(label)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.clicked.connect(self.open)
        theme.changed.connect(self._restyle)
        self._restyle()

    @cached_property
    def popup(self) -> ChoicePopup:
        """The list, made when it is first opened."""
        popup = ChoicePopup(self._theme, self.model, self)
        popup.picked.connect(self._picked)
        return popup

    def set_words(self, words: Sequence[str]) -> None:
        """Offer other words; without any the button cannot be used."""
        self.model.set_choices([Choice(word, word) for word in words])
        self.setEnabled(bool(words))

    def open(self) -> None:
        """Show the list."""
        self.popup.open_below(self, 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open with Enter, Space or the arrow down."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_Down}:
            self.open()
            return
        super().keyPressEvent(event)

    def _picked(self, choice: object) -> None:
        self.setFocus(Qt.FocusReason.PopupFocusReason)
        if isinstance(choice, Choice):
            self.suggested.emit(choice.text)

    def _restyle(self) -> None:
        side = self._theme.px(16)
        self.setIcon(self._theme.icon("chevron-down"))
        self.setIconSize(QSize(side, side))
        self.setFixedSize(self._theme.px(34), self._theme.px(34))
