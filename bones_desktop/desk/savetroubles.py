"""Errors of saving: the banner shows them with helpful actions. The character stays open and is saved again later."""

from functools import partial

from PySide6.QtCore import QObject

from bones_desktop.desk.desk import Desk, OpenedGame
from bones_desktop.storage.files.datafile import DataFileError
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.shelf.shelfcatalogue import of_its_own
from bones_desktop.widgets.text.messages import BannerAction
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import _

OTHER_PLACE = {
    "file-gone", "folder-gone", "in-the-way", "dead-link", "read-only", "denied", "disk-full", "busy", "other",
    "bad-name",
}  # fmt: skip


class SaveTroubles(QObject):
    """Shows the session's errors of saving in the banner."""

    def __init__(self, opened: OpenedGame, desk: Desk) -> None:
        super().__init__(desk.window)
        self._session = session = opened.session
        self._game = opened.game
        self._desk = desk
        session.trouble.connect(self.show_error)
        session.held.connect(self._show_held)
        session.recovered.connect(self._recovered)
        session.reloaded.connect(desk.window.tell_reloaded)
        desk.window.unsaved.follow(session, _("The character is not saved."), self.show_error)

    def show_error(self, error: FileProblem | DataFileError, details: str = "") -> None:
        """Show an error with the actions that help."""
        text = file_sentence(error)
        self._desk.notices.banner.show_message(text, details=details, tone="bad", actions=self._actions(error))

    def _show_held(self, error: FileProblem | DataFileError) -> None:
        self.show_error(error, _("Nothing else is opened until what is open has been saved, so that nothing is lost."))

    def _actions(self, error: FileProblem | DataFileError) -> list[BannerAction]:
        again = BannerAction(_("Try again"), self._save)
        keep_both = BannerAction(_("Keep both"), self._keep_both)
        # Neither file may be lost without the user's choice.
        if error.code == "changed-outside":
            return [
                BannerAction(_("Keep mine"), partial(self._save, overwrite=True)),
                BannerAction(_("Take the one on disk"), self._reload),
                keep_both,
            ]
        if error.code == "file-gone":
            return [
                BannerAction(_("Write it again"), partial(self._save, overwrite=True)),
                BannerAction(_("Save on the shelf"), self._keep_both),
            ]
        if error.code in OTHER_PLACE:
            return [again, BannerAction(_("Save on the shelf"), self._keep_both)]
        return [again]

    def _save(self, *, overwrite: bool = False) -> None:
        if not self._session.save(overwrite=overwrite) and (error := self._session.last_trouble) is not None:
            self.show_error(error)

    def _reload(self) -> None:
        try:
            self._session.take_from_disk()
        except (FileProblem, DataFileError) as error:
            self.show_error(error)

    def _keep_both(self) -> None:
        """Save the open character on the shelf as a new file, and continue with that file."""
        try:
            path = self._desk.shelf.create(of_its_own(self._session.value), game=self._game)
        except (FileProblem, DataFileError) as error:
            self.show_error(error)
            return
        # Otherwise opening the new file would first try to save the old one, which fails.
        self._session.forget()
        self._desk.navigation.open_file(path)

    def _recovered(self) -> None:
        self._desk.notices.banner.show_message(_("Saved."), tone="good", seconds=4)
