"""How many spiffs there are, and the menu of what they are earned for and spent on between throws."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from bones_desktop.document.bones.injurysteps import Step
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
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choice.menubutton import give_menu
from bones_desktop.wording.table import spiff_count

_ELSEWHERE: Final = frozenset({REROLL, ADDED_SUCCESS, SOAK, SURVIVE})
"""What is spent on a throw, on a blow, or not without telling how."""


class SpiffButton(QToolButton):
    """Shows the balance; each line of its menu is one press. Every line of the ledger gets its reason that way."""

    asked = Signal(object)
    """A Step that earns or spends."""
    ledger_asked = Signal()

    def __init__(self, theme: Theme, rulebook: Rulebook, today: Callable[[], str], parent: QWidget) -> None:
        """`today` says the day as 2026-11-21."""
        super().__init__(parent)
        self._theme = theme
        self._rulebook = rulebook
        self._today = today
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        # What opens below stands behind the words, as in the choices of the task.
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self.setToolTip(self.tr("Earn and spend spiffs"))
        self._menu = QMenu(self)
        self._fill()
        give_menu(self, self._menu)
        self.restyle()

    def show_spiffs(self, number: int) -> None:
        """Show the balance."""
        text = spiff_count(number, self.tr)
        self.setText(text)
        self.setAccessibleName(self.tr("{spiffs}: earn and spend").format(spiffs=text))

    def restyle(self) -> None:
        """Take font, icon and height of the theme."""
        self.setIcon(self._theme.icon("chevron-down"))
        self.setFont(self._theme.font("serif", 16, bold=True))
        self.setMinimumHeight(self._theme.px(36))

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
            lambda _checked=False: self.ledger_asked.emit()
        )

    def _add(self, way: SpiffPrice, by: int, edit: Callable[[Character], Character]) -> None:
        words = self.tr("Earn {spiffs}: {what}") if by > 0 else self.tr("Spend {spiffs}: {what}")
        step = Step(words.format(spiffs=spiff_count(abs(by), self.tr), what=way.name), edit)
        text = self.tr("{what} ({n})").format(what=way.name, n=f"{by:+d}".replace("-", "−"))
        self._menu.addAction(text.replace("&", "&&")).triggered.connect(lambda _checked=False: self.asked.emit(step))

    def _earning(self, way: SpiffPrice, n: int) -> Callable[[Character], Character]:
        return lambda now: earn(self._rulebook, now, way.id, self._today(), n=n)

    def _spending(self, way: SpiffPrice, n: int) -> Callable[[Character], Character]:
        return lambda now: spend_on(self._rulebook, now, way.id, self._today(), n=n)


def _amounts(way: SpiffPrice) -> range:
    """Return the numbers of spiffs that may be given or taken; none where the GM names the price."""
    if way.least is None or way.most is None:
        return range(0)
    return range(way.least, way.most + 1)
