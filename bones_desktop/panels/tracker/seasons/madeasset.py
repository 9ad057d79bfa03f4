"""The asset that an action brings, and how long it stays."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from bones_desktop.panels.tracker.seasons.stay import StayChoice
from bones_desktop.rules.bones.book.fields import LINE
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.text.textfields import LineField


class MadeAsset(QWidget):
    """A name, "" for no asset; Enter in it is told as `done`."""

    done = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.name = LineField(self.tr("Asset that it brings"), self)
        self.name.setPlaceholderText(self.tr("Asset that a success brings, if any"))
        self.name.setMaxLength(LINE)
        self.stay = StayChoice(theme, self)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self.name, 1)
        self._row.addWidget(self.stay)
        self.name.returnPressed.connect(self.done)

    @property
    def asset(self) -> str:
        """What is brought, "" for nothing."""
        return " ".join(self.name.text().split())

    @property
    def lasting(self) -> bool:
        """Whether it stays for good."""
        return bool(self.asset) and self.stay.lasting

    def show_asset(self, name: str, *, lasting: bool) -> None:
        """Show an asset."""
        self.name.set_value(name)
        self.stay.set_lasting(lasting)

    def restyle(self) -> None:
        """Fit the gaps to the theme."""
        self._row.setSpacing(self._theme.px(8))
        self.stay.restyle()
