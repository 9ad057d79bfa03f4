"""Text shown in place of an empty list or page: what it is for, and the first things to do there."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.wording.language import _

Deed = tuple[str, Callable[[], object]]
"""Words of a button and the function that it calls."""


class Nothing(Guarded, QWidget):
    """Shows a centred text, and up to two buttons below it for actions that help."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._calls: tuple[Callable[[], object], ...] = ()
        self._text = plain_label(self, role="muted", wrap=True)
        self._text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.acts = tuple(push_button(self, "", partial(self._act, place)) for place in range(2))
        buttons = hbox(None, STRETCH, *self.acts, STRETCH, theme=theme, gap=8)
        column = vbox(self, STRETCH, self._text, buttons, theme=theme, gap=12, edges=(8, 0, 8, 0))
        column.addStretch(2)
        self.setAccessibleName(_("Nothing here yet"))

    @property
    def act(self) -> QWidget:
        """The button for the first action."""
        return self.acts[0]

    @property
    def text(self) -> str:
        """The text shown."""
        return self._text.text()

    def say(self, text: str, *deeds: Deed) -> None:
        """Show `text`, and a button for each of `deeds`, at most two."""
        self._text.setText(text)
        self._calls = tuple(call for _words, call in deeds)
        for place, button in enumerate(self.acts):
            button.setVisible(place < len(deeds))
            if place < len(deeds):
                button.setText(deeds[place][0])

    def _act(self, place: int) -> None:
        self._calls[place]()
