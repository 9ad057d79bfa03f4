"""What the File menu does: new, open, rename, duplicate, remove, import, export, earlier versions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QInputDialog, QLineEdit, QWidget

from bones_desktop.document.document import CharacterDocument
from bones_desktop.document.session import CharacterSession
from bones_desktop.printing.kit import PrintKit
from bones_desktop.rules.bones.blocks import character_from_block, horde, without_dice
from bones_desktop.rules.bones.character import Character, Kind, Mode
from bones_desktop.rules.bones.edits import new_character, set_text
from bones_desktop.rules.bones.houserules import HouseRules
from bones_desktop.rules.bones.sheet import derive
from bones_desktop.rules.reasons import RulesError
from bones_desktop.storage.characterfile import SUFFIX, CharacterFileError, new_id, read_character
from bones_desktop.storage.locations import shipped
from bones_desktop.storage.shelf import Removed, Shelf
from bones_desktop.storage.shelfentry import Entry
from bones_desktop.storage.textfiles import FileProblem
from bones_desktop.storage.versions import Versions
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.banner import Banner, BannerAction
from bones_desktop.widgets.toast import Toast
from bones_desktop.window.documents import documents_folder
from bones_desktop.window.newdialog import NewDialog
from bones_desktop.window.startmodel import Start
from bones_desktop.window.versionsdialog import VersionsDialog
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.reasons import sentence

FileTrouble = FileProblem | CharacterFileError


@dataclass(frozen=True, slots=True)
class Desk:
    """What the file actions work with."""

    document: CharacterDocument
    session: CharacterSession
    versions: Versions
    theme: Theme
    kit: Callable[[], PrintKit]
    banner: Banner
    toast: Toast
    window: QWidget
    house_rules: Callable[[], HouseRules]


class FileActions(QObject):
    """Each public method is one action. Failures are told in the banner; nothing here raises."""

    shelf_changed = Signal(object)
    """The path of the file that matters now, or None."""
    opened = Signal(object)
    """A path was opened by the user."""
    to_be_seen = Signal()
    """The character just opened was asked for: show it."""
    gone = Signal(object)
    """A path is no longer there (removed or renamed)."""

    def __init__(self, desk: Desk, shelf: Shelf, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._shelf = shelf

    def set_shelf(self, shelf: Shelf) -> None:
        """Work on another folder of characters."""
        self._shelf = shelf

    def samples(self) -> tuple[Start, ...]:
        """Return the shipped characters as starts."""
        found = []
        for path in sorted((shipped("resources") / "samples").glob(f"*{SUFFIX}")):
            try:
                sample = read_character(path).character
            except (FileProblem, CharacterFileError):
                continue
            half = path.stem.endswith("half-done")
            title = self.tr("{}, half done").format(sample.name) if half else sample.name
            found.append(Start("sample", path.stem, title, self.tr("Sample character"), sample.dice[0].faces[2].code))
        return tuple(found)

    def new(self) -> None:
        """Ask what to start from and make it."""
        dialog = NewDialog(self._desk.theme, self._desk.document.rulebook, self.samples(), self._desk.window)
        dialog.chosen.connect(self.make)
        dialog.open()

    def make(self, start: Start, name: str) -> None:
        """Make a character from `start`, put it on the shelf and open it."""
        try:
            character = self._character(start)
            if name:
                character = set_text(character, "name", name)
            self.work_on(self._shelf.create(character))
        except (FileProblem, CharacterFileError) as error:
            self._tell(error)
        except RulesError as error:
            self._desk.toast.show_message(sentence(error.reason, self.tr), tone="warn")

    def start_empty(self) -> None:
        """Make an empty Cold Iron character and open it."""
        self.make(Start("cold-iron", "", "", ""), "")

    def ask_open(self) -> None:
        """Ask for a file and open it where it lies."""
        dialog = self._file_dialog(self.tr("Open a character"))
        dialog.fileSelected.connect(lambda name: self.work_on(Path(name)))
        dialog.open()

    def open(self, path: Path) -> bool:
        """Open a file and return whether it is open; a damaged one is told of, with its earlier versions on offer."""
        try:
            self._desk.session.open(path)
        except (FileProblem, CharacterFileError) as error:
            self._tell_damaged(path, error)
            return False
        self.opened.emit(path)
        self.shelf_changed.emit(path)
        return True

    def work_on(self, path: Path) -> bool:
        """Open a file somebody asked for, say that it is to be seen now, and return whether it is open."""
        opened = self.open(path)
        if opened:
            self.to_be_seen.emit()
        return opened

    def open_all(self, paths: Sequence[Path]) -> None:
        """Open handed-over or dropped files; of several, those from elsewhere are imported and the last one opened."""
        for path in paths[:-1]:
            self.import_file(path, open_it=False)
        if paths:
            self.work_on(paths[-1])

    def rename(self) -> None:
        """Ask for another name; the file follows."""
        dialog = QInputDialog(self._desk.window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(self.tr("Rename"))
        dialog.setLabelText(self.tr("Name of the character"))
        dialog.setTextValue(self._desk.document.character.name)
        dialog.setTextEchoMode(QLineEdit.EchoMode.Normal)
        dialog.resize(self._desk.theme.px(400), dialog.sizeHint().height())
        dialog.textValueSelected.connect(self._rename)
        dialog.open()

    def duplicate(self) -> None:
        """Make a copy on the shelf and open it."""
        path = self._desk.session.path
        if path is None or not self._desk.session.flush():
            return
        name = self._desk.document.character.name
        try:
            self.open(self._shelf.duplicate(path, self.tr("{} (copy)").format(name) if name else ""))
        except (FileProblem, CharacterFileError) as error:
            self._tell(error)

    def remove(self) -> None:
        """Take the open character off the shelf; the banner offers to bring it back."""
        session = self._desk.session
        path = session.path
        if path is None or not session.flush():
            return
        name = self._desk.document.character.name or path.stem
        try:
            removed = self._shelf.remove(path)
        except FileProblem as error:
            self._tell(error)
            return
        session.forget()
        self.gone.emit(path)
        self._open_another()
        self._desk.banner.show_message(
            self.tr("{} was removed.").format(name),
            actions=[BannerAction(self.tr("Bring back"), lambda: self._restore(removed))],
            seconds=30,
        )

    def ask_import(self) -> None:
        """Ask for a file and copy it onto the shelf."""
        dialog = self._file_dialog(self.tr("Import a character"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.filesSelected.connect(self._import_all)
        dialog.open()

    def import_file(self, source: Path, *, open_it: bool = True) -> None:
        """Copy `source` onto the shelf, and open it if `open_it`."""
        try:
            path = self._shelf.import_file(source)
        except (FileProblem, CharacterFileError) as error:
            self._tell_damaged(source, error)
            return
        if open_it:
            self.work_on(path)
        else:
            self.shelf_changed.emit(path)

    def export(self) -> None:
        """Ask where to and write a copy of the character."""
        path = self._desk.session.path
        if path is None or not self._desk.session.flush():
            return
        dialog = self._file_dialog(self.tr("Export the character"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setDefaultSuffix(SUFFIX.lstrip("."))
        dialog.setDirectory(str(documents_folder()))
        dialog.selectFile(path.name)
        dialog.fileSelected.connect(lambda name: self._export(path, Path(name)))
        dialog.open()

    def versions(self) -> None:
        """Show the earlier versions of the open character."""
        saved = self._desk.session.saved
        if saved is None:
            return
        self._desk.session.flush()
        dialog = VersionsDialog(
            self._desk.theme,
            self._desk.kit(),
            saved.versions(),
            saved.version,
            lambda character: derive(self._desk.document.rulebook, character),
            note=self.tr("Bringing one back is a step you can undo, and the character as it is now is kept as well."),
            none=self.tr("There are no earlier versions yet. They are kept as you change things."),
            parent=self._desk.window,
        )
        dialog.chosen.connect(self._bring_back)
        dialog.open()

    def versions_of_damaged(self, entry: Entry) -> None:
        """Show what is left of a damaged file; the one chosen goes onto the shelf as a file of its own."""
        self._versions_of(entry.path)

    def _versions_of(self, path: Path) -> None:
        character_id = self._desk.versions.id_for(path)
        found = self._desk.versions.list(character_id) if character_id else ()
        dialog = VersionsDialog(
            self._desk.theme,
            self._desk.kit(),
            found,
            lambda version: self._desk.versions.read(version).character,
            lambda character: derive(self._desk.document.rulebook, character),
            note=self.tr("The damaged file stays as it is. The version you choose comes onto the shelf beside it."),
            none=self.tr("No earlier version of this file was kept here. The damaged file stays as it is."),
            parent=self._desk.window,
        )
        dialog.chosen.connect(self._rescue)
        dialog.open()

    def _rescue(self, character: Character) -> None:
        try:
            self.work_on(self._shelf.create(character))
        except (FileProblem, CharacterFileError) as error:
            self._tell(error)

    def _bring_back(self, character: Character) -> None:
        try:
            self._desk.session.bring_back(self.tr("Bring back an earlier version"), character)
        except RulesError as error:
            self._desk.toast.show_message(sentence(error.reason, self.tr), tone="warn")

    def _character(self, start: Start) -> Character:
        rulebook = self._desk.document.rulebook
        rules = self._desk.house_rules()
        match start.source:
            case "core":
                return new_character(new_id(), Mode.CORE, rules)
            case "own":
                return without_dice(Kind(start.id), new_id()).with_(house_rules=rules)
            case "block":
                return character_from_block(rulebook, rulebook.block(start.id), new_id()).with_(house_rules=rules)
            case "horde":
                return horde(rulebook, int(start.id), new_id(), start.title).with_(house_rules=rules)
            case "sample":
                sample = read_character(shipped("resources") / "samples" / f"{start.id}{SUFFIX}").character
                return sample.with_(id=new_id(), house_rules=rules)
            case _:
                return new_character(new_id(), Mode.COLD_IRON, rules)

    def _rename(self, name: str) -> None:
        session = self._desk.session
        path = session.path
        try:
            self._desk.document.apply(self.tr("Rename"), lambda now: set_text(now, "name", name.strip()))
            if path is not None and path.parent == self._shelf.folder and session.is_saved:
                new = self._shelf.rename(path, name.strip())
                if new != path:
                    session.moved(new)
                    self.gone.emit(path)
                    self.opened.emit(new)
            self.shelf_changed.emit(session.path)
        except FileProblem as error:
            self._tell(error)
        except RulesError as error:
            self._desk.toast.show_message(sentence(error.reason, self.tr), tone="warn")

    def restore(self, path: Path) -> bool:
        """Bring a removed file back onto the shelf, and return whether it is there again."""
        return self._restore(Removed(self._shelf.folder / path.name, path))

    def _restore(self, removed: Removed) -> bool:
        try:
            path = self._shelf.restore(removed)
        except FileProblem as error:
            self._tell(error)
            return False
        self.open(path)
        return True

    def _open_another(self) -> None:
        for entry in self._shelf.entries():
            if entry.damaged is None and self.open(entry.path):
                return
        self.start_empty()

    def _import_all(self, names: Sequence[str]) -> None:
        for name in names:
            self.import_file(Path(name))

    def _export(self, path: Path, target: Path) -> None:
        try:
            self._shelf.export_file(path, target)
        except FileProblem as error:
            self._tell(error)
        else:
            self._desk.toast.show_message(self.tr("Written to {}.").format(target), tone="good")

    def _file_dialog(self, title: str) -> QFileDialog:
        dialog = QFileDialog(self._desk.window, title, str(self._shelf.folder))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilter(self.tr("Characters (*{})").format(SUFFIX))
        return dialog

    def _tell(self, error: FileTrouble) -> None:
        self._desk.banner.show_message(file_sentence(error, self.tr), tone="bad")

    def _tell_damaged(self, path: Path, error: FileTrouble) -> None:
        actions = []
        if isinstance(error, CharacterFileError) and self._desk.versions.id_for(path):
            actions.append(BannerAction(self.tr("Earlier versions…"), lambda: self._versions_of(path)))
        self._desk.banner.show_message(file_sentence(error, self.tr), tone="bad", actions=actions)
