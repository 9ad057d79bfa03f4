"""The files of campaigns: open, make, remove and restore them, export the log, and report problems."""

from collections.abc import Callable, Collection, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from bones_desktop.desk.desk import Desk, FileTrouble, Notices
from bones_desktop.desk.documents import documents_folder
from bones_desktop.document.bones.campaigndocument import CampaignDocument
from bones_desktop.pages.campaign.campaignpanel import member_name
from bones_desktop.rules.bones.life.campaigns import new_campaign
from bones_desktop.rules.reasons import RulesError
from bones_desktop.rules.typedtext import strip_bidi
from bones_desktop.storage.campaignfile import SUFFIX, CampaignFolder
from bones_desktop.storage.files.characterfile import new_id
from bones_desktop.storage.files.datafile import DataFileError
from bones_desktop.storage.files.locations import free_name
from bones_desktop.storage.files.textfiles import FileProblem, save_bytes
from bones_desktop.widgets.popups import ask_where
from bones_desktop.widgets.text.messages import BannerAction
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import _
from bones_desktop.wording.log import campaign_to_markdown


class CampaignNotices(Notices):
    """Reports problems with campaigns. A step that was refused is not repeated: the user has to make it again.

    Actions offered for the open campaign disappear when it is closed, so that they cannot affect another one.
    """

    failed = Signal()
    """Emitted when a problem with a file was reported."""

    def __init__(self, desk: Desk, campaigns: CampaignDocument, show_versions: Callable[[Path], None]) -> None:
        """`show_versions` shows the earlier versions of a damaged file."""
        super().__init__(desk.notices.banner, desk.notices.toast, desk.locations.roll_log, desk.messages)
        self._campaigns = campaigns
        self._versions = desk.versions
        self._show_versions = show_versions
        self._offered: Path | None = None
        """The campaign file for which the banner offers actions; None if it offers none."""
        campaigns.changed.connect(self._withdraw)
        self.banner.changed.connect(self._forget)

    @property
    def is_asking(self) -> bool:
        """True if the message offers actions on the open campaign."""
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
        # Set after the message is shown, because showing it emits `changed`, which clears `_offered`.
        if ours and actions:
            self._offered = error.path
        self.failed.emit()

    def _changed_words(self, error: FileProblem | DataFileError) -> str:
        text = _(
            "Something else has changed {name} since it was opened. Nothing was written. Keep your version or use the "
            "version on disk, then do again what you did last."
        )
        return text.format(name=strip_bidi(error.path.name))

    def _actions(self, error: FileProblem | DataFileError) -> tuple[BannerAction, ...]:
        keep = BannerAction(_("Keep mine"), partial(self._act, error.path, self._keep_mine))
        if error.code == "changed-outside":
            take = partial(self._act, error.path, self._campaigns.take_from_disk)
            return (keep, BannerAction(_("Use the version on disk"), take))
        if error.code == "file-gone":
            return (BannerAction(_("Save it again"), keep.call),)
        return (keep,) if isinstance(error, DataFileError) else ()

    def _act(self, path: Path, act: Callable[[], None]) -> None:
        # The button may be pressed after another campaign was opened.
        if path == self._campaigns.path:
            self.attempt(act)

    def _actions_of_other(self, error: FileProblem | DataFileError) -> tuple[BannerAction, ...]:
        # Versions are found by the id of the campaign.
        if isinstance(error, DataFileError) and self._versions.id_for(error.path, SUFFIX):
            return (BannerAction(_("Earlier versions…"), partial(self._show_versions, error.path)),)
        return ()

    def _keep_mine(self) -> None:
        self._campaigns.write_again()
        self.banner.show_message(_("Saved."), tone="good", seconds=4)

    def _withdraw(self) -> None:
        if self._offered is not None and self._offered != self._campaigns.path:
            self.banner.dismiss()

    def _forget(self) -> None:
        self._offered = None


class CampaignFiles(QObject):
    """Creates, opens, removes and restores campaigns. None of the methods raises an error."""

    leaving = Signal()
    """Emitted before the open campaign is replaced or closed: text being typed must be saved now."""
    campaigns_changed = Signal()
    """Emitted when the campaigns in the folder have changed."""

    def __init__(self, campaigns: CampaignDocument, folder: CampaignFolder, notices: Notices, parent: QObject) -> None:
        super().__init__(parent)
        self._notices = notices
        self._campaigns = campaigns
        self.folder = folder
        self.last_removed: Path | None = None
        """Path of the campaign removed last, until it is restored."""

    def has_any(self, campaigns: Collection[str]) -> bool:
        """Return whether a campaign with one of these ids is open or may be in the folder.

        An unreadable campaign may have any id.
        """
        opened = self._campaigns.campaign
        return (
            (opened is not None and opened.id in campaigns)
            or self.folder.trouble() is not None
            or any(entry.value is None or entry.value.id in campaigns for entry in self.folder.entries())
        )

    def create(self, name: str) -> None:
        """Make a campaign with this name and open it."""
        campaign = new_campaign(new_id(), name)
        self._notices.attempt(lambda: self._open(self.folder.create(campaign)))

    def open(self, path: Path) -> None:
        """Open the campaign at `path`. If that fails, the campaign that is open now stays open."""
        # Opening the open campaign again would lose its undo history.
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

    def _open(self, path: Path) -> None:
        self.leaving.emit()
        self._campaigns.open(path)
        self.campaigns_changed.emit()

    def _follow_name(self) -> None:
        campaign, path = self._campaigns.campaign, self._campaigns.path
        if campaign is None or path is None:
            return
        target = self.folder.rename(path, campaign.name)
        if target != path:
            self._campaigns.moved(target)
            self.campaigns_changed.emit()

    def _remove(self, path: Path) -> None:
        # Emitted before the file moves, so that text being typed is still saved into it.
        if path == self._campaigns.path:
            self.leaving.emit()
        self.last_removed = self.folder.remove(path)
        if path == self._campaigns.path:
            self._campaigns.close()
        self.campaigns_changed.emit()

    def _restore(self, removed: Path) -> None:
        path = self.folder.restore(removed)
        if removed == self.last_removed:
            self.last_removed = None
        self._open(path)


def ask_log_file(campaigns: CampaignDocument, notices: Notices, page: QWidget) -> None:
    """Ask for a file and write the log of the open campaign there. Returns immediately."""
    campaign = campaigns.campaign
    if campaign is not None:
        name = free_name(campaign.name or _("Campaign log"), ".md", ())
        title, kinds = _("Export the campaign log"), _("Markdown (*.md)")
        ask_where(page, title, documents_folder() / name, ".md", kinds, partial(write_log_file, campaigns, notices))


def write_log_file(campaigns: CampaignDocument, notices: Notices, target: Path) -> None:
    """Write the log of the open campaign completely or not at all, and report the result."""
    campaign = campaigns.campaign
    if campaign is None:
        return
    names = {each.member.id: member_name(each) for each in campaigns.members()}
    # A name may contain a lone surrogate, which UTF-8 cannot encode.
    text = campaign_to_markdown(campaign, names).encode("utf-8", "replace")
    if notices.attempt(partial(save_bytes, target, text)):
        notices.say(_("Written to {}.").format(target))
