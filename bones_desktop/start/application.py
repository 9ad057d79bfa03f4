"""Creates the parts of the running program and connects them: settings, theme, document, file, window and pages."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import cached_property, partial
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QDialog

from bones_desktop.desk.desk import CharacterHistory, Desk, OpenedGame, Printing, SaveTroubles
from bones_desktop.desk.documents import open_local, open_web
from bones_desktop.desk.keymap import KEYS
from bones_desktop.desk.mainwindow import BONES, MainWindow
from bones_desktop.desk.settingskeeper import SettingsKeeper, TextGrowth
from bones_desktop.document.bones.characterdocument import (
    AnyCharacter,
    CharacterDocument,
    CharacterSession,
    ClosedFiles,
)
from bones_desktop.pages.packs.ownpacks import OwnPacks
from bones_desktop.pages.shelf.fileactions import FileNameFollower
from bones_desktop.rules.bones.book.character import Character, CharacterKind
from bones_desktop.rules.bones.book.characterdice import is_finished
from bones_desktop.rules.bones.book.rulebook import HouseRules, Rulebook
from bones_desktop.rules.bones.making.edits import new_character, set_house_rules
from bones_desktop.rules.records import replace
from bones_desktop.start.faults import CrashReports
from bones_desktop.start.opening import BACKUP, CAMPAIGN, FIGHT, OpenGames, Opening, OtherFiles, OutsideLooks
from bones_desktop.start.pages import Pages
from bones_desktop.start.process import Endings, Leaving
from bones_desktop.storage.files.characterfile import CHARACTERS, new_id
from bones_desktop.storage.files.checkedfile import packed, unpacked
from bones_desktop.storage.files.locations import REMOVED, Locations
from bones_desktop.storage.files.saving import FileStore
from bones_desktop.storage.files.settings import Settings, SettingsFiles, WindowState
from bones_desktop.storage.files.textfiles import FileProblem, is_there, sweep_temporaries
from bones_desktop.storage.files.undohistory import UndoHistories
from bones_desktop.storage.files.versions import Versions
from bones_desktop.storage.rulebookfile import shipped_rulebook
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.focus import FocusGuide, TouchGuide
from bones_desktop.widgets.localized import usual_paper
from bones_desktop.wording.files import file_sentence, undo_sentence, versions_sentence
from bones_desktop.wording.language import _

if TYPE_CHECKING:
    from bones_desktop.start.backups import Backups
    from bones_desktop.start.hosting import Hosting
    from bones_desktop.start.joining import Joining

RELEASES: Final = "https://github.com/bones-desktop/bones-desktop/releases"
"""Page of all releases. It is opened only when the user asks for it."""
_ICON_AFTER_MS: Final = 200
"""Delay in milliseconds before the program's icon is drawn, so that the first page is shown before that."""
_LAYOUT_AFTER_MS: Final = 1000
"""Milliseconds a page must be in view before the layout is saved, so that quick switching writes once."""


def without_spoilers(rulebook: Rulebook, settings: Settings) -> Rulebook:
    """Return the rulebook without adventure content, unless the game master wants to see it."""
    return replace(rulebook, hidden=() if settings.spoilers else ("adventure",))


class Application(QObject):
    """The running program. There is one per process, and it owns everything that lives as long as the window."""

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
        """Fill `window`, which may already be on the screen. If it is None, create one."""
        super().__init__()
        self._app = app
        self._safe = safe
        self.last_crash = last_crash
        self.opens_again = False
        """True if another window is to be opened when this one has closed."""
        self.restoring: Path | None = None
        """Backup that will be restored when the window has closed; None for none."""
        self._settings_files = files = SettingsFiles(locations.settings_file, locations.window_state_file, clock)
        # Check this before loading, because loading renames a damaged file. Its user would then look like a new user.
        first = not is_there(locations.settings_file)
        loaded = files.load()
        self.settings_moved = loaded.damaged
        if first:
            # The country of the system decides only at the first start. Later the user's choice counts.
            loaded = replace(loaded, settings=loaded.settings.with_(paper=usual_paper()))
        self.settings = SettingsKeeper(files, loaded, self)
        self.theme = Theme(loaded.settings.theme, loaded.settings.text_size, self)
        # The style sheet is set last, in `open_first`. Otherwise Qt would apply it to each widget as it is created.
        self.theme.apply(app, dressed=False)
        self._focus = FocusGuide(self.theme, app, self)
        self._touch = TouchGuide(self.theme, app, self)
        self.window = window or MainWindow()
        self._growth = TextGrowth(self.theme, self.window)
        self._growth.choose(loaded.settings.text_grows)
        rulebook = shipped_rulebook()
        self.packs = OwnPacks(rulebook, locations.packs, self.theme, self.window, self)
        self._unkept: dict[tuple[bool, str], str] = {}
        versions = Versions(locations.versions, self._tell_unkept)
        # The document always contains a character, so it is an empty one until a file is opened.
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
        self.settings.changed.connect(self._use_keys)
        KEYS.take(loaded.settings.keys, single=loaded.settings.single_keys)
        self.window.fill(self.theme, self.document)
        anyone = AnyCharacter(self.document, self.session, ClosedFiles(store, histories))
        self.desk = desk = Desk(
            self.window, self.theme, self.settings, anyone, self.document, self.session, versions, locations, clock
        )
        self.packs.keep_message = desk.messages.keep
        self.pages = Pages(desk)
        bones = OpenedGame(CHARACTERS.system, self.session, anyone)
        self.games = desk.games = OpenGames(bones, desk, self.pages.room, self.pages.campaigns)
        desk.make_printing = self._make_printing
        self.files, self.campaigns = self.pages.files, self.pages.campaigns
        # The stack emits signals while it is deleted, when its pages no longer exist.
        desk.at_end.insert(0, partial(self.document.undo_stack.blockSignals, True))
        FileNameFollower(self.session, desk)
        self._troubles = SaveTroubles(self.session, desk, _("The character is not saved."), bones.game)
        self._packs_unsaved = _("Your house templates are not saved.")
        self.window.unsaved.watch(self._unsaved_packs, self.packs.show, self.packs.saving_changed)
        history = CharacterHistory(self.document, self.window, _nothing_typed)
        self.window.give_history(history, history.changed)
        self._opening = Opening(desk, self.files, self._troubles)
        others = {
            CAMPAIGN: ("campaign", self.campaigns.open),
            FIGHT: ("encounter", self._open_fight),
            BACKUP: ("shelf", self._look_at_backup),
        }
        self._others = OtherFiles(self.packs.take_in, others, self._show_bones_page)
        desk.take_others = self._others.take_in
        self.crashes = CrashReports(self.theme, self._is_saved, locations.state, self.window, self)
        self._leaving = Leaving(self.window, self._flush_all, self.quit, self)
        self.endings = Endings(app, save=self.save_everything, end=self.end, parent=self)
        self._looks = OutsideLooks(app, self.window, self._open_files, self)
        self._looks.written.connect(self.look)
        self._icon_due = QTimer(self, singleShot=True)
        self._icon_due.timeout.connect(self._settle)
        self._layout_due = QTimer(self, singleShot=True, interval=_LAYOUT_AFTER_MS)
        self._layout_due.timeout.connect(self._keep_layout)
        self.window.take_calls(self._do)
        self._join()

    def open_first(self, paths: Sequence[Path]) -> None:
        """Show the window with the files of the command line, the last open files, or the welcome for a new user."""
        # A damaged layout may be the reason why the user chose a safe start.
        layout = WindowState() if self._safe else self._settings_files.load_window()
        if not self.window.isVisible():
            self.window.take_place(unpacked(layout.geometry), self.theme.chosen_px)
        try:
            self.desk.layout.update((name, unpacked(part)) for name, part in layout.parts.items())
            self.window.show_page(self._opening.open(self._others.hold(paths), layout.page, safe=self._safe))
            self.pages.restore_tabs()
            self._others.open_held()
            # Store each page that is shown, so that the next start opens it even after the program was killed.
            self.window.page_shown.connect(self._page_shown)
            if self.window.page != layout.page:
                self._layout_due.start()
        # Whatever fails above, the user sees a complete window and the message.
        finally:
            self.theme.dress()
            self._icon_due.start(_ICON_AFTER_MS)
        self.window.come_up()
        self.window.activateWindow()
        self._tell_of_last_time()
        self.packs.report_trouble(self.window.banner)

    def hand_over(self, paths: Sequence[Path]) -> None:
        """Open files that another start handed over, and bring the window to the front.

        While a dialog is open, the files wait, because the dialog is about the character that is open now.
        """
        dialog = self._app.activeModalWidget()
        if isinstance(dialog, QDialog):
            dialog.finished.connect(partial(self._hand_over_soon, paths))
        else:
            self.files.open_all(self._others.take_in(paths))
        # Only the minimised state is cleared, so that a maximised window stays maximised.
        self.window.setWindowState(self.window.windowState() & ~Qt.WindowState.WindowMinimized)
        self.window.raise_()
        self.window.activateWindow()

    def _hand_over_soon(self, paths: Sequence[Path], _result: int) -> None:
        # The dialog must finish its own handlers before another character is opened.
        QTimer.singleShot(0, self, partial(self.hand_over, paths))

    def save_everything(self) -> None:
        """Save text being typed, the layout and the settings."""
        self._flush_all()
        self._save_layout()

    def _open_files(self) -> tuple[Path, ...]:
        """Return all open files; none while dice roll, so that reading a changed file does not disturb the dice."""
        if self.dice_in_motion:
            return ()
        return tuple(path for each in self.desk.kept if (path := each.path) is not None)

    def look(self) -> None:
        """Read changes that other programs wrote to the open files."""
        for each in self.desk.kept:
            each.look()

    @property
    def dice_in_motion(self) -> bool:
        """True if dice are rolling, in any of the games."""
        return self.games.dice_in_motion or self.pages.dice_in_motion

    def _is_saved(self) -> bool:
        """Return whether the open characters of all games are saved."""
        return all(each.session.is_saved for each in self.games.opened)

    def _flush_all(self) -> bool:
        """Save everything except settings and layout, and return whether all of it is saved."""
        # A list is used instead of a generator, so that every part is saved even if an earlier part cannot be.
        return all([*(each.flush() for each in self.desk.kept), self.packs.flush()])

    def _page_shown(self, _page: str) -> None:
        self._layout_due.start()

    def _keep_layout(self) -> None:
        # Writing is postponed while dice roll, because it could delay a frame.
        if self.dice_in_motion:
            self._layout_due.start()
        else:
            self._save_layout()

    def _save_layout(self) -> None:
        geometry = packed(bytes(self.window.saveGeometry().data()))
        parts = {name: packed(part) for name, part in self.pages.layout().items()}
        page, theme = self.window.page, self.theme.shown
        self._settings_files.save_window(WindowState(geometry=geometry, page=page, parts=parts, theme=theme))

    def close(self) -> None:
        """Stop and save everything after the window has closed."""
        self._looks.close()
        self._icon_due.stop()
        self._layout_due.stop()
        self.endings.close()
        self.desk.pace.close()
        for call in reversed(self.desk.at_end):
            call()
        self.packs.close()

    def _do(self, name: str) -> None:
        # The name is looked up only now, because most parts of the program are created on first use.
        attrgetter(name)(self)()

    def _throw(self) -> None:
        (self.games.show_rolling_page() or self.pages.dice).throw()

    def _enter_by_hand(self) -> None:
        (self.games.show_rolling_page() or self.pages.dice).enter_by_hand()

    def _keep_going_on(self) -> None:
        self.settings.edit(go_on=self.window.actions_by_id["going-on"].isChecked())

    def _switch_sound(self) -> None:
        action = self.window.actions_by_id["sound"]
        if action.isChecked() and not self.desk.sounds.is_available:
            action.setChecked(False)
            self.desk.notices.say(_("Sounds need the miniaudio library, which is not installed."), tone="warn")
            return
        self.settings.edit(sound=action.isChecked())
        self.desk.notices.say(_("Sounds are on.") if action.isChecked() else _("Sounds are off."))

    def _join(self) -> None:
        window, settings, events = self.window, self.settings, self.desk.events
        self._opening.how_wanted.connect(self._show_first)
        events.opened.connect(self._follow_opened)
        events.removed.connect(settings.forget)
        events.moved.connect(self._remember_moved)
        self.packs.rulebook_changed.connect(self._use_packs)
        window.files_dropped.connect(self._take_dropped)
        window.closing.connect(self.save_everything)
        window.recent_menu.follow(self.desk.recent, self.files.work_on, settings.clear_recent)
        settings.save_failed.connect(self._settings_not_kept)
        settings.changed.connect(self._take_language)
        settings.follow("text_size", self.theme.set_text_size)
        settings.follow("text_grows", self._growth.choose)
        settings.follow("theme", self.theme.set_theme)
        settings.follow("touch", self._touch.choose)
        settings.follow("animation", self.desk.pace.choose)
        settings.follow("go_on", window.actions_by_id["going-on"].setChecked)
        settings.follow("sound", window.actions_by_id["sound"].setChecked)
        settings.follow("spoilers", self._show_spoilers)

    def _take_dropped(self, paths: Sequence[Path]) -> None:
        self.pages.giving.import_all(paths)

    def _follow_opened(self, path: Path) -> None:
        self.window.banner.dismiss()
        self.settings.remember(path)

    def _show_spoilers(self, _shown: bool) -> None:
        self._use_packs(self.packs.rulebook)

    def _make_printing(self) -> Printing:
        # Imported late: printing imports the other games.
        from bones_desktop.desk.printing import PrintActions

        return PrintActions(self.desk, self._letters, self.pages.at_table)

    @property
    def printing(self) -> Printing:
        """The printing actions."""
        return self.desk.printing

    def _letters(self) -> Mapping[str, str]:
        return self.packs.letters

    def _unsaved_packs(self) -> str:
        return self._packs_unsaved if self.packs.unsaved else ""

    def _settings_not_kept(self, error: FileProblem) -> None:
        told = _("Your settings last until you close the program, but cannot be saved.")
        self.window.banner.show_message(f"{told} {file_sentence(error)}", tone="warn")

    def _settle(self) -> None:
        """Do the work that can wait until the window is shown."""
        self._app.setWindowIcon(self.theme.app_icon())
        shelf = self.desk.shelf.folder
        # A set is used, because the characters folder may be the default one, which `locations.folders` also yields.
        for folder in {shelf, shelf / REMOVED, *self.desk.locations.folders()}:
            sweep_temporaries(folder, self.desk.clock())

    def _tell_unkept(self, error: FileProblem) -> None:
        """Report once that an earlier version or an undo history could not be stored. The file itself is saved.

        If the banner already shows something, perhaps a worse problem, the report waits for the next save.
        """
        banner, undo = self.window.banner, self.desk.locations.undo in error.path.parents
        before = banner.text
        if (undo, error.code) not in self._unkept and before in {"", *self._unkept.values()}:
            text = (undo_sentence if undo else versions_sentence)(error)
            self._unkept[undo, error.code] = text
            banner.show_message(text, details=before, tone="warn")

    def _open_fight(self, path: Path) -> None:
        """Open a fight of BONES, or a scene of a smaller game on the Scene page of that game."""
        # Imported late: few starts open a fight.
        from bones_desktop.storage.campaignfile import scene_game

        game = scene_game(path)
        if game:
            self.games.open_scene(path, game)
        else:
            self.pages.open_fight(path)

    def _show_bones_page(self, page: str) -> None:
        self.games.leave()
        self.window.show_page(page)

    def _remember_moved(self, before: Path, now: Path) -> None:
        in_view = str(before) == self.settings.value.last_open
        self.settings.forget(before)
        if in_view:
            self.settings.remember(now)

    def _give_a_file(self, character: Character) -> Path:
        """Save an edited character without a file on the shelf and return its path.

        A character has no file after a safe start, or after a first start on a full disk.
        """
        path = self.desk.shelf.create(character)
        self.settings.remember(path)
        return path

    def _tell_of_last_time(self) -> None:
        self._opening.report_start(self.settings_moved, safe=self._safe)
        if self.last_crash:
            self.crashes.report_last_crash(self.last_crash)

    def _use_packs(self, rulebook: Rulebook) -> None:
        rulebook = without_spoilers(rulebook, self.settings.value)
        if "printing" in self.desk.__dict__:
            self.printing.refresh_letters()
        self.pages.set_rulebook(rulebook)
        self.document.set_rulebook(rulebook)

    def _use_house_rules(self, rules: HouseRules) -> None:
        name, edit = _("Change house rules"), partial(set_house_rules, house_rules=rules)
        self.document.attempt(name, edit, self.desk.notices.refuse)

    def quit(self) -> None:
        """Close the window and end the program, unless the window stays open because something cannot be saved."""
        # Closing a window that was never shown, or that has open dialogs, does not end the program.
        if self.window.close():
            self._app.quit()

    def end(self) -> None:
        """End the program at the system's request, even if something cannot be saved."""
        self._leaving.allow()
        self.quit()

    def _show_first(self) -> None:
        """Start the tour with an empty character.

        In a half-built character, following the tour would overwrite the player's earlier choices.
        """
        self.files.start_empty()
        self._show_how()

    def _show_how(self) -> None:
        self._opening.end_welcome()
        if self.window.page == "encounter" and self.window.game == BONES:
            self.pages.tour.start_fight()
            return
        before = self.document.character
        if self.window.game == BONES and (is_finished(before) or before.kind is not CharacterKind.PLAYER):
            # A finished character can no longer be built, and a cast member has no origin, so the tour would ask for
            # impossible steps.
            self.files.start_empty()
            if self.document.character.id != before.id:
                text = _("This is an empty character to try with; {name} stays as it is.")
                self.window.toast.show_message(text.format(name=before.name or _("the previous character")))
        self.pages.tour.start()

    def _show_settings(self) -> None:
        # Imported late, like the other dialogs: few sessions open them.
        from bones_desktop.desk.settingsdialog import SettingsDialog

        dialog = SettingsDialog(
            self.theme, self.settings.value, self.desk.locations.characters, self._use_house_rules, self.window
        )
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.edited.connect(self.settings.set)
        dialog.open()

    def _show_keys(self) -> None:
        # Imported late: few sessions open this dialog.
        from bones_desktop.desk.helpdialogs import KeysDialog

        page = self.window.page
        if page == "encounter":
            page = "fight" if self.window.game == BONES else "scene"
        KeysDialog(self.theme, self.settings, page, self.window).open()

    def _use_keys(self, before: Settings, now: Settings) -> None:
        if (before.keys, before.single_keys) != (now.keys, now.single_keys):
            KEYS.take(now.keys, single=now.single_keys)

    def _show_messages(self) -> None:
        # Imported late: few sessions open this dialog.
        from bones_desktop.desk.helpdialogs import MessagesDialog

        MessagesDialog(self.theme, self.desk.messages.text, self.window).open()

    def _show_about(self) -> None:
        # Imported late: few sessions open this dialog.
        from bones_desktop.desk.helpdialogs import AboutDialog

        AboutDialog(self.theme, self.window).open()

    @cached_property
    def backups(self) -> "Backups":
        """Backups of everything."""
        # Imported late: few sessions make or restore a backup.
        from bones_desktop.start.backups import Backups

        return Backups(self.desk, self.pages.room.keeper, self._flush_all, self._begin_restoring)

    @cached_property
    def hosting(self) -> "Hosting":
        """The table on other devices."""
        # Imported late: few sessions open the table.
        from bones_desktop.start.hosting import Hosting

        return Hosting(self.desk, self.pages, self.games)

    @cached_property
    def joining(self) -> "Joining":
        """The seat at a table in another house."""
        # Imported late: few sessions join a table.
        from bones_desktop.start.joining import Joining

        return Joining(self.desk)

    def _look_at_backup(self, path: Path) -> None:
        self.backups.look(path)

    def _begin_restoring(self, path: Path) -> None:
        self.restoring = path
        self._open_again()

    def _open_again(self) -> None:
        self.opens_again = True
        self.quit()
        # The window stays open if something cannot be saved.
        if self.window.isVisible():
            self.restoring, self.opens_again = None, False

    def _take_language(self, before: Settings, now: Settings) -> None:
        if before.language != now.language:
            # The list in which the language was chosen is still open.
            QTimer.singleShot(0, self, self._open_again)

    def _show_releases(self) -> None:
        open_web(RELEASES)

    def _open_folder(self) -> None:
        open_local(self.desk.locations.data)


def _nothing_typed() -> bool:
    """Return True: the pages of BONES store text at every key, so nothing is left to save."""
    return True
