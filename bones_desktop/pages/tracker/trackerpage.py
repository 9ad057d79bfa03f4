"""The Tracker page: wounds, magic, spiffs and seasons of the open character. Tabs are created when first shown."""

from functools import cached_property
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QWidget

from bones_desktop.desk.desk import Desk
from bones_desktop.desk.table.rollview import FollowUpRow
from bones_desktop.pages.tracker.woundstab import WoundsTab
from bones_desktop.play.followups import TrackerTab
from bones_desktop.widgets.boxes import vbox
from bones_desktop.widgets.focus import FOCUS_HOME
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import TabStack, tab_bar, turn_by_keys
from bones_desktop.widgets.plaintext import GUIDE_PAGE
from bones_desktop.widgets.spoken import Role, speak_as
from bones_desktop.wording.language import _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bones_desktop.pages.tracker.magictab import MagicTab
    from bones_desktop.pages.tracker.seasonstab import SeasonsTab
    from bones_desktop.pages.tracker.spiffstab import SpiffsTab
    from bones_desktop.play.followups import FollowUp
    from bones_desktop.rules.bones.reading.requests import Request


_GUIDES: Final = {
    TrackerTab.WOUNDS: "healing",
    TrackerTab.MAGIC: "magic",
    TrackerTab.SPIFFS: "spiffs",
    TrackerTab.SEASONS: "seasons",
}
"""The guide page for each tab."""


class TrackerPage(Guarded, QWidget):
    """Shows the open character between rolls."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._document = desk.document
        self._theme = desk.theme
        self._today = desk.today
        self._first_year = 1
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setProperty(FOCUS_HOME, True)
        parts = (_("Wounds"), _("Magic"), _("Spiffs"), _("Seasons"))
        self.tabs = tab_bar(self, _("Parts of the Tracker page"), *parts, theme=desk.theme)
        self._stack = TabStack(desk.theme, len(TrackerTab), self)
        self._column = vbox(self, self.tabs, (self._stack, 1), theme=desk.theme, gap=8, edges=(16, 8, 16, 12))
        turn_by_keys(self, self.tabs)
        self.tabs.currentChanged.connect(self._show_tab)
        # The first tab is shown here, because the tab bar emits its signal only when the tab changes.
        self._show_tab(TrackerTab.WOUNDS)

    @cached_property
    def wounds(self) -> WoundsTab:
        """The Wounds tab: dice in play and lost, healing, hindering dice."""
        tab = WoundsTab(self._document, self._theme, self._today, self)
        tab.calendar_requested.connect(self._desk.navigation.show_calendar)
        self._put(TrackerTab.WOUNDS, tab)
        return tab

    @cached_property
    def magic(self) -> "MagicTab":
        """The Magic tab: uses of magic, and maintained effects."""
        # Imported late, because the start of the program needs only the first tab.
        from bones_desktop.pages.tracker.magictab import MagicTab

        tab = MagicTab(self._document, self._theme, self._today, self)
        self._put(TrackerTab.MAGIC, tab)
        return tab

    @cached_property
    def spiffs(self) -> "SpiffsTab":
        """The Spiffs tab: spiffs earned and spent."""
        # Imported late, because the start of the program needs only the first tab.
        from bones_desktop.pages.tracker.spiffstab import SpiffsTab

        tab = SpiffsTab(self._document, self._theme, self._today, self)
        tab.balance.go.clicked.connect(self._desk.navigation.show_growth)
        self._put(TrackerTab.SPIFFS, tab)
        return tab

    @cached_property
    def seasons(self) -> "SeasonsTab":
        """The Seasons tab: actions between adventures."""
        # Imported late, because the start of the program needs only the first tab.
        from bones_desktop.pages.tracker.seasonstab import SeasonsTab

        tab = SeasonsTab(self._document, self._theme, self._today, self)
        tab.campaign_requested.connect(self._desk.navigation.show_calendar)
        tab.set_first_year(self._first_year)
        tab.throw_requested.connect(self._desk.navigation.prepare_throw)
        tab.board.diary.print.clicked.connect(self._print_diary)
        tab.board.diary.pdf.clicked.connect(self._save_diary)
        self._put(TrackerTab.SEASONS, tab)
        return tab

    def _print_diary(self) -> None:
        self._desk.printing.print_diary(self._first_year)

    def _save_diary(self) -> None:
        self._desk.printing.save_diary_pdf(self._first_year)

    def set_follow_ups(self, follow_ups: "Sequence[FollowUp]") -> None:
        """Show buttons for the harm that rolls did and that is still pending. The buttons are above all tabs."""
        # The row of buttons is created for the first pending harm, so that the program starts faster.
        if follow_ups or "follow_ups" in self.__dict__:
            self.follow_ups.offer(follow_ups)

    @cached_property
    def follow_ups(self) -> FollowUpRow:
        """Buttons for harm of rolls that the player has neither taken nor dismissed."""
        row = FollowUpRow(self._theme, self)
        speak_as(row, Role.Grouping, _("Harm from rolls, still to be decided"))
        self._column.insertWidget(1, row)
        return row

    def injure(self) -> None:
        """Lose the chosen die."""
        self.tabs.setCurrentIndex(TrackerTab.WOUNDS)
        self.wounds.injure()

    def heal(self) -> None:
        """Heal one die."""
        self.tabs.setCurrentIndex(TrackerTab.WOUNDS)
        self.wounds.heal()

    def set_first_year(self, year: int) -> None:
        """Set the first year of the campaign's calendar."""
        self._first_year = year
        if self._stack.has(TrackerTab.SEASONS):
            self.seasons.set_first_year(year)

    def take_throw(self, request: "Request", successes: int) -> bool:
        """Pass the net successes of a roll to the action that waits for the roll. Return whether an action waits."""
        return self._stack.has(TrackerTab.SEASONS) and self.seasons.take_throw(request, successes)

    def keep_going(self, strength: int) -> None:
        """Open the form to maintain magic of this strength."""
        self.show_tab(TrackerTab.MAGIC)
        self.magic.keep_going(strength)

    def show_tab(self, tab: TrackerTab) -> None:
        """Show a tab and give it focus."""
        self.tabs.setCurrentIndex(tab)
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Pass the focus to the visible tab."""
        super().focusInEvent(event)
        self._tab(self.tabs.currentIndex()).setFocus(event.reason())

    def _tab(self, tab: int) -> QWidget:
        match tab:
            case TrackerTab.MAGIC:
                return self.magic
            case TrackerTab.SPIFFS:
                return self.spiffs
            case TrackerTab.SEASONS:
                return self.seasons
        return self.wounds

    def _show_tab(self, tab: int) -> None:
        self._tab(tab)
        self._stack.setCurrentIndex(tab)
        self.setProperty(GUIDE_PAGE, _GUIDES[TrackerTab(tab)])

    def _put(self, place: TrackerTab, tab: "WoundsTab | MagicTab | SpiffsTab | SeasonsTab") -> None:
        tab.refused.connect(self._desk.notices.refuse)
        tab.message.connect(self._desk.notices.say)
        self._stack.put_scrolled(place, tab)
