"""The pages of the window, made and imported when first shown: the one in view is what a start waits for."""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QTabBar, QWidget

from bones_desktop.document.bones.characterdocument import AnyCharacter, CharacterDocument
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.storage.files.datafile import DataFileError
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.shelf.shelf import Shelf
from bones_desktop.theme.theme import Theme
from bones_desktop.window.campaign.campaignpages import CampaignPages
from bones_desktop.window.pages.encounterpages import EncounterPages, FightPlaces
from bones_desktop.window.pages.guideways import GuideWays
from bones_desktop.window.pages.tablepages import PlayActions, TablePages
from bones_desktop.window.pages.trackerpages import TrackerPages
from bones_desktop.window.shell.actions import allow
from bones_desktop.window.shell.mainwindow import BONES, MainWindow
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import _
from bones_desktop.wording.log import secret_roll

if TYPE_CHECKING:
    from bones_desktop.panels.builder.builderpanel import BuilderPanel
    from bones_desktop.panels.log.logpage import LogPage
    from bones_desktop.panels.reference.referencepanel import ReferencePanel
    from bones_desktop.play.bones.companions import Companion
    from bones_desktop.play.bones.groupplay import Somebody
    from bones_desktop.play.bones.played import Played
    from bones_desktop.printing.painter import PrintKit
    from bones_desktop.storage.files.settings import Favourite
    from bones_desktop.storage.log.logfile import Repair
    from bones_desktop.widgets.choice.shelflook import RecentFiles
    from bones_desktop.window.pages.fightwindow import FightWindow
    from bones_desktop.window.pages.groupwindow import GroupWindow
    from bones_desktop.window.pages.sheetpage import SheetPage
    from bones_desktop.window.pages.tablepage import TablePage
    from bones_desktop.window.pages.tour import Tour
    from bones_desktop.window.pages.trackerpage import TrackerPage
    from bones_desktop.window.shelf.chosenbar import Chosen
    from bones_desktop.window.shelf.shelfmodel import ShelfSort
    from bones_desktop.window.shelf.shelfpage import ShelfPage


_TAB: Final = "-tab"


class Pages(QObject):
    """Owns the pages, and the window of a fight's odds. What they ask for goes on as signals.

    `play` is what the window's actions do on them.
    """

    open_requested = Signal(object)
    versions_requested = Signal(object)
    restore_requested = Signal(object)
    sort_changed = Signal(str)
    new_requested = Signal()
    import_requested = Signal()
    paste_requested = Signal()
    refused = Signal(object)
    message = Signal(str)
    paper_changed = Signal(str)
    spoilers_toggled = Signal(bool)
    """The Reference is to show the adventure, or no longer."""
    favourites_changed = Signal(object)
    """The tasks that are kept, as a tuple of Favourite."""
    diary_print_requested = Signal(int)
    """The diary is to be printed; the year its calendar begins in."""
    diary_pdf_requested = Signal(int)
    shelf_rows_changed = Signal(bool)
    table_requested = Signal(object)
    """The path of a character to throw dice for."""
    tidy_requested = Signal(object)
    """The paths of empty characters to take off the shelf."""

    def __init__(
        self,
        window: MainWindow,
        document: CharacterDocument,
        theme: Theme,
        shelf: Shelf,
        anyone: AnyCharacter,
        recent: "RecentFiles",
        log_path: Path,
        clock: Callable[[], datetime],
        kit: "Callable[[], PrintKit]",
        printed_only: Callable[[], bool],
        campaigns: CampaignPages,
        fights: FightPlaces,
        may_look: Callable[[], bool],
        opened: Callable[[], Path | None],
        parent: QObject | None = None,
    ) -> None:
        """`may_look` says no while a file of the shelf is about to be written, `opened` returns the open file."""
        super().__init__(parent)
        self._may_look = may_look
        self._log_path = log_path
        self._opened = opened
        self._window = window
        self._campaigns = campaigns
        self._document = document
        self._theme = theme
        self._shelf = shelf
        self._kit = kit
        self._printed_only = printed_only
        self._recent = recent
        self._latest: tuple[Path, ...] = ()
        """Files to be chosen when the shelf is next seen."""
        self._shelf_sort: ShelfSort = "changed"
        self._shelf_rows = False
        self._paper = "a4"
        self._speed = "normal"
        self._gather = True
        self._going_on = self._spoilers = False
        self._tabs: dict[str, QTabBar] = {}
        """Of the pages shown once."""
        self._left: Mapping[str, bytes] = {}
        """How the window was left last time."""
        self._tables = TablePages(
            document, theme, log_path, clock, lambda: self._shelf, anyone, recent, self._companions, window
        )
        self._tables.refused.connect(self.refused)
        self._tables.message.connect(self.message)
        self._tables.thrown.connect(lambda: window.toast.withdraw_hint())
        self._tables.trouble.connect(self._tell)
        self._tables.log_repaired.connect(self._tell_of_repaired_log)
        self._tables.who_requested.connect(self.open_requested)
        self._tables.favourites_changed.connect(self.favourites_changed)
        self._tables.table_requested.connect(lambda: window.show_page("table"))
        self.fights = EncounterPages(
            document, theme, self._tables, lambda: self._shelf, recent, fights, lambda: campaigns.campaigns, window
        )
        self.fights.refused.connect(self.refused)
        self.fights.message.connect(self.message)
        self.fights.trouble.connect(self._tell)
        campaigns.refused.connect(self.refused)
        campaigns.message.connect(self.message)
        campaigns.open_requested.connect(self.open_requested)
        self._trackers = TrackerPages(document, theme, campaigns, self._tables.owed, window)
        self.play = PlayActions(window, self._tables, self._trackers)
        self.guide = GuideWays(window, theme, lambda: self.reference)
        self._trackers.refused.connect(self.refused)
        self._trackers.message.connect(self.message)
        self._trackers.growth_requested.connect(self._show_growth)
        self._trackers.throw_requested.connect(self.play.ask)
        self._trackers.diary_print_requested.connect(self.diary_print_requested)
        self._trackers.diary_pdf_requested.connect(self.diary_pdf_requested)
        self._tables.tracker_requested.connect(self._trackers.show)
        self._tables.settled.connect(self._trackers.take_throw)
        self._tables.owed_changed.connect(self._trackers.show_owed)
        self._tables.result_changed.connect(self._show_players)
        self._tables.table_made.connect(self._show_dice)
        self._tables.thrown.connect(lambda: self._show_dice(self._tables.table))
        self.fights.files_written.connect(campaigns.refresh)
        self._tables.files_written.connect(campaigns.refresh)
        self.fights.told.connect(campaigns.show_fight)
        self.fights.dice_fell.connect(campaigns.show_fight_dice)
        window.give_history("campaign", campaigns, campaigns.history_changed)
        window.give_history("encounter", self.fights, self.fights.history_changed)
        makers: tuple[tuple[str, Callable[[], QWidget]], ...] = (
            ("shelf", lambda: self.shelf),
            ("build", lambda: self.build),
            ("table", lambda: self.table),
            ("encounter", lambda: self.fights.page),
            ("tracker", lambda: self.tracker),
            ("campaign", lambda: self._campaigns.page),
            ("sheet", lambda: self.sheet),
            ("log", lambda: self.log),
            ("reference", lambda: self.reference),
        )
        for page, make in makers:
            window.add_page(page, make, "" if page in {"shelf", "log", "reference"} else BONES)
        window.page_shown.connect(self._entered)

    @property
    def tables(self) -> TablePages:
        """The pages of the table, with the log and the dice of the evening."""
        return self._tables

    @cached_property
    def shelf(self) -> "ShelfPage":
        """The Shelf page."""
        from bones_desktop.window.shelf.shelfpage import ShelfPage

        document, actions = self._document, self._window.actions_by_id
        page = ShelfPage(
            self._theme,
            self._shelf,
            lambda: document.rulebook,
            actions,
            self._window,
            may_look=self._may_look,
            opened=self._opened,
        )
        page.set_sort(self._shelf_sort)
        page.set_in_rows(self._shelf_rows)
        page.rows_changed.connect(self.shelf_rows_changed)
        page.sort_changed.connect(self.sort_changed)
        page.open_requested.connect(self.open_requested)
        page.table_requested.connect(self.table_requested)
        page.campaign_requested.connect(self._campaigns.add_members)
        page.tidy_requested.connect(self.tidy_requested)
        page.versions_requested.connect(self.versions_requested)
        page.restore_requested.connect(self.restore_requested)
        page.new_requested.connect(self.new_requested)
        page.import_requested.connect(self.import_requested)
        page.paste_requested.connect(self.paste_requested)
        document.changed.connect(lambda _change: page.look_again() if page.isVisible() else None)
        return page

    @cached_property
    def build(self) -> "BuilderPanel":
        """The Build page."""
        from bones_desktop.panels.builder.builderpanel import BuilderPanel

        today = self._campaigns.today
        page = BuilderPanel(self._document, self._theme, self._printed_only, self._window, today=today)
        page.set_animated(self._speed != "off")
        page.set_going_on(self._going_on)
        page.changer.template_wanted.connect(self._window.actions_by_id["packs"].trigger)
        page.edits.refused.connect(self.refused)
        page.changer.message.connect(self.message)
        return page

    def set_spoilers(self, shown: bool) -> None:
        """Set whether the Reference shows the adventure."""
        self._spoilers = shown
        if self._is_made("reference"):
            self.reference.set_spoilers(shown)

    def set_going_on(self, going_on: bool) -> None:
        """Set whether the next empty face is selected once an icon was chosen for one."""
        self._going_on = going_on
        if self._is_made("build"):
            self.build.set_going_on(going_on)

    def next_empty(self) -> None:
        """Go to the next empty face of the open character, or say that there is none."""
        self._window.show_page("build")
        if not self.build.next_empty():
            self.message.emit(_("No face is empty."))

    @property
    def table(self) -> "TablePage":
        """The Table page."""
        return self._tables.table

    @property
    def log(self) -> "LogPage":
        """The Log page."""
        return self._tables.log

    @property
    def tracker(self) -> "TrackerPage":
        """The Tracker page."""
        return self._trackers.page

    @cached_property
    def sheet(self) -> "SheetPage":
        """The Sheet page."""
        from bones_desktop.window.pages.sheetpage import SheetPage

        actions = self._window.actions_by_id
        document = self._document
        page = SheetPage(
            self._theme, document, lambda: document.sheet, self._kit(), actions["print"], actions["pdf"], self._window
        )
        page.set_paper(self._paper)
        page.paper_changed.connect(self.paper_changed)
        return page

    @cached_property
    def tour(self) -> "Tour":
        """The notes that show a newcomer how."""
        from bones_desktop.window.pages.tour import Tour

        return Tour(self._window, self, self._theme)

    @cached_property
    def reference(self) -> "ReferencePanel":
        """The Reference page."""
        from bones_desktop.panels.reference.referencepanel import ReferencePanel

        panel = ReferencePanel(self._document.rulebook, self._theme, self._window)
        panel.throw_requested.connect(self.play.ask)
        panel.back_requested.connect(self.guide.go_back)
        panel.spoilers_toggled.connect(self.spoilers_toggled)
        panel.set_spoilers(self._spoilers)
        return panel

    def _open_reference(self) -> None:
        game = self._window.game
        self.reference.open_at("" if game == BONES else game)

    @cached_property
    def fight(self) -> "FightWindow":
        """The window of the odds of a fight."""
        from bones_desktop.window.pages.fightwindow import FightWindow

        return FightWindow(self._document, self._theme, lambda: self._shelf, self._recent, self._window)

    @cached_property
    def everyone(self) -> "GroupWindow":
        """The window in which a party throws for one task."""
        from bones_desktop.window.pages.groupwindow import GroupWindow

        window = GroupWindow(
            self._tables.group_play(), self._document.rulebook, self._theme, self._everybody, self._window
        )
        window.set_pace(self._speed, gather=self._gather)
        window.message.connect(self.message)
        window.dice_fell.connect(self._campaigns.show_fight_dice)
        window.told.connect(self._campaigns.show_fight)
        return window

    def _companions(self) -> "list[Companion]":
        """Return the members of the campaign who have files."""
        members = self._campaigns.campaigns.members()
        return [(each.path, each.character) for each in members if each.path is not None and each.character is not None]

    def _everybody(self) -> "list[tuple[Somebody, bool]]":
        """Return who may throw with the others: the party, or the open character without one; then the roster."""
        from bones_desktop.play.bones.groupplay import Somebody

        here = self._document.character
        found = {
            each.member.id: (Somebody(each.member.id, each.character, filed=True), True)
            for each in self._campaigns.campaigns.members()
            if each.character is not None
        }
        if here.dice:
            filed = self._tables.open_path is not None
            found[here.id] = (Somebody(here.id, here, filed=filed), here.id in found or not found)
        for place, (file, character) in enumerate(self.fights.fighters()):
            key = file or f"fight:{place}"
            found.setdefault(key, (Somebody(key, character, filed=bool(file)), not found))
        return list(found.values())

    def _is_made(self, page: str) -> bool:
        return page in self.__dict__

    @property
    def paper(self) -> str:
        """The paper chosen for the sheet: a key of `printing.items.PAPERS`."""
        return {"a4": "A4", "letter": "Letter"}[self._paper]

    def refresh_shelf(self, paths: tuple[Path, ...]) -> None:
        """Show the folder as it is now, with the files at `paths` chosen; with none, those chosen before."""
        self._latest = paths or self._latest
        if self._window.page == "shelf":
            self._show_shelf()
        if self._is_made("fight"):
            self.fight.panel.refresh()

    def chosen_on_shelf(self) -> "Chosen | None":
        """Return who is chosen on the shelf; None while it is not in view."""
        return self.shelf.chosen() if self._window.page == "shelf" else None

    def find(self) -> None:
        """Show the shelf with the keyboard in its search."""
        self._window.show_page("shelf")
        self.shelf.start_search()

    def set_shelf_sort(self, sort: "ShelfSort") -> None:
        """Sort the shelf."""
        self._shelf_sort = sort
        if self._is_made("shelf"):
            self.shelf.set_sort(sort)

    def set_shelf_rows(self, in_rows: bool) -> None:
        """Show the shelf as rows, or else as cards."""
        self._shelf_rows = in_rows
        if self._is_made("shelf"):
            self.shelf.set_in_rows(in_rows)

    def set_shelf(self, shelf: Shelf) -> None:
        """Show another folder of characters."""
        self._shelf = shelf
        if self._is_made("shelf"):
            self.shelf.set_shelf(shelf)
        if self._is_made("fight"):
            self.fight.panel.refresh()

    def set_paper(self, paper: str) -> None:
        """Choose the paper of the Sheet page, "a4" or "letter"."""
        self._paper = paper
        if self._is_made("sheet"):
            self.sheet.set_paper(paper)

    def set_speed(self, speed: str) -> None:
        """Set how fast dice roll and turn: "normal", "quick" or "off"."""
        self._speed = speed
        if self._is_made("build"):
            self.build.set_animated(speed != "off")
        self._tables.set_speed(speed)
        self.fights.set_speed(speed)
        self._set_pace()

    def set_favourites(self, favourites: "tuple[Favourite, ...]") -> None:
        """Offer these tasks on the Table page."""
        self._tables.set_favourites(favourites)

    def set_gather(self, gather: bool) -> None:
        """Set whether dice glide into rows after a throw."""
        self._gather = gather
        self._tables.set_gather(gather)
        self.fights.set_gather(gather)
        self._set_pace()

    def _set_pace(self) -> None:
        if self._is_made("everyone"):
            self.everyone.set_pace(self._speed, gather=self._gather)

    def refresh_choices(self) -> None:
        """Offer templates by the present settings."""
        if self._is_made("build"):
            self.build.refresh_choices()

    def set_rulebook(self, rulebook: Rulebook) -> None:
        """Show another rulebook on the pages that do not follow the document, after packs were added or removed."""
        self._tables.set_rulebook(rulebook)
        if self._is_made("everyone"):
            self.everyone.set_rulebook(rulebook)
        if self._is_made("reference"):
            self.reference.set_rulebook(rulebook)

    @property
    def dice_in_motion(self) -> bool:
        """Whether dice of a throw tumble."""
        return self._tables.dice_in_motion

    def layout(self) -> dict[str, bytes]:
        """Return the state of splitters, and the tabs in view, by name."""
        tabs = {f"{page}{_TAB}": bytes([tabs.currentIndex()]) for page, tabs in self._tabs.items()}
        left = {name: part for name, part in self._left.items() if name.endswith(_TAB)}
        return {**self._tables.layout(), **left, **tabs}

    def restore(self, parts: Mapping[str, bytes]) -> None:
        """Take up the splitters and tabs of last time, of other pages once they are shown; what does not fit is not."""
        self._left = parts
        self._tables.restore(parts)
        for page, tabs in self._tabs.items():
            self._take_up(page, tabs)

    def _take_up(self, page: str, tabs: QTabBar) -> None:
        tabs.setCurrentIndex(int.from_bytes(self._left.get(f"{page}{_TAB}", bytes([tabs.currentIndex()]))[:1]))

    def _know_tabs(self, page: str) -> None:
        tabs = getattr(self._window.page_widget(), "tabs", None)
        if isinstance(tabs, QTabBar) and page not in self._tabs:
            self._tabs[page] = tabs
            if page != "build":  # which begins with what its character needs
                self._take_up(page, tabs)

    def close(self) -> None:
        """Stop what moves and close the log."""
        if self._is_made("shelf"):
            self.shelf.close_down()
        if self._is_made("fight"):
            self.fight.shutdown()
        if self._is_made("everyone"):
            self.everyone.close()
        self._campaigns.close()
        self.fights.close()
        self._tables.close()

    def _entered(self, page: str) -> None:
        self._know_tabs(page)
        searched = page in {"log", "reference"}
        allow(self._window.actions_by_id["find"], _("Ctrl+F searches this page.") if searched else "")
        if page == "shelf":
            self._show_shelf()
        elif page == "log":
            self._tables.log_seen()
        elif page == "encounter":
            self.fights.entered()
        elif page == "reference":
            self._open_reference()
        self._window.page_widget().setFocus()

    def _show_players(self, played: "Played") -> None:
        from bones_desktop.play.bones.fightlog import Told
        from bones_desktop.play.bones.words import result_words

        if played.is_secret:
            self._campaigns.show_fight(Told(secret_roll()))
            return
        words = result_words(self._document.rulebook, played)
        self._campaigns.show_result(played.owner.id, words)

    def _show_dice(self, page: "TablePage") -> None:
        def thrown() -> tuple[str, str] | None:
            played = page.play.played
            if played is None or played.is_secret:
                return None
            return played.owner.id, played.other.name if played.other else ""

        self._campaigns.show_dice(page.tray, thrown)

    def _show_growth(self) -> None:
        from bones_desktop.panels.builder.builderpanel import Tab

        self._window.show_page("build")
        self.build.tabs.setCurrentIndex(Tab.GROWTH)

    def _show_shelf(self) -> None:
        latest, self._latest = self._latest, ()
        self.shelf.refresh(*latest)

    def _tell_of_repaired_log(self, repair: "Repair") -> None:
        from bones_desktop.wording.log import repair_sentence

        self._window.banner.show_message(repair_sentence(repair), tone="warn")

    def _tell(self, error: FileProblem | DataFileError) -> None:
        text = file_sentence(error)
        if error.path == self._log_path:
            text = f"{text} {_('Until then, rolls count but are not kept in the log.')}"
        self._window.banner.show_message(text, tone="bad")
