"""How long an asset stays: for the season, or for good."""

from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QWidget

from bones_desktop.theme.theme import Theme


class StayChoice(QWidget):
    """One of the two is chosen."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.season = QPushButton(self.tr("This season"), self)
        self.season.setToolTip(self.tr("It earns along once it is there, and is gone when the season ends."))
        self.good = QPushButton(self.tr("For good"), self)
        self.good.setToolTip(self.tr("It stays, by the GM's word."))
        self._group = QButtonGroup(self)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        for button in (self.season, self.good):
            button.setCheckable(True)
            self._group.addButton(button)
            self._row.addWidget(button)
        self.season.setChecked(True)

    @property
    def lasting(self) -> bool:
        """Whether "for good" is chosen."""
        return self.good.isChecked()

    def set_lasting(self, lasting: bool) -> None:
        """Choose one of the two."""
        (self.good if lasting else self.season).setChecked(True)

    def restyle(self) -> None:
        """Fit the gap to the theme."""
        self._row.setSpacing(self._theme.px(4))
