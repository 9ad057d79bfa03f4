"""The Shelf page: all characters as cards, read by a worker thread. Damaged files show their error."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QHideEvent, QShowEvent
from PySide6.QtWidgets import QStackedLayout, QWidget

from bones_desktop.desk.desk import Desk
from bones_desktop.desk.documents import open_local
from bones_desktop.pages.shelf.fileactions import FileActions
from bones_desktop.pages.shelf.shelfactions import GivingFiles, ShelfActions
from bones_desktop.pages.shelf.shelfbar import Chosen, ChosenBar, ShelfBar
from bones_desktop.pages.shelf.shelfdelegate import Portraits, ShelfDelegate
from bones_desktop.pages.shelf.shelfmodel import ShelfModel, ShelfSort, ShelfWords, Standings
from bones_desktop.pages.shelf.shelfview import NOWHERE, ShelfView
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.storage.shelfcatalogue import Catalogue
from bones_desktop.storage.shelfentry import ShelfEntry
from bones_desktop.widgets.boxes import vbox
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.localized import counted
from bones_desktop.widgets.scaled import set_gaps
from bones_desktop.widgets.text.messages import Nothing
from bones_desktop.widgets.worker import Worker
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import _

_FIRST_SECONDS: Final = 0.03
"""Longest time in seconds to read files before the first cards are shown."""
_IN_ONE_GO: Final = 400
"""Number of files whose search words are collected in one step. A step takes a few milliseconds."""


class ShelfFeed(QObject):
    """Reads one folder at a time. A worker thread starts reading once the first cards are painted."""

    files_changed = Signal()
    """Emitted when the files of the model have changed."""
    progress = Signal(int, int)
    """Emitted with the number of files read so far, and the total."""
    finished = Signal()
    """Emitted when the whole folder was read or reading failed."""

    def __init__(self, model: ShelfModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._catalogue: Catalogue | None = None
        self._closed = False
        self._again = False
        self._to_look = False
        self._worker = Worker(self)
        self._worker.answered.connect(self._take)
        self._worker.finished.connect(self._finish)
        self._worker.failed.connect(self._finish)
        self._idle = QTimer(self, interval=0)
        self._idle.timeout.connect(self._go_on)

    @property
    def busy(self) -> bool:
        """True if the folder is still being read."""
        return self._to_look or self._worker.busy

    def follow(self, catalogue: Catalogue) -> None:
        """Show the known files of a folder, and start to read it."""
        self._worker.cancel()
        # Look briefly first, so that the cards of a small folder appear at once.
        if catalogue is not self._catalogue:
            catalogue.look_briefly(_FIRST_SECONDS)
        self._catalogue = catalogue
        self._model.set_files(catalogue.by_file())
        self._to_look = True
        self._idle.start()
        self.files_changed.emit()

    def look_again(self) -> None:
        """Read the folder again. If it is being read now, read it again afterwards."""
        if self._catalogue is None or self._closed:
            return
        if self._worker.busy:
            self._again = True
        else:
            self._to_look = True
            self._idle.start()

    def close(self) -> None:
        """Stop the worker."""
        self._closed = True
        self._idle.stop()
        self._to_look = False
        self._worker.close()

    def _go_on(self) -> None:
        """Do work that can wait until the first cards are shown, while the window is idle."""
        if self._to_look and self._catalogue is not None:
            self._to_look = False
            catalogue = self._catalogue
            self._worker.start(catalogue, catalogue.look)
        # The search words are collected before the user types the first letter.
        elif self._model.prepare_search(_IN_ONE_GO):
            self._idle.stop()

    def _finish(self) -> None:
        self.finished.emit()
        if self._again:
            self._again = False
            self.look_again()

    def _take(self, catalogue: Catalogue, progress: tuple[int, int]) -> None:
        self.progress.emit(*progress)
        if self._model.set_files(catalogue.by_file()):
            self._idle.start()
            self.files_changed.emit()


_WORTH_SHOWING: Final = 100
"""Progress is shown if this many files or more are left to read."""
_EVERY_MS: Final = 2_000
_SHARE: Final = 50
"""Checking the folder takes at most 1/50 of the time, so slow disks and full folders are checked less often."""


class ShelfPage(Guarded, QWidget):
    """Shows the characters of the folder. Its signals and the actions of the window act on the selected characters."""

    campaign_requested = Signal(object)
    """Emitted with the entries of characters that should join the party."""

    def __init__(self, desk: Desk, files: FileActions, giving: GivingFiles, acts: ShelfActions) -> None:
        super().__init__(desk.window)
        self._desk = desk
        self._files = files
        self._giving = giving
        self._acts = acts
        self._theme = theme = desk.theme
        actions, document = desk.window.actions_by_id, desk.document
        self._other_place = NOWHERE
        """Selection and scroll position of the list that is not shown: the removed characters or the shelf."""
        self._words = ShelfWords(self._rulebook)
        self._portraits = Portraits(self)
        self._standings = Standings(self._rulebook, self)
        self.model = ShelfModel(self._words, self, self._standings.of)
        self.feed = ShelfFeed(self.model, self)
        self.watch = ShelfWatch(self, self.feed, self._may_look)
        self._cards = ShelfDelegate(theme, self._words, self._portraits, self._standings, self)
        self.bar = ShelfBar(theme, self)
        self.chosen_bar = ChosenBar(theme, actions, self)
        self.view = ShelfView(self.model, self._cards, self)
        self.nothing = Nothing(theme, self)
        self._tags_soon = QTimer(self, singleShot=True, interval=0)
        self._tags_soon.timeout.connect(self._offer_filters)
        self._lay_out()
        # Signals are connected after the layout, because the first settings already sort and filter through them.
        self._join()
        self.view.fit()
        desk.settings.follow("shelf_sort", self.set_sort)
        desk.settings.follow("shelf_rows", self.set_in_rows)
        document.changed.connect(self._look_if_seen)

    def _rulebook(self) -> Rulebook:
        return self._desk.document.rulebook

    def _may_look(self) -> bool:
        """Return whether the folder may be read.

        It may be read while all open characters are saved, because then no write is about to happen.
        """
        return all(each.session.is_saved for each in self._desk.games.opened)

    def _look_if_seen(self) -> None:
        if self.isVisible():
            self.look_again()

    def _offer_filters(self) -> None:
        self.bar.tags.set_tags(self.model.tags)
        self.bar.set_games(self.model.games)

    def set_sort(self, sort: ShelfSort) -> None:
        """Show the characters in another order."""
        self.bar.set_sort(sort)
        self.model.set_sort(sort)

    def set_in_rows(self, in_rows: bool) -> None:
        """Show rows if `in_rows`, else cards. The selection stays selected and visible."""
        self.bar.set_in_rows(in_rows)
        if in_rows != self._cards.in_rows:
            self._cards.set_in_rows(in_rows)
            self.view.fit()
            self.view.doItemsLayout()
            self.view.scrollTo(self.view.currentIndex())

    def refresh(self, *choose: Path) -> None:
        """Show the known files, select the files at `choose`, and check the folder for changes."""
        shelf = self._desk.shelf
        removed_any = shelf.removed.catalogue.holds_any()
        # The last removed file was restored, so return to the shelf.
        if not removed_any and self.bar.shows_removed:
            self.bar.leave_removed()
            return
        self.view.setAccessibleName(self.bar.show_heading(removed_any=removed_any))
        catalogue = self._catalogue
        self._cards.forget()
        if self._words.renew():
            self.model.forget_words()
            self._standings.backlog.forget()
        # A file just written may not have been read yet; read it, or it could not be selected.
        for path in choose:
            catalogue.learn(path)
        self.feed.follow(catalogue)
        if choose:
            self.view.choose(choose, choose[-1])

    def look_again(self) -> None:
        """Check the folder for changes."""
        self.feed.look_again()

    def start_search(self) -> None:
        """Focus the search field and select its text."""
        self.bar.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.bar.search.selectAll()

    @property
    def busy(self) -> bool:
        """True if the folder is still being read."""
        return self.feed.busy

    def chosen(self) -> Chosen:
        """Return the selection."""
        return Chosen(self.view.chosen(), self.bar.shows_removed)

    def close_down(self) -> None:
        """Stop all worker threads."""
        self._tags_soon.stop()
        self.watch.stop()
        self.feed.close()
        self._portraits.backlog.close()
        self._standings.backlog.close()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Pass the focus to the cards, or to the button shown instead.

        A focus proxy would stop Tab while the page is hidden.
        """
        super().focusInEvent(event)
        (self.view if self.model.rowCount() else self.nothing.act).setFocus(event.reason())

    def showEvent(self, event: QShowEvent) -> None:
        """Start watching the folder."""
        super().showEvent(event)
        self.watch.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop watching the folder."""
        super().hideEvent(event)
        self.watch.stop()

    def changeEvent(self, event: QEvent) -> None:
        """Check the folder when the user returns to the window, perhaps from a file manager."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isVisible() and self.isActiveWindow():
            self.feed.look_again()

    @property
    def _catalogue(self) -> Catalogue:
        return self._desk.shelf.removed.catalogue if self.bar.shows_removed else self._desk.shelf.catalogue

    def _lay_out(self) -> None:
        self._stack = QStackedLayout()
        self._stack.addWidget(self.view)
        self._stack.addWidget(self.nothing)
        self._layout = vbox(self, self.bar, (self._stack, 1), self.chosen_bar)
        set_gaps(self._theme, self._layout, gap=12, edges=(24, 16, 24, 16))

    def _join(self) -> None:
        view, bar = self.view, self.bar
        bar.filter_changed.connect(self._find)
        bar.sort_changed.connect(self._sort)
        bar.rows_changed.connect(self._keep_rows)
        bar.removed.toggled.connect(self._turn_to_removed)
        bar.new_requested.connect(self._files.new)
        bar.import_requested.connect(self._giving.ask_import)
        bar.down_pressed.connect(self._move_on)
        bar.search.returnPressed.connect(self._open)
        view.open_requested.connect(self._open)
        view.doubleClicked.connect(self._open)
        view.paste_requested.connect(self._giving.paste)
        view.remove_requested.connect(self.chosen_bar.remove)
        view.customContextMenuRequested.connect(self._show_menu)
        view.selectionModel().selectionChanged.connect(self._describe)
        self.chosen_bar.open_requested.connect(self._open)
        self.chosen_bar.versions_requested.connect(self._ask_versions)
        self.chosen_bar.table_requested.connect(self._take_to_table)
        self.chosen_bar.campaign_requested.connect(self._take_to_campaign)
        self.chosen_bar.folder_requested.connect(self._show_folder)
        bar.tidy_requested.connect(self._tidy)
        self.feed.files_changed.connect(self._settle)
        self.feed.progress.connect(self._tell_progress)
        self.feed.finished.connect(self._end_progress)
        for backlog in (self._portraits.backlog, self._standings.backlog):
            backlog.arrived.connect(view.viewport().update)
        self._theme.changed.connect(self.view.fit)

    def _take_to_table(self) -> None:
        if self._files.open(self.chosen().entries[0].path):
            self._desk.navigation.show_page("table")

    def _take_to_campaign(self) -> None:
        self.campaign_requested.emit(self.chosen().entries)

    def _show_folder(self) -> None:
        open_local(self.chosen().entries[0].path.parent)

    def _tidy(self) -> None:
        self._acts.tidy(self._empty())

    def _keep_rows(self, in_rows: bool) -> None:
        self._desk.settings.edit(shelf_rows=in_rows)

    def _end_progress(self) -> None:
        self.bar.progress.set_full_text("")

    def _tell_progress(self, done: int, total: int) -> None:
        # For few files, the progress text would only flicker.
        if total >= _WORTH_SHOWING and done < total:
            text = _("Reading the folder: {done} of {total}…").format(done=counted(done), total=counted(total))
            self.bar.progress.set_full_text(text)

    def _empty(self) -> tuple[Path, ...]:
        """Return the files of characters never edited, except the open one, which may be edited any moment."""
        return tuple(path for path in self.model.untouched if path != self._desk.opened.path)

    def _settle(self) -> None:
        """Update the page after files changed."""
        # Tags are counted later, because many files may arrive in a row.
        self._tags_soon.start()
        self.bar.offer_tidying(len(self._empty()))
        if not self.view.currentIndex().isValid():  # otherwise the user has cleared the selection on purpose
            self.view.ensure_choice()
        self._follow()

    def _follow(self) -> None:
        """Update the count, the description and the message about an empty shelf to match the cards shown."""
        nothing = self.model.rowCount() == 0
        self._stack.setCurrentIndex(1 if nothing else 0)
        if nothing:
            self._say_why_nothing()
        self.bar.show_count(self.model.rowCount(), self.model.total)
        self._describe()

    def _say_why_nothing(self) -> None:
        if self.model.total:
            self.nothing.say(_("No character matches your search."), (_("Clear the search"), self._clear))
        elif (trouble := self._desk.shelf.trouble()) is not None:
            self.nothing.say(file_sentence(trouble), (_("Look again"), self.look_again))
        else:
            text = _("Your characters will appear here. Make the first one, or drop files here.")
            show_how = self._desk.window.actions_by_id["show-how"].trigger
            offers = ((_("Show me how"), show_how), (_("Surprise me"), self._files.surprise))
            self.nothing.say(text, (_("New character…"), self._files.new), *offers)

    def _clear(self) -> None:
        self.bar.clear()
        self.bar.search.setFocus()

    def _find(self) -> None:
        self.model.set_filter(self.bar.filter)
        self.view.ensure_choice()
        self.view.scrollToTop()
        self._follow()

    def _sort(self, sort: ShelfSort) -> None:
        self.model.set_sort(sort)
        self.view.scrollTo(self.view.currentIndex())
        self._desk.settings.edit(shelf_sort=sort)

    def _turn_to_removed(self) -> None:
        here = self.view.place()
        # Otherwise the view would look in one list for the selection of the other.
        self.model.set_files({})
        self.refresh()
        self.view.go_to(self._other_place)
        self._other_place = here

    def _move_on(self) -> None:
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)
        self.view.ensure_choice()

    def _describe(self) -> None:
        self.chosen_bar.show_chosen(self.chosen())

    def _show_menu(self, at: QPoint) -> None:
        menu = self.chosen_bar.menu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if menu.isEmpty():
            menu.deleteLater()
            return
        if not self.view.viewport().rect().contains(at):  # a key opened the menu while its card is out of view
            self.view.scrollTo(self.view.currentIndex())
            at = self.view.visualRect(self.view.currentIndex()).center()
        menu.popup(self.view.viewport().mapToGlobal(at))

    def _open(self) -> None:
        chosen = self.chosen()
        if chosen.removed:
            if chosen.entries:
                self._acts.restore(tuple(entry.path for entry in chosen.entries))
        elif len(chosen.entries) == 1:
            self._open_one(chosen.entries[0])

    def _open_one(self, entry: ShelfEntry) -> None:
        if entry.damaged is None:
            self._files.work_on(entry.path)
        else:
            self._files.versions_of_damaged(entry)

    def _ask_versions(self) -> None:
        entries = self.chosen().entries
        if len(entries) == 1:
            self._files.versions_of_damaged(entries[0])


class ShelfWatch(QObject):
    """Checks the folder every two seconds on a worker thread while the shelf is visible.

    File system notifications are not enough: they miss files rewritten in place and changes on network drives, and they
    stop when a folder is replaced.
    """

    def __init__(self, page: QWidget, feed: ShelfFeed, may_look: Callable[[], bool]) -> None:
        """Create the watch; `may_look` returns False while the program is about to write to the folder."""
        super().__init__(page)
        self._page = page
        self._feed = feed
        self._may_look = may_look
        self._began = 0.0
        self._timer = QTimer(self, singleShot=True, interval=_EVERY_MS)
        self._timer.timeout.connect(self._look)
        feed.finished.connect(self._rest)

    def start(self) -> None:
        """Start or continue watching."""
        self._timer.start(_EVERY_MS)

    def stop(self) -> None:
        """Stop watching."""
        self._timer.stop()

    def _look(self) -> None:
        if not self._page.isVisible():
            return
        if self._feed.busy:
            return  # the timer starts again when this reading has ended
        window = self._page.window()
        if window.isMinimized() or not self._may_look():
            self._timer.start(_EVERY_MS)
            return
        self._began = time.monotonic()
        self._feed.look_again()

    def _rest(self) -> None:
        if not self._page.isVisible():
            return
        took = time.monotonic() - self._began if self._began else 0.0
        self._began = 0.0
        self._timer.start(max(_EVERY_MS, int(1_000 * took * _SHARE)))
