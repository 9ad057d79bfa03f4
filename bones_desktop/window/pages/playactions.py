"""What the actions of the window do with a throw and with dice: on the page where that is done, shown first."""

from typing import TYPE_CHECKING

from bones_desktop.window.pages.tablepages import TablePages
from bones_desktop.window.pages.trackerpages import TrackerPages
from bones_desktop.window.shell.mainwindow import MainWindow

if TYPE_CHECKING:
    from bones_desktop.rules.bones.reading.requests import Request
    from bones_desktop.window.pages.tablepage import TablePage


class PlayActions:
    """Works on the Table page, and on the Tracker and Log pages for what is theirs."""

    def __init__(self, window: MainWindow, tables: TablePages, trackers: TrackerPages) -> None:
        self._window = window
        self._tables = tables
        self._trackers = trackers

    def throw(self) -> None:
        """Throw the dice on the Table page."""
        self._shown_table().throw()

    def ask(self, request: "Request") -> None:
        """Choose what is to be thrown on the Table page."""
        self._shown_table().ask(request)

    def injure(self) -> None:
        """Lose the chosen die, on the Tracker page where that is in view."""
        if self._trackers.in_view:
            self._trackers.page.injure()
        else:
            self._shown_table().injure()

    def heal(self) -> None:
        """Heal one die, on the Tracker page where that is in view."""
        if self._trackers.in_view:
            self._trackers.page.heal()
        else:
            self._shown_table().heal()

    def enter_by_hand(self) -> None:
        """Ask what real dice show."""
        self._shown_table().flow.ask_by_hand()

    def throw_again(self) -> None:
        """Choose a die of the throw to throw again."""
        self._shown_table().flow.pick()

    def buy_success(self) -> None:
        """Buy one success for the throw."""
        self._shown_table().flow.buy()

    def veto(self) -> None:
        """Take back what spiffs did last to the throw."""
        self._shown_table().flow.veto()

    def begin_scene(self) -> None:
        """Ask for the name of a scene."""
        self._window.show_page("log")
        self._tables.ask_scene()

    def _shown_table(self) -> "TablePage":
        self._window.show_page("table")
        return self._tables.table
