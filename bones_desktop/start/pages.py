"""The pages of the window. Each page is imported and created when first shown, so a start waits for a single page."""

from collections.abc import Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QTabBar

from bones_desktop.desk.actions import allow
from bones_desktop.desk.desk import Desk
from bones_desktop.desk.documents import documents_folder
from bones_desktop.desk.mainwindow import BONES, CHARACTER_PAGES, PAGES
from bones_desktop.desk.playroom import PlayRoom
from bones_desktop.pages.reference.guideways import GuideWays
from bones_desktop.pages.shelf.fileactions import FileActions
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.start.campaignpages import CampaignPages
from bones_desktop.wording.language import _

if TYPE_CHECKING:
    from bones_desktop.pages.builder.builderpanel import BuilderPanel
    from bones_desktop.pages.campaign.campaignpage import CampaignPage
    from bones_desktop.pages.fight.encounterpage import EncounterPage
    from bones_desktop.pages.fight.fightwindow import FightWindow
    from bones_desktop.pages.log.logpage import LogPage
    from bones_desktop.pages.reference.referencepanel import ReferencePanel
    from bones_desktop.pages.sheet import SheetPage
    from bones_desktop.pages.shelf.shelfactions import GivingFiles, ShelfActions
    from bones_desktop.pages.shelf.shelfbar import Chosen
    from bones_desktop.pages.shelf.shelfpage import ShelfPage
    from bones_desktop.pages.table.groupwindow import GroupWindow
    from bones_desktop.pages.table.injuriespanel import InjuriesPanel
    from bones_desktop.pages.table.tablepage import TablePage
    from bones_desktop.pages.tracker.trackerpage import TrackerPage
    from bones_desktop.play.bones.followups import Companion
    from bones_desktop.play.bones.hands import Somebody
    from bones_desktop.play.bones.played import Played
    from bones_desktop.play.followups import TrackerAsk
    from bones_desktop.play.tableplay import TableRoller
    from bones_desktop.printing.printwindow import AtTable
    from bones_desktop.rules.bones.book.character import Character
    from bones_desktop.rules.bones.book.icons import Face
    from bones_desktop.rules.bones.making.sheet import Sheet
    from bones_desktop.rules.bones.reading.requests import Request
    from bones_desktop.rules.dice import Throw
    from bones_desktop.start.linkedpages import EncounterPages, TrackerPages
    from bones_desktop.start.tour import Tour
    from bones_desktop.storage.log.logentry import LogEntry

_TAB: Final = "-tab"
_OF_ALL: Final = frozenset({"shelf", "log", "reference"})
"""The pages that every game has."""


class Pages(QObject):
    """Owns the pages of BONES and switches between them. This is the `Navigation` object of the desk."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.window)
        self._desk = desk
        self._window = window = desk.window
        self._latest: tuple[Path, ...] = ()
        """Files to select when the shelf is next in view."""
        self._tabs: dict[str, QTabBar] = {}
        """The tab bars of pages that were shown."""
        self._last: Throw[Face] | None = None
        """Dice of the last roll whose result was shown."""
        # Set this first, because the objects created below get the navigation from the desk.
        desk.navigation = self
        self.files = FileActions(desk)
        self.campaigns = CampaignPages(desk)
        self.room = PlayRoom(desk, self._companions)
        # The log is closed after all objects created later, because fights and the table write to it.
        desk.at_end.append(self.room.close)
        self.guide = GuideWays(window, desk.theme, self._reference)
        for page in PAGES:
            # Pages are passed by name, because each is imported and created when the window first shows it.
            window.add_page(page, partial(getattr, self, page), "" if page in _OF_ALL else BONES)
        window.page_shown.connect(self._entered)
        desk.events.shelf_changed.connect(self.refresh_shelf)
        desk.settings.follow("characters_folder", self._follow_folder)

    # Requests from one page to another (see `Navigation`).

    def show_page(self, page: str) -> None:
        """Show a page of the current game."""
        self._window.show_page(page)

    def open_file(self, path: Path) -> bool:
        """Open a character and return whether that worked. The window stays on its page."""
        return self.files.open(path)

    def open_character(self, path: Path) -> bool:
        """Open a character, show it, and return whether it is open."""
        return self.files.work_on(path)

    def show_character(self) -> None:
        """Show the Build page, unless a page of the open character is already shown."""
        if self._window.page not in CHARACTER_PAGES:
            self._window.show_page("build")

    def show_made(self) -> None:
        """Show a new character on the Build page. If it is finished and the Table page is shown, stay there."""
        if self._window.page != "table" or not self._desk.games.is_whole:
            self._window.show_page("build")

    def prepare_throw(self, request: "Request") -> None:
        """Fill in the Table page for a roll."""
        self.dice.ask(request)

    def repeat_throw(self, entry: "LogEntry") -> None:
        """Fill in the Table page with the task of a roll in the log."""
        if not self._desk.games.repeat(entry):
            self.dice.repeat(entry)

    def show_tracker(self, ask: "TrackerAsk") -> None:
        """Show a part of the Tracker page."""
        self.trackers.show(ask)

    def show_growth(self) -> None:
        """Show the Growth tab of the Build page, where sessions become icons."""
        # Imported late: a start imports only the page in view.
        from bones_desktop.pages.builder.builderpanel import Tab

        self._window.show_page("build")
        self.build.tabs.setCurrentIndex(Tab.GROWTH)

    def show_calendar(self) -> None:
        """Show the calendar of the open character's campaign."""
        self.trackers.show_calendar()

    def show_players(self) -> None:
        """Bring the players' view to the front."""
        self.campaigns.show_players()

    def show_handout(self, number: int) -> None:
        """Show a note of the open campaign in the players' view. The number 0 hides the note."""
        self.campaigns.show_handout(number)

    def chosen_files(self) -> Sequence[Path]:
        """Return the files of the characters selected on the Shelf page; none while it is not in view."""
        chosen = self.chosen_on_shelf()
        return tuple(entry.path for entry in chosen.entries) if chosen is not None and not chosen.removed else ()

    def chosen_on_shelf(self) -> "Chosen | None":
        """Return the selection on the shelf; None while it is not in view."""
        return self.shelf.chosen() if self._window.page == "shelf" else None

    def open_fight(self, path: Path) -> None:
        """Open a fight. If that fails, the current fight stays open."""
        self.fights.open(path)

    # Parts that a start does not need. Each is imported on first use, together with the modules that it needs.

    @cached_property
    def giving(self) -> "GivingFiles":
        """Imports and exports files."""
        # Imported late: a start imports only the page in view.
        from bones_desktop.pages.shelf.shelfactions import GivingFiles

        return GivingFiles(self._desk, self.files)

    @cached_property
    def shelf_actions(self) -> "ShelfActions":
        """Actions on the characters chosen on the shelf."""
        # Imported late: a start imports only the page in view.
        from bones_desktop.pages.shelf.shelfactions import ShelfActions

        return ShelfActions(self._desk, self.files, self.giving, self.chosen_on_shelf)

    @cached_property
    def fights(self) -> "EncounterPages":
        """The fight and its page."""
        # Imported late: a start imports only the page in view.
        from bones_desktop.start.linkedpages import EncounterPages

        return EncounterPages(self._desk, self.room, self.campaigns)

    @cached_property
    def trackers(self) -> "TrackerPages":
        """The Tracker page and its links to other pages."""
        # Imported late: a start imports only the page in view.
        from bones_desktop.start.linkedpages import TrackerPages

        return TrackerPages(self._desk, self.room, self.campaigns)

    # The pages.

    @cached_property
    def shelf(self) -> "ShelfPage":
        """The Shelf page."""
        # Imported late: a start imports only the page in view.
        from bones_desktop.pages.shelf.shelfpage import ShelfPage

        page = ShelfPage(self._desk, self.files, self.giving, self.shelf_actions)
        self._desk.at_end.append(page.close_down)
        page.campaign_requested.connect(self.campaigns.add_members)
        return page

    @cached_property
    def build(self) -> "BuilderPanel":
        """The Build page."""
        # Imported late: a start imports only the page in view.
        from bones_desktop.pages.builder.builderpanel import BuilderPanel

        desk = self._desk
        page = BuilderPanel(desk.document, desk.theme, self._window, today=desk.today)
        desk.pace.follow(partial(_animate, page))
        desk.settings.follow("go_on", page.set_going_on)
        desk.settings.follow("printed_templates_only", page.set_printed_only)
        page.changer.template_wanted.connect(self._window.actions_by_id["packs"].trigger)
        page.edits.refused.connect(desk.notices.refuse)
        page.changer.message.connect(desk.notices.say)
        return page

    @cached_property
    def table(self) -> "TablePage":
        """The Table page."""
        # Imported late: a start imports only the page in view.
        from bones_desktop.pages.table.tablepage import TablePage

        page = TablePage(self._desk, self.room.table, self._window)
        self._desk.at_end.append(page.shutdown)
        page.play.thrown.connect(self._thrown)
        page.play.settled.connect(self._use_in_season)
        # Each of these signals means that the dice have stopped, so the players may see the result.
        for lies_still in (page.play.settled, page.cut_short, page.spiffs.amended):
            lies_still.connect(self._show_result)
        page.spiffs.relogged.connect(self._follow_result)
        page.spiffs.marked.connect(self._follow_mark)
        page.logged.connect(partial(self.room.add_line, by=page.log))
        page.amended.connect(partial(self.room.amend_line, by=page.log))
        self.room.show_lines(page.log)
        # The players' view asks immediately for the roll's owner, before this page is stored as `table`.
        self.campaigns.show_dice(page.tray, partial(_whose_throw, page))
        return page

    @property
    def encounter(self) -> "EncounterPage":
        """The Fight page."""
        return self.fights.page

    @property
    def tracker(self) -> "TrackerPage":
        """The Tracker page."""
        return self.trackers.page

    @property
    def campaign(self) -> "CampaignPage":
        """The Campaign page."""
        return self.campaigns.page

    @cached_property
    def sheet(self) -> "SheetPage":
        """The Sheet page."""
        # Imported late: a start imports only the page in view.
        from bones_desktop.pages.sheet import SheetPage

        document = self._desk.document
        return SheetPage(self._desk, document, lambda: document.sheet)

    @cached_property
    def log(self) -> "LogPage":
        """The Log page."""
        # Imported late: a start imports only the page in view.
        from bones_desktop.pages.log.logpage import LogPage

        return LogPage(self._desk, self.room, documents_folder, self._window)

    @cached_property
    def reference(self) -> "ReferencePanel":
        """The Reference page."""
        # Imported late: a start imports only the page in view.
        from bones_desktop.pages.reference.referencepanel import ReferencePanel

        return ReferencePanel(self._desk, self.guide.go_back, self._table_roller, self._window)

    def _table_roller(self) -> "TableRoller":
        return self.room.table_roller

    def _reference(self) -> "ReferencePanel":
        return self.reference

    @cached_property
    def tour(self) -> "Tour":
        """The notes of the tour for new users."""
        # Imported late: few starts show the tour.
        from bones_desktop.start.tour import Tour

        return Tour(self._window, self, self._desk.theme)

    @cached_property
    def odds(self) -> "FightWindow":
        """The window with the odds of a fight."""
        # Imported late: few sessions open this window.
        from bones_desktop.pages.fight.fightwindow import FightWindow

        desk = self._desk
        window = FightWindow(desk.document, desk.theme, lambda: desk.shelf, desk.recent, self._window)
        desk.at_end.append(window.shutdown)
        return window

    @cached_property
    def everyone(self) -> "GroupWindow":
        """The window in which a party rolls for one task."""
        # Imported late: few sessions open this window.
        from bones_desktop.pages.table.groupwindow import GroupWindow

        window = GroupWindow(self._desk, self.room.group_play(), self._everybody, self._window)
        window.dice_fell.connect(self.campaigns.show_fight_dice)
        window.told.connect(self.campaigns.show_fight)
        self._desk.at_end.append(window.close)
        return window

    # Functions of the window's actions.

    def next_empty(self) -> None:
        """Go to the next empty face of the open character, or report that no face is empty."""
        self._window.show_page("build")
        if not self.build.next_empty():
            self._desk.notices.say(_("No face is empty."))

    def find(self) -> None:
        """Show the shelf and move the focus to its search field."""
        self._window.show_page("shelf")
        self.shelf.start_search()

    @property
    def dice(self) -> "TablePage":
        """The Table page. It is shown before it is returned."""
        self._window.show_page("table")
        return self.table

    @property
    def wounds(self) -> "InjuriesPanel | TrackerPage":
        """The widget where dice are lost and healed: the Tracker page if it is in view, otherwise the Table page."""
        return self.tracker if self._window.page == "tracker" else self.dice.injuries

    def begin_scene(self) -> None:
        """Ask for the name of a scene on the Log page."""
        self._window.show_page("log")
        self.log.ask_scene()

    # Tasks that affect several pages.

    def refresh_shelf(self, paths: tuple[Path, ...] = ()) -> None:
        """Show the current folder and select the files at `paths`. Without `paths`, keep the selection."""
        self._latest = paths or self._latest
        # The folder is read only when the shelf is in view.
        if self._window.page == "shelf":
            self._show_shelf()
        if "odds" in self.__dict__:
            self.odds.refresh()

    def _follow_folder(self, _folder: str) -> None:
        self.refresh_shelf()

    def set_rulebook(self, rulebook: Rulebook) -> None:
        """Show another rulebook on the pages that do not use the document, after packs were added or removed."""
        for name in ("table", "log", "everyone", "reference"):
            if name in self.__dict__:
                getattr(self, name).set_rulebook(rulebook)

    @property
    def dice_in_motion(self) -> bool:
        """True if dice are rolling."""
        return "table" in self.__dict__ and self.table.play.pending

    def layout(self) -> dict[str, bytes]:
        """Return the state of splitters, and the selected tabs, by name."""
        tabs = {f"{page}{_TAB}": bytes([tabs.currentIndex()]) for page, tabs in self._tabs.items()}
        # Pages that were not shown in this run keep the tab of an earlier run.
        return {**self._desk.layout, **tabs}

    def restore_tabs(self) -> None:
        """Select the last used tab of each page created so far. At a start, the Build page is included."""
        for page, tabs in self._tabs.items():
            self._take_up(page, tabs)

    def _take_up(self, page: str, tabs: QTabBar) -> None:
        tabs.setCurrentIndex(int.from_bytes(self._desk.layout.get(f"{page}{_TAB}", bytes([tabs.currentIndex()]))[:1]))

    def _know_tabs(self, page: str) -> None:
        tabs = getattr(self._window.page_widget(), "tabs", None)
        if isinstance(tabs, QTabBar) and page not in self._tabs:
            self._tabs[page] = tabs
            if page != "build":  # A Build page that is created later opens on the tab that its character needs.
                self._take_up(page, tabs)

    def _entered(self, page: str) -> None:
        self._know_tabs(page)
        searched = page in {"log", "reference"}
        allow(self._window.actions_by_id["find"], _("Ctrl+F searches this page.") if searched else "")
        # The folder is read only now, so that starts and edits never wait for it.
        if page == "shelf":
            self._show_shelf()
        elif page == "log":
            self.log.reload()
        elif page == "encounter" and self._window.game == BONES:
            self.fights.entered()
        elif page == "reference":
            self.reference.open_at("" if self._window.game == BONES else self._window.game)
        self._window.page_widget().setFocus()

    def _show_shelf(self) -> None:
        latest, self._latest = self._latest, ()
        self.shelf.refresh(*latest)

    # The players' view of rolls.

    def _use_in_season(self, played: "Played") -> None:
        # Until the Tracker page has been shown, no season action can wait for a roll.
        if "trackers" in self.__dict__:
            self.trackers.take_throw(played)

    def _thrown(self) -> None:
        self._desk.notices.toast.withdraw_hint()
        self.campaigns.show_dice(self.table.tray, partial(_whose_throw, self.table))

    def _show_result(self, played: "Played") -> None:
        """Show the players the result of a roll when its dice have stopped, and again when the result changes later."""
        # Imported late: it is only needed once dice are rolled.
        from bones_desktop.play.bones.fightlog import PlayersMessage
        from bones_desktop.play.bones.harm import result_words

        self._last = played.throw
        if played.is_secret:
            self.campaigns.show_fight(PlayersMessage(_("Secret roll")))
            return
        words = result_words(self._desk.document.rulebook, played)
        self.campaigns.show_result(played.owner.id, words)

    def _follow_result(self, played: "Played") -> None:
        # Spiffs may be used on an older roll, but the players see the latest one.
        if played.throw is self._last:
            self._show_result(played)

    def _follow_mark(self, entry: "LogEntry") -> None:
        play = self.table.play
        if play.played is not None and play.played.entry == entry and not play.pending:
            self._show_result(play.played)

    # Characters who may take part in a roll.

    def _companions(self) -> "list[Companion]":
        """Return the members of the campaign who have files."""
        members = self.campaigns.campaigns.members()
        return [(each.path, each.character) for each in members if each.path is not None and each.character is not None]

    def _everybody(self) -> "list[tuple[Somebody, bool]]":
        """Return the characters who may roll together: the party, the open character, then the roster.

        Each comes with True if it is ticked at first.
        """
        # Imported late: few sessions roll for a group.
        from bones_desktop.play.bones.hands import Somebody

        here = self._desk.document.character
        found = {
            each.member.id: (Somebody(each.member.id, each.character, filed=True), True)
            for each in self.campaigns.campaigns.members()
            if each.character is not None
        }
        # A character without dice has nothing to roll.
        if here.dice:
            filed = self._desk.anyone.open_path is not None
            found[here.id] = (Somebody(here.id, here, filed=filed), here.id in found or not found)
        fighters = self.fights.fighters() if "fights" in self.__dict__ else ()
        for place, (file, character) in enumerate(fighters):
            # A fighter without a file has no id, so its place in the roster is used.
            key = file or f"fight:{place}"
            found.setdefault(key, (Somebody(key, character, filed=bool(file)), not found))
        return list(found.values())

    def at_table(self) -> "AtTable":
        """Return the tables and sheets that can be printed for a session: GM tables, party, fight, beasts and cast."""
        # Imported late: a start prints nothing.
        from bones_desktop.printing.printwindow import AtTable, Group
        from bones_desktop.rules.bones.book.rulebook import BlockKind
        from bones_desktop.rules.bones.making.edits import character_from_block
        from bones_desktop.rules.bones.making.sheet import derive

        rulebook = self._desk.document.rulebook

        # Each group gets a function, because deriving all sheets is slow and most sheets are never printed.
        def sheets(people: "Sequence[Character]") -> "list[Sheet]":
            return [derive(rulebook, each) for each in people]

        def party() -> "list[Sheet]":
            return sheets([each.character for each in campaigns.members() if each.character is not None])

        def fight() -> "list[Sheet]":
            return sheets([each.character for each in self.fights.document.fight.encounter.fighters])

        def blocks(kind: BlockKind) -> "list[Sheet]":
            found = [each for each in rulebook.offered_blocks if each.kind is kind]
            # Stat blocks get an id of zeros, because they have no file that could be looked up.
            return sheets([character_from_block(rulebook, each, "0" * 32) for each in found])

        campaigns = self.campaigns.campaigns
        campaign, groups = campaigns.campaign, list[Group]()
        if campaign is not None and campaign.members:
            groups.append(Group("party", _("The party of {name}").format(name=campaign.name), party))
        if "fights" in self.__dict__ and self.fights.fighters():
            groups.append(Group("fight", _("Fighters of the fight"), fight, self.fights.note()))
        groups += [
            Group("beasts", _("All beasts of the rulebook"), partial(blocks, BlockKind.BEAST)),
            Group("cast", _("All cast of the rulebook"), partial(blocks, BlockKind.CAST)),
            Group("hordes", _("All hordes of the rulebook"), partial(blocks, BlockKind.HORDE)),
        ]
        return AtTable(rulebook, tuple(groups), campaign.name if campaign is not None else "")


def _whose_throw(page: "TablePage") -> tuple[str, str] | None:
    """Return the id of the roller and the opponent's name; None if nothing was rolled or the roll is secret."""
    played = page.play.played
    if played is None or played.is_secret:
        return None
    return played.owner.id, played.other.name if played.other else ""


def _animate(page: "BuilderPanel", speed: str) -> None:
    page.set_animated(speed != "off")
