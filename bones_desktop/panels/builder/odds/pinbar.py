"""The row of buttons above the odds: pin a build, compare with it at a difficulty, let it go."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from bones_desktop.panels.builder.difficultybutton import DifficultyButton
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choice.chip import Chip
from bones_desktop.widgets.flowlayout import FlowLayout


class PinBar(QWidget):
    """Asks for what its owner does. The difficulty is offered only where one is told, side by side."""

    pin_requested = Signal()
    created_requested = Signal()
    """Pin the build the character was finished with."""
    unpin_requested = Signal()
    compare_requested = Signal(bool)
    difficulty_requested = Signal(str)
    """A difficulty's id."""

    def __init__(self, rulebook: Rulebook, theme: Theme, difficulty: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.pin = QPushButton(self)
        self.created = QPushButton(self.tr("Compare with as created"), self)
        self.compare = Chip(theme, self.tr("Side by side"), self)
        self.unpin = QPushButton(self.tr("Unpin"), self)
        self.against = DifficultyButton(rulebook, theme, self.tr("Difficulty to compare at"), difficulty, self)
        self.pin.setToolTip(self.tr("Keep the dice as they are now, to compare later changes with them"))
        self.created.setToolTip(self.tr("Compare the dice with those the character was finished with"))
        self.compare.setToolTip(self.tr("Show the pinned build beside the build now"))
        self.unpin.setToolTip(self.tr("Forget the pinned build"))
        # With very large text it goes on in the next line rather than forcing the window to grow.
        self._row = FlowLayout(theme.px(8), self)
        for widget in (self.pin, self.created, self.compare, self.unpin, self.against):
            self._row.addWidget(widget)
        self.pin.clicked.connect(lambda: self.pin_requested.emit())
        self.created.clicked.connect(lambda: self.created_requested.emit())
        self.compare.clicked.connect(self.compare_requested)
        self.unpin.clicked.connect(lambda: self.unpin_requested.emit())
        self.against.requested.connect(self.difficulty_requested)
        theme.changed.connect(self._restyle)
        self._restyle()
        self.show_state(pinned=False, created=False, comparing=False)

    def show_state(self, *, pinned: bool, created: bool, comparing: bool) -> None:
        """Offer what can be done: `created` tells that there is a finished build and it is not the one pinned."""
        self.pin.setText(self.tr("Pin this build instead") if pinned else self.tr("Pin this build"))
        self.created.setVisible(created)
        for widget in (self.compare, self.unpin):
            widget.setVisible(pinned)
        self.against.setVisible(comparing)
        self.compare.setChecked(comparing)

    def _restyle(self) -> None:
        self._row.setSpacing(self._theme.px(8))
        self.against.setFixedWidth(self._theme.px(170))
        self.compare.restyle()
