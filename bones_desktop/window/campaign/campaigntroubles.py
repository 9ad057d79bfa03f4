"""Reports a campaign's file that could not be read or written, and offers what helps."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject

from bones_desktop.document.bones.campaigndocument import CampaignDocument
from bones_desktop.rules.reasons import Reason, RulesError
from bones_desktop.rules.typedtext import unturned
from bones_desktop.storage.campaign.campaignfile import SUFFIX
from bones_desktop.storage.files.datafile import DataFileError
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.files.versions import Versions
from bones_desktop.widgets.text.messages import Banner, BannerAction
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import _


class CampaignTroubles(QObject):
    """Speaks through the banner. A step that was refused is not made later: whoever made it does it again.

    What it offers for the open campaign goes with it: nothing is done to another that is open by then.
    """

    def __init__(
        self,
        campaigns: CampaignDocument,
        banner: Banner,
        versions: Versions,
        show_versions: Callable[[Path], None],
        refused: Callable[[Reason], object],
        parent: QObject | None = None,
    ) -> None:
        """`show_versions` shows the earlier versions of a damaged file, `refused` shows why a rule forbids it."""
        super().__init__(parent)
        self._campaigns = campaigns
        self._banner = banner
        self._versions = versions
        self._show_versions = show_versions
        self._refused = refused
        self._offered: Path | None = None
        """The file of the campaign that the message shown offers to do something to."""
        campaigns.changed.connect(self._withdraw)
        banner.changed.connect(self._forget)

    @property
    def is_asking(self) -> bool:
        """Whether the message shown offers to do something to the open campaign."""
        return self._offered is not None

    def show_error(self, error: FileProblem | DataFileError) -> None:
        """Show what is wrong, with what can be done about it: there may be earlier versions of a damaged file."""
        ours = error.path == self._campaigns.path
        actions = self._actions(error) if ours else self._actions_of_other(error)
        self._banner.show_message(
            self._changed_words(error) if ours and error.code == "changed-outside" else file_sentence(error),
            tone="bad",
            actions=actions,
        )
        if ours and actions:
            self._offered = error.path

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
        return BannerAction(text, lambda: self._try(act) if path == self._campaigns.path else None)

    def _actions_of_other(self, error: FileProblem | DataFileError) -> tuple[BannerAction, ...]:
        if isinstance(error, DataFileError) and self._versions.id_for(error.path, SUFFIX):
            return (BannerAction(_("Earlier versions…"), lambda: self._show_versions(error.path)),)
        return ()

    def _keep_mine(self) -> None:
        self._campaigns.write_again()
        self._banner.show_message(_("Saved."), tone="good", seconds=4)

    def _try(self, act: Callable[[], None]) -> None:
        try:
            act()
        except RulesError as error:
            self._refused(error.reason)
        except (FileProblem, DataFileError) as error:
            self.show_error(error)

    def _withdraw(self) -> None:
        if self._offered is not None and self._offered != self._campaigns.path:
            self._banner.dismiss()

    def _forget(self) -> None:
        self._offered = None
