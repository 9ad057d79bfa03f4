"""The popup that names the asset a strategic action brought, before the action is written into the diary."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from bones_desktop.panels.table.askpopup import AskPopup
from bones_desktop.panels.table.chips import set_touch
from bones_desktop.rules.bones.book.fields import LINE
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choice.chip import Chip
from bones_desktop.widgets.text.textfields import LineField


class AssetPopup(AskPopup):
    """Enter and the button write it; without a name they wait for one."""

    named = Signal(str, bool)
    """The asset's name, and whether it stays for good."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, self.tr("The asset that it brought"), self.tr("Write into the diary"), parent)
        self.name = LineField(self.tr("Name of the asset"), self._board)
        self.name.setPlaceholderText(self.tr("What it is called"))
        self.name.setMaxLength(LINE)
        self.good = Chip(theme, self.tr("For good"), self._board)
        self._note.setText(self.tr("An asset earns along this season only, unless the GM lets it stay for good."))
        self._lay_out(self.name, self._note, self.good)
        self.name.returnPressed.connect(self._decide)
        self.name.textChanged.connect(lambda _text: self._allow())
        self.restyle()

    def open_at(self, owner: QWidget) -> None:
        """Ask below `owner` or above it, beginning with nothing."""
        self.name.clear()
        self.good.setChecked(False)
        self._allow()
        self._open_at(owner)
        self.name.setFocus(Qt.FocusReason.PopupFocusReason)

    def restyle(self) -> None:
        """Take the sizes and fonts of the theme."""
        super().restyle()
        self.good.restyle()
        set_touch(self.good, self._theme.px(36))

    def _allow(self) -> None:
        named = bool(self.name.text().split())
        self.button.setEnabled(named)
        self.button.setToolTip("" if named else self.tr("Give it a name first."))

    def _decide(self) -> None:
        name, lasting = " ".join(self.name.text().split()), self.good.isChecked()
        if self.isVisible() and name:
            self.close()
            self.named.emit(name, lasting)
