"""What all file actions share: the open character, the files, and where to report errors."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from bones_desktop.document.anyfile import AnyFile
from bones_desktop.document.bones.characterdocument import CharacterDocument, CharacterSession
from bones_desktop.document.session import Session
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.reasons import RulesError
from bones_desktop.storage.files.characterfile import CHARACTERS, SUFFIX, CharacterFileError
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.files.versions import Versions
from bones_desktop.storage.shelf.shelf import Shelf
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.text.messages import Banner, BannerAction, Toast
from bones_desktop.window.shell.documents import documents_folder
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import _
from bones_desktop.wording.reasons import sentence

if TYPE_CHECKING:
    from PySide6.QtWidgets import QFileDialog

    from bones_desktop.printing.painter import PrintKit

FileTrouble = FileProblem | CharacterFileError


class FileEvents(QObject):
    """Signals for what happened to files, for all who show or remember them."""

    shelf_changed = Signal(object)
    """The paths to select, a tuple, often empty."""
    opened = Signal(object)
    """A path was opened by the user."""
    show_requested = Signal()
    """The character just opened should be shown."""
    made = Signal()
    """A character has been made, and is open."""
    shelf_requested = Signal()
    """The shelf should be shown, for what was just put there."""
    moved = Signal(object, object)
    """The open file has moved from the first path to the second."""
    removed = Signal(object)
    """A path is no longer there (removed or renamed)."""


@dataclass(frozen=True, slots=True)
class OpenedGame:
    """A game whose character is open, in view or behind another: BONES always, others once they were opened."""

    game: str
    """Its id."""
    session: Session[Any]
    files: AnyFile[Any]
    """What edits its files, the open one among them."""


class Games(Protocol):
    """The games as file actions see them."""

    @property
    def in_view(self) -> OpenedGame:
        """The game whose pages are shown."""

    @property
    def opened(self) -> tuple[OpenedGame, ...]:
        """Every game that was opened."""

    def of(self, game: str) -> OpenedGame:
        """Return the game with this id."""

    def open(self, path: Path, game: str) -> None:
        """Open a file of a smaller game and show its pages; FileProblem or DataFileError when it cannot be opened."""

    def leave(self) -> None:
        """Show the pages of BONES again: a character of it was opened."""


@dataclass(frozen=True, slots=True)
class Desk:
    """What the file actions work with."""

    document: CharacterDocument
    session: CharacterSession
    versions: Versions
    games: Callable[[], Games]
    theme: Theme
    kit: "Callable[[], PrintKit]"
    banner: Banner
    toast: Toast
    window: QWidget
    house_rules: Callable[[], HouseRules]
    printed_only: Callable[[], bool]
    """Whether house templates are left out."""
    shelf: Callable[[], Shelf]
    events: FileEvents
    take_others: Callable[[Sequence[Path]], tuple[Path, ...]]
    """Takes in or opens those of the files that are no characters, and returns the others."""

    @property
    def open_session(self) -> Session[Any]:
        """That of the character in view, of whichever game."""
        return self.games().in_view.session

    def game_of(self, path: Path) -> str:
        """Return the id of the game of a file that is open or on the shelf; BONES for any other."""
        seen = self.games().in_view
        if seen.session.path == path:
            return seen.game
        entry = self.shelf().catalogue.by_file().get(path.name)
        return CHARACTERS.system if entry is None else entry.game

    def show_error(self, error: FileTrouble | RulesError, actions: Sequence[BannerAction] = ()) -> None:
        """Show an error."""
        if isinstance(error, RulesError):
            self.toast.show_message(sentence(error.reason), tone="warn")
        else:
            self.banner.show_message(file_sentence(error), tone="bad", actions=actions)

    def take_dialog(self, title: str) -> "QFileDialog":
        """Return a dialog for a file in the user's documents that can be opened; it is not shown yet."""
        from PySide6.QtWidgets import QFileDialog

        dialog = QFileDialog(self.window, title, str(documents_folder()))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        filters = _("Characters, campaigns, fights and house templates (*{0} *{0}-campaign *{0}-fight *.json)")
        dialog.setNameFilter(filters.format(SUFFIX))
        return dialog
