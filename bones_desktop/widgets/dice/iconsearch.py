"""Icons to pick from with a line to search them by."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.iconline import IconLine
from bones_desktop.widgets.dice.iconpalette import PaletteIcon, PaletteModel, PaletteView
from bones_desktop.widgets.dice.noicons import NoIcons


class IconSearch(QWidget):
    """The grid below its search. Enter in the search picks the first icon found, Down goes to the grid."""

    picked = Signal(object)
    """The PaletteIcon picked."""
    icon_hovered = Signal(object)
    """The PaletteIcon the pointer or the keyboard is at, None for none."""
    leave_requested = Signal()
    """Focus is to go back to where it came from."""
    dragged = Signal(str)
    """The code of an icon when a drag of it begins, "" when it is over."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.model = PaletteModel(self)
        self.view = PaletteView(theme, self.model, self)
        self.view.setAccessibleName(self.tr("Icons for this face"))
        self.search = IconLine(self.view, self)
        self.nothing = NoIcons(theme, self.view)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self.search)
        self._column.addWidget(self.view, 1)
        self.search.textChanged.connect(self._searched)
        self.search.return_pressed.connect(self._enter)
        self.search.escaped.connect(self._leave)
        self.nothing.clear_requested.connect(self._search_anew)
        self.view.picked.connect(self.picked)
        self.view.icon_hovered.connect(self.icon_hovered)
        self.view.leave_requested.connect(self._leave)
        self.view.typed.connect(self.start)
        self.view.dragged.connect(self.dragged)
        theme.changed.connect(self._restyle)
        self._restyle()

    def set_icons(self, icons: Sequence[PaletteIcon]) -> None:
        """Offer these icons."""
        self.model.set_icons(icons)

    def start(self, text: str = "") -> None:
        """Take focus, `text` being the first letters searched for; without any, at the icon chosen now."""
        if text:
            self.search.setFocus(Qt.FocusReason.OtherFocusReason)
            self.search.setText(text)
            return
        chosen = next((row for row, icon in enumerate(self.model.rows) if icon.chosen), self.model.first_allowed())
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)
        self.view.setCurrentIndex(self.model.index(max(0, chosen)))

    def _enter(self, icon: object) -> None:
        if icon is not None:
            self.picked.emit(icon)
            self._leave()

    def _searched(self, text: str) -> None:
        self.model.search(text)
        self.nothing.show_search("" if self.model.rowCount() else text)
        if text and self.model.rowCount():
            self.icon_hovered.emit(self.model.at(self.model.index(self.model.first_allowed())))

    def _search_anew(self) -> None:
        self.search.clear()
        self.search.setFocus(Qt.FocusReason.OtherFocusReason)

    def _leave(self) -> None:
        self.search.clear()
        self.leave_requested.emit()

    def _restyle(self) -> None:
        self._column.setSpacing(self._theme.px(8))
