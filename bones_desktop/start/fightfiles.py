"""The files of fights and scenes: saved at each step, renamed with the fight, removed and restored."""

from abc import abstractmethod
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from operator import methodcaller
from pathlib import Path
from typing import Any, Generic, NamedTuple

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu

from bones_desktop.desk.desk import Desk, SaveTroubles
from bones_desktop.document.document import Change, Document
from bones_desktop.document.session import Session
from bones_desktop.storage.files.datafile import Form, NamedT, ValueFolder
from bones_desktop.storage.files.saving import FileStore
from bones_desktop.storage.files.textfiles import is_there
from bones_desktop.storage.files.undohistory import UndoHistories
from bones_desktop.widgets.choice.buttons import kept_action, kept_menu
from bones_desktop.widgets.plaintext import without_mnemonic
from bones_desktop.widgets.text.textfields import AskLine
from bones_desktop.wording.language import _


class FileWords(NamedTuple):
    """Words for a fight or a scene in the menu and in messages."""

    blank: str
    name: str
    new_name: str
    rename: str
    new: str
    open: str
    bring_back: str
    remove: str
    unsaved: str


class FightFiles(QObject, Generic[NamedT]):
    """Owns the open fight or scene, its undo history and its file. The first step creates the file."""

    def __init__(
        self,
        desk: Desk,
        form: Form[NamedT],
        folder: Path,
        document: Document[NamedT],
        blank: Callable[[str], NamedT],
        words: FileWords,
    ) -> None:
        """Keep the fight or scene of `document` in a file in `folder`. `blank` makes an empty one with a name."""
        super().__init__(desk.window)
        self._desk, self._blank, self._words = desk, blank, words
        self._reported = ""
        """The last problem of the folder that was reported, so that each is reported only once."""
        self.folder: ValueFolder[NamedT] = ValueFolder(form, folder)
        self._edited = document
        undo = desk.locations.undo / ("fights" if folder == desk.locations.fights else f"scenes-{folder.name}")
        histories: UndoHistories[NamedT] = UndoHistories(undo, type(document.value), desk.versions.troubled)
        store = FileStore(form, desk.versions, desk.clock)
        self.session: Session[NamedT] = Session(document, store, histories, self)
        self.session.give_file = self.folder.create
        self.session.opened.connect(self._catch_up)
        SaveTroubles(self.session, desk, words.unsaved)
        desk.kept.append(self.session)
        # The stack emits signals while it is deleted, when its page no longer exists.
        desk.at_end += [partial(document.undo_stack.blockSignals, True), self.session.flush]

    @property
    @abstractmethod
    def play(self) -> Any:  # noqa: ANN401 (FightPlay or ScenePlay)
        """The object that rolls dice for the fight or scene."""

    def _catch_up(self, path: Path) -> None:
        """Repair the fight or scene if the program was killed between log and file."""
        with suppress(OSError):
            self.play.catch_up(datetime.fromtimestamp(path.stat().st_mtime, UTC))

    def _offer_files(self, menu: QMenu, ask: AskLine) -> None:
        """Add the actions for files to the menu of the page. `ask` asks the user for names."""
        self._ask = ask
        self._rename = kept_action(menu, _("Rename…"), self.ask_name)
        menu.addAction(self._words.new, self.ask_new)
        self._others = kept_menu(menu, self._words.open)
        self._removed = kept_menu(menu, self._words.bring_back)
        self._remove = kept_action(menu, self._words.remove, self.remove)
        menu.aboutToShow.connect(self._fill_menu)
        self._edited.changed.connect(self._follow_name)

    def on_shelf(self, character_id: str) -> Path | None:
        """Return the path of a character on the shelf by its id; None if there is no file with this id."""
        shelf = self._desk.shelf
        # Search the known entries first, because reading the folder again may be slow.
        for entries in (shelf.known, shelf.entries):
            for entry in entries():
                if entry.id == character_id and not entry.damaged and is_there(entry.path):
                    return entry.path
        return None

    def ask_name(self) -> None:
        """Ask for a new name for the open fight or scene."""
        now = self._edited.value.name or self._words.blank
        self._ask.ask_name(self._words.name, _("Rename"), self.rename, now)

    def rename(self, name: str) -> None:
        """Rename the fight or scene. Its file is renamed too."""
        self._desk.notices.attempt(self._edited.apply, self._words.rename, methodcaller("with_", name=name))

    def ask_new(self) -> None:
        """Ask for the name of a new fight or scene."""
        self._ask.ask_name(self._words.new_name, _("Begin"), self.new)

    def new(self, name: str) -> None:
        """Begin another fight or scene, which can also be prepared for later."""
        self._desk.notices.attempt(self._begin, name)

    def _begin(self, name: str) -> None:
        self.session.open(self.folder.create(self._blank(name)))

    def open(self, path: Path) -> None:
        """Open a fight or scene. If that fails, the present one stays open."""
        self._desk.notices.attempt(self.session.open, path)

    def remove(self) -> None:
        """Move the open fight or scene to the removed ones, from which it can be restored."""
        self._desk.notices.attempt(self._take_away)

    def bring_back(self, removed: Path) -> None:
        """Restore a removed fight or scene and open it."""
        self._desk.notices.attempt(self._restore, removed)

    def _restore(self, removed: Path) -> None:
        self.session.open(self.folder.restore(removed))

    def _take_away(self) -> None:
        path = self.session.path
        if path is None:
            return
        # Save the last step before the file is moved, so that a restored file is complete.
        self.session.flush()
        name = self._edited.value.name or self._words.blank
        self.folder.remove(path)
        self.session.forget()
        self._edited.open(self._blank(""))
        self._desk.notices.say(_("“{name}” was removed; it can be brought back.").format(name=name))

    def _follow_name(self, change: Change[NamedT]) -> None:
        path = self.session.path
        # A change without a name means that another file was opened. Only a step of the user renames the file.
        if path is not None and change.name and change.before.name != change.after.name:
            self._desk.notices.attempt(self._rename_file, path, change.after.name)

    def _rename_file(self, path: Path, name: str) -> None:
        self.session.moved(self.folder.rename(path, name))

    def _fill_menu(self) -> None:
        path = self.session.path
        unseen = self.folder.trouble()
        if unseen is not None and str(unseen) != self._reported:
            self._desk.notices.report(unseen)
        self._reported = str(unseen or "")
        for menu, entries, act in (
            (self._others, [each for each in self.folder.entries() if each.path != path], self.open),
            (self._removed, self.folder.removed(), self.bring_back),
        ):
            menu.clear()
            # The menu is disabled if the folder cannot be read. Hiding it would suggest that there are no files.
            menu.menuAction().setVisible(bool(entries) or unseen is not None)
            menu.menuAction().setEnabled(bool(entries))
            for each in entries:
                menu.addAction(without_mnemonic(each.name), partial(act, each.path))
        self._rename.setVisible(not self._edited.read_only)
        self._remove.setVisible(path is not None)
