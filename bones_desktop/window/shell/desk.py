"""What all file actions share: the open character, the files, and where to report errors."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from bones_desktop.document.anyfile import AnyFile
from bones_desktop.document.bones.characterdocument import CharacterDocument, CharacterSession
from bones_desktop.document.document import Document
from bones_desktop.document.session import Session
from bones_desktop.rules.bones.book.houserules import HouseRules
from bones_desktop.rules.reasons import RulesError
from bones_desktop.storage.files.characterfile import CHARACTERS, SUFFIX, CharacterFileError
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.files.versions import Versions
from bones_desktop.storage.shelf.shelf import Shelf
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.text.messages import Banner, BannerAction, Toast
from bones_desktop.window.shell.documents import documents_folder
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.reasons import sentence

if TYPE_CHECKING:
    from PySide6.QtWidgets import QFileDialog

    from bones_desktop.printing.painter import PrintKit
    from bones_desktop.storage.games.games import StoredGame

FileTrouble = FileProblem | CharacterFileError


class FileEvents(QObject):
    """Signals for what happened to files, for all who show or remember them."""

    shelf_changed = Signal(object)
    """The paths to select, a tuple, often empty."""
    opened = Signal(object)
    """A path was opened by the user."""
    show_requested = Signal()
    """The character just opened should be shown."""
    shelf_requested = Signal()
    """The shelf should be shown, for what was just put there."""
    moved = Signal(object, object)
    """The open file has moved from the first path to the second."""
    removed = Signal(object)
    """A path is no longer there (removed or renamed)."""


class OtherGame(Protocol):
    """What file actions need of a smaller game that is open."""

    @property
    def document(self) -> Document[Any]: ...  # noqa: D102

    @property
    def session(self) -> Session[Any]: ...  # noqa: D102

    @property
    def small(self) -> "StoredGame[Any, Any]": ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class Desk:
    """What the file actions work with."""

    document: CharacterDocument
    session: CharacterSession
    versions: Versions
    files_of: Callable[[str], AnyFile[Any]]
    """Returns what edits the files of the game with this id, the open one among them."""
    sessions: Callable[[], Sequence[Session[Any]]]
    """Returns those of every game that was opened, in view or behind the one that is."""
    theme: Theme
    kit: "Callable[[], PrintKit]"
    banner: Banner
    toast: Toast
    window: QWidget
    house_rules: Callable[[], HouseRules]
    shelf: Callable[[], Shelf]
    events: FileEvents
    other: "Callable[[], OtherGame | None]"
    """Returns the smaller game that is open; None while BONES is."""
    open_other: Callable[[Path, str], None]
    """Opens a file of the smaller game with this id; FileProblem or DataFileError when it cannot be opened."""
    leave_other: Callable[[], None]
    """A character of BONES is open now, whatever was before."""
    take_packs: Callable[[Sequence[Path]], tuple[Path, ...]]
    """Imports those of the files that are packs, and returns the others."""

    @property
    def open_session(self) -> Session[Any]:
        """That of the character in view, of whichever game."""
        other = self.other()
        return self.session if other is None else other.session

    def game_of(self, path: Path) -> str:
        """Return the id of the game of a file that is open or on the shelf; BONES for any other."""
        other = self.other()
        if other is not None and other.session.path == path:
            return other.small.game.id
        entry = self.shelf().catalogue.by_file().get(path.name)
        return CHARACTERS.system if entry is None else entry.game

    def show_error(self, error: FileTrouble | RulesError, actions: Sequence[BannerAction] = ()) -> None:
        """Show an error."""
        if isinstance(error, RulesError):
            self.toast.show_message(sentence(error.reason, _tr), tone="warn")
        else:
            self.banner.show_message(file_sentence(error, _tr), tone="bad", actions=actions)

    def file_dialog(self, title: str) -> "QFileDialog":
        """Return a dialog for one character file in the user's documents; it is not shown yet."""
        from PySide6.QtWidgets import QFileDialog

        dialog = QFileDialog(self.window, title, str(documents_folder()))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilter(_tr("Characters (*{})").format(SUFFIX))
        return dialog

    def take_dialog(self, title: str) -> "QFileDialog":
        """Return the same dialog for files to import: characters, or packs of house templates."""
        dialog = self.file_dialog(title)
        dialog.setNameFilter(_tr("Characters and house templates (*{} *.json)").format(SUFFIX))
        return dialog


def _tr(text: str) -> str:
    return QCoreApplication.translate("Desk", text)
