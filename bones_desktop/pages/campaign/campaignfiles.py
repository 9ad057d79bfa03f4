"""The folder of campaigns, the choice of the open one, and the campaign log written to a file."""

from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from bones_desktop.desk.desk import Notices
from bones_desktop.document.bones.campaigndocument import CampaignDocument
from bones_desktop.pages.campaign.campaignwords import member_name
from bones_desktop.rules.bones.life.campaigns import new_campaign
from bones_desktop.storage.campaignfile import CampaignEntry, CampaignFolder
from bones_desktop.storage.files.locations import free_name
from bones_desktop.storage.files.textfiles import FileProblem, save_bytes
from bones_desktop.widgets.popups import ask_where
from bones_desktop.wording.language import _
from bones_desktop.wording.log import campaign_to_markdown


class CampaignFiles(QObject):
    """Makes, opens, removes and restores campaigns. No method raises."""

    leaving = Signal()
    """Another campaign, or none, is about to be opened: text being typed must be saved now."""
    campaigns_changed = Signal()
    """The campaigns in the folder have changed."""

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
        """Path of the campaign removed last, until it is restored."""

    def entries(self) -> tuple[CampaignEntry, ...]:
        """Return the campaigns in the folder, by name."""
        return self._folder.entries()

    def removed(self) -> tuple[CampaignEntry, ...]:
        """Return the campaigns that can be restored, by name."""
        return self._folder.removed()

    def unseen(self) -> FileProblem | None:
        """Return the reason why some campaigns may not be visible; None if all are."""
        return self._folder.trouble()

    def has_any(self, campaigns: Collection[str]) -> bool:
        """Return whether a campaign with one of these ids is open or may be in the folder.

        A campaign that cannot be read may be any of them.
        """
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
        """Open the campaign at `path`. If that fails, the campaign that is open now stays open."""
        # Opening it again would lose its undo history.
        if path != self._campaigns.path:
            self._notices.attempt(partial(self._open, path))

    def follow_name(self) -> None:
        """Rename the open campaign's file after the campaign."""
        self._notices.attempt(self._follow_name)

    def remove(self, path: Path) -> None:
        """Remove a campaign from the folder, open or not. It can be restored."""
        self._notices.attempt(partial(self._remove, path))

    def bring_back(self, removed: Path) -> None:
        """Restore a removed campaign and open it."""
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
        # Before the file moves: text being typed is still saved into it.
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
    """Asks for a file and writes the campaign log there. No method raises."""

    def __init__(
        self, campaigns: CampaignDocument, documents: Callable[[], Path], notices: Notices, parent: QWidget
    ) -> None:
        """`documents` returns the folder in which new files are offered first."""
        super().__init__(parent)
        self._notices = notices
        self._campaigns = campaigns
        self._documents = documents
        self._widget = parent

    def ask(self) -> None:
        """Ask for a file and write the log of the open campaign there. Returns immediately."""
        campaign = self._campaigns.campaign
        if campaign is None:
            return
        name = free_name(campaign.name or _("Campaign log"), ".md", ())
        title, kinds = _("Export the campaign log"), _("Markdown (*.md)")
        ask_where(self._widget, title, self._documents() / name, ".md", kinds, self.write)

    def write(self, target: Path) -> None:
        """Write the log completely or not at all, and report the result."""
        campaign = self._campaigns.campaign
        if campaign is None:
            return
        names = {each.member.id: member_name(each) for each in self._campaigns.members()}
        try:
            # A name may hold half of a character pair, which UTF-8 cannot express.
            save_bytes(target, campaign_to_markdown(campaign, names).encode("utf-8", "replace"))
        except FileProblem as error:
            self._notices.report(error)
        else:
            self._notices.say(_("Written to {}.").format(target))
