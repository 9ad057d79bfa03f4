"""The user's packs.

Their modules are imported only if there are packs, and their window is made when it is first opened.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QObject, Signal
from PySide6.QtWidgets import QWidget

from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.typedtext import strip_bidi
from bones_desktop.storage.files.textfiles import is_folder
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.text.messages import Banner, BannerAction
from bones_desktop.wording.language import _

if TYPE_CHECKING:
    from bones_desktop.pages.packs.packlibrary import PackLibrary
    from bones_desktop.pages.packs.packwindow import PackWindow


class OwnPacks(QObject):
    """The user's packs.

    Without packs, this object adds nothing to the start-up time.
    """

    rulebook_changed = Signal(object)
    """Emitted with the Rulebook that contains the current packs."""
    saving_changed = Signal()
    """Emitted when `unsaved` may have changed."""

    def __init__(
        self, base: Rulebook, folder: Path, theme: Theme, owner: QWidget, parent: QObject | None = None
    ) -> None:
        """Use the packs of `folder`; `owner` is the parent of the pack window."""
        super().__init__(parent)
        self._base = base
        self._folder = folder
        self._theme = theme
        self._owner = owner
        self._library: PackLibrary | None = None
        self._window: PackWindow | None = None
        self.keep_message: Callable[[str], object]
        """Called with each message of the window. The program sets it before it first opens the window."""
        self.unsaved = False
        """True if packs could not be saved and are still unsaved."""
        self._place: tuple[QByteArray, str, str] | None = None
        """State of the window closed last: its geometry, and the selected pack and entry."""
        # Without a folder there are no packs, so their modules are not imported.
        if is_folder(folder):
            theme.set_letters(self.library.letters)

    @property
    def library(self) -> "PackLibrary":
        """The packs."""
        if self._library is None:
            # Imported late, because this object is made at every start, and most users have no packs.
            from bones_desktop.pages.packs.packlibrary import PackLibrary

            self._library = PackLibrary(self._base, self._folder, self)
            self._library.rulebook_changed.connect(self._pass_on)
            self._library.save_failed.connect(self._fail)
            self._library.changed.connect(self._recover)
        return self._library

    @property
    def window(self) -> "PackWindow":
        """The window in which packs are edited, made each time it is opened."""
        if self._window is None:
            # Imported late, because most users never open this window.
            from bones_desktop.pages.packs.packwindow import PackWindow

            self._window = PackWindow(self.library, self._theme, self._owner)
            self._window.finished.connect(self._let_go)
            for spoken in (self._window.banner.spoken, self._window.toast.spoken):
                spoken.connect(self.keep_message)
            if self._place is not None:
                geometry, pack, entry = self._place
                self._window.restoreGeometry(geometry)
                self._window.tree.choose(pack, entry)
        return self._window

    @property
    def rulebook(self) -> Rulebook:
        """The rulebook with the content of all packs."""
        return self._base if self._library is None else self._library.rulebook

    @property
    def letters(self) -> dict[str, str]:
        """The letters of the packs' races, by race id."""
        return {} if self._library is None else self._library.letters

    def show(self) -> None:
        """Show the window, or bring it to the front."""
        self.window.come_up()

    def take_in(self, paths: Sequence[Path]) -> tuple[Path, ...]:
        """Import the packs among these paths, and return all other paths.

        The other paths are characters, also as Foundry actors.
        """
        packs = [path for path in paths if path.suffix.casefold() == ".json" and not _is_actor(path)]
        if packs:
            self.window.take_in(packs)
        return tuple(path for path in paths if path not in packs)

    def report_trouble(self, banner: Banner) -> None:
        """Report packs that cannot be used, unless the banner shows another message."""
        trouble = self._trouble()
        if trouble and not banner.text:
            act = BannerAction(_("House templates…"), self.show)
            banner.show_message(trouble, tone="warn", actions=[act])

    def _fail(self) -> None:
        self.unsaved = True
        self.saving_changed.emit()

    def _recover(self) -> None:
        if self.unsaved and self.library.saved:
            self.unsaved = False
            self.saving_changed.emit()

    def flush(self) -> bool:
        """Save text being typed, and return whether everything is saved."""
        if self._library is None:
            return True
        self._library.flush()
        self._recover()
        return self._library.saved

    def close(self) -> None:
        """Save text being typed, and close the library of packs."""
        if self._library is not None:
            self._library.close()

    def _let_go(self) -> None:
        """Delete the closed window, unless it shows a message about unsaved packs."""
        window = self._window
        if window is None:
            return
        self.library.flush()
        if self.library.saved:
            node = window.tree.node
            self._place = window.saveGeometry(), node.pack if node else "", node.entry if node else ""
            self._window = None
            window.deleteLater()

    def _pass_on(self) -> None:
        self._theme.set_letters(self.letters)
        self.rulebook_changed.emit(self.rulebook)

    def _trouble(self) -> str:
        """Return a message about packs that cannot be used, "" if all can."""
        damaged = self._library.damaged if self._library is not None else ()
        if not damaged:
            return ""
        text = _("A pack of house templates cannot be used: {name}. Its errors are listed with the packs.")
        if len(damaged) > 1:
            text = _(
                "{count} packs of house templates cannot be used, {name} first. Their errors are listed with the packs."
            )
        return text.format(count=len(damaged), name=strip_bidi(damaged[0].path.name))


def _is_actor(path: Path) -> bool:
    # Imported late: few starts open such a file.
    from bones_desktop.storage.files.sharedtext import is_actor

    return is_actor(path)
