"""Builds and joins the parts of the running program: settings, theme, document, file, window and pages."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QDialog

from bones_desktop.document.bones.characterdocument import (
    AnyCharacter,
    CharacterDocument,
    CharacterSession,
    ClosedFiles,
)
from bones_desktop.rules.bones.book.advancement import is_finished
from bones_desktop.rules.bones.book.character import Character, Kind
from bones_desktop.rules.bones.book.rulebook import HouseRules, Rulebook
from bones_desktop.rules.bones.game import BONES
from bones_desktop.rules.bones.making.edits import new_character, set_house_rules
from bones_desktop.rules.reasons import Reason, is_complete
from bones_desktop.storage.files.characterfile import CHARACTERS, new_id
from bones_desktop.storage.files.locations import Locations
from bones_desktop.storage.files.saving import FileStore
from bones_desktop.storage.files.settings import Settings, SettingsFiles
from bones_desktop.storage.files.textfiles import FileProblem, is_there, sweep_temporaries
from bones_desktop.storage.files.undohistory import UndoHistories
from bones_desktop.storage.files.versions import Versions
from bones_desktop.storage.rulebook.rulebookfile import shipped_rulebook
from bones_desktop.storage.shelf.shelf import REMOVED, Shelf
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.focus import FocusGuide
from bones_desktop.widgets.localized import usual_paper
from bones_desktop.window.campaign.campaignpages import CampaignPages
from bones_desktop.window.games.gamepages import GamePlaces, OpenGames
from bones_desktop.window.packs.ownpacks import OwnPacks
from bones_desktop.window.pages.encounterpages import FightPlaces
from bones_desktop.window.pages.pages import Pages
from bones_desktop.window.pages.printactions import PrintActions
from bones_desktop.window.shelf.fileactions import FileActions, FileNameFollower
from bones_desktop.window.shelf.givingfiles import GivingFiles
from bones_desktop.window.shelf.shelfactions import ShelfActions
from bones_desktop.window.shell.desk import Desk, FileEvents, OpenedGame
from bones_desktop.window.shell.documents import open_local
from bones_desktop.window.shell.mainwindow import CHARACTER_PAGES, MainWindow
from bones_desktop.window.shell.savetroubles import SaveTroubles
from bones_desktop.window.shell.settingskeeper import Layout, LayoutFile, Pace, PageKeeper, SettingsKeeper
from bones_desktop.window.start.endings import Endings, Leaving
from bones_desktop.window.start.faults import CrashReports
from bones_desktop.window.start.opening import CAMPAIGN, FIGHT, Opening, OtherFiles
from bones_desktop.window.start.outside import OutsideLooks
from bones_desktop.wording.files import file_sentence, undo_sentence, versions_sentence
from bones_desktop.wording.language import _
from bones_desktop.wording.reasons import sentence

_ICON_AFTER_MS: Final = 200
"""The window's icon is drawn in all its sizes, which takes a tenth of the time of the page: the page comes first."""


def without_spoilers(rulebook: Rulebook, settings: Settings) -> Rulebook:
    """Return the rulebook whose lists offer what is of the adventure only where the game master wants it."""
    return replace(rulebook, hidden=() if settings.spoilers else ("adventure",))


class Application(QObject):
    """The running program, one for each process: it holds everything that lives as long as the window."""

    def __init__(
        self,
        app: QApplication,
        locations: Locations,
        clock: Callable[[], datetime],
        *,
        safe: bool = False,
        last_crash: str = "",
        window: MainWindow | None = None,
    ) -> None:
        """Fill `window`, which may be on the screen already; without one, make one."""
        super().__init__()
        self._app = app
        self._locations = locations
        self._clock = clock
        self._safe = safe
        self.last_crash = last_crash
        files = SettingsFiles(locations.settings_file, locations.window_state_file, clock)
        self._layout = LayoutFile(files)
        first = not is_there(locations.settings_file)
        loaded = files.load()
        self.settings_moved = loaded.damaged
        if first:
            loaded = replace(loaded, settings=loaded.settings.with_(paper=usual_paper()))
        self.settings = SettingsKeeper(files, loaded, self)
        self.theme = Theme(loaded.settings.theme, loaded.settings.text_size, self)
        self.theme.apply(app, dressed=False)
        self._focus = FocusGuide(self.theme, app, self)
        rulebook = shipped_rulebook()
        self.packs = OwnPacks(rulebook, locations.packs, self.theme, lambda: self.window, self)
        self._unkept: dict[tuple[bool, str], str] = {}
        versions = Versions(locations.versions, self._tell_unkept)
        self.document = CharacterDocument(
            without_spoilers(self.packs.rulebook, loaded.settings),
            new_character(new_id(), house_rules=loaded.settings.house_rules),
            self,
        )
        store, histories = (
            FileStore(CHARACTERS, versions, clock),
            UndoHistories(locations.undo, Character, versions.troubled),
        )
        self.session = CharacterSession(self.document, store, histories, self)
        self.session.give_file = self._give_a_file
        self.shelf = self._open_shelf()
        self.window = window or MainWindow()
        self.window.fill(self.theme, self.document, self._calls())
        self.events = FileEvents(self)
        anyone = AnyCharacter(self.document, self.session, ClosedFiles(store, histories))
        desk = Desk(
            self.document, self.session, versions, lambda: self.games, self.theme,
            lambda: self.printing.kit, self.window.banner, self.window.toast, self.window,
            lambda: self.settings.value.house_rules, lambda: self.settings.value.printed_templates_only,
            lambda: self.shelf, self.events,
            lambda paths: self._others.take_in(paths),
        )  # fmt: skip
        self.files = FileActions(desk, self)
        self.giving = GivingFiles(desk, self.files, clock, self)
        self._file_names = FileNameFollower(self.session, lambda: self.shelf, self.events, self)
        self.shelf_actions = ShelfActions(desk, self.files, self.giving, lambda: self.pages.chosen_on_shelf(), self)
        self.campaigns = CampaignPages(
            self.document, self.theme, anyone, lambda: self.shelf, locations.campaigns, versions, clock,
            lambda: self.settings.value.last_campaign, self.window, locations.undo / "campaigns",
        )  # fmt: skip
        self.pages = Pages(
            self.window, self.document, self.theme, self.shelf, anyone, lambda: self.settings.value.recent,
            locations.roll_log, clock, lambda: self.printing.kit,
            lambda: self.settings.value.printed_templates_only, self.campaigns,
            FightPlaces(
                locations.fights, locations.undo / "fights", versions, clock, lambda: self.settings.value.last_fight
            ),
            lambda: self._is_saved(), lambda: desk.open_session.path,
            self,
        )  # fmt: skip
        self.games = OpenGames(
            OpenedGame(CHARACTERS.system, self.session, anyone), self.window, self.theme, self.pages.tables,
            GamePlaces(
                locations.undo, versions, clock, lambda: self.shelf, lambda: self.printing.kit, self.files.open,
                self.events,
            ),
        )  # fmt: skip
        self.printing = PrintActions(
            self.window,
            self.theme,
            self.document,
            lambda: self.pages.paper,
            lambda: self.packs.letters,
            lambda: self.games.current.sheet_now() if self.games.current else None,
            lambda: (self.games.current.small, self.games.current.document.value) if self.games.current else None,
            self.settings,
            self._chosen_files,
            locations.printed_faces,
            self,
            groups=self._at_the_table,
            title=lambda: self.campaigns.campaigns.campaign.name if self.campaigns.campaigns.campaign else "",
        )
        self._troubles = SaveTroubles(self.session, lambda: self.shelf, self.window.banner, self.files.open, self)
        signs = self.window.unsaved
        signs.follow(self.session, _("The character is not saved."), self._troubles.show_error)
        packs_unsaved = _("Your house templates are not saved.")
        signs.watch(lambda: packs_unsaved if self.packs.unsaved else "", self.packs.show, self.packs.saving_changed)
        self._opening = Opening(
            self.session, self.files, lambda: self.shelf, self.settings, self.window.banner, self._troubles, self
        )
        others = {
            CAMPAIGN: ("campaign", lambda path: self.campaigns.open(path)),
            FIGHT: ("encounter", lambda path: self.pages.fights.open(path)),
        }
        self._others = OtherFiles(self.packs.take_in, others, self._show_bones_page)
        self.crashes = CrashReports(self.theme, self._is_saved, locations.state, self.window, self)
        self._leaving = Leaving(
            self.window,
            self._flush_all,
            self.quit,
            self,
        )
        self.endings = Endings(app, save=self.save_everything, end=self.end, parent=self)
        self.pace = Pace(self)
        self._looks = OutsideLooks(app, self.window, self._open_files, self)
        self._looks.written.connect(self._look)
        self._page_keeper = PageKeeper(lambda: self.dice_in_motion, self._save_layout, self)
        self._icon_due = QTimer(self, singleShot=True)
        self._icon_due.timeout.connect(self._settle)
        self._join()
        self._take_settings(None, self.settings.value)

    def open_first(self, paths: Sequence[Path]) -> None:
        """Show the window with the files of the command line, as it was left, or with the invitation of a new user."""
        if self._safe:
            self._layout.forget()
        layout = self._layout.load()
        self._page_keeper.know(layout.page)
        if not self.window.isVisible():
            self.window.take_place(layout.geometry, self.theme.px)
        try:
            self.window.show_page(self._opening.open(self._others.hold(paths), layout.page, safe=self._safe))
            self.pages.restore(layout.parts)
            self._others.open_held()
        finally:
            self.theme.dress()
            self._icon_due.start(_ICON_AFTER_MS)
        self.window.come_up()
        self.window.activateWindow()
        self._tell_of_last_time()
        self.packs.report_trouble(self.window.banner)

    def hand_over(self, paths: Sequence[Path]) -> None:
        """Open files that another start handed over, and come to the front.

        They wait while a dialog is open: its answer, such as an earlier version, is meant for the character open now.
        """
        dialog = self._app.activeModalWidget()
        if isinstance(dialog, QDialog):
            dialog.finished.connect(lambda: QTimer.singleShot(0, self, lambda: self.hand_over(paths)))
        else:
            self.files.open_all(self._others.take_in(paths))
        self.window.setWindowState(self.window.windowState() & ~Qt.WindowState.WindowMinimized)
        self.window.raise_()
        self.window.activateWindow()

    def save_everything(self) -> None:
        """Save what is typed, the layout and the settings."""
        self._flush_all()
        self._save_layout()

    def _open_files(self) -> tuple[Path, ...]:
        """Return the files of everything that is open; none while dice of a throw tumble, which nothing disturbs."""
        if self.dice_in_motion:
            return ()
        others = (self.pages.fights.open_path, self.campaigns.open_path)
        return tuple(path for path in (*(each.session.path for each in self.games.opened), *others) if path is not None)

    def _look(self) -> None:
        """Take in what other programs wrote to the files that are open."""
        for each in self.games.opened:
            each.session.look()
        self.pages.fights.look()
        self.campaigns.look()

    @property
    def dice_in_motion(self) -> bool:
        """Whether dice of a throw tumble, of whichever game."""
        return (self.games.current or self.pages).dice_in_motion

    def _is_saved(self) -> bool:
        """Return whether the disk holds the open characters of all games."""
        return all(each.session.is_saved for each in self.games.opened)

    def _flush_all(self) -> bool:
        """Save everything but settings and layout, and return whether all of it is saved."""
        fights, campaigns = self.pages.fights, self.campaigns
        return all((self.session.flush(), self.games.flush(), fights.flush(), campaigns.flush(), self.packs.flush()))

    def _save_layout(self) -> None:
        geometry = bytes(self.window.saveGeometry().data())
        self._layout.save(Layout(geometry, self.window.page, self.pages.layout(), self.theme.shown))

    def close(self) -> None:
        """Stop and save everything after the window has closed."""
        self._page_keeper.close()
        self._looks.close()
        self._icon_due.stop()
        self.endings.close()
        self.pace.close()
        self._file_names.close()
        self.games.close()
        self.pages.close()
        self.document.undo_stack.blockSignals(True)
        self.packs.close()

    def _calls(self) -> dict[str, Callable[[], None]]:
        return {
            "new": lambda: self.files.new(),
            "from-text": lambda: self.files.make_from_text(),
            "surprise": lambda: self.files.surprise(),
            "open": lambda: self.files.ask_open(),
            "rename": lambda: self.shelf_actions.rename(),
            "duplicate": lambda: self.shelf_actions.duplicate(),
            "tags": lambda: self.shelf_actions.tags(),
            "compare": lambda: self.shelf_actions.compare(),
            "remove": lambda: self.shelf_actions.remove(),
            "import": lambda: self.giving.ask_import(),
            "export": lambda: self.shelf_actions.export(),
            "versions": lambda: self.shelf_actions.versions(),
            "print": lambda: self.printing.print(),
            "pdf": lambda: self.printing.save_pdf(),
            "print-dice": lambda: self.printing.show_window(),
            "makers": lambda: self.printing.show_makers(),
            "copy-text": lambda: self.printing.copy_text(),
            "copy-markdown": lambda: self.printing.copy_markdown(),
            "copy-picture": lambda: self.printing.copy_picture(),
            "save-picture": lambda: self.printing.save_picture(),
            "packs": self.packs.show,
            "settings": self._show_settings,
            "quit": self.quit,
            "undo": lambda: self.window.undo(),
            "redo": lambda: self.window.redo(),
            "find": lambda: self.pages.find(),
            "throw": lambda: (self.games if self.games.current else self.pages.play).throw(),
            "by-hand": lambda: (self.games if self.games.current else self.pages.play).enter_by_hand(),
            "reroll": lambda: self.pages.play.throw_again(),
            "success": lambda: self.pages.play.buy_success(),
            "veto": lambda: self.pages.play.veto(),
            "scene": lambda: self.pages.play.begin_scene(),
            "injure": lambda: self.pages.play.injure(),
            "heal": lambda: self.pages.play.heal(),
            "fight": lambda: self.pages.fight.come_up(),
            "everyone": lambda: self.pages.everyone.come_up(),
            "players": lambda: self.campaigns.show_players(),
            "next-empty": lambda: self.pages.next_empty(),
            "going-on": lambda: self.settings.edit(go_on=self.window.actions_by_id["going-on"].isChecked()),
            "full-screen": self.window.toggle_full_screen,
            "show-how": self._show_how,
            "guide": lambda: self.pages.guide.open_page(),
            "keys": self._show_keys,
            "check-log": lambda: self.pages.tables.keeper.check(),
            "logs": self._open_folder,
            "about": self._show_about,
        }

    def _join(self) -> None:
        self._opening.how_wanted.connect(self._show_first)
        self.session.reloaded.connect(self.window.tell_reloaded)
        self.events.opened.connect(lambda _path: self.window.banner.dismiss())
        self.events.opened.connect(self.settings.remember)
        self.events.removed.connect(self.settings.forget)
        self.events.moved.connect(self._remember_moved)
        self.events.shelf_changed.connect(self.pages.refresh_shelf)
        self.events.shelf_changed.connect(lambda _paths: self.campaigns.refresh())
        self.pages.fights.fight_changed.connect(self.settings.remember_fight)
        self.campaigns.campaign_changed.connect(self.settings.remember_campaign)
        self.events.show_requested.connect(self._show_character)
        self.events.made.connect(self._show_made)
        self.events.shelf_requested.connect(lambda: self.window.show_page("shelf"))
        self.pages.open_requested.connect(self.files.work_on)
        self.pages.versions_requested.connect(self.files.versions_of_damaged)
        self.pages.table_requested.connect(self._take_to_table)
        self.pages.tidy_requested.connect(self.shelf_actions.tidy)
        self.pages.restore_requested.connect(self.shelf_actions.restore)
        self.pages.sort_changed.connect(lambda sort: self.settings.edit(shelf_sort=sort))
        self.pages.shelf_rows_changed.connect(lambda in_rows: self.settings.edit(shelf_rows=in_rows))
        self.pages.new_requested.connect(self.files.new)
        self.pages.import_requested.connect(self.giving.ask_import)
        self.pages.paste_requested.connect(self.giving.paste)
        self.pages.refused.connect(self._refused)
        self.games.refused.connect(self._refused)
        self.games.message.connect(lambda text: self.window.toast.show_message(text))
        self.pages.message.connect(lambda text: self.window.toast.show_message(text))
        self.pages.diary_print_requested.connect(lambda year: self.printing.print_diary(year))
        self.pages.diary_pdf_requested.connect(lambda year: self.printing.save_diary_pdf(year))
        self.pages.spoilers_toggled.connect(lambda shown: self.settings.edit(spoilers=shown))
        self.pages.favourites_changed.connect(lambda kept: self.settings.edit(favourites=kept))
        self.pages.paper_changed.connect(lambda paper: self.settings.edit(paper=paper))
        self.pace.changed.connect(self.pages.set_speed)
        self.settings.changed.connect(self._take_settings)
        self.settings.save_failed.connect(self._settings_not_kept)
        self.window.files_dropped.connect(self.giving.import_all)
        self.packs.rulebook_changed.connect(self._use_packs)
        self.window.files_left_out.connect(self.giving.show_left_out)
        self.window.closing.connect(self.save_everything)
        self.window.page_shown.connect(self._page_keeper.show)
        self.window.recent_menu.follow(lambda: self.settings.value.recent)
        self.window.recent_menu.open_requested.connect(self.files.work_on)
        self.window.recent_menu.clear_requested.connect(lambda: self.settings.edit(recent=()))

    def _take_settings(self, before: Settings | None, settings: Settings) -> None:
        self.theme.set_text_size(settings.text_size)
        self.theme.set_theme(settings.theme)
        self.pages.set_paper(settings.paper)
        self.pages.set_shelf_sort(settings.shelf_sort)
        self.pages.set_shelf_rows(settings.shelf_rows)
        if before is None or before.animation != settings.animation:
            self.pace.choose(settings.animation)
        self.pages.set_gather(settings.gather)
        self.pages.set_going_on(settings.go_on)
        self.pages.set_spoilers(settings.spoilers)
        if before is not None and before.spoilers != settings.spoilers:
            self._use_packs(self.packs.rulebook)
        self.window.actions_by_id["going-on"].setChecked(settings.go_on)
        self.pages.set_favourites(settings.favourites)
        if before is None or before.printed_templates_only != settings.printed_templates_only:
            self.pages.refresh_choices()
        if before is not None and before.characters_folder != settings.characters_folder:
            self.shelf = self._open_shelf()
            self.pages.set_shelf(self.shelf)

    def _settings_not_kept(self, error: FileProblem) -> None:
        told = _("Settings hold until you close, but cannot be kept.")
        self.window.banner.show_message(f"{told} {file_sentence(error)}", tone="warn")

    def _open_shelf(self) -> Shelf:
        chosen = self.settings.value.characters_folder
        folder = Path(chosen) if chosen else self._locations.characters
        return Shelf(folder, self._locations.cache, chosen=bool(chosen))

    def _at_the_table(self) -> Iterator[tuple[str, str, Callable[[], list[Character]]]]:
        """Yield those for whom papers can be printed: the party of the open campaign, and who is in the fight."""
        party, fight = self.campaigns.campaigns, self.pages.fights.document.fight
        if party.campaign is not None and party.campaign.members:
            words = _("The party of {name}").format(name=party.campaign.name)
            yield "party", words, lambda: [each.character for each in party.members() if each.character is not None]
        if fight.encounter.fighters:
            yield "fight", _("Those in the fight"), lambda: [each.character for each in fight.encounter.fighters]

    def _settle(self) -> None:
        """Do what a start need not wait for."""
        self._app.setWindowIcon(self.theme.app_icon())
        for folder in {self.shelf.folder, self.shelf.folder / REMOVED, *self._locations.folders()}:
            sweep_temporaries(folder, self._clock())

    def _tell_unkept(self, error: FileProblem) -> None:
        """Tell once that an earlier version or an undo history could not be kept, or a file was written to directly.

        The file itself is saved.

        What stands in the banner may hold the ways out of something worse: it is told with the next save then.
        """
        banner, undo = self.window.banner, self._locations.undo in error.path.parents
        before = banner.text
        if (undo, error.code) not in self._unkept and before in {"", *self._unkept.values()}:
            sentence = undo_sentence if undo else versions_sentence
            text = (file_sentence if error.code in {"written-over", "linked"} else sentence)(error)
            self._unkept[undo, error.code] = text
            banner.show_message(text, details=before, tone="warn")

    def _show_bones_page(self, page: str) -> None:
        self.games.leave()
        self.window.show_page(page)

    def _show_character(self) -> None:
        if self.window.page not in CHARACTER_PAGES:
            self.window.show_page("build")

    def _show_made(self) -> None:
        """Show a new character where work on it begins; the table is left only for one that is not made to its end."""
        current = self.games.current
        whole = is_complete(self.document.problems) if current is None else current.is_whole
        if self.window.page != "table" or not whole:
            self.window.show_page("build")

    def _take_to_table(self, path: Path) -> None:
        if self.files.open(path):
            self.window.show_page("table")

    def _remember_moved(self, before: Path, now: Path) -> None:
        in_view = str(before) == self.settings.value.last_open
        self.settings.forget(before)
        if in_view:
            self.settings.remember(now)

    def _give_a_file(self, character: Character) -> Path:
        """Put an edited character that has no file yet (safe start, first start on a full disk) onto the shelf."""
        path = self.shelf.create(character)
        self.settings.remember(path)
        return path

    def _tell_of_last_time(self) -> None:
        self._opening.report_start(self.settings_moved, safe=self._safe)
        if self.last_crash:
            self.crashes.report_last_crash(self.last_crash)

    def _use_packs(self, rulebook: Rulebook) -> None:
        rulebook = without_spoilers(rulebook, self.settings.value)
        self.printing.refresh_letters()
        self.pages.set_rulebook(rulebook)
        self.document.set_rulebook(rulebook)

    def _use_house_rules(self, rules: HouseRules) -> None:
        self.document.attempt(_("Change house rules"), lambda now: set_house_rules(now, rules), self._refused)

    def _refused(self, reason: Reason) -> None:
        self.window.toast.show_message(sentence(reason), tone="warn")

    def quit(self) -> None:
        """Close the window and end the program, unless the window stays open because something cannot be saved."""
        # A window that is not shown yet, or has dialogs of its own, does not end the program by closing.
        if self.window.close():
            self._app.quit()

    def end(self) -> None:
        """End as the system asks, whatever cannot be saved."""
        self._leaving.allow()
        self.quit()

    def _chosen_files(self) -> tuple[Path, ...]:
        chosen = self.pages.chosen_on_shelf()
        return tuple(entry.path for entry in chosen.entries) if chosen is not None and not chosen.removed else ()

    def _show_first(self) -> None:
        """Show how with an empty character: on one that is half done each choice would be a change of mind."""
        self.files.start_empty()
        self._show_how()

    def _show_how(self) -> None:
        self._opening.end_welcome()
        before = self.document.character
        if self.window.game == BONES.id and (is_finished(before) or before.kind is not Kind.PLAYER):
            # What a finished one is made of is changed no more, and a cast member has no origin: the notes would ask
            # for what cannot be done.
            self.files.start_empty()
            if self.document.character.id != before.id:
                text = _("This is an empty character to try with; {name} stays as it is.")
                self.window.toast.show_message(text.format(name=before.name or _("the one before")))
        self.pages.tour.start()

    def _show_settings(self) -> None:
        from bones_desktop.window.shell.settingsdialog import SettingsDialog

        dialog = SettingsDialog(
            self.theme, self.settings.value, self._locations.characters, self._use_house_rules, self.window
        )
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.edited.connect(self.settings.set)
        dialog.open()

    def _show_keys(self) -> None:
        from bones_desktop.window.shell.keysdialog import KeysDialog

        KeysDialog(self.theme, self.window).open()

    def _show_about(self) -> None:
        from bones_desktop.window.shell.aboutdialog import AboutDialog

        AboutDialog(self.theme, self.window).open()

    def _open_folder(self) -> None:
        open_local(self._locations.data)
