"""Actions on the characters selected on the shelf, or on the open character; import and export of files."""

import contextlib
import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QInputDialog, QLineEdit

from bones_desktop.desk.desk import Desk, FileTrouble
from bones_desktop.desk.documents import documents_folder, dropped_files
from bones_desktop.desk.mainwindow import BONES
from bones_desktop.pages.shelf.actiondialogs import CompareDialog, TagsDialog
from bones_desktop.pages.shelf.fileactions import FileActions
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.fields import LINE, fit_typed
from bones_desktop.rules.reasons import RulesError
from bones_desktop.rules.typedtext import folded, strip_bidi
from bones_desktop.rules.values import retag
from bones_desktop.storage.files.characterfile import LARGEST, SUFFIX, CharacterFileError
from bones_desktop.storage.files.locations import free_name
from bones_desktop.storage.files.textfiles import FileProblem, is_there, read_bytes
from bones_desktop.storage.games import read_any
from bones_desktop.storage.shelfcatalogue import Removed, read_given
from bones_desktop.widgets.popups import ask, ask_where
from bones_desktop.widgets.text.messages import BannerAction
from bones_desktop.widgets.worker import one_by_one
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import _

if TYPE_CHECKING:
    from bones_desktop.pages.shelf.shelfbar import Chosen


_MOST_TOLD: Final = 5


class GivingFiles(QObject):
    """Import and export of files. Each public method is one action.

    Errors are shown in the banner; no public method raises an error.
    """

    def __init__(self, desk: Desk, files: FileActions) -> None:
        super().__init__(desk.window)
        self._desk = desk
        self._files = files
        self._refused = ""
        """The banner's message about files that could not be imported."""

    def ask_import(self) -> None:
        """Ask for files and copy them onto the shelf. Packs of house templates are installed."""
        dialog = self._desk.take_dialog(_("Import characters"))
        dialog.setFileMode(dialog.FileMode.ExistingFiles)
        dialog.filesSelected.connect(self._import_chosen)
        dialog.open()

    def _import_chosen(self, names: Sequence[str]) -> None:
        self.import_all([Path(name) for name in names])

    def import_all(self, paths: Sequence[Path]) -> None:
        """Copy files onto the shelf. Open a single file, select several, and report the files that failed.

        Campaigns and fights are opened; packs of house templates are installed.
        """
        known: list[Path] = []

        def take(path: Path) -> Path | None:
            holder, same = self._holder(path)
            if holder is None or same:
                return holder or self._desk.shelf.import_file(path)
            # Ask about these files together at the end, instead of once for each.
            known.append(path)
            return None

        self._take(self._desk.take_others(paths), take)
        if known:
            self._ask_known(known)

    def _holder(self, path: Path) -> tuple[Path | None, bool]:
        """Return the file on the shelf with the same character as `path`, and whether both contents are equal.

        The file is None if the character is not on the shelf. Raise the errors of `read_given`.
        """
        shelf, (game, found, data) = self._desk.shelf, read_given(path)
        holder = None if found.newer else shelf.holder(found.value)
        # A file on the shelf cannot be imported, not even through a link.
        is_there = data is None and os.path.realpath(path.parent) == os.path.realpath(shelf.folder)
        if holder is None or is_there:
            return None, False
        there, held = read_any(holder)
        return (holder, held.value == found.value) if there.game.id == game else (None, False)

    def _ask_known(self, known: Sequence[Path]) -> None:
        text = _("The character in {file} is already on the shelf, but differs. Update it, or keep both?")
        if len(known) > 1:
            text = _("{n} of these characters are already on the shelf, but differ. Update them, or keep both?")
        words = text.format(file=strip_bidi(known[0].name), n=len(known))
        answers = {
            _("Update"): partial(self._take, known, self._update),
            _("Keep both"): partial(self._take, known, self._desk.shelf.import_file),
        }
        ask(self._desk.window, _("Import characters"), words, answers, _("Cancel"))

    def _update(self, path: Path) -> Path | None:
        """Replace the character on the shelf with the content of a file, as one undo step."""
        game, found, _data = read_given(path)
        holder, _same = self._holder(path)
        if holder is not None:
            files = self._desk.games.of(game).files
            files.apply(holder, _("Update from a file"), lambda _now: found.value)
        return holder

    def _take(self, paths: Sequence[Path], take: Callable[[Path], Path | None]) -> None:
        """Apply `take` to each file, show the resulting files on the shelf, and report the files that failed."""
        imported: list[Path] = []
        failed: list[tuple[Path, FileTrouble]] = []
        # Show progress for many files; the user can stop.
        for path in one_by_one(paths, _("Importing…"), self._desk.window):
            try:
                if (made := take(path)) is not None:
                    imported.append(made)
            except (FileProblem, CharacterFileError) as error:
                failed.append((path, error))
            except RulesError as error:
                self._desk.notices.report(error)
        if len(imported) == 1 and not failed:
            self._files.work_on(imported[0])
        elif len(failed) == 1 and not imported:
            self._files.show_damaged(*failed[0])
        elif imported or failed:
            self._desk.events.shelf_changed.emit(tuple(imported))
            self._desk.navigation.show_page("shelf")
            self._sum_up(len(imported), [error for _path, error in failed])

    def paste(self) -> None:
        """Import copied files, or create a character from a copied stat block.

        If the clipboard has neither, show a message.
        """
        copied = QGuiApplication.clipboard().mimeData()
        paths = dropped_files(copied) if copied is not None else ()
        if paths:
            self.import_all(paths)
        elif not self._files.paste_text():
            self._desk.notices.say(_("The clipboard contains no character and no character file."), tone="warn")

    def export(self, paths: Sequence[Path]) -> None:
        """Ask for a place and write copies of files.

        A single file gets the name that the user chooses. Several go into a folder, where no file is replaced.
        """
        if len(paths) == 1:
            self._ask_file(paths[0])
        elif paths:
            dialog = QFileDialog(self._desk.window, _("Export to a folder"), str(documents_folder()))
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.setFileMode(QFileDialog.FileMode.Directory)
            dialog.setOption(QFileDialog.Option.ShowDirsOnly)
            dialog.fileSelected.connect(partial(self._export_all, paths))
            dialog.open()

    def _ask_file(self, path: Path) -> None:
        first, kinds = documents_folder() / path.name, _("Characters (*{})").format(SUFFIX)
        title = _("Export the character")
        ask_where(self._desk.window, title, first, SUFFIX, kinds, partial(self._export, path))

    def _export(self, path: Path, target: Path) -> None:
        """Write a copy to `target`. A character that is replaced there is kept as an earlier version."""
        try:
            # A file that is not a character has no earlier versions.
            with contextlib.suppress(CharacterFileError):
                if is_there(target):
                    replaced = read_any(target)[1].value.id
                    data = read_bytes(target, LARGEST)
                    self._desk.versions.keep(replaced, data, self._desk.clock(), target, SUFFIX)
            self._desk.shelf.export_file(path, target)
        except FileProblem as error:
            self._desk.notices.report(error)
        else:
            self._desk.notices.say(_("Written to {}.").format(target), tone="good")

    def _export_all(self, paths: Sequence[Path], name: str) -> None:
        folder = Path(name)
        try:
            taken = {each.name for each in folder.iterdir()}
        except OSError:
            taken = set()
        written = 0
        for path in one_by_one(paths, _("Writing…"), self._desk.window):
            target = folder / free_name(path.stem, SUFFIX, taken)
            try:
                self._desk.shelf.export_file(path, target)
            except FileProblem as error:
                # Stop at the first error: it is probably about the folder and would repeat for each file.
                self._desk.notices.report(error)
                return
            taken.add(target.name)
            written += 1
        self._tell_written(written, len(paths), folder)

    def _tell_written(self, written: int, asked: int, folder: Path) -> None:
        """Report the number of files written, which is smaller than asked if the user stopped."""
        if written == 0:
            self._desk.notices.say(_("Nothing was written."), tone="warn")
        elif written < asked:
            text = _("Stopped: {n} of {asked} characters written to {folder}.")
            self._desk.notices.say(text.format(n=written, asked=asked, folder=folder), tone="warn")
        else:
            text = _("{n} characters were written to {folder}.")
            self._desk.notices.say(text.format(n=written, folder=folder), tone="good")

    def _sum_up(self, imported: int, failed: Sequence[FileTrouble]) -> None:
        done = _("{n} characters are on the shelf now.").format(n=imported)
        if imported == 1:
            done = _("One character is on the shelf now.")
        if not failed:
            # Remove the message about failed files after a successful import.
            if self._refused and self._desk.notices.banner.text == self._refused:
                self._desk.notices.banner.dismiss()
            self._desk.notices.say(done, tone="good")
            return
        missing = _("{n} files could not be imported.").format(n=len(failed))
        if len(failed) == 1:
            missing = _("One file could not be imported.")
        told = [file_sentence(error) for error in failed[:_MOST_TOLD]]
        if len(failed) > _MOST_TOLD:
            told.append(_("And {n} more.").format(n=len(failed) - _MOST_TOLD))
        self._refused = f"{done} {missing}" if imported else missing
        self._desk.notices.banner.show_message(self._refused, details="\n".join(told), tone="warn")


Edit = Callable[[Character], Character]


class ShelfActions(QObject):
    """Actions on selected characters. Each public method is one action.

    Errors are shown in the banner; no public method raises an error.
    """

    def __init__(
        self, desk: Desk, files: FileActions, giving: GivingFiles, chosen: "Callable[[], Chosen | None]"
    ) -> None:
        """Create the actions; `chosen` returns the selection on the shelf, None while the shelf is not visible."""
        super().__init__(desk.window)
        self._desk = desk
        self._files = files
        self._giving = giving
        self._chosen = chosen

    def rename(self) -> None:
        """Ask for a new name and rename the file too."""
        paths = self._paths()
        if len(paths) != 1:
            if paths:
                self._desk.notices.say(_("Choose one character to rename."), tone="warn")
            return
        dialog = QInputDialog(self._desk.window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(_("Rename"))
        dialog.setLabelText(_("Name of the character"))
        dialog.setTextValue(self._name(paths[0]))
        dialog.setTextEchoMode(QLineEdit.EchoMode.Normal)
        dialog.resize(self._desk.theme.px(400), dialog.sizeHint().height())
        dialog.textValueSelected.connect(partial(self.rename_to, paths[0]))
        dialog.open()

    def duplicate(self) -> None:
        """Copy the selected characters. A copy of the open character is opened; other copies are selected."""
        on_shelf = self._chosen() is not None
        made = []
        for path in one_by_one(self._paths(), _("Copying…"), self._desk.window):
            try:
                name = read_any(path)[1].value.name
                made.append(self._desk.shelf.duplicate(path, self._copy_name(name)))
            except (FileProblem, CharacterFileError) as error:
                self._desk.notices.report(error)
        if made and not on_shelf:
            self._files.open(made[0])
        elif made:
            self._desk.events.shelf_changed.emit(tuple(made))

    def tags(self) -> None:
        """Ask for the tags of the selected characters."""
        paths = self._paths()
        if not paths:
            return
        known = {entry.path: entry for entry in self._desk.shelf.catalogue.known()}
        files = self._desk.games.in_view.files
        # The shelf may not have the latest change of the open character.
        mine: tuple[str, ...] = files.read(files.open_path).tags if files.open_path is not None else ()
        borne = [mine if path == files.open_path else known[path].tags for path in paths if path in known]
        everyone = sorted({tag for entry in known.values() for tag in entry.tags}, key=folded)
        dialog = TagsDialog(self._desk.theme, borne or [mine], everyone, self._desk.window)
        dialog.tags_edited.connect(partial(self._retag, paths))
        dialog.open()

    def compare(self) -> None:
        """Compare two selected characters of one game."""
        chosen = self._chosen()
        if chosen is None or not chosen.may_compare:
            why = _("Choose two characters of the same game on the shelf to compare them.")
            self._desk.notices.say(why, tone="warn")
            return
        try:
            found = [read_any(path) for path in self._paths()]
        except (FileProblem, CharacterFileError) as error:
            self._desk.notices.report(error)
            return
        if len(found) == 2:  # fewer were found if saving the open character failed; this error was already reported
            (game, left), (_game, right) = found
            book = self._desk.document.rulebook if game.game.id == BONES else game
            CompareDialog(self._desk.theme, book, (left.value, right.value), self._desk.window).open()

    def export(self) -> None:
        """Ask for a place and write copies of the selected characters, to share them."""
        self._giving.export(self._paths())

    def remove(self) -> None:
        """Remove characters from the shelf and offer to restore them. If already removed, delete them permanently."""
        chosen = self._chosen()
        if chosen is not None and chosen.removed:
            self._ask_delete(chosen)
            return
        self._remove(self._paths())

    def tidy(self, paths: Sequence[Path]) -> None:
        """Remove these empty characters from the shelf, in one step that can be undone."""
        self._remove(paths)

    def _remove(self, paths: Sequence[Path]) -> None:
        name = self._name(paths[0]) if paths else ""
        removed, count, shelf = list[Removed](), 0, self._desk.shelf
        for path in one_by_one(paths, _("Removing…"), self._desk.window):
            try:
                for file in (path, *shelf.copies(path)):  # otherwise the shelf would show another copy
                    removed.append(shelf.remove(file))
            except FileProblem as error:
                self._desk.notices.report(error)
                break
            count += 1
        if not removed:
            return
        for each in removed:
            for session in (each.session for each in self._desk.games.opened):
                if each.original == session.path:
                    # Otherwise the session would save the character to the removed file again.
                    session.forget()
            self._desk.events.removed.emit(each.original)
        if self._desk.opened.path is None:
            self._files.open_another()
        self._desk.events.shelf_changed.emit(())
        text = _("{} was removed.").format(name)
        if count > 1:
            text = _("{n} characters were removed.").format(n=count)
        self._desk.notices.banner.show_message(
            text,
            actions=[BannerAction(_("Bring back"), partial(self._restore, removed), undoes=True)],
            seconds=30,
        )

    def restore(self, paths: Sequence[Path]) -> None:
        """Restore removed files to the shelf. Open the file if it is the only one."""
        folder = self._desk.shelf.folder
        self._restore([Removed(folder / path.name, path) for path in paths])

    def versions(self) -> None:
        """Open a character and show its earlier versions."""
        chosen = self._chosen()
        if chosen is None:
            self._files.versions()
            return
        paths = self._paths()
        if len(paths) > 1:
            self._desk.notices.say(_("Choose one character to see its earlier versions."), tone="warn")
        elif paths and chosen.damaged:
            self._files.versions_of_damaged(chosen.entries[0])
        elif paths and (paths[0] == self._desk.opened.path or self._files.open(paths[0])):
            self._files.versions()

    def _paths(self) -> tuple[Path, ...]:
        """Return the files to work on, after saving the open one if it is among them.

        If nothing on the shelf is selected that can be used, show a message and return ().
        """
        chosen = self._chosen()
        session = self._desk.opened
        path = session.path
        if chosen is None:
            return (path,) if path is not None and session.flush() else ()
        if chosen.removed or not chosen.entries:
            why = _("Bring it back first.") if chosen.entries else _("Choose a character first.")
            self._desk.notices.say(why, tone="warn")
            return ()
        paths = tuple(entry.path for entry in chosen.entries)
        # Save text that is being typed before the open file is copied or compared.
        return paths if path not in paths or session.flush() else ()

    def _name(self, path: Path) -> str:
        """Return the name shown for a file."""
        session = self._desk.opened
        if path == session.path:
            return str(session.value.name) or strip_bidi(path.stem)
        entry = self._desk.shelf.catalogue.by_file().get(path.name)
        return entry.name if entry is not None else strip_bidi(path.stem)

    def _copy_name(self, name: str) -> str:
        """Return the name for a copy. A long name is shortened, so that the word "copy" still fits."""
        if not name:
            return ""
        words = _("{} (copy)")
        return words.format(name[: LINE - len(words.format(""))].rstrip())

    def _edit(self, path: Path, name: str, edit: Edit) -> bool:
        """Change a character, open or not, in one undo step called `name`; return whether this worked."""
        files = self._desk.games.of(self._desk.game_of(path)).files
        try:
            files.apply(path, name, edit)
        except (FileProblem, CharacterFileError, RulesError) as error:
            self._desk.notices.report(error)
            return False
        return files.is_saved() if path == files.open_path else True

    def rename_to(self, path: Path, name: str) -> None:
        """Rename the character in a file. A file on the shelf is renamed too."""
        name = name.strip()

        def edit(now: Any) -> Any:  # noqa: ANN401  (a character of any game)
            return now.with_(name=fit_typed(name, LINE))

        if not self._edit(path, _("Rename"), edit):
            return
        new = path
        # A file outside the shelf keeps its name, because others may rely on it.
        if path.parent == self._desk.shelf.folder:
            try:
                new = self._desk.shelf.rename(path, name)
            except FileProblem as error:
                self._desk.notices.report(error)
        if new != path:
            opened = path == self._desk.opened.path
            # Another game may also have the file open.
            for session in (each.session for each in self._desk.games.opened):
                if session.path == path:
                    session.moved(new)
            self._desk.events.removed.emit(path)
            if opened:
                self._desk.events.opened.emit(new)
        self._desk.events.shelf_changed.emit((new,))

    def _retag(self, paths: Sequence[Path], add: Sequence[str], remove: Sequence[str]) -> None:
        for path in one_by_one(paths, _("Changing tags…"), self._desk.window):
            if not self._edit(path, _("Change tags"), partial(retag, add=add, remove=remove)):
                # Stop: the same error would probably repeat for each file.
                break
            self._desk.shelf.catalogue.note(path)
        self._desk.events.shelf_changed.emit(())

    def _ask_delete(self, chosen: "Chosen") -> None:
        entries = chosen.entries
        if not entries:
            return
        text = _("Delete {} for good?").format(entries[0].name)
        if len(entries) > 1:
            text = _("Delete {n} characters for good?").format(n=len(entries))
        text = f"{text}\n\n{_('They cannot be brought back.')}"
        paths = [entry.path for entry in entries]
        delete = {_("Delete"): partial(self._delete, paths)}
        ask(self._desk.window, _("Delete for good"), text, delete, _("Keep"), loses=True)

    def _delete(self, paths: Sequence[Path]) -> None:
        for path in one_by_one(paths, _("Deleting…"), self._desk.window):
            try:
                self._desk.shelf.delete(path)
            except FileProblem as error:
                self._desk.notices.report(error)
                break
        self._desk.events.shelf_changed.emit(())

    def _restore(self, removed: Sequence[Removed]) -> None:
        back = []
        for each in one_by_one(removed, _("Bringing back…"), self._desk.window):
            try:
                back.append(self._desk.shelf.restore(each))
            except FileProblem as error:
                self._desk.notices.report(error)
                if error.code != "file-gone":  # If this file was deleted meanwhile, go on with the others.
                    break
        if len(back) == 1:
            self._files.open(back[0])
        elif back:
            self._desk.events.shelf_changed.emit(tuple(back))
