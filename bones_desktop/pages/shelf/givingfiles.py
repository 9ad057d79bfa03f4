"""Import of characters from elsewhere, and export of copies."""

import contextlib
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication

from bones_desktop.desk.desk import Desk, FileTrouble
from bones_desktop.desk.documents import documents_folder, dropped_files
from bones_desktop.pages.shelf.fileactions import FileActions
from bones_desktop.rules.reasons import RulesError
from bones_desktop.rules.typedtext import unturned
from bones_desktop.storage.files.characterfile import LARGEST, SUFFIX, CharacterFileError
from bones_desktop.storage.files.locations import free_name
from bones_desktop.storage.files.textfiles import FileProblem, is_there, read_bytes
from bones_desktop.widgets.worker import one_by_one
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import _

_MOST_TOLD: Final = 5


class GivingFiles(QObject):
    """Import and export, one action for each public method. Failures are shown in the banner; no method raises."""

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
        dialog.filesSelected.connect(lambda names: self.import_all([Path(name) for name in names]))
        dialog.open()

    def import_all(self, paths: Sequence[Path]) -> None:
        """Copy files onto the shelf. One file is opened, several are selected; a message names those that failed.

        Campaigns and fights among them are opened; packs of house templates are installed.
        """
        known: list[Path] = []

        def take(path: Path) -> Path | None:
            holder, same = self._holder(path)
            if holder is None or same:
                return holder or self._desk.shelf.import_file(path)
            # The user decides about these later, together: one question for all instead of one for each file.
            known.append(path)
            return None

        self._take(self._desk.take_others(paths), take)
        if known:
            self._ask_known(known)

    def _holder(self, path: Path) -> tuple[Path | None, bool]:
        """Return the shelf's file of the same character, and whether both files are equal.

        Return None as the file if the character is not on the shelf. Raises as `read_any`.
        """
        from bones_desktop.storage.games import read_any

        shelf, (game, found) = self._desk.shelf, read_any(path)
        holder = None if found.newer else shelf.holder(found.value)
        # A file of the shelf is no import, even if it is reached through a link.
        if holder is None or os.path.realpath(path.parent) == os.path.realpath(shelf.folder):
            return None, False
        there, held = read_any(holder)
        return (holder, held.value == found.value) if there.game is game.game else (None, False)

    def _ask_known(self, known: Sequence[Path]) -> None:
        from bones_desktop.widgets.popups import ask

        text = _("The character in {file} is already on the shelf, but differs. Update it, or keep both?")
        if len(known) > 1:
            text = _("{n} of these characters are already on the shelf, but differ. Update them, or keep both?")
        words = text.format(file=unturned(known[0].name), n=len(known))
        answers = {
            _("Update"): lambda: self._take(known, self._update),
            _("Keep both"): lambda: self._take(known, self._desk.shelf.import_file),
        }
        ask(self._desk.window, _("Import characters"), words, answers, _("Cancel"))

    def _update(self, path: Path) -> Path | None:
        """Change the character on the shelf to the content of a file, in a step that can be undone."""
        from bones_desktop.storage.games import read_any

        game, found = read_any(path)
        holder, _same = self._holder(path)
        if holder is not None:
            files = self._desk.games.of(game.game.id).files
            files.apply(holder, _("Update from a file"), lambda _now: found.value)
        return holder

    def _take(self, paths: Sequence[Path], take: Callable[[Path], Path | None]) -> None:
        """Apply `take` to each file, and show the resulting files on the shelf and those that failed."""
        imported: list[Path] = []
        failed: list[tuple[Path, FileTrouble]] = []
        # With a bar of progress for many files; the user may stop it.
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
        """Import copied files, or make a character from a copied stat block. Report if nothing of both was copied."""
        copied = QGuiApplication.clipboard().mimeData()
        paths = dropped_files(copied) if copied is not None else ()
        if paths:
            self.import_all(paths)
        elif not self._files.paste_text():
            self._desk.notices.say(_("What was copied is neither a character nor its file."), tone="warn")

    def export(self, paths: Sequence[Path]) -> None:
        """Ask for a place and write copies: one under a name, several into a folder without replacing anything."""
        if len(paths) == 1:
            self._ask_file(paths[0])
        elif paths:
            from PySide6.QtWidgets import QFileDialog

            dialog = QFileDialog(self._desk.window, _("Export to a folder"), str(documents_folder()))
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.setFileMode(QFileDialog.FileMode.Directory)
            dialog.setOption(QFileDialog.Option.ShowDirsOnly)
            dialog.fileSelected.connect(lambda name: self._export_all(paths, Path(name)))
            dialog.open()

    def show_left_out(self, count: int) -> None:
        """Say that more files were dropped than are accepted in one go."""
        text = _("{n} more files were left out: drop fewer at once.").format(n=count)
        if count == 1:
            text = _("One more file was left out: drop fewer at once.")
        self._desk.notices.say(text, tone="warn")

    def _ask_file(self, path: Path) -> None:
        from bones_desktop.widgets.popups import ask_where

        first, kinds = documents_folder() / path.name, _("Characters (*{})").format(SUFFIX)
        title = _("Export the character")
        ask_where(self._desk.window, title, first, SUFFIX, kinds, lambda target: self._export(path, target))

    def _export(self, path: Path, target: Path) -> None:
        """Write a copy to `target`. A character that is replaced there is kept as an earlier version."""
        from bones_desktop.storage.games import read_any

        try:
            # A file there that is no character has no versions to be kept.
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

    def _export_all(self, paths: Sequence[Path], folder: Path) -> None:
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
                # One failure is enough: it is most likely the folder, and would come again for each file.
                self._desk.notices.report(error)
                return
            taken.add(target.name)
            written += 1
        self._tell_written(written, len(paths), folder)

    def _tell_written(self, written: int, asked: int, folder: Path) -> None:
        """Report the number of files written; fewer than asked if the user stopped it."""
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
            # The message about failed files is out of date after a successful import.
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
