"""What may be done to the dice: lose, heal, earn and spend spiffs, add a hindering die; in one line if it fits."""

from collections.abc import Callable, Iterable
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QLineEdit, QMenu, QPushButton, QToolButton, QWidget

from bones_desktop.document.bones.injurysteps import Step, hindering_steps, rare_steps
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.definitions import SpiffPrice
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury.blows import SOAK
from bones_desktop.rules.bones.injury.spiffs import (
    ADDED_SUCCESS,
    REROLL,
    SURVIVE,
    earn,
    spend_on,
    ways_to_earn,
    ways_to_spend,
)
from bones_desktop.theme.keeping import light_menu
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox
from bones_desktop.widgets.choice.buttons import give_menu
from bones_desktop.widgets.layouts import Fitting, flow_row, put_before
from bones_desktop.widgets.plaintext import plain_tip, without_mnemonic
from bones_desktop.widgets.pushbuttons import tool_button
from bones_desktop.widgets.scaled import follow, set_icon, set_lengths, set_type
from bones_desktop.widgets.text.textfields import limit_letters
from bones_desktop.wording.table import spiff_count

_ELSEWHERE: Final = frozenset({REROLL, ADDED_SUCCESS, SOAK, SURVIVE})
"""What is spent on a throw, on a blow, or not without telling how."""
LONGEST_CAUSE = 200
_WORDS_ALONE: Final = 240
"""Width, before the text size, below which buttons show words alone."""


class SpiffButton(QToolButton):
    """Shows the balance; each line of its menu is one press. Every line of the ledger gets its reason that way."""

    requested = Signal(object)
    """A Step that earns or spends."""
    ledger_requested = Signal()

    def __init__(self, theme: Theme, rulebook: Rulebook, today: Callable[[], str], parent: QWidget) -> None:
        """`today` says the day as 2026-11-21."""
        super().__init__(parent)
        self._rulebook = rulebook
        self._today = today
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        # What opens below stands behind the words, as in the choices of the task.
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self.setToolTip(self.tr("Earn and spend spiffs"))
        self._menu = light_menu(self)
        self._fill()
        give_menu(self, self._menu)
        set_icon(theme, self, "chevron-down")
        set_type(theme, self, size=16, serif=True, bold=True)
        set_lengths(theme, self, least_height=36)

    def show_spiffs(self, number: int) -> None:
        """Show the balance."""
        text = spiff_count(number, self.tr)
        self.setText(text)
        self.setAccessibleName(self.tr("{spiffs}: earn and spend").format(spiffs=text))

    def sizeHint(self) -> QSize:
        """Return room for two digits: what stands beside it does not jump."""
        size, metrics = super().sizeHint(), self.fontMetrics()
        spare = metrics.horizontalAdvance(spiff_count(88, self.tr)) - metrics.horizontalAdvance(self.text())
        return size + QSize(max(0, spare), 0)

    def _fill(self) -> None:
        self._menu.addAction(self.tr("Earned for")).setEnabled(False)
        for way in ways_to_earn(self._rulebook):
            for n in _amounts(way):
                self._add(way, n, self._earning(way, n))
        self._menu.addSeparator()
        self._menu.addAction(self.tr("Spent on")).setEnabled(False)
        for way in ways_to_spend(self._rulebook):
            if way.id not in _ELSEWHERE:
                for n in _amounts(way):
                    self._add(way, -n, self._spending(way, n))
        self._menu.addSeparator()
        self._menu.addAction(self.tr("Everything else, and the ledger…")).triggered.connect(
            lambda _checked=False: self.ledger_requested.emit()
        )

    def _add(self, way: SpiffPrice, by: int, edit: Callable[[Character], Character]) -> None:
        words = self.tr("Earn {spiffs}: {what}") if by > 0 else self.tr("Spend {spiffs}: {what}")
        step = Step(words.format(spiffs=spiff_count(abs(by), self.tr), what=way.name), edit)
        text = self.tr("{what} ({n})").format(what=way.name, n=f"{by:+d}".replace("-", "−"))
        self._menu.addAction(without_mnemonic(text)).triggered.connect(lambda _checked=False: self.requested.emit(step))

    def _earning(self, way: SpiffPrice, n: int) -> Callable[[Character], Character]:
        return lambda now: earn(self._rulebook, now, way.id, self._today(), n=n)

    def _spending(self, way: SpiffPrice, n: int) -> Callable[[Character], Character]:
        return lambda now: spend_on(self._rulebook, now, way.id, self._today(), n=n)


def _amounts(way: SpiffPrice) -> range:
    """Return the numbers of spiffs that may be given or taken; none where the GM names the price."""
    if way.least is None or way.most is None:
        return range(0)
    return range(way.least, way.most + 1)


class _LoseButton(QPushButton):
    """Takes the room of the longest it may say: what stands beside it does not jump."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("kind", "danger")
        self._die: int | None = None
        self._is_brief = False
        self.show_die(0)

    def show_die(self, die: int | None) -> None:
        """Say which die is lost next, counted from 0; None where none is left."""
        self._die = die
        self.setText(self._words(die))

    def set_brief(self, brief: bool) -> None:
        """Say it in few words where room is scarce."""
        self._is_brief = brief
        self.show_die(self._die)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return room for the longest words."""
        size, shown = super().sizeHint(), Qt.TextFlag.TextShowMnemonic
        wide = [self.fontMetrics().size(shown, self._words(die)).width() for die in (None, 7, self._die)]
        return size + QSize(max(wide) - wide[-1], 0)

    def _words(self, die: int | None) -> str:
        if die is not None:
            return self.tr("Lose die {n}").format(n=die + 1)
        return self.tr("+1 damage") if self._is_brief else self.tr("One damage more")


class InjuryActs(Fitting):
    """Holds the buttons. Written briefly, the cause and the hindering dice are asked for in the menu."""

    lose_requested = Signal()
    heal_requested = Signal()
    return_pressed = Signal()
    """Return was pressed in the cause."""
    requested = Signal(object)
    """A Step of a menu."""
    done = Signal()
    """A text is entered; focus goes back to the page."""

    def __init__(self, theme: Theme, rulebook: Rulebook, today: Callable[[], str], parent: QWidget) -> None:
        """`today` says the day as 2026-11-21."""
        super().__init__(parent)
        self._theme = theme
        self._brief = self._writing = False
        self._pictured = True
        self.cause = QLineEdit(self)
        set_lengths(theme, self.cause, width=132)
        limit_letters(self.cause, LONGEST_CAUSE)
        self.cause.setPlaceholderText(self.tr("Cause, if you like"))
        self.cause.setToolTip(self.tr("What does the next damage; Return loses the die with it"))
        self.cause.setAccessibleName(self.tr("Cause of the damage"))
        self.cause.returnPressed.connect(self._written)
        self.lose = _LoseButton(self)
        self.lose.clicked.connect(self.lose_requested)
        self.heal = QPushButton(self.tr("Heal one die"), self)
        self.heal.setAccessibleName(self.tr("Heal one die"))
        self.heal.setToolTip(self.tr("One damage heals: below zero first, then a die (H)"))
        self.heal.clicked.connect(self.heal_requested)
        self.more = tool_button(self, theme=theme, icon="more", name=self.tr("More"))
        self._more = light_menu(self)
        give_menu(self.more, self._more)
        self.spiffs = SpiffButton(theme, rulebook, today, self)
        self.spiffs.requested.connect(self.requested)
        self.add = QToolButton(self)
        set_icon(theme, self.add, "add")
        self.add.setText(self.tr("Hindering die"))
        self.add.setToolTip(self.tr("Add a hindering die: it is thrown along until it is remedied"))
        self.add.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._hindering = light_menu(self, self.tr("Hindering die"))
        self._add_steps(self._hindering, hindering_steps(rulebook, self.tr), lambda step: step.of)
        give_menu(self.add, self._hindering)
        self._fill_more()
        for button in (self.lose, self.heal, self.more, self.spiffs, self.add):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._flow = flow_row(
            self, _together(self.cause, self.lose), self.heal, self.more, self.spiffs, self.add, theme=theme, gap=8
        )
        put_before(self.spiffs, (self.cause, self.lose, self.heal, self.more))
        self._name_more()
        follow(theme, self, InjuryActs._set_icons)

    def set_brief(self, brief: bool) -> None:
        """Take one line where there is little height, or all that may be wanted."""
        if brief == self._brief:
            return
        self._brief = brief
        self.lose.set_brief(brief)
        self.heal.setText(self.tr("Heal") if brief else self.tr("Heal one die"))
        self._fill_more()
        self.add.setVisible(not brief)
        self._name_more()
        self._fit()
        self._show_cause()

    def forget_cause(self) -> None:
        """Begin with no cause."""
        self.cause.clear()
        self._show_cause()

    def _fit(self) -> None:
        """Leave pictures out where words alone just fit."""
        pictured = not self._brief or self.width() >= self._theme.px(_WORDS_ALONE)
        if pictured != self._pictured:
            self._pictured = pictured
            self._set_icons()

    def _set_icons(self) -> None:
        for button, icon in ((self.lose, "injure"), (self.heal, "heal")):
            button.setIcon(self._theme.icon(icon) if self._pictured else QIcon())

    def _fill_more(self) -> None:
        """Fill the menu anew. Its entries are Qt's: none is kept, as it may be gone before it is wanted again."""
        menu = self._more
        menu.clear()
        self._add_steps(menu, rare_steps(self.tr), lambda step: step.name)
        if self._brief:
            menu.addSeparator()
            cause = menu.addAction(self.tr("Cause of the damage…"))
            cause.triggered.connect(lambda _checked=False: self._write_cause())
            menu.addMenu(self._hindering)

    def _name_more(self) -> None:
        whole = self.tr("More: heal everything, killed outright, back from death")
        brief = self.tr("More: the cause, hindering dice, heal everything, killed outright, back from death")
        self.more.setToolTip(plain_tip(brief if self._brief else whole))

    def _write_cause(self) -> None:
        self._writing = True
        self._show_cause()
        self.cause.setFocus()

    def _written(self) -> None:
        self._writing = False
        self.return_pressed.emit()
        self._show_cause()
        self.done.emit()

    def _show_cause(self) -> None:
        """Show the cause where there is room for it, and while there is one: it is not to be lost out of sight."""
        self.cause.setVisible(not self._brief or self._writing or bool(self.cause.text()))

    def _add_steps(self, menu: QMenu, steps: Iterable[Step], words: Callable[[Step], str]) -> None:
        for step in steps:
            menu.addAction(without_mnemonic(words(step))).triggered.connect(
                lambda _checked=False, step=step: self.requested.emit(step)
            )


def _together(*widgets: QWidget) -> QWidget:
    """Return the widgets as one that is never parted at the end of a line."""
    frame = QWidget()
    hbox(frame, *widgets, margins=0, spacing=4)
    return frame
