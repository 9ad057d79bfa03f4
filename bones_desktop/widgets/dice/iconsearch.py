"""Searching for an icon: the line above the grid, what stands there when nothing is found, and all of it together."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, vbox
from bones_desktop.widgets.dice.iconpalette import PaletteIcon, PaletteModel, PaletteView
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.widgets.text.messages import announce
from bones_desktop.widgets.text.textfields import LineField


class NoIcons(Guarded, QWidget):
    """Covers a view and says that nothing was found, with a way back."""

    clear_requested = Signal()
    """Search for nothing any more."""

    def __init__(self, theme: Theme, view: QAbstractScrollArea) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view
        self._said = plain_label(self, role="muted")
        self._said.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._said.setWordWrap(True)
        self.clear = push_button(self, self.tr("Clear the search"), self.clear_requested)
        self.clear.setAutoDefault(False)
        column = vbox(self, STRETCH, self._said)
        column.addWidget(self.clear, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(2)
        view.installEventFilter(self)
        self.hide()

    @property
    def text(self) -> str:
        """What is said, "" while it is hidden."""
        return "" if self.isHidden() else self._said.text()

    def show_search(self, text: str, elsewhere: str = "") -> None:
        """Say that no icon is called `text`, or `elsewhere`: why what is called so is not here; "" hides it."""
        searched = " ".join(text.split())
        if not searched:
            self.hide()
            return
        self._said.setText(elsewhere or self.tr("No icon is called “{name}”.").format(name=searched))
        self._said.setFont(self._theme.font("sans", 14))
        self.setGeometry(self._view.rect())
        self.show()
        self.raise_()
        announce(self, self._said.text())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay as large as the view."""
        if event.type() == QEvent.Type.Resize and watched is self._view:
            self.setGeometry(self._view.rect())
        return super().eventFilter(watched, event)


class IconLine(Guarded, LineField):
    """Searches in the model of `view` as one types; its owner acts on the signals."""

    return_pressed = Signal(object)
    """The first icon found that is allowed, else the first found; None for none: Enter was pressed."""
    escaped = Signal()

    def __init__(self, view: PaletteView, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        words = self.tr("Search icons")
        self.setAccessibleName(words)
        self.setClearButtonEnabled(True)
        self._view = view
        self.setTabOrder(self, view)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Say what it is for in as many words as there is room for."""
        super().resizeEvent(event)
        words = self.tr("Search icons")
        room = self.width() - 2 * self.height() // 3 - self.height()  # beside its edges and the button that clears it
        self.setPlaceholderText(words if self.fontMetrics().horizontalAdvance(words) <= room else self.tr("Search"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pick, go on or go back; all else is typing."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.return_pressed.emit(self._view.first_found())
        elif event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
        elif event.key() == Qt.Key.Key_Down:
            self._view.go_to_first()
        else:
            super().keyPressEvent(event)


class IconSearch(QWidget):
    """The grid below its search. Enter in the search picks the first icon found, Down goes to the grid."""

    picked = Signal(object)
    """The PaletteIcon picked."""
    icon_hovered = Signal(object)
    """The PaletteIcon the pointer or the keyboard is at, None for none."""
    leave_requested = Signal()
    """Focus should return to the widget that had it before."""
    dragged = Signal(str)
    """The code of an icon when a drag of it begins, "" when it is over."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = PaletteModel(self)
        self.view = PaletteView(theme, self.model, self)
        self.view.setAccessibleName(self.tr("Icons for this face"))
        self.search = IconLine(self.view, self)
        self.nothing = NoIcons(theme, self.view)
        vbox(self, self.search, (self.view, 1), margins=0, theme=theme, gap=8)
        self.search.textChanged.connect(self._searched)
        self.search.return_pressed.connect(self._enter)
        self.search.escaped.connect(self._leave)
        self.nothing.clear_requested.connect(self._search_anew)
        self.view.picked.connect(self.picked)
        self.view.icon_hovered.connect(self.icon_hovered)
        self.view.leave_requested.connect(self._leave)
        self.view.typed.connect(self.start)
        self.view.dragged.connect(self.dragged)

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
