"""The campaigns' folder, which of them is open, and the campaign log written to a file."""

from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from bones_desktop.desk.desk import Notices
from bones_desktop.document.bones.campaigndocument import CampaignDocument
from bones_desktop.pages.campaign.campaignwords import member_name
from bones_desktop.rules.bones.life.campaigns import new_campaign
from bones_desktop.storage.campaign.campaignfile import CampaignEntry, CampaignFolder
from bones_desktop.storage.files.placing import free_name
from bones_desktop.storage.files.textfiles import FileProblem, save_bytes
from bones_desktop.widgets.popups import ask_where
from bones_desktop.wording.language import _
from bones_desktop.wording.markdown import campaign_to_markdown


class CampaignFiles(QObject):
    """Makes, opens, removes and brings back campaigns; nothing here raises."""

    leaving = Signal()
    """Another campaign is about to be opened, or none: what is being typed is to be kept now."""
    campaigns_changed = Signal()
    """The folder holds other campaigns than before."""

    def __init__(
        self,
        campaigns: CampaignDocument,
        folder: CampaignFolder,
        new_id: Callable[[], str],
        notices: Notices,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._notices = notices
        self._campaigns = campaigns
        self._folder = folder
        self._new_id = new_id
        self.last_removed: Path | None = None
        """Where the campaign removed last lies now, until it is brought back."""

    def entries(self) -> tuple[CampaignEntry, ...]:
        """Return the campaigns there are, by name."""
        return self._folder.entries()

    def removed(self) -> tuple[CampaignEntry, ...]:
        """Return those that can be brought back, by name."""
        return self._folder.removed()

    def unseen(self) -> FileProblem | None:
        """Return why there may be campaigns that cannot be seen; None when all can."""
        return self._folder.trouble()

    def has_any(self, campaigns: Collection[str]) -> bool:
        """Return whether one of these ids is open or may be in the folder: one that cannot be seen may be any."""
        opened = self._campaigns.campaign
        return (
            (opened is not None and opened.id in campaigns)
            or self.unseen() is not None
            or any(entry.value is None or entry.value.id in campaigns for entry in self.entries())
        )

    def create(self, name: str) -> None:
        """Make a campaign with this name and open it."""
        self._notices.attempt(partial(self._create, name))

    def open(self, path: Path) -> None:
        """Open the campaign in `path`; the one open now stays open when that fails."""
        if path != self._campaigns.path:
            self._notices.attempt(partial(self._open, path))

    def follow_name(self) -> None:
        """Let the name of the open campaign's file follow the campaign's own."""
        self._notices.attempt(self._follow_name)

    def remove(self, path: Path) -> None:
        """Take a campaign out of the folder, open or not; it can be brought back."""
        self._notices.attempt(partial(self._remove, path))

    def bring_back(self, removed: Path) -> None:
        """Bring a removed campaign back and open it."""
        self._notices.attempt(partial(self._restore, removed))

    def _create(self, name: str) -> None:
        self._open(self._folder.create(new_campaign(self._new_id(), name)))

    def _open(self, path: Path) -> None:
        self.leaving.emit()
        self._campaigns.open(path)
        self.campaigns_changed.emit()

    def _follow_name(self) -> None:
        campaign, path = self._campaigns.campaign, self._campaigns.path
        if campaign is None or path is None:
            return
        target = self._folder.rename(path, campaign.name)
        if target != path:
            self._campaigns.moved(target)
            self.campaigns_changed.emit()

    def _remove(self, path: Path) -> None:
        if path == self._campaigns.path:
            self.leaving.emit()
        self.last_removed = self._folder.remove(path)
        if path == self._campaigns.path:
            self._campaigns.close()
        self.campaigns_changed.emit()

    def _restore(self, removed: Path) -> None:
        path = self._folder.restore(removed)
        if removed == self.last_removed:
            self.last_removed = None
        self._open(path)


class CampaignLogFile(QObject):
    """Asks where to and writes; nothing here raises."""

    def __init__(
        self, campaigns: CampaignDocument, documents: Callable[[], Path], notices: Notices, parent: QWidget
    ) -> None:
        """`documents` returns the folder that files are first offered to be written to."""
        super().__init__(parent)
        self._notices = notices
        self._campaigns = campaigns
        self._documents = documents
        self._widget = parent

    def ask(self) -> None:
        """Ask for a file and write the log of the open campaign there; returns at once."""
        campaign = self._campaigns.campaign
        if campaign is None:
            return
        name = free_name(campaign.name or _("Campaign log"), ".md", ())
        title, kinds = _("Export the campaign log"), _("Markdown (*.md)")
        ask_where(self._widget, title, self._documents() / name, ".md", kinds, self.write)

    def write(self, target: Path) -> None:
        """Write the log, whole or not at all, and say how it went."""
        campaign = self._campaigns.campaign
        if campaign is None:
            return
        names = {each.member.id: member_name(each) for each in self._campaigns.members()}
        try:
            save_bytes(target, campaign_to_markdown(campaign, names).encode("utf-8", "replace"))
        except FileProblem as error:
            self._notices.report(error)
        else:
            self._notices.say(_("Written to {}.").format(target))
