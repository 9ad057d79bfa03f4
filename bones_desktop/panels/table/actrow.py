"""What may be done about a throw now: a button each, in as many lines as they need."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from bones_desktop.play.acts import Act
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.flowlayout import FlowLayout


class ActRow(QWidget):
    """Hidden while there is nothing to be done."""

    done = Signal()
    """A button was pressed, which may be gone by now."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._row = FlowLayout(theme.px(8), self)
        self.buttons: list[QPushButton] = []

    def offer(self, acts: Sequence[Act]) -> None:
        """Offer these instead of those before."""
        self._row.clear()
        self.buttons = [self._button(act) for act in acts]
        for button in self.buttons:
            self._row.addWidget(button)
        self.setVisible(bool(acts))

    def restyle(self) -> None:
        """Take the colours and sizes of the theme."""
        for button in self.buttons:
            button.setIcon(self._theme.icon(str(button.property("icon-name"))))
            button.setMinimumHeight(self._theme.px(36))

    def _button(self, act: Act) -> QPushButton:
        button = QPushButton(self._theme.icon(act.icon), act.text.replace("&", "&&"), self)
        button.setProperty("icon-name", act.icon)
        button.setProperty("kind", act.kind)
        button.setToolTip(act.tip)
        button.setMinimumHeight(self._theme.px(36))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(lambda _checked=False: act.call())
        button.clicked.connect(lambda _checked=False: self.done.emit())
        return button
