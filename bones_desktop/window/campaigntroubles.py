"""Tells of a campaign's file that could not be read or written, and offers what helps."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject

from bones_desktop.document.campaigndocument import CampaignDocument
from bones_desktop.storage.campaignfile import SUFFIX
from bones_desktop.storage.datafile import DataFileError
from bones_desktop.storage.textfiles import FileProblem
from bones_desktop.storage.versions import Versions
from bones_desktop.widgets.banner import Banner, BannerAction
from bones_desktop.wording.files import file_sentence


class CampaignTroubles(QObject):
    """Speaks through the banner. A step that was refused is not made later: whoever made it does it again."""

    def __init__(
        self,
        campaigns: CampaignDocument,
        banner: Banner,
        versions: Versions,
        show_versions: Callable[[Path], None],
        parent: QObject | None = None,
    ) -> None:
        """`show_versions` shows the earlier versions of a damaged file."""
        super().__init__(parent)
        self._campaigns = campaigns
        self._banner = banner
        self._versions = versions
        self._show_versions = show_versions

    def tell(self, error: FileProblem | DataFileError) -> None:
        """Show what is wrong, with what can be done about it: there may be earlier versions of a damaged file."""
        ours = error.path == self._campaigns.path
        self._banner.show_message(
            self._changed_words(error) if ours and error.code == "changed-outside" else file_sentence(error, self.tr),
            tone="bad",
            actions=self._actions(error) if ours else self._actions_of_other(error),
        )

    def _changed_words(self, error: FileProblem | DataFileError) -> str:
        text = self.tr(
            "Something else has changed {name} since it was opened. Nothing was written. Keep your version or take the "
            "one on disk, then do again what you did last."
        )
        return text.format(name=error.path.name)

    def _actions(self, error: FileProblem | DataFileError) -> tuple[BannerAction, ...]:
        if error.code == "changed-outside":
            return (
                BannerAction(self.tr("Keep mine"), lambda: self._try(self._keep_mine)),
                BannerAction(self.tr("Take the one on disk"), lambda: self._try(self._campaigns.take_from_disk)),
            )
        if error.code == "file-gone":
            return (BannerAction(self.tr("Write it again"), lambda: self._try(self._keep_mine)),)
        if isinstance(error, DataFileError):
            return (BannerAction(self.tr("Keep mine"), lambda: self._try(self._keep_mine)),)
        return ()

    def _actions_of_other(self, error: FileProblem | DataFileError) -> tuple[BannerAction, ...]:
        if isinstance(error, DataFileError) and self._versions.id_for(error.path, SUFFIX):
            return (BannerAction(self.tr("Earlier versions…"), lambda: self._show_versions(error.path)),)
        return ()

    def _keep_mine(self) -> None:
        self._campaigns.write_again()
        self._banner.show_message(self.tr("Saved."), tone="good", seconds=4)

    def _try(self, act: Callable[[], None]) -> None:
        try:
            act()
        except (FileProblem, DataFileError) as error:
            self.tell(error)
