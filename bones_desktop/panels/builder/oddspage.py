"""The Odds tab: all chances of the character as it stands, or a pinned build side by side with it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QPushButton, QStackedWidget, QWidget

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.panels.builder.allodds import AllOdds
from bones_desktop.panels.builder.comparison import BuildComparison, Pin, Pins
from bones_desktop.panels.builder.difficultybutton import DifficultyButton
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.making.whatif import as_created
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import vbox
from bones_desktop.widgets.choice.buttons import Chip
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import flow_row
from bones_desktop.widgets.scaled import set_lengths


class PinBar(QWidget):
    """Its signals ask the owner to act. A difficulty is offered only for the comparison, which shows one."""

    pin_requested = Signal()
    created_requested = Signal()
    """Pin the build the character was finished with."""
    unpin_requested = Signal()
    compare_requested = Signal(bool)
    difficulty_requested = Signal(str)
    """A difficulty's id."""

    def __init__(self, rulebook: Rulebook, theme: Theme, difficulty: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pin = QPushButton(self)
        self.created = QPushButton(self.tr("Compare with as created"), self)
        self.compare = Chip(theme, self.tr("Side by side"), self)
        self.unpin = QPushButton(self.tr("Unpin"), self)
        self.against = DifficultyButton(rulebook, theme, self.tr("Difficulty to compare at"), difficulty, self)
        set_lengths(theme, self.against, width=170)
        self.pin.setToolTip(self.tr("Keep the dice as they are now, to compare later changes with them"))
        self.created.setToolTip(self.tr("Compare the dice with those the character was finished with"))
        self.compare.setToolTip(self.tr("Show the pinned build beside the build now"))
        self.unpin.setToolTip(self.tr("Forget the pinned build"))
        # With very large text it goes on in the next line rather than forcing the window to grow.
        self._row = flow_row(self, self.pin, self.created, self.compare, self.unpin, self.against, theme=theme, gap=8)
        self.pin.clicked.connect(lambda: self.pin_requested.emit())
        self.created.clicked.connect(lambda: self.created_requested.emit())
        self.compare.clicked.connect(self.compare_requested)
        self.unpin.clicked.connect(lambda: self.unpin_requested.emit())
        self.against.requested.connect(self.difficulty_requested)
        self.show_state(pinned=False, created=False, comparing=False)

    def show_state(self, *, pinned: bool, created: bool, comparing: bool) -> None:
        """Offer what can be done; `created` if there is a finished build that is not the one pinned."""
        self.pin.setText(self.tr("Pin this build instead") if pinned else self.tr("Pin this build"))
        self.created.setVisible(created)
        for widget in (self.compare, self.unpin):
            widget.setVisible(pinned)
        self.against.setVisible(comparing)
        self.compare.setChecked(comparing)


class OddsPage(Guarded, QWidget):
    """Shows the odds of the dice to throw. Pins are kept for each character while the program runs."""

    selection_changed = Signal()
    """Another skill or difficulty is chosen."""
    items_changed = Signal()
    """Other equipment dice are thrown along."""

    def __init__(self, document: CharacterDocument, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._stale = True
        self._pins = Pins()
        self.full = AllOdds(document, theme, self)
        self.pin_bar = PinBar(document.rulebook, theme, self.full.difficulty, self)
        self.comparison = BuildComparison(document, theme, self)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.full)
        self._stack.addWidget(self.comparison)
        self._column = vbox(self, self.pin_bar, (self._stack, 1), margins=0, theme=theme, gap=8)
        self._connect()

    @property
    def skill(self) -> str:
        """Id of the skill chosen."""
        return self.full.skill

    @property
    def difficulty(self) -> str:
        """Id of the difficulty chosen."""
        return self.full.difficulty

    @property
    def items(self) -> tuple[int, ...] | None:
        """Places of the equipment dice the player wants thrown along; None for those usual with each skill."""
        return self.full.items

    @property
    def is_comparing(self) -> bool:
        """Whether two builds stand side by side."""
        return self._pins.is_shown(self._document.character.id)

    def choose(self, skill: str, difficulty: str, *, focus: bool = False) -> None:
        """Make a skill and a difficulty the current ones and show their cell; `focus` also focuses it."""
        self._compare(False)
        self.full.choose(skill, difficulty)
        if focus:
            self.focus_table(Qt.FocusReason.OtherFocusReason)

    def set_difficulty(self, difficulty: str) -> None:
        """Make a difficulty the current one, whichever view is shown."""
        self.full.choose(self.full.skill, difficulty)

    def focus_table(self, reason: Qt.FocusReason) -> None:
        """Focus the table in view."""
        (self.comparison.table if self.is_comparing else self.full.table).setFocus(reason)

    def refresh(self) -> None:
        """Show the character as it is, at once or when the page is shown."""
        self._stale = True
        self.full.refresh()
        if self.isVisible():
            self._show_pin()

    def heightForWidth(self, width: int) -> int:
        """Return the least height: the table scrolls before the page does, or its bar would be out of sight."""
        return self._column.totalMinimumHeightForWidth(width)

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what changed while the page was hidden."""
        super().showEvent(event)
        if self._stale:
            self._show_pin()

    def _show_pin(self) -> None:
        """Show what is pinned, side by side with the character as it is when that is asked for."""
        self._stale = False
        character, comparing = self._document.character, self.is_comparing
        pin = self._pins.pin_of(character.id)
        finished = character.created is not None and not (pin is not None and pin.created)
        self.pin_bar.show_state(pinned=pin is not None, created=finished, comparing=comparing)
        self.pin_bar.against.set_difficulty(self.difficulty)
        if comparing and pin is not None:
            self.comparison.compare(pin, self.difficulty)
        self._stack.setCurrentWidget(self.comparison if comparing else self.full)

    def _moved(self) -> None:
        if self.isVisible():
            self._show_pin()
        else:
            self._stale = True
        self.selection_changed.emit()

    def _pin(self) -> None:
        self._pins.pin(self._document.character.id, Pin(self._document.character))
        self._show_pin()

    def _pin_created(self) -> None:
        made = as_created(self._document.character)
        if made is not None:
            self._pins.pin(self._document.character.id, Pin(made, created=True))
            self._show_pin()

    def _unpin(self) -> None:
        self._pins.unpin(self._document.character.id)
        self._show_pin()
        self.pin_bar.pin.setFocus(Qt.FocusReason.OtherFocusReason)

    def _compare(self, comparing: bool) -> None:
        self._pins.show(self._document.character.id, comparing)
        self._show_pin()

    def _connect(self) -> None:
        self.full.selection_changed.connect(self._moved)
        self.full.items_changed.connect(self.items_changed)
        self.comparison.skill_activated.connect(lambda skill: self.choose(skill, self.difficulty, focus=True))
        self.pin_bar.pin_requested.connect(self._pin)
        self.pin_bar.created_requested.connect(self._pin_created)
        self.pin_bar.unpin_requested.connect(self._unpin)
        self.pin_bar.compare_requested.connect(self._compare)
        self.pin_bar.difficulty_requested.connect(self.set_difficulty)
