"""Printing, saving as PDF and sharing of the open character, and the tools that paint pages."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QInputDialog, QSpinBox

from bones_desktop.desk.desk import Desk
from bones_desktop.desk.documents import documents_folder, open_local
from bones_desktop.printing.dialogs import MakerDialog
from bones_desktop.printing.exports import EXPORTS, ExportForm, ToExport, markdown_of, to_export
from bones_desktop.printing.gameform import game_sheet
from bones_desktop.printing.jobs import (
    LEAST_WIDTH,
    MOST_WIDTH,
    USUAL_WIDTH,
    diary_job,
    picture_of,
    png_of,
    sheet_job,
)
from bones_desktop.printing.painter import PrintKit
from bones_desktop.printing.preview import print_pages, save_as_pdf
from bones_desktop.printing.printwindow import PrintWindow, ToPrint
from bones_desktop.printing.stickers import dice_of
from bones_desktop.rules.bones.life.seasons import diary
from bones_desktop.rules.bones.making.sheet import derive
from bones_desktop.storage.files.characterfile import CHARACTERS, LARGEST, CharacterFileError
from bones_desktop.storage.files.labelsheets import Faces, PrintedFaces
from bones_desktop.storage.files.locations import free_path, safe_name
from bones_desktop.storage.files.textfiles import FileProblem, read_bytes, save_export
from bones_desktop.storage.games import GAMES, StoredGame, read_any
from bones_desktop.widgets.localized import reads_numbers
from bones_desktop.widgets.popups import ask_where
from bones_desktop.widgets.text.messages import BannerAction, Toast
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import _

if TYPE_CHECKING:
    from bones_desktop.printing.columns import Columns
    from bones_desktop.printing.jobs import PrintJob
    from bones_desktop.printing.printwindow import AtTable
    from bones_desktop.rules.bones.making.sheet import Sheet
    from bones_desktop.storage.files.labelsheets import PrintChoices


class PrintActions(QObject):
    """The functions of the actions that print. Printing is imported only when it is used."""

    def __init__(self, desk: Desk, letters: Callable[[], Mapping[str, str]], at_table: "Callable[[], AtTable]") -> None:
        """Use the desk.

        `letters` returns letters for icons without a picture. `at_table` returns the sheets and tables for a session.
        """
        super().__init__(desk.window)
        self._desk = desk
        self._letters = letters
        self._at_table = at_table
        self._printed = PrintedFaces(desk.locations.printed_faces)

    @property
    def paper(self) -> str:
        """The paper chosen in the settings, as a key of `printing.canvas.PAPERS`."""
        return {"a4": "A4", "letter": "Letter"}[self._desk.settings.value.paper]

    @property
    def _in_view(self) -> tuple[StoredGame[Any, Any], Any]:
        """Return the game in view and its open character."""
        seen = self._desk.games.in_view
        return next(each for each in GAMES if each.game.id == seen.game), seen.session.value

    @property
    def _open_sheet(self) -> "Sheet | Columns":
        """The sheet of the open character."""
        game, who = self._in_view
        return self._desk.document.sheet if game.form is CHARACTERS else game_sheet(game, who)

    @cached_property
    def kit(self) -> PrintKit:
        """The tools that paint pages, created when first needed."""
        return PrintKit.shipped(letters=self._letters())

    def refresh_letters(self) -> None:
        """Use the current letters for icons without a picture."""
        if "kit" in self.__dict__:
            self.kit.faces.set_letters(self._letters())

    def print(self) -> None:
        """Ask for a printer and print the sheet."""
        self._print(self._sheet())

    def save_pdf(self) -> None:
        """Ask for a file and write the sheet to it."""
        self._save_pdf(self._sheet(), _("The sheet was written to {}."))

    def show_window(self) -> None:
        """Open the print window for the characters selected on the shelf, or else for the open character."""
        window = PrintWindow(
            self._desk.theme, self.kit, self._characters(), self._desk.settings.value.printing, self.paper,
            self._printed.of, self._desk.window, at_table=self._at_table(),
        )  # fmt: skip
        window.toast.spoken.connect(self._desk.messages.keep)
        window.choices_changed.connect(self._keep_choices)
        window.paper_changed.connect(self._keep_paper)
        window.print_requested.connect(partial(self._print_from, window))
        window.pdf_requested.connect(partial(self._save_from, window))
        window.open()

    def _keep_choices(self, choices: "PrintChoices") -> None:
        self._desk.settings.edit(printing=choices)

    def _keep_paper(self, paper: str) -> None:
        self._desk.settings.edit(paper=paper.lower())

    def _print_from(self, window: PrintWindow, job: "PrintJob") -> None:
        # The stickers at the moment of printing. The window may change while the printer works.
        faces = window.stickers
        print_pages(job, window, lambda: self._remember(faces))

    def _save_from(self, window: PrintWindow, job: "PrintJob") -> None:
        faces = window.stickers

        def saved(path: Path) -> None:
            self._remember(faces)
            self._saved(_("The pages were written to {}."), path, window.toast)

        save_as_pdf(job, window, documents_folder(), saved)

    def _remember(self, faces: Mapping[str, Faces]) -> None:
        for character_id, dice in faces.items():
            try:
                self._printed.remember(character_id, dice)
            except FileProblem as problem:
                self._desk.notices.warn(file_sentence(problem))
                # One report is enough, because the faces of all characters are stored in the same file.
                return

    def _characters(self) -> list[ToPrint]:
        found = []
        for path in self._desk.navigation.chosen_files():
            try:
                stored, held = read_any(path)
            except (CharacterFileError, FileProblem) as error:
                self._desk.notices.warn(file_sentence(error))
                # One damaged file must not stop the others from being printed.
                continue
            of_bones = stored.form is CHARACTERS
            sheet = derive(self._desk.document.rulebook, held.value) if of_bones else game_sheet(stored, held.value)
            found.append(ToPrint(held.value.id, sheet))
        return found or [ToPrint(self._in_view[1].id, self._open_sheet)]

    def show_makers(self) -> None:
        """Ask for dice of the open character and write them to a folder as drawings or models."""
        dice = [die for die in dice_of(self._desk.document.sheet) if die.stickers]
        if self._desk.games.in_view.game != CHARACTERS.system or not dice:
            self._toast(_("There is no die with icons to make yet."))
            return

        def saved(folder: Path, count: int) -> None:
            words = _("{n} files were written to {folder}.").format(n=count, folder="{}")
            self._saved(words, folder)

        MakerDialog(dice, self.kit, self._desk.theme, documents_folder(), saved, self._desk.window).open()

    def copy_text(self) -> None:
        """Copy the characters selected on the shelf, else the open one, as text that can be pasted back.

        The text is a stat block (Markdown for a smaller game) and a share code that restores the same character.
        """
        texts = [each.shared for each in self._to_export()]
        if texts:
            one = _("Copied. Paste it on a shelf to get the same character.")
            many = _("{n} characters copied. Paste them on a shelf or as text.").format(n=len(texts))
            self._copy(texts, one if len(texts) == 1 else many)

    def copy_roll20(self) -> None:
        """Copy the characters selected on the shelf, else the open one, as lines for the chat of Roll20."""
        self._copy([EXPORTS["roll20"].make(each) for each in self._to_export()], _("Copied for Roll20."))

    def copy_discord(self) -> None:
        """Copy the characters selected on the shelf, else the open one, as messages for Discord."""
        self._copy([EXPORTS["discord"].make(each) for each in self._to_export()], _("Copied for Discord."))

    def _copy(self, texts: Sequence[str], words: str) -> None:
        if texts:
            QGuiApplication.clipboard().setText("\n\n".join(texts))
            self._toast(words)

    def _to_export(self) -> list[ToExport]:
        """Return the characters selected on the shelf, else the open one. A file that cannot be read is reported.

        If no selected file can be read, nothing is returned: taking the open character instead would be a surprise.
        """
        rulebook, found, chosen = self._desk.document.rulebook, [], self._desk.navigation.chosen_files()
        for path in chosen:
            try:
                game, held = read_any(path)
                found.append(to_export(rulebook, game, held.value, read_bytes(path, LARGEST)))
            except (CharacterFileError, FileProblem) as error:
                self._desk.notices.warn(file_sentence(error))
        if not chosen:
            game, who = self._in_view
            found.append(to_export(rulebook, game, who, self._open_file(game, who)))
        return found

    def _open_file(self, game: StoredGame[Any, Any], who: Any) -> bytes:  # noqa: ANN401 (a character of any game)
        """Return the content of the open character's file, or what it would contain if it cannot be read."""
        session = self._desk.opened
        session.flush()
        with suppress(CharacterFileError, FileProblem):
            if session.path is not None and game.form.read(session.path).value == who:
                return read_bytes(session.path, LARGEST)
        return game.form.dump(who)

    def export_foundry(self) -> None:
        """Ask for a file and write the characters selected on the shelf, else the open one, as actors of Foundry."""
        self._export(EXPORTS["foundry"])

    def export_obsidian(self) -> None:
        """Ask for a file and write the characters selected on the shelf, else the open one, as notes for Obsidian."""
        self._export(EXPORTS["obsidian"])

    def _export(self, form: ExportForm) -> None:
        """Ask for a file, or for a folder if there are several characters."""
        given, window, title = self._to_export(), self._desk.window, _(form.title)
        if len(given) == 1:
            first = documents_folder() / f"{safe_name(given[0].sheet.name)}{form.suffix}"
            kinds = f"{title} (*{form.suffix})"
            ask_where(window, title, first, form.suffix, kinds, partial(self._write_export, form, given[0]))
        elif given:
            dialog = QFileDialog(window, _("Export to a folder"), str(documents_folder()))
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.setFileMode(QFileDialog.FileMode.Directory)
            dialog.setOption(QFileDialog.Option.ShowDirsOnly)
            dialog.fileSelected.connect(partial(self._write_exports, form, given))
            dialog.open()

    def _write_export(self, form: ExportForm, given: ToExport, path: Path) -> bool:
        try:
            save_export(path, form.make(given).encode())
        except FileProblem as problem:
            self._desk.notices.report(problem)
            return False
        self._saved(_("Written to {}."), path)
        return True

    def _write_exports(self, form: ExportForm, given: Sequence[ToExport], folder: str) -> None:
        for each in given:
            if not self._write_export(form, each, free_path(Path(folder), each.sheet.name, form.suffix)):
                return
        self._saved(_("{n} files were written to {folder}.").format(n=len(given), folder="{}"), Path(folder))

    def copy_markdown(self) -> None:
        """Copy the open character as Markdown."""
        QGuiApplication.clipboard().setText(markdown_of(self._open_sheet))
        self._toast(_("Copied as Markdown."))

    def copy_picture(self) -> None:
        """Copy the sheet of the open character as a picture."""
        sheet = self._open_sheet
        QGuiApplication.clipboard().setImage(picture_of(sheet, self.paper, self.kit, say=self._desk.notices.warn))
        self._toast(_("Copied as a picture."))

    def save_picture(self) -> None:
        """Ask for the width of a picture of the sheet and for a file, and write the picture there."""
        dialog = QInputDialog(self._desk.window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(_("Save as picture"))
        dialog.setLabelText(_("Width in pixels"))
        dialog.setInputMode(QInputDialog.InputMode.IntInput)
        dialog.setIntRange(LEAST_WIDTH, MOST_WIDTH)
        dialog.setIntValue(USUAL_WIDTH)
        dialog.setIntStep(100)
        # Qt creates the spin box of its dialog. Left as it is, it would read numbers differently from the program's own
        # spin boxes.
        for box in dialog.findChildren(QSpinBox):
            reads_numbers(box)
        dialog.intValueSelected.connect(self._ask_picture_file)
        dialog.open()

    def _ask_picture_file(self, width: int) -> None:
        sheet = self._open_sheet
        first = documents_folder() / f"{safe_name(sheet.name)}.png"
        title, kinds = _("Save as picture"), _("Pictures (*.png)")
        ask_where(self._desk.window, title, first, ".png", kinds, lambda path: self._write_picture(path, width))

    def _write_picture(self, path: Path, width: int) -> None:
        sheet, told = self._open_sheet, list[str]()
        try:
            save_export(path, png_of(sheet, self.paper, self._letters(), width, told.append)[0])
        except FileProblem as problem:
            self._desk.notices.report(problem)
        else:
            self._saved(" ".join((_("The picture was written to {}."), *told)), path)

    def _toast(self, words: str) -> None:
        self._desk.notices.toast.show_message(words, tone="good")

    def print_diary(self, first_year: int) -> None:
        """Ask for a printer and print the diary of the seasons. The calendar begins in `first_year`."""
        self._print(self._diary(first_year))

    def save_diary_pdf(self, first_year: int) -> None:
        """Ask for a file and write the diary of the seasons to it. The calendar begins in `first_year`."""
        self._save_pdf(self._diary(first_year), _("The diary was written to {}."))

    def _sheet(self) -> "PrintJob":
        return sheet_job(self._open_sheet, self.paper, self.kit)

    def _diary(self, first_year: int) -> "PrintJob":
        rulebook, character = self._desk.document.rulebook, self._desk.document.character
        told = diary(rulebook, character, first_year)
        return diary_job(rulebook, character.name, told, self.paper, self.kit)

    def _print(self, job: "PrintJob") -> None:
        print_pages(job, self._desk.window)

    def _save_pdf(self, job: "PrintJob", saved: str) -> None:
        """Ask for a file and write the pages. `saved` is the message about where they were written."""
        save_as_pdf(job, self._desk.window, documents_folder(), lambda path: self._saved(saved, path))

    def _saved(self, words: str, path: Path, toast: Toast | None = None) -> None:
        show = BannerAction(_("Show it"), lambda: open_local(path))
        # The message appears in the window that printed, because it covers the toast of the main window.
        (toast or self._desk.notices.toast).show_message(words.format(path), tone="good", action=show)
