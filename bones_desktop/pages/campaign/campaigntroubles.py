"""Reports a campaign file that could not be read or written, with actions that help."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Signal

from bones_desktop.desk.desk import Desk, FileTrouble, Notices
from bones_desktop.document.bones.campaigndocument import CampaignDocument
from bones_desktop.rules.reasons import RulesError
from bones_desktop.rules.typedtext import unturned
from bones_desktop.storage.campaignfile import SUFFIX
from bones_desktop.storage.files.datafile import DataFileError
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.widgets.text.messages import BannerAction
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import _


class CampaignNotices(Notices):
    """Reports problems with campaigns. A refused step is not made later: the user has to repeat it.

    Actions offered for the open campaign disappear with it, so that nothing is done to another one.
    """

    failed = Signal()
    """A problem with a file was reported."""

    def __init__(self, desk: Desk, campaigns: CampaignDocument, show_versions: Callable[[Path], None]) -> None:
        """`show_versions` shows the earlier versions of a damaged file."""
        super().__init__(desk.notices.banner, desk.notices.toast, desk.locations.roll_log)
        self._campaigns = campaigns
        self._versions = desk.versions
        self._show_versions = show_versions
        self._offered: Path | None = None
        """The file of the campaign that the actions of the message are for."""
        campaigns.changed.connect(self._withdraw)
        self.banner.changed.connect(self._forget)

    @property
    def is_asking(self) -> bool:
        """Whether the message offers actions on the open campaign."""
        return self._offered is not None

    def report(self, error: FileTrouble | RulesError, actions: Sequence[BannerAction] = ()) -> None:
        """Show the problem with actions that help. A damaged file may have earlier versions."""
        if isinstance(error, RulesError):
            self.refuse(error.reason)
            return
        ours = error.path == self._campaigns.path
        actions = actions or (self._actions(error) if ours else self._actions_of_other(error))
        self.banner.show_message(
            self._changed_words(error) if ours and error.code == "changed-outside" else file_sentence(error),
            tone="bad",
            actions=actions,
        )
        # After the message is shown, because showing it emits `changed`, which clears this.
        if ours and actions:
            self._offered = error.path
        self.failed.emit()

    def _changed_words(self, error: FileProblem | DataFileError) -> str:
        text = _(
            "Something else has changed {name} since it was opened. Nothing was written. Keep your version or take the "
            "one on disk, then do again what you did last."
        )
        return text.format(name=unturned(error.path.name))

    def _actions(self, error: FileProblem | DataFileError) -> tuple[BannerAction, ...]:
        if error.code == "changed-outside":
            return (
                self._action(_("Keep mine"), error.path, self._keep_mine),
                self._action(_("Take the one on disk"), error.path, self._campaigns.take_from_disk),
            )
        if error.code == "file-gone":
            return (self._action(_("Write it again"), error.path, self._keep_mine),)
        if isinstance(error, DataFileError):
            return (self._action(_("Keep mine"), error.path, self._keep_mine),)
        return ()

    def _action(self, text: str, path: Path, act: Callable[[], None]) -> BannerAction:
        # The button may be pressed after another campaign was opened.
        return BannerAction(text, lambda: self.attempt(act) if path == self._campaigns.path else None)

    def _actions_of_other(self, error: FileProblem | DataFileError) -> tuple[BannerAction, ...]:
        # Without an id there is no way to find the versions of the file.
        if isinstance(error, DataFileError) and self._versions.id_for(error.path, SUFFIX):
            return (BannerAction(_("Earlier versions…"), lambda: self._show_versions(error.path)),)
        return ()

    def _keep_mine(self) -> None:
        self._campaigns.write_again()
        self.banner.show_message(_("Saved."), tone="good", seconds=4)

    def _withdraw(self) -> None:
        if self._offered is not None and self._offered != self._campaigns.path:
            self.banner.dismiss()

    def _forget(self) -> None:
        self._offered = None
